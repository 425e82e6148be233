/** A view as parts that can be drawn: grids, cards, piles, numbers of each seat, and facts. They follow
 * from the shape of the view, and from the hints of the game where its shape does not say enough. */
import type { Data, Json, LayoutPart } from "../../wire/types.ts";
import { columnName } from "../fields.ts";
import { isEmpty, isPlain } from "./words.ts";

/** Something that lies on the table and can be pointed at. */
export interface Thing {
  spot: string;
  value: Json;
}
interface Named {
  field: string;
  hint: LayoutPart | null;
  /** Whose it is, where each player has one. */
  owner: number | null;
}
export interface GridPart extends Named {
  kind: "grid";
  rows: Thing[][];
  rowNames: string[];
  columnNames: string[];
  /** 1 is a piece of the first seat, 2 of the second. */
  ofSeats: boolean;
}
export interface CardsPart extends Named {
  kind: "cards";
  things: Thing[];
}
export interface PilePart extends Named {
  kind: "pile";
  count: number;
}
/** A number on its way to the last step. */
export interface TrackPart extends Named {
  kind: "track";
  count: number;
  most: number;
}
/** A value for each seat; with `most` it is on its way there. */
export interface SeatsPart extends Named {
  kind: "seats";
  values: Json[];
  faceDown: boolean;
  most: number;
}
export interface FactPart extends Named {
  kind: "fact";
  value: Json;
}
export type Part = GridPart | CardsPart | PilePart | TrackPart | SeatsPart | FactPart;

/** Facts that every view has and the table shows elsewhere, or that only programs want. */
const SHOWN_ELSEWHERE = new Set([
  "game",
  "seat",
  "seats",
  "options",
  "to_act",
  "phase",
  "ply",
  "turn",
  "over",
  "scores",
  "places",
  "label",
]);
/** Names of lists that hold cards, however many there are. */
const CARDS = /^(hand|cards?|row|market|display|shown|discards?|deck|pile|stack|tableau)$/;
const FIELD = /^([a-z])(\d{1,2})$/;
const PLAYERS = "players";
/** What stands for nothing on a field. */
const NOTHING: readonly Json[] = [null, false, 0, "", " ", ".", "-"];
/** What stands for a card that cannot be seen. */
const UNSEEN: readonly Json[] = [null, "?", "hidden", "face down", "back"];

export const isNothing = (value: Json): boolean => NOTHING.includes(value);
export const isUnseen = (value: Json): boolean => UNSEEN.includes(value);

export const thingsOf = (part: Part): Thing[] =>
  part.kind === "grid" ? part.rows.flat() : part.kind === "cards" ? part.things : [];

/** The parts of a view: first those that the game names, in its order, then all others. */
export function partsOf(view: Data, layout: readonly LayoutPart[]): Part[] {
  const seats = Number(view["seats"] ?? 0);
  const hints = new Map(layout.map((hint) => [hint.field, hint]));
  const found = fieldsOf(view).flatMap(({ field, value, owner }) => {
    const hint = hints.get(field) ?? null;
    const spot = owner === null ? field : `${field}/${owner}`;
    return partOf(value, seats, { field, hint, owner }, spot);
  });
  const order = layout.map((hint) => hint.field);
  const rank = (part: Part): number =>
    order.includes(part.field) ? order.indexOf(part.field) : order.length;
  return found.sort((a, b) => rank(a) - rank(b));
}

interface Field {
  field: string;
  value: Json;
  owner: number | null;
}

/** The fields of a view; what each player has is a field of its own. */
function fieldsOf(view: Data): Field[] {
  return Object.entries(view)
    .filter(([field]) => !SHOWN_ELSEWHERE.has(field))
    .flatMap(([field, value]) =>
      field === PLAYERS && Array.isArray(value) && value.every((one) => !isPlain(one))
        ? fieldsOfPlayers(value as Data[])
        : [{ field, value, owner: null }],
    );
}

function fieldsOfPlayers(players: readonly Data[]): Field[] {
  const names = [...new Set(players.flatMap((player) => Object.keys(player)))];
  return names.flatMap((name): Field[] => {
    const values = players.map((player) => player[name] ?? null);
    const field = `${PLAYERS}.${name}`;
    return values.every(isPlain)
      ? [{ field, value: values, owner: null }]
      : values.map((value, owner) => ({ field, value, owner }));
  });
}

