"""Which process lets a bot think or sends a letter, where several share a database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, literal, select

from allmende.table.store import outbox, shared
from allmende.table.store.facts import BOT, PERSON, Chair, Deal, Standing
from allmende.table.store.notice_facts import MAIL, TURN, Letter, Notice
from allmende.table.store.notice_schema import OUTBOX
from allmende.table.store.schema import EVENTS
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import add_table
from allmende.table.tokens import Device

TABLE, BOTS_SEAT, PLY = "Abc", 1, 3
BOX, SINCE, NOW = "mailbox", 100.0, literal(200.0)
SOON, LONG_AGO = literal(205.0), literal(199.0)


@pytest.fixture
def c(tmp_path: Path) -> Iterator[Connection]:
    engine = open_database(tmp_path / "tables.sqlite")
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def set_table(c: Connection) -> None:
    """Set a table where a bot is to decide."""
    deal = Deal(TABLE, "halali", 1, 2, {}, True, "seed", Device("host"), "then")
    chairs = [Chair(0, PERSON, "Anna"), Chair(BOTS_SEAT, BOT, "")]
    add_table(c, deal, Standing(PLY, 1 << BOTS_SEAT, None), chairs, {})


def test_a_process_that_is_behind_leaves_a_bot_to_those_who_know_more(c: Connection) -> None:
    """Another one may have let it think about that position and have moved already."""
    set_table(c)
    assert not shared.claim(c, "behind", TABLE, BOTS_SEAT, PLY - 2)
    assert shared.claim(c, "first", TABLE, BOTS_SEAT, PLY)
    assert shared.claim(c, "first", TABLE, BOTS_SEAT, PLY)
    assert not shared.claim(c, "second", TABLE, BOTS_SEAT, PLY)
    assert shared.claimed(c, "first") == [(TABLE, BOTS_SEAT)]


def test_what_a_process_claimed_after_its_lease_had_ended_is_taken_from_it(c: Connection) -> None:
    """Such a bot once stood still for ever, and who looked there counted as looking for ever."""
    shared.renew(c, "alive", SOON)
    for process in ("alive", "ghost"):
        shared.set_here(c, process, TABLE, {Device(process): True})
    shared.post(c, TABLE, [BOTS_SEAT])
    assert shared.is_claimed(c, "ghost", TABLE, BOTS_SEAT)
    assert shared.bury_dead(c, NOW) == [shared.Gone(TABLE, Device("ghost"), looked=True)]
    assert shared.claim_free(c, "alive", 1) == [(TABLE, BOTS_SEAT)]
    assert shared.watching(c, [TABLE]) == {TABLE: {Device("alive")}}
    assert shared.bury_dead(c, NOW) == []


def test_only_a_lease_that_lasts_is_one(c: Connection) -> None:
    shared.renew(c, "alive", SOON)
    shared.renew(c, "late", LONG_AGO)
    found = {who: shared.has_lease(c, who, NOW) for who in ("alive", "late", "nobody")}
    assert found == {"alive": True, "late": False, "nobody": False}


def claimed_by(c: Connection, process: str) -> list[Letter]:
    """Let a process claim what is to be sent."""
    return outbox.claim(c, process, NOW, {MAIL: 0.0}, ())


def written(c: Connection) -> None:
    """Write a letter down, in place of one that lies there already."""
    turn = Notice(TURN, 0, frozenset())
    outbox.put(c, BOX, MAIL, "owner", TABLE, turn, literal(SINCE))


def sender(c: Connection) -> str | None:
    """Return which process has claimed the letter."""
    process: str | None = c.execute(select(OUTBOX.c.process)).scalar_one()
    return process


def test_who_was_taken_for_dead_leaves_a_letter_to_whom_has_it_now(c: Connection) -> None:
    """Neither what it crosses out late nor what it puts off is for a third one to send as well."""
    shared.renew(c, "first", LONG_AGO)
    written(c)
    [letter] = claimed_by(c, "first")
    shared.bury_dead(c, NOW)
    shared.renew(c, "second", SOON)
    assert outbox.still_claimed(c, "first", [letter]) == [letter]
    assert claimed_by(c, "second") == [letter]
    assert outbox.still_claimed(c, "first", [letter]) == []
    outbox.later(c, "first", [letter], NOW, 60.0, failed=True)
    assert sender(c) == "second"
    written(c)
    outbox.done(c, "first", [letter])
    assert sender(c) == "second"
    outbox.done(c, "second", [letter])
    assert sender(c) is None


def test_a_letter_that_lay_for_several_turns_calls_to_the_one_that_is_now(c: Connection) -> None:
    """Noted for the turn that it was written for, it would not keep another call away."""
    set_table(c)
    written(c)
    [letter] = claimed_by(c, "first")
    for version in (1, 2):
        move = {"kind": "move", "seat": 0, "number": 0, "at": "then"}
        c.execute(insert(EVENTS).values(table_id=TABLE, version=version, **move))
    outbox.note_calls(c, [letter])
    assert not outbox.was_called(c, BOX, TABLE, 0)
    outbox.note_calls(c, outbox.still_claimed(c, "first", [letter]))
    assert outbox.was_called(c, BOX, TABLE, 0)
