/** What the one who is to act is doing: read from the view and from the legal moves alone. */
import type { BonusState } from "./Bonus.svelte";
import { shows, type Held, type MischwaldMove, type MischwaldView, type Move } from "./view.ts";
import { ruleOf } from "./words.ts";

/** The legal move of a kind. */
export const moveOf = (legal: readonly Move[], kind: string): Move | null =>
  legal.find(({ data }) => data.do === kind) ?? null;

/** The card that a move names, if it does. */
const cardIn = (data: MischwaldMove): string | null => ("card" in data ? data.card : null);

/** The legal move of a kind with a card. */
export const moveWith = (legal: readonly Move[], kind: string, card: string): Move | null =>
  legal.find(({ data }) => data.do === kind && cardIn(data) === card) ?? null;

/** Whether cards of the hand are put together to go somewhere, and how many have to. */
export interface Picking {
  kind: "pay" | "cave";
  /** Null: as many as one likes. */
  needed: number | null;
}

export function pickingOf(view: MischwaldView, legal: readonly Move[]): Picking | null {
  if (legal.some((move) => move.data.do === "pay"))
    return { kind: "pay", needed: view.playing?.owed ?? 0 };
  return legal.some((move) => move.data.do === "cave") ? { kind: "cave", needed: null } : null;
}

/** The cards that may be put together. The table takes them in the order of the hand, so all from the first
 * that is legal now can follow; those that came too late for the Mole cannot. */
export function pickable(
  hand: readonly Held[],
  legal: readonly Move[],
  kind: "pay" | "cave",
): Set<string> {
  const named = new Set(legal.flatMap(({ data }) => (data.do === kind ? [data.card] : [])));
  const first = hand.findIndex((card) => named.has(card.card));
  return new Set(
    first < 0 ? [] : hand.slice(first).flatMap((card) => (card.heldBack ? [] : [card.key])),
  );
}

/** How it stands about the bonus of the card that is being paid for; null if it has none. */
export function bonusOf(
  view: MischwaldView,
  picked: readonly Held[],
  left: readonly Held[],
): BonusState | null {
  const playing = view.playing;
  if (!playing || !ruleOf("bonus", playing.species)) return null;
  const misses = picked.filter((card) => !shows(card, playing.symbol)).length;
  if (!playing.matched || misses > 0) return "missed";
  if (picked.length === playing.owed) return "reached";
  const fitting = left.filter((card) => shows(card, playing.symbol)).length;
  return picked.length + fitting < playing.owed ? "out" : "open";
}
