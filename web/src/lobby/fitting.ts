/** Which of the tables that want players somebody would like to see. */
import type { OpenTable } from "../wire/types.ts";
import { isCorrespondence } from "./paces.ts";

const ANY = "any";
export const KINDS = [ANY, "none", "live", "days"] as const;
type Kind = (typeof KINDS)[number];

export interface Search {
  /** The name of a game, or `any`. */
  game: string;
  /** Without a clock, at one sitting, or over days. */
  kind: Kind;
  language: string;
  level: string;
  /** What the options of the game are to be; those that are not named may be anything. */
  options: Record<string, string>;
}

export const everything = (): Search => ({
  game: ANY,
  kind: ANY,
  language: ANY,
  level: ANY,
  options: {},
});

const kindOf = ({ pace }: OpenTable): Kind =>
  pace === null ? "none" : isCorrespondence(pace) ? "days" : "live";
const agrees = (wanted: string, found: string | undefined): boolean =>
  wanted === ANY || wanted === found;
/** Where a table is open to whoever comes, everybody fits. */
const isFor = (wanted: string, found: string): boolean => found === ANY || agrees(wanted, found);

/** Tells whether a table is among those searched for; one's own always is. */
export const fits = (table: OpenTable, search: Search): boolean =>
  table.yours ||
  (agrees(search.game, table.game) &&
    agrees(search.kind, kindOf(table)) &&
    isFor(search.language, table.language) &&
    isFor(search.level, table.level) &&
    Object.entries(search.options).every(
      ([option, wanted]) => table.game !== search.game || agrees(wanted, table.options[option]),
    ));
