"""Records: no padding, no surprises."""

import pickle
import subprocess
import sys

import numpy as np
import pytest

from allmende.core.record import HEADER_NAMES, blank_records, copy_record, own_fields, record_type


def test_record_has_no_padding_and_is_aligned() -> None:
    dtype = record_type((("small", "i1", (3,)), ("big", "i8"), ("middle", "i2", (5,))))
    placed = list((dtype.fields or {}).values())
    covered = sum(field.itemsize for field, *_ in placed)
    assert covered == dtype.itemsize
    assert all(offset % field.base.alignment == 0 for field, offset, *_ in placed)
    assert dtype.itemsize % 8 == 0


def test_own_fields_are_those_a_game_added() -> None:
    dtype = record_type((("board", "i1", (3,)),))
    assert own_fields(dtype) == ["board"]
    assert set(HEADER_NAMES) < set(dtype.names or ())


def test_name_of_the_header_is_refused() -> None:
    with pytest.raises(ValueError, match="field 'ply'"):
        record_type((("ply", "i4"),))


@pytest.mark.parametrize("name", ["data", "size", "item", "max"])
def test_name_that_numpy_hides_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=f"field '{name}': NumPy hides it"):
        record_type(((name, "i4"),))


def test_name_that_stands_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        record_type((("board", "i1"), ("board", "i2")))


def test_copy_has_memory_of_its_own() -> None:
    table = blank_records(record_type((("board", "i1", (3,)),)), 2)
    fresh = copy_record(table[0])
    fresh.board[1] = 5
    assert not np.any(table["board"])


def test_a_field_is_an_attribute_and_nothing_else_can_be_set() -> None:
    s = blank_records(record_type((("board", "i1", (3,)),)))[0]
    s.ply, s.board[1] = 7, 5
    assert (s["ply"], s["board"].tolist()) == (7, [0, 5, 0])
    with pytest.raises(AttributeError):
        object.__setattr__(s, "plie", 8)


def test_records_travel_to_other_processes() -> None:
    there = "import pickle, sys; s = pickle.load(sys.stdin.buffer)[0]; s.ply += 1; print(s.ply)"
    records = blank_records(record_type((("board", "i1", (3,)),)))
    records[0].ply = 7
    told = subprocess.run(
        [sys.executable, "-c", there], input=pickle.dumps(records), capture_output=True, check=True
    )
    assert told.stdout.split() == [b"8"]
