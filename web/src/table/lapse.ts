/** How long something has lasted, as short as can be: minutes and seconds, then hours, then days. */

const [HOUR, DAY] = [3600, 24 * 3600];

const counted = (count: number, unit: "hour" | "day", locale: string): string =>
  new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "short" }).format(count);

export function lapse(milliseconds: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds >= DAY) return counted(Math.floor(seconds / DAY), "day", locale);
  if (seconds >= HOUR) return counted(Math.floor(seconds / HOUR), "hour", locale);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
