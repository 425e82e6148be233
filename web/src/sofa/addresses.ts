/** Where a table is found as a screen for everybody, and as the hand of one player. */

export const screenOf = (table: string): string => `/screen/${table}`;
export const handOf = (table: string): string => `/hand/${table}`;

/** What leads to a table, led to the hand of a player instead; the invitation behind it comes along. */
export const asHand = (url: string): string => url.replace(/^\/t\//, "/hand/");
