import type { Cover } from "../cover.ts";
import Scene from "./Scene.svelte";
import type words from "./text/en.json";

declare module "../../text/catalogs.ts" {
  interface WordsByPart {
    kuhfstein: typeof words;
  }
}

export default { Scene, minutes: "45" } satisfies Cover;
