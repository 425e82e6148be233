/** What can be looked at enlarged: a card, a tree with all that lives around it, or the species in question. */
import { t } from "../../text/speech.svelte.ts";
import { halvesOf } from "./known_cards.ts";
import type { Entry } from "./Rules.svelte";
import {
  gainOf,
  SLOTS,
  type Half,
  type Held,
  type MischwaldView,
  type Side,
  type Tree,
} from "./view.ts";
import { cardName, speciesName } from "./words.ts";

export interface Look {
  title: string;
  note?: string;
  entries: Entry[];
}

const entryOf = (species: string, symbol: string, side: Side): Entry => ({
  key: species,
  species,
  symbol,
  side,
});

/** A card with all that is printed on it, and with what its halves would score for whoever holds it. */
export const lookAtCard = (
  { card, halves }: { card: string; halves: readonly Half[] },
  view: MischwaldView,
): Look => ({
  title: cardName(halves),
  entries: halves.map((half) => ({
    key: half.side,
    ...half,
    gain: gainOf(view, card, half.side),
  })),
});

export const lookAtTree = (tree: Tree): Look => ({
  title: `${speciesName(tree.species)} (${tree.id})`,
  note: tree.sapling ? noteOnSapling(tree) : "",
  entries: [...trunkOf(tree), ...dwellersOf(tree)],
});

const noteOnSapling = ({ card }: Tree): string =>
  card
    ? t("mischwald.your_sapling", { card: cardName(halvesOf(card)) })
    : t("mischwald.sapling_rule");

const trunkOf = (tree: Tree): Entry[] =>
  tree.species === null
    ? []
    : [{ ...entryOf(tree.species, tree.species, "tree"), points: tree.points }];

const dwellersOf = (tree: Tree): Entry[] =>
  SLOTS.flatMap((side) =>
    tree[side].map(({ card, species, symbol, points }): Entry => ({
      key: `${side} ${card}`,
      species,
      symbol,
      side,
      points,
    })),
  );

/** The card that was chosen, or else the one that is being played or asks something; null if there is none. */
export function lookAtQuestion(view: MischwaldView, chosen: Held | null): Look | null {
  const { playing, asked } = view;
  if (chosen) return lookAtCard(chosen, view);
  const species = playing?.species ?? asked?.species ?? null;
  if (species === null) return null;
  const entry = entryOf(species, playing?.symbol ?? species, playing?.side ?? "tree");
  return { title: speciesName(species), entries: [entry] };
}
