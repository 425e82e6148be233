"""About the person that asks: their devices, passkeys, and everything about them."""

from importlib import import_module
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ..house.house import House
from ..limits import NAME_LENGTH
from ..refusal import FORBIDDEN, TOO_MANY, WRONG_FIELD, Refusal
from ..wire.fields import Fields
from .asking import (
    COOKIE,
    NO_STORE,
    caller_in,
    device_in,
    identify,
    in_json,
    read_body,
    remember,
    table_in,
)

ID_LENGTH = 16


class Knowing:
    """Answers those who have several devices, or want to."""

    def __init__(self, house: House) -> None:
        self.house = house

    def routes(self) -> list[Route]:
        """List the addresses."""
        return [
            Route("/api/me", self.me),
            Route("/api/me/code", self.code, methods=["POST"]),
            Route("/api/me/join", self.join, methods=["POST"]),
            Route("/api/me/devices/{id}/drop", self.drop, methods=["POST"]),
            Route("/api/me/passkeys/options", self.passkey_options, methods=["POST"]),
            Route("/api/me/passkeys", self.add_passkey, methods=["POST"]),
            Route("/api/me/passkeys/{id}/drop", self.drop_passkey, methods=["POST"]),
            Route("/api/me/signin/options", self.signin_options, methods=["POST"]),
            Route("/api/me/signin", self.sign_in, methods=["POST"]),
            Route("/api/me/export", self.export),
            Route("/api/me/forget", self.forget, methods=["POST"]),
            Route("/api/tables/{table}/come", self.come, methods=["POST"]),
        ]

    @property
    def persons(self) -> Any:
        """What is known of people, loaded when somebody first asks."""
        return import_module("allmende.table.house.persons")

    @property
    def passkeys(self) -> Any:
        """What is known of passkeys."""
        return import_module("allmende.table.house.passkeys")

    def check_pace(self, request: Request) -> None:
        """Refuse who makes or tries codes too often."""
        if not self.house.codes.take(caller_in(request)):
            raise Refusal("table.ask_slower", TOO_MANY)

    async def me(self, request: Request) -> Response:
        """Say which devices and passkeys somebody has."""
        lobby, device = await self.house.lobby(), device_in(request)
        told = await lobby.scribe.run(lambda c: self.persons.about(c, device))
        return JSONResponse(told, headers=NO_STORE)

    async def code(self, request: Request) -> Response:
        """Make a code for another device."""
        wish = await read_body(request)
        name = wish.text("name", NAME_LENGTH)
        wish.close()
        self.check_pace(request)
        cookie, device = identify(request)
        made = await self.persons.make_code(await self.house.lobby(), device, name)
        return remember(request, cookie, JSONResponse(made))

    async def join(self, request: Request) -> Response:
        """Become another device of somebody."""
        wish = await read_body(request)
        code, name = wish.text("code", NAME_LENGTH), wish.text("name", NAME_LENGTH)
        wish.close()
        self.check_pace(request)
        cookie, device = identify(request)
        told = await self.persons.join(await self.house.lobby(), device, code, name)
        return remember(request, cookie, JSONResponse(told))

    async def drop(self, request: Request) -> Response:
        """Drop a device."""
        (await read_body(request)).close()
        device = device_in(request)
        if device is None:
            raise Refusal("table.unknown_device", FORBIDDEN)
        which = request.path_params["id"][:ID_LENGTH]
        told = await self.persons.drop(await self.house.lobby(), device, which)
        return JSONResponse(told, headers=NO_STORE)

    async def come(self, request: Request) -> Response:
        """Bring a device to the seats of its person."""
        (await read_body(request)).close()
        lobby = await self.house.lobby()
        came = await self.persons.come(lobby, table_in(request), device_in(request))
        return JSONResponse(came, headers=NO_STORE)

    # Passkeys

    async def passkey_options(self, request: Request) -> Response:
        """Say what a browser is to be asked for to make a passkey."""
        wish = await read_body(request)
        name = wish.text("name", NAME_LENGTH)
        wish.close()
        self.check_pace(request)
        cookie, device = identify(request)
        lobby, place = await self.house.lobby(), self.passkeys.place_of(request)
        options = await self.passkeys.to_register(lobby, device, name, place)
        return remember(request, cookie, JSONResponse({"options": options}))

    async def add_passkey(self, request: Request) -> Response:
        """Keep a passkey."""
        credential, name = credential_in(await read_body(request))
        self.check_pace(request)
        device = device_in(request)
        if device is None:
            raise Refusal("table.bad_passkey", FORBIDDEN)
        lobby, place = await self.house.lobby(), self.passkeys.place_of(request)
        told = await self.passkeys.register(lobby, device, credential, name, place)
        return JSONResponse(told, headers=NO_STORE)

    async def drop_passkey(self, request: Request) -> Response:
        """Forget a passkey."""
        (await read_body(request)).close()
        lobby, device = await self.house.lobby(), device_in(request)
        which = request.path_params["id"][:ID_LENGTH]
        knowing = import_module("allmende.table.store.knowing")
        await lobby.scribe.run(lambda c: knowing.drop_passkey(c, device, which))
        return await self.me(request)

    async def signin_options(self, request: Request) -> Response:
        """Say what a browser is to be asked for to find a passkey again."""
        (await read_body(request)).close()
        self.check_pace(request)
        lobby, place = await self.house.lobby(), self.passkeys.place_of(request)
        options = await self.passkeys.to_sign_in(lobby, place)
        return JSONResponse({"options": options}, headers=NO_STORE)

    async def sign_in(self, request: Request) -> Response:
        """Become another device of whose passkey has signed."""
        credential, name = credential_in(await read_body(request))
        self.check_pace(request)
        cookie, device = identify(request)
        lobby, place = await self.house.lobby(), self.passkeys.place_of(request)
        told = await self.passkeys.sign_in(lobby, device, credential, name, place)
        return remember(request, cookie, JSONResponse(told))

    # Everything

    async def export(self, request: Request) -> Response:
        """Hand out everything about somebody, as a file."""
        if not self.house.exports.take(caller_in(request)):
            raise Refusal("table.ask_slower", TOO_MANY)
        told = await self.persons.export(await self.house.lobby(), device_in(request))
        answer = await in_json(told)
        answer.headers["content-disposition"] = 'attachment; filename="allmende.json"'
        return answer

    async def forget(self, request: Request) -> Response:
        """Delete everything about somebody, and the cookie of this device with it."""
        (await read_body(request)).close()
        told = await self.persons.forget(await self.house.lobby(), device_in(request))
        answer = JSONResponse(told, headers=NO_STORE)
        answer.delete_cookie(COOKIE, path="/")
        return answer


def credential_in(wish: Fields) -> tuple[Any, str]:
    """Read what a browser has answered, and what its device or passkey is called."""
    credential, name = wish.take("credential"), wish.text("name", NAME_LENGTH)
    wish.close()
    if not isinstance(credential, dict):
        raise Refusal("table.bad_passkey", WRONG_FIELD)
    return credential, name
