import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import { bullsIn, type LastMove, type SomeMove, type StierenDrawing } from "./view.ts";

/** Somebody is taken along, chased or challenged, a hand is drawn anew, or a card is simply laid down. */
const SOUNDS: Partial<Record<string, Sound>> = {
  chase: "take",
  court: "turn",
  challenge: "take",
  done: "roll",
};
const soundOf = (move: SomeMove): Sound => SOUNDS[move.data.do] ?? "place";

/** The bull, the cow and the place of a move, as far as it names them. */
function wayOf({ seat, data }: LastMove): string[] {
  const things = bullsIn(data).map((bull) => `[data-travel="bull ${seat} ${bull}"]`);
  if ("cow" in data) things.push(`[data-travel="cow ${data.cow}"]`);
  if ("to" in data) things.push(`[data-thing="place ${data.to}"]`);
  return things;
}

export default { Board, Badge, sayMove, soundOf, wayOf } satisfies StierenDrawing;
