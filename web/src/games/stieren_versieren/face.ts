/** How a thing on the table looks and sounds at the moment. */
export interface Face {
  /** What a screen reader says of it. */
  label: string;
  /** It can be part of a legal move. */
  can?: boolean;
  /** It would complete the move that is begun. */
  target?: boolean;
  chosen?: boolean;
  last?: boolean;
  hinted?: boolean;
}

/** What lies on the table, as the board speaks of it. */
export type Thing =
  { kind: "place"; id: string } | { kind: "cow"; id: string } | { kind: "bull"; id: string };
