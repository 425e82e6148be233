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
    const sentence = this.find(message.key);
    // A key that nobody can say is shown as it is: better an odd word than a lost fact.
    if (sentence === undefined) return message.key;
    const args = Object.entries(message.args ?? {}).map(([name, argument]) => [
      name,
      this.spell(argument),
    ]);
    return fill(sentence, Object.fromEntries(args) as Record<string, string>);
  }

  find(key: string): string | undefined {
    return this.catalogs.find((catalog) => Object.hasOwn(catalog, key))?.[key];
  }

  private spell(argument: Argument): string {
    if (typeof argument !== "object") return String(argument);
    return isMessage(argument) ? this.say(argument) : this.nameOf(argument.seat);
  }
}
