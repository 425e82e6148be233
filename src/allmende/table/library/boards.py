"""Boards that games bring: files of a game's own folder, for the page.

Only games that are installed here, or that the server was started with, have such a folder, and
nothing but plain files inside it is ever handed out.
"""

import re
from pathlib import Path
from urllib.parse import quote

from allmende.core.game import Game

from ..wire import paths
from ..wire.answers import PageFile

KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What is handed out, and what browsers are told that it is."""
STEP = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
"""A name on the way to a file: nothing that begins with a dot, no slash of any kind."""
FOR_THE_PAGE: dict[PageFile, str] = {
    "board": "board.js",
    "style": "board.css",
    "cover": "cover.svg",
}


def about_page(game: Game) -> dict[PageFile, str]:
    """Say where the page finds what a game brings for it; empty if it brings nothing."""
    return {
        part: f"{paths.BOARDS}/{quote(game.name)}/{name}"
        for part, name in FOR_THE_PAGE.items()
        if file_of(game, name) is not None
    }


def file_of(game: Game, name: str) -> Path | None:
    """Return a file that a game brings for the page, or None if there is none of that name."""
    if game.page is None or not all(STEP.fullmatch(step) for step in name.split("/")):
        return None
    home = game.page.resolve()
    # A link may lead out of the folder: what counts is where the file really lies.
    path = home.joinpath(name).resolve()
    is_ours = path.is_relative_to(home) and path.suffix in KINDS and path.is_file()
    return path if is_ours else None
