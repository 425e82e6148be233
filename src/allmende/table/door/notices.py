"""About being called: by which browsers and addresses, for what, and when not."""

from importlib import import_module
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..callers import Caller
from ..house.house import House
from ..limits import ID_LENGTH
from ..tokens import Device
from ..wire import paths
from . import page
from .asking import NO_STORE, caller_in, device_in, identify, read_body, remember

if TYPE_CHECKING:
    from ..house.ways import Ways


class Notices:
    """Answers those who want to be called, or not any more."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.known: Ways | None = None

    async def ways(self) -> "Ways":
        """Return who keeps what people say about being called."""
        lobby = await self.house.lobby()
        await lobby.postman.ready.wait()
        if self.known is None:
            self.known = import_module("allmende.table.house.ways").Ways(lobby)
        return self.known

    def pages(self) -> list[Route]:
        """List the addresses that links in mails lead to; a person presses a button there."""
        return [
            Route(f"{paths.STOP}/{{box}}/{{token}}", page.index),
            Route("/confirm/{box}/{token}", page.index),
        ]

    def routes(self) -> list[Route]:
        """List the addresses about being called."""
        return [
            Route("/api/notices", self.seen),
            Route("/api/notices/push", self.subscribe, methods=["POST"]),
            Route("/api/notices/push/remove", self.unsubscribe, methods=["POST"]),
            Route("/api/notices/mail", self.add_mailbox, methods=["POST"]),
            Route("/api/notices/mail/{box}/pace", self.set_pace, methods=["POST"]),
            Route("/api/notices/mail/{box}/remove", self.remove_mailbox, methods=["POST"]),
            Route("/api/notices/kinds", self.wish, methods=["POST"]),
            Route("/api/notices/quiet", self.set_quiet, methods=["POST"]),
            Route("/api/notices/forget", self.forget, methods=["POST"]),
            Route("/api/notices/confirm/{box}/{token}", self.confirm, methods=["POST"]),
            Route(f"{paths.STOP}/{{box}}/{{token}}", self.stop, methods=["POST"]),
        ]

    async def seen(self, request: Request) -> Response:
        """Say how whoever asks can be called, and for what."""
        ways = await self.ways()
        return JSONResponse(await ways.seen_by(device_in(request)), headers=NO_STORE)

    async def subscribe(self, request: Request) -> Response:
        """Keep a browser that can be called."""
        wish, ways = await read_body(request), await self.ways()
        cookie, device = identify(request)
        await ways.subscribe(Caller(caller_in(request).address, device), device, wish)
        return remember(request, cookie, JSONResponse(await ways.seen_by(device)))

    async def unsubscribe(self, request: Request) -> Response:
        """Forget a browser."""
        wish, ways = await read_body(request), await self.ways()
        await ways.unsubscribe(who(request), wish)
        return await self.seen(request)

    async def add_mailbox(self, request: Request) -> Response:
        """Keep an address, and ask there whether it is right."""
        wish, ways = await read_body(request), await self.ways()
        cookie, device = identify(request)
        await ways.add_mailbox(Caller(caller_in(request).address, device), device, wish)
        return remember(request, cookie, JSONResponse(await ways.seen_by(device)))

    async def set_pace(self, request: Request) -> Response:
        """Send mail more often, or less."""
        wish, ways = await read_body(request), await self.ways()
        await ways.set_pace(who(request), box_in(request), wish)
        return await self.seen(request)

    async def remove_mailbox(self, request: Request) -> Response:
        """Forget an address."""
        (await read_body(request)).close()
        ways = await self.ways()
        await ways.remove_mailbox(who(request), box_in(request))
        return await self.seen(request)

    async def wish(self, request: Request) -> Response:
        """Keep what somebody wants to be called for."""
        wish, ways = await read_body(request), await self.ways()
        cookie, device = identify(request)
        await ways.wish(Caller(caller_in(request).address, device), device, wish)
        return remember(request, cookie, JSONResponse(await ways.seen_by(device)))

    async def set_quiet(self, request: Request) -> Response:
        """Keep when somebody wants to hear nothing."""
        wish, ways = await read_body(request), await self.ways()
        cookie, device = identify(request)
        await ways.set_quiet(Caller(caller_in(request).address, device), device, wish)
        return remember(request, cookie, JSONResponse(await ways.seen_by(device)))

    async def forget(self, request: Request) -> Response:
        """Forget everything about reaching somebody."""
        (await read_body(request)).close()
        ways = await self.ways()
        await ways.forget(who(request))
        return await self.seen(request)

    async def confirm(self, request: Request) -> Response:
        """Note that an address is right."""
        (await read_body(request)).close()
        ways = await self.ways()
        await ways.confirm(box_in(request), token_in(request))
        return JSONResponse({}, headers=NO_STORE)

    async def stop(self, request: Request) -> Response:
        """Send nothing to an address any more; a mail program asks for it with one click, from
        anywhere and with a form (RFC 8058). What it sends besides the address does not matter."""
        ways = await self.ways()
        await ways.stop(box_in(request), token_in(request))
        return JSONResponse({}, headers=NO_STORE)


def who(request: Request) -> Device:
    """Return the device that asks; nobody has anything to change without one."""
    return device_in(request) or Device("")


def box_in(request: Request) -> str:
    """Return the mailbox that is asked for."""
    return str(request.path_params["box"])[:ID_LENGTH]


def token_in(request: Request) -> str:
    """Return the token of a link in a mail."""
    return str(request.path_params["token"])[:ID_LENGTH]
