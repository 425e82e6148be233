/** Requests to the table's server. */
import { reach } from "./reach.svelte.ts";
import type {
  Advice,
  Branch,
  BranchWhyWish,
  Came,
  Data,
  DeviceCode,
  DeviceLink,
  Door,
  Frame,
  Games,
  Gathering,
  Invite,
  Keeping,
  Lesson,
  Me,
  Message,
  NewTable,
  Outline,
  PasskeyOptions,
  Puzzle,
  Readiness,
  Removed,
  RemovedAll,
  Review,
  Statistics,
  StoredTable,
  TableSummary,
  TableWish,
  Texts,
} from "./types.ts";

/** What the worker of the page says of an answer that it kept, because no server gave one. */
const AWAY = "x-server-away";

/** The server said no and gave a reason, or could not be reached (then there is none). */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly reason: Message | null,
  ) {
    super(reason?.key ?? `status ${status}`);
  }
}

export async function request<T>(path: string, body?: unknown): Promise<T> {
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
    reach.isAway = response.headers.has(AWAY);
  } catch {
    reach.isAway = true;
    throw new Refusal(0, null);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok)
    throw new Refusal(response.status, (answer as { error?: Message } | null)?.error ?? null);
  return answer as T;
}

export const GAMES = "/api/games";
export const textsPath = (language: string): string => `/api/texts/${language}`;
export const lessonPath = (game: string): string => `/api/lessons/${encodeURIComponent(game)}`;
/** A puzzle by its name, or that of a day by its date. */
export const puzzlePath = (game: string, which: string): string =>
  `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(which)}`;
const file = (id: string): string => `/api/files/${encodeURIComponent(id)}`;
const table = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export const getDoor = (): Promise<Door> => request("/api/door");
export const turnDoor = (open: boolean): Promise<Door> => request("/api/door", { open });
export const getGames = (): Promise<Games> => request(GAMES);
export const getReadiness = (game: string): Promise<Readiness> =>
  request(`/api/games/${encodeURIComponent(game)}/ready`);
export const getTexts = (language: string): Promise<Texts> => request(textsPath(language));
export const getTables = (): Promise<{ tables: TableSummary[] }> => request("/api/tables");
export const createTable = (wish: TableWish): Promise<NewTable> => request("/api/tables", wish);
export const getGathering = (id: string): Promise<Gathering> => request(table(id));
/** Where all that is stored of a table can be had. */
export const storedTable = (id: string): string => `${table(id)}/stored`;
export const getStored = (id: string): Promise<StoredTable> => request(storedTable(id));
export const joinTable = (id: string, token: string, name: string): Promise<{ seat: number }> =>
  request(`${table(id)}/join`, { token, name });
export const getInvites = (id: string): Promise<{ invites: Invite[] }> =>
  request(`${table(id)}/invites`, {});
/** Makes a link for another device of the same person. */
export const linkDevice = (id: string, seat: number): Promise<DeviceLink> =>
  request(`${table(id)}/seats/${seat}/device`, {});
/** Brings this device to the seat of such a link. */
export const addDevice = (id: string, token: string): Promise<{ seat: number }> =>
  request(`${table(id)}/devices`, { token });
export const revokeSeat = (id: string, seat: number): Promise<{ url: string }> =>
  request(`${table(id)}/seats/${seat}/revoke`, {});
export const getLesson = (game: string): Promise<Lesson> => request(lessonPath(game));
export const askLesson = (
  game: string,
  frame: number,
  move: Data,
): Promise<{ reason: Message | null }> => request(`${lessonPath(game)}/why`, { frame, move });
export const getPuzzle = (game: string, which: string): Promise<Puzzle> =>
  request(puzzlePath(game, which));
