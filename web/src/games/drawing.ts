/** What a game's folder offers to the table: its drawing and the words for its moves. */
import type { Component } from "svelte";
import type { Sound } from "../kit/sound.ts";
import type { Data, Hint, LastMove, LegalMove, Move } from "../wire/types.ts";

/** A move of the wire whose data are those of a game. */
export type Of<D, M extends Move = Move> = Omit<M, "data"> & { data: D };

/** What a board is given: the view and the moves in the types that the game declares. */
export interface BoardProps<View = Data, D = Data> {
  game: string;
  view: View;
  /** The seat that looks on, or null for a spectator. */
  seat: number | null;
  /** What that seat may do now; nothing else is ever offered. */
  legal: readonly Of<D, LegalMove>[];
  last: Of<D, LastMove> | null;
  version: number;
  /** The move that waits for its confirmation. */
  staged: Of<D, LegalMove> | null;
  /** Nothing is on its way to the table: a move that is offered now is carried out. */
  ready?: boolean;
  /** What is advised now; in a lesson also what comes right after it. */
  hints: readonly Of<D, Hint>[];
  nameOf: (seat: number) => string;
  /** Offers a move: it is played, or staged first where it is final. The same move offered twice is
   * confirmed. */
  offer: (move: Of<D, LegalMove>) => void;
  /** Plays a further step of what was confirmed as a whole; nobody is asked again. */
  follow: (move: Of<D, LegalMove>) => void;
  unstage: () => void;
  /** Asks the table why a wish is not possible. */
  why: (wish: Data) => void;
}

export interface Drawing<View = Data, D = Data> {
  Board: Component<BoardProps<View, D>>;
  /** A move in words, as on the button that carries it out. */
  sayMove: (move: Of<D>) => string;
  /** How a move sounds. */
  soundOf?: (move: Of<D>) => Sound;
  /** What a player's panel shows besides name and points. */
  Badge?: Component<{ view: View; seat: number }>;
}
