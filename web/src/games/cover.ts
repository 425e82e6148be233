/** The front of a game's box: what the home page shows of it. It is there from the first page on, so
 * a cover brings no board with it. The colours of a game come with its cover. */
import type { Component } from "svelte";

export interface Cover {
  /** The picture on the game's card. */
  Scene: Component;
  /** How long a game takes, in minutes, where its publisher or several players say so. */
  minutes?: string;
}

const COVERS = import.meta.glob<Cover>("./*/cover.ts", { eager: true, import: "default" });

/** The cover of a game; one without a folder here has the general one. */
export const coverOf = (game: string): Cover =>
  (COVERS[`./${game}/cover.ts`] ?? COVERS["./any/cover.ts"]) as Cover;
