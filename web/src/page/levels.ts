/** Which bots there are for a game: one that thinks with a net only where there is such a net. */
import type { Games } from "../wire/types.ts";

export const levelsFor = (games: Games, game: string): readonly string[] =>
  games.games.find(({ name }) => name === game)?.levels ?? [];
