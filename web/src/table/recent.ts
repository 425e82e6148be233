/** What the others have done since one's own last move: it stays marked until one moves oneself. */
import type { LastMove, Picture, StoryEntry } from "../wire/types.ts";

export interface Recent {
  moves: readonly LastMove[];
  /** The table as it stood before the first of them. */
  before: Picture | null;
}

export const NOTHING: Recent = { moves: [], before: null };

/** Goes on from one state to the next. `viewer` is who looks on; nobody's own are all moves for those who only
 * watch or share a device: they are shown the moves of the last turn. */
export function goOn(
  recent: Recent,
  was: Picture | null,
  now: Picture,
  viewer: number | null,
): Recent {
  const { last } = now;
  if (!was) return { moves: last && last.seat !== viewer ? [last] : [], before: null };
  const steps = plyOf(now) - plyOf(was);
  if (steps < 0) return takenBack(recent, -steps);
  if (steps === 0) return recent;
  // A move that one may not know has happened all the same.
  if (!last) return { ...recent, before: recent.before ?? was };
  if (last.seat === viewer) return NOTHING;
  const isNewTurn = viewer === null && recent.moves.at(-1)?.seat !== last.seat;
  if (isNewTurn) return { moves: [last], before: was };
  return { moves: [...recent.moves, last], before: recent.before ?? was };
}

/** The same for who comes to a table later: from its last pictures. */
export const lookBack = (pictures: readonly Picture[], viewer: number | null): Recent =>
  pictures.reduce<Recent>(
    (recent, now, at) => goOn(recent, pictures[at - 1] ?? null, now, viewer),
    NOTHING,
  );

/** How many of the last entries of a story tell what others did; for who only watches, what one of them did. */
export function countSince(story: readonly StoryEntry[], viewer: number | null): number {
  const latest = story.at(-1)?.seat;
  const before = story.findLastIndex(({ seat }) =>
    viewer === null ? seat !== latest : seat === viewer,
  );
  return story.length - 1 - before;
}

function takenBack(recent: Recent, steps: number): Recent {
  const moves = recent.moves.slice(0, -steps);
  return moves.length > 0 ? { ...recent, moves } : NOTHING;
}

/** Every view says how many decisions have been made. */
export const plyOf = (state: Picture): number =>
  Number(Object.values(state.views)[0]?.["ply"] ?? 0);
