"""The words of the game: why something is not possible, and what has happened."""

from typing import Any

import pytest

from allmende.core.language import LANGUAGES, Message
from allmende.games.halali import game
from tests.games.halali.positions import BLUE, BROWN, HUNT, OPEN, drawn, placed, play

Wish = dict[str, str]


def keys_of(*families: str) -> set[str]:
    """Return the message keys that begin with one of the given words."""
    return {key for key in game.texts["en"] if key.split(".")[0] in families}


def move(start: str, to: str) -> Wish:
    """Return the wish to move a tile."""
    return {"do": "move", "from": start, "to": to}


def leave(start: str, by: str) -> Wish:
    """Return the wish to lead a tile out."""
    return {"do": "leave", "from": start, "by": by}


def flip(at: str) -> Wish:
    """Return the wish to turn up a tile."""
    return {"do": "flip", "at": at}


BEAR, FOX = Message("tile.bear"), Message("tile.fox")
NORTHERN_HUNTER = Message("tile.hunter.aim", aim=Message("side.north"))
EXITS = "a4, d1, d7, g4"

REASONS: list[tuple[str, Wish, Message]] = [
    (HUNT, {"do": "pass"}, Message("not.pass")),
    (HUNT, flip("d4"), Message("not.empty", at="d4")),
    (HUNT, move("d4", "d5"), Message("not.empty", at="d4")),
    (HUNT, flip("b6"), Message("not.already_up", at="b6")),
    (HUNT, move("a1", "b1"), Message("not.face_down", at="a1")),
    (HUNT, move("b2", "c2"), Message("not.tree")),
    (HUNT, move("b3", "c3"), Message("not.yours", tile=NORTHERN_HUNTER)),
    (HUNT, move("g6", "g5"), Message("not.locked", at="g6")),
    (HUNT, move("b4", "d4"), Message("not.one_step", tile=BEAR)),
    # Nobody walks like that, so there is no such move; the reason is a true one all the same.
    (HUNT, move("b4", "d5"), Message("not.one_step", tile=BEAR)),
    (HUNT, move("b6", "d4"), Message("not.straight", tile=FOX)),
    (HUNT, move("b2", "d5"), Message("not.tree")),
    (HUNT, move("b6", "d6"), Message("not.blocked", to="d6")),
    (HUNT, move("a3", "a1"), Message("not.capture_face_down", at="a1")),
    (HUNT, move("a3", "b3"), Message("not.prey", tile=FOX, prey=NORTHERN_HUNTER)),
    (HUNT, move("b6", "b4"), Message("not.prey", tile=FOX, prey=BEAR)),
    (HUNT, move("g1", "g3"), Message("not.back_and_forth")),
    (HUNT, leave("d1", "south"), Message("not.exits_closed")),
    (OPEN, leave("d7", "north"), Message("not.bird_leaves")),
    (OPEN, leave("d6", "north"), Message("not.way_out_blocked")),
    (OPEN, leave("d6", "south"), Message("not.way_out_blocked")),
    (OPEN, leave("d4", "west"), Message("not.one_step", tile=BEAR)),
    (OPEN, leave("a4", "north"), Message("not.no_exit", exits=EXITS)),
    (OPEN, leave("c1", "south"), Message("not.no_exit", exits=EXITS)),
    # A tree stands in between, but without it there would be no exit either.
    (OPEN, leave("c1", "west"), Message("not.no_exit", exits=EXITS)),
]
AIM = ("H^d4 Fe4 ?Ta1", move("d4", "e4"), Message("not.aim", tile=NORTHERN_HUNTER))


@pytest.mark.parametrize(("drawing", "wish", "reason"), REASONS)
def test_every_impossible_wish_gets_the_right_reason(
    drawing: str, wish: Wish, reason: Message
) -> None:
    # In the hunt brown has just moved a pheasant, and blue has moved the fox on g1 before that.
    marks: dict[str, Any] = {"locked": "g6", "no_return": [{"from": "g1", "to": "g3"}, None]}
    match = drawn(drawing, **(marks if drawing == HUNT else {}))
    assert match.why_not(wish) == reason


def test_a_hunter_that_aims_elsewhere_is_told_so() -> None:
    tiles, wish, reason = AIM
    assert placed(tiles, to_act=BROWN).why_not(wish) == reason


