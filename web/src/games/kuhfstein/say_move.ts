import { t } from "../../text/speech.svelte.ts";
import { type SomeMove } from "./view.ts";
import { landscapeName, sayMessage, scoringTitle } from "./words.ts";

/** The name of the card of a move; games judged long ago only have its number. */
const cardOf = ({ about, data }: SomeMove): string =>
  about ? sayMessage(about) : "card" in data ? String(data.card) : "";

/** A move of Kuhfstein in words. */
export function sayMove(move: SomeMove): string {
  const read = move.data;
  switch (read.do) {
    case "tile":
      return t("kuhfstein.do.tile");
    case "card":
      return t("kuhfstein.do.card");
    case "exchange":
      return t(
        read.what === "tiles" ? "kuhfstein.do.exchange_tiles" : "kuhfstein.do.exchange_cards",
      );
    case "take":
      return "tile" in read
        ? t("kuhfstein.do.take_tile", { tile: landscapeName(read.tile) })
        : t("kuhfstein.do.take_card", { card: cardOf(move) });
    case "place":
      return t("kuhfstein.do.place", { at: read.at });
    case "tree":
      return t(`kuhfstein.do.tree.${read.square}`);
    case "no tree":
      return t("kuhfstein.do.no_tree");
    case "play":
      return t("kuhfstein.do.play", { card: cardOf(move) });
    case "lay":
      return t("kuhfstein.do.lay", { at: read.cows.join(", ") });
    case "home":
      return t("kuhfstein.do.home", { at: read.at });
    case "keep":
      return t("kuhfstein.do.keep", { tile: scoringTitle(read.tile) });
  }
}
