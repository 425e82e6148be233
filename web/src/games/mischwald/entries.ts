/** What the enlarged view lists: the halves of a card, or a tree with all that lives around it. */
import type { Entry } from "./Rules.svelte";
import { SLOTS, type Half, type Side, type Tree } from "./view.ts";

export const entryOf = (species: string, symbol: string, side: Side): Entry => ({ key: species, species, symbol, side });

export const entriesOfCard = (halves: readonly Half[]): Entry[] => halves.map((half) => ({ key: half.side, ...half }));

export function entriesOfTree(tree: Tree): Entry[] {
  const trunk: Entry[] = tree.species === null ? [] : [{ ...entryOf(tree.species, tree.species, "tree"), points: tree.points }];
  const around = SLOTS.flatMap((side) =>
    tree[side].map(({ card, species, symbol, points }): Entry => ({ key: `${side} ${card}`, species, symbol, side, points })),
  );
  return [...trunk, ...around];
}
