"""A crew of processes on the machines of a Ray cluster.

Ray carries out a piece again if the process or the machine that had it is gone. As a piece hangs on
nothing but what is said in it, that changes nothing.
"""

import logging
import os
import secrets
import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, TypeVar

from allmende.core.errors import AllmendeError, BadSetup
from allmende.lab.crew import Crew
from allmende.lab.luggage import Luggage

from . import LOCAL
from .likeness import likeness
from .ray_settings import ray
from .worker import Briefing, carry_out

TRIES = 10
"""So often a piece is begun anew whose process was lost; then it is the piece that does it."""
SHORTEST_PIECE = 1.0
PIECE_SECONDS_PER_HAND = 0.01
"""Seconds of a piece for each hand. To hand over a piece and take in what comes of it costs the
driver about a millisecond, see docs/cluster.md: so it takes a tenth of its time."""
LOOK_AGAIN = 5.0
"""So often it is counted how many hands there are: machines come and go."""
ANSWER_WITHIN = 15.0
"""Seconds for a cluster to answer, also on a busy machine. Others mostly say at once that they are
none."""
SETTINGS_FRAME = bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
GREETING = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + SETTINGS_FRAME
"""How a conversation by HTTP/2 begins, with settings from both sides; gRPC is one."""
CLEARINGS, BETWEEN_CLEARINGS = 50, 0.1
"""So often, and with so many seconds between, it is tried to remove what a cluster has left."""
LOCAL_STORE = 200 << 20
"""Bytes for results that wait on this machine; what is sent is small."""
NEEDS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {"cpu": {"CPU": 1}, "gpu": {"CPU": 1, "GPU": 1}}
)
"""What a piece occupies, by where it is to run."""

Result = TypeVar("Result")


