// Written by `make wire` from what these declare:
// allmende.games.kuhfstein.words.shapes

import type { Header } from "../../wire/types.ts";

export type Landscape = "hay" | "meadow" | "forest" | "lake" | "house";

export type Effect = "cow" | "extra_action" | "take_card" | "all_cows_home" | "place_tile";

export type Condition = "enclosed" | "edge" | "supply" | "tiles" | "points" | "most" | "trees";

export type Square = "nw" | "ne" | "sw" | "se";

export type PlaceSide = "front" | "back";

/** The face of a card. */
export interface Card {
  id: number;
  /** Rows of signs: a letter for a landscape, `?` for any tile, `.` for no tile. */
  grid: string[];
  points: number;
}

/** A card in a hand. */
export interface HandCard extends Card {
  /** The others have not seen it. */
  secret: boolean;
}

/** What a card of the hand or of the display would bring the seat that looks, if it had it. */
export interface Prospect {
  card: number;
  /** There are cows and a place for it now. */
  fits: boolean;
  /** Where the marker would stand. */
  points: number;
  /** The bonus places it would reach or pass, the first one first. */
  bonuses: number[];
}

/** A tile of a layout. */
export interface Tile {
  at: string;
  row: number;
  column: number;
  landscape: Landscape;
  cow: boolean;
}

/** A bonus place of the track; tile and side are null if it is printed. */
export interface Place {
  at: number;
  effect: Effect;
  tile: number | null;
  side: PlaceSide | null;
}

/** The track for points. */
export interface Track {
  end: number;
  places: Place[];
}

/** The tile display and what is in the stacks; only their order is hidden. */
export interface Tiles {
  display: (Landscape | null)[];
  stack: Partial<Record<Landscape, number>>;
  aside: Partial<Record<Landscape, number>>;
}

/** The card display and the piles. */
export interface Cards {
  display: (Card | null)[];
  pile: number;
  /** Null until the discard pile has become the draw pile. */
  pile_cards: number[] | null;
  discard: number[];
  /** Cards that this seat has never seen: they are in the pile, or start cards of others. */
  unseen: number[];
}

/** A scoring tile, and what it asks for. */
export interface ScoringTile {
  id: string;
  condition: Condition;
  points: number;
  landscape?: Landscape;
  need?: number;
}

/** A scoring tile before a player. */
export interface HeldScoring {
  id: string;
  kept: boolean;
  fulfilled: boolean;
}

/** What lies before a player. */
export interface Player {
  points: number;
  award: number;
  supply: number;
  tile_count: number;
  tiles: Tile[];
  /** The north-western fields of the squares that bear a tree. */
  trees: string[];
  free: string[];
  herds: string[][];
  /** Null for a card that this seat has not seen. */
  hand: (HandCard | null)[];
  /** Null for a tile that this seat has not seen. */
  scoring: (HeldScoring | null)[];
  chosen: boolean;
}

/** What lies on the table. */
export interface Shown {
  /** Where the components come from, in one language or in several. */
  label: string | Record<string, string>;
  first: number;
  last_round: boolean;
  actions_left: number;
  exchanges: number;
  taken: Landscape | null;
  /** The field of the tile that may earn a tree. */
  placed: string | null;
  playing: Card | null;
  waiting_bonuses: number[];
  track: Track;
  tiles: Tiles;
  cards: Cards;
  /** Empty for who plays no part. */
  prospects: Prospect[];
  trees_left: number;
  scoring_tiles: ScoringTile[];
  players: Player[];
  scores: number[];
  places: number[];
}

/** What can be chosen before a game. */
export interface Options {
  bonus: "basic" | "random";
  start_card: "drawn" | "chosen";
  enclosed: "4" | "8";
}

export type Phase =
  | "start-card"
  | "action"
  | "extra-action"
  | "tile"
  | "bonus-tile"
  | "place"
  | "tree"
  | "card"
  | "bonus-card"
  | "lay"
  | "scoring";

/** What somebody may see of a game. */
export interface View extends Header, Shown {
  game: "kuhfstein";
  options: Options;
  phase: Phase;
  turn: number | null;
  round: number;
  over: "goal" | "shortage" | null;
}

/** Begin an action, or plant no tree. */
export interface Plain {
  do: "tile" | "card" | "no tree";
}

/** Exchange a display. */
export interface Exchange {
  do: "exchange";
  what: "tiles" | "cards";
}

/** Take a tile of the display. */
export interface TakeTile {
  do: "take";
  tile: Landscape;
}

/** Take a card of the display. */
export interface TakeCard {
  do: "take";
  card: number;
}

/** Play a card of the hand. */
export interface PlayCard {
  do: "play";
  card: number;
}

/** Place the tile that was taken, or send the herd of a field home. */
export interface AtField {
  do: "place" | "home";
  at: string;
}

/** Plant a tree in a square. */
export interface PlantTree {
  do: "tree";
  square: Square;
}

/** Lay the card that is being played on the landscape, turned so often. */
export interface Lay {
  do: "lay";
  turn: number;
  at: string;
  cows: string[];
}

/** Keep a scoring tile. */
export interface Keep {
  do: "keep";
  tile: string;
}

export type MoveData =
  Plain | Exchange | TakeTile | TakeCard | PlayCard | AtField | PlantTree | Lay | Keep;
