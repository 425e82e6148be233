/** Names of fields as people say them: columns a, b, c from the left, rows 1, 2, 3 from below. */

export const columnName = (column: number): string => String.fromCharCode(97 + column);

export function fieldName(row: number, column: number, rows: number): string {
  return `${columnName(column)}${rows - row}`;
}
