import type { Cover } from "../cover.ts";
import "./colours.css";
import Scene from "./Scene.svelte";
import type words from "./text/en.json";

declare module "../../text/catalogs.ts" {
  interface WordsByPart {
    kuh_vadis: typeof words;
  }
}

export default { Scene, minutes: "15" } satisfies Cover;
