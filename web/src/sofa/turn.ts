/** Whose turn it is, in a sentence for everybody in the room. */
import type { Table } from "../table/table.svelte.ts";
import { t } from "../text/speech.svelte.ts";

export function whoActs(table: Table): string {
  const { state } = table;
  if (!state) return "";
  if (state.over) return winner(table, state.places);
  const isFree = (seat: number): boolean => table.players[seat]?.kind === "open";
  if (table.isGathering || state.to_act.some(isFree)) return t("waiting.title");
  const names = state.to_act.map(table.nameOf).join(", ");
  if (names === "") return "";
  return t(state.to_act.length > 1 ? "sofa.they_think" : "sofa.thinks", { name: names });
}

function winner(table: Table, places: readonly number[] | null): string {
  const first = table.players.filter((player) => places?.[player.seat] === 1);
  const [only] = first;
  return only && first.length === 1
    ? t("ending.winner", { name: table.nameOf(only.seat) })
    : t("ending.draw");
}
