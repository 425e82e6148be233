/** Which page is open: home, or a table. */

export interface Place {
  table: string | null;
  /** The invitation that came with the address. */
  token: string | null;
}

function read(): Place {
  const [, id] = /^\/t\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  return { table: id ?? null, token: id && location.hash.length > 1 ? location.hash.slice(1) : null };
}

class Route {
  place = $state.raw<Place>(read());
  private travelled = false;

  constructor() {
    addEventListener("popstate", () => (this.place = read()));
    addEventListener("hashchange", () => (this.place = read()));
  }

  go(path: string): void {
    this.travelled = true;
    history.pushState(null, "", path);
    this.place = read();
    scrollTo(0, 0);
  }

  /** For the main part of a page: takes the keyboard there after a way within the page, since what
   * had the focus before is gone. A page that was loaded anew begins at its top. */
  arrive = (main: HTMLElement): void => {
    if (this.travelled && (document.activeElement ?? document.body) === document.body) main.focus({ preventScroll: true });
  };

  /** Takes the invitation out of the address once it is used: it must not travel on in a copy. */
  forgetToken(): void {
    history.replaceState(null, "", location.pathname);
    this.place = read();
  }

  /** For links: follows them without loading the page anew. */
  follow = (event: MouseEvent & { currentTarget: HTMLAnchorElement }): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(event.currentTarget.pathname);
  };
}

export const route = new Route();
