/** What has come to a forest or to the clearing since an earlier look at them. */
import { SLOTS, tellApart, type Card, type Player, type Tree } from "./view.ts";

/** A player whose new trees and dwellers are marked as new; without an earlier look as the table says it. */
export function withNews(now: Player, before: Player | undefined): Player {
  if (!before) return now;
  const old = new Map(before.forest.map((tree) => [tree.id, tree]));
  return { ...now, forest: now.forest.map((tree) => marked(tree, old.get(tree.id))) };
}

function marked(tree: Tree, before: Tree | undefined): Tree {
  const sides = SLOTS.map((slot) => [
    slot,
    tree[slot].map((dweller, at) => ({
      ...dweller,
      new: dweller.new || at >= (before?.[slot].length ?? 0),
    })),
  ]);
  return { ...tree, ...Object.fromEntries(sides), new: tree.new || before === undefined };
}

export const isNew = (tree: Tree): boolean =>
  tree.new || SLOTS.some((slot) => tree[slot].some((dweller) => dweller.new));

/** The cards that were not there before, by the names that tell them apart. */
export function newCards(now: readonly Card[], before: readonly Card[] | undefined): Set<string> {
  const old = new Set(tellApart(before ?? now).map((card) => card.key));
  return new Set(tellApart(now).flatMap(({ key }) => (old.has(key) ? [] : [key])));
}