export const askPuzzle = (
  game: string,
  which: string,
  move: Data,
): Promise<{ reason: Message | null }> => request(`${puzzlePath(game, which)}/why`, { move });
export const tablePast = (id: string): string => `${table(id)}/past`;
export const filePast = (id: string): string => `${file(id)}/past`;
/** Writes a game down to play on from a version of it; the seat is the one that looks on. */
export const branchTable = (
  id: string,
  version: number,
  seat: number | null,
): Promise<{ id: string; url: string }> =>
  request(`${table(id)}/branch`, { version, ...(seat === null ? {} : { seat }) });
const place = (step: number, line: string): string => `step=${step}&line=${line}`;
export const getBranch = (id: string, step: number, line: string): Promise<Branch> =>
  request(`${file(id)}/branch?${place(step, line)}`);
export const lineReview = (id: string, step: number, line: string): string =>
  `${fileReview(id)}?${place(step, line)}`;
export const getAdvice = (id: string, step: number, line: string, seat: number): Promise<Advice> =>
  request(`${file(id)}/coach?${place(step, line)}&seat=${seat}`);
export const askBranch = (id: string, wish: BranchWhyWish): Promise<{ reason: Message | null }> =>
  request(`${file(id)}/why`, wish);
const eyesOf = (eyes: string | null): string => (eyes === null ? "" : `as=${eyes}`);
/** As many as the server gives at once. */
export const FRAMES_AT_ONCE = 16;
export const getOutline = (past: string, eyes: string | null): Promise<Outline> =>
  request(`${past}?${eyesOf(eyes)}`);
export const getFrames = (
  past: string,
  eyes: string | null,
  from: number,
  count = FRAMES_AT_ONCE,
): Promise<{ frames: Frame[] }> =>
  request(`${past}?from=${from}&count=${Math.min(count, FRAMES_AT_ONCE)}&${eyesOf(eyes)}`);
export const openFile = (file: string): Promise<{ id: string; url: string }> =>
  request("/api/files", { file });
/** The picture of what a link shows, as everybody may see it. */
export function pictureOf(link: string, language: string): string {
  const url = new URL(link, location.origin);
  url.searchParams.set("lang", language);
  return `${url.pathname}/picture.png${url.search}`;
}
export const gameFile = (id: string): string => `${table(id)}/file`;
export const tableReview = (id: string): string => `${table(id)}/review`;
export const fileReview = (id: string): string => `${file(id)}/review`;
export const getReview = (address: string): Promise<Review> => request(address);
export const removeTable = (id: string): Promise<Removed> => request(`${table(id)}/remove`, {});
export const removeAllTables = (): Promise<RemovedAll> => request("/api/tables/remove", {});
export const getKeeping = (): Promise<Keeping> => request("/api/keeping");
export const getStatistics = (): Promise<Statistics> => request("/api/statistics");
export const forgetStatistics = (): Promise<unknown> => request("/api/statistics/forget", {});

// --- one person with several devices -------------------------------------------------------------------
export const getMe = (): Promise<Me> => request("/api/me");
export const makeCode = (name: string): Promise<DeviceCode> => request("/api/me/code", { name });
export const joinByCode = (code: string, name: string): Promise<Me> =>
  request("/api/me/join", { code, name });
export const dropDevice = (id: string): Promise<Me> => request(`/api/me/devices/${id}/drop`, {});
export const askForPasskey = (name: string): Promise<PasskeyOptions> =>
  request("/api/me/passkeys/options", { name });
export const addPasskey = (credential: unknown, name: string): Promise<Me> =>
  request("/api/me/passkeys", { credential, name });
export const dropPasskey = (id: string): Promise<Me> => request(`/api/me/passkeys/${id}/drop`, {});
export const askToSignIn = (): Promise<PasskeyOptions> => request("/api/me/signin/options", {});
export const signIn = (credential: unknown, name: string): Promise<Me> =>
  request("/api/me/signin", { credential, name });
/** Where everything about oneself can be had, as a file. */
export const EXPORT = "/api/me/export";
export const forgetMe = (): Promise<unknown> => request("/api/me/forget", {});
/** Brings this device to the seats that another device of the same person holds. */
export const comeAlong = (id: string): Promise<Came> => request(`${table(id)}/come`, {});
