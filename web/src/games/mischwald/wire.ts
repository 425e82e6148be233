// Written by `make wire` from what these declare:
// allmende.games.mischwald.words.shapes

import type { Header } from "../../wire/types.ts";

/** A side of a tree. */
export type Slot = "top" | "bottom" | "left" | "right";

export type Side = "top" | "bottom" | "left" | "right" | "tree";

export type PlainDeed = "keep" | "mulligan" | "draw" | "yes" | "no";

export type CardDeed = "take" | "sapling" | "pay" | "cave";

export type StepName = "react" | "effect" | "bonus";

/** What is printed on a half of a card, or on a tree. */
export interface Half {
  side: Side;
  species: string;
  symbol: string;
  cost: number;
}

/** A card with all that is printed on it. */
export interface Card {
  card: string;
  halves: Half[];
}

/** A card at a side of a tree. */
export interface Dweller {
  card: string;
  species: string;
  symbol: string;
  /** Placed in the turn that is being played. */
  new: boolean;
  /** Null for one that makes no points of its own. */
  points: number | null;
}

/** A tree of a forest with what lies at its sides; a sapling is a card face down. */
export interface Tree {
  id: string;
  species: string | null;
  sapling: boolean;
  /** Null for a sapling of somebody else. */
  card: string | null;
  new: boolean;
  points: number | null;
  top: Dweller[];
  bottom: Dweller[];
  left: Dweller[];
  right: Dweller[];
}

/** What a player has; hand and cave are shown to the owner only. */
export interface Player {
  hand_count: number;
  hand: Card[] | null;
  /** Cards of the hand that came too late for the Mole. */
  held_back: string[] | null;
  /** Cards of the hand that everybody has seen. */
  known: string[];
  cave_count: number;
  cave: string[] | null;
  /** Cards that the Raccoon has put under the cave so far. */
  stashed: string[] | null;
  /** Cards under the cave that everybody has seen. */
  cave_seen: string[];
  has_exchanged: boolean;
  /** The first hand, if it was exchanged. */
  exchanged: string[] | null;
  forest: Tree[];
}

/** The card that is being played. */
export interface Playing {
  name: string;
  species: string;
  side: Side;
  symbol: string;
  /** The tree where it was placed. */
  at: string | null;
  owed: number;
  last_paid: string | null;
  /** Every card paid so far shows the right symbol. */
  matched: boolean;
}

/** A card that is to be worked off, and how far it is. */
export interface Queued {
  name: string | null;
  species: string | null;
  step: StepName | null;
  matched: boolean;
  free: boolean;
  through_mole: boolean;
}

export type QuestionKind =
  "react" | "gain" | "place" | "clearing_to_cave" | "hand_to_cave" | "play_cards";

/** What the one whose turn it is is being asked. */
export interface Question {
  step: StepName;
  kind: QuestionKind;
  species: string | null;
  /** The mushroom that reacts. */
  by?: string;
  cards?: number;
  turns?: number;
  tag?: string;
}

/**
 * What a half in hand would add to the points now, at the best tree for it or at a given one;
 * without effects and without the cave.
 */
export interface Gain {
  card: string;
  half: Side;
  tree: string | null;
  points: number;
}

/** What lies on the table. */
export interface Shown {
  first: number;
  extra_turns: number;
  deck: number;
  winters: number;
  box: number;
  clearing: Card[];
  /** Cards that left the game with a full clearing. */
  gone: string[];
  playing: Playing | null;
  queue: Queued[];
  reacted: number;
  through_mole: number;
  held_back: number;
  stashed: number;
  /** Only for the one whose turn it is. */
  asked: Question | null;
  /** Only for the one whose turn it is; none while nothing is to be played. */
  gains: Gain[];
  players: Player[];
  /** What is printed on cards that are known by name only. */
  named: Record<string, Half[]>;
  scores: number[];
  places: number[];
}

/** What can be chosen before a game. */
export interface Options {
  mole_cards: "placed" | "effect";
  /** Since rules 2. */
  share_same_turn?: "yes" | "no";
  /** Under rules 1. */
  toads_share_same_turn?: "yes" | "no";
}

/** What somebody may see of a game. */
export interface View extends Header, Shown {
  game: "mischwald";
  options: Options;
  phase: "mulligan" | "action" | "draw" | "place" | "pay" | "choice";
  turn: number;
  round: null;
  over: "third-winter" | "empty-deck" | null;
}

/** A decision without a card. */
export interface Plain {
  do: PlainDeed;
}

/** Take a card of the clearing, or use one of the hand. */
export interface WithCard {
  do: CardDeed;
  card: string;
}

/** Play a tree, or a half of a split card. */
export interface PlayCard {
  do: "play";
  card: string;
  half?: Slot;
}

/** Place the card that is being played at a tree. */
export interface PlaceAt {
  do: "place";
  tree: string;
}

export type MoveData = Plain | WithCard | PlayCard | PlaceAt;
