/** The games that have a drawing of their own. Each is loaded when a table needs it. */
import { speech } from "../text/speech.svelte.ts";
import type { Drawing } from "./drawing.ts";

const DRAWINGS: Record<string, () => Promise<{ default: unknown }>> = {
  halali: () => import("./halali/index.ts"),
  kuh_vadis: () => import("./kuh_vadis/index.ts"),
  kuhfstein: () => import("./kuhfstein/index.ts"),
  stieren_versieren: () => import("./stieren_versieren/index.ts"),
  mischwald: () => import("./mischwald/index.ts"),
};

/** Loads a game's drawing and its words; a game without one is shown in words.
 *
 * The table knows views and moves as plain data, a drawing in the types of its game. Both meet here
 * and nowhere else: each drawing is checked against the types that are written from the server's
 * declarations, and the server's tests hold what it sends against the same. */
export async function drawingOf(game: string): Promise<Drawing> {
  const load = DRAWINGS[game] ?? ((): Promise<{ default: unknown }> => import("./any/index.ts"));
  const [drawing] = await Promise.all([load(), speech.learn(`games/${game}`)]);
  return drawing.default as Drawing;
}

/** How long a game takes, in minutes, where its publisher or several players say so. */
export const MINUTES: Record<string, string> = {
  halali: "30–40",
  kuh_vadis: "15",
  kuhfstein: "45",
  mischwald: "60",
};
