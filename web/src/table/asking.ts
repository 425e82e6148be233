/** Which moves are shown before they are made: the same in every game. */
import { settings, type Asking } from "../settings.svelte.ts";
import type { LegalMove } from "../wire/types.ts";

const ASKED_ABOUT: Record<Asking, (move: LegalMove, legal: readonly LegalMove[]) => boolean> = {
  never: () => false,
  final: (move, legal) => move.final && legal.length > 1,
  always: () => true,
};

/** Whether a move waits for a yes. Unless the player wishes otherwise: if it cannot be taken back and is not
 * the only one. */
export const waitsForYes = (move: LegalMove, legal: readonly LegalMove[]): boolean =>
  ASKED_ABOUT[settings.ask](move, legal);
