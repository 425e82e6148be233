"""Names and numbers that follow from one declaration."""

from enum import IntEnum

import pytest

from allmende.core.flaws import Flaws, sentences
from allmende.core.names import choice_at, field_names, hyphenated, option_at, underscored

OPTIONS = {"match": ("return", "single"), "pace": ("slow", "quick", "mad")}


class Phase(IntEnum):
    HUNT = 0
    LAST_TURNS = 1


class Landscape(IntEnum):
    HAY = 1
    DEEP_LAKE = 2


class Flaw(Flaws):
    TILES = "a tile is missing"
    TURN = "the turn is wrong"


def test_names_follow_from_members() -> None:
    assert hyphenated(Phase) == ("hunt", "last-turns")
    assert underscored(Landscape) == ("hay", "deep_lake")


def test_a_phase_stands_at_its_number() -> None:
    with pytest.raises(ValueError, match="Landscape: its members must be numbered 0, 1, 2"):
        hyphenated(Landscape)


def test_fields_are_named_from_the_bottom() -> None:
    assert field_names(3, 2) == ("a1", "b1", "c1", "a2", "b2", "c2")


def test_options_and_choices_are_looked_up() -> None:
    assert (option_at(OPTIONS, "match"), option_at(OPTIONS, "pace")) == (0, 1)
    assert choice_at(OPTIONS, "pace", "mad") == 2
    with pytest.raises(ValueError, match="is not in list"):
        option_at(OPTIONS, "place")


def test_flaws_count_from_one_and_have_sentences() -> None:
    assert [int(flaw) for flaw in Flaw] == [1, 2]
    assert sentences(Flaw) == ("a tile is missing", "the turn is wrong")
