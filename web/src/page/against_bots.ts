/** One tap to a game: the smallest table, one of us and bots on all other seats. */
import { settings } from "../settings.svelte.ts";
import { speech, t } from "../text/speech.svelte.ts";
import { createTable, Refusal } from "../wire/http.ts";
import type { GameInfo, NewTable } from "../wire/types.ts";
import { route } from "./route.svelte.ts";

/** Where the first bot sits at such a table. */
export const FIRST_BOT = 1;

/** Opens a table and goes there. Returns what went wrong, or nothing. */
export async function playAgainstBots(game: GameInfo, level: string): Promise<string> {
  try {
    route.go((await tableAgainstBots(game, level)).url);
    return "";
  } catch (error) {
    return speech.reason(error instanceof Refusal ? error.reason : null);
  }
}

function tableAgainstBots(game: GameInfo, level: string): Promise<NewTable> {
  const seats = Math.min(...game.seats);
  const bots = Array.from({ length: seats - 1 }, () => ({ kind: "bot", level }) as const);
  return createTable({
    game: game.name,
    seats,
    options: {},
    players: [{ kind: "me", name: settings.name || t("seat.guest") }, ...bots],
    hints: true,
  });
}
