/** How large the cards of a hand can be drawn so that all of them are in sight. */

const GAP = 5;
const HIGH = 0.92;
const LEAST = 24;

/** The largest width, up to `most`, at which so many cards fit side by side and in rows. */
export function cardWidth(
  count: number,
  room: { width: number; height: number },
  most: number,
): number {
  for (let width = Math.floor(most); width > LEAST; width--) {
    const columns = Math.floor((room.width + GAP) / (width + GAP));
    const rows = Math.ceil(count / columns);
    if (columns > 0 && rows * (width * HIGH + GAP) - GAP <= room.height) return width;
  }
  return LEAST;
}
