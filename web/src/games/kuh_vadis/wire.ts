// Written by `make wire` from what these declare:
// allmende.games.kuh_vadis.words.shapes

import type { Header } from "../../wire/types.ts";

export type Symbol = "X" | "O";

/** How likely a field can be marked after one throw of some dice. */
export interface Odds {
  /** The dice to throw again, as in the move; empty for none. */
  faces: string;
  /** In thousandths. */
  mark: number;
}

/** What lies on the table; all of it is open to everyone. */
export interface Shown {
  /** Null for a sheet that is none of the data file. */
  sheet_id: string | null;
  /** Seven lines of `12345KXO`, the top row first. */
  sheet: string[];
  /** Seven lines of `.xo`. */
  marks: string[];
  sides: Symbol[];
  blocked: boolean[];
  dice: string[];
  throws_left: number;
  /** Empty while nobody throws. */
  odds: Odds[];
  last_mark: string | null;
  /** Turns in a row without a mark. */
  quiet: number;
  scores: number[];
  places: number[];
}

/** What can be chosen before a game: a sheet of the data file, or a way to find one. */
export interface Options {
  sheet: string;
}

/** What somebody may see of a game. */
export interface View extends Header, Shown {
  game: "kuh_vadis";
  options: Options;
  phase: "throw" | "mark";
  turn: number | null;
  round: null;
  over: "chain" | "both-blocked" | "no-marks" | null;
}

/** Stop throwing, or mark nothing. */
export interface Plain {
  do: "stop" | "no mark";
}

/** Throw dice again, named by their faces. */
export interface Reroll {
  do: "reroll";
  faces: string;
  /** Which dice, for a set that is never offered because the same faces lie farther left. */
  dice?: number[];
}

/** Mark a field. */
export interface Mark {
  do: "mark";
  at: string;
}

export type MoveData = Plain | Reroll | Mark;
