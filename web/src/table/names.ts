/** What people call those who sit at a table, or who played the game of a file. */
import { speech, t } from "../text/speech.svelte.ts";
import type { Player } from "../wire/types.ts";

/** The name of a seat. A bot that sits in for somebody `here` keeps that name beside its own. */
export function nameOfSeat(players: readonly Player[], seat: number, here = false): string {
  const player = players[seat];
  if (!player) return t("seat.number", { number: seat + 1 });
  if (player.kind === "open") return t("seat.open", { number: seat + 1 });
  if (player.kind === "bot" && player.level) {
    const twin = players.some(
      (other) => other.seat !== seat && other.kind === "bot" && other.level === player.level,
    );
    if (here && player.name && player.name !== player.level)
      return t("seat.standin", { name: player.name, level: speech.level(player.level) });
    return twin ? `${speech.level(player.level)} ${seat + 1}` : speech.level(player.level);
  }
  return player.name || t("seat.number", { number: seat + 1 });
}
