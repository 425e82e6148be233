/** What is written on a thing. */
import { t } from "../../text/speech.svelte.ts";
import type { Json } from "../../wire/types.ts";
import { isEmpty, isPlain, type Lexicon } from "./words.ts";

export interface Face {
  /** Whose it is, where it says so. */
  seat: number | null;
  title: string;
  /** What else there is to know of it. */
  more: string[];
}

/** Under which names a thing says whose it is. */
const WHOSE = ["seat", "owner", "player"];

export function faceOf(value: Json, lexicon: Lexicon, words?: string): Face {
  const say = (one: Json): string => sayValue(one, lexicon, words);
  if (isPlain(value)) return { seat: null, title: say(value), more: [] };
  if (Array.isArray(value)) return { seat: null, title: value.map(say).join(" "), more: [] };
  const whose = WHOSE.find((name) => typeof value[name] === "number");
  const facts = Object.entries(value)
    .filter(([name, one]) => name !== whose && one !== false && !isEmpty(one))
    .map(([name, one]) => (one === true ? lexicon.word(name) : say(one)));
  const seat = whose === undefined ? null : Number(value[whose]);
  return { seat, title: facts[0] ?? "", more: facts.slice(1) };
}

/** A value in words. */
export function sayValue(value: Json, lexicon: Lexicon, words?: string): string {
  if (value === null) return "–";
  if (typeof value === "boolean") return t(value ? "any.yes" : "any.no");
  if (isPlain(value)) return lexicon.value(String(value), words);
  return Object.values(value)
    .filter((one) => !isEmpty(one))
    .map((one) => sayValue(one, lexicon, words))
    .join(", ");
}

/** All that is written on a thing, to be read aloud. */
export const readFace = (face: Face, nameOf: (seat: number) => string): string =>
  [face.title, ...face.more, ...(face.seat === null ? [] : [nameOf(face.seat)])]
    .filter((words) => words !== "")
    .join(", ");
