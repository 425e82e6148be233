/** Advice in plain words. */
import { asSentence } from "../text/say.ts";
import { speech, t } from "../text/speech.svelte.ts";
import type { Hint, Move, Nudge } from "../wire/types.ts";
import { decimal, percent } from "./numbers.ts";

type Say = (move: Move) => string;

/** Chances that lie this near to each other make no difference to people. */
const LITTLE = 0.03;
/** A chance with a greater standard error is only a guess. */
const UNSURE = 0.03;
/** Points up to this many say no more than the chance to win. */
const ONE_POINT = 1;

/** Where to look, without giving the move away. */
export function nudgeSentence(
  nudge: Nudge,
  legal: readonly Move[],
  game: string,
  say: Say,
): string {
  if (legal.length === 1) return t("review.nudge.only");
  const kind = nudge.do === null ? null : speech.word(game, `do.${nudge.do}`);
  if (kind) return t("review.nudge.kind", { kind });
  const named = nudge.among.map((move) => t("review.quoted", { words: say(move) }));
  if (named.length > 0) return t("review.nudge.among", { moves: named.join(", ") });
  return t(nudge.close ? "review.nudge.close" : "review.nudge.clear");
}

/** Why the best move is the best: next to the second best, and to the one that is about to be made. */
export function reasonSentences(hints: readonly Hint[], staged: Move | null, say: Say): string[] {
  const [best, second] = hints;
  if (!best) return [];
  const sentences = [t("review.reason.best", { percent: percent(best.win) })];
  if (second)
    sentences.push(
      t(isClose(best, second) ? "review.reason.close" : "review.reason.second", named(second, say)),
    );
  const planned =
    staged && hints.find((hint) => hint.n === staged.n && hint !== best && hint !== second);
  if (planned) sentences.push(t("review.reason.planned", named(planned, say)));
  if (second && hints.some((hint) => hint.points > ONE_POINT))
    sentences.push(
      t("review.reason.points", { best: decimal(best.points), other: decimal(second.points) }),
    );
  if (best.error > UNSURE) sentences.push(t("review.reason.unsure"));
  return sentences.map(asSentence);
}

const isClose = (best: Hint, second: Hint): boolean => best.win - second.win < LITTLE;
const named = (hint: Hint, say: Say): { move: string; percent: string } => ({
  move: t("review.quoted", { words: say(hint) }),
  percent: percent(hint.win),
});
