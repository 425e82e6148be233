// Colours have their names in kit/theme.css, or in the colours.css of a game, and live nowhere else.
import { readdirSync, readFileSync } from "node:fs";

const COLOUR = /#[0-9a-f]{3,8}\b(?!["'>])|\b(?:rgb|rgba|hsl|hsla|oklch)\(/i;
const NAMED = new Set(["theme.css", "colours.css"]);
/** @type {string[]} */
const troubles = [];
for (const file of readdirSync("src", { recursive: true, withFileTypes: true })) {
  if (!file.isFile() || !/\.(svelte|css|ts)$/.test(file.name) || NAMED.has(file.name)) continue;
  const path = `${file.parentPath ?? file.path}/${file.name}`;
  readFileSync(path, "utf-8")
    .split("\n")
    .forEach(
      (line, at) =>
        COLOUR.test(line) &&
        !/\{#|\{\/|#content|#key/.test(line) &&
        troubles.push(`${path}:${at + 1}: ${line.trim()}`),
    );
}
if (troubles.length > 0) {
  console.error(troubles.join("\n"));
  process.exit(1);
}
console.log("no loose colours");
