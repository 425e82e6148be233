"""Looking back and playing on: past positions, game files, branches and what the coach says."""

from importlib import import_module
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from allmende.core.language import Message

from ..background import in_background
from ..house.house import House
from ..limits import FILE_BYTES, MOST_SEATS
from ..refusal import Refusal
from ..wire import paths
from ..wire.fields import Fields
from .archive import Archive, query_of
from .asking import NO_STORE, caller_in, device_in, in_json, read_body, spelled, table_in

if TYPE_CHECKING:
    from ..library.branch import Place
    from ..tables.history import History


class LookingBack:
    """Answers those who look at what was, and at what could have been."""

    def __init__(self, house: House, archive: Archive) -> None:
        self.house = house
        self.archive = archive

    def routes(self) -> list[Route]:
        """List the addresses about the past and about branches."""
        return [
            Route("/api/tables/{table}/past", self.past),
            Route("/api/tables/{table}/stored", self.stored),
            Route("/api/tables/{table}/branch", self.branch, methods=["POST"]),
            Route(paths.FILES, self.open_file, methods=["POST"]),
            Route(f"{paths.FILES}/{{file}}/past", self.past_of_file),
            Route(f"{paths.FILES}/{{file}}/review", self.review_of_file),
            Route(f"{paths.FILES}/{{file}}/branch", self.play_on),
            Route(f"{paths.FILES}/{{file}}/coach", self.coach),
            Route(f"{paths.FILES}/{{file}}/why", self.why_not, methods=["POST"]),
        ]

    async def past(self, request: Request) -> Response:
        """Show past positions of a table, as far as the device that asks may know them."""
        self.archive.admit(request)
        lobby, table = await self.house.lobby(), table_in(request)
        room = await lobby.room(table)
        you, is_open = room.seen_by(device_in(request)), room.history.ending is not None
        players = import_module("allmende.table.wire.telling").players(room.chairs, room.present())
        who = players["players"]
        return await self.archive.show(request, room.history, you, is_open, who, room.quietly)

    async def stored(self, request: Request) -> Response:
        """Hand out what is stored of a table, as far as the device that asks may know it."""
        self.archive.admit(request)
        lobby, table = await self.house.lobby(), table_in(request)
        return await in_json(await lobby.afterwards.stored(table, device_in(request)))

    async def open_file(self, request: Request) -> Response:
        """Verify a game file and make it something to look at."""
        wish = await read_body(request, FILE_BYTES)
        text = wish.take("file")
        wish.close()
        if not isinstance(text, str):
            raise wish.wrong("file", Message("table.wanted_file"))
        await self.house.lobby()
        name = await self.archive.keep(request, text)
        return JSONResponse({"id": name, "url": f"/r/{name}"}, 201, NO_STORE)

    async def past_of_file(self, request: Request) -> Response:
        """Show the positions of a game file, with everything open."""
        self.archive.admit(request)
        await self.house.lobby()
        history = await self.archive.find(request.path_params["file"])
        players = import_module("allmende.table.wire.telling").players_of_file(history.match)
        return await self.archive.show(request, history, (), True, players)

    # Playing on

    async def branch(self, request: Request) -> Response:
        """Write a game down, or a world that a seat imagines, to play on from there."""
        wish = await read_body(request)
        lobby, branches = await self.house.lobby(), import_module("allmende.table.library.branch")
        room = await lobby.room(table_in(request))
        room.check_dealt()
        version = wish.whole("version", 0, branches.MOST_STEPS)
        seat = branches.seat_to_imagine(room, room.seen_by(device_in(request)), wish)
        wish.close()
        match, step = await room.quietly(lambda: branches.origin_of(room, version, seat))
        players = branches.seated(room.chairs)
        text = await in_background(lambda: branches.file.write(match, players))
        name = await self.archive.keep(request, text)
        return JSONResponse({"id": name, "url": f"/a/{name}?step={step}"}, 201, NO_STORE)

    async def play_on(self, request: Request) -> Response:
        """Show where a line leads to."""
        self.archive.admit(request)
        history, place = await self.place_in(request, query_of(request))
        shown = import_module("allmende.table.library.branch").shown
        return await self.archive.answer(lambda: shown(history, place))

    async def why_not(self, request: Request) -> Response:
        """Say why a move is not possible at the end of a line."""
        self.archive.admit(request)
        wish = await read_body(request)
        seat, move = wish.whole("seat", 0, MOST_SEATS), spelled(wish.take("move"))
        history, place = await self.place_in(request, wish)
        why_not = import_module("allmende.table.library.branch").why_not
        return await self.archive.answer(lambda: {"reason": why_not(history, place, seat, move)})

    async def coach(self, request: Request) -> Response:
        """Say what is good at the end of a line."""
        self.archive.admit(request)
        query = query_of(request)
        seat = query.whole("seat", 0, MOST_SEATS)
        history, place = await self.place_in(request, query)
        branch = await self.archive.branch(history, place)
        if seat not in branch.to_act:
            raise Refusal("table.hint_later")
        bots, hints = (
            import_module("allmende.table.thinkers.bots"),
            import_module("allmende.table.thinkers.hints"),
        )
        question = bots.Question(f"{request.path_params['file']} {place}", seat)
        thinkers = (await self.house.lobby()).thinkers
        if not thinkers.has_advice(question):
            self.archive.admit_question(request)
        advice = await thinkers.advise(question, branch.match, caller_in(request))
        told = [hints.in_numbers(found) for found in advice.moves]
        return JSONResponse({"seat": seat, "moves": told}, headers=NO_STORE)

    async def review_of_file(self, request: Request) -> Response:
        """Look back at the game of a file, or at a line that leads on from it."""
        self.archive.admit(request)
        history, place = await self.place_in(request, query_of(request))
        name = request.path_params["file"]
        if place.line:
            name, history = f"{name} {place}", await self.archive.branch(history, place)
        reviews = (await self.house.lobby()).reviews
        if not reviews.has_begun(name):
            self.archive.admit_question(request)
        return await in_json(await reviews.of(name, history, caller_in(request)))

    async def place_in(self, request: Request, wish: Fields) -> tuple["History", "Place"]:
        """Find the file that is asked about, and the place in its tree."""
        await self.house.lobby()
        place = import_module("allmende.table.library.branch").place_in(wish)
        wish.close()
        return await self.archive.find(request.path_params["file"]), place