class Cluster:
    """The crew of a cluster that this process is connected to."""

    def __init__(self, where: str, needs: Mapping[str, int], briefing: Briefing) -> None:
        self.where, self.needs = where, needs
        self.briefing = ray.put(briefing)
        self.remote = ray.remote(
            num_cpus=needs["CPU"], num_gpus=needs.get("GPU", 0), max_retries=TRIES
        )(carry_out)
        self.counted, self.counted_at = self.count(), time.monotonic()
        if not self.counted:
            lacking = " and ".join(f"{count} {kind}" for kind, count in needs.items())
            raise BadSetup(f"the cluster {where} has no machine with {lacking} for a piece of work")

    @property
    def hands(self) -> int:
        """How many pieces the machines can carry out at the same time."""
        if time.monotonic() - self.counted_at > LOOK_AGAIN:
            self.counted, self.counted_at = max(1, self.count()), time.monotonic()
        return self.counted

    @property
    def piece_seconds(self) -> float:
        """How long a piece should take: the more hands, the longer."""
        return max(SHORTEST_PIECE, PIECE_SECONDS_PER_HAND * self.hands)

    def count(self) -> int:
        """Count for how many pieces there is room, machine by machine."""
        machines = [node["Resources"] for node in ray.nodes() if node["Alive"]]
        return sum(
            min(int(machine.get(kind, 0) // count) for kind, count in self.needs.items())
            for machine in machines
        )

    def submit(self, work: Callable[..., Result], /, *args: Any) -> Future[Result]:
        """Hand over a piece."""
        try:
            order = ray.cloudpickle.dumps((work, args))
        except AllmendeError:
            raise
        except Exception as trouble:  # objects can refuse to travel in any way there is
            raise BadSetup(f"this cannot be sent to other machines: {trouble}") from None
        handed_over: Future[Result] = self.remote.remote(self.briefing, order).future()
        return handed_over


@contextmanager
def cluster(
    where: str, luggage: Luggage, on: str = "cpu", jobs: int | None = None
) -> Iterator[Crew]:
    """Connect to the cluster at an address, or start one on this machine, for so many pieces at
    once if that is said. `on` says what a piece runs on, and so what it occupies."""
    with connected(where, jobs), plain_trouble(where):
        briefing = Briefing(secrets.token_hex(8), luggage, likeness(luggage.games))
        yield Cluster(where, NEEDS[on], briefing)


@contextmanager
def connected(where: str, jobs: int | None) -> Iterator[None]:
    """Keep a connection to a cluster, and end in good order what was started for it."""
    if ray.is_initialized():
        raise BadSetup("this process is connected to a Ray cluster already")
    folder = None
    if where == LOCAL:
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
        folder = tempfile.mkdtemp(prefix="allmende-")
        start = {
            "address": LOCAL,
            "num_cpus": jobs,
            "include_dashboard": False,
            "object_store_memory": LOCAL_STORE,
            "_temp_dir": folder,
        }
    else:
        check_address(where)
        start = {"address": where}
    try:
        connect(where, start)
        yield
    finally:
        ray.shutdown()
        if folder is not None:
            clear_away(folder)


def clear_away(folder: str) -> None:
    """Remove a folder. Ray does not wait for the processes that it ends, and until they have ended
    they write there."""
    for _ in range(CLEARINGS):
        shutil.rmtree(folder, ignore_errors=True)
        if not os.path.exists(folder):
            return
        time.sleep(BETWEEN_CLEARINGS)


def connect(where: str, start: Mapping[str, Any]) -> None:
    """Start or join a cluster, or say in one line why that cannot be."""
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    try:
        ray.init(log_to_driver=False, configure_logging=False, **start)
    except Exception as trouble:  # one that starts too slowly is no more than an Exception to Ray
        reason = " ".join(str(trouble).split())
        raise BadSetup(f"the cluster {where} cannot be used: {reason}") from None


def check_address(where: str) -> None:
    """Make sure that somebody answers at an address, before Ray waits for it."""
    host, colon, port = where.rpartition(":")
    if not (host and colon and port.isdecimal()) or "/" in host:
        raise BadSetup(
            f"--cluster {where}: write it as --cluster HOST:PORT, the address that `ray start "
            f"--head` shows, or --cluster {LOCAL}"
        )
    try:
        with socket.create_connection((host.strip("[]"), int(port)), ANSWER_WITHIN) as line:
            check_language(line, where)
    except (OSError, OverflowError) as trouble:
        raise BadSetup(f"nobody answers at the cluster {where}: {trouble}") from None


def check_language(line: socket.socket, where: str) -> None:
    """Make sure that the other side speaks as a cluster does: Ray itself would ask for minutes."""
    if os.environ.get("RAY_USE_TLS", "0") != "0":
        return
    line.sendall(GREETING)
    try:
        answer = line.recv(len(SETTINGS_FRAME), socket.MSG_WAITALL)
    except TimeoutError:
        answer = b""
    if answer[3:4] != SETTINGS_FRAME[3:4]:
        raise BadSetup(f"there is no Ray cluster at {where}, but something else")


@contextmanager
def plain_trouble(where: str) -> Iterator[None]:
    """Say in one line what happened on the cluster; what a piece of work says is said as it is."""
    try:
        yield
    except ray.exceptions.RayTaskError as failed:
        if isinstance(failed.cause, ModuleNotFoundError):
            raise BadSetup(
                f"a machine of the cluster {where} lacks something: {failed.cause}; install "
                f"Allmende there as it is here"
            ) from None
        raise failed.cause from None
    except (ray.exceptions.WorkerCrashedError, ray.exceptions.OutOfMemoryError):
        raise AllmendeError(
            f"a piece of work was begun {TRIES + 1} times on the cluster {where}, and each time "
            f"its process ended before it did, perhaps for want of memory"
        ) from None
    except ray.exceptions.RayError as trouble:
        reason = " ".join(str(trouble).split())
        raise AllmendeError(f"the cluster {where} failed: {reason}") from None
