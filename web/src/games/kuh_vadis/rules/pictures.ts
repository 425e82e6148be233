import type { Component } from "svelte";
import Again from "./Again.svelte";
import Blocked from "./Blocked.svelte";
import Chain from "./Chain.svelte";
import Empty from "./Empty.svelte";
import Throws from "./Throws.svelte";

export const pictures: Record<string, Component> = {
  sheet: Empty,
  dice: Throws,
  again: Again,
  chain: Chain,
  blocked: Blocked,
};
