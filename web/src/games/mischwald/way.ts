/** Where a move happens: at the deck, in the clearing, or at a tree. */
import { isNew } from "./fresh.ts";
import type { LastMove, MischwaldView } from "./view.ts";

const DECK = "[data-deck]";
const CLEARING = "[data-clearing]";
const treeOf = (seat: number, tree: string): string =>
  `[data-wood="${seat}"] .forest [data-key="${tree}"]`;

export function wayOf({ seat, data }: LastMove, view: MischwaldView): string[] {
  const treeAt = (tree: string): string => treeOf(seat, tree);
  // The last payment, or the choice of a card that costs nothing, puts it down.
  const settled = view.playing ? undefined : view.players[seat]?.forest.findLast(isNew)?.id;
  const goal = settled === undefined ? [] : [treeAt(settled)];
  switch (data.do) {
    case "draw":
    case "mulligan":
      return [DECK];
    case "take":
      return [CLEARING];
    case "pay":
      return [CLEARING, ...goal];
    case "place":
      return [treeAt(data.tree)];
    case "cave":
      return [treeAt("cave")];
    case "play":
    case "sapling":
      return goal;
    default:
      return [];
  }
}
