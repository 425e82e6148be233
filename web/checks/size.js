// How much JavaScript and CSS a reader loads with the first page, compressed.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = 150 * 1024;
const root = "../src/allmende/table/page";
/** @type {import("vite").Manifest} */
const manifest = JSON.parse(readFileSync(`${root}/.vite/manifest.json`, "utf-8"));
/** @type {Set<string>} */
const seen = new Set();

/** @param {string} key */
function collect(key) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return;
  seen.add(chunk.file);
  chunk.css?.forEach((file) => seen.add(file));
  chunk.imports?.forEach(collect);
}
/** @param {string[]} keys */
const of = (keys) => {
  seen.clear();
  keys.forEach(collect);
  return [...seen].reduce(
    (sum, file) => sum + gzipSync(readFileSync(`${root}/${file}`), { level: 9 }).length,
    0,
  );
};

const home = ["index.html", "src/text/en.json"];
const pages = {
  "home page": of(home),
  "table of Halali!": of([...home, "src/table/TablePage.svelte", "src/games/halali/index.ts"]),
  "table of Kuh Vadis": of([...home, "src/table/TablePage.svelte", "src/games/kuh_vadis/index.ts"]),
};
for (const [name, bytes] of Object.entries(pages))
  console.log(`${name}: ${(bytes / 1024).toFixed(1)} KB compressed`);
if (pages["home page"] > MOST) process.exit(1);
