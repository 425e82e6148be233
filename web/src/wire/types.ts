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
  /** It has a lesson with first steps. */
  lesson: boolean;
}
export interface Games {
  games: GameInfo[];
  levels: string[];
  languages: string[];
}

/** How far a game is that has to be compiled first: rules that are there, of all that are needed. */
export interface Stage {
  state: "waiting" | "compiling" | "ready" | "failed";
  done: number;
  of: number;
}
export interface Readiness {
  table: Stage;
  bots: Stage;
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
  /** Null where they hang on what this device cannot know. */
  scores: (number | null)[];
  places: number[];
  undo: Undo | null;
  undo_barrier: Message | null;
  last: LastMove | null;
  result: Result | null;
}

/** Where the points of each seat come from, and what it has of that which decides between equal points. */
export interface Result {
  breakdown: PointsLine[][];
  tie_break: { label: Message; value: number }[][];
}

/** A finished game looked at again. All lists go from the deal to the end, a place for each move that stands. */
export interface Review {
  versions: number[];
  /** Who made the move that led there. */
  seats: (number | null)[];
  points: number[][];
  /** What the coach says, once it has thought; null also where it could not finish. */
  chances: number[][] | null;
  turning_points: TurningPoint[] | null;
  /** How far the coach is, while it thinks. */
  coach: { done: number; of: number } | null;
}
export interface TurningPoint {
  version: number;
  seat: number;
  played: Move;
  better: Move;
  /** The chance to win with the better move, and how much of it was lost. */
  win: number;
  loss: number;
  error: number;
}

export interface Tally {
  played: number;
  won: number;
  /** The first place was shared. */
  drawn: number;
}
export interface Statistics extends Tally {
  /** Games at a device that went from hand to hand: they have no "I". */
  passed_around: number;
  streak: { now: number; longest: number };
  games: (Tally & {
    game: string;
    best: number;
    mean: number;
    seats: (Tally & { seats: number })[];
  })[];
  /** Bots by their level, and "people". */
  opponents: (Tally & { who: string })[];
}

/** A picture of a lesson: a state, and what happened just before it. */
export interface LessonFrame extends State {
  events: Message[];
}
export interface LessonStep {
  /** The key of the teacher's comment. */
  say: string;
  /** The pictures on the way to this step; the last one stands. */
  frames: number[];
  /** The key of what is said to another legal move, where the lesson has words for it. */
  not_yet: string | null;
  /** The moves that the learner is asked for, each at its picture; none where there is only something to
   * read. Those in `accept` count as the same. */
  moves: { frame: number; n: number; accept: number[] }[];
}
export interface Lesson {
  game: string;
  seat: number;
  seats: number;
  teacher: string;
  texts: Record<string, Catalog>;
  frames: LessonFrame[];
  steps: LessonStep[];
}

export interface StoryEntry {
  version: number;
  seat: number | null;
  events?: Message[];
  events_for?: Record<string, Message[]>;
}
/** A past position, as it was shown at its time; after the end with everything open. */
export interface Frame {
  step: number;
  version: number;
  views: Record<string, Data>;
  to_act: number[];
  over: string | null;
  scores: (number | null)[];
  places: number[] | null;
  last: LastMove | null;
}
/** What happened at a step, from the deal on. Only what still stands is a step. */
export interface PastStep extends StoryEntry {
  step: number;
  ply: number;
  round: number;
}
export interface Outline {
  game: string;
  seats: number;
  options: Record<string, string>;
  version: number;
  over: string | null;
  /** Nothing is a secret any more: one may look through any eyes. */
  open: boolean;
  /** Somebody knew something that a spectator did not: then it matters whose eyes one looks through. */
  private: boolean;
  steps: PastStep[];
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

/** Where to look, without the move: a kind of move, or a few moves of which one is the best. */
export interface Nudge {
  do: string | null;
  among: Move[];
  /** Another move is about as good. */
  close: boolean;
}
export type HintStep = "nudge" | "move" | "reason";

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
  | { type: "hint"; id: string; version: number; step: HintStep; nudge?: Nudge; moves?: Hint[] }
  | { type: "bye"; reason: Message };

/** What the page asks of the table; the line adds an id to each. */
export type Intent =
  | { do: "move"; version: number; seat: number; n: number }
  | { do: "undo"; version: number }
  | { do: "why"; seat: number; move: string | Data }
  | { do: "hint"; seat: number; step: HintStep }
  | { do: "say"; text: string }
  | { do: "rename"; seat: number; name: string }
  | { do: "bot"; seat: number; level: string }
  | { do: "return"; seat: number }
  | { do: "resign"; seat: number }
  | { do: "rematch" };
