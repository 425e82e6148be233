/** The cards that this page has been shown, by their ids: a move names a card only by its id. */
import type { Half, MischwaldView } from "./view.ts";

const HALVES = new Map<string, Half[]>();

/** Notes the cards that a view shows, and returns it. */
export function remember(view: MischwaldView): MischwaldView {
  for (const { card, halves } of view.clearing) HALVES.set(card, halves);
  for (const player of view.players)
    for (const { card, halves } of player.hand ?? []) HALVES.set(card, halves);
  for (const [card, halves] of Object.entries(view.named)) HALVES.set(card, halves);
  return view;
}

/** What is printed on a card; a tree goes by its species, and nothing else needs to be known of it. */
export function halvesOf(card: string): Half[] {
  return HALVES.get(card) ?? [{ side: "tree", species: card, symbol: card, cost: 0 }];
}
