"""A tiny game with secrets and simultaneous choice: keep the card or swap it, the highest wins."""

from typing import Any

import numpy as np

from allmende import Game, Rules, Words
from allmende.core.chance import draw, set_chance
from allmende.core.language import Event, Message, Seat
from allmende.core.record import Record, record_type
from allmende.core.rule import rule
from allmende.core.secrets import UNKNOWN, forget_chance
from allmende.core.turns import finish, may_act

KEEP, SWAP = 0, 1
HIGHEST = 1000


@rule
def deal(s: Record) -> None:
    for seat in range(s.seats):
        s.cards[seat] = 1 + draw(s, HIGHEST)
    s.waiting = (1 << s.seats) - 1


@rule
def legal(s: Record, seat: int, moves: Any) -> int:
    moves[0], moves[1] = KEEP, SWAP
    return 2 if may_act(s, seat) else 0


@rule
def play(s: Record, seat: int, move: int) -> None:
    s.ply += 1
    s.waiting &= ~(1 << seat)
    if move == SWAP:
        s.cards[seat] = 1 + draw(s, HIGHEST)
    if s.waiting == 0:
        finish(s, 0)


@rule
def score(s: Record, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = s.cards[seat]


@rule
def rank(s: Record, out: Any) -> None:
    for seat in range(s.seats):
        out[seat] = 1
        for other in range(s.seats):
            out[seat] += s.cards[other] > s.cards[seat]


@rule
def conceal(s: Record, seat: int) -> None:
    forget_chance(s)
    for other in range(s.seats):
        if other != seat and s.over == 0:
            s.cards[other] = UNKNOWN


@rule
def imagine(s: Record, key: Any) -> None:
    set_chance(s, key, 0)
    for seat in range(s.seats):
        if s.cards[seat] == UNKNOWN:
            s.cards[seat] = 1 + draw(s, HIGHEST)


@rule
def flaw(s: Record) -> int:
    return 0


def view(s: Record, seat: int | None) -> dict[str, Any]:
    cards = [int(card) for card in s.cards[: s.seats]]
    return {"cards": [c if s.over or at == seat else None for at, c in enumerate(cards)]}


def story(before: Record, seat: int, move: int, after: Record) -> list[Event]:
    """Only the seat itself hears of its card; that it was kept is told to nobody else at all."""
    card = Event("story.card", seen_by=[seat], card=int(after.cards[seat]))
    return [Event("story.swap", who=Seat(seat)), card] if move == SWAP else [card]


SAID = {
    "game.title": "Secret cards",
    "game.about": "The highest card wins.",
    "ending.shown": "All cards are shown.",
    "story.swap": "{who} swaps.",
    "story.card": "Your card is {card}.",
    "not.now": "Not now.",
}
game = Game(
    name="secret-cards",
    version=1,
    seats=(2, 3, 4),
    record=record_type([("cards", "i2", (4,))]),
    moves=2,
    rules=Rules(
        deal=deal,
        legal=legal,
        play=play,
        score=score,
        rank=rank,
        flaw=flaw,
        conceal=conceal,
        imagine=imagine,
    ),
    words=Words(
        view=view,
        notation=lambda s, seat, move: ("keep", "swap")[move],
        move_data=lambda s, seat, move: {"do": ("keep", "swap")[move]},
        story=story,
        why_not=lambda s, seat, move: Message("not.now"),
        board=lambda view, speaker: " ".join(f"<{card or '?'}>" for card in view["cards"]),
    ),
    texts={"en": SAID, "de": SAID, "nl": SAID},
    endings=("shown",),
    flaws=(),
    secrets=True,
)
assert np.iinfo(np.int16).max > HIGHEST
