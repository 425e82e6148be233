"""Pictures to share: a position as a spectator sees it, with who plays and how it stands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from allmende.core.game import Game, Json
from allmende.core.language import Speaker
from allmende.core.picture import paints
from allmende.core.picture.easel import Easel, cut
from allmende.core.picture.figures import cow, emblem, fir
from allmende.core.registry import offered

from ..tables.history import History
from ..tables.moment import Moment, milestones, moment
from ..tables.scene import Scene
from .general_picture import paint_any

WIDTH, HEIGHT = 1200, 630
"""What those who show previews of links ask for."""
EDGE, PANEL = 24, 350
LONGEST_NAME = 13
SVG, PNG = "svg", "png"
KINDS = {SVG: "image/svg+xml", PNG: "image/png"}
PAINTER = ".words.picture"
"""Where a game keeps its painter, beside its other words."""
TITLE = "game.title"

Painter = Callable[[Any], Easel]


@dataclass(frozen=True)
class Subject:
    """What is to be painted, taken out of a history that may go on meanwhile."""

    moment: Moment
    names: tuple[str, ...]
    """Who plays, by seat, in the words of the reader."""
    language: str

    @property
    def title(self) -> str:
        """The name of the game."""
        return title_of(self.moment.game, self.language)


def subject(history: History, version: int | None, names: Sequence[str], language: str) -> Subject:
    """Take the last step up to a version, or the last of all, out of a history."""
    steps = milestones(history)
    seen = [at for at in steps if version is None or at.version <= version]
    return Subject(moment(history, seen[-1]), tuple(names), language)


def title_of(game: Game, language: str) -> str:
    """Name a game."""
    return Speaker(game.texts, language).catalog.get(TITLE, game.name)


def made(subject: Subject, kind: str) -> bytes:
    """Make a picture."""
    easel = painted(subject)
    if kind == SVG:
        who = ", ".join(subject.names)
        return easel.svg(f"{subject.title}: {who}").encode()
    return bytes(import_module("allmende.table.library.canvas").png(easel))


def painted(subject: Subject) -> Easel:
    """Paint the board, and beside it who plays."""
    scene = Scene(subject.moment)
    easel = Easel(WIDTH, HEIGHT)
    easel.box(0, 0, WIDTH, HEIGHT, paints.PAPER)
    board = paint_board(subject.moment.game, scene.view(None))
    high = HEIGHT - 2 * EDGE
    easel.hang(board, EDGE, EDGE, WIDTH - PANEL - 3 * EDGE, high)
    paint_panel(easel, subject, scene, WIDTH - PANEL - EDGE)
    return easel


def paint_board(game: Game, view: Json) -> Easel:
    """Paint what a spectator sees of a game."""
    painter = painter_of(game.name)
    return paint_any(game, view) if painter is None else painter(view)


@cache
def painter_of(name: str) -> Painter | None:
    """Return the painter that a game brings, or None."""
    entry = offered().get(name)
    if entry is None:
        return None
    try:
        found = find_spec(f"{entry.module}{PAINTER}")
    except ModuleNotFoundError:  # the game is no package with words in a folder
        return None
    if found is None:
        return None
    painter: Painter = import_module(f"{entry.module}{PAINTER}").paint
    return painter


def paint_panel(easel: Easel, subject: Subject, scene: Scene[Moment], left: float) -> None:
    """Write the name of the game, who plays, and the points as everybody knows them."""
    high = HEIGHT - 2 * EDGE
    easel.frame(left, EDGE, PANEL, high, paints.SHEET, paints.LINE, 4)
    title = subject.title
    size = min(46, 1.6 * (PANEL - 40) / max(1, len(title)))
    easel.words(left + 24, EDGE + 52, title, size, anchor="start", bold=True)
    over = subject.moment.ending is not None
    scores, places = scene.scores(None), scene.places(None)
    row = min(80, (high - 220) / len(subject.names))
    for seat, name in enumerate(subject.names):
        y = EDGE + 120 + row * (seat + 0.5)
        if over and places and places[seat] == 1:
            easel.box(left + 10, y - row / 2 + 3, PANEL - 20, row - 6, paints.GLOW, round=12)
        emblem(easel, seat, left + 36, y, 26)
        easel.words(left + 62, y, cut(name, LONGEST_NAME), 26, anchor="start", bold=over)
        points = scores[seat]
        if points is not None:
            easel.words(left + PANEL - 26, y, str(points), 32, anchor="end", bold=True)
    paint_pasture(easel, left, EDGE + high)
    easel.words(left + PANEL - 22, EDGE + high - 26, "Allmende", 24, paints.INK, "end", bold=True)


def paint_pasture(easel: Easel, left: float, bottom: float) -> None:
    """Paint a piece of the commons below the names."""
    easel.shape(
        paints.HILL,
        (left + 2, bottom - 2),
        (left + 2, bottom - 60),
        (left + PANEL / 3, bottom - 78),
        (left + 2 * PANEL / 3, bottom - 52),
        (left + PANEL - 2, bottom - 62),
        (left + PANEL - 2, bottom - 2),
    )
    fir(easel, left + 40, bottom - 72, 60)
    cow(easel, left + 110, bottom - 50, 56)
