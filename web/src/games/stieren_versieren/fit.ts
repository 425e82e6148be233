/** How large cards can be drawn so that everybody at a place is in sight. */

/** A card is so many times as wide and as high as its letters. */
export const WIDE = 2.75;
export const HIGH = 3.4;
/** Between cards, in pixels. */
export const BETWEEN = 4;
export const MOST = 46;
/** In a fight on a screen that is looked at from the sofa. */
export const MOST_AFAR = 100;
const LEAST = 6;
const STEP = 0.25;
/** Below this size rivals give up half of their cards before all of them get smaller. */
const COMFORTABLE = 17;
/** With so many halves of cards at a place, and fewer, all places are equally large. */
const USUAL = 14;

export interface Room {
  width: number;
  height: number;
}
/** Who is at a place: cows and own bulls, which are pressed, and the bulls of the others. */
export interface Crowd {
  own: number;
  rivals: number;
  /** Null as long as nobody has measured it. */
  room: Room | null;
}
export interface Fit {
  /** The size of the letters on a card, in pixels. */
  size: number;
  /** Rivals are half as high as other cards. */
  halved: boolean;
}

/** The largest size at which every crowd fits into its room, and no larger than looks well. */
export function fit(crowds: readonly Crowd[], most = MOST): Fit {
  const whole = largest(
    crowds.map(({ own, rivals, room }) => ({ own: own + rivals, rivals: 0, room })),
    most,
  );
  if (whole >= COMFORTABLE) return { size: whole, halved: false };
  const halved = largest(crowds, most);
  return halved > whole ? { size: halved, halved: true } : { size: whole, halved: false };
}

function largest(crowds: readonly Crowd[], most: number): number {
  for (let size = most; size > LEAST; size -= STEP)
    if (crowds.every((crowd) => fits(crowd, size))) return size;
  return LEAST;
}

/** How much of the table a row or a column of places gets: as much as the others, unless many are there. */
export const shareOf = (crowds: readonly Crowd[]): number =>
  Math.sqrt(Math.max(USUAL, ...crowds.map(halvesIn)));

/** How many halves of cards a crowd takes. */
const halvesIn = ({ own, rivals }: Crowd): number => own * 2 + rivals;

/** Cards stand in columns and take two rows each, half cards take one. */
function fits(crowd: Crowd, size: number): boolean {
  const { width, height } = crowd.room ?? { width: 0, height: 0 };
  const columns = Math.floor((width + BETWEEN) / (size * WIDE + BETWEEN));
  const rows = Math.floor((height + BETWEEN) / ((size * HIGH + BETWEEN) / 2));
  return Math.ceil(crowd.own / columns) * 2 <= rows && halvesIn(crowd) <= columns * rows;
}