def test_every_reason_in_the_catalog_is_given() -> None:
    assert {reason.key for *_, reason in [*REASONS, AIM]} == keys_of("not")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_can_be_said(language: str) -> None:
    speaker = game.speaker(language)
    for *_, reason in [*REASONS, AIM]:
        assert "{" not in speaker.say(reason)


@pytest.mark.parametrize("drawing", [HUNT, OPEN])
def test_legal_moves_have_no_reason_against_them(drawing: str) -> None:
    match = drawn(drawing)
    assert [match.why_not(move.data) for move in match.legal()] == [None] * len(match.legal())


# Tiles, further fields of the position, the move, and what is told.
STORIES: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("Fa1 ?H<d4 ?Td5", {}, "flip d4", ["Seat 1 turns up d4: hunter aiming west."]),
    ("Fa1 H^g7 ?Td5", {}, "Fa1-a3", ["Seat 1 moves from a1 to a3: fox."]),
    (
        "Fa1 H^g1 Bg5 ?Td5",
        {"to_act": BROWN},
        "Hg1xg5",
        ["Seat 2 captures on g5: bear, taken from g1 by hunter aiming north."],
    ),
    (
        "Fd4 Ba1 H^g7",
        {},
        "Fd4-west",
        ["Seat 1 leads a tile from d4 out of the wood on the west side: fox."],
    ),
    ("Fa1 Ta2 Tb1 H^g7", {}, "pass", ["Seat 1 cannot move and passes."]),
    (
        "Fa1 H^g7 ?Td5",
        {},
        "flip d5",
        [
            "Seat 1 turns up d5: tree.",
            "All tiles are face up. Five last turns each; the exits are open.",
        ],
    ),
    (
        "Fa1 H^g7",
        {"match": "return", "turns_left": 1},
        "Fa1-a2",
        [
            "Seat 1 moves from a1 to a2: fox.",
            "The last turns are over.",
            "The first game is over: Seat 1 113, Seat 2 45.",
            "Roles are swapped. Seat 2 leads the animals and begins.",
        ],
    ),
    (
        "Fa1 H^g7",
        {"turns_left": 1},
        "Fa1-a2",
        [
            "Seat 1 moves from a1 to a2: fox.",
            "The last turns are over.",
            "Final score 113 to 45.",
        ],
    ),
    (
        "Fd7 H^g7",
        {},
        "Fd7-north",
        [
            "Seat 1 leads a tile from d7 out of the wood on the north side: fox.",
            "One side has no tile left on the board: the game ends early.",
            "Final score 118 to 45.",
        ],
    ),
    (
        "Fa1 H^g7 ?Bd4",
        {"quiet": 59},
        "Fa1-a2",
        [
            "Seat 1 moves from a1 to a2: fox.",
            "Sixty turns without a flip or a capture: the game ends as it stands.",
            "Final score 113 to 35.",
        ],
    ),
    # A flip can open the last turns and end them at once.
    (
        "Fa1 ?Td5",
        {},
        "flip d5",
        [
            "Seat 1 turns up d5: tree.",
            "All tiles are face up. Five last turns each; the exits are open.",
            "One side has no tile left on the board: the game ends early.",
            "Final score 116 to 45.",
        ],
    ),
]


@pytest.mark.parametrize(("tiles", "fields", "last_move", "sentences"), STORIES)
def test_the_story_of_a_move(
    tiles: str, fields: dict[str, Any], last_move: str, sentences: list[str]
) -> None:
    match = play(placed(tiles, **fields), last_move)
    say = game.speaker("en").say
    # Everything in this game happens in the open.
    for watcher in (None, BLUE, BROWN):
        assert [say(event) for event in match.story(seat=watcher)] == sentences


def test_every_event_in_the_catalog_is_told() -> None:
    matches = [play(placed(tiles, **fields), move) for tiles, fields, move, _ in STORIES]
    told = {event.key for match in matches for event in match.story()}
    assert told == keys_of("story", "ending")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_can_be_said(language: str) -> None:
    say = game.speaker(language, ["Ada", "Ben"]).say
    for tiles, fields, last_move, _ in STORIES:
        for event in play(placed(tiles, **fields), last_move).story():
            assert "{" not in say(event)
