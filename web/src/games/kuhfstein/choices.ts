/** What may be done now, sorted by what one presses for it. */
import { type KuhfsteinMove, type Landscape, type Square, type Move } from "./view.ts";

export interface Laying {
  move: Move;
  read: Extract<KuhfsteinMove, { do: "lay" }>;
}
export interface Choices {
  tile: Move | null;
  card: Move | null;
  exchange: { tiles: Move | null; cards: Move | null };
  takeTile: Map<Landscape, Move>;
  takeCard: Map<number, Move>;
  play: Map<number, Move>;
  place: Map<string, Move>;
  home: Map<string, Move>;
  trees: { square: Square; move: Move }[];
  noTree: Move | null;
  lay: Laying[];
  keep: Map<string, Move>;
}

export function choicesOf(legal: readonly Move[]): Choices {
  const all: Choices = {
    tile: null,
    card: null,
    exchange: { tiles: null, cards: null },
    takeTile: new Map(),
    takeCard: new Map(),
    play: new Map(),
    place: new Map(),
    home: new Map(),
    trees: [],
    noTree: null,
    lay: [],
    keep: new Map(),
  };
  for (const move of legal) sortIn(all, move, move.data);
  return all;
}

function sortIn(all: Choices, move: Move, read: KuhfsteinMove): void {
  switch (read.do) {
    case "tile":
      all.tile = move;
      break;
    case "card":
      all.card = move;
      break;
    case "exchange":
      all.exchange[read.what] = move;
      break;
    case "take":
      if ("tile" in read) all.takeTile.set(read.tile, move);
      else all.takeCard.set(read.card, move);
      break;
    case "play":
      all.play.set(read.card, move);
      break;
    case "place":
      all.place.set(read.at, move);
      break;
    case "home":
      all.home.set(read.at, move);
      break;
    case "tree":
      all.trees.push({ square: read.square, move });
      break;
    case "no tree":
      all.noTree = move;
      break;
    case "lay":
      all.lay.push({ move, read });
      break;
    case "keep":
      all.keep.set(read.tile, move);
      break;
  }
}