function partOf(value: Json, seats: number, named: Named, spot: string): Part[] {
  switch (named.hint?.as ?? shapeOf(value, seats, named.field)) {
    case "hidden":
      return [];
    case "grid":
      return [gridOf(value, seats, named, spot)];
    case "cards":
      return cardsOf(value, seats, named, spot);
    case "pile":
      return isForSeats(value, seats)
        ? [{ ...named, kind: "seats", values: value.map(countOf), faceDown: true, most: 0 }]
        : [{ ...named, kind: "pile", count: countOf(value) }];
    case "track":
      return trackOf(value, named);
    case "seats":
      return Array.isArray(value)
        ? [{ ...named, kind: "seats", values: value, faceDown: false, most: 0 }]
        : [];
    case "facts":
      return isEmpty(value) ? [] : [{ ...named, kind: "fact", value }];
  }
}

/** What a value looks like. */
export function shapeOf(value: Json, seats: number, field: string): LayoutPart["as"] {
  const name = field.slice(field.lastIndexOf(".") + 1);
  if (isPlain(value)) return "facts";
  if (!Array.isArray(value)) return isMapOfFields(value) ? "grid" : "facts";
  if (isRectangle(value) && value.length !== seats) return "grid";
  if (value.every(Array.isArray)) return value.flat().every(isFlat) ? "cards" : "facts";
  if (!value.every(isFlat)) return "facts";
  if (field.startsWith(`${PLAYERS}.`) && value.every(isPlain) && value.length === seats)
    return CARDS.test(name) ? "cards" : "seats";
  return value.length === seats && value.every(isPlain) && !CARDS.test(name) ? "seats" : "cards";
}

const isFlat = (value: Json): boolean => isPlain(value) || Object.values(value).every(isPlain);

function isRectangle(value: Json[]): value is Json[][] {
  const [first] = value;
  return (
    value.length > 1 &&
    Array.isArray(first) &&
    first.length > 1 &&
    value.every((row) => Array.isArray(row) && row.length === first.length && row.every(isFlat))
  );
}

function isMapOfFields(value: Data): boolean {
  const names = Object.keys(value);
  return names.length >= 4 && names.every((name) => FIELD.test(name));
}

/** A list with an entry for each seat that is a number or a list. */
const isForSeats = (value: Json, seats: number): value is Json[] =>
  Array.isArray(value) &&
  value.length === seats &&
  (value.every((one) => typeof one === "number") || value.every(Array.isArray));

const countOf = (value: Json): number =>
  Array.isArray(value) ? value.length : typeof value === "number" ? value : 0;

function trackOf(value: Json, named: Named): Part[] {
  const most = named.hint?.most ?? 0;
  if (Array.isArray(value))
    return [{ ...named, kind: "seats", values: value, faceDown: false, most }];
  return [{ ...named, kind: "track", count: countOf(value), most }];
}

/** Cards in one row, or in a row for each seat. */
function cardsOf(value: Json, seats: number, named: Named, spot: string): Part[] {
  if (!Array.isArray(value)) return isEmpty(value) ? [] : [{ ...named, kind: "fact", value }];
  if (value.length > 0 && value.every(Array.isArray))
    return value.flatMap((row, at) =>
      cardsOf(row, seats, { ...named, owner: value.length === seats ? at : null }, `${spot}/${at}`),
    );
  const things = value.map((one, at) => ({ spot: `${spot}/${at}`, value: one }));
  return [{ ...named, kind: "cards", things }];
}

function gridOf(value: Json, seats: number, named: Named, spot: string): GridPart {
  const hint = named.hint;
  const lines: Json[][] = Array.isArray(value)
    ? value.map((row) => (Array.isArray(row) ? row : [row]))
    : linesOf((value ?? {}) as Data);
  const columns = Math.max(0, ...lines.map((line) => line.length));
  const rows = lines.map((line, row) =>
    Array.from({ length: columns }, (_, column) => ({
      spot: `${spot}/${row}/${column}`,
      value: line[column] ?? null,
    })),
  );
  return {
    ...named,
    kind: "grid",
    rows,
    columnNames: rows[0]?.map((_, column) => hint?.columns?.[column] ?? columnName(column)) ?? [],
    rowNames: rows.map((_, row) => hint?.rows?.[row] ?? String(rows.length - row)),
    ofSeats: hint?.seats ?? lines.flat().every((one) => isOneOf(one, seats)),
  };
}

const isOneOf = (value: Json, seats: number): boolean =>
  value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= seats);

/** The rows of a map of fields, from the top. */
function linesOf(fields: Data): Json[][] {
  const places = Object.entries(fields).flatMap(([name, value]) => {
    const [, column, row] = FIELD.exec(name) ?? [];
    return column && row ? [{ column: column.charCodeAt(0) - 97, row: Number(row), value }] : [];
  });
  const height = Math.max(0, ...places.map((place) => place.row));
  const width = 1 + Math.max(-1, ...places.map((place) => place.column));
  const lines = Array.from({ length: height }, () =>
    Array.from({ length: width }, (): Json => null),
  );
  for (const { row, column, value } of places) {
    const line = lines[height - row];
    if (line) line[column] = value;
  }
  return lines;
}
