/** A move that is planned before one's turn. It stays on this page: nobody else learns of it, and it is made
 * only if the table offers it when the turn comes. */
import { t } from "../text/speech.svelte.ts";
import type { LegalMove, Move } from "../wire/types.ts";
import type { Table } from "./table.svelte.ts";

const isSame = (one: Move, other: Move): boolean =>
  one.n === other.n &&
  one.notation === other.notation &&
  JSON.stringify(one.data) === JSON.stringify(other.data);

export class Planning {
  /** What may be possible when the turn comes, while one chooses. */
  offered = $state.raw<LegalMove[]>([]);
  planned = $state.raw<LegalMove | null>(null);

  constructor(private readonly table: Table) {}

  /** There may be something to plan: the others are to decide, and to hurry would tell nothing. */
  get isPossible(): boolean {
    const { table } = this;
    const waits = !table.watching && !table.yourTurn && !table.sending && !table.state?.over;
    const mine = table.seat !== null && !table.isSeatOfBot(table.seat);
    return waits && mine && table.you.length === 1 && table.facts?.hands === false;
  }

  begin = async (): Promise<void> => {
    const moves = await this.table.movesToCome();
    if (moves.length === 0) this.table.tell(t("lobby.plan.nothing"), "news");
    else this.offered = moves;
  };
  choose = (move: LegalMove): void => {
    this.planned = move;
    this.offered = [];
  };
  drop = (): void => {
    this.planned = null;
    this.offered = [];
  };

  /** Makes what was planned, if it is one's turn and the table offers it. */
  carryOut(): void {
    const { planned, table } = this;
    if (!table.yourTurn) return;
    this.drop();
    if (!planned) return;
    const move = table.legal.find((one) => isSame(one, planned));
    if (move) void table.play(move);
    else table.tell(t("lobby.plan.gone"), "news");
  }
}
