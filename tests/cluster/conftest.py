"""Commands that work on a Ray cluster, and a cluster for those that do not start one themselves."""

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.processes import LAST_RESORT

COMMAND = [sys.executable, "-m", "allmende"]
RAY = Path(sys.executable).with_name("ray")
TOKEN = secrets.token_hex(32)
LOOPBACK = "127.0.0.1"
GLANCE = 0.2
MACHINE = " node_"
"""How Ray begins to name each machine that it lists."""

Run = Callable[..., subprocess.CompletedProcess[str]]


def environment(**more: str) -> dict[str, str]:
    """Settings without a word to Ray's makers, for clusters of these tests alone."""
    ours = {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": TOKEN,
        "RAY_worker_niceness": "0",
        "COLUMNS": "200",
    }
    return {**os.environ, **ours, **more}


@pytest.fixture(scope="session")
def allmende() -> Run:
    """The command, in a process of its own."""

    def run(*arguments: object, **more: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [*COMMAND, *map(str, arguments)],
            env=environment(**more),
            capture_output=True,
            text=True,
            timeout=LAST_RESORT,
        )
        assert "Traceback" not in done.stderr, done.stderr
        return done

    return run


def free_port() -> int:
    """Find a port that nobody has."""
    with socket.socket() as found:
        found.bind((LOOPBACK, 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def started(*arguments: str, **more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a node of a cluster; it ends with all its processes."""
    node = subprocess.Popen(
        [RAY, "start", "--block", "--disable-usage-stats", "--num-cpus", "1", *arguments],
        env=environment(**more),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield node
    finally:
        node.send_signal(signal.SIGTERM)
        try:
            node.wait(LAST_RESORT)
        finally:
            end_session(node.pid)


@contextmanager
def begun(*arguments: str, **more: str) -> Iterator[subprocess.Popen[str]]:
    """Begin a command in a session of its own, which an interrupt reaches as in a terminal; nothing
    of it is left in the end."""
    with subprocess.Popen(
        [*COMMAND, *arguments],
        env=environment(**more),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as command:
        try:
            yield command
        finally:
            end_session(command.pid)


def end_session(leader: int) -> None:
    """End what is left of the processes that a node or a command has started."""
    kill(processes_of(leader))


def kill(processes: Iterable[int]) -> None:
    """Kill processes; some of them end by themselves when others are gone."""
    for pid in processes:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def processes_of(leader: int) -> list[int]:
    """List the processes of a session."""
    return processes_with(lambda pid: os.getsid(pid) == leader)


def processes_with(matches: Callable[[int], bool]) -> list[int]:
    """List the processes for which something holds."""
    found = []
    for pid in (int(name) for name in os.listdir("/proc") if name.isdecimal()):
        try:
            if matches(pid):
                found.append(pid)
        except OSError:  # it has ended meanwhile
            continue
    return found


@contextmanager
def cluster_with(*arguments: str, **more: str) -> Iterator[str]:
    """Start the head of a cluster, as a person would, and yield its address."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        head = ("--head", "--port", str(port), "--temp-dir", folder, "--include-dashboard=false")
        with started(*head, *arguments, **more) as node:
            address = f"{LOOPBACK}:{port}"
            wait_for_answer(node, address)
            yield address


def wait_for_answer(node: subprocess.Popen[bytes], address: str) -> None:
    """Wait until a cluster is there."""
    end = time.monotonic() + LAST_RESORT
    ask: list[str | Path] = [RAY, "health-check", "--address", address]
    while subprocess.run(ask, env=environment(), capture_output=True).returncode:
        assert node.poll() is None, "the head has ended"
        assert time.monotonic() < end, f"nobody answers at {address}"
        time.sleep(GLANCE)


def wait_for_machines(count: int, address: str) -> None:
    """Wait until so many machines have joined a cluster: until then the first does all the work."""
    end = time.monotonic() + LAST_RESORT
    ask: list[str | Path] = [RAY, "status", "--address", address]
    while True:
        told = subprocess.run(ask, env=environment(), capture_output=True, text=True).stdout
        if told.count(MACHINE) >= count:
            return
        assert time.monotonic() < end, f"there are no {count} machines: {told}"
        time.sleep(GLANCE)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """A cluster with two workers and the look of two GPUs."""
    with cluster_with("--num-cpus", "2", "--num-gpus", "2") as where:
        yield where
