"""What fields say they are: read from the record, and refused where it makes no sense."""

import pickle

import numpy as np
import pytest

from allmende.core.fields import (
    What,
    a_seat,
    bits,
    by_seat,
    component,
    each_seat,
    flag,
    follows_from,
    hidden,
    listed,
    number,
    one_of,
    or_none,
    packed,
)
from allmende.core.record import components, fields_of, own_fields, record_type

DECLARED = (
    ("points", "i2", (3,), by_seat(number(0, 20))),
    ("turn", "i1", or_none(a_seat(3))),
    ("open", "i1"),
)


def test_fields_say_what_they_are_and_are_stored_as_before() -> None:
    bare = record_type((("points", "i2", (3,)), ("turn", "i1"), ("open", "i1")))
    said = record_type(DECLARED)
    assert said.fields == bare.fields
    assert fields_of(said) == {"points": by_seat(number(0, 20)), "turn": or_none(a_seat(3))}
    assert fields_of(bare) == {}


def test_what_they_are_travels_with_the_record() -> None:
    there = pickle.loads(pickle.dumps(np.zeros(1, record_type(DECLARED)))).dtype
    assert fields_of(there) == fields_of(record_type(DECLARED))


def test_components_are_declared_together() -> None:
    record = record_type(components(("card", "i1", (5,)), ("goal", "i2")))
    assert own_fields(record) == ["goal", "card"]
    assert all(what.is_component for what in fields_of(record).values())


@pytest.mark.parametrize(
    ("what", "fitting", "strange"),
    [
        (number(-2, 3), [-2, 0, 3], [-3, 4]),
        (one_of(3), [0, 2], [-1, 3]),
        (or_none(one_of(3)), [-1, 2], [-2, 3]),
        (a_seat(4), [0, 1], [-1, 2, 3, 4]),
        (one_of(1, each_seat(4), 2), [0, 1, 2, 5, 6], [3, 4, 7]),
        (bits(3), [0, 7], [-1, 8]),
        (bits(each_seat(4), 1), [0, 31], [-1, 32]),
        (flag(), [0, 1], [-1, 2]),
        (packed(one_of(3), bits(2)), [0, 2, 4 + 2, 12], [3, 16, -1]),
    ],
    ids=str,
)
def test_a_value_is_as_declared_or_not(what: What, fitting: list[int], strange: list[int]) -> None:
    values = np.array([*fitting, *strange])
    assert what.fits(values, seats=2).tolist() == [True] * len(fitting) + [False] * len(strange)


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (by_seat(number(0, 20)), "for each seat a number from 0 to 20"),
        (hidden(or_none(one_of(7))), "none or one of 7 kinds, or unknown"),
        (a_seat(4), "a seat"),
        (one_of(1, each_seat(4)), "one of 1 + each seat kinds"),
        (listed(bits(each_seat(4), 1), "queued"), "a set of each seat + 1, as many as queued"),
        (packed(one_of(8), flag()), "one of 8 kinds with yes or no"),
        (component(), "a component that never changes"),
        (follows_from("board", "hand"), "follows from board and hand"),
    ],
)
def test_what_a_field_is_reads_as_a_sentence(what: What, sentence: str) -> None:
    assert str(what) == sentence


def test_declarations_without_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="a number from 3 to 3 has no range"):
        number(3, 3)
    with pytest.raises(ValueError, match="counted from 1 on"):
        one_of(0)
    with pytest.raises(ValueError, match="counted from 1 on"):
        bits()
    with pytest.raises(ValueError, match="at most 63"):
        bits(60, each_seat(4))
    with pytest.raises(ValueError, match="can be none of them"):
        or_none(number(0, 3))
    with pytest.raises(ValueError, match="counted from 0 on"):
        packed(or_none(one_of(3)), flag())
