"""Many positions judged at once, by imagined games: on all cores or on a GPU, with one result."""

from .judge import Verdict, judge

__all__ = ["Verdict", "judge"]
