/** Which puzzles were solved on this device, and on how many days in a row. */
import { dateOf, extended, lengthOn, type Streak } from "./streak.ts";

const KEPT_UNDER = "allmende.puzzles";

interface Kept {
  streak: Streak;
  /** The last puzzle of a day that was solved, of each game, by its date. */
  days: Record<string, string>;
}

function recall(): Kept {
  const fresh: Kept = { streak: { last: "", length: 0 }, days: {} };
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(KEPT_UNDER) ?? "{}") as Partial<Kept>) };
  } catch {
    return fresh;
  }
}

class Solved {
  private kept = $state.raw<Kept>(recall());

  today = (): string => dateOf(new Date());

  /** Days in a row on which a puzzle of the day was solved, up to today or yesterday. */
  get days(): number {
    return lengthOn(this.kept.streak, this.today());
  }

  isSolvedToday = (game: string): boolean => this.kept.days[game] === this.today();

  /** Lets the puzzle of a day count. */
  solve(game: string, day: string): void {
    this.kept = {
      streak: extended(this.kept.streak, day),
      days: { ...this.kept.days, [game]: day },
    };
    try {
      localStorage.setItem(KEPT_UNDER, JSON.stringify(this.kept));
    } catch {
      // A browser that keeps nothing still shows puzzles.
    }
  }
}

export const streak = new Solved();
