"""Worker processes that end in good order when somebody interrupts."""

import multiprocessing
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from allmende.core.errors import AllmendeError

from .crew import Alone, Crew, Pool


@contextmanager
def processes(jobs: int) -> Iterator[Crew]:
    """Yield so many processes of this machine, or this one if one is enough."""
    if jobs == 1:
        yield Alone()
        return
    try:
        with worker_processes(jobs) as pool:
            yield Pool(pool, jobs)
    except BrokenProcessPool:
        raise AllmendeError(
            "a worker process ended before its game did, perhaps for want of memory: try fewer jobs"
        ) from None


@contextmanager
def worker_processes(
    jobs: int, get_ready: Callable[..., None] | None = None, *args: Any
) -> Iterator[ProcessPoolExecutor]:
    """Start fresh processes, each of which gets ready first; end them without waiting for what
    they are at if something fails."""
    ours = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        jobs, multiprocessing.get_context("spawn"), prepare, initargs=(get_ready, args)
    )
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for child in set(multiprocessing.active_children()) - ours:
            child.terminate()
        raise
    finally:
        pool.shutdown()


def prepare(get_ready: Callable[..., None] | None, args: tuple[Any, ...]) -> None:
    """Leave interrupts to the process that started this one, and get ready."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if get_ready is not None:
        get_ready(*args)
