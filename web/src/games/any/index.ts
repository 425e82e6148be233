/** The drawing of every game that has no folder here: the board that it brings, or the general one. */
import { speech } from "../../text/speech.svelte.ts";
import type { Move } from "../../wire/types.ts";
import type { Drawing } from "../drawing.ts";
import Board from "./Board.svelte";
import { findOwnBoard, isBroken } from "./own.ts";
import OwnBoard from "./OwnBoard.svelte";
import { lexiconOf } from "./words.ts";

export async function drawingFor(game: string): Promise<Drawing> {
  const [own] = await Promise.all([findOwnBoard(game), speech.learn("games/any")]);
  const inGeneral = (move: Move): string => lexiconOf(speech.catalog(game)).move(move);
  const sayMove = (move: Move): string => {
    const words = own && !isBroken(own) ? own.sayMove?.(move, speech.language) : null;
    return words ?? inGeneral(move);
  };
  return { Board: own === null ? Board : OwnBoard, sayMove };
}
