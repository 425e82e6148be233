"""What goes over the wire is JSON that every reader understands, and nothing else comes in."""

import json
from enum import IntEnum
from typing import NamedTuple

import pytest

from allmende.table.refusal import Refusal
from allmende.table.wire.fields import parse
from allmende.table.wire.telling import encoded


class Place(NamedTuple):
    """A view may hold such a thing."""

    row: int
    column: int


class Side(IntEnum):
    """Or one of these."""

    LEFT = 1


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("Füße über 木", "Füße über 木"),
        ({1: "one", Side.LEFT: "left"}, {"1": "left"}),
        (Place(2, 3), [2, 3]),
        ((1, None, True), [1, None, True]),
        (Side.LEFT, 1),
        (float("nan"), None),
        (float("inf"), None),
        (-(2**63), -(2**63)),
    ],
)
def test_messages_are_read_as_they_were_meant(value: object, read: object) -> None:
    """Whoever reads them by the book finds what was written."""

    def never(name: str) -> None:
        raise AssertionError(f"{name} is no JSON")

    assert json.loads(encoded({"it": value}), parse_constant=never) == {"it": read}


@pytest.mark.parametrize("value", [object(), {1, 2}, b"bytes", "\ud800"])
def test_what_cannot_be_written_is_refused(value: object) -> None:
    """Nothing is sent that only looks like what was meant."""
    with pytest.raises(TypeError):
        encoded({"it": value})


@pytest.mark.parametrize(
    "content",
    ["", "[]", "7", '{"n": NaN}', '{"n": Infinity}', '{"n": "\\ud800"}', "[" * 4000, b"\xff{}"],
)
def test_what_is_no_object_is_refused(content: str | bytes) -> None:
    """However it is broken, the answer is the same."""
    with pytest.raises(Refusal) as refused:
        parse(content)
    assert refused.value.message.key == "table.not_json"


def test_a_number_that_is_too_large_is_no_whole_number() -> None:
    """It is refused where a whole number is wanted, as before."""
    with pytest.raises(Refusal) as refused:
        parse(f'{{"n": {10**30}}}').whole("n", 0, 2**31)
    assert refused.value.message.key == "table.field_wrong"
