/** What decided between seats with equal points. */
import type { Message, Result } from "../wire/types.ts";

export interface Tie {
  seats: number[];
  /** What was compared when points were equal; null where that was equal too, and the place is shared. */
  label: Message | null;
  /** How much of it each of these seats has. */
  values: Map<number, number>;
}

export function findTies(
  scores: readonly (number | null)[],
  places: readonly number[],
  result: Result,
): Tie[] {
  const ties: Tie[] = [];
  for (const points of new Set(scores)) {
    const seats = scores.flatMap((score, seat) => (score === points ? [seat] : []));
    if (seats.length < 2) continue;
    const compared = result.tie_break[seats[0] ?? 0] ?? [];
    const valueOf = (seat: number, at: number): number => result.tie_break[seat]?.[at]?.value ?? 0;
    const differs = (at: number): boolean =>
      new Set(seats.map((seat) => valueOf(seat, at))).size > 1;
    const deciding =
      new Set(seats.map((seat) => places[seat])).size > 1
        ? compared.findIndex((_, at) => differs(at))
        : -1;
    ties.push({
      seats,
      label: compared[deciding]?.label ?? null,
      values: new Map(deciding < 0 ? [] : seats.map((seat) => [seat, valueOf(seat, deciding)])),
    });
  }
  return ties;
}
