// Every language has every word, with the same holes, and the page asks for no word that is missing.
import { readdirSync, readFileSync } from "node:fs";

/** @type {string[]} */
const troubles = [];

/**
 * The keys of a catalog with their sentences.
 * @param {string} path
 * @returns {[string, string][]}
 */
const entriesOf = (path) => Object.entries(JSON.parse(readFileSync(path, "utf-8")));

/** @param {string} language */
const read = (language) => {
  /** @type {Record<string, string>} */
  const said = {};
  const catalogs = readdirSync("src", { recursive: true, encoding: "utf-8" }).filter((file) =>
    file.endsWith(`text/${language}.json`),
  );
  for (const file of catalogs)
    for (const [key, sentence] of entriesOf(`src/${file}`)) {
      if (said[key]) troubles.push(`${file}: '${key}' stands elsewhere too`);
      said[key] = sentence;
    }
  return said;
};
/** @param {string} sentence */
const holes = (sentence) => [...new Set(sentence.match(/\{\w+\}/g) ?? [])].sort().join(" ");
const first = "en";
const others = ["de", "nl"];
const words = read(first);

for (const language of others) {
  const said = read(language);
  for (const [key, sentence] of Object.entries(words)) {
    if (!said[key]) troubles.push(`${language}: '${key}' is missing`);
    else if (holes(said[key]) !== holes(sentence))
      troubles.push(`${language}: '${key}' has other arguments`);
  }
  for (const key of Object.keys(said))
    if (!words[key]) troubles.push(`${first}: '${key}' is missing`);
}

const files = readdirSync("src", { recursive: true, withFileTypes: true }).filter(
  (file) => file.isFile() && /\.(svelte|ts)$/.test(file.name) && !file.name.endsWith(".test.ts"),
);
const source = files
  .map((file) => readFileSync(`${file.parentPath ?? file.path}/${file.name}`, "utf-8"))
  .join("\n");
for (const [, key] of source.matchAll(/\bcount\(\s*"([\w.]+)"/g))
  for (const form of ["one", "many"])
    if (!words[`${key}.${form}`]) troubles.push(`'${key}.${form}' is used and missing`);

// A word that nobody says is a leftover. Keys may be put together: then their beginning is in the source.
/** @param {string} key */
const isSaid = (key) => {
  const stem = key.replace(/\.(one|many)$/, "");
  return (
    [key, stem].some((it) => source.includes(`"${it}"`) || source.includes(`'${it}'`)) ||
    source.includes("`" + key.slice(0, key.lastIndexOf(".") + 1) + "${")
  );
};
for (const key of Object.keys(words)) if (!isSaid(key)) troubles.push(`'${key}' is never said`);

if (troubles.length > 0) {
  console.error(troubles.join("\n"));
  process.exit(1);
}
console.log(`${Object.keys(words).length} words in ${1 + others.length} languages`);
