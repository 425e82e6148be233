/** What those at a table are called. */
import { t } from "../text/speech.svelte.ts";
import type { Games, Player } from "../wire/types.ts";

let bots: Games["bots"] = {};

/** Keeps the names of the bots, once the server has said them. */
export function keepBotNames(names: Games["bots"]): void {
  bots = names;
}

/** The name of a bot of a level, as it is called in a seat. */
export function botName(level: string, seat: number): string {
  const names = bots[level] ?? [];
  return names[seat % names.length] ?? level;
}

/** The name of whoever sits somewhere; a bot that plays for a person stands beside theirs. */
export function playerName({ seat, kind, name, bot }: Player): string {
  if (kind === "open") return t("seat.open", { number: seat + 1 });
  if (bot === null) return name || t("seat.number", { number: seat + 1 });
  return name && name !== bot ? t("seat.standin", { name, bot }) : bot;
}

/** The name of a seat, of those who sit at a table or played the game of a file. */
export function nameOfSeat(players: readonly Player[], seat: number): string {
  const player = players[seat];
  return player ? playerName(player) : t("seat.number", { number: seat + 1 });
}
