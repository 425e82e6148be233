/** From a game to a branch of it: the server writes the game down, or a world that the seat imagines. */
import { announcer } from "../kit/announcer.svelte.ts";
import { speech } from "../text/speech.svelte.ts";
import { branchTable, Refusal } from "../wire/http.ts";
import { route } from "./route.svelte.ts";

/** Opens a branch at a version of a table and goes there. Returns what went wrong, or nothing. */
export async function playOnFrom(
  table: string,
  version: number,
  seat: number | null,
): Promise<string> {
  try {
    route.go(`${(await branchTable(table, version, seat)).url}&table=${table}`);
    return "";
  } catch (error) {
    const trouble = speech.reason(error instanceof Refusal ? error.reason : null);
    announcer.say(trouble);
    return trouble;
  }
}
