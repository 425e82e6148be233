"""Sets of bits, and many neighbours compared at once: the same as one by one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from allmende.core.bits import (
    SET_BITS,
    list_members,
    lowest,
    member,
    places_of,
    size_of,
    without_lowest,
)
from allmende.core.rule import rule
from allmende.core.windows import NARROW, WIDE, narrow_window, wide_window

SETS = st.sets(st.integers(0, SET_BITS - 1), min_size=1)
ROWS = st.lists(st.integers(-3, 3), min_size=1, max_size=80)


@rule
def wide_window_of(row: np.ndarray, mask: int, value: int) -> int:
    return wide_window(row, mask, value, 0)


@rule
def narrow_window_of(row: np.ndarray, mask: int, value: int) -> int:
    return narrow_window(row, mask, value, 0)


def bits_of(numbers: set[int]) -> int:
    """Put numbers into one."""
    return sum(1 << number for number in numbers)


@given(SETS)
def test_the_lowest_member_comes_first(numbers: set[int]) -> None:
    assert lowest(bits_of(numbers)) == min(numbers)
    assert without_lowest(bits_of(numbers)) == bits_of(numbers - {min(numbers)})


def test_of_nothing_the_lowest_is_0_and_none_are_counted() -> None:
    assert lowest(0) == size_of(0) == 0


@given(SETS)
def test_members_are_counted_and_found_in_order(numbers: set[int]) -> None:
    assert size_of(bits_of(numbers)) == len(numbers)
    found = [member(bits_of(numbers), n) for n in range(len(numbers))]
    assert found == sorted(numbers)


@given(SETS, st.integers(0, 1000))
def test_members_are_listed_behind_what_stands_there(numbers: set[int], first: int) -> None:
    moves = np.zeros(SET_BITS + 1, np.int64)
    assert list_members(bits_of(numbers), first, moves, 1) == 1 + len(numbers)
    assert moves[1 : 1 + len(numbers)].tolist() == [first + number for number in sorted(numbers)]


@given(ROWS, st.integers(-3, 3), st.data())
def test_places_of_a_value_are_found_in_rows_of_any_length(
    values: list[int], value: int, data: st.DataObject
) -> None:
    first = data.draw(st.integers(0, len(values) - 1))
    near = values[first : first + SET_BITS]
    expected = {at for at, it in enumerate(near) if it == value}
    assert places_of(np.array(values, np.int8), value, first) == bits_of(expected)


@given(st.lists(st.integers(0, 255), min_size=WIDE, max_size=WIDE), st.sampled_from((7, 15, 255)))
def test_a_window_sees_only_the_bits_of_its_mask(values: list[int], mask: int) -> None:
    """In the row, and in the value that is looked for."""
    row, value = np.array(values, np.uint8), values[3]
    expected = {at for at, it in enumerate(values) if it & mask == value & mask}
    assert wide_window_of(row, mask, value) == bits_of(expected)
    assert narrow_window_of(row, mask, value) == bits_of({at for at in expected if at < NARROW})
