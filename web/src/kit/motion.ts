/** How things move, and whether they may. */
import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";

const wish =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;

export function isCalm(): boolean {
  return wish?.matches ?? false;
}

/** A duration in milliseconds, or none for those who asked for less motion. */
export function duration(milliseconds: number): number {
  return isCalm() ? 0 : milliseconds;
}

/** Something is taken from the table: it rises, shrinks and is gone. */
export function takenAway(
  _node: Element,
  { delay = 0 }: { delay?: number } = {},
): TransitionConfig {
  return {
    delay: duration(delay),
    duration: duration(420),
    easing: cubicOut,
    css: (here, gone) => `opacity: ${here}; scale: ${1 - 0.7 * gone}; rotate: ${gone * 18}deg;`,
  };
}

/** Something appears: it grows a little and settles. */
export function putDown(_node: Element): TransitionConfig {
  return {
    duration: duration(260),
    easing: cubicOut,
    css: (here) => `opacity: ${here}; scale: ${0.6 + 0.4 * here};`,
  };
}
