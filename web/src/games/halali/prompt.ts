/** What can be done in a turn, in a sentence. */
import { t } from "../../text/speech.svelte.ts";
import type { HalaliMove, SomeMove } from "./view.ts";

const KINDS: readonly HalaliMove["do"][] = ["flip", "move", "leave", "pass"];

export function promptOf(legal: readonly SomeMove[]): string | null {
  const possible = KINDS.filter((kind) => legal.some((move) => move.data.do === kind));
  const ways = possible.map((kind) => t(`halali.prompt.${kind}`));
  const last = ways.pop();
  if (last === undefined) return null;
  const first = ways.join(", ");
  return t("halali.prompt", { ways: first ? t("halali.prompt.or", { first, last }) : last });
}
