/** The sentence that says what is to be decided now. */
import { asSentence } from "../../text/say.ts";
import { count, t } from "../../text/speech.svelte.ts";
import type { Thing } from "./face.ts";
import { isSecretAnswer } from "./fight.ts";
import { cowOf, type StierenView } from "./view.ts";
import { bullName, cowName, toPlace } from "./words.ts";

interface Moment {
  seen: StierenView;
  seat: number | null;
  /** Who looks on may decide something. */
  isAsked: boolean;
  selected: Thing | null;
  /** Hand cards and helpers that are picked. */
  cards: number;
  nameOf: (seat: number) => string;
}

export function promptOf(moment: Moment): string {
  const { seen, seat, isAsked } = moment;
  if (seen.over) return "";
  if (isAsked) return asSentence(ask(moment));
  if (seat !== null && seen.players[seat]?.has_chosen)
    return t(
      isSecretAnswer(seen) ? "stieren_versieren.ask.answered" : "stieren_versieren.ask.chosen",
    );
  return "";
}

function ask({ seen, seat, selected, cards }: Moment): string {
  switch (seen.phase) {
    case "cow": {
      const cow = seen.cows.find((it) => it.drawn);
      return t("stieren_versieren.ask.cow", { cow: cow ? cowName({ ...cow, up: true }) : "" });
    }
    case "choose":
      return t(
        seen.seats === 2 ? "stieren_versieren.ask.choose_two" : "stieren_versieren.ask.choose",
      );
    case "companion":
      return t("stieren_versieren.ask.companion", {
        bull: bullName(seen.moving?.bull ?? ""),
        to: toPlace(seen.moving?.to ?? ""),
      });
    case "challenge":
      return t(
        isSecretAnswer(seen)
          ? "stieren_versieren.ask.challenge_secret"
          : "stieren_versieren.ask.challenge",
      );
    case "commit":
      return t(
        seat === seen.turn ? "stieren_versieren.ask.commit_romeo" : "stieren_versieren.ask.commit",
      );
    case "action":
      if (selected?.kind === "bull")
        return t("stieren_versieren.ask.bull", { bull: bullName(selected.id) });
      if (selected?.kind === "cow") {
        const cow = cowOf(seen, selected.id);
        return t("stieren_versieren.ask.for_cow", { cow: cow ? cowName(cow) : selected.id });
      }
      return cards > 0
        ? count("stieren_versieren.ask.cards", cards)
        : t("stieren_versieren.ask.action");
    default:
      return t(`stieren_versieren.ask.${seen.phase}`);
  }
}
