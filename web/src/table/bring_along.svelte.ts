/** Whoever opens one of their games with another of their devices plays with it. Everybody at the table is told. */
import { settings } from "../settings.svelte.ts";
import { comeAlong, Refusal } from "../wire/http.ts";
import { speech } from "../text/speech.svelte.ts";
import type { Table } from "./table.svelte.ts";

export function bringAlong(table: Table): void {
  let asked = false;
  $effect(() => {
    if (asked || !settings.shared || !table.met || !table.watching) return;
    asked = true;
    // Then the table shows itself anew to this device.
    comeAlong(table.id).catch((error: unknown) =>
      table.tell(speech.reason(error instanceof Refusal ? error.reason : null), "reason"),
    );
  });
}
