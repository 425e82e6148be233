// Nothing outside its folder knows a game by name: neither the page nor the server. Texts may.
import { readdirSync, readFileSync } from "node:fs";

const NOT_A_GAME = new Set(["any"]);
const CODE = /\.(svelte|ts|js|css|html|py)$/;
/** Where each side keeps its games; what is built from the page lies in the package, too. */
const SIDES = [
  { root: "src", games: "src/games" },
  { root: "checks", games: "src/games" },
  { root: "../src/allmende", games: "../src/allmende/games" },
];
const BUILT = "../src/allmende/table/page/";

/** @param {string} path */
const foldersIn = (path) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("__"))
    .map((entry) => entry.name)
    .filter((name) => !NOT_A_GAME.has(name));
/**
 * A name however it is spelled: a_game, aGame, "A Game".
 * @param {string} name
 */
const spelled = (name) => new RegExp(name.replaceAll("_", "[-_ ]?"), "i");

const names = new Set(SIDES.flatMap(({ games }) => foldersIn(games)));
/** @type {string[]} */
const troubles = [];
let looked = 0;
for (const { root, games } of SIDES) {
  const own = foldersIn(games).map((name) => `${games}/${name}/`);
  for (const file of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = `${file.parentPath ?? file.path}/${file.name}`;
    const isShared = ![BUILT, ...own].some((folder) => path.startsWith(folder));
    if (!file.isFile() || !CODE.test(file.name) || !isShared) continue;
    looked += 1;
    for (const [at, line] of readFileSync(path, "utf-8").split("\n").entries())
      for (const name of names)
        if (spelled(name).test(line))
          troubles.push(`${path}:${at + 1}: knows '${name}'; say it in the folder of that game`);
  }
}
if (troubles.length > 0) {
  console.error(troubles.join("\n"));
  process.exit(1);
}
console.log(`${looked} shared files know none of ${names.size} games`);
