import { t } from "../../text/speech.svelte.ts";
import { type SomeMove } from "./view.ts";

/** A move of Halali! in words. */
export function sayMove(move: SomeMove): string {
  const read = move.data;
  switch (read.do) {
    case "flip":
      return t("halali.flip", { at: read.at });
    case "move":
      return t(move.notation.includes("x") ? "halali.capture" : "halali.move", {
        from: read.from,
        to: read.to,
      });
    case "leave":
      return t(`halali.leave.${read.by}`, { from: read.from });
    case "pass":
      return t("halali.pass");
  }
}
