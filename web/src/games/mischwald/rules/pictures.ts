/** The pictures of the rules, made of the board's own parts. */
import type { Component } from "svelte";
import AllSpecies from "./AllSpecies.svelte";
import FullTree from "./FullTree.svelte";
import Payment from "./Payment.svelte";
import SaplingShown from "./SaplingShown.svelte";
import SplitCard from "./SplitCard.svelte";
import Winters from "./Winters.svelte";

export const pictures: Record<string, Component> = {
  split: SplitCard,
  payment: Payment,
  tree: FullTree,
  sapling: SaplingShown,
  winter: Winters,
  species: AllSpecies,
};
