/** Which things on the table a move speaks of, so that it can be chosen by a tap on them. Nothing here
 * knows a rule: the words of the moves are compared with the names of the things. */
import type { Data, Json, Move } from "../../wire/types.ts";
import { thingsOf, type GridPart, type Part, type Thing } from "./parts.ts";
import { isPlain } from "./words.ts";

/** Some things of which any one is meant; a whole column or row of a grid is a line. */
export interface Mention {
  field: string;
  spots: ReadonlySet<string>;
  line: { axis: Axis; at: number } | null;
}
export type Axis = "column" | "row";

/** A legal move and the things that it speaks of. */
export interface Choice {
  move: Move;
  mentions: readonly Mention[];
}

const AXES: Record<string, Axis> = {
  column: "column",
  col: "column",
  file: "column",
  x: "column",
  row: "row",
  rank: "row",
  line: "row",
  y: "row",
};
/** Under which names a thing with several facts may be called. */
const CALLED = ["id", "name", "card", "kind"];

type Word = { entry: string; value: string };

/** What a move says, entry by entry; a list says each of its values. */
function wordsOf(move: Move): Word[] {
  return Object.entries(move.data)
    .filter(([entry]) => entry !== "do")
    .flatMap(([entry, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((one) => typeof one === "string" || typeof one === "number")
        .map((one) => ({ entry, value: String(one) })),
    );
}

const kindOf = (move: Move, entry: string): string => `${String(move.data["do"])}/${entry}`;

export function choicesOf(moves: readonly Move[], parts: readonly Part[]): Choice[] {
  const homes = homesOf(moves, parts);
  return moves.map((move) => {
    const mentions = wordsOf(move).flatMap(({ entry, value }) => {
      const home = homes.get(kindOf(move, entry));
      return (home && mentionOf(home, entry, value)) ?? [];
    });
    return { move, mentions: crossed(mentions) };
  });
}

/** For each kind of word the part that it speaks of: the smallest one in which every such word names
 * something. */
function homesOf(moves: readonly Move[], parts: readonly Part[]): Map<string, Part> {
  const said = new Map<string, Word[]>();
  for (const move of moves)
    for (const word of wordsOf(move)) {
      const kind = kindOf(move, word.entry);
      said.set(kind, [...(said.get(kind) ?? []), word]);
    }
  const homes = new Map<string, Part>();
  for (const [kind, words] of said) {
    const named = parts.filter((part) => part.hint?.chosen_by?.includes(words[0]?.entry ?? ""));
    const [best] = (named.length > 0 ? named : parts)
      .filter((part) => words.every((word) => mentionOf(part, word.entry, word.value)))
      .sort((a, b) => thingsOf(a).length - thingsOf(b).length);
    if (best) homes.set(kind, best);
  }
  return homes;
}

function mentionOf(part: Part, entry: string, value: string): Mention | null {
  return part.kind === "grid" ? placeOf(part, entry, value) : thingCalled(part, entry, value);
}

function thingCalled(part: Part, entry: string, value: string): Mention | null {
  const spots = thingsOf(part)
    .filter((thing) => isCalled(thing.value, entry, value))
    .map((thing) => thing.spot);
  return spots.length > 0 ? { field: part.field, spots: new Set(spots), line: null } : null;
}

function isCalled(thing: Json, entry: string, value: string): boolean {
  if (isPlain(thing)) return thing !== null && String(thing) === value;
  if (Array.isArray(thing)) return false;
  return [entry, ...CALLED].some((name) => name in thing && String(thing[name]) === value);
}

/** A field of a grid by its name, or a whole line of it. */
function placeOf(grid: GridPart, entry: string, value: string): Mention | null {
  const axis = AXES[entry];
  if (axis) {
    const at = (axis === "column" ? grid.columnNames : grid.rowNames).indexOf(value);
    return at < 0 ? null : lineOf(grid, axis, at);
  }
  for (const [row, line] of grid.rows.entries())
    for (const [column, thing] of line.entries())
      if (nameOfField(grid, row, column) === value)
        return { field: grid.field, spots: new Set([thing.spot]), line: null };
  return null;
}

function lineOf(grid: GridPart, axis: Axis, at: number): Mention {
  const things =
    axis === "column" ? grid.rows.flatMap((row) => row[at] ?? []) : (grid.rows[at] ?? []);
  return { field: grid.field, spots: spotsOf(things), line: { axis, at } };
}

const spotsOf = (things: readonly Thing[]): Set<string> =>
  new Set(things.map((thing) => thing.spot));

export const nameOfField = (grid: GridPart, row: number, column: number): string =>
  `${grid.columnNames[column]}${grid.rowNames[row]}`;

/** A column and a row of one grid, said one after the other, are one field. */
function crossed(mentions: readonly Mention[]): Mention[] {
  const left: Mention[] = [];
  for (const mention of mentions) {
    const last = left.at(-1);
    if (
      mention.line &&
      last?.line &&
      last.field === mention.field &&
      last.line.axis !== mention.line.axis
    ) {
      const spots = [...last.spots].filter((spot) => mention.spots.has(spot));
      left.splice(-1, 1, { field: mention.field, spots: new Set(spots), line: null });
    } else left.push(mention);
  }
  return left;
}

/** The mentions that are left of a choice after some things were picked; null if they do not fit. */
export function leftOf(choice: Choice, picks: readonly string[]): Mention[] | null {
  const left = [...choice.mentions];
  for (const pick of picks) {
    const at = left.findIndex((mention) => mention.spots.has(pick));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

export const fitting = (choices: readonly Choice[], picks: readonly string[]): Choice[] =>
  choices.filter((choice) => leftOf(choice, picks) !== null);

/** What somebody probably wants who taps on a thing of which no move speaks: a move like one that fits
 * what was picked so far, with this thing next. Null where no legal move speaks of anything like it. */
export function wishFor(
  spot: string,
  picks: readonly string[],
  choices: readonly Choice[],
  parts: readonly Part[],
): Data | null {
  const part = parts.find((one) => thingsOf(one).some((thing) => thing.spot === spot));
  const like = fitting(choices, picks).find(
    ({ mentions }) => mentions[picks.length]?.field === part?.field,
  );
  if (!part || !like) return null;
  const words = wordsOf(like.move);
  const lines = words.filter(({ entry }) => entry in AXES);
  const isCrossed = lines.length > 1 && !like.mentions[picks.length]?.line;
  const wish = { ...like.move.data };
  for (const { entry } of isCrossed ? lines : words.slice(picks.length, picks.length + 1)) {
    const name = nameFor(part, spot, entry);
    if (name === undefined) return null;
    wish[entry] = name;
  }
  return wish;
}

/** How moves call a thing in a certain entry. */
function nameFor(part: Part, spot: string, entry: string): Json | undefined {
  if (part.kind !== "grid") {
    const value = thingsOf(part).find((thing) => thing.spot === spot)?.value ?? null;
    if (isPlain(value) || Array.isArray(value)) return value ?? undefined;
    return value[[entry, ...CALLED].find((name) => name in value) ?? ""];
  }
  const row = part.rows.findIndex((line) => line.some((thing) => thing.spot === spot));
  const column = part.rows[row]?.findIndex((thing) => thing.spot === spot) ?? -1;
  if (row < 0 || column < 0) return undefined;
  const axis = AXES[entry];
  if (axis) return axis === "column" ? part.columnNames[column] : part.rowNames[row];
  return nameOfField(part, row, column);
}
