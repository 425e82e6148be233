"""Scripted chance: draws come out as somebody says, and the open one is reported."""

from collections import Counter
from fractions import Fraction
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from allmende.core.chance import draw, key_of_seed, set_chance, shuffle
from allmende.core.record import Record, blank_records, record_type
from allmende.core.registry import find_game
from allmende.core.script import (
    SCRIPT_BITS,
    Drawn,
    TooMuchChance,
    Unfolding,
    unfold_deal,
    unfold_move,
)
from tests.conformance.subjects import SMALL_GAME

RECORD = record_type((("items", "i2", (160,)),))
SMALL = find_game(SMALL_GAME)


def blank(seed: int | str = 1) -> Record:
    s = blank_records(RECORD)[0]
    s.items[:] = np.arange(160)
    set_chance(s, key_of_seed(seed), 0)
    return s


def shuffling(count: int) -> Unfolding:
    return Unfolding(lambda s: shuffle(s, s.items, count), blank())


@given(st.lists(st.integers(1, 2**20), max_size=30), st.data())
def test_draws_come_out_as_the_script_says(ways: list[int], data: st.DataObject) -> None:
    wanted = [data.draw(st.integers(0, n - 1)) for n in ways]
    got: list[int] = []

    def decide(s: Record) -> None:
        got[:] = [int(draw(s, n)) for n in ways]

    unfolding = Unfolding(decide, blank())
    for n, outcome in zip(ways, wanted, strict=True):
        assert unfolding.ways == n
        unfolding = unfolding.drawing(outcome)
    assert unfolding.ways == 0
    assert unfolding.script == tuple(map(Drawn, wanted, ways))
    assert got == wanted


def test_the_first_open_draw_is_reported_and_the_rest_is_0() -> None:
    got: list[int] = []

    def decide(s: Record) -> None:
        got[:] = [int(draw(s, n)) for n in (6, 7, 8, 9)]

    unfolding = Unfolding(decide, blank()).drawing(5)
    assert (unfolding.ways, got) == (7, [5, 0, 0, 0])


def test_what_is_unfolded_stays_as_it_was_and_keeps_no_chance() -> None:
    before = blank()
    kept = before.tobytes()
    after = Unfolding(lambda s: shuffle(s, s.items, 3), before).drawing(1).drawing(0).after
    assert before.tobytes() == kept
    assert after.items[:3].tolist() == [2, 0, 1]
    assert (int(after.drawn), after.key.any(), after.block.any()) == (0, False, False)


def test_an_outcome_that_is_none_is_refused_and_an_open_end_is_no_record() -> None:
    unfolding = shuffling(3)
    for outcome in (-1, 3):
        with pytest.raises(ValueError, match=f"outcome {outcome}: the open draw has 3"):
            unfolding.drawing(outcome)
    with pytest.raises(ValueError, match="a draw with 3 outcomes is still open"):
        _ = unfolding.after
    with pytest.raises(ValueError, match="outcome 0: the open draw has 0"):
        shuffling(1).drawing(0)


def test_outcomes_are_all_orders_and_equally_likely() -> None:
    outcomes = shuffling(4).outcomes(24)
    counts = Counter(tuple(s.items[:4].tolist()) for _, s in outcomes)
    assert len(counts) == len(outcomes) == 24
    assert {probability for probability, _ in outcomes} == {Fraction(1, 24)}
    with pytest.raises(TooMuchChance, match="more than 23 outcomes"):
        shuffling(4).outcomes(23)


def test_what_draws_until_it_likes_the_outcome_has_no_end_of_outcomes() -> None:
    def decide(s: Record) -> None:
        while draw(s, 2) == 1:
            pass

    with pytest.raises(TooMuchChance, match="more than 40 outcomes"):
        Unfolding(decide, blank()).outcomes(40)


def test_a_draw_with_too_many_outcomes_is_refused_before_they_are_listed() -> None:
    def decide(s: Record) -> None:
        draw(s, 1 << 31)

    with pytest.raises(TooMuchChance, match="more than 40 outcomes"):
        Unfolding(decide, blank()).outcomes(40)


def test_the_stream_can_write_the_script_of_135_cards_but_not_of_more() -> None:
    for cards in (135, 136):
        straight = blank()
        shuffle(straight, straight.items, cards)
        assert (factorial(cards) <= 1 << SCRIPT_BITS) == (cards == 135)
        if cards == 135:
            scripted = shuffling(cards).by_chance_of(blank()).after
            assert scripted.items.tolist() == straight.items.tolist()
        else:
            with pytest.raises(TooMuchChance, match="room for 768 bits"):
                shuffling(cards).by_chance_of(blank())


def test_a_deal_and_a_move_unfold() -> None:
    s = SMALL.prepare(2, {})
    unfolding = unfold_deal(SMALL, s)
    ways = []
    while unfolding.ways:
        ways.append(unfolding.ways)
        unfolding = unfolding.drawing(0)
    assert ways == list(range(10, 1, -1))
    dealt = unfolding.after
    first = SMALL.after(dealt, 0, SMALL.legal_moves(dealt, 0)[0])
    reveal = unfold_move(SMALL, first, 1, SMALL.legal_moves(first, 1)[0])
    prizes = {(probability, int(t.points.max())) for probability, t in reveal.outcomes(2)}
    assert prizes == {(Fraction(1, 2), 1), (Fraction(1, 2), 2)}
