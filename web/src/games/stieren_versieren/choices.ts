/** Which of the legal moves concern a thing, and what somebody probably wants who presses it. */
import type { Thing } from "./face.ts";
import { bullsIn, cowOf, type StierenMove, type StierenView, type Move } from "./view.ts";

export interface Choice {
  move: Move;
  read: StierenMove;
}

export const choicesOf = (legal: readonly Move[]): Choice[] =>
  legal.map((move) => ({ move, read: move.data }));

/** The legal move of a kind, with a certain bull if one is named. */
export const moveOf = (choices: readonly Choice[], kind: string, bull?: string): Move | null =>
  choices.find(
    ({ read }) => read.do === kind && (bull === undefined || bullsIn(read).includes(bull)),
  )?.move ?? null;

/** Moves on the table that begin with a bull or a cow; hand cards are chosen in the hand. */
export function choicesWith(choices: readonly Choice[], thing: Thing): Choice[] {
  return choices.filter(({ read }) => {
    if (read.do !== "talk" && read.do !== "court" && read.do !== "move" && read.do !== "chase")
      return false;
    return thing.kind === "bull"
      ? bullsIn(read).includes(thing.id)
      : "cow" in read && read.cow === thing.id;
  });
}

/** While a cow is to be placed, whatever stands at a place means the place: cards may cover most of it. */
const PLACING: readonly string[] = ["cow", "shortage"];

function placeOf(view: StierenView, seat: number, thing: Thing): string {
  if (thing.kind === "place") return thing.id;
  const bulls = view.players[seat]?.bulls ?? [];
  const standing =
    thing.kind === "cow" ? cowOf(view, thing.id) : bulls.find((bull) => bull.id === thing.id);
  return standing?.at ?? "";
}

/** The move that a second press completes, after a first on a bull or a cow. */
export function wishFor(
  view: StierenView,
  seat: number,
  first: Thing | null,
  second: Thing,
): StierenMove {
  const away = (from: string | null | undefined): string =>
    view.locations.find((place) => place.name !== from)?.name ?? "";
  if (PLACING.includes(view.phase)) return { do: "cow", to: placeOf(view, seat, second) };
  if (second.kind === "place") {
    if (first?.kind === "bull") return { do: "move", bull: first.id, to: second.id };
    if (first?.kind === "cow") return { do: "chase", cow: first.id, to: second.id };
    return { do: "cow", to: second.id };
  }
  if (second.kind === "bull") {
    if (view.phase === "companion") return { do: "take", bull: second.id };
    if (view.phase === "challenge") return { do: "challenge", bull: second.id };
    if (view.phase === "commit") return { do: "join", bull: second.id };
    return { do: "move", bull: second.id, to: away(null) };
  }
  const cow = cowOf(view, second.id);
  if (view.phase === "companion") return { do: "lead", cow: second.id };
  const bull = first?.kind === "bull" ? first.id : view.players[seat]?.bulls[0]?.id;
  if (bull !== undefined && (first !== null || !cow?.up))
    return { do: cow?.up ? "court" : "talk", bull, cow: second.id };
  return { do: "chase", cow: second.id, to: away(cow?.at) };
}

/** Whether a legal move is that wish. */
export function isWish({ read }: Choice, wish: StierenMove): boolean {
  return JSON.stringify(read) === JSON.stringify(wish);
}

/** What a hand card would be used for now. */
export function useOfHand(view: StierenView): "choose" | "support" | "swap" {
  return view.phase === "choose" ? "choose" : view.phase === "commit" ? "support" : "swap";
}
