/**
 * Follows pieces from one picture of a board to the next, so that a piece that moved is drawn moving.
 * It sees only pictures: what stayed is the same piece; what vanished here and appeared there with
 * the same look has moved.
 */

export interface Seen {
  place: string;
  look: string;
}
export interface Followed extends Seen {
  id: number;
}

export class Follower {
  private known: Followed[] = [];
  private next = 1;

  /** `turns` tells whether a piece may change its look where it lies, as a card that is turned up. */
  constructor(private readonly turns: (before: string, now: string) => boolean = () => false) {}

  /** `moved` names the places of the last move, in case several pieces look alike. */
  follow(seen: readonly Seen[], moved?: { from: string; to: string }): Followed[] {
    const before = new Map(this.known.map((piece) => [piece.place, piece]));
    const ids = new Map<string, number>();
    if (moved) {
      const mover = before.get(moved.from);
      const arrived = seen.find((piece) => piece.place === moved.to);
      const left = !seen.some((piece) => piece.place === moved.from && piece.look === mover?.look);
      if (mover && arrived && left && mover.look === arrived.look) {
        ids.set(moved.to, mover.id);
        before.delete(moved.from);
      }
    }
    for (const piece of seen) {
      if (ids.has(piece.place)) continue;
      const same = before.get(piece.place);
      if (same && (same.look === piece.look || this.turns(same.look, piece.look))) {
        ids.set(piece.place, same.id);
        before.delete(piece.place);
      }
    }
    for (const piece of seen) {
      if (ids.has(piece.place)) continue;
      for (const [place, candidate] of before) {
        if (candidate.look !== piece.look || place === piece.place) continue;
        ids.set(piece.place, candidate.id);
        before.delete(place);
        break;
      }
    }
    this.known = seen.map((piece) => ({ ...piece, id: ids.get(piece.place) ?? this.next++ }));
    return this.known;
  }
}
