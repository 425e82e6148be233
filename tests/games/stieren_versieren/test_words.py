"""Moves, stories, reasons and boards in words."""

import pytest

from allmende import Match
from allmende.core.errors import IllegalMove
from tests.games.stieren_versieren.positions import (
    COUPLES,
    SIMULTANEOUS,
    TACTICAL,
    choosing,
    own_document,
    play,
    table,
    told,
    why,
)

LAST_BUT_ONE = " ".join((*COUPLES, "h4+h3:0", "m4+m3:0"))  # no cow on the table, one to come

BOARD = """\
Round 1, started by Seat 1; cows still to come: 6
┌──────────────────────────────────────┬──────────────────────────────────────┐
│ VIP Club (money)                     │ Pub (beer)                           │
│ c5?                                  │ c1(h4)? c2?                          │
│                                      │ 1: h2 b5                             │
│                                      │ 2: m1                                │
├──────────────────────────────────────┼──────────────────────────────────────┤
│ Gym (dumbbell)                       │ Opera (heart)                        │
│ -                                    │ c3=h3*                               │
└──────────────────────────────────────┴──────────────────────────────────────┘
Seat 1 (horseshoe): 0 points; hand 2, pile 16, discards 0
   your hand: d1 d2
Seat 2 (tail): 15 points; hand 1, pile 17, discards 0
   Love Shack: c4=d5+d3
   everybody knows that this is held: b3
h heart, m money, d dumbbell, b beer; c3? face down, c3(h4)? peeked at, c3=h4*
settled"""


def sentences(match: Match, language: str = "en", seat: int | None = None) -> list[str]:
    """Say what the last move set off."""
    speaker = match.game.speaker(language, ["Ada", "Ben", "Cleo"])
    return [speaker.say(event) for event in match.story(len(match.moves) - 1, seat)]


def test_the_board() -> None:
    cows = "?h4@pub:0 ?m2@pub h3@opera d5+d3:1 ?b2@vip_club"
    known = {1: {"known": ["b3"]}}
    match = table(cows, "pub: h2 b5", "pub: m1", hands=("d1 d2", "b3"), players=known)
    lines = match.board(0).splitlines()
    assert "\n".join(lines[:17]) == BOARD
    assert lines[-1] == "Seat 1: choose an action (actions left: 2)"


def test_the_board_fits_into_80_columns() -> None:
    match = table(
        "h4@pub h5@pub h2@pub h3@pub m2@pub m3@pub m4@pub m5@pub d2@pub",
        "pub: h1 h2 h3 h4 h5 m1 m2 m3 m4 m5 d1 d2 d3 d4 d5 b1 b2 b3",
        hands=("b4",),
    )
    for language in ("en", "de", "nl"):
        assert max(len(line) for line in match.board(0, language).splitlines()) <= 80


def test_the_board_shows_a_new_cow_to_who_peeked() -> None:
    match = table("?h4:0", phase="cow")
    assert "New cow: c1(h4)?" in match.board(0)
    assert "New cow: c1?" in match.board(1)


def test_the_board_shows_a_fight() -> None:
    match = table("h5@opera", "opera: h1", "opera: h2 h3", hands=("", "m1"))
    play(match, "court h1 c1", "challenge h2", "join h3", "support m1")
    assert "   in the fight: h2, mates h3, hand cards 1" in str(match).splitlines()
    assert "Courted by Romeo: c1=h5*" in str(match).splitlines()


def test_the_board_shows_a_bull_that_sets_out() -> None:
    match = play(table("", "pub: h1 h2"), "move h1 opera")
    assert "Setting out: h1, to the opera" in str(match).splitlines()


def test_the_story_of_a_blunt_bull() -> None:
    match = play(table("?m2@gym", "gym: h3"), "talk h3 c1")
    assert sentences(match) == [
        "Ada: the heart bull 3 strikes up a conversation. She turns round: money cow 2 (c1).",
        "That was too blunt for her: the heart bull 3 flees to the pub.",
    ]
    assert (
        sentences(match, "de")[1] == "Das war ihr zu plump: Der Herz-Stier 3 flieht in die Kneipe."
    )
    assert sentences(match, "nl")[1] == "Dat vond ze te lomp: de hartstier 3 vlucht naar de kroeg."


def test_the_story_of_a_secret_choice() -> None:
    match = choosing("h1 h2", "d1", "m1")
    match.play("choose h2", 0)
    assert sentences(match, seat=1) == ["Ada has chosen."]
    assert sentences(match, seat=0) == ["Ada has chosen.", "Your choice: heart bull 2."]


def test_the_story_of_a_fight() -> None:
    bulls = ("opera: h2", "opera: h3", "opera: h1")
    match = table("h5@opera", *bulls, seats=3, options=TACTICAL, hands=("", "h5", "m1"))
    play(match, "court h2 c1", "challenge h3", "challenge h1", "support h5")
    assert told(match, 0) == ["story.support"]
    assert told(match, 1) == ["story.support", "story.your_support"]
    play(match, "done", "support m1", "done", "done")
    assert sentences(match) == [
        "Ada is ready for the fight.",
        "Strength of Ada: 2.",
        "Ben turns up: heart bull 5.",
        "Strength of Ben: 8.",
        "Cleo turns up: money bull 1.",
        "Strength of Cleo: 1.",
        "Ben has a new couple: heart bull 3 and heart cow 5 (c1), 15 points.",
        "Romeo is beaten and stays behind, disappointed: heart bull 2.",
        "The challenger is beaten and discarded: heart bull 1.",
    ]


