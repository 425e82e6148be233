"""What the others did stays marked until one moves oneself, also for who loads the page anew."""

from contextlib import closing

from playwright.sync_api import expect

from tests.table.server_process import Server

from .guest import Guest
from .opposite import Opposite

ANNA, BERT = range(2)
TURN = ("tile", "take", "place", "no tree")
TILES = 2
"""So many are laid in a turn."""


def play_turn(table: Opposite, seat: int) -> None:
    """Lay tiles as long as it is somebody's turn."""
    while table.may(seat):
        table.move(seat, *TURN)


def test_marks_survive_a_reload(guest: Guest, server: Server) -> None:
    with closing(Opposite(server, "kuhfstein")) as table:
        for seat in (BERT, ANNA, BERT):
            play_turn(table, seat)
        table.seat(guest)
        marks = guest.page.locator(".others .marked")
        expect(marks).to_have_count(TILES)
        table.move(ANNA, *TURN)
        expect(marks).to_have_count(0)
        guest.page.reload()
        guest.wait_for_table()
        expect(marks).to_have_count(0)
