/** Remembers the fields of grids from one picture to the next, to mark what the last move has put down. */
import { isNothing, type Part } from "./parts.ts";

export class Changes {
  private version: number | null = null;
  private seen = new Map<string, string>();
  private fresh: ReadonlySet<string> = new Set();

  /** The fields that the move to this version has filled; none after a jump. */
  follow(parts: readonly Part[], version: number): ReadonlySet<string> {
    if (version === this.version) return this.fresh;
    const now = new Map<string, string>();
    const filled = new Set<string>();
    for (const part of parts)
      if (part.kind === "grid")
        for (const { spot, value } of part.rows.flat()) {
          const look = JSON.stringify(value);
          now.set(spot, look);
          if (this.seen.get(spot) !== look && !isNothing(value)) filled.add(spot);
        }
    this.fresh = this.version !== null && version === this.version + 1 ? filled : new Set();
    this.version = version;
    this.seen = now;
    return this.fresh;
  }
}
