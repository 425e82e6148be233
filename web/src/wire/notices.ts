/** Requests about being called to a table. */
import { request } from "./http.ts";
import type { MailWish, MailPace, NoticeKind, NoticesSeen, PushWish, QuietSeen } from "./types.ts";

const NOTICES = "/api/notices";

export const getNotices = (): Promise<NoticesSeen> => request(NOTICES);
export const addBrowser = (wish: PushWish): Promise<NoticesSeen> =>
  request(`${NOTICES}/push`, wish);
export const removeBrowser = (endpoint: string): Promise<NoticesSeen> =>
  request(`${NOTICES}/push/remove`, { endpoint });
export const addMailbox = (wish: MailWish): Promise<NoticesSeen> =>
  request(`${NOTICES}/mail`, wish);
const box = (id: string): string => `${NOTICES}/mail/${encodeURIComponent(id)}`;
export const setPace = (id: string, pace: MailPace): Promise<NoticesSeen> =>
  request(`${box(id)}/pace`, { pace });
export const removeMailbox = (id: string): Promise<NoticesSeen> => request(`${box(id)}/remove`, {});
export const setKinds = (table: string | null, kinds: NoticeKind[] | null): Promise<NoticesSeen> =>
  request(`${NOTICES}/kinds`, { table, kinds });
export const setQuiet = (wish: QuietSeen): Promise<NoticesSeen> =>
  request(`${NOTICES}/quiet`, wish);
export const forgetNotices = (): Promise<NoticesSeen> => request(`${NOTICES}/forget`, {});
export const confirmMail = (id: string, token: string): Promise<unknown> =>
  request(`${NOTICES}/confirm/${encodeURIComponent(id)}/${encodeURIComponent(token)}`, {});
export const stopMail = (id: string, token: string): Promise<unknown> =>
  request(`/stop/${encodeURIComponent(id)}/${encodeURIComponent(token)}`, {});
