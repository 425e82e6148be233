/** Days in a row, counted by dates as people write them in a calendar. */

export interface Streak {
  /** The last day that counts. */
  last: string;
  length: number;
}

const two = (number: number): string => String(number).padStart(2, "0");

/** The date where the reader is, as 2026-11-16. */
export const dateOf = (now: Date): string =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;

/** The day so many days later; at noon, so that no change of the clock can skip one. */
function daysLater(day: string, count: number): string {
  const noon = new Date(`${day}T12:00:00`);
  noon.setDate(noon.getDate() + count);
  return dateOf(noon);
}

export const dayBefore = (day: string): string => daysLater(day, -1);

/** So many days, of which a day is the first. */
export const daysFrom = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, later) => daysLater(day, later));

/** Lets a day count. */
export function extended(streak: Streak, day: string): Streak {
  if (streak.last === day) return streak;
  return { last: day, length: streak.last === dayBefore(day) ? streak.length + 1 : 1 };
}

/** How long a streak is that can still be gone on with today. */
export const lengthOn = (streak: Streak, today: string): number =>
  streak.last === today || streak.last === dayBefore(today) ? streak.length : 0;
