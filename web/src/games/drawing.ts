/** What a game's folder offers to the table: its drawing and the words for its moves. */
import type { Component } from "svelte";
import type { Sound } from "../kit/sound.ts";
import type { Data, Hint, LastMove, Move } from "../wire/types.ts";

export interface BoardProps {
  game: string;
  view: Data;
  /** The seat that looks on, or null for a spectator. */
  seat: number | null;
  /** What that seat may do now; nothing else is ever offered. */
  legal: readonly Move[];
  last: LastMove | null;
  version: number;
  /** The move that waits for its confirmation. */
  staged: Move | null;
  /** Nothing is on its way to the table: a move that is offered now is carried out. */
  ready?: boolean;
  hints: readonly Hint[];
  nameOf: (seat: number) => string;
  /** Offers a move: it is played, or staged first where it cannot be taken back. The same move
   * offered twice is confirmed. */
  offer: (move: Move, cannotBeUndone: boolean) => void;
  unstage: () => void;
  /** Asks the table why a wish is not possible. */
  why: (wish: Data) => void;
}

export interface Drawing {
  Board: Component<BoardProps>;
  /** A move in words, as on the button that carries it out. */
  sayMove: (move: Move) => string;
  /** How a move sounds. */
  soundOf?: (move: Move) => Sound;
  /** What a player's panel shows besides name and points. */
  Badge?: Component<{ view: Data; seat: number }>;
}
