/** Requests to the table's server. */
import type { Games, Invite, Message, NewTable, TableSummary, TableWish, Texts } from "./types.ts";

/** The server said no and gave a reason, or could not be reached (then there is none). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: Message | null,
  ) {
    super(reason?.key ?? `status ${status}`);
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const options: RequestInit =
    body === undefined
      ? {}
      : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refusal(0, null);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) throw new Refusal(response.status, (answer as { error?: Message } | null)?.error ?? null);
  return answer as T;
}

const table = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export const getGames = (): Promise<Games> => request("/api/games");
export const getTexts = (language: string): Promise<Texts> => request(`/api/texts/${language}`);
export const getTables = (): Promise<{ tables: TableSummary[] }> => request("/api/tables");
export const createTable = (wish: TableWish): Promise<NewTable> => request("/api/tables", wish);
export const joinTable = (id: string, token: string, name: string): Promise<{ seat: number }> =>
  request(`${table(id)}/join`, { token, name });
export const getInvites = (id: string): Promise<{ invites: Invite[] }> => request(`${table(id)}/invites`);
export const revokeSeat = (id: string, seat: number): Promise<{ url: string }> =>
  request(`${table(id)}/seats/${seat}/revoke`, {});
export const gameFile = (id: string): string => `${table(id)}/file`;
