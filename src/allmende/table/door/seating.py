"""About tables: opening them, sitting down, and what a device has played."""

from importlib import import_module
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from ..callers import Caller
from ..house.house import House
from ..limits import NAME_LENGTH
from ..refusal import FORBIDDEN, TOO_MANY, Refusal
from ..tokens import TOKEN
from ..wire.fields import Fields
from .archive import Archive
from .asking import NO_STORE, caller_in, device_in, identify, in_json, read_body, remember, table_in

if TYPE_CHECKING:
    from allmende.core.match import Match


class Seating:
    """Answers those who want to play."""

    def __init__(self, house: House, archive: Archive) -> None:
        self.house = house
        self.archive = archive

    def routes(self) -> list[Route]:
        """List the addresses about tables and about the device that asks."""
        return [
            Route("/api/tables", self.open, methods=["POST"]),
            Route("/api/tables", self.tables),
            Route("/api/tables/{table}", self.gathering),
            Route("/api/tables/{table}/join", self.join, methods=["POST"]),
            Route("/api/tables/{table}/invites", self.invites, methods=["POST"]),
            Route("/api/tables/{table}/devices", self.add_device, methods=["POST"]),
            Route("/api/tables/{table}/seats/{seat:int}/device", self.link, methods=["POST"]),
            Route("/api/tables/{table}/seats/{seat:int}/revoke", self.revoke, methods=["POST"]),
            Route("/api/tables/{table}/file", self.file),
            Route("/api/tables/{table}/review", self.review),
            Route("/api/tables/{table}/remove", self.remove, methods=["POST"]),
            Route("/api/tables/remove", self.remove_all, methods=["POST"]),
            Route("/api/keeping", self.keeping),
            Route("/api/statistics", self.statistics),
            Route("/api/statistics/forget", self.forget, methods=["POST"]),
        ]

    async def open(self, request: Request) -> Response:
        """Open a table."""
        wish = await read_body(request)
        if not self.house.new_tables.take(caller_in(request)):
            raise Refusal("table.too_many_tables", TOO_MANY)
        lobby = await self.house.lobby()
        start = await self.start_in(wish) if "start" in wish.left else None
        cookie, device = identify(request)
        caller = Caller(caller_in(request).address, device)
        return remember(
            request, cookie, JSONResponse(await lobby.new_tables.open(caller, wish, start), 201)
        )

    async def start_in(self, wish: Fields) -> "Match":
        """Read where the game of a table is to begin, if not with a deal."""
        place = wish.inner("start")
        name = place.text("file", NAME_LENGTH)
        at = import_module("allmende.table.library.branch").place_in(place)
        place.close()
        return (await self.archive.branch(await self.archive.find(name), at)).match

    async def tables(self, request: Request) -> Response:
        """List the tables of the device that asks."""
        lobby = await self.house.lobby()
        return await in_json(await lobby.own_tables.tables_of(device_in(request)))

    async def gathering(self, request: Request) -> Response:
        """Say what is played at a table and who has come, to somebody who is invited. Such a device
        gets its name now: when it sits down and never hears the answer, it can ask again."""
        lobby = await self.house.lobby()
        cookie, _ = identify(request)
        gathering = JSONResponse(
            await lobby.inviting.gathering(table_in(request)), headers=NO_STORE
        )
        return remember(request, cookie, gathering)

    async def join(self, request: Request) -> Response:
        """Exchange an invitation for a seat."""
        wish = await read_body(request)
        token, name = wish.text("token", NAME_LENGTH), wish.text("name", NAME_LENGTH)
        wish.close()
        if not TOKEN.fullmatch(token):
            raise Refusal("table.bad_invite", FORBIDDEN)
        lobby = await self.house.lobby()
        cookie, device = identify(request)
        seat = await lobby.inviting.join(table_in(request), device, token, name)
        return remember(request, cookie, JSONResponse({"seat": seat}))

    async def invites(self, request: Request) -> Response:
        """Make invitations."""
        (await read_body(request)).close()
        lobby = await self.house.lobby()
        made = await lobby.inviting.invites(table_in(request), device_in(request))
        return JSONResponse(made, headers=NO_STORE)

    async def link(self, request: Request) -> Response:
        """Make a link for another device of whoever asks."""
        (await read_body(request)).close()
        lobby = await self.house.lobby()
        seat = request.path_params["seat"]
        made = await lobby.inviting.link_device(table_in(request), device_in(request), seat)
        return JSONResponse(made, headers=NO_STORE)

    async def add_device(self, request: Request) -> Response:
        """Bring another device to a seat."""
        wish = await read_body(request)
        token = wish.text("token", NAME_LENGTH)
        wish.close()
        if not TOKEN.fullmatch(token):
            raise Refusal("table.bad_link", FORBIDDEN)
        lobby = await self.house.lobby()
        cookie, device = identify(request)
        seat = await lobby.inviting.add_device(table_in(request), device, token)
        return remember(request, cookie, JSONResponse({"seat": seat}))

    async def revoke(self, request: Request) -> Response:
        """Take a seat from those who hold it."""
        (await read_body(request)).close()
        lobby = await self.house.lobby()
        seat = request.path_params["seat"]
        made = await lobby.inviting.revoke(table_in(request), device_in(request), seat)
        return JSONResponse(made, headers=NO_STORE)

    async def file(self, request: Request) -> Response:
        """Hand out the game file."""
        lobby, table = await self.house.lobby(), table_in(request)
        content = await lobby.afterwards.file_of(table)
        headers = {"content-disposition": f'attachment; filename="{table}.allmende"', **NO_STORE}
        return PlainTextResponse(content, headers=headers)

    async def review(self, request: Request) -> Response:
        """Look back at a finished game."""
        lobby = await self.house.lobby()
        review = await lobby.afterwards.review_of(table_in(request), caller_in(request))
        return await in_json(review)

    # About the device that asks

    async def statistics(self, request: Request) -> Response:
        """Sum up how the device has played so far."""
        lobby = await self.house.lobby()
        return JSONResponse(
            await lobby.own_tables.statistics_of(device_in(request)), headers=NO_STORE
        )

    async def remove(self, request: Request) -> Response:
        """Remove a table from the list of the device, and what it left there."""
        (await read_body(request)).close()
        lobby, removing = await self.house.lobby(), import_module("allmende.table.house.removing")
        done = await removing.remove(lobby, table_in(request), device_in(request))
        return JSONResponse(done, headers=NO_STORE)

    async def remove_all(self, request: Request) -> Response:
        """Remove all that the device has played."""
        (await read_body(request)).close()
        lobby, removing = await self.house.lobby(), import_module("allmende.table.house.removing")
        return JSONResponse(await removing.remove_all(lobby, device_in(request)), headers=NO_STORE)

    async def keeping(self, request: Request) -> Response:
        """Say how long things are kept here."""
        keep = self.house.settings.keep
        return JSONResponse({"days": None if keep is None else keep.days}, headers=NO_STORE)

    async def forget(self, request: Request) -> Response:
        """Let all that was played so far count no more."""
        (await read_body(request)).close()
        lobby = await self.house.lobby()
        await lobby.own_tables.forget_statistics(device_in(request))
        return JSONResponse({}, headers=NO_STORE)
