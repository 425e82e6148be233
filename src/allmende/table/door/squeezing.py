"""Squeezing: answers travel compressed, and are compressed beside the loop.

What has an ETag is compressed once and kept: the page, texts, lessons. A page of script takes ten
milliseconds to compress, which everybody else at the tables would have to wait for.
"""

import gzip
from collections import OrderedDict

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..background import beside
from ..limits import SQUEEZED_BYTES

WORTH_IT = 1024  # bytes
LEVEL = 6
GOOD = ("text/", "application/json", "application/javascript", "image/svg+xml")
"""Kinds that become smaller; pictures and fonts are compressed already."""


class Squeezer:
    """Wraps the application: compresses what is worth it, for those who can read it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self.size = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, compressed if it may be."""
        if scope["type"] == "http" and "gzip" in Headers(scope=scope).get("accept-encoding", ""):
            await self.app(scope, receive, Answer(self, scope["path"], send).pass_on)
        else:
            await self.app(scope, receive, send)

    async def squeezed(self, path: str, tag: str | None, content: bytes) -> bytes:
        """Compress something, or take what was compressed before."""
        if tag is None:
            return await beside(lambda: gzip.compress(content, LEVEL, mtime=0))
        if (path, tag) not in self.kept:
            self.keep((path, tag), await beside(lambda: gzip.compress(content, LEVEL, mtime=0)))
        self.kept.move_to_end((path, tag))
        return self.kept[path, tag]

    def keep(self, name: tuple[str, str], content: bytes) -> None:
        """Keep something compressed; what nobody has asked for longest makes room."""
        self.size += len(content) - len(self.kept.get(name, b""))
        self.kept[name] = content
        while self.size > SQUEEZED_BYTES and len(self.kept) > 1:
            _, dropped = self.kept.popitem(last=False)
            self.size -= len(dropped)


class Answer:
    """One answer on its way out."""

    def __init__(self, squeezer: Squeezer, path: str, send: Send) -> None:
        self.squeezer = squeezer
        self.path = path
        self.send = send
        self.start: Message | None = None
        self.content = b""

    async def pass_on(self, message: Message) -> None:
        """Pass a message on, or hold it back until all is there that is to be compressed."""
        if message["type"] == "http.response.start" and is_worth_it(
            Headers(raw=message["headers"])
        ):
            self.start = message
        elif self.start is None or message["type"] != "http.response.body":
            await self.send(message)
        else:
            self.content += message.get("body", b"")
            if not message.get("more_body", False):
                await self.finish(self.start)

    async def finish(self, start: Message) -> None:
        """Send the whole answer."""
        headers = MutableHeaders(raw=start["headers"])
        small = await self.squeezer.squeezed(self.path, headers.get("etag"), self.content)
        headers["content-encoding"] = "gzip"
        headers["content-length"] = str(len(small))
        headers.add_vary_header("accept-encoding")
        await self.send(start)
        await self.send({"type": "http.response.body", "body": small})


def is_worth_it(headers: Headers) -> bool:
    """Tell whether an answer becomes much smaller; its length must be known beforehand."""
    length = headers.get("content-length", "0")
    long = length.isdecimal() and int(length) >= WORTH_IT
    fits = headers.get("content-type", "").startswith(GOOD)
    return long and fits and "content-encoding" not in headers and "content-range" not in headers
