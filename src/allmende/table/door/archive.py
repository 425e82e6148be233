"""The archive: answers those who look back, a few at a time and not too often.

It stands before the games are loaded; what needs them is imported when somebody asks."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response

from ..background import beside, in_background
from ..limits import FRAMES_AT_ONCE, HINTS, LOOKERS_AT_ONCE, LOOKS, Allowance
from ..refusal import TOO_MANY, Refusal
from ..settings import Settings
from ..store.cabinet import Cabinet
from ..wire.fields import Fields
from .asking import caller_in
from .headers import json_of

if TYPE_CHECKING:
    from ..library.branch import Place
    from ..library.files import Files
    from ..library.replay import Frames, Outline
    from ..tables.history import History
    from ..wire.messages import Player

Quietly = Callable[[Callable[[], Any]], Awaitable[Any]]
"""Looks at something that may change, while it does not."""

MOST_STEPS = 100_000
DIGITS = 6
ANSWER = {"cache-control": "no-store"}


class Archive:
    """Shows the past of tables and of game files."""

    def __init__(self, settings: Settings, cabinet: Cabinet) -> None:
        self.cabinet = cabinet
        self.looks = Allowance(LOOKS)
        self.brought = Allowance(settings.new_tables, devices=1)
        self.questions = Allowance(HINTS)
        self.places = asyncio.Semaphore(LOOKERS_AT_ONCE)
        self.kept: Files | None = None

    @property
    def files(self) -> "Files":
        """The files that people brought."""
        if self.kept is None:
            self.kept = import_module("allmende.table.library.files").Files(self.cabinet)
        return self.kept

    def admit(self, request: Request) -> None:
        """Refuse those who look too often."""
        self.check_pace(self.looks, request, "table.slow_down")

    def admit_question(self, request: Request) -> None:
        """Refuse those who let the coach think too often."""
        self.check_pace(self.questions, request, "table.ask_slower")

    async def show(
        self,
        request: Request,
        history: "History",
        you: Sequence[int],
        is_open: bool,
        players: list["Player"],
        quietly: Quietly = beside,
    ) -> Response:
        """Show some frames, or the outline of the whole game if none are asked for. What is shown
        is taken out of the history `quietly`, while nothing changes, and drawn beside that."""
        replay = import_module("allmende.table.library.replay")
        eyes = replay.choose_eyes(history, you, request.query_params.get("as"), is_open)
        first, count = wanted_frames(request)

        def take() -> "Outline | Frames":
            found: Outline | Frames = (
                replay.Outline(history, eyes, players)
                if first is None
                else replay.Frames(history, eyes, first, count)
            )
            return found

        taken = await quietly(take)
        return await self.answer(taken.as_data)

    async def answer(self, draw: Callable[[], object]) -> Response:
        """Draw something beside the tables, and answer with it."""
        async with self.places:
            content = await in_background(lambda: json_of(draw()))
        return Response(content, headers=ANSWER, media_type="application/json")

    async def keep(self, request: Request, text: str) -> str:
        """Verify and keep a game file, and return its name."""
        self.check_pace(self.brought, request, "table.too_many_files")
        async with self.places:
            return await in_background(lambda: self.files.keep(text.encode()))

    async def find(self, name: str) -> "History":
        """Return the game of a file."""
        async with self.places:
            return await in_background(lambda: self.files.history(name))

    async def branch(self, history: "History", place: "Place") -> "History":
        """Play the line of a place."""
        module = import_module("allmende.table.library.branch")
        async with self.places:
            branch: History = await in_background(lambda: module.follow(history, place))
        return branch

    def check_pace(self, allowance: Allowance, request: Request, reason: str) -> None:
        """Refuse those who do something too often."""
        if not allowance.take(caller_in(request)):
            raise Refusal(reason, TOO_MANY)


def query_of(request: Request) -> Fields:
    """Read what stands behind the question mark of an address."""
    return Fields({name: number_in(value) for name, value in request.query_params.items()})


def wanted_frames(request: Request) -> tuple[int | None, int]:
    """Read which frames are asked for: from which step on, and how many."""
    query = query_of(request)
    query.take("as", None)
    first = None
    if "from" in query.left:
        first = query.whole("from", 0, MOST_STEPS)
    count = query.whole("count", 1, FRAMES_AT_ONCE, FRAMES_AT_ONCE)
    query.close()
    return first, count


def number_in(text: str) -> object:
    """Return a number that was sent as text, or the text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= DIGITS else text
