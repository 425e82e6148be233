/** Kuhfstein's views and moves as the drawing reads them. Their types are those of the wire. */
import type { LegalMove } from "../../wire/types.ts";
import type { Drawing, Of } from "../drawing.ts";
import type { Card, HandCard, Landscape, MoveData, View } from "./wire.ts";

export type * from "./wire.ts";
export type { MoveData as KuhfsteinMove, View as KuhfsteinView } from "./wire.ts";
/** A move that may be made, one in any list, and what the folder has to offer. */
export type Move = Of<MoveData, LegalMove>;
export type SomeMove = Of<MoveData>;
export type KuhfsteinDrawing = Drawing<View, MoveData>;
/** A card of a display, or of a hand: then the others may not have seen it. */
export type AnyCard = Card & Partial<HandCard>;

export const GAME = "kuhfstein";
export const LANDSCAPES = [
  "hay",
  "meadow",
  "forest",
  "lake",
  "house",
] as const satisfies readonly Landscape[];
