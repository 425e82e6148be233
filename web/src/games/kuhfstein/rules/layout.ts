/** Small landscapes for the pictures of the rules, written as rows of signs: `H M* .`, a star for a cow. */
import { fieldName } from "../geometry.ts";
import type { Landscape, Player, Tile } from "../view.ts";

const SIGNS: Record<string, Landscape> = {
  H: "hay",
  M: "meadow",
  F: "forest",
  L: "lake",
  B: "house",
};

function tilesOf(rows: readonly string[]): Tile[] {
  return rows.flatMap((line, row) =>
    line.split(" ").flatMap((sign, column) => {
      const landscape = SIGNS[sign.charAt(0)];
      return landscape
        ? [{ at: fieldName(row, column), row, column, landscape, cow: sign.endsWith("*") }]
        : [];
    }),
  );
}

/** A player with this landscape and nothing else; herds and trees go by their fields, m13 is the first. */
export function playerWith(
  rows: readonly string[],
  herds: string[][] = [],
  trees: string[] = [],
): Player {
  const tiles = tilesOf(rows);
  return {
    points: 0,
    award: 0,
    supply: 0,
    tile_count: tiles.length,
    tiles,
    trees,
    free: [],
    herds,
    hand: [],
    scoring: [],
    chosen: false,
  };
}
