/** Calls the player when it is their turn: in the title always, by notification if the page is hidden. */
import { settings } from "../settings.svelte.ts";
import { speech, t } from "../text/speech.svelte.ts";
import type { Table } from "./table.svelte.ts";

export function callToTurn(table: Table): void {
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
    if (
      turn &&
      !was &&
      document.hidden &&
      settings.notify &&
      "Notification" in window &&
      Notification.permission === "granted"
    ) {
      new Notification(t("turn.yours"), { body: speech.title(table.game), tag: table.id });
    }
    was = turn;
  });
}
