"""Stieren Versieren with four phones beside a big screen: every kind of decision on small phones,
by tap and with the keyboard alone."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from playwright.sync_api import expect

from tests.games.stieren_versieren.positions import TACTICAL, table
from tests.table.server_process import Server

from .bulls import ASKED, PRESSES, ByKeyboard, ByTap
from .guest import Guest
from .test_big_screen import LARGE, check_that_it_fits, late_table, sit_down

Decisions: TypeAlias = tuple[tuple[int, tuple[str, ...]], ...]
"""Who makes which moves, and what is prepared together as one decision."""

COWS = "h5@opera h3@pub ?m2@pub m3@pub ?h4:0"
BULLS, HAND = "opera: h1 h2 h3, pub: h4 b1", "h5 m2 m3 d1"
DISCARD = "m1 m4 m5 d2 d3 d4 d5 b2 b3 b4 b5"
REST = {"discard": DISCARD.split(), "known": HAND.split()}
"""All bulls of a player lie open or in hand: then nothing about them can be dealt anew."""
A_ROUND: Decisions = (
    (0, ("cow pub",)),
    (3, ("choose d1",)),
    (1, ("choose m2",)),
    (0, ("choose m3",)),
    (2, ("choose m3",)),
    (0, ("talk b1 c3",)),
    (0, ("move h1 gym",)),
    (0, ("take h2",)),
    (1, ("move h4 opera",)),
    (1, ("lead c2",)),
    (1, ("extra m3",)),
    (2, ("chase c4 gym",)),
    (2, ("swap m2", "swap d1", "done")),
)
A_FIGHT: Decisions = (
    (3, ("court h1 c1",)),
    (0, ("challenge h3",)),
    (1, ("challenge h4",)),
    (2, ("decline",)),
    (0, ("support h5", "support m2", "done")),
    (1, ("join h1", "join h3", "done")),
    (3, ("join h2", "done")),
    (3, ("pick 0",)),
)
GOING_ON: Decisions = ((3, ("move h1 gym",)), (3, ("alone",)))
ANYWHERE = {"pass"}
"""What other tests on phones do."""


def test_every_decision_of_four_on_phones(guests: Callable[..., Guest], server: Server) -> None:
    screen = guests(server)
    screen.resize(*LARGE)
    screen.home()
    match = table(
        COWS,
        *[BULLS] * 4,
        seats=4,
        hands=(HAND,) * 4,
        phase="cow",
        options=TACTICAL,
        players=dict.fromkeys(range(4), REST),
    )
    phones = sit_down(guests, server, late_table(screen, match, 0))
    kinds = {move.split()[0] for _, moves in (*A_ROUND, *A_FIGHT, *GOING_ON) for move in moves}
    assert kinds == set(PRESSES) - ANYWHERE
    decide(phones, A_ROUND)
    expect(screen.page.locator(".fight")).to_have_count(0)
    decide(phones, A_FIGHT)
    # The big screen shows how it ended, and nobody has to put that away there or on a phone.
    expect(screen.page.locator(".fight.over")).to_be_visible()
    check_that_it_fits(screen, phones)
    decide(phones, GOING_ON)
    expect(screen.page.locator(".fight")).to_have_count(0)


def decide(phones: list[Guest], decisions: Decisions) -> None:
    """Let people decide: the first and the third by tap, the others with the keyboard."""
    for seat, moves in decisions:
        phone = phones[seat]
        phone.wait_until(ASKED)
        (ByTap, ByKeyboard)[seat % 2](phone, Random(seat)).make(*moves)
