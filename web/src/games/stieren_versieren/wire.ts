// Written by `make wire` from what these declare:
// allmende.games.stieren_versieren.words.shapes

import type { Header } from "../../wire/types.ts";

export type Symbol = "heart" | "money" | "dumbbell" | "beer";

export type Sign = "horseshoe" | "tail" | "horns" | "nose_ring";

export type BullDeed = "choose" | "extra" | "swap" | "take" | "challenge" | "join" | "support";

export type PlainDeed = "pass" | "alone" | "decline" | "done";

/** The face of a card. */
export interface Face {
  symbol: Symbol;
  value: number;
}

/** A card with its name: a bull, or a cow of the deck. */
export interface Bull extends Face {
  id: string;
}

/** A bull at a place. */
export interface PlacedBull extends Bull {
  at: string;
}

/** Which bulls every player has, and which cows there are. */
export interface Deck {
  bulls: Bull[];
  cows: Bull[];
}

/** A place, which lies in a corner of the square. */
export interface Location {
  name: string;
  symbol: Symbol;
  row: number;
  column: number;
}

/** A cow: where she is, who has seen her, and her face to those. */
export interface Cow {
  id: string;
  at: string | null;
  drawn: boolean;
  /** Whose Love Shack she lives in; with which bull, and what the couple is worth. */
  shack: number | null;
  bull: string | null;
  points: number | null;
  up: boolean;
  seen_by: number[];
  /** Null for who has not seen her. */
  symbol: Symbol | null;
  value: number | null;
  settled: boolean;
}

/** The bull that is about to move. */
export interface Moving {
  bull: string;
  to: string;
}

/** What can be known of a hand by elimination. */
export interface Elimination {
  /** What everybody knows to be held. */
  known: Face[];
  /** Bulls of which a watcher cannot tell whether they are in the pile or held. */
  pool: Face[];
}

/** What a player has on the table, in hand and in the fight. */
export interface Player extends Elimination {
  sign: Sign;
  /** Only in the owner's own view. */
  hand: Bull[] | null;
  /** Only in the owner's own view. */
  face_down: Bull[] | null;
  hand_count: number;
  chosen_count: number;
  committed_count: number;
  has_chosen: boolean;
  pile_count: number;
  reshuffles: number;
  discard: Bull[];
  married: string[];
  bulls: PlacedBull[];
  champion: string | null;
  mates: string[];
  /**
   * Hand cards that were turned up at the end of a fight, or the bull of a bid that was shown
   * before it (then there is no strength yet), until the next decision.
   */
  support: string[];
  strength: number;
}

/** What lies on the table. */
export interface Shown {
  /** Where the components come from, in one language or in several. */
  label: string | Record<string, string>;
  no_peek: boolean;
  first: number;
  actions_left: number;
  extra_done: boolean;
  locations: Location[];
  stack: number;
  removed: number;
  cows: Cow[];
  unseen_cows: Face[];
  deck: Deck;
  moving: Moving | null;
  talked: string | null;
  swapped: string | null;
  /** The cow that is fought for. */
  fight: string | null;
  players: Player[];
  scores: number[];
  places: number[];
}

/** What can be chosen before a game. */
export interface Options {
  fight: "standard" | "tactical" | "simultaneous";
  layout: "standard" | "random";
}

export type Phase =
  "cow" | "choose" | "action" | "companion" | "swap" | "challenge" | "commit" | "pick" | "shortage";

/** What somebody may see of a game. */
export interface View extends Header, Shown {
  game: "stieren_versieren";
  options: Options;
  phase: Phase;
  turn: number | null;
  round: number;
  over: "last-cow" | "extra-round" | null;
}

/** A decision without a card. */
export interface Plain {
  do: PlainDeed;
}

/** Put the cow that was drawn at a place. */
export interface PutCow {
  do: "cow";
  to: string;
}

/** Do something with one bull. */
export interface WithBull {
  do: BullDeed;
  bull: string;
}

/** Choose two bulls. */
export interface ChooseTwo {
  do: "choose";
  bulls: string[];
}

/** Let a bull talk with a cow, or court her. */
export interface BullAndCow {
  do: "talk" | "court";
  bull: string;
  cow: string;
}

/** Move a bull. */
export interface MoveBull {
  do: "move";
  bull: string;
  to: string;
}

/** Chase a cow away. */
export interface Chase {
  do: "chase";
  cow: string;
  to: string;
}

/** Take a cow along. */
export interface Lead {
  do: "lead";
  cow: string;
}

/** Pick one of those who are tied. */
export interface Pick {
  do: "pick";
  seat: number;
}

export type MoveData =
  Plain | PutCow | WithBull | ChooseTwo | BullAndCow | MoveBull | Chase | Lead | Pick;
