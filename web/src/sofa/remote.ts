/** Arrow keys, as a remote control sends them: they take the focus to what lies next in that direction. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const WAYS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;
type Arrow = keyof typeof WAYS;

/** To be aside counts more than to be far, and to be aside at all more than any screen is wide: a row is gone along
 * before it is left. */
const ASIDE = 3;
const OUT_OF_ROW = 100_000;
const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), summary";
/** Where arrow keys have a meaning of their own. */
const OWN_ARROWS = "input, select, textarea, [role=grid] *, [role=tablist] *, main.board *";

const middle = (box: Box): { x: number; y: number } => ({
  x: (box.left + box.right) / 2,
  y: (box.top + box.bottom) / 2,
});

/** How far two stretches lie apart; nothing where they overlap. */
const gap = (from: number, to: number, start: number, end: number): number =>
  Math.max(0, start - to, from - end);

/** Finds which of some boxes comes next in a direction; -1 if none lies there. */
export function nearest(from: Box, boxes: readonly Box[], arrow: Arrow): number {
  const { x, y } = WAYS[arrow];
  const here = middle(from);
  let found = -1;
  let least = Infinity;
  boxes.forEach((box, index) => {
    const there = middle(box);
    const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside =
      x === 0
        ? gap(from.left, from.right, box.left, box.right)
        : gap(from.top, from.bottom, box.top, box.bottom);
    const distance = ahead + (aside > 0 ? OUT_OF_ROW + ASIDE * aside : 0);
    if (ahead > 1 && distance < least) [found, least] = [index, distance];
  });
  return found;
}

/** For a page that is steered with a remote control. */
export function steer(event: KeyboardEvent): void {
  const { key, target } = event;
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!(key in WAYS) || hasModifier || event.defaultPrevented) return;
  if (target instanceof Element && target.matches(OWN_ARROWS)) return;
  const room = document.querySelector("dialog[open]") ?? document.body;
  const candidates = [...room.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (it) => it.tabIndex >= 0 && it.checkVisibility() && !it.matches(`${OWN_ARROWS}, .skip`),
  );
  const now = document.activeElement;
  const at = candidates.findIndex((it) => it === now);
  const next =
    at < 0
      ? 0
      : nearest(
          (now ?? room).getBoundingClientRect(),
          candidates.map((it) => it.getBoundingClientRect()),
          key as Arrow,
        );
  if (!candidates[next]) return;
  event.preventDefault();
  candidates[next].focus();
}
