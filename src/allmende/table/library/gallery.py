"""The gallery: pictures of positions, made one at a time beside the tables and kept for the next.
A stranger may cost little: few wait at once, and what hangs here is not painted again."""

import asyncio
from collections import OrderedDict
from collections.abc import Hashable
from importlib import import_module
from typing import TYPE_CHECKING

from ..background import in_background
from ..limits import PICTURE_BYTES, PICTURES_AWAITED
from ..refusal import TOO_MANY, Refusal

if TYPE_CHECKING:
    from .pictures import Subject


class Gallery:
    """Paints, and remembers what it has painted."""

    def __init__(self) -> None:
        self.hung: OrderedDict[Hashable, bytes] = OrderedDict()
        self.brush = asyncio.Lock()
        self.awaited = 0

    async def picture(self, place: str, subject: "Subject", kind: str) -> bytes:
        """Return a picture of a position of a table or of a file."""
        moment = subject.moment
        key = (place, moment.version, subject.names, subject.language, kind)
        if key in self.hung:
            self.hung.move_to_end(key)
            return self.hung[key]
        if self.awaited >= PICTURES_AWAITED:
            raise Refusal("table.slow_down", TOO_MANY)
        self.awaited += 1
        try:
            return await self.paint(key, subject, kind)
        finally:
            self.awaited -= 1

    async def paint(self, key: Hashable, subject: "Subject", kind: str) -> bytes:
        """Paint a picture, unless somebody before us asked for the same."""
        pictures = import_module("allmende.table.library.pictures")
        async with self.brush:
            if key not in self.hung:
                self.hung[key] = await in_background(lambda: pictures.made(subject, kind))
                self.make_space()
            return self.hung[key]

    def make_space(self) -> None:
        """Take down what nobody has asked for longest."""
        while len(self.hung) > 1 and sum(map(len, self.hung.values())) > PICTURE_BYTES:
            self.hung.popitem(last=False)
