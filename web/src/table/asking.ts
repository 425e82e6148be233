/** Which moves are shown before they are made: the same in every game. */
import { settings } from "../settings.svelte.ts";
import type { LegalMove } from "../wire/types.ts";

/** Whether a move waits for a yes: it cannot be taken back and is not the only one, or the player wants to
 * be asked about every move. */
export const waitsForYes = (move: LegalMove, legal: readonly LegalMove[]): boolean =>
  settings.confirm || (move.final && legal.length > 1);
