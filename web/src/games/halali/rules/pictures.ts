import type { Component } from "svelte";
import Captures from "./Captures.svelte";
import Exits from "./Exits.svelte";
import Hunter from "./Hunter.svelte";
import Moving from "./Moving.svelte";
import Setup from "./Setup.svelte";
import Tiles from "./Tiles.svelte";

export const pictures: Record<string, Component> = {
  tiles: Tiles,
  setup: Setup,
  moving: Moving,
  captures: Captures,
  hunter: Hunter,
  exits: Exits,
};
