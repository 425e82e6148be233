import { wishesFor } from "../../settings.svelte.ts";

/** A tile is turned up with one tap, without a question. */
export const wishes = wishesFor("halali", { oneTap: false });
