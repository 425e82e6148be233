"""Pictures of the boards for the README and the docs, from games that bots really play.

    make pictures

Bots play each game to its end; the page then looks back at a step towards it, by day and by night.
Some other pages are photographed as they open. The pictures lie in `docs/pictures`, and the
documents show them between two marks, `<!-- pictures: NAMES -->` and `<!-- /pictures -->`. Needs
Chromium and what `make test` installs.
"""

import argparse
import io
import os
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
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
MARKED = re.compile(r"(<!-- pictures: ([\w ]+) -->\n).*?(<!-- /pictures -->)", re.DOTALL)
PAGES = {"puzzle": "/puzzle/halali", "lesson": "/learn/kuhfstein"}
"""Pages that show something without a table, by the name of their picture."""
SAID = {
    "puzzle": "A puzzle: the board, a question and a hint",
    "lesson": "The first steps of a game: the board and a teacher beside it",
}
DRAWN = "main:not(.waiting) > *"
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
    page.locator(DRAWN).first.wait_for()
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


def element(name: str, document: Path) -> str:
    """Write the element that shows a picture, by day or by night as the reader likes it."""
    light, dark = (
        Path(os.path.relpath(file_of(name, scheme), document.parent)).as_posix()
        for scheme in SCHEMES
    )
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}">'
        f'<img src="{light}" width="{SMALL[0] // 2}" alt="{described(name)}"></picture>\n'
    )


def described(name: str) -> str:
    """Say what a picture shows."""
    if name in SAID:
        return SAID[name]
    return f"The board of {find_game(name).texts['en']['game.title']} in a game of bots"


def show_in(document: Path) -> None:
    """Put the pictures that a document asks for between its marks."""
    text = document.read_text(encoding="utf-8")

    def shown(found: re.Match[str]) -> str:
        return (
            f"{found[1]}{''.join(element(name, document) for name in found[2].split())}{found[3]}"
        )

    written = MARKED.sub(shown, text)
    if written != text:
        document.write_text(written, encoding="utf-8")


def address_of(server: Server, name: str) -> str:
    """Return where something can be seen: a page, or a game that is played first."""
    if name in PAGES:
        return f"{server.origin}{PAGES[name]}"
    address, outline = played(server, name)
    step = outline["steps"][int(HOW_FAR * (len(outline["steps"]) - 1))]
    return f"{address}?turn={step['version']}"


def take(names: list[str], data: Path) -> None:
    """Photograph some games and pages."""
    server = Server(data)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    try:
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
            for name in names:
                address = address_of(server, name)
                for scheme in SCHEMES:
                    keep(photograph(browser, address, scheme), file_of(name, scheme))
                    print(f"{file_of(name, scheme)}: {file_of(name, scheme).stat().st_size} bytes")
            browser.close()
    finally:
        server.stop()


def main() -> None:
    """Take the pictures and show them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="only these, with commas between them")
    chosen = parser.parse_args().only
    names = chosen.split(",") if chosen else [*known_games(), *PAGES]
    with tempfile.TemporaryDirectory() as folder:
        take(names, Path(folder) / "data")
    for document in DOCUMENTS:
        show_in(document)


if __name__ == "__main__":
    main()
