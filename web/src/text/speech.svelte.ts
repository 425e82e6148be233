/** The language of the page: it can change at any time, and every word follows. */
import { settings } from "../settings.svelte.ts";
import { getTexts } from "../wire/http.ts";
import type { Catalog, Message, Texts } from "../wire/types.ts";
import {
  LANGUAGES,
  wordsOf,
  wordsOfPage,
  type Language,
  type Part,
  type WordKey,
} from "./catalogs.ts";
import { fill, Speaker } from "./say.ts";

function preferred(): Language {
  const known = Object.keys(LANGUAGES) as Language[];
  const wishes = [settings.language, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return (wishes.find((tag) => known.includes(tag as Language)) as Language | undefined) ?? "en";
}

class Speech {
  language = $state<Language>(preferred());
  ready = $state(false);
  /** The language as the reader's region writes dates and numbers. */
  locale = $derived(
    navigator.languages.find((tag) => tag.split("-")[0] === this.language) ?? this.language,
  );
  private words = $state.raw<Catalog>({});
  private texts = $state.raw<Texts>({ core: {}, table: {}, levels: {}, games: {} });
  private readonly parts = new Set<Part>();

  /** Loads the words of a language and then speaks it. */
  async speak(language: Language): Promise<void> {
    const catalogs = [
      wordsOfPage(language),
      ...[...this.parts].map((part) => wordsOf(part, language)),
    ];
    const [texts, ...words] = await Promise.all([getTexts(language), ...catalogs]);
    this.words = Object.assign({}, ...words) as Catalog;
    this.texts = texts;
    this.language = language;
    this.ready = true;
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    await this.speak(language);
    settings.language = language;
  }

  /** Learns the words of a part of the page before it is shown. */
  async learn(part: Part): Promise<void> {
    if (this.parts.has(part)) return;
    this.parts.add(part);
    const language = this.language;
    const words = await wordsOf(part, language);
    // Who changed the language meanwhile has loaded these words in the new one.
    if (language === this.language) this.words = { ...this.words, ...words };
  }

  /** Says a sentence of the page. */
  t = (key: WordKey, args: Record<string, string | number> = {}): string =>
    fill(this.words[key] ?? key, args);

  /** Says a sentence of the page that counts something: its key has a `.one` and a `.many`. */
  count = (key: string, count: number, args: Record<string, string | number> = {}): string =>
    fill(this.words[`${key}.${count === 1 ? "one" : "many"}`] ?? key, { count, ...args });

  /** A speaker of a game's messages, with the names at its table. */
  speaker(game: string, nameOf: (seat: number) => string): Speaker {
    const shared = Object.entries(this.texts)
      .filter(([section]) => section !== "games")
      .map(([, catalog]) => catalog as Catalog);
    return new Speaker([this.texts.games[game] ?? {}, ...shared, this.words], nameOf);
  }

  /** A word of a game that needs no arguments, or null where the game has none. */
  word(game: string, key: string): string | null {
    return this.texts.games[game]?.[key] ?? null;
  }

  title = (game: string): string => this.word(game, "game.title") ?? game;

  /** What kind of bot a level is, in a word. */
  level = (level: string): string => this.aboutLevel(level, "kind") || level;
  /** Its character, in a sentence or two. */
  levelAbout = (level: string): string => this.aboutLevel(level, "about");
  /** How strong it is, as measured. */
  levelStrength = (level: string): string => this.aboutLevel(level, "strength");

  private aboutLevel(level: string, what: string): string {
    return this.texts.levels[`level.${level}.${what}`] ?? "";
  }

  /** Says what the server gave as a reason, without a table. */
  reason(reason: Message | null, away: WordKey = "trouble.unreachable"): string {
    return reason ? this.speaker("", (seat) => `${seat + 1}`).say(reason) : this.t(away);
  }

  catalog(game: string): Catalog {
    return this.texts.games[game] ?? {};
  }
}

export const speech = new Speech();
export const { t, count } = speech;
