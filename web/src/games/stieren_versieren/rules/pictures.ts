/** The pictures of the rules, made of the board's own parts. */
import type { Component } from "svelte";
import BluntTalk from "./BluntTalk.svelte";
import FightShown from "./FightShown.svelte";
import FourPlaces from "./FourPlaces.svelte";
import LeadHome from "./LeadHome.svelte";
import ShackWithCouples from "./ShackWithCouples.svelte";

export const pictures: Record<string, Component> = {
  places: FourPlaces,
  talk: BluntTalk,
  lead: LeadHome,
  fight: FightShown,
  shack: ShackWithCouples,
};
