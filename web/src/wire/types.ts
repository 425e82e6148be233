// Written by `make wire` from what these declare:
// allmende.core.shapes
// allmende.table.wire.pacing
// allmende.table.wire.messages
// allmende.table.wire.meeting
// allmende.table.wire.answers
// allmende.table.wire.notices
// allmende.table.wire.persons

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Data = { [key: string]: Json };

/** A sentence to be said in the language of the reader: a key of a catalog with arguments. */
export interface Message {
  key: string;
  args: Record<string, Argument>;
}

/** A seat in a sentence; it is said with the name of whoever sits there. */
export interface SeatArgument {
  seat: number;
}

export type Argument = string | number | SeatArgument | Message;

/**
 * What the view of every game begins with, besides its phase, turn and round, its options and its
 * ending, which each game says in types of its own.
 */
export interface Header {
  /** Whose view it is; null for a spectator. */
  seat: number | null;
  seats: number;
  /** The seats that may decide now. */
  to_act: number[];
  /** Decisions made so far. */
  ply: number;
}

/** How the general board may show a field of the view; `core/layout.py` says what it means. */
export interface LayoutPart {
  as: "grid" | "cards" | "pile" | "track" | "seats" | "facts" | "hidden";
  field: string;
  label?: string;
  words?: string;
  chosen_by?: string[];
  columns?: string[];
  rows?: string[];
  seats?: boolean;
  most?: number;
}

/**
 * How much time there is: so many seconds for each move, or for the whole game. With each decision
 * a bonus is added, and each is free for a while. At zero a bot takes over, or the seat loses.
 */
export interface Pacing {
  span: "move" | "game";
  seconds: number;
  bonus: number;
  delay: number;
  at_zero: "bot" | "lose";
}

/** A move: the number that the page sends back, and the same in words and as data. */
export interface Move {
  n: number;
  notation: string;
  data: Data;
  /** What it is about, where the data only has a number for that. */
  about?: Message;
}

/** A move that a seat may make now. */
export interface LegalMove extends Move {
  /** It cannot be taken back: it uses chance, shows something to somebody or ends the game. */
  final: boolean;
}

/** The last move that still stands. */
export interface LastMove extends Move {
  seat: number;
}

/** What a table is about. */
export interface TableFacts {
  id: string;
  game: string;
  seats: number;
  options: Record<string, string>;
  hints: boolean;
  /**
   * Seats know something from the deal on that a spectator does not. Then such a seat goes to
   * somebody else in a running game only after the table has agreed.
   */
  hands: boolean;
  /** False as long as hands are not dealt, because not everybody has sat down. */
  dealt: boolean;
  /** The SHA-256 of the seed, from the deal on; the seed itself is told at the end. */
  seed_hash: string | null;
  seed: string | null;
  /**
   * It began from a position of an analysis: then the hash is that of the line `start` of its file,
   * and there is no seed.
   */
  from_position: boolean;
  /** Where the next game of the same people is. */
  rematch: string | null;
  opened: string;
  /** Null where nobody is hurried. */
  pace: Pacing | null;
  /** Strangers may have sat down here, or may still. */
  public: boolean;
  /**
   * At a table of strangers the seats whose players want to talk: they can once all people do. Null
   * where everybody may.
   */
  talks: number[] | null;
}

/** Who sits in a seat. */
export interface Player {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string;
  level: string | null;
  /** What the bot is called that sits there; `name` may be that of the person it plays for. */
  bot: string | null;
  /** A device that holds the seat is connected; a bot is always here. */
  here: boolean;
  resigned: boolean;
  /** It did not resign, but lost because it had no time left; `resigned` is true then as well. */
  timed_out: boolean;
  /** How many devices hold the seat. */
  devices: number;
}

/** A line of where points come from. */
export interface PointsLine {
  label: Message;
  points: number;
}

/** How much somebody has of what decides between equal points. */
export interface TieLine {
  label: Message;
  value: number;
}

/**
 * Where the points of each seat come from, and what it has of that which decides between equal
 * points, the first thing first.
 */
export interface Result {
  breakdown: PointsLine[][];
  tie_break: TieLine[][];
}

