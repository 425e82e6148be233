/** What a game's folder offers to the table: its drawing and the words for its moves. */
import type { Component } from "svelte";
import type { Sound } from "../kit/sound.ts";
import type { Data, Hint, LastMove, LegalMove, Move } from "../wire/types.ts";

/** A move of the wire whose data are those of a game. */
export type Of<D, M extends Move = Move> = Omit<M, "data"> & { data: D };

/** What a board is given: the view and the moves in the types that the game declares. */
/** Which part of a table a board shows: all of it; what everybody may see, large, for a screen that all look at; or
 * what one seat holds and decides, for a phone beside such a screen. */
export type BoardPart = "whole" | "public" | "own";

export interface BoardProps<View = Data, D = Data> {
  game: string;
  part?: BoardPart;
  view: View;
  /** The seat that looks on, or null for a spectator. */
  seat: number | null;
  /** What that seat may do now; nothing else is ever offered. */
  legal: readonly Of<D, LegalMove>[];
  last: Of<D, LastMove> | null;
  /** What the others have done since one's own last move, and the table before it; it stays marked. */
  lately?: readonly Of<D, LastMove>[];
  earlier?: View | null;
  /** The move of somebody else that is being shown right now. */
  scene?: Of<D, LastMove> | null;
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

/** The moves that are marked: what the others did since one's own last move, or else the last one. */
export const markedOf = <D>({
  lately = [],
  last,
}: Pick<BoardProps<unknown, D>, "lately" | "last">): readonly Of<D, LastMove>[] =>
  lately.length > 0 || last === null ? lately : [last];

export interface Interlude<View = Data> {
  /** Whether another game begins between two looks at the table. */
  isDue: (before: View, now: View) => boolean;
  title: () => string;
  /** The word on the button that goes on. */
  goOn: () => string;
  Body: Component<{ view: View; nameOf: (seat: number) => string }>;
}

export interface Drawing<View = Data, D = Data> {
  Board: Component<BoardProps<View, D>>;
  /** A move in words, as on the button that carries it out. */
  sayMove: (move: Of<D>) => string;
  /** How a move sounds. */
  soundOf?: (move: Of<D>) => Sound;
  /** How long a move of somebody else is shown: 1 is the usual time. */
  weightOf?: (move: Of<D>) => number;
  /** Where a move happens on the board: selectors of its places, in the order from where to where. */
  wayOf?: (move: Of<D, LastMove>, view: View) => readonly string[];
  /** Which of the players' colours a seat wears, where the game itself gives out colours. */
  colourOf?: (view: View, seat: number) => number;
  /** What is told between two games of a match. */
  interlude?: Interlude<View>;
  /** What can be done now, in a sentence; null where the board says it. */
  promptOf?: (legal: readonly Of<D>[], view: View) => string | null;
  /** Pictures in the sentences of the story: what is drawn for the blank of a name. Each is given
   * the words that would stand there, which a screen reader goes on to read. */
  pictures?: Readonly<Record<string, Component<{ text: string }>>>;
  /** What a player's panel shows besides name and points. */
  Badge?: Component<{ view: View; seat: number }>;
}
