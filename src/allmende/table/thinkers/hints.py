"""Hints in three steps: where to look, then the move, then why it is good."""

from collections.abc import Sequence
from typing import Final

from allmende.core.advice import Advice, Suggestion

from ..tables.scene import spelled
from ..wire.messages import Hint, HintStep, LegalMove, Move, MovesHint, Nudge, NudgeHint

NUDGE: Final = "nudge"
MOVE: Final = "move"
REASON: Final = "reason"
STEPS: tuple[HintStep, ...] = (NUDGE, MOVE, REASON)
FEW = 3
"""So many moves are named where a kind of move would tell too much or nothing."""
LITTLE = 0.03
"""Chances that lie this near to each other make no difference to people."""


def answer(
    advice: Advice, step: HintStep, legal: Sequence[LegalMove], asked: str, version: int
) -> NudgeHint | MovesHint:
    """Return as much of an advice as a step tells."""
    if step == NUDGE:
        look = nudge(advice.moves, legal)
        return {"type": "hint", "id": asked, "version": version, "step": step, "nudge": look}
    told = [in_numbers(found) for found in (advice.moves[:1] if step == MOVE else advice.moves)]
    return {"type": "hint", "id": asked, "version": version, "step": step, "moves": told}


def in_numbers(found: Suggestion) -> Hint:
    """Say how good a move is."""
    return {
        **spelled(found.move),
        "win": round(found.win, 4),
        "points": round(found.points, 2),
        "visits": found.visits,
        "error": round(found.error, 4),
    }


def nudge(advice: Sequence[Suggestion], legal: Sequence[LegalMove]) -> Nudge:
    """Say where to look without giving the move away: at one kind of move, where there are several
    of it and others too; else at a few moves, the best one among them."""
    kind = advice[0].move.data.get("do")
    of_kind = sum(move["data"].get("do") == kind for move in legal)
    tells = 1 < of_kind < len(legal)
    return {
        "do": kind if tells else None,
        "among": [] if tells else among(advice, len(legal)),
        "close": is_close(advice),
    }


def among(advice: Sequence[Suggestion], legal: int) -> list[Move]:
    """Name a few of the better moves in no telling order; none where that rules nothing out."""
    few = min(FEW, legal - 1, len(advice))
    if few < 2:
        return []
    return [spelled(found.move) for found in sorted(advice[:few], key=lambda f: f.move.number)]


def is_close(advice: Sequence[Suggestion]) -> bool:
    """Tell whether the second best move is about as good."""
    return len(advice) > 1 and advice[0].win - advice[1].win < LITTLE