/** A moment of a game, as a device may know it that holds some seats or none. */
export interface Picture {
  version: number;
  /** By seat, or one for "spectator". */
  views: Record<string, Data>;
  to_act: number[];
  /**
   * The name of the ending; "resigned" or "out_of_time" where one of two gave up, or lost because
   * no time was left.
   */
  over: string | null;
  /** Null where they hang on what this device cannot know. */
  scores: (number | null)[];
  /** Null as long as they hang on such points. */
  places: number[] | null;
  /** Null also if a seat of this device may not know it. */
  last: LastMove | null;
  result: Result | null;
}

/** How far a device may take back: so many decisions of a seat, to a version. */
export interface Undo {
  to: number;
  moves: number;
  seat: number;
}

/** What somebody may know of an event. */
export interface Told {
  version: number;
  events: Message[];
  /** By seat, for a device that holds several. */
  events_for?: Record<string, Message[]>;
}

/** An event, and whose doing it was. */
export interface StoryEntry extends Told {
  seat: number;
}

/** Something that was said at the table. */
export interface ChatEntry {
  n: number;
  from: string;
  seat: number;
  text: string;
  at: string;
}

/** A change of who holds a seat, at a version of the game. */
export interface SeatingEntry {
  n: number;
  version: number;
  seat: number;
  event: Message;
  at: string;
}

/** How good a move is: the chance to win with it, the points to come, and how sure that is. */
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

/** Which table this is, and who the device is at it. */
export interface Welcome {
  type: "welcome";
  table: TableFacts;
  you: number[];
  host: boolean;
  /** The time at the table: what clocks elsewhere show may differ. */
  now: string;
}

/** Who sits where and who is here. */
export interface Players {
  type: "players";
  players: Player[];
}

/** The game as it stands now. */
export interface State extends Picture {
  type: "state";
  /** By seat, for each held seat that may act now. */
  legal: Record<string, LegalMove[]>;
  undo: Undo | null;
  /** Why undo reaches no further, or not at all. */
  undo_barrier: Message | null;
  /** When it came to this; null as long as nothing has happened. */
  since: string | null;
}

/** What happened. */
export interface Story {
  type: "story";
  entries: StoryEntry[];
  /** There is more between what was received before and the first entry: ask for it, or not. */
  gap: boolean;
}

/** A bot thinks, or has stopped. */
export interface Thinking {
  type: "thinking";
  seat: number;
  on: boolean;
  /** It would think, but others are before it: the house is busy. */
  waits: boolean;
}

/** What was said. */
export interface Chat {
  type: "chat";
  entries: ChatEntry[];
}

/** Who came to a seat and who left it. */
export interface Seating {
  type: "seating";
  entries: SeatingEntry[];
}

/** The host proposes to give a seat to somebody else. */
export interface Proposal {
  type: "proposal";
  /** Null if there is no proposal any more. */
  seat: number | null;
  asked: number[];
  agreed: number[];
}

/** How much time each seat has left, in milliseconds, at the moment when this is sent. */
export interface Clock {
  type: "clock";
  left: number[];
  /** How long the decision that a seat thinks about is still free; then `left` runs. */
  free: number[];
  /** For how long the time of a seat rests, as its player is on vacation. */
  rests: number[];
  /** The seats whose time runs. */
  running: number[];
}

/** Moves that a seat may be able to make when its turn comes; empty where none can be told. */
export interface Ahead {
  type: "ahead";
  id: string;
  version: number;
  moves: LegalMove[];
}

/** A wish is fulfilled and on the disk. */
export interface Ack {
  type: "ack";
  id: string;
  version: number;
}

/** A wish is not fulfilled. The id is null if it could not be read. */
export interface No {
  type: "no";
  id: string | null;
  reason: Message;
}

/** Why a move is not possible; null if it is. */
export interface Why {
  type: "why";
  id: string;
  reason: Message | null;
}

/** An earlier part of the story, as far as one message holds it. */
export interface Earlier {
  type: "earlier";
  id: string;
  entries: StoryEntry[];
}

