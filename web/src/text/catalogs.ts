/** The words of the page lie beside what says them, in a folder `text`. Those of a part that not every
 * reader opens are loaded with it. */
import type { Catalog } from "../wire/types.ts";
import type analysis from "../analysis/text/en.json";
import type notices from "../notices/text/en.json";
import type lobby from "../lobby/text/en.json";
import type learn from "../learn/text/en.json";
import type me from "../me/text/en.json";
import type privacy from "../privacy/text/en.json";
import type puzzle from "../puzzle/text/en.json";
import type replay from "../replay/text/en.json";
import type review from "../review/text/en.json";
import type sofa from "../sofa/text/en.json";
import type stored from "../stored/text/en.json";
import type page from "./en.json";

export const LANGUAGES = { en: "English", de: "Deutsch", nl: "Nederlands" } as const;
export type Language = keyof typeof LANGUAGES;

/** The words of each part. A game adds its own in its folder, beside its cover. */
export interface WordsByPart {
  page: typeof page;
  analysis: typeof analysis;
  learn: typeof learn;
  notices: typeof notices;
  lobby: typeof lobby;
  me: typeof me;
  privacy: typeof privacy;
  puzzle: typeof puzzle;
  replay: typeof replay;
  review: typeof review;
  sofa: typeof sofa;
  stored: typeof stored;
}

/** Every word that the page can say. */
export type WordKey = { [Part in keyof WordsByPart]: keyof WordsByPart[Part] }[keyof WordsByPart];

/** A part with words of its own, by its folder. */
export type Part =
  | "analysis"
  | "learn"
  | "lobby"
  | "me"
  | "notices"
  | "privacy"
  | "puzzle"
  | "replay"
  | "review"
  | "sofa"
  | "stored"
  | `games/${string}`;

const OWN = import.meta.glob<Catalog>("./*.json", { import: "default" });
const PARTS = import.meta.glob<Catalog>(["../*/text/*.json", "../games/*/text/*.json"], {
  import: "default",
});

/** Loads the words that every page needs. */
export const wordsOfPage = async (language: Language): Promise<Catalog> =>
  (await OWN[`./${language}.json`]?.()) ?? {};

/** Loads the words of a part; a game without a drawing has none. */
export const wordsOf = async (part: Part, language: Language): Promise<Catalog> =>
  (await PARTS[`../${part}/text/${language}.json`]?.()) ?? {};
