"""About the games: which there are, their words, first steps, puzzles and boards of their own."""

from collections import OrderedDict
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from allmende.core.language import CORE_TEXTS, LANGUAGES

from ..background import beside, in_background
from ..house.house import House
from ..limits import SHEETS_KEPT
from ..refusal import NOT_FOUND, Refusal
from ..wire import paths
from ..wire.speech import TABLE_TEXTS
from . import page
from .asking import NO_STORE, read_body, spelled
from .headers import json_of

if TYPE_CHECKING:
    from ..library.lessons import Lesson


class Learning:
    """Answers those who want to know a game."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.sheets: OrderedDict[str, page.Sheet] = OrderedDict()
        """What was made before, by its address; it is the same for everybody as long as the server
        runs."""

    async def sheet(self, request: Request, make: Callable[[], object]) -> Response:
        """Answer with something that is made once, beside the loop, and then kept. What is made
        of nothing is no such address."""
        path = request.url.path
        found = self.sheets.get(path) or await in_background(lambda: make_sheet(make))
        if found is None:
            raise Refusal("table.no_such_address", NOT_FOUND)
        self.sheets[path] = found
        self.sheets.move_to_end(path)
        if len(self.sheets) > SHEETS_KEPT:
            self.sheets.popitem(last=False)
        return page.shown(request, found)

    def routes(self) -> list[Route]:
        """List the addresses about games."""
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}/ready", self.ready),
            Route("/api/texts/{language}", self.texts),
            Route("/api/lessons/{game}", self.lesson),
            Route("/api/lessons/{game}/why", self.why, methods=["POST"]),
            Route("/api/puzzles/{game}/{puzzle}", self.puzzle),
            Route("/api/puzzles/{game}/{puzzle}/why", self.why_in_puzzle, methods=["POST"]),
            Route(f"{paths.BOARDS}/{{game}}/{{path:path}}", self.board),
        ]

    async def games(self, request: Request) -> Response:
        """List the games."""
        await self.house.lobby()
        return await self.sheet(request, import_module("allmende.table.library.shelf").about_games)

    async def ready(self, request: Request) -> Response:
        """Say how far a game is that has to be compiled first."""
        lobby = await self.house.lobby()
        return JSONResponse(lobby.readiness(request.path_params["game"]), headers=NO_STORE)

    async def texts(self, request: Request) -> Response:
        """Return all sentences in a language."""
        language = request.path_params["language"]
        if language not in LANGUAGES:
            raise Refusal("table.no_such_address", NOT_FOUND)
        await self.house.lobby()
        shelf = import_module("allmende.table.library.shelf")
        ours = {"core": CORE_TEXTS[language], "table": TABLE_TEXTS[language]}
        return await self.sheet(request, lambda: {**ours, **shelf.texts_in(language)})

    async def lesson(self, request: Request) -> Response:
        """Return the first steps of a game, as pictures with comments."""
        await self.house.lobby()
        shelf, name = import_module("allmende.table.library.shelf"), request.path_params["game"]

        def make() -> object:
            lesson: Lesson | None = shelf.lesson_named(name)
            return lesson and lesson.data

        return await self.sheet(request, make)

    async def board(self, request: Request) -> Response:
        """Hand out a file of the board that a game brings."""
        await self.house.lobby()
        shelf, asked = import_module("allmende.table.library.shelf"), request.path_params
        found = await in_background(lambda: shelf.board_file(asked["game"], asked["path"]))
        if found is None:
            raise Refusal("table.no_such_address", NOT_FOUND)
        return page.unless_known(request, *found)

    async def why(self, request: Request) -> Response:
        """Say why a learner cannot make a move."""
        wish = await read_body(request)
        await self.house.lobby()
        lesson = await lesson_in(request)
        frame, move = wish.whole("frame", 0, len(lesson.frames) - 1), wish.take("move")
        wish.close()
        wanted = spelled(move)
        reason = await beside(lambda: lesson.why_not(frame, wanted))
        return JSONResponse({"reason": reason}, headers=NO_STORE)

    async def puzzle(self, request: Request) -> Response:
        """Return a puzzle, by its own name or by the day that it belongs to."""
        await self.house.lobby()
        shelf, asked = import_module("allmende.table.library.shelf"), request.path_params
        return await self.sheet(request, lambda: shelf.puzzle_named(asked["game"], asked["puzzle"]))

    async def why_in_puzzle(self, request: Request) -> Response:
        """Say why a move is not possible in a puzzle."""
        wish = await read_body(request)
        move = spelled(wish.take("move"))
        wish.close()
        await self.house.lobby()
        shelf, asked = import_module("allmende.table.library.shelf"), request.path_params
        found = await in_background(
            lambda: shelf.why_not_in_puzzle(asked["game"], asked["puzzle"], move)
        )
        if found is None:
            raise Refusal("table.no_such_address", NOT_FOUND)
        return JSONResponse({"reason": found[0]}, headers=NO_STORE)


def make_sheet(make: Callable[[], object]) -> page.Sheet | None:
    """Make something and write it down; None if there is nothing."""
    made = make()
    return None if made is None else page.sheet(json_of(made))


async def lesson_in(request: Request) -> "Lesson":
    """Return the lesson that is asked for."""
    shelf, name = import_module("allmende.table.library.shelf"), request.path_params["game"]
    lesson: Lesson | None = await in_background(lambda: shelf.lesson_named(name))
    if lesson is None:
        raise Refusal("table.no_such_address", NOT_FOUND)
    return lesson
