/** What the coach says about a puzzle, in plain words. */
import { nudgeSentence, reasonSentences } from "../review/hint_words.ts";
import { decimal, percent } from "../review/numbers.ts";
import { asSentence } from "../text/say.ts";
import { count, speech, t } from "../text/speech.svelte.ts";
import type { Move, PuzzleMove } from "../wire/types.ts";
import type { Attempt } from "./attempt.svelte.ts";

type Say = (move: Move) => string;

/** Points up to this many say no more than the chance to win. */
const ONE_POINT = 1;
/** From which share of misses of the weakest bot on a puzzle is not easy any more, and hard. */
const MEDIUM = 0.6;
const HARD = 0.9;

export function difficulty(missed: number): string {
  if (missed < MEDIUM) return t("puzzle.easy");
  return missed < HARD ? t("puzzle.medium") : t("puzzle.hard");
}

const quoted = (move: Move, say: Say): string => t("review.quoted", { words: say(move) });

/** Why a move that was tried is worse than the best one, without giving that away. */
export function wrongSentences(attempt: Attempt, tried: PuzzleMove, say: Say): string[] {
  const { best, better } = attempt;
  const sentences = [
    t("puzzle.wrong", { move: quoted(tried, say) }),
    t("puzzle.wrong_chance", { percent: percent(tried.win), best: percent(best.win) }),
  ];
  if (Math.abs(best.points - tried.points) > ONE_POINT)
    sentences.push(
      t("puzzle.wrong_points", { points: decimal(tried.points), best: decimal(best.points) }),
    );
  sentences.push(better === 1 ? t("puzzle.second_best") : count("puzzle.better", better));
  return sentences.map(asSentence);
}

/** Why the best move is the best, once it is known. */
export function rightSentences(attempt: Attempt, say: Say): string[] {
  const { best, ending, puzzle } = attempt;
  const found = ending === "solved" ? t("puzzle.right") : t("puzzle.solution");
  return [
    asSentence(`${found} ${quoted(best, say)}.`),
    ...reasonSentences(attempt.advice, null, say),
    t("puzzle.missed", { level: speech.level("calf"), percent: percent(puzzle.missed) }),
  ].map(asSentence);
}

export const nudge = (attempt: Attempt, say: Say): string =>
  asSentence(nudgeSentence(attempt.puzzle.nudge, attempt.legal, attempt.puzzle.game, say));