/** The first step of a hint. */
export interface NudgeHint {
  type: "hint";
  id: string;
  version: number;
  step: "nudge";
  nudge: Nudge;
}

/** The further steps of a hint: the best move alone, or all that were thought about. */
export interface MovesHint {
  type: "hint";
  id: string;
  version: number;
  step: "move" | "reason";
  moves: Hint[];
}

/** The connection ends, and why. */
export interface Bye {
  type: "bye";
  reason: Message;
}

/** What a wish is answered with. */
export type Answer = Ack | No | Why | Earlier | NudgeHint | MovesHint | Ahead;

/** All that a table sends. */
export type FromServer =
  Welcome | Players | State | Story | Thinking | Chat | Seating | Proposal | Clock | Answer | Bye;

/** Make a move. */
export interface MoveWish {
  do: "move";
  id: string;
  version: number;
  seat: number;
  n: number;
  /** For how many milliseconds since the last `clock`; what else has passed was the way. */
  thought?: number;
}

/** Take back. */
export interface UndoWish {
  do: "undo";
  id: string;
  version: number;
  /** How many; one if left out. */
  moves?: number;
}

/** Ask why a move is not possible. */
export interface WhyWish {
  do: "why";
  id: string;
  seat: number;
  move: string | Data;
}

/** Ask for what happened before a version. */
export interface EarlierWish {
  do: "earlier";
  id: string;
  before: number;
}

export type HintStep = "nudge" | "move" | "reason";

/** Ask for a hint; the reason if no step is named. */
export interface HintWish {
  do: "hint";
  id: string;
  seat: number;
  step?: HintStep;
}

/** Say something to the table. */
export interface SayWish {
  do: "say";
  id: string;
  text: string;
  seat?: number;
}

/** Take another name. */
export interface RenameWish {
  do: "rename";
  id: string;
  seat: number;
  name: string;
}

/** Let a bot play for a seat. */
export interface BotWish {
  do: "bot";
  id: string;
  seat: number;
  level: string;
}

/**
 * Take a seat back from the bot, give up, give the seat back, drop the devices that came to it by a
 * link, or propose to give it to somebody else.
 */
export interface SeatWish {
  do: "return" | "resign" | "leave" | "alone" | "propose";
  id: string;
  seat: number;
}

/** Ask which moves a seat may be able to make when its turn comes. */
export interface AheadWish {
  do: "ahead";
  id: string;
  seat: number;
}

/** Say that the page is hidden, or seen again. */
export interface LookWish {
  do: "look";
  id: string;
  on: boolean;
}

/** Want to talk at a table of strangers, or not. */
export interface TalkWish {
  do: "talk";
  id: string;
  seat: number;
  on: boolean;
}

/** Say yes or no to the proposal about a seat. */
export interface VoteWish {
  do: "vote";
  id: string;
  seat: number;
  agree: boolean;
}

/** Play again. */
export interface RematchWish {
  do: "rematch";
  id: string;
}

/** All that a page sends. */
export type FromPage =
  | MoveWish
  | UndoWish
  | WhyWish
  | EarlierWish
  | HintWish
  | SayWish
  | RenameWish
  | BotWish
  | SeatWish
  | AheadWish
  | LookWish
  | TalkWish
  | VoteWish
  | RematchWish;

/** How well people play who are wanted. */
export type PeopleLevel = "any" | "new" | "some" | "strong";

/**
 * Open the free seats of a table to everybody who speaks a language ("any" for all), and plays
 * about as well.
 */
export interface OpenWish {
  language: string;
  level: PeopleLevel;
}

/** A table that wants players. */
export interface OpenTable {
  id: string;
  game: string;
  options: Record<string, string>;
  hints: boolean;
  pace: Pacing | null;
  language: string;
  level: PeopleLevel;
  players: Player[];
  opened: string;
  /** This device sits there already. */
  yours: boolean;
}

/** The tables that want players, as far as whoever asks may sit down there. */
export interface OpenSeats {
  type: "lobby";
  /** False in a house where strangers do not meet: then there are none. */
  on: boolean;
  tables: OpenTable[];
}

/** Sit down at an open table. */
export interface SitWish {
  name: string;
}

