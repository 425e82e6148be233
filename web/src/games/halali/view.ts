/** Halali!'s views and moves as the drawing reads them. Their types are those of the wire. */
import type { Drawing, Of } from "../drawing.ts";
import type { MoveData, Tile, View } from "./wire.ts";

export type * from "./wire.ts";
export type { MoveData as HalaliMove, View as HalaliView } from "./wire.ts";
/** A move in any list, and what the folder has to offer. */
export type SomeMove = Of<MoveData>;
export type HalaliDrawing = Drawing<View, MoveData>;

/** The fields that a move names, from where to where. */
export function placesOf(move: SomeMove | null): string[] {
  const read = move?.data;
  if (!read || read.do === "pass") return [];
  if (read.do === "flip") return [read.at];
  return read.do === "leave" ? [read.from] : [read.from, read.to];
}

export const SIZE = 7;
export const FACE_DOWN = "face-down";

/** How a tile looks, in one word; tiles that look alike cannot be told apart. */
export const lookOf = (tile: Tile): string => (tile.aim ? `${tile.tile} ${tile.aim}` : tile.tile);
