"""The words of the game: why something is not possible, and what has happened."""

from typing import Any

import pytest

from allmende.core.language import LANGUAGES, Message
from allmende.games.kuh_vadis import game
from tests.games.kuh_vadis.positions import CIRCLES, CROSSES, STRIPES, play, table

Wish = dict[str, Any]


def keys_of(*families: str) -> set[str]:
    """Return the message keys that begin with one of the given words."""
    return {key for key in game.texts["en"] if key.split(".")[0] in families}


def mark(at: str) -> Wish:
    """Return the wish to mark a field."""
    return {"do": "mark", "at": at}


THROWING: Wish = {"dice": "11333", "throws_left": 1}
MARKING: Wish = {"dice": "11333", "x": "d7", "o": "f7"}
FURTHER: Wish = {"dice": "11333", "x": "b6", "last": "b6"}

# The table, the wish, and the reason why it cannot be.
REASONS: list[tuple[Wish, Wish, Message]] = [
    (MARKING, {"do": "stop"}, Message("not.throws_over")),
    (MARKING, {"do": "reroll", "faces": "11"}, Message("not.throws_over")),
    (THROWING, {"do": "reroll", "faces": "3", "dice": [4]}, Message("not.same_faces")),
    (THROWING, {"do": "no mark"}, Message("not.stop_first")),
    (THROWING, mark("b6"), Message("not.stop_first")),
    (THROWING, mark("a7"), Message("not.start", at="a7")),
    (MARKING, mark("b4"), Message("not.start", at="b4")),
    (MARKING, mark("d7"), Message("not.taken", at="d7")),
    (MARKING, mark("f7"), Message("not.taken", at="f7")),
    (FURTHER, mark("d7"), Message("not.next_to", at="d7", last="b6")),
    (FURTHER, mark("b6"), Message("not.taken", at="b6")),
    (MARKING, mark("a6"), Message("not.cows", at="a6", count=2)),
    (FURTHER, mark("b5"), Message("not.cows", at="b5", count=2)),
    (MARKING, mark("c7"), Message("not.numbers", at="c7", number=5, count=3)),
    (MARKING, mark("a5"), Message("not.numbers", at="a5", number=1, count=3)),
]


@pytest.mark.parametrize(("position", "wish", "reason"), REASONS)
def test_every_impossible_wish_gets_the_right_reason(
    position: Wish, wish: Wish, reason: Message
) -> None:
    assert table(**position).why_not(wish) == reason


def test_every_reason_in_the_catalog_is_given() -> None:
    assert {reason.key for *_, reason in REASONS} == keys_of("not")


def test_a_reason_teaches() -> None:
    say = game.speaker("en").say
    assert say(REASONS[-1][2]) == "a5 shows a 1: that takes at least 3 dice with 1."


@pytest.mark.parametrize("position", [THROWING, MARKING, FURTHER])
def test_legal_moves_have_no_reason_against_them(position: Wish) -> None:
    match = table(**position)
    assert [match.why_not(move.data) for move in match.legal()] == [None] * len(match.legal())


# The table, the move, and what is told, with the dice as they fall.
STORIES: list[tuple[Wish, str, list[str]]] = [
    (
        {"dice": "1122K", "throws_left": 2},
        "reroll 122",
        ["Seat 1 throws 1 2 2 again and now has {dice}."],
    ),
    ({"dice": "1122K", "throws_left": 1}, "stop", ["Seat 1 stops with 1 1 2 2 K."]),
    ({"dice": "12333"}, "mark b6", ["Seat 1 marks b6: 3.", "Seat 2 throws: {dice}."]),
    (
        {"dice": "123KK", "to_act": CIRCLES},
        "mark a6",
        ["Seat 2 marks a6: cow.", "Seat 1 throws: {dice}."],
    ),
    (
        {"dice": "12333"},
        "no mark",
        ["Seat 1 could mark a field but does not.", "Seat 2 throws: {dice}."],
    ),
    ({"dice": "1233K"}, "no mark", ["Seat 1 cannot mark anything.", "Seat 2 throws: {dice}."]),
    (
        {"dice": "13333"},
        "mark b6",
        [
            "Seat 1 marks b6: 3.",
            "Four of a kind! Seat 1 goes on; the next mark must touch b6.",
            "Seat 1 throws: {dice}.",
        ],
    ),
    (
        {"dice": "11123", "sheet": STRIPES, "o": "a6 b6", "to_act": CIRCLES},
        "mark b7",
        [
            "Seat 2 marks b7: 1.",
            "Seat 1 is blocked: these three starts can no longer be joined.",
            "Seat 1 throws: {dice}.",
        ],
    ),
    (
        {"dice": "123KK", "sheet": STRIPES, "x": "a6"},
        "mark a4",
        [
            "Seat 1 marks a4: cow.",
            "The chain is closed.",
            "Seat 1 has joined all three starts and wins.",
        ],
    ),
    (
        {"dice": "15555", "sheet": STRIPES, "x": "g6 f6", "o": "a6 b6 b7"},
        "mark f7",
        [
            "Seat 1 marks f7: 5.",
            "Seat 2 is blocked: these three starts can no longer be joined.",
            "Both players are blocked: the game is a draw.",
            "Nobody wins.",
        ],
    ),
    (
        {"dice": "12345", "quiet": 39},
        "no mark",
        [
            "Seat 1 cannot mark anything.",
            "Forty turns without a single mark: the game is a draw.",
            "Nobody wins.",
        ],
    ),
]


@pytest.mark.parametrize(("position", "last_move", "sentences"), STORIES)
def test_the_story_of_a_move(position: Wish, last_move: str, sentences: list[str]) -> None:
    match = play(table(**position), last_move)
    say = game.speaker("en").say
    dice = " ".join(match.view()["dice"])
    # Everything in this game happens in the open.
    for watcher in (None, CROSSES, CIRCLES):
        told = [say(event) for event in match.story(seat=watcher)]
        assert told == [sentence.format(dice=dice) for sentence in sentences]


def test_every_event_in_the_catalog_is_told() -> None:
    matches = [play(table(**position), move) for position, move, _ in STORIES]
    told = {event.key for match in matches for event in match.story()}
    assert told == keys_of("story", "ending")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_can_be_said(language: str) -> None:
    say = game.speaker(language, ["Ada", "Ben"]).say
    for *_, reason in REASONS:
        assert "{" not in say(reason)
    for position, last_move, _ in STORIES:
        for event in play(table(**position), last_move).story():
            assert "{" not in say(event)