/** Look for company: sit down where it is wanted, or open a table for it. */
export interface PlayNowWish {
  game: string;
  seats: number;
  name: string;
  language: string;
  level: PeopleLevel;
  pace?: Pacing;
}

/** Where one sits now. */
export interface Company {
  id: string;
  url: string;
  seat: number;
  /** Nobody was there yet: the table was opened. */
  waits: boolean;
}

/** Somebody who is kept away. */
export interface Block {
  ref: string;
  name: string;
  at: string;
}

/** Those whom somebody keeps away. */
export interface Blocks {
  blocks: Block[];
}

/** Report whoever sits in a seat to the host of the house. */
export interface ReportWish {
  reason: "name" | "chat" | "play" | "other";
  words?: string;
}

/** Go on vacation for so many days; 0 comes back. */
export interface VacationWish {
  days: number;
}

/** Until when somebody is on vacation, and how many days are left. */
export interface Vacation {
  until: string | null;
  days_left: number;
  /** At how many tables it counts: those with days for each move. */
  tables: number;
}

/** The answer to a request that was refused. */
export interface Failure {
  error: Message;
}

/** Nothing to say. */
export type Nothing = Record<string, never>;

/** How the server is. */
export interface Health {
  status: "ok" | "closing" | "broken" | "not saving";
}

/** Where others find this server. */
export interface Door {
  /**
   * Whether the door for the people in this house is open; `fixed` where there is none, because the
   * server was told where to listen.
   */
  state: "open" | "closed" | "fixed";
  /** Where others come in, or would if the door were opened; the best first. */
  origins: string[];
  /** The address under which everybody knows this server, if one was given. */
  public: string | null;
  /** Whoever asks may open and close the door. */
  yours: boolean;
}

/** Open the door for the people in this house, or close it. */
export interface DoorWish {
  open: boolean;
}

export type PageFile = "board" | "style" | "cover";

/** A game that can be played. */
export interface GameInfo {
  name: string;
  seats: number[];
  options: Record<string, string[]>;
  secrets: boolean;
  /** The levels of bots that play it, from friendly to strong. */
  levels: string[];
  /** It has a lesson with first steps. */
  lesson: boolean;
  /** How many puzzles it has. */
  puzzles: number;
  /** Hints for the general board, in the order in which the fields are to be seen. */
  layout: LayoutPart[];
  /** Addresses of what the game brings for the page; each may be missing. */
  page: Partial<Record<PageFile, string>>;
}

/** How far a game is for one purpose: rules that are there, of all that are needed. */
export interface Stage {
  state: "waiting" | "compiling" | "ready" | "failed";
  done: number;
  of: number;
}

/** How far a game is that has to be compiled first. */
export interface Readiness {
  table: Stage;
  bots: Stage;
}

/** A game that is installed and cannot be loaded, and what went wrong. */
export interface BrokenGame {
  name: string;
  reason: string;
}

/** What there is to play, against whom, in which languages. */
export interface Games {
  games: GameInfo[];
  broken: BrokenGame[];
  levels: string[];
  /** What the bots of a level are called, by seat; those further on begin anew. */
  bots: Record<string, string[]>;
  languages: string[];
}

/** Sentences by their keys. */
export type Catalog = Record<string, string>;

/** All sentences in one language. */
export interface Texts {
  core: Catalog;
  table: Catalog;
  levels: Catalog;
  games: Record<string, Catalog>;
}

/** A picture of a lesson: a state, and what happened just before it. */
export interface LessonFrame extends State {
  events: Message[];
}

/** A move that the learner is asked for at a picture. Those in `accept` count as the same. */
export interface LessonMove {
  frame: number;
  n: number;
  accept: number[];
}

/** A comment of the teacher, and what the learner does then. */
export interface LessonStep {
  /** The key of the comment. */
  say: string;
  /** The pictures on the way to this step; the last one stands. */
  frames: number[];
  /** The key of what is said to another legal move, where the lesson has words for it. */
  not_yet: string | null;
  /** None where there is only something to read. */
  moves: LessonMove[];
}

