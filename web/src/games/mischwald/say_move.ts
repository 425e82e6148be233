import { t } from "../../text/speech.svelte.ts";
import { halvesOf } from "./known_cards.ts";
import { plan } from "./plan.svelte.ts";
import { type SomeMove } from "./view.ts";
import { cardName, speciesName } from "./words.ts";

/** A move of Mischwald in words. A payment that was put together is said as one. */
export function sayMove(move: SomeMove): string {
  const read = move.data;
  switch (read.do) {
    case "play":
      return sayPlay(read.card, read.half);
    case "take":
    case "sapling":
      return t(`mischwald.move.${read.do}`, { card: cardName(halvesOf(read.card)) });
    case "pay":
    case "cave":
      return sayPicked(read.do, read.card);
    case "place":
      return t("mischwald.move.place", { tree: read.tree });
    default:
      return t(`mischwald.move.${read.do}`);
  }
}

function sayPlay(card: string, side: string | undefined): string {
  const half = halvesOf(card).find((it) => it.side === (side ?? "tree"));
  const name = speciesName(half?.species ?? card);
  if (!half || half.side === "tree") return t("mischwald.move.plant", { card: name });
  return t(`mischwald.move.play.${half.side}`, { card: name });
}

function sayPicked(kind: "pay" | "cave", card: string): string {
  const together = plan.begun?.steps.filter((step) => step.do === kind) ?? [];
  if (together.length > 1 && together[0]?.card === card)
    return t(`mischwald.move.${kind}_cards`, { count: together.length });
  return t(`mischwald.move.${kind}`, { card: cardName(halvesOf(card)) });
}
