"""Challenges that all answer at once, in secret, with a lot between those who want."""

import random
from collections import Counter
from typing import Any

import pytest

import allmende
from allmende import Match, from_position
from allmende.core.errors import IllegalMove, PositionError
from allmende.games.stieren_versieren import game
from tests.games.stieren_versieren.positions import (
    NAME,
    SIMULTANEOUS,
    imagined,
    legal,
    out,
    own_document,
    play,
    player,
    table,
    told,
)

COW = "h5@opera"


def begin(*bulls: str, **fields: Any) -> Match:
    """Let the first player court with the first bull in the opera."""
    places = [f"opera: {names}" for names in bulls]
    match = table(COW, *places, seats=len(bulls), options=SIMULTANEOUS, **fields)
    return play(match, f"court {bulls[0].split()[0]} c1")


def answer(match: Match, **answers: str) -> Match:
    """Let seats answer in the order given: `answer(match, s2="decline", s1="challenge h3")`."""
    for seat, move in answers.items():
        match.play(move, int(seat[1:]))
    return match


def challenger(match: Match) -> int | None:
    """Return who fights against Romeo."""
    view = match.view()
    fighters = [seat for seat in range(1, view["seats"]) if view["players"][seat]["champion"]]
    assert len(fighters) <= 1
    return fighters[0] if fighters else None


def test_s37_all_who_can_are_asked_at_once() -> None:
    match = begin("h2", "h3 h4", "m1", "h1")
    assert (match.view()["phase"], match.to_act) == ("challenge", [1, 3])
    assert legal(match, 1) == ["decline", "challenge h3", "challenge h4"]
    assert legal(match, 3) == ["decline", "challenge h1"]
    assert legal(answer(match, s3="challenge h1"), 1) == ["decline", "challenge h3", "challenge h4"]
    with pytest.raises(IllegalMove, match="seat 3 is not to act"):
        match.play("decline", 3)


@pytest.mark.parametrize("watcher", [0, 2, 3, None])
@pytest.mark.parametrize("move", ["decline", "challenge h3", "challenge h4"])
def test_s37_an_answer_stays_secret_until_all_have_answered(watcher: int | None, move: str) -> None:
    before, after = begin("h2", "h3 h4", "m1", "h1"), begin("h2", "h3 h4", "m1", "h1")
    answer(before, s1="decline")
    answer(after, s1=move)
    assert before.view(watcher) == after.view(watcher)
    assert after.view(watcher)["players"][1]["has_chosen"]
    assert told(after, watcher) == ["story.answered"]


def test_s37_everybody_knows_his_own_answer() -> None:
    match = answer(begin("h2", "h3 h4", "h1"), s1="challenge h4")
    assert match.view(1)["players"][1]["champion"] == "h4"
    assert told(match, 1) == ["story.answered", "story.you_challenge"]
    match = answer(begin("h2", "h3 h4", "h1"), s1="decline")
    assert match.view(1)["players"][1]["champion"] is None
    assert told(match, 1) == ["story.answered", "story.you_decline"]


@pytest.mark.parametrize("watcher", [0, 2, 3, None])
def test_s37_others_may_imagine_every_answer(watcher: int | None) -> None:
    match = answer(begin("h2", "h3 h4", "m1", "h1"), s1="challenge h4")
    answers = Counter(world["players"][1]["champion"] for world in imagined(match, watcher, 300))
    assert set(answers) == {None, "h3", "h4"}
    assert min(answers.values()) > 70
    worlds = imagined(match, watcher)
    assert {world["players"][3]["champion"] for world in worlds} == {None}
    assert {world["players"][0]["champion"] for world in worlds} == {"h2"}


def test_s37_nobody_doubts_his_own_answer() -> None:
    match = answer(begin("h2", "h3 h4", "h1"), s1="challenge h4")
    assert {world["players"][1]["champion"] for world in imagined(match, 1)} == {"h4"}


def test_s37_who_alone_wants_to_is_the_challenger() -> None:
    match = answer(begin("h2", "h3", "h1", "h4"), s3="decline", s1="decline", s2="challenge h1")
    assert (match.view()["phase"], match.to_act, challenger(match)) == ("commit", [2], 2)
    assert told(match) == ["story.answered", "story.decline", "story.decline", "story.challenge"]