/** The first steps of a game. */
export interface Lesson {
  game: string;
  seat: number;
  seats: number;
  teacher: string;
  texts: Record<string, Catalog>;
  frames: LessonFrame[];
  steps: LessonStep[];
}

/** Ask why the learner cannot make a move at a picture. */
export interface LessonWhyWish {
  frame: number;
  move: string | Data;
}

/** Why a move is not possible; null if it is. */
export interface Reason {
  reason: Message | null;
}

/** A move of a puzzle: the chance to win with it, and the points to come. */
export interface PuzzleMove extends Move {
  win: number;
  points: number;
}

/** A position with one clearly best move, as the seat to move knows it. */
export interface Puzzle {
  game: string;
  id: string;
  seat: number;
  seats: number;
  /** Which of the puzzles of the game it is, from 1 on … */
  number: number;
  /** … of how many. */
  of: number;
  /** The puzzle after it; the first one comes after the last. */
  next: string;
  /** How often, from 0 to 1, the weakest bot does not think of the best move first. */
  missed: number;
  /** The largest standard error of how much worse another move is. */
  error: number;
  nudge: Nudge;
  /** All legal moves, the best one first. */
  moves: PuzzleMove[];
  state: State;
}

/** Ask why a move is not possible in a puzzle. */
export interface PuzzleWhyWish {
  move: string | Data;
}

/** Whoever opens the table, or somebody at the same device. */
export interface PersonWish {
  kind: "me" | "device";
  name: string;
}

/** Somebody who gets a link; a name may wait for them. */
export interface GuestWish {
  kind: "link";
  name?: string;
}

/** A bot, which may have a name of its own. */
export interface BotPlayerWish {
  kind: "bot";
  level: string;
  name?: string;
}

export type PlayerWish = PersonWish | GuestWish | BotPlayerWish;

/** A place in the tree of a game file. */
export interface StartWish {
  file: string;
  step: number;
  line: string;
}

/** Open a table, with a player for each seat. */
export interface TableWish {
  game: string;
  seats?: number;
  options?: Record<string, string>;
  players: PlayerWish[];
  hints?: boolean;
  /**
   * Begin where a line of an analysis has led to; the number of seats and the options are those of
   * its game.
   */
  start?: StartWish;
  /** Without it nobody is hurried. */
  pace?: Pacing;
  /** Everybody may sit down on the free seats; only where the house lets strangers meet. */
  open?: OpenWish;
}

/** The link to a seat. */
export interface Invite {
  seat: number;
  url: string;
}

/** A table that was opened. */
export interface NewTable {
  id: string;
  url: string;
  invites: Invite[];
}

/** A table in the list of a device. */
export interface TableSummary {
  id: string;
  game: string;
  players: Player[];
  you: number[];
  your_turn: boolean;
  over: string | null;
  ply: number;
  updated: string;
  /**
   * What goes when this device removes the table: all of it, or only what this device left there; a
   * game that others still play stays for now.
   */
  removal: "table" | "seat" | "later";
  pace: Pacing | null;
  /** When a seat of this device that is to decide will have no time left. */
  due: string | null;
}

/** What went: the whole table, or only what the device left there. */
export interface Removed {
  removed: "table" | "seat";
}

/** How many tables were removed, and how many stay because others still play there. */
export interface RemovedAll {
  removed: number;
  left: number;
}

/** How long a house keeps what was played, in days; null is for ever. */
export interface Keeping {
  days: number | null;
}

/** The tables of a device, those that wait for it first. */
export interface Tables {
  tables: TableSummary[];
}

/** Who has come to a table, for those who are invited to it. */
export interface Gathering {
  game: string;
  /** The name of whoever opened the table, if they sit at it. */
  host: string | null;
  players: Player[];
}

/** An event of the log as it is stored. */
export interface StoredEvent {
  version: number;
  kind: "move" | "undo" | "resign" | "timed_out";
  seat: number;
  /**
   * The number of the move, or how many moves were taken back; null for a move of somebody else as
   * long as the game is not over, as it may be a secret.
   */
  number: number | null;
  /** The move in words, if it stands and the game file was kept. */
  notation: string | null;
  at: string;
}

