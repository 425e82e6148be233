"""Ears: a thread that hears what other processes tell over PostgreSQL.

Whenever its connection was lost, it may have missed something, and says so when it is back.
"""

import threading
from collections.abc import Mapping
from typing import Any

from .database import ANYTHING, Hear, Listening

GLANCE = 0.5
"""Seconds after which it looks whether it is to go on."""
PAUSE = 1.0
"""Seconds before a server that is away is tried again."""


class Ears(Listening):
    """Listens on a channel."""

    def __init__(
        self, conninfo: str, patience: Mapping[str, Any], channel: str, hear: Hear
    ) -> None:
        self.conninfo = conninfo
        self.patience = patience
        self.channel = channel
        self.hear = hear
        self.closing = threading.Event()
        self.thread = threading.Thread(target=self.listen, name="ears", daemon=True)
        self.thread.start()

    def listen(self) -> None:
        """Listen, and again whenever the connection is lost."""
        import psycopg

        while not self.closing.is_set():
            try:
                with psycopg.connect(self.conninfo, autocommit=True, **self.patience) as connection:
                    connection.execute(f"LISTEN {self.channel}")
                    self.hear(ANYTHING)
                    while not self.closing.is_set():
                        for notice in connection.notifies(timeout=GLANCE):
                            self.hear(notice.payload)
            except psycopg.OperationalError:
                self.closing.wait(PAUSE)

    def close(self) -> None:
        """Hear no more."""
        self.closing.set()
        self.thread.join()