def test_the_story_of_secret_answers() -> None:
    bulls = ("opera: h2", "opera: h3", "opera: h1")
    match = play(table("h5@opera", *bulls, seats=3, options=SIMULTANEOUS), "court h2 c1")
    said = "Romeo is answered in secret, all at once; still to answer: Seat 2, Seat 3."
    assert str(match).endswith(said)
    match.play("challenge h3", 1)
    assert sentences(match, seat=0) == ["Ben has answered Romeo in secret."]
    assert sentences(match, seat=1) == [
        "Ben has answered Romeo in secret.",
        "Your answer: the heart bull 3 wants to challenge him.",
    ]
    assert str(match).endswith("still to answer: Seat 3.")
    match.play("challenge h1", 2)
    *answers, lot = sentences(match)
    assert answers == [
        "Cleo has answered Romeo in secret.",
        "Ben wants to challenge Romeo: heart bull 3.",
        "Cleo wants to challenge Romeo: heart bull 1.",
    ]
    drawn = "Ben" if match.to_act == [1] else "Cleo"
    assert lot == f"Bull Fight! The lot falls on {drawn}."


def test_a_round_is_told_in_the_order_of_the_table() -> None:
    match = play(table("?h2@pub", first=1), "pass")
    assert told(match, 0)[-3:] == ["story.round", "story.peek", "story.you_peek"]
    match = table(LAST_BUT_ONE, "pub: d5, gym: d4, opera: h5", first=1, round=6)
    assert told(play(match, "pass"))[-4:] == [
        "story.shortage",
        "story.last_cow",
        "story.round",
        "story.no_peek",
    ]


def test_the_board_names_who_is_still_choosing() -> None:
    match = choosing("h1 h2", "d1", "m1")
    match.play("choose h2", 0)
    said = "Everybody chooses a bull in secret; still choosing: Seat 2, Seat 3."
    assert str(match).endswith(said)
    assert "Both choose two bulls in secret" in str(choosing("h1 h2", "d1 d2"))


def test_the_board_counts_actions_only_for_whose_turn_it_is() -> None:
    match = play(table("h5@opera", "opera: h1", "opera: h2"), "court h1 c1")
    assert str(match).endswith("Seat 2: challenge Romeo or not")


def test_the_peek_is_told_to_the_start_player_alone() -> None:
    match = play(table("?h2@pub", first=1), "pass")
    assert "story.peek" in told(match, 1)
    assert "story.you_peek" not in told(match, 1)
    assert "story.you_peek" in told(match, 0)


@pytest.mark.parametrize(
    ("move", "key"),
    [
        ("choose h1", "not.now.action"),
        ("alone", "not.now.action"),
        ("done", "not.now.action"),
        ("pick 1", "not.now.action"),
        ("decline", "not.now.action"),
        ("cow pub", "not.now.action"),
        ("talk h1 c9", "not.no_cow"),
        ("swap b5", "not.not_in_hand"),
        ("move d5 pub", "not.not_out"),
    ],
)
def test_reasons_teach(move: str, key: str) -> None:
    assert why(table("?h2@pub", "pub: h1", hands=("m1",)), move) == key


def test_reasons_in_the_choice() -> None:
    match = choosing("h1 h2", "d1 d2")
    assert why(match, "choose h1", 0) == "not.choose_two"
    assert why(match, "choose h1 m1", 0) == "not.not_in_hand"
    assert why(choosing("h1 h2", "d1", "m1"), "choose h1 h2", 0) == "not.choose_one"


def test_reasons_in_the_choice_between_equal_bulls() -> None:
    values = {name: [1, 1, 2, 2, 3] for name in ("heart", "money", "dumbbell", "beer")}
    deck = own_document(bulls_per_player=values)
    reason = choosing("h1 h1b h2", "d1 d2", data=deck).why_not("choose h1b h2", 0)
    assert reason is not None
    assert (reason.key, reason.args["bull"].args["value"]) == ("not.twin", 1)  # type: ignore[union-attr]
    assert why(choosing("h1 h1b", "d1", "m1", data=deck), "choose h1 h1b", 0) == "not.choose_one"


def test_a_refused_move_says_why() -> None:
    match = table("?h2@pub", "pub: h1")
    with pytest.raises(IllegalMove, match="c1 is still face down"):
        match.play("chase c1 gym")


def test_moves_are_data_too() -> None:
    match = table("h2@pub", "pub: m5")
    match.play({"do": "chase", "cow": "c1", "to": "opera"})
    match.play({"do": "move", "bull": "m5", "to": "vip_club"})
    assert [str(move) for move in match.moves] == ["chase c1 opera", "move m5 vip_club"]