/** What is stored of a table. It can be read without the rules of the game. */
export interface StoredTable {
  id: string;
  game: string;
  rules: number;
  options: Record<string, string>;
  opened: string;
  /** The way the game ended; null if it did not. */
  ending: string | null;
  scores: number[] | null;
  places: number[] | null;
  /** The seed, once the game is over; null for a game that began from a position. */
  seed: string | null;
  /** The position that the game began from, once it is over. */
  start: string | null;
  players: Player[];
  events: StoredEvent[];
  /** The game file was kept when the game ended. */
  has_file: boolean;
  /** What was said last. */
  chat: ChatEntry[];
}

/** Exchange an invitation for a seat. */
export interface JoinWish {
  token: string;
  name: string;
}

/** The seat that an invitation led to. */
export interface Joined {
  seat: number;
}

/** Come to a seat by the link that another device of the same person made. */
export interface DeviceWish {
  token: string;
}

/** A link for another device; it can be used once, for so many seconds. */
export interface DeviceLink {
  url: string;
  seconds: number;
}

/** Invitations to the seats that nobody holds. */
export interface Invites {
  invites: Invite[];
}

/** The new invitation to a seat that was revoked. */
export interface NewInvite {
  url: string;
}

/**
 * What happened at a step, from the deal on, which is nobody's doing. Only what still stands is a
 * step.
 */
export interface PastStep extends Told {
  step: number;
  ply: number;
  round: number;
  seat: number | null;
}

/** What a game is about that is looked back at. */
export interface OutlineFacts {
  game: string;
  seats: number;
  options: Record<string, string>;
  version: number;
  over: string | null;
  /** Nothing is a secret any more: one may look through any eyes. */
  open: boolean;
  /** None where nobody has said who played. */
  players: Player[];
  /** The seat whose imagined world this is, if it is not the true one. */
  imagined_by: number | null;
}

/** The course of a game. */
export interface Outline extends OutlineFacts {
  /**
   * Somebody knew something that a spectator did not: then it matters whose eyes one looks through.
   */
  private: boolean;
  steps: PastStep[];
}

/** A past position, as it was shown at its time; after the end with everything open. */
export interface Frame extends Picture {
  step: number;
}

/** Some past positions. */
export interface Frames {
  frames: Frame[];
}

/** Look at a game file. */
export interface FileWish {
  file: string;
}

/** Where a game file can be looked at. */
export interface NewFile {
  id: string;
  url: string;
}

/**
 * Play on from a version of a table: once it is over with everything open, else in a world that a
 * seat of this device imagines, its first one if none is named.
 */
export interface BranchWish {
  version: number;
  seat?: number;
}

/** Where one can play on. */
export interface NewBranch {
  id: string;
  url: string;
}

/** A move of a line, with what is told of it to the one who made it. */
export interface BranchMove extends LastMove {
  events: Message[];
}

/** Where a line leads to: a picture for each seat that may act there, with what it may do. */
export interface Branch extends Picture {
  /** Of the game file, where the line begins. */
  step: number;
  line: BranchMove[];
  legal: Record<string, LegalMove[]>;
}

/** Ask why a seat cannot make a move at the end of a line. */
export interface BranchWhyWish {
  step: number;
  line: string;
  seat: number;
  move: string | Data;
}

/** What the coach thinks of the moves of a seat, the best one first. */
export interface Advice {
  seat: number;
  moves: Hint[];
}

/**
 * A move that cost much: the chance to win with the better one, how much of it was lost, and the
 * standard error of that.
 */
export interface TurningPoint {
  version: number;
  seat: number;
  played: Move;
  better: Move;
  win: number;
  loss: number;
  error: number;
}

/** How far the coach is, while it thinks. */
export interface Coach {
  done: number;
  of: number;
}

/**
 * The points of a finished game. All lists go from the deal to the end, with a place for each move
 * that stands.
 */
export interface Course {
  versions: number[];
  /** Who made the move that led there. */
  seats: (number | null)[];
  points: number[][];
}

/** What the coach says, once it has thought; null also where it could not finish. */
export interface Judgement {
  chances: number[][] | null;
  turning_points: TurningPoint[] | null;
}

