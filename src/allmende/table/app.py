"""The application: which address leads where."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from allmende.core.language import CORE_TEXTS, LANGUAGES, Message

from . import page
from .archive import Archive, query_of
from .background import in_background
from .door import came_to
from .fields import Fields, parse
from .headers import BOARDS_PATH, FILES_PATH, Doorkeeper, json_of, refused
from .house import OK, House
from .limits import (
    BODY_BYTES,
    FILE_BYTES,
    MOST_SEATS,
    MOST_SOCKETS,
    NAME_LENGTH,
    SOCKETS_PER_TABLE,
)
from .refusal import (
    BROKEN,
    CLOSING,
    FORBIDDEN,
    NOT_FOUND,
    TOO_LARGE,
    TOO_MANY,
    WRONG_FIELD,
    WRONG_TYPE,
    Refusal,
)
from .sharing import Sharing
from .socket import GOING_AWAY, TOO_FAST, UNKNOWN_TABLE, Connection
from .speech import TABLE_TEXTS
from .tokens import TOKEN, Device, device_of, hashed, new_token, table_named

if TYPE_CHECKING:
    from allmende.core.game import Json
    from allmende.core.match import Match

    from .branch import Place
    from .history import History
    from .lessons import Lesson

COOKIE = "allmende"
A_YEAR = 365 * 24 * 3600
NO_STORE = {"cache-control": "no-store"}
BEGINNING = -1
WORTH_COMPRESSING = 1024  # bytes

Handler = Callable[[Request], Awaitable[Response]]


class Application:
    """Answers requests for one house."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.archive = Archive(house.settings)
        self.sharing = Sharing(house, self.archive)

    def asgi(self) -> ASGIApp:
        """Return the whole application behind its doorkeeper."""
        inner = Starlette(
            routes=self.routes(),
            lifespan=self.lifespan,
            exception_handlers={HTTPException: not_here, Exception: broken},
        )
        return Doorkeeper(
            GZipMiddleware(inner, minimum_size=WORTH_COMPRESSING),
            self.house.settings.all_names,
            self.house.door.admits,
            self.house.requests.take,
            lambda status: self.house.metrics.requests_total.add(str(status)),
            self.failed,
        )

    def failed(self, trouble: BaseException) -> None:
        """Note a failure of ours."""
        self.house.metrics.failures_total.add()
        self.house.log.error("request failed", trouble)

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Begin to load the games as soon as the server runs."""
        loading = asyncio.create_task(self.house.lobby())
        yield
        loading.cancel()

    def routes(self) -> list[Route | WebSocketRoute | Mount]:
        """List all addresses."""
        return [
            Route("/", page.index),
            Route("/t/{table}", self.sharing.table_page),
            Route("/t/{table}/picture.{kind}", self.polite(self.sharing.table_picture)),
            Route("/r/{file}", self.sharing.file_page),
            Route("/r/{file}/picture.{kind}", self.polite(self.sharing.file_picture)),
            Route("/a/{file}", page.index),
            Route("/rules/{game}", page.index),
            Route("/learn/{game}", page.index),
            Route("/puzzle/{game}", page.index),
            Route("/puzzle/{game}/{puzzle}", page.index),
            Mount("/assets", page.Assets()),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            Route("/api/door", self.polite(self.door)),
            Route("/api/door", self.polite(self.turn_door), methods=["POST"]),
            Route("/api/games", self.polite(self.games)),
            Route("/api/games/{game}/ready", self.polite(self.ready)),
            Route("/api/texts/{language}", self.polite(self.texts)),
            Route("/api/lessons/{game}", self.polite(self.lesson)),
            Route("/api/lessons/{game}/why", self.polite(self.why), methods=["POST"]),
            Route("/api/puzzles/{game}/{puzzle}", self.polite(self.puzzle)),
            Route(
                "/api/puzzles/{game}/{puzzle}/why",
                self.polite(self.why_in_puzzle),
                methods=["POST"],
            ),
            Route(f"{BOARDS_PATH}/{{game}}/{{path:path}}", self.polite(self.board)),
            Route("/api/tables", self.polite(self.open), methods=["POST"]),
            Route("/api/tables", self.polite(self.tables)),
            Route("/api/tables/{table}", self.polite(self.gathering)),
            Route("/api/tables/{table}/join", self.polite(self.join), methods=["POST"]),
            Route("/api/tables/{table}/invites", self.polite(self.invites)),
            Route(
                "/api/tables/{table}/seats/{seat:int}/revoke",
                self.polite(self.revoke),
                methods=["POST"],
            ),
            Route("/api/tables/{table}/file", self.polite(self.file)),
            Route("/api/tables/{table}/past", self.polite(self.past)),
            Route("/api/tables/{table}/branch", self.polite(self.branch), methods=["POST"]),
            Route(FILES_PATH, self.polite(self.open_file), methods=["POST"]),
            Route(f"{FILES_PATH}/{{file}}/past", self.polite(self.past_of_file)),
            Route(f"{FILES_PATH}/{{file}}/review", self.polite(self.review_of_file)),
            Route(f"{FILES_PATH}/{{file}}/branch", self.polite(self.play_on)),
            Route(f"{FILES_PATH}/{{file}}/coach", self.polite(self.coach)),
            Route(f"{FILES_PATH}/{{file}}/why", self.polite(self.why_not), methods=["POST"]),
            Route("/api/tables/{table}/review", self.polite(self.review)),
            Route("/api/statistics", self.polite(self.statistics)),
            Route("/api/statistics/forget", self.polite(self.forget), methods=["POST"]),
            WebSocketRoute("/api/tables/{table}/ws", self.socket),
            Route("/api/{rest:path}", self.polite(self.nothing), methods=["GET", "POST"]),
            Route("/{name}", page.single_file),
        ]

    def polite(self, handler: Handler) -> Handler:
        """Turn refusals into answers."""

        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except Refusal as refusal:
                self.house.metrics.refusals_total.add(refusal.message.key)
                return refused(refusal)

        return answer

    # About the server

    async def health(self, request: Request) -> Response:
        """Say that the server is alive."""
        status = self.house.status
        return JSONResponse({"status": status}, 200 if status == OK else CLOSING, NO_STORE)

    async def metrics(self, request: Request) -> Response:
        """Show the numbers."""
        return PlainTextResponse(
            self.house.metrics.text(),
            headers=NO_STORE,
            media_type="text/plain; version=0.0.4",
        )

    async def door(self, request: Request) -> Response:
        """Say where others find this server, and whether there is a door to be opened for them."""
        return JSONResponse(self.house.door.seen_from(request.scope), headers=NO_STORE)

    async def turn_door(self, request: Request) -> Response:
        """Open the door for the people in this house, or close it."""
        wish = await read_body(request)
        to_open = wish.flag("open")
        wish.close()
        door, before = self.house.door, set(self.house.door.openings)
        await (door.open if to_open else door.close)(request.scope)
        self.show_out(before - set(door.openings))
        seen = door.seen_from(request.scope)
        self.house.log.info("door", state=seen["state"], origins=" ".join(seen["origins"]))
        return JSONResponse(seen, headers=NO_STORE)

    def show_out(self, places: set[str]) -> None:
        """Say goodbye to those who came in where the door is closed now."""
        for connection in list(self.house.connections):
            if came_to(connection.socket.scope) in places:
                self.farewell(connection, Message("table.door_closed"), GOING_AWAY)

    async def nothing(self, request: Request) -> Response:
        """Say that there is nothing at this address."""
        raise Refusal("table.no_such_address", NOT_FOUND)

    # About the games

    async def games(self, request: Request) -> Response:
        """List the games."""
        await self.house.lobby()
        about = await in_background(import_module("allmende.table.shelf").about_games)
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
        shelf = import_module("allmende.table.shelf")
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
        shelf, asked = import_module("allmende.table.shelf"), request.path_params
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
        shelf, asked = import_module("allmende.table.shelf"), request.path_params
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
        shelf, asked = import_module("allmende.table.shelf"), request.path_params
        found = await in_background(
            lambda: shelf.why_not_in_puzzle(asked["game"], asked["puzzle"], move)
        )
        if found is None:
            raise Refusal("table.no_such_address", NOT_FOUND)
        return JSONResponse({"reason": found[0]}, headers=NO_STORE)

    # About tables

    async def open(self, request: Request) -> Response:
        """Open a table."""
        wish = await read_body(request)
        caller = request.client.host if request.client else ""
        if not self.house.new_tables.take(caller):
            raise Refusal("table.too_many_tables", TOO_MANY)
        lobby = await self.house.lobby()
        start = await self.start_in(wish) if "start" in wish.left else None
        cookie, device = identify(request)
        return remember(request, cookie, JSONResponse(await lobby.open(device, wish, start), 201))

    async def start_in(self, wish: Fields) -> "Match":
        """Read where the game of a table is to begin, if not with a deal."""
        place = wish.inner("start")
        name = place.text("file", NAME_LENGTH)
        at = import_module("allmende.table.branch").place_in(place)
        place.close()
        return (await self.archive.branch(await self.archive.find(name), at)).match

    async def tables(self, request: Request) -> Response:
        """List the tables of the device that asks."""
        lobby = await self.house.lobby()
        return JSONResponse(await lobby.tables_of(device_in(request)), headers=NO_STORE)

    async def gathering(self, request: Request) -> Response:
        """Say what is played at a table and who has come, to somebody who is invited."""
        lobby = await self.house.lobby()
        return JSONResponse(await lobby.gathering(table_in(request)), headers=NO_STORE)

    async def join(self, request: Request) -> Response:
        """Exchange an invitation for a seat."""
        wish = await read_body(request)
        token, name = wish.text("token", NAME_LENGTH), wish.text("name", NAME_LENGTH)
        wish.close()
        if not TOKEN.fullmatch(token):
            raise Refusal("table.bad_invite", FORBIDDEN)
        lobby = await self.house.lobby()
        cookie, device = identify(request)
        seat = await lobby.join(table_in(request), device, token, name)
        return remember(request, cookie, JSONResponse({"seat": seat}))

    async def invites(self, request: Request) -> Response:
        """Make invitations."""
        lobby = await self.house.lobby()
        made = await lobby.invites(table_in(request), device_in(request))
        return JSONResponse(made, headers=NO_STORE)

    async def revoke(self, request: Request) -> Response:
        """Take a seat from those who hold it."""
        (await read_body(request)).close()
        lobby = await self.house.lobby()
        seat = request.path_params["seat"]
        made = await lobby.revoke(table_in(request), device_in(request), seat)
        return JSONResponse(made, headers=NO_STORE)

    async def file(self, request: Request) -> Response:
        """Hand out the game file."""
        lobby, table = await self.house.lobby(), table_in(request)
        content = await lobby.file_of(table)
        headers = {"content-disposition": f'attachment; filename="{table}.allmende"', **NO_STORE}
        return PlainTextResponse(content, headers=headers)

    async def review(self, request: Request) -> Response:
        """Look back at a finished game."""
        lobby = await self.house.lobby()
        return JSONResponse(await lobby.review_of(table_in(request)), headers=NO_STORE)

    # About the device that asks

    async def statistics(self, request: Request) -> Response:
        """Sum up how the device has played so far."""
        lobby = await self.house.lobby()
        return JSONResponse(await lobby.statistics_of(device_in(request)), headers=NO_STORE)

    async def forget(self, request: Request) -> Response:
        """Let all that was played so far count no more."""
        (await read_body(request)).close()
        lobby = await self.house.lobby()
        await lobby.forget_statistics(device_in(request))
        return JSONResponse({}, headers=NO_STORE)

    # Looking back

    async def past(self, request: Request) -> Response:
        """Show past positions of a table, as far as the device that asks may know them."""
        self.archive.admit(request)
        lobby, table = await self.house.lobby(), table_in(request)
        room = await lobby.room(table)
        you, is_open = room.held_by(device_in(request)), room.history.ending is not None
        players = import_module("allmende.table.wire").players(room.chairs, room.present())
        return await self.archive.show(request, room.history, you, is_open, players["players"])

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
        players = import_module("allmende.table.wire").players_of_file(history.match)
        return await self.archive.show(request, history, (), True, players)

    # Playing on

    async def branch(self, request: Request) -> Response:
        """Write a game down, or a world that a seat imagines, to play on from there."""
        wish = await read_body(request)
        lobby, branches = await self.house.lobby(), import_module("allmende.table.branch")
        room = await lobby.room(table_in(request))
        version = wish.whole("version", 0, branches.MOST_STEPS)
        seat = branches.seat_to_imagine(room, room.held_by(device_in(request)), wish)
        wish.close()
        match, step = branches.origin_of(room, version, seat)
        players = branches.seated(room.chairs)
        text = await in_background(lambda: branches.file.write(match, players))
        name = await self.archive.keep(request, text)
        return JSONResponse({"id": name, "url": f"/a/{name}?step={step}"}, 201, NO_STORE)

    async def play_on(self, request: Request) -> Response:
        """Show where a line leads to."""
        self.archive.admit(request)
        history, place = await self.place_in(request, query_of(request))
        shown = import_module("allmende.table.branch").shown
        return await self.archive.answer(lambda: shown(history, place))

    async def why_not(self, request: Request) -> Response:
        """Say why a move is not possible at the end of a line."""
        self.archive.admit(request)
        wish = await read_body(request)
        seat, move = wish.whole("seat", 0, MOST_SEATS), wish.take("move")
        if not isinstance(move, str | dict):
            raise Refusal("table.not_a_move", WRONG_FIELD)
        history, place = await self.place_in(request, wish)
        why_not = import_module("allmende.table.branch").why_not
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
        bots, hints = import_module("allmende.table.bots"), import_module("allmende.table.hints")
        question = bots.Question(f"{request.path_params['file']} {place}", seat)
        thinkers = (await self.house.lobby()).thinkers
        if not thinkers.has_advice(question):
            self.archive.admit_question(request)
        advice = await thinkers.advise(question, branch.match)
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
        return JSONResponse(reviews.of(name, history), headers=NO_STORE)

    async def place_in(self, request: Request, wish: Fields) -> tuple["History", "Place"]:
        """Find the file that is asked about, and the place in its tree."""
        await self.house.lobby()
        place = import_module("allmende.table.branch").place_in(wish)
        wish.close()
        return await self.archive.find(request.path_params["file"]), place

    # Sockets

    async def socket(self, socket: WebSocket) -> None:
        """Talk with somebody who looks at a table."""
        await socket.accept()
        device = device_of(socket.cookies.get(COOKIE))
        connection = Connection(socket, device, self.house.settings.messages)
        pump = asyncio.create_task(connection.pump())
        self.house.connections.add(connection)
        try:
            await self.converse(connection)
        except Refusal as refusal:
            self.farewell(connection, refusal.message, UNKNOWN_TABLE)
        except Exception as trouble:
            self.failed(trouble)
            self.farewell(connection, Message("table.broken"), GOING_AWAY)
        finally:
            connection.close(GOING_AWAY)
            await pump
            self.house.connections.discard(connection)

    def farewell(self, connection: Connection, reason: Message, code: int) -> None:
        """Say why a connection ends, and end it."""
        wire = import_module("allmende.table.wire")
        connection.send(wire.encoded(wire.bye(reason)))
        connection.close(code)

    async def converse(self, connection: Connection) -> None:
        """Show the table, then do what is asked, until the other side goes."""
        lobby = await self.house.lobby()
        commands = import_module("allmende.table.commands")
        room = await lobby.room(table_in(connection.socket))
        full = len(room.connections) >= SOCKETS_PER_TABLE
        if full or len(self.house.connections) > MOST_SOCKETS:
            raise Refusal("table.full", CLOSING)
        room.enter(connection, since_in(connection.socket))
        try:
            while (content := await connection.receive()) is not None:
                if not connection.messages.take():
                    self.farewell_to_hasty(connection)
                    return
                await commands.obey(lobby, room, connection, content)
        finally:
            room.leave(connection)

    def farewell_to_hasty(self, connection: Connection) -> None:
        """Part with somebody who sends too much."""
        wire = import_module("allmende.table.wire")
        reason = Message("table.slow_down")
        self.house.metrics.refusals_total.add(reason.key)
        connection.send(wire.encoded(wire.no(None, reason)))
        self.farewell(connection, reason, TOO_FAST)


async def not_here(request: Request, trouble: Exception) -> Response:
    """Answer that there is nothing at an address, or not for this kind of request."""
    status = trouble.status_code if isinstance(trouble, HTTPException) else NOT_FOUND
    return refused(Refusal("table.no_such_address", status))


async def broken(request: Request, trouble: Exception) -> Response:
    """Answer that something went wrong; what it was is for the log."""
    return refused(Refusal("table.broken", BROKEN))


def device_in(request: Request) -> Device | None:
    """Return the device that asks."""
    return device_of(request.cookies.get(COOKIE))


def identify(request: Request) -> tuple[str | None, Device]:
    """Return the device that asks, and a new cookie if it has none yet."""
    device = device_in(request)
    if device is not None:
        return None, device
    cookie = new_token()
    return cookie, Device(hashed(cookie))


def remember(request: Request, cookie: str | None, response: Response) -> Response:
    """Give a device its cookie."""
    response.headers.update(NO_STORE)
    if cookie is not None:
        secure = request.url.scheme == "https"
        response.set_cookie(
            COOKIE, cookie, max_age=A_YEAR, path="/", httponly=True, samesite="lax", secure=secure
        )
    return response


def spelled(move: Any) -> "str | Json":
    """Return a move in notation or as data, which is how people's wishes come."""
    if not isinstance(move, str | dict):
        raise Refusal("table.not_a_move", WRONG_FIELD)
    return move


async def lesson_in(request: Request) -> "Lesson":
    """Return the lesson that is asked for."""
    shelf, name = import_module("allmende.table.shelf"), request.path_params["game"]
    lesson: Lesson | None = await in_background(lambda: shelf.lesson_named(name))
    if lesson is None:
        raise Refusal("table.no_such_address", NOT_FOUND)
    return lesson


def table_in(request: Request | WebSocket) -> str:
    """Return the table that is asked for."""
    return table_named(request.path_params["table"])


def since_in(socket: WebSocket) -> int:
    """Return the last version that a client has seen."""
    since = socket.query_params.get("since", "")
    return int(since) if since.isascii() and since.isdecimal() and len(since) < 10 else BEGINNING


async def read_body(request: Request, most: int = BODY_BYTES) -> Fields:
    """Read a JSON object of bounded size."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal("table.json_only", WRONG_TYPE)
    content = b""
    async for piece in request.stream():
        content += piece
        if len(content) > most:
            raise Refusal("table.too_long", TOO_LARGE, most=most)
    return parse(content)
