/** Marks on the line of a game. */

export interface RoundMark {
  step: number;
  round: number;
}

const STRIDES = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The steps at which a round begins. Where that is more than there is room for, every second, fifth,
 * tenth … round is left. */
export function roundMarks(rounds: readonly number[], most: number): RoundMark[] {
  const begins = rounds.flatMap((round, step) =>
    step > 0 && round !== rounds[step - 1] ? [{ step, round }] : [],
  );
  const stride = STRIDES.find(
    (it) => begins.filter(({ round }) => round % it === 0).length <= most,
  );
  return stride === undefined ? [] : begins.filter(({ round }) => round % stride === 0);
}
