"""Several processes that serve at one address: a parent starts them, restarts one that has died,
and passes signals on. All accept at the same socket; what they keep they share in PostgreSQL."""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

from allmende.core.errors import AllmendeError, BadSetup

from ..log import Log
from ..settings import Settings

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before a worker is started again; longer when one dies as soon as it is started."""
A_WHILE = 30.0
"""Seconds after which a death is no sign of trouble at the start any more."""

ENOUGH = (signal.SIGTERM, signal.SIGINT)
"""How somebody says that it is enough."""
NOT_ON_WINDOWS = "--workers is not for Windows: start several servers behind a proxy instead"

Work = Callable[[socket.socket], None]


def check_workers(settings: Settings) -> None:
    """Refuse several processes where they cannot work together."""
    if settings.workers == 1:
        return
    if settings.database_url is None:
        raise BadSetup(
            "--workers needs PostgreSQL (--database): a file of SQLite belongs to one process"
        )
    if sys.platform == "win32":
        raise BadSetup(NOT_ON_WINDOWS)


class Workers:
    """The processes that a parent looks after."""

    def __init__(self, settings: Settings, listener: socket.socket, work: Work, log: Log) -> None:
        self.count = settings.workers
        self.listener = listener
        self.work = work
        self.log = log
        self.started: dict[int, float] = {}
        self.deaths_in_a_row = 0
        self.stopping = False
        self.life_line, self.held = os.pipe()

    def serve(self, announce: Callable[[], None]) -> None:
        """Let all work until somebody says that it is enough; say so once they have begun."""
        if sys.platform == "win32":
            raise NotImplementedError(NOT_ON_WINDOWS)
        for number in ENOUGH:
            signal.signal(number, self.stop)
        for _ in range(self.count):
            self.start()
        announce()
        while self.started:
            worker, status = os.wait()
            began = self.started.pop(worker, None)
            if began is not None and not self.stopping:
                self.replace(worker, os.waitstatus_to_exitcode(status), began)

    def stop(self, *_: object) -> None:
        """Tell all of them to end in good order."""
        self.stopping = True
        for worker in self.started:
            os.kill(worker, signal.SIGTERM)

    def start(self) -> None:
        """Start a process, unless it is enough. Whoever says so meanwhile is heard once the process
        is known: it would not be told, and never end."""
        if sys.platform == "win32":
            raise NotImplementedError(NOT_ON_WINDOWS)
        signal.pthread_sigmask(signal.SIG_BLOCK, ENOUGH)
        try:
            if not self.stopping:
                worker = os.fork()
                if worker == 0:
                    os._exit(self.live())
                self.started[worker] = time.monotonic()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ENOUGH)

    def live(self) -> int:
        """Work as one of the processes, and end with the parent; return the exit code."""
        if sys.platform == "win32":
            raise NotImplementedError(NOT_ON_WINDOWS)
        for number in ENOUGH:
            signal.signal(number, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENOUGH)
        os.close(self.held)
        threading.Thread(target=self.end_with_parent, daemon=True).start()
        try:
            self.work(self.listener)
        except (AllmendeError, KeyboardInterrupt) as trouble:
            print(trouble, file=sys.stderr)
            return 1
        except Exception as trouble:
            self.log.error("worker failed", trouble)
            return 1
        return 0

    def end_with_parent(self) -> None:
        """Wait until the parent is gone, however it went, and go too."""
        os.read(self.life_line, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def replace(self, worker: int, code: int, began: float) -> None:
        """Start another process in place of one that has died."""
        lived = time.monotonic() - began
        self.deaths_in_a_row = self.deaths_in_a_row + 1 if lived < A_WHILE else 0
        self.log.warning("worker died", worker=worker, code=code)
        time.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(self.deaths_in_a_row, 10)))
        self.start()
