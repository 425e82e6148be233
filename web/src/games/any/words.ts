/** Words for a game that has no drawing here, as far as its catalog has them. */
import { asSentence, fill } from "../../text/say.ts";
import type { Catalog, Json, Move } from "../../wire/types.ts";

export interface Lexicon {
  /** The word for an id: the only one without holes whose key ends with it, or the id itself. */
  word: (id: string) => string;
  /** The heading of a field of the view; the field itself, or something else, where it has no word. */
  heading: (field: string, key?: string, otherwise?: string) => string;
  /** A value of a field whose words begin in a certain way. */
  value: (value: string, words?: string) => string;
  /** A move, as the game says it (`move.KIND`), or what it does (`do.KIND`) and the rest of it. */
  move: (move: Move) => string;
  /** A move without what it does. */
  rest: (move: Move) => string;
}

/** A word for a thing is short; what is longer is a sentence. */
const LONGEST_WORD = 40;

export function lexiconOf(catalog: Catalog): Lexicon {
  const words = new Map<string, string | null>();
  for (const [key, sentence] of Object.entries(catalog)) {
    const id = key.slice(key.lastIndexOf(".") + 1);
    if (!key.includes(".") || sentence.includes("{") || sentence.length > LONGEST_WORD) continue;
    // Two words for one id: better none than the wrong one.
    words.set(id, words.has(id) && words.get(id) !== sentence ? null : sentence.replace(/:$/, ""));
  }
  const word = (id: string): string => words.get(id) ?? id.replaceAll("_", " ");
  const say = (value: Json): string =>
    Array.isArray(value) ? value.map(say).join(" ") : isPlain(value) ? word(String(value)) : "";
  const entriesOf = (move: Move): [string, Json][] =>
    Object.entries(move.data).filter(([name]) => name !== "do");
  const rest = (move: Move): string =>
    entriesOf(move).every(([, value]) => say(value) !== "")
      ? entriesOf(move)
          .map(([, value]) => say(value))
          .join(" · ")
      : move.notation;
  const doing = (move: Move): string => {
    const kind = String(move.data["do"] ?? "");
    return catalog[`do.${kind}`] ?? word(kind);
  };
  return {
    word,
    heading: (field, key, otherwise) =>
      asSentence(
        catalog[key ?? ""] ??
          catalog[`field.${field}`] ??
          words.get(field) ??
          otherwise ??
          word(field),
      ),
    value: (value, prefix) => (prefix ? catalog[prefix + value] : undefined) ?? word(value),
    rest,
    move: (move) => {
      const whole = catalog[`move.${String(move.data["do"])}`];
      if (whole)
        return fill(
          whole,
          Object.fromEntries(entriesOf(move).map(([name, value]) => [name, say(value)])),
        );
      const words = [doing(move), rest(move)].filter((part) => part !== "");
      return asSentence(words.join(": ") || move.notation);
    },
  };
}

export const isPlain = (value: Json): value is string | number | boolean | null =>
  value === null || typeof value !== "object";

/** Nothing worth a line: no value, or a list without entries. */
export const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === "object" && Object.keys(value).length === 0);
