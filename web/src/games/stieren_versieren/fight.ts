/** The Bull Fight as the board shows it, and how it is remembered when it is over. */
import { bullOf, cowOf, type Bull, type Cow, type StierenView } from "./view.ts";

export type Stage = "challenge" | "commit" | "reveal";

export interface Side {
  seat: number;
  champion: Bull | null;
  mates: Bull[];
  /** Hand cards; null lies face down. */
  cards: (Bull | null)[];
  strength: number | null;
}
/** A bull with which somebody wanted to challenge Romeo, when all answer at once. */
export interface Bid {
  seat: number;
  bull: Bull;
}
export interface Fight {
  cow: Cow | null;
  stage: Stage;
  /** Romeo's owner, where it is known. */
  romeo: number | null;
  /** Romeo first, then the challengers clockwise. */
  sides: Side[];
  /** All that have just been shown, if there was more than one; the lot fell on the challenger. */
  bids: Bid[];
  /** Everybody answers at once, in secret. */
  isSecret: boolean;
  over: boolean;
  winner: number | null;
}

const hasResult = (view: StierenView): boolean =>
  view.players.some((player) => player.strength > 0);

/** Follows a fight from one picture to the next. What was shown at its end stays until it is put away. */
export function followFight(before: Fight | null, view: StierenView): Fight | null {
  if (view.fight !== null) return fightNow(view, view.fight);
  if (hasResult(view)) return before?.over ? before : result(before, view);
  return before?.over ? before : null;
}

function fightNow(view: StierenView, cow: string): Fight {
  const isShown = hasResult(view);
  return {
    cow: cowOf(view, cow) ?? null,
    stage: isShown ? "reveal" : view.phase === "commit" ? "commit" : "challenge",
    romeo: view.turn,
    sides: clockwise(view)
      .filter((seat) => view.players[seat]?.champion)
      .map((seat) => sideOf(view, seat)),
    bids: isShown ? [] : bidsIn(view),
    isSecret: isSecretAnswer(view),
    over: false,
    winner: null,
  };
}

/** Whether answers to Romeo are given at once and in secret now. */
export const isSecretAnswer = (view: StierenView): boolean =>
  view.phase === "challenge" && view.options.fight === "simultaneous";

function bidsIn(view: StierenView): Bid[] {
  const bids = clockwise(view).flatMap((seat) =>
    (view.players[seat]?.support ?? []).map((bull) => ({ seat, bull: bullOf(bull) })),
  );
  return bids.length > 1 ? bids : [];
}

function clockwise(view: StierenView): number[] {
  return view.players.map((_, step) => ((view.turn ?? 0) + step) % view.players.length);
}

function sideOf(view: StierenView, seat: number): Side {
  const player = view.players[seat];
  const shown = player?.strength ? player.support.map(bullOf) : [];
  const hidden =
    player?.face_down ?? Array.from({ length: player?.committed_count ?? 0 }, () => null);
  return {
    seat,
    champion: player?.champion ? bullOf(player.champion) : null,
    mates: player?.mates.map(bullOf) ?? [],
    cards: [...shown, ...hidden],
    strength: player?.strength || null,
  };
}

/** Who had come in the middle sees the strengths and the hand cards, but not who stood there. */
function result(before: Fight | null, view: StierenView): Fight {
  const seats =
    before?.sides.map((side) => side.seat) ??
    view.players.flatMap((player, seat) => (player.strength > 0 ? [seat] : []));
  const cow = before?.cow ? (cowOf(view, before.cow.id) ?? null) : null;
  return {
    cow,
    stage: "reveal",
    romeo: before?.romeo ?? null,
    sides: seats.map((seat) => {
      const side = before?.sides.find((it) => it.seat === seat);
      return { ...sideOf(view, seat), champion: side?.champion ?? null, mates: side?.mates ?? [] };
    }),
    bids: [],
    isSecret: false,
    over: true,
    winner: cow?.shack ?? null,
  };
}
