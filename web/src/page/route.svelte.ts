/** Which page is open: home, a table, a game file, an analysis, what is kept, or the rules, the first steps or a
 * puzzle of a game. */

export interface Place {
  table: string | null;
  /** The game whose rules are read. */
  rules: string | null;
  /** The game whose first steps are taken. */
  learn: string | null;
  /** The game of which a puzzle is solved, and which one: null for that of the day. */
  puzzle: { game: string; which: string | null } | null;
  /** The game file that is looked at. */
  file: string | null;
  /** The game file that is played on from. */
  analysis: string | null;
  /** Whether somebody reads what is kept and for how long. */
  privacy: boolean;
  /** The link of a mail that was followed. */
  mail: { purpose: "confirm" | "stop"; box: string; token: string } | null;
  /** Whether the table is shown on a screen for everybody: a new one, or that of `table`. */
  screen: boolean;
  /** Whether this device is only the hand of a player, whose table is on such a screen. */
  hand: boolean;
  /** Whether somebody looks after their devices and what is known about them. */
  me: boolean;
  /** The step of the game that is looked back at; null while a table is looked at as it stands. */
  turn: number | null;
  /** The invitation that came with the address. */
  token: string | null;
}

const inPath = (pattern: RegExp): string | null => pattern.exec(location.pathname)?.[1] ?? null;

function puzzleIn(path: string): Place["puzzle"] {
  const [, game, which] = /^\/puzzle\/([\w-]+)(?:\/([\w-]+))?\/?$/.exec(path) ?? [];
  return game ? { game, which: which ?? null } : null;
}

function mailIn(path: string): Place["mail"] {
  const [, purpose, box, token] = /^\/(confirm|stop)\/([\w-]+)\/([\w-]+)$/.exec(path) ?? [];
  return box && token ? { purpose: purpose === "stop" ? "stop" : "confirm", box, token } : null;
}

function turnIn(search: string): number | null {
  const turn = new URLSearchParams(search).get("turn");
  return turn !== null && /^\d{1,6}$/.test(turn) ? Number(turn) : null;
}

function read(): Place {
  const [, way, id] = /^\/(t|screen|hand)\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  const me = /^\/me\/?$/.test(location.pathname);
  return {
    rules: inPath(/^\/rules\/(\w+)\/?$/),
    learn: inPath(/^\/learn\/(\w+)\/?$/),
    puzzle: puzzleIn(location.pathname),
    table: id ?? null,
    file: inPath(/^\/r\/([\w-]+)\/?$/),
    analysis: inPath(/^\/a\/([\w-]+)\/?$/),
    privacy: /^\/privacy\/?$/.test(location.pathname),
    mail: mailIn(location.pathname),
    screen: way === "screen" || /^\/screen\/?$/.test(location.pathname),
    hand: way === "hand",
    me,
    turn: turnIn(location.search),
    token: (id || me) && location.hash.length > 1 ? location.hash.slice(1) : null,
  };
}

class Route {
  place = $state.raw<Place>(read());
  private travelled = false;

  constructor() {
    addEventListener("popstate", () => (this.place = read()));
    addEventListener("hashchange", () => (this.place = read()));
  }

  /** Whether there is a board, over whose buttons nothing may lie. */
  get hasBoard(): boolean {
    const { table, learn, puzzle, file, analysis } = this.place;
    return [table, learn, puzzle, file, analysis].some((found) => found !== null);
  }

  go(path: string): void {
    this.travelled = true;
    history.pushState(null, "", path);
    this.place = read();
    scrollTo(0, 0);
  }

  /** Changes the address of the place one is at, without a step for the way back. */
  rename(path: string): void {
    history.replaceState(null, "", path);
    this.place = read();
  }

  /** For the main part of a page: takes the keyboard there after a way within the page, since what
   * had the focus before is gone. A page that was loaded anew begins at its top. */
  arrive = (main: HTMLElement): void => {
    if (this.travelled && (document.activeElement ?? document.body) === document.body)
      main.focus({ preventScroll: true });
  };

  /** Takes the invitation out of the address once it is used: it must not travel on in a copy. */
  forgetToken(): void {
    history.replaceState(null, "", location.pathname);
    this.place = read();
  }

  /** For links: follows them without loading the page anew. */
  follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    this.go(event.currentTarget.pathname + event.currentTarget.search);
  };
}

export const route = new Route();
