/** Kuhfstein's views and moves as the drawing reads them. Their types are those of the wire. */
import type { LastMove as AnyLastMove, LegalMove } from "../../wire/types.ts";
import type { Drawing, Of } from "../drawing.ts";
import type { Card, HandCard, Landscape, MoveData, Player, View } from "./wire.ts";

export type * from "./wire.ts";
export type { MoveData as KuhfsteinMove, View as KuhfsteinView } from "./wire.ts";
/** A move that may be made, one in any list, and what the folder has to offer. */
export type Move = Of<MoveData, LegalMove>;
export type SomeMove = Of<MoveData>;
export type LastMove = Of<MoveData, AnyLastMove>;
export type KuhfsteinDrawing = Drawing<View, MoveData>;
/** A card of a display, or of a hand: then the others may not have seen it. */
export type AnyCard = Card & Partial<HandCard>;

/** The fields of a landscape where something has come since an earlier look at it; none without one. */
export function newFields(now: Player, before: Player | undefined): string[] {
  if (!before) return [];
  const old = new Map(before.tiles.map((tile) => [tile.at, tile.cow]));
  const tiles = now.tiles.filter((tile) => !old.has(tile.at) || (tile.cow && !old.get(tile.at)));
  const trees = now.trees.filter((tree) => !before.trees.includes(tree));
  return [...new Set([...tiles.map((tile) => tile.at), ...trees])];
}

export const GAME = "kuhfstein";
export const LANDSCAPES = [
  "hay",
  "meadow",
  "forest",
  "lake",
  "house",
] as const satisfies readonly Landscape[];
