/** Names of bulls, cows and places, in the words of the game's own catalog. */
import { asSentence } from "../../text/say.ts";
import { speech, t } from "../../text/speech.svelte.ts";
import type { Message } from "../../wire/types.ts";
import { bullOf, GAME, type Bull, type Cow, type Player, type Symbol } from "./view.ts";

const say = (message: Message): string => speech.speaker(GAME, String).say(message);
const word = (key: string): string => speech.word(GAME, key) ?? key;
const symbolMessage = (symbol: Symbol): Message => ({ key: `symbol.${symbol}`, args: {} });

export const symbolName = (symbol: Symbol): string => word(`symbol.${symbol}`);
export const signName = (sign: string): string => word(`sign.${sign}`);
export const placeName = (place: string): string => word(`place.${place}`);
/** "to the pub", and "in the pub". */
export const toPlace = (place: string): string => word(`to.${place}`);
export const atPlace = (place: string): string => word(`at.${place}`);

export const faceName = ({ symbol, value }: Pick<Bull, "symbol" | "value">): string =>
  say({ key: "bull", args: { symbol: symbolMessage(symbol), value } });
export const bullName = (id: string): string => faceName(bullOf(id));
export const bullNames = (ids: readonly string[]): string =>
  new Intl.ListFormat(speech.language).format(ids.map(bullName));

/** A cow by her face if it is known, else by the order of her arrival. */
export function cowName(cow: Cow): string {
  if (cow.symbol === null || cow.value === null)
    return t("stieren_versieren.cow_down", { name: cow.id });
  const name = say({
    key: "cow",
    args: { symbol: symbolMessage(cow.symbol), value: cow.value, name: cow.id },
  });
  return cow.up ? name : t("stieren_versieren.cow_peeked", { cow: name });
}

export const inWords = (...parts: (string | false | null | undefined)[]): string =>
  asSentence(parts.filter((part) => part).join(", "));

/** How many cards a player has, and where. */
export const bagOf = (player: Player): string =>
  t("stieren_versieren.cards", {
    hand: player.hand_count,
    pile: player.pile_count,
    discard: player.discard.length,
  });
