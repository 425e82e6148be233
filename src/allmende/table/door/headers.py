"""The doorkeeper: who may ask at all, and the headers that every answer carries."""

import ipaddress
import json
import socket
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..callers import address_in
from ..limits import BODY_BYTES, FILE_BYTES
from ..refusal import BROKEN, FORBIDDEN, TOO_LARGE, TOO_MANY, Refusal
from ..wire import paths

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
SAFE = ("GET", "HEAD")
UNLIMITED = ("/healthz", "/metrics", "/assets/")
RETRY_SECONDS = "5"
LOOPBACK = "localhost"
NOT_WELCOME = 1008


def own_names(names: Sequence[str]) -> set[str]:
    """Return the names under which this server is asked for."""
    machine = socket.gethostname().lower()
    return {LOOPBACK, machine, f"{machine}.local", *(name.lower() for name in names)}


def is_own_host(host: str, names: set[str]) -> bool:
    """Tell whether a host is an address or one of our names. Any other name may be somebody's
    who lets it point here to look through the visitor's browser."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if name in names:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(headers: Headers) -> bool:
    """Tell whether a request comes from our own page."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if origin is None:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()


def refused(refusal: Refusal) -> JSONResponse:
    """Return the answer of a refusal over HTTP."""
    headers = {"retry-after": RETRY_SECONDS} if refusal.status == TOO_MANY else None
    content = {"error": refusal.message.as_data()}
    return JSONResponse(content, refusal.status, {"cache-control": "no-store", **(headers or {})})


class Doorkeeper:
    """Wraps the application: checks who asks, adds headers, and never shows a traceback."""

    def __init__(
        self,
        app: ASGIApp,
        names: Sequence[str],
        admits: Callable[[Scope], bool],
        allow: Callable[[str], bool],
        answered: Callable[[int], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self.app = app
        self.names = own_names(names)
        self.admits = admits
        self.allow = allow
        self.answered = answered
        self.failed = failed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] == "http":
            await self.request(scope, receive, self.dressed(send))
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def request(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whatever happens."""
        started = False

        async def note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            self.check(scope)
            await self.app(scope, receive, note)
        except Refusal as refusal:
            await refused(refusal)(scope, receive, send)
        except Exception as trouble:
            self.failed(trouble)
            if not started:
                await refused(Refusal("table.broken", BROKEN))(scope, receive, send)

    def check(self, scope: Scope) -> None:
        """Refuse strangers, the hasty and the heavy."""
        headers = Headers(scope=scope)
        if not self.admits(scope):
            raise Refusal("table.door_closed", FORBIDDEN)
        if not is_own_host(headers.get("host", ""), self.names):
            raise Refusal("table.wrong_host", FORBIDDEN)
        from_outside = scope["path"].startswith(f"{paths.STOP}/")  # the link itself is the proof
        if scope["method"] not in SAFE and not from_outside and not is_own_origin(headers):
            raise Refusal("table.wrong_origin", FORBIDDEN)
        length = headers.get("content-length", "0")
        most = FILE_BYTES if scope["path"] == paths.FILES else BODY_BYTES
        if not length.isdecimal() or int(length) > most:
            raise Refusal("table.too_long", TOO_LARGE, most=most)
        if not scope["path"].startswith(UNLIMITED) and not self.is_in_time(scope):
            raise Refusal("table.slow_down", TOO_MANY)

    def is_in_time(self, scope: Scope) -> bool:
        """Tell whether a caller does not ask too often."""
        return self.allow(address_in(scope))

    async def socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a socket in if it comes from our own page."""
        headers = Headers(scope=scope)
        ours = is_own_host(headers.get("host", ""), self.names) and is_own_origin(headers)
        if ours and self.admits(scope) and self.is_in_time(scope):
            await self.app(scope, receive, send)
        else:
            await receive()
            await send({"type": "websocket.close", "code": NOT_WELCOME})

    def dressed(self, send: Send) -> Send:
        """Put our headers on every answer."""

        async def dress(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                self.answered(message["status"])
            await send(message)

        return dress


def json_of(content: object) -> bytes:
    """Write JSON for an answer."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
