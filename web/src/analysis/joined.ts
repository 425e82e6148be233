/** The course of a game up to a step, and from there on along a line. */
import type { Review } from "../wire/types.ts";

/** Joins what is known of the game with what is known of a line that leaves it at a step. The line
 * begins with the position that it leaves: that belongs to the game. */
export function joined(game: Review | null, line: Review | null, step: number): Review | null {
  if (!game || !line) return line ?? upTo(game, step);
  const before = upTo(game, step) as Review;
  const chances =
    before.chances && line.chances ? [...before.chances, ...line.chances.slice(1)] : null;
  return {
    versions: [...before.versions, ...line.versions.slice(1).map((version) => step + version)],
    seats: [...before.seats, ...line.seats.slice(1)],
    points: [...before.points, ...line.points.slice(1)],
    chances,
    turning_points: chances
      ? [
          ...(before.turning_points ?? []),
          ...(line.turning_points ?? []).map((turn) => ({ ...turn, version: step + turn.version })),
        ]
      : null,
    coach: game.coach ?? line.coach,
  };
}

function upTo(game: Review | null, step: number): Review | null {
  if (!game) return null;
  const until = step + 1;
  return {
    versions: game.versions.slice(0, until),
    seats: game.seats.slice(0, until),
    points: game.points.slice(0, until),
    chances: game.chances?.slice(0, until) ?? null,
    turning_points: game.turning_points?.filter(({ version }) => version <= step) ?? null,
    coach: game.coach,
  };
}
