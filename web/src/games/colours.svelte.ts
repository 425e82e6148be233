/** Lets players wear the colours that a game gives out: the same everywhere on the page. */
import type { Data } from "../wire/types.ts";
import type { Drawing } from "./drawing.ts";

export function wearColours(look: () => { drawing: Drawing | null; view: Data | null }): void {
  $effect(() => {
    const { drawing, view } = look();
    const { style } = document.documentElement;
    const seats = view && drawing?.colourOf ? Number(view["seats"] ?? 0) : 0;
    for (let seat = 0; seat < seats; seat++)
      style.setProperty(
        `--seat-${seat}`,
        `var(--seat-colour-${drawing?.colourOf?.(view ?? {}, seat) ?? seat})`,
      );
    return () => {
      for (let seat = 0; seat < seats; seat++) style.removeProperty(`--seat-${seat}`);
    };
  });
}
