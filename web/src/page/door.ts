/** How somebody else gets to this server: an invitation never names an address that cannot work. */
import type { Door } from "../wire/types.ts";

export interface WayIn {
  /** `open`: others come in at these addresses. `closed`: they could, if the door were opened.
   * `nowhere`: nobody but this machine gets here. */
  kind: "open" | "closed" | "nowhere";
  origins: string[];
}

const NOWHERE: WayIn = { kind: "nowhere", origins: [] };

/** Only this machine itself is found under such a name. */
export function isThisMachine(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

export function wayIn(door: Door, here: Pick<Location, "hostname" | "origin">): WayIn {
  if (door.public !== null) return { kind: "open", origins: [door.public] };
  if (!isThisMachine(here.hostname)) return { kind: "open", origins: [here.origin] };
  if (door.origins.length === 0) return NOWHERE;
  if (door.state !== "closed") return { kind: "open", origins: door.origins };
  return door.yours ? { kind: "closed", origins: door.origins } : NOWHERE;
}
