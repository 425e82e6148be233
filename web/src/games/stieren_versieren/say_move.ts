import { asSentence } from "../../text/say.ts";
import { t } from "../../text/speech.svelte.ts";
import { plan } from "./plan.svelte.ts";
import { bullsIn, type SomeMove } from "./view.ts";
import { bullName, bullNames, toPlace } from "./words.ts";

/** A move of Stieren Versieren in words; the first step of a prepared decision says all of it. */
export const sayMove = (move: SomeMove): string => plan.say(move) ?? asSentence(sayStep(move));

function sayStep(move: SomeMove): string {
  const read = move.data;
  switch (read.do) {
    case "cow":
      return t("stieren_versieren.do.cow", { to: toPlace(read.to) });
    case "choose":
      return t("stieren_versieren.do.choose", {
        bulls: bullNames(bullsIn(read)),
      });
    case "talk":
    case "court":
      return t(`stieren_versieren.do.${read.do}`, { bull: bullName(read.bull), cow: read.cow });
    case "move":
      return t("stieren_versieren.do.move", { bull: bullName(read.bull), to: toPlace(read.to) });
    case "chase":
      return t("stieren_versieren.do.chase", { cow: read.cow, to: toPlace(read.to) });
    case "lead":
      return t("stieren_versieren.do.lead", { cow: read.cow });
    case "pick":
      return t("stieren_versieren.do.pick", { name: t("seat.number", { number: read.seat + 1 }) });
    case "pass":
    case "alone":
    case "decline":
    case "done":
      return t(`stieren_versieren.do.${read.do}`);
    default:
      return t(`stieren_versieren.do.${read.do}`, { bull: bullName(read.bull) });
  }
}
