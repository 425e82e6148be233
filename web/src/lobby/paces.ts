/** How much time people can choose from. */
import type { Pacing } from "../wire/types.ts";

export const [MINUTE, DAY] = [60, 24 * 3600];

export type Clocked = Omit<Pacing, "at_zero">;
const game = (minutes: number, bonus: number): Clocked => ({
  span: "game",
  seconds: minutes * MINUTE,
  bonus,
  delay: 0,
});
const move = (seconds: number): Clocked => ({ span: "move", seconds, bonus: 0, delay: 0 });

/** The paces on offer, by name. */
export const PACES: Readonly<Record<string, Clocked | null>> = {
  none: null,
  quick: game(5, 5),
  calm: game(15, 10),
  long: game(30, 20),
  minute: move(MINUTE),
  day: move(DAY),
  three: move(3 * DAY),
  week: move(7 * DAY),
};

export const isCorrespondence = (pace: Clocked | null): boolean =>
  pace !== null && pace.span === "move" && pace.seconds >= DAY;

/** A pace as it is sent; undefined where nobody is hurried. */
export function paceOf(name: string, atZero: Pacing["at_zero"]): Pacing | undefined {
  const pace = PACES[name];
  return pace ? { ...pace, at_zero: atZero } : undefined;
}
