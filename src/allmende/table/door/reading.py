"""Reading requests the way browsers and proxies send them: with a head of some lines, and a body
whose length is said beforehand.

All that has arrived is read in one step of the loop. A head of thousands of lines, or a body in
thousands of chunks, would take a hundred times as long as any honest request.
"""

import re
from typing import Any

import h11

from ..limits import HEAD_BYTES, HEAD_LINES

END_OF_HEAD = re.compile(rb"\n\r?\n")
TOO_MANY_HEADERS, LENGTH_REQUIRED = 431, 411


class Reader(h11.Connection):
    """Reads the requests of one connection, and refuses what takes long to read."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, HEAD_BYTES)

    def next_event(self) -> Any:
        """Return what was read next."""
        if self.their_state is h11.IDLE:
            self.check_head()
        event = super().next_event()
        if isinstance(event, h11.Request) and is_in_chunks(event):
            raise h11.RemoteProtocolError("a body in chunks", LENGTH_REQUIRED)
        return event

    def check_head(self) -> None:
        """Refuse a head that is too long, before it is read."""
        arrived, _ = self.trailing_data
        found = END_OF_HEAD.search(arrived)
        length = found.end() if found else len(arrived)
        if length > HEAD_BYTES or arrived.count(b"\n", 0, length) > HEAD_LINES:
            raise h11.RemoteProtocolError("a head that is too long", TOO_MANY_HEADERS)


def is_in_chunks(request: h11.Request) -> bool:
    """Tell whether the body of a request comes in chunks, without a length."""
    return any(name == b"transfer-encoding" for name, _ in request.headers)
