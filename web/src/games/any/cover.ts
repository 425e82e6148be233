import Scene from "../../art/Pasture.svelte";
import type { Cover } from "../cover.ts";
import type words from "./text/en.json";

declare module "../../text/catalogs.ts" {
  interface WordsByPart {
    any: typeof words;
  }
}

export default { Scene } satisfies Cover;
