"""A game that was just installed: nothing of it is compiled yet."""

from pathlib import Path

import pytest

from .server_process import LAZY, Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "four_in_a_row.py"
NEW_GAME = "four-in-a-row"


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, source: str) -> None:
    """Install a game in one file for the servers to come, which have an empty cache."""
    site = folder / "site"
    about = site / "four_in_a_row-1.0.dist-info"
    about.mkdir(parents=True)
    (site / "four_in_a_row.py").write_text(source)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: four-in-a-row\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[allmende.games]\n{NEW_GAME} = four_in_a_row:game\n")
    monkeypatch.setenv("PYTHONPATH", str(site), prepend=":")
    monkeypatch.setenv("ALLMENDE_CACHE", str(folder / "cache"))


def lazy_server(folder: Path, *arguments: str) -> Server:
    """Start a server that compiles nothing before it is asked."""
    return Server(folder / "data", LAZY, *arguments)


def compiled_in(server: Server) -> list[str]:
    """List for what a server has compiled."""
    return [line["purpose"] for line in server.lines() if line["event"] == "compiled"]
