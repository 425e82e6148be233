/** Where the points came from, as a table of categories and seats. */
import type { PointsLine, Result } from "../wire/types.ts";

export interface PointsRow {
  name: string;
  /** The points of each seat, null where it has nothing of the kind. */
  points: (number | null)[];
}
export interface Category extends PointsRow {
  /** The single lines, where they say more than the category. */
  parts: PointsRow[];
}

const most = (row: PointsRow): number => Math.max(...row.points.map((points) => points ?? 0));

/** Gathers lines of the same name in one row. */
function gather(
  breakdown: readonly (readonly PointsLine[])[],
  nameOf: (line: PointsLine) => string,
): PointsRow[] {
  const rows = new Map<string, (number | null)[]>();
  breakdown.forEach((lines, seat) => {
    for (const line of lines) {
      const name = nameOf(line);
      const row = rows.get(name) ?? breakdown.map(() => null);
      row[seat] = (row[seat] ?? 0) + line.points;
      rows.set(name, row);
    }
  });
  return [...rows].map(([name, points]) => ({ name, points }));
}

export function categories(
  breakdown: Result["breakdown"],
  categoryOf: (line: PointsLine) => string,
  nameOf: (line: PointsLine) => string,
): Category[] {
  return gather(breakdown, categoryOf).map((row) => {
    const own = breakdown.map((lines) => lines.filter((line) => categoryOf(line) === row.name));
    const parts = gather(own, nameOf).sort((a, b) => most(b) - most(a));
    return { ...row, parts: parts.some((part) => part.name !== row.name) ? parts : [] };
  });
}

/** Whether the lines say more than how many points there are. */
export const saysMoreThanTotals = (breakdown: Result["breakdown"]): boolean =>
  breakdown.some((lines) => lines.some((line) => line.label.key !== "core.points"));
