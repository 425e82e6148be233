/** Whom somebody may wish to meet. */
import type { PeopleLevel } from "../wire/types.ts";

export const LANGUAGES = ["any", "en", "de", "nl"] as const;
export const LEVELS: readonly PeopleLevel[] = ["any", "new", "some", "strong"];
