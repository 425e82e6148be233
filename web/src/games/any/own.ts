/** Boards that games bring themselves: a module that the server hands out from the game's own folder.
 * `docs/boards.md` describes what such a module is. */
import { speech } from "../../text/speech.svelte.ts";
import type { Data, Hint, LastMove, Message, Move } from "../../wire/types.ts";
import { infoOf } from "../shelf.ts";

/** What a board is told each time something has changed. */
export interface Situation {
  game: string;
  language: string;
  view: Data;
  seat: number | null;
  legal: readonly Move[];
  last: LastMove | null;
  version: number;
  staged: Move | null;
  hints: readonly Hint[];
  nameOf: (seat: number) => string;
  /** A message of the game in the reader's language. */
  say: (message: Message) => string;
  offer: (move: Move) => void;
  unstage: () => void;
  why: (wish: Data) => void;
}
export interface Mounted {
  update: (situation: Situation) => void;
  destroy?: () => void;
}
export interface OwnBoard {
  mount: (element: HTMLElement, situation: Situation) => Mounted;
  sayMove?: (move: Move, language: string) => string;
}

/** Why the board of a game cannot be used. */
export interface Broken {
  reason: string;
}
export const isBroken = (board: OwnBoard | Broken): board is Broken => "reason" in board;

const found = new Map<string, OwnBoard | Broken>();

/** The board that a game brings, as it was found before; null if it brings none. */
export const ownBoardOf = (game: string): OwnBoard | Broken | null => found.get(game) ?? null;

/** Loads the board that a game brings. */
export async function findOwnBoard(game: string): Promise<OwnBoard | Broken | null> {
  const page = infoOf(game)?.page;
  if (!page?.board) return null;
  const before = found.get(game);
  if (before && !isBroken(before)) return before;
  if (page.style) dress(page.style);
  const board = await load(page.board).catch((trouble: unknown) => ({
    reason: reasonOf(trouble),
  }));
  found.set(game, board);
  return board;
}

async function load(address: string): Promise<OwnBoard> {
  const board = (await import(/* @vite-ignore */ address)) as Partial<OwnBoard>;
  if (typeof board.mount !== "function") throw new Error("board.js exports no function 'mount'");
  return board as OwnBoard;
}

function dress(address: string): void {
  if (document.querySelector(`link[href="${CSS.escape(address)}"]`)) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  document.head.append(link);
}

export const reasonOf = (trouble: unknown): string =>
  trouble instanceof Error ? trouble.message : String(trouble);

export const messageSpeaker =
  (game: string, nameOf: (seat: number) => string) =>
  (message: Message): string =>
    speech.speaker(game, nameOf).say(message);
