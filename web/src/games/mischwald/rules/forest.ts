/** Cards and trees for the pictures of the rules. */
import type { Half, Slot, Tree } from "../view.ts";
import { SLOTS } from "../view.ts";
import { costOf } from "./prints.ts";

export const treeCard = (species: string): Half[] => [
  { side: "tree", species, symbol: species, cost: costOf(species) },
];

/** A badger on the left, a gnat on the right. */
export const BADGER_AND_GNAT: Half[] = [
  {
    side: "left",
    species: "european_badger",
    symbol: "horse_chestnut",
    cost: costOf("european_badger"),
  },
  { side: "right", species: "gnat", symbol: "oak", cost: costOf("gnat") },
];

/** A tree with its dwellers; null is a sapling. */
export function treeWith(species: string | null, dwellers: Partial<Record<Slot, string[]>>): Tree {
  const around = Object.fromEntries(
    SLOTS.map((slot) => [
      slot,
      (dwellers[slot] ?? []).map((one) => ({
        card: one,
        species: one,
        symbol: one,
        new: false,
        points: null,
      })),
    ]),
  ) as Record<Slot, Tree[Slot]>;
  return {
    id: "",
    species,
    sapling: species === null,
    card: null,
    new: false,
    points: null,
    ...around,
  };
}
