"""One imagined game: dealt from what a seat knows, begun with a move of that seat, and played on.

What comes of it is counted in whole numbers. So sums do not hang on their order, and a GPU finds
the same ones as the CPU.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np

from allmende.core.game import Game, Rules
from allmende.core.insight import Policy
from allmende.core.quick import SEED_WORDS, quick_state, seed_quick
from allmende.core.record import KEY_WORDS, MOST_SEATS, Record
from allmende.core.rule import rule
from allmende.core.turns import first_waiting

from ..search.outlook import chooser
from ..search.stirring import stir_chance

UNIT = 1 << 20
"""A win, in whole numbers; who shares it has a part of that."""
AS_GOOD_AS_WON = 8
"""So many times the lead of an insight, and nothing is open any more."""
POSITION, SEAT, MOVE = range(3)
"""The columns of a question: what comes of a move that a seat makes in a position?"""
WINS, POINTS = range(2)
"""What is added up for each seat."""
CHANCE_WORDS = KEY_WORDS + SEED_WORDS


class Room(NamedTuple):
    """The memory that one imagined game is played in."""

    worlds: np.ndarray
    chance: np.ndarray
    quick: np.ndarray
    moves: np.ndarray
    places: np.ndarray
    found: np.ndarray
    """What the game brought to each seat, in the rows of WINS and POINTS."""


class Advice(NamedTuple):
    """What is known about a game beyond its rules, as numbers that are read in imagined games."""

    weights: np.ndarray
    horizon: int
    guesses: np.ndarray
    """How much of a win a lead is worth before the end, from the greatest deficit on; one entry
    where points mean nothing before the end."""


class Imagined(NamedTuple):
    """The steps of an imagined game, as rules."""

    play_out: Callable[..., None]
    settle: Callable[..., None]


def advice_of(game: Game) -> Advice:
    """Write down what the insight of a game says."""
    insight = game.insight
    weights = insight.weights_of(game.moves)
    return Advice(weights, insight.horizon, guesses_for(float(insight.lead)))


def guesses_for(lead: float) -> np.ndarray:
    """Guess how much of a win each lead is worth; a `lead` is about as good as won."""
    reach = math.ceil(AS_GOOD_AS_WON * lead)
    leads = range(-reach, reach + 1)
    return np.array([round(UNIT * (1 + math.tanh(it / (lead or 1))) / 2) for it in leads], np.int64)


def room_for(game: Game) -> Room:
    """Return the memory for one imagined game after the other."""
    return Room(
        worlds=np.zeros(1, game.record),
        chance=np.zeros(CHANCE_WORDS, np.uint32),
        quick=quick_state(),
        moves=np.zeros(game.moves, np.int64),
        places=np.zeros(MOST_SEATS, np.int64),
        found=np.zeros((2, MOST_SEATS), np.int64),
    )


@rule
def share_victory(room: Room, seats: int) -> None:
    """Divide a win among those who are first."""
    winners = 0
    for seat in range(seats):
        winners += room.places[seat] == 1
    for seat in range(seats):
        room.found[WINS, seat] = UNIT // winners if room.places[seat] == 1 else 0


@rule
def guess_by_points(room: Room, seats: int, guesses: np.ndarray) -> None:
    """Guess from the points how likely each seat is ahead of another one in the end."""
    reach = len(guesses) // 2
    for seat in range(seats):
        worth = 0
        for other in range(seats):
            if other != seat:
                lead = room.found[POINTS, seat] - room.found[POINTS, other]
                worth += guesses[min(max(lead, -reach), reach) + reach]
        room.found[WINS, seat] = worth // max(1, seats - 1)


def imagined(game: Game) -> Imagined:
    """Return the steps of imagined games; all insights that weigh moves share them."""
    return imagined_by(game.rules, game.insight.policy_in(game.moves))


@cache
def imagined_by(rules: Rules, policy: Policy | None) -> Imagined:
    """Compile the steps of imagined games."""
    legal, play, score, rank = rules.legal, rules.play, rules.score, rules.rank
    imagine, like = rules.imagine, chooser(policy)

    @rule
    def play_out(
        known: np.ndarray,
        question: np.ndarray,
        key: np.ndarray,
        number: int,
        advice: Advice,
        room: Room,
    ) -> None:
        """Imagine game `number` of a position, make the move in question, and play on as far as
        the insight looks. All moves in question are tried in the same worlds."""
        stir_chance(key, number, room.chance)
        room.worlds[0] = known[question[POSITION]]
        s = room.worlds[0]
        imagine(s, room.chance)
        seed_quick(room.quick, room.chance, KEY_WORDS)
        acting, move, steps = question[SEAT], question[MOVE], 0
        while True:  # to play at one place only: on a GPU that is written out wherever it stands
            play(s, acting, move)
            if s.over != 0 or steps == advice.horizon:
                break
            acting = first_waiting(s)
            found = legal(s, acting, room.moves)
            move = like(s, acting, room.moves, found, room.quick, advice.weights)
            steps += 1

    @rule
    def settle(advice: Advice, room: Room) -> None:
        """Note what an imagined game brought to each seat."""
        s: Record = room.worlds[0]
        score(s, room.found[POINTS])
        if s.over != 0 or len(advice.guesses) == 1:
            rank(s, room.places)
            share_victory(room, s.seats)
        else:
            guess_by_points(room, s.seats, advice.guesses)

    return Imagined(play_out, settle)
