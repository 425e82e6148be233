"""Show in the docs how true the coach is, from what lies beside the games.

    .venv/bin/python benchmarks/coach.py

`allmende calibrate` measures it; this draws it, by day and by night, and writes the table.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from report import fill_place, markdown_table

from allmende.bots.calibration import FILE
from allmende.core.beside import file_beside
from allmende.core.game import Game
from allmende.core.registry import find_game, known_games
from allmende.lab.reliability import Reliability, reliability_in

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE, PICTURE = DOCS / "players.md", "pictures/coach-{scheme}.svg"
PLACE = "reliability"
INCHES = (9, 2.4)
COLOURS = {"light": ("#31271c", "#44662a"), "dark": ("#efe6d6", "#a9cf86")}
"""Ink and dots, as in docs/site.css."""
LOOK: Any = {"svg.fonttype": "none", "svg.hashsalt": "coach", "font.size": 8}
NOTHING_ABOUT_IT: Any = dict.fromkeys(("Creator", "Date", "Format", "Type"))


def measured(game: Game) -> Reliability:
    """Return how true the coach of a game is."""
    _, *lines = file_beside(game, FILE).read_text("utf-8").splitlines()
    return reliability_in(lines)


def title(game: Game) -> str:
    """Return the name on the box of a game."""
    return game.texts["de"]["game.title"]


def draw_panel(axes: Axes, game: Game, ink: str, full: str) -> None:
    """Draw what came true over what was said in one game; hollow dots stand for few games."""
    axes.plot([0, 100], [0, 100], color=ink, linestyle=(0, (5, 3)), linewidth=0.8)
    for tenth in measured(game).tenths:
        fill = full if tenth.counts else "none"
        dot = (100 * tenth.said, 100 * tenth.won)
        axes.plot(*dot, "o", markersize=5, markerfacecolor=fill, markeredgecolor=full)
    axes.set(title=title(game), xlim=(0, 100), ylim=(0, 100), aspect="equal", xlabel="said, %")
    axes.set_facecolor("none")
    axes.tick_params(colors=ink)
    for part in (axes.title, axes.xaxis.label, axes.yaxis.label):
        part.set_color(ink)
    for edge in axes.spines.values():
        edge.set_color(ink)


def draw(games: list[Game], scheme: str) -> None:
    """Draw all games side by side."""
    with matplotlib.rc_context(LOOK):
        figure = Figure(figsize=INCHES, layout="constrained", facecolor="none")
        FigureCanvasSVG(figure)
        panels = figure.subplots(1, len(games), sharey=True)
        for axes, game in zip(panels, games, strict=True):
            draw_panel(axes, game, *COLOURS[scheme])
        panels[0].set_ylabel("won, %")
        figure.savefig(DOCS / PICTURE.format(scheme=scheme), metadata=NOTHING_ABOUT_IT)


def table(games: list[Game]) -> str:
    """Write the scores of all games."""
    rows = [
        (
            title(game),
            f"{found.games:,}",
            f"{found.positions:,}",
            f"{100 * found.worst:.1f} points",
            f"{found.brier:.3f}",
            f"{found.plain_brier:.3f}",
            f"{found.fair_brier:.3f}",
        )
        for game, found in ((game, measured(game)) for game in games)
    ]
    columns = ("game", "games", "positions", "most off", "Brier", "at its word", "all the same")
    return markdown_table(columns, rows)


def shown() -> str:
    """Write the plot for a page, by day and by night."""
    night, day = PICTURE.format(scheme="dark"), PICTURE.format(scheme="light")
    about = "What came true over what the coach said, tenth by tenth, in five games"
    return (
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="{night}">'
        f'<img src="{day}" alt="{about}"></picture>'
    )


def main() -> None:
    """Draw the plots and fill the place in the docs."""
    games = [find_game(name) for name in known_games()]
    for scheme in COLOURS:
        draw(games, scheme)
    fill_place(PAGE, f"{shown()}\n\n{table(games)}", PLACE)


if __name__ == "__main__":
    main()
