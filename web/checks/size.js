// How much JavaScript, CSS and words a reader loads, compressed: with the first page, and with a table.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const MOST = { home: 80 * 1024, table: 170 * 1024 };
const root = "../src/allmende/table/page";
/** @type {import("vite").Manifest} */
const manifest = JSON.parse(readFileSync(`${root}/.vite/manifest.json`, "utf-8"));

/**
 * @param {string} key
 * @param {Set<string>} seen
 */
function collect(key, seen) {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  chunk.css?.forEach((file) => seen.add(file));
  chunk.imports?.forEach((one) => collect(one, seen));
  return seen;
}
/** @param {string[]} keys */
const bytesOf = (keys) => {
  /** @type {Set<string>} */
  const seen = new Set();
  keys.forEach((key) => collect(key, seen));
  return [...seen].reduce(
    (sum, file) => sum + gzipSync(readFileSync(`${root}/${file}`), { level: 9 }).length,
    0,
  );
};

const home = ["index.html", "src/text/en.json"];
const drawings = Object.keys(manifest).filter((key) => /^src\/games\/\w+\/index\.ts$/.test(key));
const pages = [
  { name: "home page", bytes: bytesOf(home), most: MOST.home },
  ...drawings.map((drawing) => {
    const folder = drawing.replace("/index.ts", "");
    const loaded = [...home, "src/table/TablePage.svelte", drawing, `${folder}/text/en.json`];
    return { name: `table, ${folder}`, bytes: bytesOf(loaded), most: MOST.table };
  }),
];
for (const { name, bytes, most } of pages)
  console.log(
    `${name}: ${(bytes / 1024).toFixed(1)} of ${most / 1024} KB${bytes > most ? ", too much" : ""}`,
  );
if (pages.some(({ bytes, most }) => bytes > most)) process.exit(1);
