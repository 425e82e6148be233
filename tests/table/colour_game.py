"""A tiny game with a secret that words alone can tell: everybody holds a colour and names it. The
table looks the same after any answer; only what is told makes the difference."""

from collections.abc import Callable

import numpy as np

from allmende import Game, Rules, Words
from allmende.core.chance import draw, set_chance
from allmende.core.language import Event, Message, Seat, texts_from
from allmende.core.record import Record, record_type
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.turns import finish, may_act

COLOURS = ("red", "blue")
ROUNDS = 4


@rule
def deal(s: Record) -> None:
    for seat in range(s.seats):
        s.colours[seat] = draw(s, 2)
    s.waiting = 1


@rule
def legal(s: Record, seat: int, moves: np.ndarray) -> int:
    if not may_act(s, seat):
        return 0
    moves[0] = s.colours[seat]
    return 1


@rule
def play(s: Record, seat: int, move: int) -> None:
    s.ply += 1
    s.waiting = 1 << ((seat + 1) % s.seats)
    if s.ply == ROUNDS * s.seats:
        finish(s, 0)


@rule
def nothing(s: Record, out: np.ndarray) -> None:
    out[:] = 1


@rule
def conceal(s: Record, seat: int) -> None:
    forget_chance(s)
    for other in range(s.seats):
        if other != seat and s.over == 0:
            s.colours[other] = UNKNOWN


@rule
def imagine(s: Record, key: np.ndarray) -> None:
    set_chance(s, key, 0)
    for seat in range(s.seats):
        if s.colours[seat] == UNKNOWN:
            s.colours[seat] = draw(s, 2)


@rule
def flaw(s: Record) -> int:
    return 0


def told(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    return [Event("story.says", who=Seat(seat), colour=COLOURS[move])]


def kept(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    return [Event("story.says", seen_by=[seat], who=Seat(seat), colour=COLOURS[move])]


def colour_game(story: Callable[[Record, int, int, Record], list[Event]]) -> Game:
    """Make the game with answers that are told to all, or kept."""
    return Game(
        name=f"colours-{story.__name__}",
        version=1,
        seats=(2, 3),
        record=record_type([("colours", "i1", (4,))]),
        moves=2,
        rules=Rules(
            deal=deal,
            legal=legal,
            play=play,
            score=nothing,
            rank=nothing,
            flaw=flaw,
            conceal=conceal,
            imagine=imagine,
        ),
        words=Words(
            view=lambda s, seat: {},
            notation=lambda s, seat, move: COLOURS[move],
            move_data=lambda s, seat, move: {"do": COLOURS[move]},
            story=story,
            why_not=lambda s, seat, move: Message("not.yours"),
            board=lambda view, speaker: "",
        ),
        texts=texts_from({}),
        endings=("said",),
        flaws=(),
        secrets=True,
    )
