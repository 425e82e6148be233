/** The parts of Stieren Versieren's views and moves that the drawing reads. */
import type { Data, Move } from "../../wire/types.ts";

export const GAME = "stieren_versieren";
export const MOST_ROUNDS = 7;
export const ACTIONS = 2;

export type Symbol = "heart" | "money" | "dumbbell" | "beer";
export type Sign = "horseshoe" | "tail" | "horns" | "nose_ring";
export type Phase =
  "cow" | "choose" | "action" | "companion" | "swap" | "challenge" | "commit" | "pick" | "shortage";

export interface Bull {
  id: string;
  symbol: Symbol;
  value: number;
}
export interface Location {
  name: string;
  symbol: Symbol;
  row: number;
  column: number;
}
export interface Cow {
  id: string;
  at: string | null;
  drawn: boolean;
  /** Whose Love Shack she lives in, with which bull, and what the couple is worth. */
  shack: number | null;
  bull: string | null;
  points: number | null;
  up: boolean;
  seen_by: number[];
  /** Her face, as far as who looks on knows it. */
  symbol: Symbol | null;
  value: number | null;
  settled: boolean;
}
export interface PlayerFacts {
  sign: Sign;
  /** Only in the owner's own view. */
  hand: Bull[] | null;
  face_down: Bull[] | null;
  hand_count: number;
  chosen_count: number;
  committed_count: number;
  has_chosen: boolean;
  pile_count: number;
  discard: Bull[];
  bulls: (Bull & { at: string })[];
  champion: string | null;
  mates: string[];
  /** Hand cards that were turned up at the end of a fight, or the bull of a bid that was shown
      before it (then there is no strength yet), until the next decision. */
  support: string[];
  strength: number;
}
export interface StierenView {
  phase: Phase;
  seats: number;
  options: { fight: string; layout: string };
  to_act: number[];
  over: string | null;
  round: number;
  no_peek: boolean;
  first: number;
  turn: number | null;
  actions_left: number;
  locations: Location[];
  stack: number;
  cows: Cow[];
  moving: { bull: string; to: string } | null;
  fight: string | null;
  players: PlayerFacts[];
}

export type StierenMove =
  | { do: "cow"; to: string }
  | { do: "choose"; bull?: string; bulls?: [string, string] }
  | { do: "talk" | "court"; bull: string; cow: string }
  | { do: "move"; bull: string; to: string }
  | { do: "chase"; cow: string; to: string }
  | { do: "extra" | "swap" | "take" | "challenge" | "join" | "support"; bull: string }
  | { do: "lead"; cow: string }
  | { do: "pass" | "alone" | "decline" | "done" }
  | { do: "pick"; seat: number };

export const readView = (view: Data): StierenView => view as unknown as StierenView;
export const readMove = (move: Move): StierenMove => move.data as unknown as StierenMove;

const LETTERS: Record<string, Symbol> = { h: "heart", m: "money", d: "dumbbell", b: "beer" };

/** A bull's name holds its face: `h3`, and `h3b` for a second one that looks the same. */
export function bullOf(id: string): Bull {
  return { id, symbol: LETTERS[id.charAt(0)] ?? "heart", value: Number.parseInt(id.slice(1), 10) };
}

export const cowOf = (view: StierenView, id: string): Cow | undefined =>
  view.cows.find((cow) => cow.id === id);

/** The bulls that a move names: none, one or two. */
export function bullsIn(move: StierenMove): string[] {
  if (move.do === "choose" && move.bulls) return move.bulls;
  return "bull" in move && move.bull !== undefined ? [move.bull] : [];
}
