/** How long a step of somebody else's turn stays in sight before the next one comes. */
import { isCalm } from "../kit/motion.ts";
import { settings, type Pace } from "../settings.svelte.ts";

/** Milliseconds for a step of the usual weight. */
const STEP: Record<Pace, number> = { slow: 2800, calm: 1600, quick: 800, off: 0 };

/** More than so many steps in line are shown in half the time. */
const MANY = 8;

/** More than this nobody wants to catch up with. */
export const MOST_WAITING = 30;

/** The turns of the others are shown step by step: unless somebody wishes otherwise, or cannot see it. */
export const isPaced = (): boolean => STEP[settings.pace] > 0 && !isCalm() && !document.hidden;

/** How long a step stays, as heavy as its game says and with so many that wait behind it. */
export const stayOf = (weight: number, waiting: number): number =>
  (STEP[settings.pace] * weight) / (waiting > MANY ? 2 : 1);
