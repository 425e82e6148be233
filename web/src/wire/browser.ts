/** The line's world in a browser. */
import type { Socket, World } from "./line.ts";

/** `asSpectator` is for a screen that everybody looks at: it is shown nothing that a seat of this device knows. */
export function browserWorld(tableId: string, asSpectator = false): World {
  const eyes = asSpectator ? "&as=spectator" : "";
  return {
    connect(since, isSeen) {
      const scheme = location.protocol === "https:" ? "wss:" : "ws:";
      const address = `${scheme}//${location.host}/api/tables/${encodeURIComponent(tableId)}/ws?since=${since}${eyes}${isSeen ? "" : "&hidden"}`;
      return new WebSocket(address) as unknown as Socket;
    },
    later(seconds, action) {
      const timer = setTimeout(action, seconds * 1000);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    isOnline: () => navigator.onLine,
    isSeen: () => !document.hidden,
  };
}
