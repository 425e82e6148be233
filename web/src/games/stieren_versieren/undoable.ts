/** Which moves cannot be taken back: they show something, are final in secret, or set off chance. */
import { isSecretAnswer } from "./fight.ts";
import { readMove, type StierenView } from "./view.ts";
import type { Move } from "../../wire/types.ts";

const FINAL = new Set(["choose", "talk", "extra", "swap", "support", "done"]);
const ENDS_AN_ACTION = new Set(["move", "chase", "court", "alone", "lead", "take"]);

export function cannotBeUndone(move: Move, view: StierenView): boolean {
  const kind = readMove(move).do;
  if (FINAL.has(kind) || (kind === "cow" && view.phase === "shortage")) return true;
  if (isSecretAnswer(view)) return true;
  // After the last turn of a round hands are filled and a cow is drawn.
  const isLastTurn = view.turn !== null && (view.turn + 1) % view.seats === view.first;
  return isLastTurn && (kind === "pass" || (ENDS_AN_ACTION.has(kind) && view.actions_left === 1));
}
