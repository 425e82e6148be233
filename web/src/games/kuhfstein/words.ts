/** The words of the game for what lies on the table: they come from the server. */
import { asSentence } from "../../text/say.ts";
import { count, speech, t } from "../../text/speech.svelte.ts";
import type { WordKey } from "../../text/catalogs.ts";
import type { Argument, Message } from "../../wire/types.ts";
import { cellsOf, openOf } from "./geometry.ts";
import { GAME, type Card, type Effect, type Landscape, type ScoringTile } from "./view.ts";

export const sayMessage = (message: Message): string => speech.speaker(GAME, String).say(message);
const say = (key: string, args: Message["args"] = {}): string => sayMessage({ key, args });

export const landscapeName = (landscape: Landscape): string =>
  speech.word(GAME, `landscape.${landscape}`) ?? landscape;
export const effectName = (effect: Effect): string =>
  speech.word(GAME, `effect.${effect}`) ?? effect;

const SCORING_TITLES: Record<string, WordKey> = {
  "enclosed-house": "kuhfstein.scoring.enclosed-house",
  "edge-lakes": "kuhfstein.scoring.edge-lakes",
  "cows-at-home": "kuhfstein.scoring.cows-at-home",
  "many-tiles": "kuhfstein.scoring.many-tiles",
  goal: "kuhfstein.scoring.goal",
  "most-hay": "kuhfstein.scoring.most-hay",
  "most-meadow": "kuhfstein.scoring.most-meadow",
  "most-forest": "kuhfstein.scoring.most-forest",
  trees: "kuhfstein.scoring.trees",
};

/** A short name for a scoring tile; one from somebody's own data file goes by its id. */
export const scoringTitle = (id: string): string =>
  SCORING_TITLES[id] ? t(SCORING_TITLES[id]) : id;

/** What a scoring tile asks for and gives. */
export function scoringRule(tile: ScoringTile): string {
  const args: Record<string, Argument> = { points: tile.points };
  if (tile.landscape) args["landscape"] = { key: `landscape.${tile.landscape}`, args: {} };
  if (tile.need !== undefined) args["need"] = tile.need;
  return asSentence(say(`scoring.${tile.condition}`, args));
}

/** A card by what it shows, as the log names it. */
function cardMessage(card: Card): Message {
  const landscapes = openOf(card)
    .map((landscape): Message => ({ key: `landscape.${landscape}`, args: {} }))
    .reduceRight((rest, first) => ({ key: "card.and", args: { first, rest } }));
  return { key: "card.shown", args: { landscapes, points: card.points } };
}
export const cardTitle = (card: Card): string => sayMessage(cardMessage(card));

/** What a card shows, in one line. */
export function cardName(card: Card): string {
  const open = openOf(card).map(landscapeName).join(", ");
  return t("kuhfstein.card", {
    points: card.points,
    tiles: cellsOf(card).length,
    open,
  });
}

/** The form of a card row by row, for those who cannot see it. */
export function cardForm(card: Card): string {
  const letters = new Map(
    cellsOf(card).map((cell) => [
      `${cell.row},${cell.column}`,
      cell.landscape ? landscapeName(cell.landscape) : t("kuhfstein.any"),
    ]),
  );
  const rows = card.grid.map((line, row) =>
    [...line].map((_, column) => letters.get(`${row},${column}`) ?? "–").join(" · "),
  );
  return t("kuhfstein.form", { rows: rows.join(" / ") });
}

export const cowsAtHome = (supply: number): string => count("kuhfstein.at_home", supply);
