/** Small sounds made on the spot: wood, paper, a bell. No files. */

export type Sound = "place" | "take" | "turn" | "roll" | "win" | "say" | "no";

let context: AudioContext | null = null;
let muted = true;
let isResting = false;
let rest: ReturnType<typeof setTimeout> | undefined;

/** A context works all the time that it runs, also when nothing sounds: it rests so many milliseconds after
 * the last sound has begun, when the longest one is over. */
const LONGEST = 1500;

export function mute(on: boolean): void {
  muted = on;
}

/** Browsers let a page be heard only after the first touch, and complain if it tries before. */
export function wakeSound(): void {
  if (muted || isResting || !navigator.userActivation.hasBeenActive) return;
  if (!context) {
    context = new AudioContext();
    restLater(context);
  }
  if (context.state === "suspended") void context.resume();
}

function restLater(context: AudioContext): void {
  clearTimeout(rest);
  rest = setTimeout(() => {
    isResting = context.state === "running";
    if (isResting) void context.suspend();
  }, LONGEST);
}

function tone(
  at: number,
  pitch: number,
  length: number,
  loud: number,
  shape: OscillatorType = "sine",
): void {
  if (!context) return;
  const voice = context.createOscillator();
  const volume = context.createGain();
  voice.type = shape;
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  voice.connect(volume).connect(context.destination);
  voice.start(at);
  voice.stop(at + length + 0.05);
}

/** A knock: filtered noise that dies away at once, like wood on wood. */
function knock(at: number, pitch: number, loud: number): void {
  if (!context) return;
  const length = 0.09;
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 4;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  const volume = context.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 3;
  volume.gain.value = loud;
  source.connect(filter).connect(volume).connect(context.destination);
  source.start(at);
}

const SCORES: Record<Sound, (now: number) => void> = {
  place: (now) => knock(now, 620, 0.9),
  take: (now) => {
    knock(now, 420, 1);
    knock(now + 0.09, 780, 0.6);
  },
  turn: (now) => {
    tone(now, 587, 0.5, 0.09);
    tone(now + 0.13, 784, 0.6, 0.09);
  },
  roll: (now) => {
    for (let i = 0; i < 6; i++)
      knock(now + i * 0.065 + Math.random() * 0.03, 700 + Math.random() * 500, 0.6 - i * 0.06);
  },
  win: (now) => {
    [523, 659, 784, 1047].forEach((pitch, i) => tone(now + i * 0.14, pitch, 0.7, 0.08, "triangle"));
  },
  say: (now) => tone(now, 880, 0.18, 0.05),
  no: (now) => tone(now, 175, 0.22, 0.09, "triangle"),
};

export function play(sound: Sound): void {
  if (muted) return;
  wakeSound();
  if (context && isResting) void playAfterRest(context, sound);
  else if (context?.state === "running") begin(context, sound);
}

async function playAfterRest(context: AudioContext, sound: Sound): Promise<void> {
  await context.resume();
  isResting = false;
  if (!muted) begin(context, sound);
}

function begin(context: AudioContext, sound: Sound): void {
  restLater(context);
  SCORES[sound](context.currentTime + 0.01);
}
