"""Pictures of the boards for the README, from games that bots really play.

    make pictures

Bots play each game to its end; the page then looks back at a step towards it, by day and by night.
The pictures lie in `docs/pictures`, and the README shows them between its two marks. Needs Chromium
and what `make test` installs.
"""

import argparse
import io
import re
import shutil
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from tables import Json, Server

from allmende.core.registry import find_game, known_games

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs/pictures"
README = ROOT / "README.md"
MARKED = re.compile(r"(<!-- pictures -->\n).*?(<!-- /pictures -->)", re.DOTALL)
WIDTH, HEIGHT = 1280, 800
SMALL = (960, 600)
QUALITY = 78
SCHEMES = ("light", "dark")
LEVEL = "calf"
HOW_FAR = 0.75
"""Late enough for a full board, early enough for pieces on it."""
GLANCE = 0.2
FLAGS = ["--no-sandbox", "--disable-dev-shm-usage"]


def played(server: Server, game: str) -> tuple[str, Json]:
    """Let bots play a game; return its address and the outline of it."""
    bots = [{"kind": "bot", "level": LEVEL} for _ in range(min(find_game(game).seats))]
    made, _ = server.ask("POST", "/api/tables", {"game": game, "players": bots}, None)
    while True:
        outline, _ = server.ask("GET", f"/api/tables/{made['id']}/past", None, None)
        if outline["over"]:
            return f"{server.origin}{made['url']}", outline
        time.sleep(GLANCE)


def photograph(browser: Browser, address: str, scheme: str) -> bytes:
    """Return a picture of a page as it stands, without motion."""
    page = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en",
    )
    page.goto(address)
    page.locator(".replay main:not(.waiting) > *").first.wait_for()
    page.wait_for_load_state("networkidle")
    taken = page.screenshot()
    page.close()
    return taken


def keep(taken: bytes, path: Path) -> None:
    """Keep a picture, small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(taken)).convert("RGB").resize(SMALL, Image.Resampling.LANCZOS).save(
        path, "WEBP", quality=QUALITY, method=6
    )


def file_of(game: str, scheme: str) -> Path:
    """Return where a picture lies."""
    return FOLDER / f"{game}-{scheme}.webp"


def element(game: str) -> str:
    """Write the element that shows a game, by day or by night as the reader likes it."""
    light, dark = (file_of(game, scheme).relative_to(ROOT).as_posix() for scheme in SCHEMES)
    title = find_game(game).texts["en"]["game.title"]
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        f'<img src="{light}" width="{SMALL[0] // 2}" alt="The board of {title} in a game of bots">'
        "</picture>\n"
    )


def show_in_readme(games: list[str]) -> None:
    """Put the pictures that are there between the marks of the README."""
    shown = "".join(element(game) for game in games if file_of(game, SCHEMES[0]).is_file())
    text = README.read_text(encoding="utf-8")
    written, times = MARKED.subn(lambda found: f"{found[1]}{shown}{found[2]}", text)
    if times != 1:
        raise SystemExit(f"{README} needs the marks <!-- pictures --> and <!-- /pictures --> once")
    README.write_text(written, encoding="utf-8")


def take(games: list[str], data: Path) -> None:
    """Play and photograph some games."""
    server = Server(data)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
            for game in games:
                address, outline = played(server, game)
                step = outline["steps"][int(HOW_FAR * (len(outline["steps"]) - 1))]
                for scheme in SCHEMES:
                    taken = photograph(browser, f"{address}?turn={step['version']}", scheme)
                    keep(taken, file_of(game, scheme))
                    print(f"{file_of(game, scheme)}: {file_of(game, scheme).stat().st_size} bytes")
            browser.close()
    finally:
        server.stop()


def main() -> None:
    """Take the pictures and show them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default="", help="only these games, with commas between them")
    chosen = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        take(chosen.split(",") if chosen else known_games(), Path(folder) / "data")
    show_in_readme(known_games())


if __name__ == "__main__":
    main()
