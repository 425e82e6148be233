/** Numbers as people of a language write them. */
import { speech } from "../text/speech.svelte.ts";

export const percent = (share: number): string =>
  new Intl.NumberFormat(speech.locale, { style: "percent", maximumFractionDigits: 0 }).format(
    share,
  );

export const decimal = (value: number): string =>
  new Intl.NumberFormat(speech.locale, { maximumFractionDigits: 1 }).format(value);
