/** Words for cards, trees and questions; species and kinds have theirs in the game's own catalog. */
import { count, speech, t } from "../../text/speech.svelte.ts";
import type { Argument, Message } from "../../wire/types.ts";
import type { Half, Question, Slot, Tree } from "./view.ts";
import { SLOTS } from "./view.ts";

const GAME = "mischwald";
const SOFT_HYPHEN = "\u00ad";

const say = (key: string, args: Record<string, Argument> = {}): string =>
  speech.speaker(GAME, String).say({ key, args });
const named = (species: string | null): Message => ({
  key: species === null ? "sapling" : `species.${species}`,
  args: {},
});

/** The name of a species; null is a sapling, which has none. */
export const speciesName = (species: string | null): string => say(named(species).key);

/** The same for a narrow card: a long word may go on in another line, but only between its syllables. */
export function breakable(name: string): string {
  const parted = t("mischwald.syllables").split(" ");
  const known = new Map(parted.map((word) => [word.replaceAll("|", ""), word]));
  return name.replace(/[^\s-]+/g, (word) => known.get(word)?.replaceAll("|", SOFT_HYPHEN) ?? word);
}
export const longestPiece = (name: string): number =>
  Math.max(...name.split(/[\s\-\u00ad]/).map((piece) => piece.length));

export const kindName = (kind: string): string => say(`tag.${kind}`);

/** Both names of a split card, or that of a tree. */
export const cardName = (halves: readonly Half[]): string =>
  halves.map((half) => speciesName(half.species)).join(" / ");

/** What a species does or is worth, or null where there is nothing to say. */
export const ruleOf = (part: "effect" | "bonus" | "points", species: string): string | null =>
  speech.word(GAME, `rule.${part}.${species}`);

/** A half as a screen reader says it: what it is, where it goes, what it costs. */
function describeHalf(half: Half): string {
  const args = {
    name: speciesName(half.species),
    cost: half.cost,
    symbol: speciesName(half.symbol),
  };
  return half.side === "tree"
    ? t("mischwald.half.tree", args)
    : t("mischwald.half.dweller", { ...args, side: t(`mischwald.side.${half.side}`) });
}
export const describeCard = (halves: readonly Half[]): string =>
  halves.map(describeHalf).join("; ");

/** What something would score now, in words; nothing to say of what can go nowhere. */
export const gainInWords = (points: number | null): string =>
  points === null ? "" : t("mischwald.gain", { points: count("players.points", points) });

/** Points with their sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

const worth = (points: number | null): string =>
  points === null ? "" : ` (${count("players.points", points)})`;

function describeSlot(tree: Tree, slot: Slot): string[] {
  const dwellers = tree[slot];
  if (dwellers.length === 0) return [];
  const names = dwellers.map((it) => speciesName(it.species) + worth(it.points)).join(", ");
  return [`${t(`mischwald.side.${slot}`)}: ${names}`];
}

/** A tree as a screen reader says it, with all that lives around it. */
export function describeTree(tree: Tree): string {
  const around = SLOTS.flatMap((slot) => describeSlot(tree, slot));
  return [`${tree.id}, ${speciesName(tree.species)}${worth(tree.points)}`, ...around].join("; ");
}

/** What the player is asked. */
export function sayQuestion(asked: Question): string {
  const card = named(asked.species);
  switch (asked.kind) {
    case "react":
      return say("ask.react", { card, by: named(asked.by ?? null) });
    case "gain":
      if (!asked.cards) return say("ask.turns", { card });
      return say(asked.turns ? "ask.turns_and_cards" : "ask.cards", { card, cards: asked.cards });
    case "place":
      return t("mischwald.ask.place", {
        card: speciesName(asked.species),
        kind: kindName(asked.tag ?? ""),
      });
    case "clearing_to_cave":
      return say("ask.clearing_to_cave", { card });
    case "hand_to_cave":
      return t("mischwald.ask.hand_to_cave", { card: speciesName(asked.species) });
    case "play_cards":
      return t("mischwald.ask.play_cards", { card: speciesName(asked.species) });
  }
}
