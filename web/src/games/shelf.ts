/** What the server says of its games, once it has said it. */
import type { GameInfo } from "../wire/types.ts";

let shelf: readonly GameInfo[] = [];

export function keepShelf(games: readonly GameInfo[]): void {
  shelf = games;
}

export const infoOf = (game: string): GameInfo | null =>
  shelf.find((one) => one.name === game) ?? null;
