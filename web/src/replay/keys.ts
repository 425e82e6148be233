/** Keys that lead through a game, wherever the focus is, unless something there has its own use for them. */

export interface Ways {
  step: (by: number) => void;
  go: (step: number) => void;
  toggle: () => void;
  last: number;
}

const TAKES_KEYS = "select, textarea, input:not([type=range]), dialog";

export function followKey(event: KeyboardEvent, ways: Ways): void {
  const target = event.target instanceof Element ? event.target : null;
  if (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    target?.closest(TAKES_KEYS)
  )
    return;
  const isSlider = target?.matches("input[type=range]") ?? false;
  if (event.key === " " && !target?.closest("button, a, summary")) ways.toggle();
  else if (isSlider) return;
  else if (event.key === "ArrowLeft") ways.step(-1);
  else if (event.key === "ArrowRight") ways.step(1);
  else if (event.key === "Home") ways.go(0);
  else if (event.key === "End") ways.go(ways.last);
  else return;
  event.preventDefault();
}
