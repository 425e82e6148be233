/** Words for a game that has no drawing yet, as far as its catalog has them. */
import type { Catalog, Json } from "../../wire/types.ts";

/** Finds the word for an id: the only sentence without holes whose key ends with it. */
export function lexicon(catalog: Catalog): (id: string) => string {
  const words = new Map<string, string | null>();
  for (const [key, sentence] of Object.entries(catalog)) {
    const id = key.slice(key.lastIndexOf(".") + 1);
    if (!key.includes(".") || sentence.includes("{") || sentence.length > 40) continue;
    // Two words for one id: better none than the wrong one.
    words.set(id, words.has(id) && words.get(id) !== sentence ? null : sentence.replace(/:$/, ""));
  }
  return (id) => words.get(id) ?? id.replaceAll("_", " ");
}

export const isPlain = (value: Json): value is string | number | boolean | null =>
  value === null || typeof value !== "object";

/** Nothing worth a line: no value, or a list without entries. */
export const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === "object" && Object.keys(value).length === 0);

/** Facts that every view has and the table shows elsewhere. */
export const SHOWN_ELSEWHERE = new Set([
  "game",
  "seat",
  "seats",
  "options",
  "to_act",
  "ply",
  "over",
  "scores",
  "places",
  "label",
]);
