/** Those who played a game that is looked at: at a table, or as a file says. */
export interface Company {
  players: readonly { seat: number }[];
  nameOf: (seat: number) => string;
}
