"""The match: what a newcomer meets first."""

import pytest

import allmende
from allmende.core.errors import BadSetup, IllegalMove, PositionError, UnknownGame
from tests.conformance.subjects import SMALL_GAME


def halali(seed: int = 7) -> allmende.Match:
    return allmende.new("halali", seats=2, seed=seed, options={"match": "single"})


def test_moves_by_notation_data_and_object_are_the_same() -> None:
    digests = set()
    for move in ("flip c4", {"do": "flip", "at": "c4"}, halali().legal()[23]):
        match = halali()
        match.play(move)
        digests.add(match.digest())
    assert len(digests) == 1


def test_spaces_in_notation_do_not_matter() -> None:
    assert str(halali().play("  flip   c4 ")) == "flip c4"


def test_without_a_seed_every_match_is_different() -> None:
    assert allmende.new("halali").digest() != allmende.new("halali").digest()


def test_undo_returns_the_move() -> None:
    match = halali()
    move = match.play("flip c4")
    assert match.undo() == move
    with pytest.raises(IllegalMove, match="no move to take back"):
        match.undo()


def test_illegal_move_says_why() -> None:
    with pytest.raises(IllegalMove, match="There is nothing on d4"):
        halali().play("flip d4")


def test_nonsense_is_no_move() -> None:
    with pytest.raises(IllegalMove, match="'castle' is not a move of halali"):
        halali().play("castle")


def test_wrong_seat_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"seat 1 is not to act; to act: \[0\]"):
        halali().play("flip c4", seat=1)


def test_with_several_seats_to_act_the_seat_must_be_named() -> None:
    match = allmende.new(SMALL_GAME, seats=3, seed=1)
    assert match.to_act == [0, 1, 2]
    with pytest.raises(IllegalMove, match="say which one"):
        match.legal()
    match.play(match.legal(2)[0])
    assert match.to_act == [0, 1]


def test_finished_match_offers_nothing() -> None:
    match = halali()
    while not match.over:
        match.play(match.legal()[-1])
    assert match.legal() == []
    assert match.ending in match.game.endings
    with pytest.raises(IllegalMove, match="the game is over"):
        match.play("pass")


def test_why_not_is_none_for_a_legal_move() -> None:
    assert halali().why_not("flip c4") is None
    reason = halali().why_not({"do": "pass"})
    assert reason is not None
    assert reason.key == "not.pass"


def test_record_of_a_ply_that_is_not_there() -> None:
    with pytest.raises(IndexError, match="plies 0 to 0"):
        halali().record_at(1)


def test_story_since_a_ply() -> None:
    match = halali()
    match.play("flip c4")
    match.play("flip d5")
    assert [event.args["at"] for event in match.story()] == ["c4", "d5"]
    assert [event.args["at"] for event in match.story(since=1)] == ["d5"]


def test_secret_events_are_told_to_those_who_may_know() -> None:
    match = allmende.new(SMALL_GAME, seats=2, seed=1)
    match.play(match.legal(0)[0])
    told = [[event.key for event in match.story(seat=seat)] for seat in (0, 1, None)]
    assert told == [["story.chose", "story.choice"], ["story.chose"], ["story.chose"]]


def test_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match=r"there is no game 'chess'; known games: .*halali"):
        allmende.new("chess")


def test_file_that_defines_no_game(tmp_path: object) -> None:
    with pytest.raises(UnknownGame, match="instead of an allmende Game"):
        allmende.new("tests/conformance/bugs.py")
    with pytest.raises(UnknownGame, match="there is no file"):
        allmende.new("nowhere.py")


@pytest.mark.parametrize(
    ("wish", "complaint"),
    [
        ({"seats": 3}, "halali is played by 2, not by 3"),
        ({"options": {"mach": "single"}}, "no option 'mach'; its options are: match"),
        ({"options": {"match": "twice"}}, "'twice' is not one of return, single"),
        ({"data": {}}, "halali has no data that could be replaced"),
        ({"seed": "two\nlines"}, "a seed is a number or a few words in one line"),
    ],
)
def test_bad_setup_says_what_would_be_right(wish: dict[str, object], complaint: str) -> None:
    with pytest.raises(BadSetup, match=complaint):
        allmende.new("halali", **wish)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"rules": 99}, "rules"),
        ({"seats": 5}, "seats"),
        ({"options": {"match": "x"}}, "options.match"),
        ({"options": {"luck": "x"}}, "options.luck"),
        ({"options": 3}, "options"),
        ({"phase": "sleep"}, "phase"),
        ({"ply": -1}, "ply"),
        ({"ply": True}, "ply"),
        ({"over": "rain"}, "over"),
        ({"to_act": [7]}, "to_act"),
        ({"to_act": []}, "to_act"),
        ({"to_act": 0}, "to_act"),
        ({"chance": {"key": "xyz"}}, "chance.key"),
        ({"chance": {"drawn": -5}}, "chance.drawn"),
        ({"weather": "fine"}, "weather"),
    ],
)
def test_malformed_header_of_a_position_names_the_field(
    change: dict[str, object], field: str
) -> None:
    document = {**halali().position(), **change}
    with pytest.raises(PositionError) as caught:
        allmende.from_position("halali", document)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"place": [0] * 9}, "place"),
        ({"place": "none"}, "place"),
        ({"place": [300, *range(1, 10)]}, "place"),
        ({"points": [0.5, 0, 0]}, "points"),
        ({"place": [0] * 10}, "position"),
    ],
)
def test_malformed_plain_position_names_the_field(change: dict[str, object], field: str) -> None:
    document = {**allmende.new(SMALL_GAME, seed=1).position(), **change}
    with pytest.raises(PositionError) as caught:
        allmende.from_position(SMALL_GAME, document)
    assert caught.value.field == field


def test_position_that_is_no_object() -> None:
    with pytest.raises(PositionError, match="not an object"):
        allmende.from_position("halali", [1, 2])  # type: ignore[arg-type]