/** A finished game looked at again. */
export interface Review extends Course, Judgement {
  coach: Coach | null;
}

/** How many games there were, and how they went. */
export interface Tally {
  played: number;
  won: number;
  /** The first place was shared. */
  drawn: number;
}

/** Games with so many seats. */
export interface SeatsTally extends Tally {
  seats: number;
}

/** Games of one title. */
export interface GameTally extends Tally {
  game: string;
  best: number;
  mean: number;
  seats: SeatsTally[];
}

/** Games against bots of a level, or against "people". */
export interface OpponentTally extends Tally {
  who: string;
}

/** Victories in a row. */
export interface Streak {
  now: number;
  longest: number;
}

/** How a device has played so far. */
export interface Statistics extends Tally {
  /** Games at a device that went from hand to hand: they have no "I". */
  passed_around: number;
  streak: Streak;
  games: GameTally[];
  opponents: OpponentTally[];
}

/** What somebody can be called for. */
export type NoticeKind = "turn" | "invitation" | "end" | "mention";

/** How often mail comes: some minutes after the news, or once a day. */
export type MailPace = "soon" | "daily";

/** An address for mail. */
export interface MailboxSeen {
  id: string;
  address: string;
  confirmed: boolean;
  pace: MailPace;
}

/**
 * When nothing is sent: minutes of the day, in a time zone. From a minute to the same one is never.
 */
export interface QuietSeen {
  zone: string;
  begin: number;
  finish: number;
}

/** What somebody wants to hear of at one table. */
export interface TableWishes {
  table: string;
  kinds: NoticeKind[];
}

/** How whoever asks can be called, and for what. */
export interface NoticesSeen {
  /** The key that a browser subscribes with; null where this house calls nobody by push. */
  push_key: string | null;
  /** Digests (SHA-256, hex) of the endpoints that are known. */
  browsers: string[];
  /** Whether this house sends mail. */
  mail: boolean;
  mailboxes: MailboxSeen[];
  /** What is wanted everywhere, where nothing else is said of a table. */
  kinds: NoticeKind[];
  tables: TableWishes[];
  quiet: QuietSeen | null;
}

/** The keys of a browser, as it writes them. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** Call me through this browser. */
export interface PushWish {
  endpoint: string;
  keys: PushKeys;
  language: string;
}

/** Call me through this browser no more. */
export interface PushEnd {
  endpoint: string;
}

/** Send me mail, once I have confirmed the address. */
export interface MailWish {
  address: string;
  language: string;
  pace: MailPace;
  zone: string;
}

/** Send me mail more often, or less. */
export interface PaceWish {
  pace: MailPace;
}

/** Call me for this, everywhere (null) or at a table; null kinds are those of everywhere. */
export interface KindsWish {
  table: string | null;
  kinds: NoticeKind[] | null;
}

/** A device of a person. */
export interface OwnDevice {
  id: string;
  name: string;
  since: string;
  /** It is the one that asks. */
  here: boolean;
  /** It may drop those that were there before it. */
  trusted: boolean;
}

/** A passkey of a person. */
export interface Passkey {
  id: string;
  name: string;
  since: string;
}

/** A person, as far as they are known: nothing for who has one device and no passkey. */
export interface Me {
  devices: OwnDevice[];
  passkeys: Passkey[];
}

/** What a device is called in the list of its person. */
export interface DeviceName {
  name: string;
}

/** A way for one further device of a person, as long as it can be gone. */
export interface DeviceCode {
  code: string;
  url: string;
  seconds: number;
}

/** Become a device of the person who made a code. */
export interface CodeWish {
  code: string;
  name: string;
}

/** The seats to which a device has come. */
export interface Came {
  seats: number[];
}

/** What a browser is to be asked for: the options of WebAuthn, as JSON. */
export interface PasskeyOptions {
  options: Data;
}

/** What a browser has answered to that, and what the passkey or the device is called. */
export interface PasskeyAnswer {
  credential: Data;
  name: string;
}

/** How many tables there were something to be deleted at. */
export interface Forgotten {
  tables: number;
}
