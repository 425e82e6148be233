/** Lays in what is to open without a server: words in every language, first steps, and puzzles for the coming days.
 * It only asks; the worker of the page keeps the answers, beside the page itself. */
import { idle } from "../kit/idle.ts";
import { dateOf, daysFrom } from "../page/streak.ts";
import { LANGUAGES } from "../text/catalogs.ts";
import { GAMES, lessonPath, puzzlePath, textsPath } from "../wire/http.ts";
import type { GameInfo } from "../wire/types.ts";
import { savesData } from "./saving.ts";
import { build, canWork, isAtWork } from "./worker.svelte.ts";

const KEPT_UNDER = "allmende.laid_in";
/** Who is away from all servers for a week still finds a puzzle each morning. */
const DAYS = 7;

/** All that is laid in on a day, what is missed most first. */
function wanted(games: readonly GameInfo[], today: string): string[] {
  const days = daysFrom(today, DAYS);
  return [
    GAMES,
    ...Object.keys(LANGUAGES).map(textsPath),
    ...games.filter((game) => game.lesson).map((game) => lessonPath(game.name)),
    ...days.flatMap((day) =>
      games.filter((game) => game.puzzles > 0).map((game) => puzzlePath(game.name, day)),
    ),
  ];
}

/** Asks for all of it once a day and build, one after the other, whenever the browser is idle. */
export async function layIn(games: readonly GameInfo[], until: AbortSignal): Promise<void> {
  const today = dateOf(new Date());
  const mark = `${today} ${import.meta.url}`;
  if (!canWork || import.meta.env.DEV || savesData()) return;
  if (localStorage.getItem(KEPT_UNDER) === mark) return;
  await isAtWork();
  for (const path of wanted(games, today)) {
    await idle();
    if (until.aborted || build.isNew) return; // A newer build lays in for itself, and must not wait for us.
    const answer = await fetch(path, { signal: until, priority: "low" });
    await answer.text(); // What nobody reads keeps the worker at work, and a new one waiting.
    if (!answer.ok) return; // The rest comes with the next visit.
  }
  localStorage.setItem(KEPT_UNDER, mark);
}
