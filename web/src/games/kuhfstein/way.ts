/** Where a move happens: at a display, or on the landscape of whoever makes it. */
import { cellAt } from "../fields.ts";
import { frameOf, spotsIn } from "./geometry.ts";
import type { KuhfsteinMove, KuhfsteinView, LastMove } from "./view.ts";

const TILES = '[data-spot="tiles"]';
const CARDS = '[data-spot="cards"]';

export function wayOf({ seat, data }: LastMove, view: KuhfsteinView): string[] {
  switch (data.do) {
    case "tile":
      return [TILES];
    case "card":
      return [CARDS];
    case "exchange":
      return [data.what === "tiles" ? TILES : CARDS];
    case "take":
      return ["tile" in data ? TILES : CARDS];
    default:
      return onLandscape(fieldOf(data), view, seat);
  }
}

const fieldOf = (data: KuhfsteinMove): string | null => {
  if (data.do === "lay") return data.cows[0] ?? data.at;
  return data.do === "place" || data.do === "home" ? data.at : null;
};

function onLandscape(at: string | null, view: KuhfsteinView, seat: number): string[] {
  const frame = frameOf(view.players[seat]?.tiles ?? [], 1);
  const spot = at === null ? undefined : spotsIn(frame).get(at);
  if (!spot) return [];
  // On a big screen there are no fields to press: there the landscape itself is the place.
  return [
    `.public [data-landscape="${seat}"]`,
    cellAt(spot.row - frame.north, spot.column - frame.west),
  ];
}