def test_s37_if_nobody_wants_to_the_couple_moves_in() -> None:
    match = answer(begin("h2", "h3", "h1"), s2="decline", s1="decline")
    assert match.view()["cows"][0]["shack"] == 0
    assert (match.to_act, match.view()["actions_left"]) == ([0], 1)
    assert told(match)[:3] == ["story.answered", "story.decline", "story.decline"]


def test_s37_nobody_is_asked_if_nobody_can_challenge() -> None:
    assert begin("h2", "m3", "d1").view()["cows"][0]["shack"] == 0


def test_s37_the_lot_falls_evenly_on_those_who_want() -> None:
    found: Counter[int | None] = Counter()
    for number in range(300):
        match = begin("h2", "h3", "h1", "h4", chance={"key": f"{number:064x}"})
        answer(match, s1="challenge h3", s2="decline", s3="challenge h4")
        found[challenger(match)] += 1
    assert set(found) == {1, 3}
    assert min(found.values()) > 110


def test_s37_all_answers_are_shown_and_the_rest_stay_out() -> None:
    match = answer(begin("h2", "h3", "h1", "h4"), s1="challenge h3", s2="decline")
    answer(match, s3="challenge h4")
    assert told(match) == [
        "story.answered",
        "story.decline",
        "story.bid",
        "story.bid",
        "story.lot",
    ]
    shown = [facts["support"] for facts in match.view()["players"]]
    assert shown == [[], ["h3"], [], ["h4"]]
    drawn = challenger(match)
    rest = 4 - (drawn or 0)
    play(match, "done", "done")
    # Romeo has 2, the challenger 3 or 4; the other one keeps his bull on the spot.
    assert match.view()["cows"][0]["shack"] == drawn
    assert out(match, rest) == {"opera": ["h3" if rest == 1 else "h4"]}
    assert player(match, rest)["discard"] == []


def test_s37_what_was_shown_goes_with_the_next_decision() -> None:
    match = answer(begin("h2", "h3 h5", "h1"), s1="challenge h3", s2="decline")
    play(match, "join h5")
    assert [facts["support"] for facts in match.view()["players"]] == [[], [], []]


def test_s37_with_two_players_only_one_is_asked() -> None:
    match = begin("h2", "h3")
    assert match.to_act == [1]
    assert play(match, "challenge h3").view()["phase"] == "commit"


def test_s37_of_equal_bulls_the_first_is_offered_and_imagined() -> None:
    values = {name: [1, 1, 2, 2, 3] for name in ("heart", "money", "dumbbell", "beer")}
    deck = own_document(bulls_per_player=values)
    match = begin("h2", "h1 h1b h3", "h1", data=deck)
    assert legal(match, 1) == ["decline", "challenge h1", "challenge h3"]
    answer(match, s1="decline")
    found = {world["players"][1]["champion"] for world in imagined(match, 2, 100)}
    assert found == {None, "h1", "h3"}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s37_every_record_on_the_way_is_sound_and_comes_back(seats: int) -> None:
    phases = set()
    for number in range(6):
        chance = random.Random(f"{seats}/{number}")
        match = allmende.new(NAME, seats=seats, seed=f"bids/{number}", options=SIMULTANEOUS)
        while not match.over:
            moves = match.legal(chance.choice(match.to_act))
            eager = [move for move in moves if str(move).startswith(("court", "chal", "lead"))]
            match.play(chance.choice(eager if eager and chance.random() < 0.7 else moves))
            assert game.flaw(match.record) is None
            assert from_position(NAME, match.position()).digest() == match.digest()
            phases.add((match.view()["phase"], len(match.to_act)))
    assert ("challenge", seats - 1) in phases


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"to_act": [0, 1]}, "turn"),
        ({"to_act": [1, 2]}, "fight"),  # has no bull for it
        ({"options": {"fight": "standard"}}, "turn"),
    ],
)
def test_s37_a_position_that_cannot_be_is_refused(change: dict[str, object], said: str) -> None:
    document = begin("h2", "h3", "m1", "h4").position()
    with pytest.raises(PositionError, match=said):
        from_position(NAME, document | change)
