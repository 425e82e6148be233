/** The parts of Halali!'s views and moves that the drawing reads. */
import type { Data, Move } from "../../wire/types.ts";

export const SIZE = 7;
export const FACE_DOWN = "face-down";

export type Species = "bear" | "fox" | "lumberjack" | "hunter" | "pheasant" | "duck" | "tree";
export type Side4 = "north" | "east" | "south" | "west";
export interface Tile {
  tile: Species | typeof FACE_DOWN;
  aim?: Side4;
}
export interface HalaliView {
  phase: string;
  round: number;
  options: { match: string };
  board: (Tile | null)[][];
  sides: ("blue" | "brown")[];
  bags: Partial<Record<Species, number>>[];
  face_down: number;
  turns_left: number;
  first_game: { points: number; tiles: number }[];
}

export type HalaliMove =
  | { do: "flip"; at: string }
  | { do: "move"; from: string; to: string }
  | { do: "leave"; from: string; by: Side4 }
  | { do: "pass" };

export const readView = (view: Data): HalaliView => view as unknown as HalaliView;
export const readMove = (move: Move): HalaliMove => move.data as unknown as HalaliMove;

/** How a tile looks, in one word; tiles that look alike cannot be told apart. */
export const lookOf = (tile: Tile): string => (tile.aim ? `${tile.tile} ${tile.aim}` : tile.tile);
