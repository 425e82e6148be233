/** The line's world in a browser. */
import type { Socket, World } from "./line.ts";

export function browserWorld(tableId: string): World {
  return {
    connect(since) {
      const scheme = location.protocol === "https:" ? "wss:" : "ws:";
      const address = `${scheme}//${location.host}/api/tables/${encodeURIComponent(tableId)}/ws?since=${since}`;
      return new WebSocket(address) as unknown as Socket;
    },
    later(seconds, action) {
      const timer = setTimeout(action, seconds * 1000);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    isOnline: () => navigator.onLine,
  };
}
