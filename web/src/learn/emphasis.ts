/** The one mark-up that rules and comments have: `*word*` is emphasis. */

export interface Run {
  text: string;
  strong: boolean;
}

/** Splits a sentence into plain and emphasised runs. */
export function runsOf(sentence: string): Run[] {
  return sentence
    .split("*")
    .map((text, at) => ({ text, strong: at % 2 === 1 }))
    .filter((run) => run.text !== "");
}

/** The sentence as it is said aloud. */
export const spoken = (sentence: string): string => sentence.replaceAll("*", "");
