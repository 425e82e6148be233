import { wishesFor } from "../../settings.svelte.ts";

/** Show what each card is worth. */
export const wishes = wishesFor("mischwald", { cardPoints: true });
