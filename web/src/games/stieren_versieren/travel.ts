/** Lets things travel: what lay elsewhere in the picture before flies to where it lies now. */
import { duration } from "../../kit/motion.ts";

const FLIGHT = 520;
const EASE = "cubic-bezier(0.3, 0.9, 0.3, 1)";

interface Spot {
  box: DOMRect;
  home: Element | null;
}

export class Traveller {
  private before = new Map<string, Spot>();

  /** Remembers where everything lies, before the picture changes. */
  note(root: Element): void {
    this.before = new Map(
      travellersIn(root).map(([name, node]) => [
        name,
        { box: node.getBoundingClientRect(), home: node.parentElement },
      ]),
    );
  }

  /** Sets out what has moved since; `sky` is the layer that flights between two homes cross. What has
   * come where it cannot be seen flies to its haven, which stands for that. */
  go(root: Element, sky: HTMLElement): void {
    const time = duration(FLIGHT);
    if (time === 0 || this.before.size === 0) return;
    // All is measured before anything is set in motion: one layout, not many.
    const arrived = travellersIn(root).map(([name, node]) => ({
      node,
      box: node.getBoundingClientRect(),
      from: this.before.get(name),
    }));
    const origin = sky.getBoundingClientRect();
    for (const { node, box, from } of arrived) {
      if (!from)
        node.animate([{ opacity: 0, scale: 0.6 }, {}], { duration: time / 2, easing: EASE });
      else if (box.width === 0 && from.box.width > 0)
        fly(node, from.box, middleOf(havenOf(node) ?? sky, from.box), origin, sky, time);
      else if (
        box.width > 0 &&
        from.box.width > 0 &&
        Math.hypot(from.box.x - box.x, from.box.y - box.y) > 3
      ) {
        if (from.home === node.parentElement)
          node.animate([{ transform: way(from.box, box) }, { transform: "none" }], {
            duration: time / 2,
            easing: EASE,
          });
        else fly(node, from.box, box, origin, sky, time);
      }
    }
  }
}

function travellersIn(root: Element): [string, HTMLElement][] {
  return [...root.querySelectorAll<HTMLElement>("[data-travel]")].map((node) => [
    node.dataset["travel"] ?? "",
    node,
  ]);
}

const havenOf = (node: HTMLElement): Element | null =>
  node.dataset["haven"] ? document.querySelector(node.dataset["haven"]) : null;

/** A box of the same size in the middle of something. */
function middleOf(goal: Element, { width, height }: DOMRect): DOMRect {
  const box = goal.getBoundingClientRect();
  return new DOMRect(
    box.x + (box.width - width) / 2,
    box.y + (box.height - height) / 2,
    width,
    height,
  );
}

const way = (from: DOMRect, to: DOMRect): string =>
  `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`;

/** A double flies, because a place cuts off what reaches over its edge. */
function fly(
  node: HTMLElement,
  from: DOMRect,
  to: DOMRect,
  origin: DOMRect,
  sky: HTMLElement,
  time: number,
): void {
  const double = node.cloneNode(true) as HTMLElement;
  for (const part of [double, ...double.querySelectorAll<HTMLElement>("*")])
    for (const name of ["data-thing", "data-travel", "id", "aria-label"])
      part.removeAttribute(name);
  Object.assign(double.style, {
    position: "absolute",
    left: `${to.x - origin.x}px`,
    top: `${to.y - origin.y}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    transformOrigin: "0 0",
  });
  sky.append(double);
  node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: time });
  const flight = double.animate([{ transform: way(from, to) }, { transform: "none" }], {
    duration: time,
    easing: EASE,
  });
  const land = (): void => double.remove();
  flight.finished.then(land, land);
}
