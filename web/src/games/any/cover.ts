import type { Cover } from "../cover.ts";
import Scene from "../../art/Pasture.svelte";

export default { Scene } satisfies Cover;
