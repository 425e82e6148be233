// Written by `make wire` from what these declare:
// allmende.games.halali.words.shapes

import type { Header } from "../../wire/types.ts";

export type Species = "bear" | "fox" | "lumberjack" | "hunter" | "pheasant" | "duck" | "tree";

export type Direction = "north" | "east" | "south" | "west";

export type Side = "blue" | "brown";

/** What lies on a field; a hunter that is face up aims somewhere. */
export interface Tile {
  tile: Species | "face-down";
  aim?: Direction;
}

/** What a seat brought from the first game of a match. */
export interface Banked {
  points: number;
  tiles: number;
}

/** The move that a seat may not make because it would go back and forth. */
export interface NoReturn {
  from: string | null;
  to: string | null;
}

/** What lies on the table. */
export interface Shown {
  /** Seven rows, north on top; null is an empty field. */
  board: (Tile | null)[][];
  sides: Side[];
  /** By seat, the tiles won in this game. */
  bags: Partial<Record<Species, number>>[];
  first_game: Banked[];
  face_down: number;
  /** The field of the bird that the seat to act may not move. */
  locked: string | null;
  no_return: (NoReturn | null)[];
  /** Plies in a row without a flip or a capture. */
  quiet: number;
  turns_left: number;
  scores: number[];
  places: number[];
}

/** What can be chosen before a game. */
export interface Options {
  match: "return" | "single";
}

/** What somebody may see of a game. */
export interface View extends Header, Shown {
  game: "halali";
  options: Options;
  phase: "hunt" | "last-turns";
  turn: number | null;
  round: number;
  over: "last-turns" | "side-gone" | "standstill" | null;
}

/** Do nothing. */
export interface Pass {
  do: "pass";
}

/** Turn a tile up. */
export interface Flip {
  do: "flip";
  at: string;
}

/** Move a tile. */
export interface Walk {
  do: "move";
  from: string;
  to: string;
}

/** Leave the wood by an exit. */
export interface Leave {
  do: "leave";
  from: string;
  by: Direction;
}

export type MoveData = Pass | Flip | Walk | Leave;
