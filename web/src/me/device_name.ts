/** What this device is called in the list of one's devices: its browser and its system, as it says itself. */

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, "Edge"],
  [/OPR\//, "Opera"],
  [/Firefox\/|FxiOS\//, "Firefox"],
  [/Chrome\/|CriOS\//, "Chrome"],
  [/Safari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

const find = (words: readonly [RegExp, string][], said: string): string | undefined =>
  words.find(([pattern]) => pattern.test(said))?.[1];

export const deviceName = (said: string): string =>
  [find(BROWSERS, said), find(SYSTEMS, said)].filter(Boolean).join(", ") || "?";
