/** The drawing of the game at a table. */
import type { Drawing } from "../games/drawing.ts";
import { drawingOf } from "../games/index.ts";
import type { Table } from "./table.svelte.ts";

export class Drawn {
  /** Null until it is loaded. */
  drawing = $state.raw<Drawing | null>(null);

  /** Loads it as soon as the game is known; it tells the table how moves sound, and which are shown longer. */
  constructor(table: Table) {
    $effect(() => {
      const { game } = table;
      if (game)
        void drawingOf(game).then((found) => {
          this.drawing = found;
          table.soundOf = found.soundOf ?? null;
          table.weightOf = found.weightOf ?? null;
        });
    });
  }
}
