"""The judge: which moves are good in many positions, all of them judged at once.

Every legal move of every position is tried in the same number of imagined games, and each game
begins in a world that is dealt from what the seat to move knows. No tree grows, so all games can
be played at the same time, and the judge looks less far than a search with as many of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from allmende.core.chance import key_of_seed
from allmende.core.errors import BadSetup
from allmende.core.gpu import CPU, GPU, chosen_place
from allmende.core.sight import Sight

from ..search.thinker import Considered
from .imagining import POINTS, UNIT, WINS
from .on_cpu import answers_on_cpu

SEED = "judge"


@dataclass(frozen=True)
class Verdict:
    """What was found out about a position."""

    seat: int
    moves: tuple[Considered, ...]
    """All legal moves of the seat, the best one first."""
    chances: tuple[float, ...]
    """Which part of the imagined games each seat won that began with the best move."""

    @property
    def best(self) -> Considered:
        """The move to make."""
        return self.moves[0]

    def of(self, move: int) -> Considered:
        """Return what was found out about a legal move."""
        return next(found for found in self.moves if found.move == move)


def judge(
    positions: Sequence[Sight], games_each: int, seed: str = SEED, on: str = CPU
) -> list[Verdict]:
    """Judge positions of one game, each from what a seat knows, by `games_each` imagined games for
    every legal move. The same seed gives the same verdicts on a GPU and on the CPU, whatever else
    is judged at the same time."""
    place = chosen_place(on, "positions are judged")
    if games_each < 1:
        raise BadSetup(f"games_each={games_each}: a judge imagines at least 1 game for each move")
    if not positions:
        return []
    game, seats = positions[0].game, int(positions[0].known.seats)
    if any(it.game is not game or int(it.known.seats) != seats for it in positions):
        raise BadSetup("positions that are judged at once are of one game and number of seats")
    legal = [position.legal() for position in positions]
    questions = np.array(
        [
            (number, position.seat, move)
            for number, position in enumerate(positions)
            for move in legal[number]
        ],
        np.int64,
    )
    known = np.zeros(len(positions), game.record)
    for number, position in enumerate(positions):
        known[number] = position.known
    keys = np.array([key_of(position, seed) for position in positions], np.uint32)
    if place == GPU:
        from .on_gpu import answers_on_gpu as answers
    else:
        answers = answers_on_cpu
    found = answers(game, known, questions, keys, games_each)
    ends = np.cumsum([len(moves) for moves in legal])[:-1]
    return [
        verdict(position.seat, moves, part, games_each)
        for position, moves, part in zip(positions, legal, np.split(found, ends), strict=True)
    ]


def key_of(position: Sight, seed: str) -> np.ndarray:
    """Return the chance of the games that are imagined from a position."""
    return key_of_seed(f"{seed} seat {position.seat} ply {position.known.ply}")


def verdict(seat: int, moves: list[int], found: np.ndarray, games_each: int) -> Verdict:
    """Read what came of each move of a position."""
    wins, points = found[:, WINS] / (UNIT * games_each), found[:, POINTS] / games_each
    order = sorted(range(len(moves)), key=lambda at: (-found[at, WINS, seat], moves[at]))
    considered = tuple(
        Considered(
            moves[at],
            games_each,
            float(wins[at, seat]),
            float(wins[at, seat]),
            float(points[at, seat]),
        )
        for at in order
    )
    return Verdict(seat, considered, tuple(wins[order[0]].tolist()))
