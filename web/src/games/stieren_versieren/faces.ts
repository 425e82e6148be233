/** How things look and what a screen reader says of them: what is chosen, possible, last, advised. */
import { asSentence } from "../../text/say.ts";
import { count, t } from "../../text/speech.svelte.ts";
import { choicesWith, useOfHand, type Choice } from "./choices.ts";
import type { Face, Thing } from "./face.ts";
import { sayMove } from "./say_move.ts";
import {
  bullsIn,
  cowOf,
  type Bull,
  type StierenMove,
  type StierenView,
  type LastMove,
} from "./view.ts";
import { atPlace, bullName, cowName, faceName, inWords, placeName, toPlace } from "./words.ts";

/** The table as it stands, and what its reader is about to do. */
export interface Now {
  seen: StierenView;
  seat: number | null;
  choices: readonly Choice[];
  /** What can be done with what is selected. */
  acts: readonly Choice[];
  selected: Thing | null;
  staged: StierenMove | null;
  hint: StierenMove | null;
  /** The moves that are marked. */
  lately: readonly LastMove[];
  /** Whether a card in hand is part of a plan. */
  isPlanned: (bull: string) => boolean;
}

const WITH_A_CARD = ["choose", "extra", "swap", "support"];

export class Faces {
  constructor(private readonly now: Now) {}

  of(thing: Thing): Face {
    const { seen, seat, choices, acts, selected, staged, lately, hint } = this.now;
    const chosen =
      (selected?.kind === thing.kind && selected.id === thing.id) || isIn(staged, thing);
    const open = [...acts, ...choices.filter(({ read }) => read.do === "cow")];
    const target =
      !chosen &&
      (open.some(({ read }) => isIn(read, thing)) ||
        (seen.phase === "companion" && thing.id === seen.moving?.to));
    const can =
      !chosen &&
      !target &&
      selected === null &&
      seen.phase === "action" &&
      choicesWith(choices, thing).length > 0;
    const face = {
      chosen,
      target,
      can,
      last: lately.some(
        (move) => isIn(move.data, thing) && (thing.kind !== "bull" || move.seat === seat),
      ),
      hinted: isIn(hint, thing),
    };
    return { ...face, label: inWords(this.nameOf(thing), ...wordsFor(face)) };
  }

  ofHand(bull: Bull): Face {
    const { seen, choices, staged, hint, isPlanned } = this.now;
    const thing: Thing = { kind: "bull", id: bull.id };
    const isUsed = (read: StierenMove | null): boolean =>
      read !== null && WITH_A_CARD.includes(read.do) && isIn(read, thing);
    const chosen = isPlanned(bull.id) || isUsed(staged);
    const can =
      !chosen &&
      choices.some(({ read }) => read.do === useOfHand(seen) && bullsIn(read).includes(bull.id));
    const face = { chosen, can, hinted: isUsed(hint) };
    return { ...face, label: inWords(faceName(bull), ...wordsFor(face)) };
  }

  /** An act in few words: what is selected already needs no saying. */
  short({ move, read }: Choice): string {
    if (read.do === "move") return asSentence(toPlace(read.to));
    if (read.do === "chase") return t("stieren_versieren.short.chase", { to: toPlace(read.to) });
    if (read.do === "talk" || read.do === "court")
      return this.now.selected?.kind === "cow"
        ? t(`stieren_versieren.short.${read.do}_by`, { bull: bullName(read.bull) })
        : t(`stieren_versieren.short.${read.do}`, { cow: read.cow });
    return sayMove(move);
  }

  private nameOf(thing: Thing): string {
    const { seen, seat } = this.now;
    if (thing.kind === "bull") {
      const at = seen.players[seat ?? 0]?.bulls.find((it) => it.id === thing.id)?.at ?? "";
      return t("stieren_versieren.yours", { bull: bullName(thing.id), at: atPlace(at) });
    }
    if (thing.kind === "cow") {
      const cow = cowOf(seen, thing.id);
      return cow
        ? inWords(
            cowName(cow),
            atPlace(cow.at ?? ""),
            cow.settled && t("stieren_versieren.settled"),
          )
        : thing.id;
    }
    const bulls = seen.players.reduce(
      (sum, player) => sum + player.bulls.filter((it) => it.at === thing.id).length,
      0,
    );
    const cows = seen.cows.filter((it) => it.at === thing.id).length;
    return inWords(
      placeName(thing.id),
      count("stieren_versieren.cows_here", cows),
      count("stieren_versieren.bulls_here", bulls),
    );
  }
}

function isIn(read: StierenMove | null, thing: Thing): boolean {
  if (!read) return false;
  if (thing.kind === "bull") return bullsIn(read).includes(thing.id);
  return thing.kind === "cow"
    ? "cow" in read && read.cow === thing.id
    : "to" in read && read.to === thing.id;
}

const wordsFor = (face: Omit<Face, "label">): (string | false | undefined)[] => [
  face.chosen && t("cell.chosen"),
  face.target && t("cell.target"),
  face.can && t("stieren_versieren.can"),
  face.last && t("cell.last"),
  face.hinted && t("cell.hinted"),
];
