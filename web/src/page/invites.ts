/** Invitations of tables that this device hosts, kept while the browser is open: asking the server
 * again would make new ones and the old links useless. */
import { getInvites } from "../wire/http.ts";
import type { Invite } from "../wire/types.ts";

const keyOf = (table: string): string => `allmende.invites.${table}`;

export function keepInvites(table: string, invites: Invite[]): void {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify(invites));
  } catch {
    // Then they are asked for anew.
  }
}

export function keptInvites(table: string): Invite[] | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(table)) ?? "null") as Invite[] | null;
  } catch {
    return null;
  }
}

/** Returns an invitation for each of the free seats. */
export async function invitesOf(table: string, free: readonly number[]): Promise<Invite[]> {
  const kept = keptInvites(table);
  if (kept && free.every((seat) => kept.some((invite) => invite.seat === seat))) return kept;
  const { invites } = await getInvites(table);
  keepInvites(table, invites);
  return invites;
}
