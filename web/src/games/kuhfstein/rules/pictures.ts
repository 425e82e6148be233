/** The pictures of the rules, made of the board's own parts. */
import type { Component } from "svelte";
import CardOnLandscape from "./CardOnLandscape.svelte";
import FiveLandscapes from "./FiveLandscapes.svelte";
import TrackWithBonuses from "./TrackWithBonuses.svelte";
import TreeInSquare from "./TreeInSquare.svelte";
import TwoHerds from "./TwoHerds.svelte";

export const pictures: Record<string, Component> = {
  landscapes: FiveLandscapes,
  tree: TreeInSquare,
  card: CardOnLandscape,
  herds: TwoHerds,
  track: TrackWithBonuses,
};
