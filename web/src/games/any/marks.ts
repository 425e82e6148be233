/** What is marked on the table: what can be chosen, what is chosen, the last move, and advice. */
import { leftOf, type Choice, type Mention } from "./choices.ts";

export interface Marks {
  /** Part of a move that needs more. */
  can: ReadonlySet<string>;
  /** Completes a move. */
  target: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
  last: ReadonlySet<string>;
  hinted: ReadonlySet<string>;
}

/** Things are marked one by one, lines of a grid as a whole. */
const keysOf = (mention: Mention): string[] =>
  mention.line ? [lineKey(mention.field, mention.line.axis, mention.line.at)] : [...mention.spots];

export const lineKey = (field: string, axis: string, at: number): string =>
  `${field} ${axis} ${at}`;

const keysOfAll = (choices: readonly Choice[]): Set<string> =>
  new Set(choices.flatMap((choice) => choice.mentions.flatMap(keysOf)));

interface Situation {
  /** The choices that fit what is picked. */
  choices: readonly Choice[];
  picks: readonly string[];
  staged: readonly Choice[];
  last: readonly Choice[];
  hinted: readonly Choice[];
  /** Fields that the last move has filled. */
  filled: ReadonlySet<string>;
}

export function marksOf(situation: Situation): Marks {
  const { choices, picks, staged, last, hinted, filled } = situation;
  const can = new Set<string>();
  const target = new Set<string>();
  for (const choice of choices) {
    const left = leftOf(choice, picks) ?? [];
    for (const key of left.flatMap(keysOf)) (left.length === 1 ? target : can).add(key);
  }
  return {
    can,
    target,
    chosen: new Set([...picks, ...keysOfAll(staged)]),
    last: new Set([...filled, ...keysOfAll(last)]),
    hinted: keysOfAll(hinted),
  };
}
