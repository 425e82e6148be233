/** The log of a table: what happened in the game, and who came to a seat or left it, in one order. */
import type { SeatingEntry, StoryEntry } from "../wire/types.ts";

export type LogEntry =
  { kind: "story"; entry: StoryEntry } | { kind: "seating"; entry: SeatingEntry };

/** Puts changes of seats behind what had happened in the game by then; none runs ahead of the board. */
export function inOrder(
  story: readonly StoryEntry[],
  seatings: readonly SeatingEntry[],
  version: number,
): LogEntry[] {
  const log: LogEntry[] = [];
  const left = seatings.filter((entry) => entry.version <= version);
  const tellSeatings = (before: number): void => {
    while (left[0] && left[0].version < before)
      log.push({ kind: "seating", entry: left.shift() as SeatingEntry });
  };
  for (const entry of story) {
    tellSeatings(entry.version);
    log.push({ kind: "story", entry });
  }
  tellSeatings(Infinity);
  return log;
}
