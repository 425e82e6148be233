/** Turns messages into sentences. */
import type { Argument, Catalog, Message } from "../wire/types.ts";

/** Puts arguments into a sentence: `{name}` becomes the text of that name. */
export function fill(sentence: string, args: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (hole, name: string) =>
    name in args ? String(args[name]) : hole,
  );
}

/** A sentence begins with a capital, also when it begins with "the cow". */
export function asSentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A piece of a sentence: words that always stand there, or what fills a blank of that name. */
export interface Piece {
  text: string;
  blank?: string;
}

export const written = (pieces: readonly Piece[]): string =>
  pieces.map(({ text }) => text).join("");

/** Sentences one after the other. */
export const asText = (told: readonly (readonly Piece[])[]): string =>
  told.map((pieces) => asSentence(written(pieces))).join(" ");

function isMessage(argument: Argument): argument is Message {
  return typeof argument === "object" && "key" in argument;
}

export class Speaker {
  /** The first catalog that knows a key has the word. */
  constructor(
    private readonly catalogs: readonly Catalog[],
    private readonly nameOf: (seat: number) => string,
  ) {}

  say(message: Message): string {
    return written(this.pieces(message));
  }

  /** A message in pieces, so that some of them can be drawn. */
  pieces({ key, args = {} }: Message): Piece[] {
    // A key that nobody can say is shown as it is: better an odd word than a lost fact.
    return (this.find(key) ?? key)
      .split(/\{(\w+)\}/)
      .map((part, at) => {
        if (at % 2 === 0) return { text: part };
        const argument = args[part];
        return argument === undefined
          ? { text: `{${part}}` }
          : { text: this.spell(argument), blank: part };
      })
      .filter(({ text }) => text !== "");
  }

  find(key: string): string | undefined {
    return this.catalogs.find((catalog) => Object.hasOwn(catalog, key))?.[key];
  }

  private spell(argument: Argument): string {
    if (typeof argument !== "object") return String(argument);
    return isMessage(argument) ? this.say(argument) : this.nameOf(argument.seat);
  }
}
