/** Pleasant numbers for the axes of a chart. */

const PLEASANT = [1, 2, 2.5, 5, 10];

/** The step between marks so that at most so many fit; whole where only whole numbers make sense. */
function stepFor(span: number, most: number, whole: boolean): number {
  const rough = Math.max(span / Math.max(1, most), whole ? 1 : Number.EPSILON);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (PLEASANT.find((it) => it * power >= rough - 1e-9) ?? 10);
  return whole ? Math.ceil(step) : step;
}

/** Marks from the first pleasant number at or above `low` to the last at or below `high`. */
export function ticks(low: number, high: number, most: number, whole = true): number[] {
  const step = stepFor(high - low, most, whole);
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first) + 1 }, (_, at) => (first + at) * step);
}

/** Which of many points are worth a row in a table: those where something changes, or, if these are
 * still too many, some at even distances; the first, the last and the wanted ones always. */
export function rowsWorthReading(
  lines: readonly (readonly number[])[],
  most: number,
  wanted: readonly number[] = [],
): number[] {
  const length = lines[0]?.length ?? 0;
  const changes = Array.from({ length }, (_, at) => at).filter(
    (at) => at === 0 || lines.some((line) => line[at] !== line[at - 1]),
  );
  const every = Math.max(1, Math.ceil(changes.length / most));
  const kept = changes.filter((_, index) => index % every === 0);
  return [...new Set([...kept, ...wanted, length - 1])]
    .filter((at) => at >= 0 && at < length)
    .sort((a, b) => a - b);
}
