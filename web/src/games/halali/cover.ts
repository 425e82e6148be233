import type { Cover } from "../cover.ts";
import "./colours.css";
import Scene from "./Scene.svelte";
import type words from "./text/en.json";

declare module "../../text/catalogs.ts" {
  interface WordsByPart {
    halali: typeof words;
  }
}

export default { Scene, minutes: "30–40" } satisfies Cover;
