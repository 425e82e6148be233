"""What /proc tells of processes: what they have worked, and whether they wait.

Tests wait for work that was done and not for time that has passed: a busy machine is slow, and
nothing is wrong with it.
"""

import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LAST_RESORT = 600
"""So many seconds are for something that must happen. Only what hangs needs them."""
MOST_WORK = 3
"""So many seconds of CPU a process may work to come to an end."""
GLANCE = 0.02
QUIET_GLANCES = 5
TICKS = os.sysconf("SC_CLK_TCK")
STATE, OWN, OF_CHILDREN, BORN = 0, slice(11, 13), slice(13, 15), 19


def stat_of(pid: int) -> list[str]:
    """Return what stands in /proc/…/stat behind the name of a process."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def seconds_in(stat: list[str], part: slice) -> float:
    """Add up seconds of CPU, the own ones or those of ended children."""
    return sum(map(int, stat[part])) / TICKS


def children_of(pid: int) -> Iterator[int]:
    """List the processes that a process has started and that still live."""
    for thread in os.listdir(f"/proc/{pid}/task"):
        for child in Path(f"/proc/{pid}/task/{thread}/children").read_text().split():
            yield int(child)


def seconds_of(pid: int) -> float:
    """Return the CPU time of a process and of all that it started, ended or alive."""
    try:
        stat, children = stat_of(pid), list(children_of(pid))
    except OSError:  # it has ended meanwhile
        return 0
    own = seconds_in(stat, OWN) + seconds_in(stat, OF_CHILDREN)
    return own + sum(seconds_of(child) for child in children)


def wait_for_work(pid: int, seconds: float) -> None:
    """Wait until a process and its children have worked for so long."""
    end = time.monotonic() + LAST_RESORT
    while seconds_of(pid) < seconds:
        assert time.monotonic() < end, f"process {pid} has worked {seconds_of(pid)} s only"
        time.sleep(GLANCE)


@contextmanager
def stops_soon(pid: int) -> Iterator[None]:
    """Demand that a process that is told to end here, and waited for, works little longer."""
    worked, ended = seconds_of(pid), seconds_of_ended_children()
    yield
    assert seconds_of_ended_children() - ended - worked < MOST_WORK


def seconds_of_ended_children() -> float:
    """Return the CPU time of all processes that were waited for, here or in a forge."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    stats = [stat_of(child) for child in children_of(os.getpid())]
    return used.ru_utime + used.ru_stime + sum(seconds_in(stat, OF_CHILDREN) for stat in stats)


def wait_until_idle(pid: int) -> None:
    """Wait until a process waits for something itself: asleep, and not awake in between."""
    end, seen = time.monotonic() + LAST_RESORT, list[str]()
    while len(seen) < QUIET_GLANCES or len(set(seen[-QUIET_GLANCES:])) > 1:
        assert time.monotonic() < end, f"process {pid} never comes to rest"
        time.sleep(GLANCE)
        seen.append(rest_of(pid) or f"awake at glance {len(seen)}")


def rest_of(pid: int) -> str:
    """Describe the sleep of a process, each time it falls asleep in other words; empty if awake."""
    switches = [
        line
        for line in Path(f"/proc/{pid}/status").read_text().splitlines()
        if line.startswith("voluntary")
    ]
    return " ".join(switches) if stat_of(pid)[STATE] == "S" else ""
