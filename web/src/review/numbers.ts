/** Numbers as people of a language write them. */
import { speech } from "../text/speech.svelte.ts";

export const percent = (share: number): string =>
  new Intl.NumberFormat(speech.language, { style: "percent", maximumFractionDigits: 0 }).format(
    share,
  );

export const decimal = (value: number): string =>
  new Intl.NumberFormat(speech.language, { maximumFractionDigits: 1 }).format(value);
