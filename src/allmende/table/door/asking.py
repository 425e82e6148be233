"""Reading a request: who asks, about which table, and with what wish."""

from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from ..background import beside
from ..callers import Caller, address_in
from ..limits import BODY_BYTES
from ..refusal import TOO_LARGE, WRONG_FIELD, WRONG_TYPE, Refusal
from ..tokens import Device, device_of, hashed, new_token, table_named
from ..wire.fields import Fields, parse
from .headers import json_of

if TYPE_CHECKING:
    from allmende.core.game import Json

COOKIE = "allmende"
A_YEAR = 365 * 24 * 3600
NO_STORE = {"cache-control": "no-store"}


def device_in(request: Request) -> Device | None:
    """Return the device that asks."""
    return device_of(request.cookies.get(COOKIE))


def caller_in(request: Request) -> Caller:
    """Return who asks, to be counted."""
    return Caller(address_in(request.scope), device_in(request))


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


def table_in(request: Request | WebSocket) -> str:
    """Return the table that is asked for."""
    return table_named(request.path_params["table"])


def spelled(move: Any) -> "str | Json":
    """Return a move in notation or as data, which is how people's wishes come."""
    if not isinstance(move, str | dict):
        raise Refusal("table.not_a_move", WRONG_FIELD)
    return move


async def in_json(content: object) -> Response:
    """Answer with something long, which is written beside the loop."""
    text = await beside(lambda: json_of(content))
    return Response(text, headers=NO_STORE, media_type="application/json")


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
