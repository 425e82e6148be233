/** How much time people have, in words, and what they can choose from. */
import { count, t } from "../text/speech.svelte.ts";
import type { Pacing } from "../wire/types.ts";

const [MINUTE, DAY] = [60, 24 * 3600];

type Clocked = Omit<Pacing, "at_zero">;
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

export const isCorrespondence = (pace: Pacing | null): boolean =>
  pace !== null && pace.span === "move" && pace.seconds >= DAY;

/** A pace as it is sent; undefined where nobody is hurried. */
export function paceOf(name: string, atZero: Pacing["at_zero"]): Pacing | undefined {
  const pace = PACES[name];
  return pace ? { ...pace, at_zero: atZero } : undefined;
}

function lasting(seconds: number): string {
  if (seconds % DAY === 0) return count("lobby.days", seconds / DAY);
  if (seconds % MINUTE === 0) return count("lobby.minutes", seconds / MINUTE);
  return count("lobby.seconds", seconds);
}

/** Says how much time there is. */
export function sayPace(pace: Clocked | null): string {
  if (!pace) return t("lobby.pace.none");
  const time = lasting(pace.seconds);
  if (pace.span === "move") return t("lobby.pace.move", { time });
  if (!pace.bonus) return t("lobby.pace.game", { time });
  return t("lobby.pace.bonus", { time, bonus: pace.bonus });
}
