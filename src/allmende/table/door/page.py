"""The page: files that `web/` builds into this package, served with the right memory."""

import hashlib
import os
from pathlib import Path
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ..refusal import CLOSING

PAGE_VARIABLE = "ALLMENDE_PAGE"
"""The variable that names another folder with a built page, for those who work on it."""
FOLDER = Path(os.environ.get(PAGE_VARIABLE) or Path(__file__).parents[1] / "page")
INDEX = FOLDER / "index.html"
ASK_EVERY_TIME = "no-cache"
KEEP_FOREVER = "public, max-age=31536000, immutable"
PATHS = (
    "/",
    "/a/{file}",
    "/me",
    "/privacy",
    "/screen",
    "/screen/{table}",
    "/hand/{table}",
    "/rules/{game}",
    "/learn/{game}",
    "/puzzle/{game}",
    "/puzzle/{game}/{puzzle}",
)
"""Where the page is found, besides the links that are shared."""
NOT_BUILT = "The page has not been built yet: run `make page`, or `make play`.\n"


async def index(request: Request) -> Response:
    """Serve the page; every table has the same one."""
    if not INDEX.is_file():
        return PlainTextResponse(NOT_BUILT, CLOSING)
    return FileResponse(INDEX, headers={"cache-control": ASK_EVERY_TIME})


class Sheet(NamedTuple):
    """Something that changes seldom, with the tag that it is known by."""

    content: bytes
    tag: str
    kind: str


def sheet(content: bytes, kind: str = "application/json") -> Sheet:
    """Tag something that changes seldom."""
    return Sheet(content, f'"{hashlib.sha256(content).hexdigest()[:32]}"', kind)


def unless_known(request: Request, content: bytes, kind: str = "application/json") -> Response:
    """Answer with what changes seldom, or say that the asker has it already."""
    return shown(request, sheet(content, kind))


def shown(request: Request, found: Sheet) -> Response:
    """Answer with a sheet, or say that the asker has it already."""
    headers = {"etag": found.tag, "cache-control": ASK_EVERY_TIME}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    return Response(found.content, headers=headers, media_type=found.kind)


async def single_file(request: Request) -> Response:
    """Serve one of the few files beside the page, like the worker that calls players."""
    path = FOLDER / request.path_params["name"]
    if path.parent != FOLDER or path.name.startswith(".") or not path.is_file():
        return PlainTextResponse("There is nothing here.\n", 404)
    return FileResponse(path, headers={"cache-control": ASK_EVERY_TIME})


class Assets(StaticFiles):
    """Files with a hash in their names, which never change."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER / "assets", check_dir=False)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Serve a file and let browsers keep it."""
        response = await super().get_response(path, scope)
        if response.status_code < 400:
            response.headers["cache-control"] = KEEP_FOREVER
        return response
