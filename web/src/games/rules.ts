/** The rules of the games to read: words in three languages and pictures made of the games' own parts. */
import type { Component } from "svelte";
import type { Language } from "../text/catalogs.ts";

export type Block =
  | { text: string }
  | { points: string[] }
  | { steps: string[] }
  | { table: { head: string[]; rows: string[][] } }
  | { picture: string; says: string }
  /** One of the pictures that is text itself, to be read like the rest. */
  | { part: string };

export interface Section {
  id: string;
  title: string;
  blocks: Block[];
}
export interface Rules {
  /** What the game is about, in one sentence. */
  lead: string;
  sections: Section[];
}
export type Pictures = Record<string, Component>;

const WORDS = import.meta.glob<Rules>("./*/rules/*.json", { import: "default" });
const PICTURES = import.meta.glob<Pictures>("./*/rules/pictures.ts", { import: "pictures" });

export const hasRules = (game: string): boolean => `./${game}/rules/en.json` in WORDS;

/** Loads the rules of a game in a language; null for a game without any. */
export const rulesOf = async (game: string, language: Language): Promise<Rules | null> =>
  (await WORDS[`./${game}/rules/${language}.json`]?.()) ?? null;

export const picturesOf = async (game: string): Promise<Pictures> =>
  (await PICTURES[`./${game}/rules/pictures.ts`]?.()) ?? {};
