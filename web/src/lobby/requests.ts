/** What the page asks about people who meet. */
import { request } from "../wire/http.ts";
import type {
  Blocks,
  Company,
  OpenSeats,
  PlayNowWish,
  ReportWish,
  Vacation,
} from "../wire/types.ts";

const table = (id: string): string => `/api/tables/${encodeURIComponent(id)}`;

export const getOpenSeats = (): Promise<OpenSeats> => request("/api/lobby");
export const sitDown = (id: string, name: string): Promise<{ seat: number }> =>
  request(`/api/lobby/tables/${encodeURIComponent(id)}/sit`, { name });
export const playNow = (wish: PlayNowWish): Promise<Company> => request("/api/lobby/play", wish);
export const getVacation = (): Promise<Vacation> => request("/api/vacation");
export const goOnVacation = (days: number): Promise<Vacation> => request("/api/vacation", { days });
export const getBlocks = (): Promise<Blocks> => request("/api/blocks");
export const liftBlock = (ref: string): Promise<Blocks> =>
  request(`/api/blocks/${encodeURIComponent(ref)}/lift`, {});
export const blockSeat = (id: string, seat: number): Promise<unknown> =>
  request(`${table(id)}/seats/${seat}/block`, {});
export const reportSeat = (id: string, seat: number, wish: ReportWish): Promise<unknown> =>
  request(`${table(id)}/seats/${seat}/report`, wish);

const AGAIN_AFTER = 3000;

/** Shows the open seats whenever they change, until what is returned is called. */
export function watchOpenSeats(show: (seats: OpenSeats) => void): () => void {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let done = false;
  const connect = (): void => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}/api/lobby/ws`);
    socket.onmessage = (event: MessageEvent<string>): void => {
      const message = JSON.parse(event.data) as { type: string };
      if (message.type === "lobby") show(message as OpenSeats);
    };
    socket.onclose = (): void => {
      if (!done) timer = setTimeout(connect, AGAIN_AFTER);
    };
  };
  connect();
  return () => {
    done = true;
    clearTimeout(timer);
    socket?.close();
  };
}
