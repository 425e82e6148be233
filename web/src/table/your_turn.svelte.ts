/** Calls the player when it is their turn: in the title always, by notification if the page is hidden. */
import { settings } from "../settings.svelte.ts";
import { speech, t } from "../text/speech.svelte.ts";
import { call, takeBackCall } from "./calling.ts";
import type { Table } from "./table.svelte.ts";

export function callToTurn(table: Table): void {
  const path = `/t/${table.id}`;

  $effect(() => {
    const title = table.game ? speech.title(table.game) : "Allmende";
    if (table.state?.over) document.title = t("title.over", { game: title });
    else
      document.title = table.yourTurn
        ? t("title.yours", { game: title })
        : t("title.table", { game: title });
  });

  let was = false;
  $effect(() => {
    const turn = table.yourTurn;
    if (turn && !was && document.hidden && settings.notify)
      // A call that cannot be made is no trouble: the title tells it too.
      call(path, t("turn.yours"), speech.title(table.game)).catch(() => undefined);
    was = turn;
  });

  $effect(() => {
    const look = (): void => {
      if (!document.hidden && settings.notify) takeBackCall(path).catch(() => undefined);
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
}
