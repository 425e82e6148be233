/** Requests to the table's server. */
import type {
  Data,
  Door,
  Frame,
  Games,
  Invite,
  Lesson,
  Message,
  NewTable,
  Outline,
  Readiness,
  Review,
  Statistics,
  TableSummary,
  TableWish,
  Texts,
} from "./types.ts";

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
      : {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        };
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Refusal(0, null);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new Refusal(response.status, (answer as { error?: Message } | null)?.error ?? null);
  return answer as T;
}

const lesson = (game: string): string => `/api/lessons/${encodeURIComponent(game)}`;
const table = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export const getDoor = (): Promise<Door> => request("/api/door");
export const turnDoor = (open: boolean): Promise<Door> => request("/api/door", { open });
export const getGames = (): Promise<Games> => request("/api/games");
export const getReadiness = (game: string): Promise<Readiness> =>
  request(`/api/games/${encodeURIComponent(game)}/ready`);
export const getTexts = (language: string): Promise<Texts> => request(`/api/texts/${language}`);
export const getTables = (): Promise<{ tables: TableSummary[] }> => request("/api/tables");
export const createTable = (wish: TableWish): Promise<NewTable> => request("/api/tables", wish);
export const joinTable = (id: string, token: string, name: string): Promise<{ seat: number }> =>
  request(`${table(id)}/join`, { token, name });
export const getInvites = (id: string): Promise<{ invites: Invite[] }> =>
  request(`${table(id)}/invites`);
export const revokeSeat = (id: string, seat: number): Promise<{ url: string }> =>
  request(`${table(id)}/seats/${seat}/revoke`, {});
export const getLesson = (game: string): Promise<Lesson> => request(lesson(game));
export const askLesson = (
  game: string,
  frame: number,
  move: Data,
): Promise<{ reason: Message | null }> => request(`${lesson(game)}/why`, { frame, move });
export const tablePast = (id: string): string => `${table(id)}/past`;
export const filePast = (id: string): string => `/api/files/${encodeURIComponent(id)}/past`;
const eyesOf = (eyes: string | null): string => (eyes === null ? "" : `as=${eyes}`);
export const getOutline = (past: string, eyes: string | null): Promise<Outline> =>
  request(`${past}?${eyesOf(eyes)}`);
export const getFrames = (
  past: string,
  eyes: string | null,
  from: number,
): Promise<{ frames: Frame[] }> => request(`${past}?from=${from}&${eyesOf(eyes)}`);
export const openFile = (file: string): Promise<{ id: string; url: string }> =>
  request("/api/files", { file });
/** The picture of what a link shows, as everybody may see it. */
export function pictureOf(link: string, language: string): string {
  const url = new URL(link, location.origin);
  url.searchParams.set("lang", language);
  return `${url.pathname}/picture.png${url.search}`;
}
export const gameFile = (id: string): string => `${table(id)}/file`;
export const getReview = (id: string): Promise<Review> => request(`${table(id)}/review`);
export const getStatistics = (): Promise<Statistics> => request("/api/statistics");
export const forgetStatistics = (): Promise<unknown> => request("/api/statistics/forget", {});
