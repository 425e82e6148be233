"""A game that was just installed: nothing of it is compiled yet."""

import shutil
from pathlib import Path

import pytest

from allmende.core.compiled import ENDING

from .server_process import LAZY, Server

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "four_in_a_row.py"
NEW_GAME = "four-in-a-row"
CORE = ROOT / "src" / "allmende" / "core"
MADE_FOR_A_GAME = ".locals."
"""Stands in the name of compiled code that closes over the rules of one game."""


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, source: str) -> None:
    """Install a game in one file for the servers to come. As with people who have played other
    games before, what serves every game is compiled, and nothing of this one."""
    site = folder / "site"
    about = site / "four_in_a_row-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "four_in_a_row.py").write_text(source)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: four-in-a-row\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[allmende.games]\n{NEW_GAME} = four_in_a_row:game\n")
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=":")
    cache = folder / "cache"
    (cache / CORE.name).mkdir(parents=True)
    for compiled in (CORE / "__pycache__").glob(f"*{ENDING}"):
        if MADE_FOR_A_GAME not in compiled.name:
            shutil.copy(compiled, cache / CORE.name)
    monkeypatch.setenv("ALLMENDE_CACHE", str(cache))


def lazy_server(folder: Path, *arguments: str) -> Server:
    """Start a server that compiles nothing before it is asked."""
    return Server(folder / "data", LAZY, *arguments)


def compiled_in(server: Server) -> list[str]:
    """List for what a server has compiled."""
    return [line["purpose"] for line in server.lines() if line["event"] == "compiled"]
