import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { serviceWorker } from "./worker/plugin.ts";

/** Where a table server listens during development. */
const server = process.env.ALLMENDE_SERVER ?? "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  build: {
    // The page is shipped inside the Python package.
    outDir: "../src/allmende/table/page",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // The content security policy lets no inline data through as script or style.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
