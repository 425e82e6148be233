/** The parts of Mischwald's views and moves that the drawing reads. */
import type { Data, Move } from "../../wire/types.ts";
import { remember } from "./known_cards.ts";

export const CLEARING_LIMIT = 10;
export const WINTERS = 3;

export type Slot = "top" | "left" | "right" | "bottom";
export type Side = Slot | "tree";
export const SLOTS: readonly Slot[] = ["top", "left", "right", "bottom"];

export interface Half {
  side: Side;
  species: string;
  symbol: string;
  cost: number;
}
export interface Card {
  card: string;
  halves: Half[];
}
export interface Dweller {
  card: string;
  species: string;
  symbol: string;
  /** Placed in the turn that is being played. */
  new: boolean;
  points: number | null;
}
export interface Tree extends Record<Slot, Dweller[]> {
  id: string;
  species: string | null;
  sapling: boolean;
  card: string | null;
  new: boolean;
  points: number | null;
}
export interface Player {
  hand_count: number;
  hand: Card[] | null;
  held_back: string[] | null;
  known: string[];
  cave_count: number;
  cave: string[] | null;
  cave_seen: string[];
  forest: Tree[];
}
export interface Playing {
  species: string;
  side: Side;
  symbol: string;
  owed: number;
  matched: boolean;
}
export interface Question {
  step: string;
  kind: "react" | "gain" | "place" | "clearing_to_cave" | "hand_to_cave" | "play_cards";
  species: string | null;
  by?: string;
  cards?: number;
  turns?: number;
  tag?: string;
}
export interface MischwaldView {
  phase: "mulligan" | "action" | "draw" | "place" | "pay" | "choice";
  to_act: number[];
  over: string | null;
  turn: number;
  deck: number;
  winters: number;
  clearing: Card[];
  playing: Playing | null;
  stashed: number;
  asked: Question | null;
  players: Player[];
  /** What is printed on cards that are known by name only. */
  named: Record<string, Half[]>;
}

export type MischwaldMove =
  | { do: "keep" | "mulligan" | "draw" | "yes" | "no" }
  | { do: "take" | "sapling" | "pay" | "cave"; card: string }
  | { do: "play"; card: string; half?: Slot }
  | { do: "place"; tree: string };

export function readView(view: Data): MischwaldView {
  const seen = view as unknown as MischwaldView;
  remember(seen);
  return seen;
}
export const readMove = (move: Move): MischwaldMove => move.data as unknown as MischwaldMove;

/** A card in a hand or in the clearing, with a name of its own among its equals. */
export interface Held extends Card {
  key: string;
  heldBack: boolean;
}

/** Tells equal cards apart by counting them; as many of them as `heldBack` names wait for a later turn. */
export function tellApart(cards: readonly Card[], heldBack: readonly string[] = []): Held[] {
  const seen = new Map<string, number>();
  return cards.map((card) => {
    const before = seen.get(card.card) ?? 0;
    seen.set(card.card, before + 1);
    const waiting = heldBack.filter((name) => name === card.card).length;
    return { ...card, key: `${card.card}/${before}`, heldBack: before < waiting };
  });
}

/** Whether a card shows a tree symbol, on either half. */
export const shows = (card: Card, symbol: string): boolean =>
  card.halves.some((half) => half.symbol === symbol);
