// The rules of every game: the same in every language, with pictures that are there.
import { existsSync, readdirSync, readFileSync } from "node:fs";

/**
 * @typedef {import("../src/games/rules.ts").Rules} Rules
 * @typedef {import("../src/games/rules.ts").Block} Block
 * @typedef {(what: string) => void} Complain
 */

const LANGUAGES = ["en", "de", "nl"];
/** @type {string[]} */
const troubles = [];

/**
 * The shape of a block: everything that must not hang on the language.
 * @param {Block} block
 * @param {Complain} complain
 */
function shapeOf(block, complain) {
  const kinds = Object.keys(block).sort().join(" ");
  if (kinds === "text") return "text";
  if (kinds === "points" && "points" in block) return `points ${block.points.length}`;
  if (kinds === "steps" && "steps" in block) return `steps ${block.steps.length}`;
  if (kinds === "picture says" && "picture" in block) return `picture ${block.picture}`;
  if (kinds === "part" && "part" in block) return `part ${block.part}`;
  if (kinds === "table" && "table" in block) {
    const { head, rows } = block.table;
    if (rows.some((row) => row.length !== head.length))
      complain(`a row of the table '${head[0]}' has not ${head.length} cells`);
    return `table ${head.length} by ${rows.length}`;
  }
  complain(`unknown block: ${kinds}`);
  return kinds;
}

/**
 * @param {Rules} rules
 * @param {Complain} complain
 */
const shape = (rules, complain) =>
  rules.sections.map(({ id, blocks }) =>
    [id, ...blocks.map((block) => shapeOf(block, complain))].join(" / "),
  );

/**
 * Every text in a document.
 * @param {unknown} value
 * @returns {Generator<string>}
 */
function* textsIn(value, name = "") {
  if (typeof value === "string" && name !== "id" && name !== "picture" && name !== "part")
    yield value;
  else if (value && typeof value === "object")
    for (const [key, inner] of Object.entries(value))
      yield* textsIn(inner, Array.isArray(value) ? name : key);
}

/** @param {string} source */
const picturesIn = (source) => {
  const [, body = ""] = /export const pictures[^=]*= \{([^}]*)\}/.exec(source) ?? [];
  return [...body.matchAll(/(?:"([^"]+)"|(\w+))\s*(?::|,|$)\s*\w*/g)].flatMap(
    ([, quoted, plain]) => quoted ?? plain ?? [],
  );
};

const games = readdirSync("src/games", { withFileTypes: true }).filter(
  (entry) =>
    entry.isDirectory() && entry.name !== "any" && existsSync(`src/games/${entry.name}/text`),
);
for (const { name: game } of games) {
  const folder = `src/games/${game}/rules`;
  const missing = [...LANGUAGES.map((language) => `${language}.json`), "pictures.ts"].filter(
    (file) => !existsSync(`${folder}/${file}`),
  );
  if (missing.length > 0) {
    troubles.push(`${folder}: ${missing.join(", ")} is missing`);
    continue;
  }
  const drawn = new Set(picturesIn(readFileSync(`${folder}/pictures.ts`, "utf-8")));
  const shapes = LANGUAGES.map((language) => {
    /** @param {string} what */
    const complain = (what) => troubles.push(`${folder}/${language}.json: ${what}`);
    /** @type {Rules} */
    const rules = JSON.parse(readFileSync(`${folder}/${language}.json`, "utf-8"));
    const ids = rules.sections.map((section) => section.id);
    if (new Set(ids).size < ids.length) complain("two sections have the same id");
    for (const text of textsIn(rules)) {
      if (text.trim() === "") complain("an empty text");
      if ((text.split("*").length - 1) % 2 > 0)
        complain(`an emphasis does not end: ${text.slice(0, 50)}`);
    }
    const shown = rules.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        "picture" in block ? block.picture : "part" in block ? block.part : [],
      ),
    );
    for (const picture of shown)
      if (!drawn.has(picture)) complain(`nobody has drawn the picture '${picture}'`);
    for (const picture of drawn)
      if (!shown.includes(picture)) complain(`the picture '${picture}' is not shown`);
    return shape(rules, complain);
  });
  for (const [at, language] of LANGUAGES.entries())
    shapes[0]?.forEach((line, section) => {
      const other = shapes[at]?.[section];
      if (other !== line)
        troubles.push(`${folder}/${language}.json: '${other}' instead of '${line}'`);
    });
  if (new Set(shapes.map((lines) => lines.length)).size > 1)
    troubles.push(`${folder}: not the same number of sections in all languages`);
}

if (troubles.length > 0) {
  console.error(troubles.join("\n"));
  process.exit(1);
}
console.log(`rules of ${games.length} games in ${LANGUAGES.length} languages`);
