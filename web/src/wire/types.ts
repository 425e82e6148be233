/** What travels between the page and the table, as docs/wire.md describes it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Data = { [key: string]: Json };

/** A sentence to be said in the language of the reader. */
export interface Message {
  key: string;
  args: Record<string, Argument>;
}
export type Argument = string | number | { seat: number } | Message;

export interface Move {
  n: number;
  notation: string;
  data: Data;
}

export interface GameInfo {
  name: string;
  seats: number[];
  options: Record<string, string[]>;
  secrets: boolean;
}
export interface Games {
  games: GameInfo[];
  levels: string[];
  languages: string[];
}

export type Catalog = Record<string, string>;
export interface Texts {
  games: Record<string, Catalog>;
  [section: string]: Catalog | Record<string, Catalog>;
}

export type PlayerWish =
  | { kind: "me"; name: string }
  | { kind: "device"; name: string }
  | { kind: "link" }
  | { kind: "bot"; level: string };

export interface TableWish {
  game: string;
  seats: number;
  options: Record<string, string>;
  players: PlayerWish[];
  hints: boolean;
}
export interface Invite {
  seat: number;
  url: string;
}
export interface NewTable {
  id: string;
  url: string;
  invites: Invite[];
}

export interface Player {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  here: boolean;
  resigned: boolean;
}

export interface TableSummary {
  id: string;
  game: string;
  players: Player[];
  you: number[];
  your_turn: boolean;
  over: string | null;
  ply: number;
  updated: string;
}

export interface TableFacts {
  id: string;
  game: string;
  seats: number;
  options: Record<string, string>;
  hints: boolean;
  seed_hash: string;
  seed: string | null;
  rematch: string | null;
}

export interface Undo {
  to: number;
  moves: number;
  seat: number;
}
export interface LastMove extends Move {
  seat: number;
}
export interface PointsLine {
  label: Message;
  points: number;
}

export interface State {
  version: number;
  views: Record<string, Data>;
  legal: Record<string, Move[]>;
  to_act: number[];
  over: string | null;
  scores: number[];
  places: number[];
  undo: Undo | null;
  undo_barrier: Message | null;
  last: LastMove | null;
  result: { breakdown: PointsLine[][] } | null;
}

export interface StoryEntry {
  version: number;
  seat: number | null;
  events?: Message[];
  events_for?: Record<string, Message[]>;
}
export interface ChatEntry {
  n: number;
  from: string;
  seat: number | null;
  text: string;
  at: string;
}
export interface Hint extends Move {
  win: number;
  points: number;
  visits: number;
  error: number;
}

export type FromServer =
  | { type: "welcome"; table: TableFacts; you: number[]; host: boolean }
  | { type: "players"; players: Player[] }
  | ({ type: "state" } & State)
  | { type: "story"; entries: StoryEntry[] }
  | { type: "thinking"; seat: number; on: boolean }
  | { type: "chat"; entries: ChatEntry[] }
  | { type: "ack"; id: string; version: number }
  | { type: "no"; id: string; reason: Message }
  | { type: "why"; id: string; reason: Message | null }
  | { type: "hint"; id: string; moves: Hint[] }
  | { type: "bye"; reason: Message };

/** What the page asks of the table; the line adds an id to each. */
export type Intent =
  | { do: "move"; version: number; seat: number; n: number }
  | { do: "undo"; version: number }
  | { do: "why"; seat: number; move: string | Data }
  | { do: "hint"; seat: number }
  | { do: "say"; text: string }
  | { do: "rename"; seat: number; name: string }
  | { do: "bot"; seat: number; level: string }
  | { do: "return"; seat: number }
  | { do: "resign"; seat: number }
  | { do: "rematch" };
