"""Who does the work of a command: this machine, or a cluster."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from typing import NamedTuple

from allmende.core.errors import BadSetup
from allmende.core.gpu import CPU, GPU
from allmende.env.optional import needed
from allmende.lab.cluster import LOCAL
from allmende.lab.crew import Crew
from allmende.lab.entrants import FromFile
from allmende.lab.luggage import packed


class Workers(NamedTuple):
    """What was asked for on the command line: how many processes, and where."""

    jobs: int | None
    cluster: str | None

    def on_this_machine(self, unasked: int = 1) -> int:
        """Return how many processes or threads of this machine work, if no cluster does."""
        if self.cluster is None:
            return self.jobs or unasked
        if self.jobs is not None and self.cluster != LOCAL:
            raise BadSetup(
                f"--jobs says how many processes this machine starts, and --cluster {self.cluster} "
                f"has its own: leave one of them out"
            )
        return 1


@contextmanager
def crew_of(
    workers: Workers, game: str, bots: Sequence[str] = (), on: str = CPU
) -> Iterator[Crew | None]:
    """Yield the crew of a cluster if one is wanted; it gets files of one's own sent along. The lab
    brings one of this machine otherwise. `on` says what a piece of work runs on."""
    if workers.cluster is None:
        yield None
        return
    try:
        needed("ray", "cluster")
    except ModuleNotFoundError as missing:
        raise BadSetup(str(missing)) from None
    from allmende.lab.cluster.crew import cluster

    luggage = packed([game], [FromFile.from_text(bot).path for bot in bots])
    jobs = workers.jobs or os.cpu_count()
    with (
        nothing_printed(),
        cluster(workers.cluster, luggage, GPU if on == GPU else CPU, jobs) as crew,
    ):
        yield crew


@contextmanager
def nothing_printed() -> Iterator[None]:
    """Keep the output for the result, which is printed when the crew has gone: Ray prints there
    about each lost worker, whatever it is told about logs."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield
