import { count, t } from "../../text/speech.svelte.ts";
import { type SomeMove } from "./view.ts";

/** A move of Kuh Vadis in words. */
export function sayMove(move: SomeMove): string {
  const read = move.data;
  switch (read.do) {
    case "reroll":
      return count("kuh_vadis.reroll", read.faces.length, { faces: [...read.faces].join(" ") });
    case "stop":
      return t("kuh_vadis.stop");
    case "mark":
      return t("kuh_vadis.mark", { at: read.at });
    case "no mark":
      return t("kuh_vadis.no_mark");
  }
}
