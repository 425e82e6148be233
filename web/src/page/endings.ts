/** Endings that are the table's and not the game's: they leave no mark on the board. */
const OF_THE_TABLE = ["resigned", "out_of_time"] as const;
type OfTheTable = (typeof OF_THE_TABLE)[number];

export const isOfTheTable = (ending: string | null | undefined): ending is OfTheTable =>
  OF_THE_TABLE.some((one) => one === ending);

/** How it stands with somebody who has lost before the end. */
export const lostBy = (player: {
  resigned: boolean;
  timed_out: boolean;
}): "players.resigned" | "players.timed_out" | null =>
  !player.resigned ? null : player.timed_out ? "players.timed_out" : "players.resigned";
