import type { Sound } from "../../kit/sound.ts";
import Badge from "./Badge.svelte";
import Board from "./Board.svelte";
import { sayMove } from "./say_move.ts";
import { wayOf } from "./way.ts";
import type { SomeMove, KuhfsteinDrawing } from "./view.ts";

/** Things that are picked up sound like that, displays that are exchanged rattle. */
function soundOf(move: SomeMove): Sound {
  switch (move.data["do"]) {
    case "take":
    case "home":
      return "take";
    case "exchange":
      return "roll";
    default:
      return "place";
  }
}

/** To say what one is going to do needs less time than what comes of it. */
const weightOf = ({ data }: SomeMove): number =>
  data.do === "tile" || data.do === "card" || data.do === "no tree" ? 0.4 : 1;

export default { Board, Badge, sayMove, soundOf, weightOf, wayOf } satisfies KuhfsteinDrawing;
