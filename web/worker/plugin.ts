/** Builds the service worker with the names of all files of the page, and a version that they make. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const SOURCE = new URL("worker.js", import.meta.url);
const HOLE = '{ version: "", files: [""] }';
/** Beside the files with a hash in their names: the page itself, and what shows it on a home screen. */
const BESIDE = ["/", "/manifest.webmanifest", "/icon-192.png"];
const DIGITS = 16;

export function serviceWorker(): Plugin {
  return {
    name: "allmende-service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const source = readFileSync(SOURCE, "utf-8");
      if (!source.includes(HOLE)) this.error("worker.js has no place for the names of files");
      const assets = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const files = [...BESIDE, ...assets.sort().map((name) => `/${name}`)];
      const version = createHash("sha256")
        .update(source + files.join("\n"))
        .digest("hex")
        .slice(0, DIGITS);
      this.emitFile({
        type: "asset",
        fileName: "worker.js",
        source: source.replace(HOLE, JSON.stringify({ version, files })),
      });
    },
  };
}
