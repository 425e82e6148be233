/** The parts of Kuhfstein's views and moves that the drawing reads. */
import type { Data, Move } from "../../wire/types.ts";

export const GAME = "kuhfstein";
export const LANDSCAPES = ["hay", "meadow", "forest", "lake", "house"] as const;
export type Landscape = (typeof LANDSCAPES)[number];
export type Effect = "cow" | "extra_action" | "take_card" | "all_cows_home" | "place_tile";
export type Square = "nw" | "ne" | "sw" | "se";

export interface Card {
  id: number;
  /** Rows of signs: a letter for a landscape, `?` for any tile, `.` for no tile. */
  grid: string[];
  points: number;
  /** Only in hands: the others have not seen it. */
  secret?: boolean;
}
export interface Tile {
  at: string;
  row: number;
  column: number;
  landscape: Landscape;
  cow: boolean;
}
export interface Place {
  at: number;
  effect: Effect;
}
export interface ScoringTile {
  id: string;
  condition: "enclosed" | "edge" | "supply" | "tiles" | "points" | "most" | "trees";
  points: number;
  landscape?: Landscape;
  need?: number;
}
export interface HeldScoring {
  id: string;
  kept: boolean;
  fulfilled: boolean;
}
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
  /** null for a card that this seat has not seen. */
  hand: (Card | null)[];
  scoring: (HeldScoring | null)[];
  chosen: boolean;
}
export interface KuhfsteinView {
  label: string | Record<string, string>;
  phase: string;
  over: string | null;
  to_act: number[];
  round: number;
  first: number;
  last_round: boolean;
  actions_left: number;
  taken: Landscape | null;
  /** The field of the tile that may earn a tree. */
  placed: string | null;
  playing: Card | null;
  waiting_bonuses: number[];
  track: { end: number; places: Place[] };
  tiles: {
    display: (Landscape | null)[];
    stack: Partial<Record<Landscape, number>>;
    aside: Partial<Record<Landscape, number>>;
  };
  cards: { display: (Card | null)[]; pile: number; discard: number[] };
  trees_left: number;
  scoring_tiles: ScoringTile[];
  players: Player[];
}

export type KuhfsteinMove =
  | { do: "tile" }
  | { do: "card" }
  | { do: "exchange"; what: "tiles" | "cards" }
  | { do: "take"; tile: Landscape }
  | { do: "take"; card: number }
  | { do: "place"; at: string }
  | { do: "tree"; square: Square }
  | { do: "no tree" }
  | { do: "play"; card: number }
  | { do: "lay"; turn: number; at: string; cows: string[] }
  | { do: "home"; at: string }
  | { do: "keep"; tile: string };

export const readView = (view: Data): KuhfsteinView => view as unknown as KuhfsteinView;
export const readMove = (move: Move): KuhfsteinMove => move.data as unknown as KuhfsteinMove;

/** Whether a move turns something up, or ends the turn, after which the displays are filled from the
 * piles: then it cannot be taken back, and is shown before it is made. */
export function isForGood(move: KuhfsteinMove, view: KuhfsteinView, seat: number | null): boolean {
  switch (move.do) {
    case "tile":
    case "card":
      return false;
    case "exchange":
    case "keep":
      return true;
    case "play":
      return (
        view.players[seat ?? -1]?.hand.some((card) => card?.id === move.card && card.secret) ??
        false
      );
    case "take":
      return "card" in move && (view.phase === "start-card" || isLast(view));
    default:
      return isLast(view);
  }
}

/** Whether nothing is left to do in this turn but the action that is going on. */
function isLast(view: KuhfsteinView): boolean {
  const left = view.actions_left - (view.phase === "action" ? 1 : 0);
  return left === 0 && view.waiting_bonuses.length === 0;
}
