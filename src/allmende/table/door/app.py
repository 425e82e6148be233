"""The application: which address leads where."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from allmende.core.language import Message

from ..callers import is_among
from ..house.house import OK, House
from ..house.side_door import FORWARDED, came_to
from ..refusal import BROKEN, CLOSING, NOT_FOUND, Refusal
from ..wire.socket import GOING_AWAY
from . import page
from .archive import Archive
from .asking import NO_STORE, read_body
from .headers import Doorkeeper, refused
from .knowing import Knowing
from .learning import Learning
from .looking_back import LookingBack
from .meeting import Meeting
from .notices import Notices
from .seating import Seating
from .sharing import Sharing
from .squeezing import Squeezer
from .talk import Talk, farewell

Handler = Callable[[Request], Awaitable[Response]]


class Application:
    """Answers requests for one house."""

    def __init__(self, house: House) -> None:
        self.house = house
        archive = Archive(house.settings, house.cabinet)
        self.sharing = Sharing(house, archive)
        self.learning = Learning(house)
        self.seating = Seating(house, archive)
        self.looking_back = LookingBack(house, archive)
        self.notices = Notices(house)
        self.knowing = Knowing(house)
        self.talk = Talk(house, self.failed)
        self.meeting = Meeting(house, self.talk)

    def asgi(self) -> ASGIApp:
        """Return the whole application behind its doorkeeper."""
        inner = Starlette(
            routes=self.routes(),
            lifespan=self.lifespan,
            exception_handlers={HTTPException: not_here, Exception: broken},
        )
        return Doorkeeper(
            Squeezer(inner),
            self.house.settings.all_names,
            self.house.door.admits,
            self.house.requests.take,
            lambda status: self.house.metrics.requests_total.add(str(status)),
            self.failed,
        )

    def failed(self, trouble: BaseException, event: str = "request failed") -> None:
        """Note a failure of ours."""
        self.house.metrics.failures_total.add()
        self.house.log.error(event, trouble)

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        """Begin to load the games as soon as the server runs."""
        loading = asyncio.create_task(self.house.lobby())
        yield
        loading.cancel()

    def routes(self) -> list[Route | WebSocketRoute | Mount]:
        """List all addresses."""
        politely = [
            *self.sharing.pictures(),
            Route("/api/door", self.door),
            Route("/api/door", self.turn_door, methods=["POST"]),
            *self.learning.routes(),
            *self.knowing.routes(),
            *self.seating.routes(),
            *self.looking_back.routes(),
            *self.notices.routes(),
            *self.meeting.routes(),
            Route("/api/{rest:path}", self.nothing, methods=["GET", "POST"]),
        ]
        return [
            *self.sharing.pages(),
            *self.notices.pages(),
            *(Route(path, page.index) for path in page.PATHS),
            Mount("/assets", page.Assets()),
            Route("/healthz", self.health),
            Route("/metrics", self.metrics),
            WebSocketRoute("/api/tables/{table}/ws", self.talk.socket),
            WebSocketRoute("/api/lobby/ws", self.meeting.watch),
            *(self.polite(route) for route in politely),
            Route("/{name}", page.single_file),
        ]

    def polite(self, route: Route) -> Route:
        """Turn refusals of a route into answers."""
        handler: Handler = route.endpoint

        async def answer(request: Request) -> Response:
            try:
                return await handler(request)
            except Refusal as refusal:
                self.house.metrics.refusals_total.add(refusal.message.key)
                return refused(refusal)
            except SQLAlchemyError as trouble:
                self.failed(trouble, "not saved")
                return refused(Refusal("table.not_saved", BROKEN))

        return Route(route.path, answer, methods=list(route.methods or ()))

    async def health(self, request: Request) -> Response:
        """Say that the server is alive."""
        status = self.house.status
        return JSONResponse({"status": status}, 200 if status == OK else CLOSING, NO_STORE)

    async def metrics(self, request: Request) -> Response:
        """Show the numbers to those whom they are for."""
        if not self.may_count(request):
            raise HTTPException(NOT_FOUND)
        return PlainTextResponse(
            self.house.metrics.text(),
            headers=NO_STORE,
            media_type="text/plain; version=0.0.4",
        )

    def may_count(self, request: Request) -> bool:
        """Tell whether somebody may see the numbers. What a proxy passes on that we were not told
        to believe comes from who knows where."""
        settings = self.house.settings
        passed_on = any(header in request.headers for header in FORWARDED)
        host = request.client.host if request.client else ""
        return is_among(host, settings.metrics_for) and (bool(settings.proxies) or not passed_on)

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
                farewell(connection, Message("table.door_closed"), GOING_AWAY)

    async def nothing(self, request: Request) -> Response:
        """Say that there is nothing at this address."""
        raise Refusal("table.no_such_address", NOT_FOUND)


async def not_here(request: Request, trouble: Exception) -> Response:
    """Answer that there is nothing at an address, or not for this kind of request."""
    status = trouble.status_code if isinstance(trouble, HTTPException) else NOT_FOUND
    return refused(Refusal("table.no_such_address", status))


async def broken(request: Request, trouble: Exception) -> Response:
    """Answer that something went wrong; what it was is for the log."""
    return refused(Refusal("table.broken", BROKEN))
