/** The games that have a drawing of their own, by their folder. Each is loaded when a table needs it. */
import { speech } from "../text/speech.svelte.ts";
import type { Drawing } from "./drawing.ts";

const DRAWINGS = import.meta.glob<Drawing>(["./*/index.ts", "!./any/*"], { import: "default" });

/** Loads a game's drawing and its words; a game without one has the board that it
 * brings, or the general one. */
export async function drawingOf(game: string): Promise<Drawing> {
  const load =
    DRAWINGS[`./${game}/index.ts`] ??
    (async (): Promise<Drawing> => (await import("./any/index.ts")).drawingFor(game));
  const [drawing] = await Promise.all([load(), speech.learn(`games/${game}`)]);
  return drawing;
}
