"""Hands tests out to processes piece by piece; only where pytest-xdist is installed."""

from functools import cached_property

from xdist.scheduler import LoadScopeScheduling
from xdist.workermanage import WorkerController

from tests.spreading import ONE_IN, pieces_of, waits


class HandingOut(LoadScopeScheduling):  # type: ignore[misc]
    """Gives each process its next piece when it has nearly nothing left to do."""

    def _split_scope(self, nodeid: str) -> str:
        return self.pieces[nodeid]

    @cached_property
    def pieces(self) -> dict[str, str]:
        """The piece that each test belongs to; all processes have collected the same tests."""
        return pieces_of(next(iter(self.registered_collections.values())))

    def _assign_work_unit(self, node: WorkerController) -> None:
        works = self.nodes.index(node) % ONE_IN == 0
        liked = (
            piece for piece, tests in self.workqueue.items() if waits(next(iter(tests))) != works
        )
        if first := next(liked, None):
            self.workqueue.move_to_end(first, last=False)
        super()._assign_work_unit(node)
