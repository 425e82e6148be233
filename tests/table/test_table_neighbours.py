"""Evenings in several houses that share a database: guests go from one to another, houses die, and
what one tells the others comes late or never. Mistakes that somebody might make are found."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, update
from sqlalchemy.exc import OperationalError

from allmende.table.door import talk
from allmende.table.house import company
from allmende.table.house.company import Company
from allmende.table.refusal import CLOSING
from allmende.table.store import outbox, shared
from allmende.table.store.notice_facts import Letter
from allmende.table.store.notice_schema import OUTBOX
from allmende.table.wire.socket import FULL

from .simulation.evening import Faults, Report, spend
from .simulation.guests import EASILY_REACHED, PEOPLE, Habits
from .simulation.surroundings import small_games

EVENINGS = range(1, 13)
SEARCHED = range(1, 61)
"""Evenings in which a planted mistake must be found."""
TWO, THREE = 2, 3


def evening(seed: int, habits: Habits | None = None) -> Report:
    """Spend an evening in two houses, or in three."""
    houses = THREE if seed % THREE == 0 else TWO
    return spend(seed, small_games(), houses=houses, habits=habits)


def test_evenings_in_several_houses_pass() -> None:
    """Wherever somebody sits, everybody ends with the same story, and no promise is broken."""
    reports = [evening(seed, PEOPLE) for seed in EVENINGS]
    assert [report.trouble for report in reports] == [None] * len(reports)
    total = sum((report.counts for report in reports), start=Counter[str]())
    for what in ("deaths", "acknowledged", "refused", "states compared", "notices", "lost"):
        assert total[what], what


def test_the_same_seed_gives_the_same_evening_in_several_houses() -> None:
    first, again = (evening(THREE, PEOPLE) for _ in range(TWO))
    assert first.print == again.print


def test_a_bot_that_was_claimed_while_the_database_was_away_goes_on() -> None:
    with database_away_at_each_claim():
        assert [evening(seed).trouble for seed in EVENINGS] == [None] * len(EVENINGS)


@contextmanager
def never_look_round() -> Iterator[None]:
    """Count on being told of every change."""
    with patch.object(company, "LOOK_ROUND_EVERY", 10**9):
        yield


@contextmanager
def let_the_dead_keep_their_work() -> Iterator[None]:
    """Take nothing from a process whose lease has ended."""
    with patch.object(shared, "bury_dead", lambda *_: []):
        yield


@contextmanager
def believe_what_was_seen_last() -> Iterator[None]:
    """Do not see what others have done before showing a table."""

    async def nothing(*_: object) -> None:
        return None

    with patch.object(Company, "freshen", nothing):
        yield


@contextmanager
def say_that_a_table_is_gone_while_the_database_is_away() -> Iterator[None]:
    """Tell who comes that there is no such table, where it could not be read."""
    with patch.object(talk, "CODES", {CLOSING: FULL}):
        yield


@contextmanager
def database_away_at_each_claim() -> Iterator[None]:
    """Let the database be away when a process first sees to a bot that it has claimed."""
    seen_to: set[tuple[str, str, int]] = set()
    see_to = Company.see_to

    async def see_to_the_next_time(self: Company, table: str, seat: int) -> None:
        if (self.process, table, seat) in seen_to:
            return await see_to(self, table, seat)
        seen_to.add((self.process, table, seat))
        raise OperationalError("SELECT", None, Exception("the database is away"))

    with patch.object(Company, "see_to", see_to_the_next_time):
        yield


@contextmanager
def keep_claims_that_came_to_nothing() -> Iterator[None]:
    """Never look whether a bot thinks that was claimed."""
    with database_away_at_each_claim(), patch.object(Company, "is_left_over", lambda *_: False):
        yield


@contextmanager
def send_what_another_house_sends() -> Iterator[None]:
    """Take no notice of what others have claimed."""
    claim = outbox.claim

    def claim_all(c: Connection, *more: Any) -> list[Letter]:
        c.execute(update(OUTBOX).values(process=None))
        return claim(c, *more)

    with patch.object(outbox, "claim", claim_all):
        yield


def test_letters_that_two_houses_send_are_found() -> None:
    """Where nobody dies and every lease lasts, nothing excuses them."""
    with send_what_another_house_sends():
        found = spend(1, small_games(), Faults(), houses=TWO, habits=EASILY_REACHED)
    assert found.trouble is not None
    assert "was sent by" in found.trouble


MISTAKES = (
    never_look_round,
    let_the_dead_keep_their_work,
    believe_what_was_seen_last,
    say_that_a_table_is_gone_while_the_database_is_away,
    keep_claims_that_came_to_nothing,
)


SHOWN_BY = {
    never_look_round: 8,
    let_the_dead_keep_their_work: 41,
    keep_claims_that_came_to_nothing: 20,
}
"""Where the search begins for mistakes that few evenings show."""


@pytest.mark.parametrize("plant", MISTAKES, ids=lambda plant: plant.__name__)
def test_mistakes_between_houses_are_found(plant: Callable[[], Any]) -> None:
    first = SHOWN_BY.get(plant, SEARCHED.start)
    with plant():
        assert any(
            evening(seed).trouble
            for seed in [*range(first, SEARCHED.stop), *range(SEARCHED.start, first)]
        )
