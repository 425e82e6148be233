"""Starting the server: find a port, say the address, open the browser."""

import asyncio
import errno
import os
import socket
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from allmende.core.errors import AllmendeError, BadSetup

from ..background import is_busy
from ..house.listening import ANYWHERE, HERE, bound, origin_of
from ..limits import FILES_IN_RESERVE
from ..log import Log
from ..settings import DEFAULT_PORT, Settings
from ..store.lock import Lock, Occupied, lock_folder
from .overheard import listen_to_libraries
from .workers import Workers, check_workers

PORTS_TO_TRY = 20
SECONDS_OF_A_THREAD = 0.001
"""So long the loop waits for a thread that holds the interpreter; Python's own 0.005 is for
programs that nobody waits for."""
MOST_FILES = 65_536
"""Where the machine has no limit."""


class NoPort(AllmendeError):
    """The server cannot listen where it was told to."""


def serve(settings: Settings | None = None) -> None:
    """Run a server until it is told to stop."""
    settings = settings or Settings()
    check_workers(settings)
    bring(settings.games)
    if settings.workers > 1:
        serve_together(settings)
        return
    if settings.database_url is not None:
        run(settings)
        return
    try:
        with lock_folder(settings.data) as lock:
            run(settings, lock)
    except Occupied as occupied:
        print(f"The table is open already: {occupied.address}", flush=True)
        if settings.open_browser:
            open_when_ready(occupied.address)


def bring(games: Sequence[Path]) -> None:
    """Load the games that people bring, before anything else: a mistake in one is told at once."""
    if not games:
        return
    from allmende.core.registry import game_in_file, known_games

    for path in games:
        name = game_in_file(path).name
        if name in known_games():
            raise BadSetup(f"{path}: a game called '{name}' is installed already; rename yours")


def serve_together(settings: Settings) -> None:
    """Open the database once, so that what is wrong with it is said once, and let several processes
    serve at one socket."""
    from ..store.place import database_of

    database_of(settings).open().dispose()
    listener = listen(settings)
    address = address_of(settings.host, listener.getsockname()[1])

    def work(shared: socket.socket) -> None:
        run(settings, listener=shared)

    workers = Workers(settings, listener, work, Log(sys.stderr))
    workers.serve(lambda: announce(settings, address, ()))


def run(
    settings: Settings, lock: Lock | None = None, listener: socket.socket | None = None
) -> None:
    """Open the database, listen, and serve."""
    from ..house.house import House
    from .app import Application
    from .drain import Server, configured

    sys.setswitchinterval(SECONDS_OF_A_THREAD)
    log = Log(sys.stderr)
    listen_to_libraries(log)
    house = House(settings, log)
    try:
        place = listener or listen(settings)
        host, port = place.getsockname()[:2]
        address = address_of(settings.host, port)
        if lock is not None:
            lock.note(address)
        app = Application(house).asgi()
        server = Server(configured(app, settings, most_connections()), house)
        house.door.hang(host, port, server.listen_too)
        if listener is None:
            announce(settings, address, house.door.fixed_origins() if house.door.is_fixed else ())
        with asyncio.Runner(loop_factory=server.config.get_loop_factory()) as runner:
            runner.run(server.serve(sockets=[place]))
    finally:
        house.scribe.close()
        house.log.info("closed")
    leave_at_once_if_busy()


def most_connections() -> int:
    """Raise the number of files that this process may hold open as far as it may, and return how
    many of them can be connections. Windows has no such limit."""
    if sys.platform == "win32":
        return sys.maxsize
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if most == resource.RLIM_INFINITY else most
    with suppress(ValueError, OSError):  # macOS has a limit of its own, below what it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] - FILES_IN_RESERVE


def leave_at_once_if_busy() -> None:
    """End without waiting for a compiler or a bot that is still at work; all is saved by now."""
    if is_busy():
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def listen(settings: Settings) -> socket.socket:
    """Take the port that was asked for, or the default one, or one of the next."""
    wanted = [settings.port] if settings.port is not None else default_ports()
    for port in wanted:
        try:
            return bound(settings.host, port)
        except OSError as trouble:
            if trouble.errno != errno.EADDRINUSE:
                raise NoPort(f"{settings.host}, port {port}: {trouble.strerror}") from None
    ports = ", ".join(str(port) for port in wanted[:1])
    raise NoPort(f"port {ports} is taken: choose another one with --port, or --port 0 for any")


def default_ports() -> list[int]:
    """List the ports to try when none was asked for; 0 is any."""
    return [*range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TO_TRY), 0]


def address_of(host: str, port: int) -> str:
    """Write the address for a browser on this machine."""
    return f"{origin_of(HERE if host in ANYWHERE else host, port)}/"


def announce(settings: Settings, address: str, origins: Sequence[str]) -> None:
    """Say where the table is, for this machine and for others, and open it."""
    print(f"The table is open: {address}", flush=True)
    for origin in origins:
        print(f"For others: {origin}/ (invite friends to get a QR code)", flush=True)
    show(settings, address)


def show(settings: Settings, address: str) -> None:
    """Open the browser as soon as the server answers."""
    if settings.open_browser:
        threading.Thread(target=open_when_ready, args=(address,), daemon=True).start()


def open_when_ready(address: str) -> None:
    """Wait for the server, then open the page; a machine without a browser does without."""
    with suppress(OSError, urllib.error.URLError):
        urllib.request.urlopen(f"{address}healthz", timeout=10).close()
        webbrowser.open(address)
