/** One tap to a game: the smallest table, one of us and bots on all other seats. */
import { settings } from "../settings.svelte.ts";
import { t } from "../text/speech.svelte.ts";
import { createTable } from "../wire/http.ts";
import type { GameInfo, NewTable } from "../wire/types.ts";

export function tableAgainstBots(game: GameInfo, level: string): Promise<NewTable> {
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
