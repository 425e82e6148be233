"""A glance shows what a record holds, and is no way to change it."""

import gc
import weakref
from collections.abc import Callable

import numpy as np
import pytest

from allmende.core.glance import glance
from allmende.core.match import Match, new
from allmende.core.record import Record, blank_records, copy_record
from allmende.core.registry import game_named, known_games


@pytest.fixture(params=known_games())
def match(request: pytest.FixtureRequest) -> Match:
    """A match of each game."""
    return new(game_named(request.param), seed=7)


def test_a_glance_has_all_fields_of_its_record(match: Match) -> None:
    """Numbers are plain ones, arrays hold the same."""
    seen = glance(match.record)
    for name in match.game.record.names or ():
        assert np.array_equal(getattr(seen, name), match.record[name])
        assert np.array_equal(seen[name], match.record[name])
    assert type(seen.seats) is int


def test_rules_can_be_asked_about_a_glance(match: Match) -> None:
    """They find what they find in the record."""
    seat = match.to_act[0]
    seen = glance(match.record)
    assert match.game.legal_moves(seen, seat) == match.game.legal_moves(match.record, seat)
    assert match.game.scores(seen) == match.scores()
    assert match.game.view(seen, seat) == match.view(seat)


def test_a_glance_stays_as_it_was(match: Match) -> None:
    """What happens to the record does not reach it."""
    s = copy_record(match.record)
    seen = glance(s)
    s.ply += 1
    s.options[0] += 1
    assert seen.ply == s.ply - 1
    assert seen.options[0] == s.options[0] - 1
    assert seen.tobytes() == match.record.tobytes()


def test_a_glance_cannot_be_changed(match: Match) -> None:
    """Neither its numbers nor its arrays."""
    seen = glance(match.record)
    with pytest.raises(AttributeError, match="'ply' of a glance cannot be set"):
        seen.ply = 3
    with pytest.raises(AttributeError, match="'ply' of a glance cannot be set"):
        seen["ply"] = 3
    with pytest.raises(ValueError, match="read-only"):
        seen.options[0] = 1


def test_a_glance_is_gone_when_nobody_keeps_it(match: Match) -> None:
    """A server that lives for weeks makes some for every move."""
    seen = glance(match.record)
    kept = weakref.ref(seen)
    del seen
    gc.collect()
    assert kept() is None


def put_among_others(s: Record) -> Record:
    """Put a record into a batch."""
    batch = blank_records(s.dtype, 2)
    batch[1] = s
    return batch[1]


@pytest.mark.parametrize("copied", [copy_record, put_among_others])
def test_a_copy_of_a_glance_is_an_ordinary_record(
    match: Match, copied: Callable[[Record], Record]
) -> None:
    """It can be played on."""
    fresh = copied(glance(match.record))
    assert type(fresh) is type(match.record)
    assert fresh.tobytes() == match.record.tobytes()
    fresh.ply += 1
    assert fresh.ply == match.record.ply + 1


def test_rules_reach_the_very_memory_of_a_record(match: Match) -> None:
    """Its `data` are all of its bytes, and what is written there stands in the record."""
    s = copy_record(match.record)
    assert bytes(s.data) == s.tobytes()
    s.data[:] = 0
    assert s.tobytes() == bytes(s.dtype.itemsize)
    assert match.record.tobytes() != s.tobytes()
