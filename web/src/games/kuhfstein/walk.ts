/** How cows walk: with small steps, one after the other. */
import { cubicInOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { duration } from "../../kit/motion.ts";

const STEP = 60;
const HOP = 9;

/** A cow walks between its field and a place so far away, in the units of the drawing. */
export function walk(
  _node: Element,
  { x, y, after, isShown }: { x: number; y: number; after: number; isShown: boolean },
): TransitionConfig {
  if (!isShown) return { duration: 0 };
  const steps = Math.max(2, Math.round(Math.hypot(x, y) / STEP));
  return {
    delay: duration(after * 130),
    duration: duration(500 + steps * 45),
    easing: cubicInOut,
    css: (here, away) =>
      `transform: translate(${x * away}px, ${y * away - HOP * Math.abs(Math.sin(here * steps * Math.PI))}px);`,
  };
}
