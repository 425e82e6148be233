/** How much time people have, in words. */
import { count, t } from "../text/speech.svelte.ts";
import { DAY, MINUTE, type Clocked } from "./paces.ts";

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
