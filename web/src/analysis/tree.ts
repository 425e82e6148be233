/** The tree of an analysis: lines of moves that leave a game at its steps. All of it stands in the
 * address of the page, so that a link is the whole tree and nobody has to keep it.
 *
 * Written, a move is `SEAT-NUMBER`; moves of a line are joined by dots, and other lines that leave
 * at the same place stand in brackets before the first one: `12:(1-8)0-4.1-7~30:1-2`. */

export interface Decision {
  seat: number;
  n: number;
}

/** A place in the tree. A root is a step of the game itself, and has neither parent nor decision. */
export interface Twig {
  id: number;
  parent: number | null;
  step: number;
  decision: Decision | null;
}

export type Tree = readonly Twig[];

/** A tree and the place in it that is looked at. */
export interface Spot {
  tree: Tree;
  id: number;
}

/** More than anybody keeps apart, and an address that every browser takes. */
export const MOST_TWIGS = 200;

const WORD = /^(\d{1,2})-(\d{1,9})/;

export const twigOf = (tree: Tree, id: number): Twig | undefined =>
  tree.find((twig) => twig.id === id);
export const childrenOf = (tree: Tree, id: number): Twig[] =>
  tree.filter((twig) => twig.parent === id);
/** The steps at which lines leave the game, in its order. */
export const rootsOf = (tree: Tree): Twig[] =>
  tree
    .filter((twig) => twig.parent === null && childrenOf(tree, twig.id).length > 0)
    .sort((a, b) => a.step - b.step);
/** The places at which a line ends. */
export const endsOf = (tree: Tree): Twig[] =>
  tree.filter((twig) => twig.decision && childrenOf(tree, twig.id).length === 0);

/** The way to a place from the step where it leaves the game. */
export function wayTo(tree: Tree, id: number): Twig[] {
  const twig = twigOf(tree, id);
  return !twig || twig.parent === null ? [] : [...wayTo(tree, twig.parent), twig];
}

const sayTwig = ({ decision }: Twig): string => (decision ? `${decision.seat}-${decision.n}` : "");

/** A line as the server reads it. */
export const lineTo = (tree: Tree, id: number): string => wayTo(tree, id).map(sayTwig).join(".");

const freshId = (tree: Tree): number => Math.max(-1, ...tree.map((twig) => twig.id)) + 1;

/** Goes to a step of the game. */
export function stand(tree: Tree, step: number): Spot {
  const known = tree.find((twig) => twig.parent === null && twig.step === step);
  if (known) return { tree, id: known.id };
  const id = freshId(tree);
  return { tree: [...tree, { id, parent: null, step, decision: null }], id };
}

/** Makes a move from a place; who has made it before goes there again. */
export function grow(tree: Tree, from: number, decision: Decision): Spot {
  const known = childrenOf(tree, from).find(
    (twig) => twig.decision?.seat === decision.seat && twig.decision.n === decision.n,
  );
  if (known) return { tree, id: known.id };
  const id = freshId(tree);
  const step = twigOf(tree, from)?.step ?? 0;
  return { tree: [...tree, { id, parent: from, step, decision }], id };
}

/** Cuts off a line at a place, and stands where it began. */
export function prune(tree: Tree, id: number): Spot {
  const gone = new Set([id]);
  for (const twig of tree) if (twig.parent !== null && gone.has(twig.parent)) gone.add(twig.id);
  const parent = twigOf(tree, id)?.parent ?? id;
  return { tree: tree.filter((twig) => !gone.has(twig.id)), id: parent };
}

export const isFull = (tree: Tree): boolean =>
  tree.filter((twig) => twig.decision).length >= MOST_TWIGS;

function writeChildren(tree: Tree, id: number): string {
  const [first, ...others] = childrenOf(tree, id).map((twig) => {
    const rest = writeChildren(tree, twig.id);
    return rest ? `${sayTwig(twig)}.${rest}` : sayTwig(twig);
  });
  return first === undefined ? "" : others.map((other) => `(${other})`).join("") + first;
}

export const writeTree = (tree: Tree): string =>
  rootsOf(tree)
    .map((root) => `${root.step}:${writeChildren(tree, root.id)}`)
    .join("~");

/** Reads what stands in an address; what cannot be read is left out. */
export function readTree(text: string): Tree {
  let tree: Tree = [];
  for (const part of text.split("~")) {
    const begin = /^(\d{1,6}):/.exec(part);
    if (!begin) continue;
    const spot = stand(tree, Number(begin[1]));
    tree = readChildren(spot, part.slice(begin[0].length)).tree;
  }
  return tree;
}

/** Reads all that leaves a place; the rest of the text belongs to somebody further out. */
function readChildren({ tree, id }: Spot, text: string): { tree: Tree; rest: string } {
  const others: string[] = [];
  let rest = text;
  while (rest.startsWith("(")) {
    const end = closing(rest);
    others.push(rest.slice(1, end));
    rest = rest.slice(end + 1);
  }
  const read = readMove({ tree, id }, rest);
  let grown = read.tree;
  for (const other of others) grown = readMove({ tree: grown, id }, other).tree;
  return { tree: grown, rest: read.rest };
}

function readMove({ tree, id }: Spot, text: string): { tree: Tree; rest: string } {
  const word = WORD.exec(text);
  if (!word || isFull(tree)) return { tree, rest: "" };
  const grown = grow(tree, id, { seat: Number(word[1]), n: Number(word[2]) });
  const rest = text.slice(word[0].length);
  return rest.startsWith(".") ? readChildren(grown, rest.slice(1)) : { tree: grown.tree, rest };
}

/** Where the bracket closes that a text begins with. */
function closing(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** Goes to the end of a line that begins at a step; what is missing of it grows. */
export function reach(tree: Tree, step: number, line: string): Spot {
  let spot = stand(tree, step);
  for (const word of line.split(".")) {
    const move = WORD.exec(word);
    if (!move) break;
    spot = grow(spot.tree, spot.id, { seat: Number(move[1]), n: Number(move[2]) });
  }
  return spot;
}
