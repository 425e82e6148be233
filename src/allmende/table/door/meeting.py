"""About people who meet: open seats, company, whom one keeps away, and vacations."""

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.websockets import WebSocket

from ..callers import Caller
from ..house.house import House
from ..limits import NAME_LENGTH, VACATION_DAYS
from .asking import NO_STORE, caller_in, device_in, identify, in_json, read_body, remember, table_in
from .talk import Talk

if TYPE_CHECKING:
    from ..house.openings import Openings
    from ..wire.socket import Connection


class Meeting:
    """Answers those who look for company."""

    def __init__(self, house: House, talk: Talk) -> None:
        self.house = house
        self.talk = talk

    def routes(self) -> list[Route]:
        """List the addresses about people who meet."""
        seat = "/api/tables/{table}/seats/{seat:int}"
        return [
            Route("/api/lobby", self.open_seats),
            Route("/api/lobby/play", self.play_now, methods=["POST"]),
            Route("/api/lobby/tables/{table}/sit", self.sit, methods=["POST"]),
            Route("/api/blocks", self.blocks),
            Route("/api/blocks/{ref}/lift", self.lift, methods=["POST"]),
            Route("/api/vacation", self.vacation),
            Route("/api/vacation", self.go_on_vacation, methods=["POST"]),
            Route(f"{seat}/block", self.block, methods=["POST"]),
            Route(f"{seat}/report", self.report, methods=["POST"]),
        ]

    async def openings(self) -> "Openings":
        """Return the open seats of the house."""
        return (await self.house.lobby()).openings

    async def open_seats(self, request: Request) -> Response:
        """List the tables that want players."""
        openings = await self.openings()
        return await in_json(await openings.open_seats(device_in(request)))

    async def watch(self, socket: WebSocket) -> None:
        """Show the tables that want players, whenever that changes."""

        async def look(connection: "Connection") -> None:
            openings = await self.openings()
            openings.check_on()
            await openings.watch(connection)

        await self.talk.hold(socket, look)

    async def sit(self, request: Request) -> Response:
        """Sit down at an open table."""
        wish = await read_body(request)
        name = wish.text("name", NAME_LENGTH)
        wish.close()
        return await self.seated(
            request, lambda it, caller: it.sit(table_in(request), caller, name), "seat"
        )

    async def play_now(self, request: Request) -> Response:
        """Look for company."""
        wish = await read_body(request)
        return await self.seated(request, lambda it, caller: it.play_now(caller, wish))

    async def seated(
        self,
        request: Request,
        find: Callable[["Openings", Caller], Awaitable[object]],
        field: str | None = None,
    ) -> Response:
        """Find a seat for somebody, who gets a cookie for it."""
        openings = await self.openings()
        cookie, device = identify(request)
        found = await find(openings, Caller(caller_in(request).address, device))
        answer = found if field is None else {field: found}
        return remember(request, cookie, JSONResponse(answer))

    async def blocks(self, request: Request) -> Response:
        """List whom somebody keeps away."""
        openings = await self.openings()
        return JSONResponse(await openings.blocks(device_in(request)), headers=NO_STORE)

    async def lift(self, request: Request) -> Response:
        """Keep somebody away no longer."""
        (await read_body(request)).close()
        openings = await self.openings()
        await openings.lift(request.path_params["ref"], device_in(request))
        return JSONResponse(await openings.blocks(device_in(request)), headers=NO_STORE)

    async def block(self, request: Request) -> Response:
        """Keep whoever sits in a seat away."""
        (await read_body(request)).close()
        openings = await self.openings()
        await openings.block(table_in(request), request.path_params["seat"], device_in(request))
        return JSONResponse({}, headers=NO_STORE)

    async def report(self, request: Request) -> Response:
        """Report whoever sits in a seat."""
        wish, openings = await read_body(request), await self.openings()
        seat = request.path_params["seat"]
        await openings.report(table_in(request), seat, caller_in(request), wish)
        return JSONResponse({}, headers=NO_STORE)

    async def vacation(self, request: Request) -> Response:
        """Say whether somebody is on vacation."""
        lobby = await self.house.lobby()
        vacation = import_module("allmende.table.house.vacation")
        found = await vacation.vacation_of(lobby, device_in(request))
        return JSONResponse(found, headers=NO_STORE)

    async def go_on_vacation(self, request: Request) -> Response:
        """Go on vacation, or come back."""
        wish = await read_body(request)
        days = wish.whole("days", 0, VACATION_DAYS)
        wish.close()
        lobby = await self.house.lobby()
        vacation = import_module("allmende.table.house.vacation")
        return JSONResponse(await vacation.go(lobby, device_in(request), days), headers=NO_STORE)
