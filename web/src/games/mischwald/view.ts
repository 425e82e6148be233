/** Mischwald's views and moves as the drawing reads them. Their types are those of the wire. */
import type { LastMove as AnyLastMove, LegalMove } from "../../wire/types.ts";
import type { Drawing, Of } from "../drawing.ts";
import type { Card, MoveData, Side, Slot, View } from "./wire.ts";

export type * from "./wire.ts";
export type { MoveData as MischwaldMove, View as MischwaldView } from "./wire.ts";
/** A move that may be made, one in any list, and what the folder has to offer. */
export type Move = Of<MoveData, LegalMove>;
export type SomeMove = Of<MoveData>;
export type LastMove = Of<MoveData, AnyLastMove>;
export type MischwaldDrawing = Drawing<View, MoveData>;

export const CLEARING_LIMIT = 10;
export const WINTERS = 3;
export const SLOTS: readonly Slot[] = ["top", "left", "right", "bottom"];

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

/** What a half of a card would score now: at a tree, or at the best one; null if it can go nowhere. */
export const gainOf = (
  { gains }: View,
  card: string,
  half: Side,
  tree: string | null = null,
): number | null =>
  gains.find(
    (gain) => gain.card === card && gain.half === half && (tree === null || gain.tree === tree),
  )?.points ?? null;

/** Whether a card shows a tree symbol, on either half. */
export const shows = (card: Card, symbol: string): boolean =>
  card.halves.some((half) => half.symbol === symbol);
