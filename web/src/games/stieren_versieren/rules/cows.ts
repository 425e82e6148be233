/** Cows for the pictures of the rules. */
import { bullOf, type Cow } from "../view.ts";

/** A cow that shows her face, `h4`; at her favourite place she stays. */
export function cowWith(face: string, settled = false): Cow {
  const { symbol, value } = bullOf(face);
  return {
    id: "",
    at: null,
    drawn: false,
    shack: null,
    bull: null,
    points: null,
    up: true,
    seen_by: [],
    symbol,
    value,
    settled,
  };
}

/** A cow that lies face down. */
export const hiddenCow = (): Cow => ({ ...cowWith("h2"), up: false, symbol: null, value: null });
