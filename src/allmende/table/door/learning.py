"""About the games: which there are, their words, first steps, puzzles and boards of their own."""

from importlib import import_module
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from allmende.core.language import CORE_TEXTS, LANGUAGES

from ..background import in_background
from ..house.house import House
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
        about = await in_background(import_module("allmende.table.library.shelf").about_games)
        return JSONResponse(about, headers=NO_STORE)

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
        texts = await in_background(lambda: shelf.texts_in(language))
        said = {"core": CORE_TEXTS[language], "table": TABLE_TEXTS[language], **texts}
        return page.unless_known(request, json_of(said))

    async def lesson(self, request: Request) -> Response:
        """Return the first steps of a game, as pictures with comments."""
        await self.house.lobby()
        return page.unless_known(request, json_of((await lesson_in(request)).data))

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
        return JSONResponse({"reason": lesson.why_not(frame, spelled(move))}, headers=NO_STORE)

    async def puzzle(self, request: Request) -> Response:
        """Return a puzzle, by its own name or by the day that it belongs to."""
        await self.house.lobby()
        shelf, asked = import_module("allmende.table.library.shelf"), request.path_params
        found = await in_background(lambda: shelf.puzzle_named(asked["game"], asked["puzzle"]))
        if found is None:
            raise Refusal("table.no_such_address", NOT_FOUND)
        return page.unless_known(request, json_of(found))

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


async def lesson_in(request: Request) -> "Lesson":
    """Return the lesson that is asked for."""
    shelf, name = import_module("allmende.table.library.shelf"), request.path_params["game"]
    lesson: Lesson | None = await in_background(lambda: shelf.lesson_named(name))
    if lesson is None:
        raise Refusal("table.no_such_address", NOT_FOUND)
    return lesson
