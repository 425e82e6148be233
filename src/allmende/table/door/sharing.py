"""What is shared: the page of a table or of a game file with its preview, and its picture.

It stands before the games are loaded; what needs them is imported when somebody asks."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from allmende.core.language import LANGUAGES

from ..background import beside
from ..house.house import House
from ..library.gallery import Gallery
from ..refusal import NOT_FOUND, Refusal
from ..tokens import table_named
from . import page
from .archive import Archive, number_in

if TYPE_CHECKING:
    from ..library.pictures import Subject
    from ..library.preview import Preview

SECONDS_FOR_A_PREVIEW = 1.0
"""So long a page waits for what is said about it; the reader wants the page itself."""


class Sharing:
    """Answers those who share a link, and those who are shown one."""

    def __init__(self, house: House, archive: Archive) -> None:
        self.house = house
        self.archive = archive
        self.gallery = Gallery()

    def pages(self) -> list[Route]:
        """List the pages that have a preview."""
        return [Route("/t/{table}", self.table_page), Route("/r/{file}", self.file_page)]

    def pictures(self) -> list[Route]:
        """List the addresses of pictures."""
        return [
            Route("/t/{table}/picture.{kind}", self.table_picture),
            Route("/r/{file}/picture.{kind}", self.file_picture),
        ]

    # Pages

    async def table_page(self, request: Request) -> Response:
        """Serve the page of a table, with what is shown of its link."""
        return await self.with_preview(request, self.preview_of_table)

    async def file_page(self, request: Request) -> Response:
        """Serve the page of a game file, with what is shown of its link."""
        return await self.with_preview(request, self.preview_of_file)

    async def with_preview(
        self, request: Request, look: Callable[[Request], Awaitable["Preview"]]
    ) -> Response:
        """Serve the page, with its preview if that is there in time."""
        if self.house.ready_lobby() is not None and page.INDEX.is_file():
            with suppress(TimeoutError, Refusal):
                self.archive.admit(request)
                async with asyncio.timeout(SECONDS_FOR_A_PREVIEW):
                    preview = await look(request)
                plain = page.INDEX.read_text(encoding="utf-8")
                return page.unless_known(request, preview.in_page(plain).encode(), "text/html")
        return await page.index(request)

    async def preview_of_table(self, request: Request) -> "Preview":
        """Say what there is to see at a table."""
        preview, language = import_module("allmende.table.library.preview"), language_in(request)
        lobby = await self.house.lobby()
        room = await lobby.room(table_named(request.path_params["table"]))
        names = preview.names_of(room.chairs, language)
        about = preview.standing(room.scene, room.chairs, language)
        return self.preview(request, preview.title(room.history.game, names, language), about)

    async def preview_of_file(self, request: Request) -> "Preview":
        """Say which game is in a file."""
        preview, language = import_module("allmende.table.library.preview"), language_in(request)
        history = await self.archive.find(request.path_params["file"])
        names = preview.seats_of(history, language)
        about = preview.said("table.preview_file", language)
        return self.preview(request, preview.title(history.game, names, language), about)

    def preview(self, request: Request, title: str, about: str) -> "Preview":
        """Put together what is said of a link; addresses in it are whole ones."""
        scheme, host = request.url.scheme, request.headers.get("host", "")
        origin = self.house.settings.public_url or f"{scheme}://{host}"
        query = f"?{request.url.query}" if request.url.query else ""
        found: Preview = import_module("allmende.table.library.preview").Preview(
            title=title,
            about=about,
            url=f"{origin}{request.url.path}{query}",
            picture=f"{origin}{request.url.path}/picture.png{query}",
            language=language_in(request),
        )
        return found

    # Pictures

    async def table_picture(self, request: Request) -> Response:
        """Show a position of a table, as a spectator may see it."""
        self.archive.admit(request)
        lobby, table = await self.house.lobby(), table_named(request.path_params["table"])
        room, language = await lobby.room(table), language_in(request)
        names = import_module("allmende.table.library.preview").names_of(room.chairs, language)
        pictures = import_module("allmende.table.library.pictures")
        version = version_in(request)
        subject = await room.quietly(
            lambda: pictures.subject(room.history, version, names, language)
        )
        return await self.show(request, table, subject)

    async def file_picture(self, request: Request) -> Response:
        """Show a position of a game file, as a spectator would have seen it."""
        self.archive.admit(request)
        await self.house.lobby()
        name, language = request.path_params["file"], language_in(request)
        history = await self.archive.find(name)
        names = import_module("allmende.table.library.preview").seats_of(history, language)
        pictures = import_module("allmende.table.library.pictures")
        version = version_in(request)
        subject = await beside(lambda: pictures.subject(history, version, names, language))
        return await self.show(request, name, subject)

    async def show(self, request: Request, place: str, subject: "Subject") -> Response:
        """Show a picture in the form that is asked for."""
        kinds = import_module("allmende.table.library.pictures").KINDS
        kind = request.path_params["kind"]
        if kind not in kinds:
            raise Refusal("table.no_such_address", NOT_FOUND)
        content = await self.gallery.picture(place, subject, kind)
        return page.unless_known(request, content, kinds[kind])


def language_in(request: Request) -> str:
    """Read the language that a reader likes best of ours: named in the address, or as browsers
    say it."""
    wishes = request.query_params.get("lang") or request.headers.get("accept-language", "")
    found = (part.partition(";")[0].strip()[:2].lower() for part in wishes.split(","))
    return next((language for language in found if language in LANGUAGES), LANGUAGES[0])


def version_in(request: Request) -> int | None:
    """Read up to which version somebody looks back; none is the position as it stands."""
    version = number_in(request.query_params.get("turn", ""))
    return version if isinstance(version, int) else None
