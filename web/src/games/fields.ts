/** Names of fields as people say them: columns a, b, c from the left, rows 1, 2, 3 from below. */

export const columnName = (column: number): string => String.fromCharCode(97 + column);

/** How a field of a board is found, by its name. */
export const fieldAt = (name: string, rows: number): string =>
  cellAt(rows - Number(name.slice(1)), name.charCodeAt(0) - 97);
export const cellAt = (row: number, column: number): string =>
  `.cell[data-row="${row}"][data-column="${column}"]`;

export function fieldName(row: number, column: number, rows: number): string {
  return `${columnName(column)}${rows - row}`;
}
