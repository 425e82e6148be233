"""First steps: what the comments tell is what happens in the game."""

from typing import Any

from allmende.core.registry import game_named
from allmende.table.library.lessons import lesson_of


def picture(name: str, say: str) -> Any:
    """Return what the learner sees when a comment is made."""
    lesson = lesson_of(game_named(name))
    step = next(step for step in lesson.steps if step.say == say)
    return lesson.data["frames"][step.frames[-1]]["views"][str(lesson.seat)]


def test_kuhfstein_begins_with_twelve_points_and_two_cows_at_home() -> None:
    mine = picture("kuhfstein", "hello")["players"][0]
    assert (mine["points"], mine["supply"], len(mine["herds"])) == (12, 2, 1)


def test_kuhfstein_passes_the_cow_on_fifteen_with_a_tree() -> None:
    mine = picture("kuhfstein", "play")["players"][0]
    assert (mine["points"], mine["supply"], len(mine["trees"])) == (17, 3, 1)


def test_kuhfstein_reaches_twenty_five_while_the_cows_of_the_calf_stand_apart() -> None:
    mine, calf = picture("kuhfstein", "one_home")["players"]
    assert (mine["points"], mine["supply"], len(calf["herds"])) == (25, 2, 1)
    assert [len(herd) for herd in mine["herds"]] == [4]
    assert picture("kuhfstein", "other_home")["players"][1]["herds"] == []


def test_kuhfstein_ends_with_all_cows_at_home_and_a_card_that_fits() -> None:
    assert picture("kuhfstein", "card")["players"][0]["supply"] == 6
    mine = picture("kuhfstein", "bye")["players"][0]
    assert [card["grid"] for card in mine["hand"]] == [["F?", "?L"]]


def test_stieren_versieren_shows_the_learner_a_heart_cow_of_four() -> None:
    view = picture("stieren_versieren", "cow")
    new = next(cow for cow in view["cows"] if cow["drawn"])
    assert (new["symbol"], new["value"]) == ("heart", 4)
    assert view["scores"] == [0, 9]


def test_stieren_versieren_fights_with_two_cards_face_down_and_wins() -> None:
    assert picture("stieren_versieren", "committed")["players"][1]["committed_count"] == 2
    view = picture("stieren_versieren", "couple")
    assert [player["strength"] for player in view["players"]] == [8, 5]
    assert view["players"][1]["support"] == ["h4", "d5"]
    assert view["scores"] == [12, 9]


def test_stieren_versieren_lets_a_blunt_bull_flee_to_the_gym() -> None:
    view = picture("stieren_versieren", "flee")
    assert {"id": "b4", "symbol": "beer", "value": 4, "at": "gym"} in view["players"][1]["bulls"]
    talked = next(cow for cow in view["cows"] if cow["id"] == "c2")
    assert (talked["up"], talked["value"]) == (True, 3)


def test_mischwald_brings_the_first_winter_where_it_is_told() -> None:
    assert picture("mischwald", "effect")["winters"] == 0
    assert picture("mischwald", "winter")["winters"] == 1


def test_mischwald_asks_about_the_birch_and_then_about_a_pawed_animal() -> None:
    assert picture("mischwald", "effect")["asked"]["species"] == "birch"
    asked = picture("mischwald", "squirrel")["asked"]
    assert (asked["step"], asked["species"], asked["tag"]) == ("bonus", "european_badger", "pawed")


def test_mischwald_ends_with_a_squirrel_on_the_oak_and_an_empty_clearing() -> None:
    assert len(picture("mischwald", "pay")["clearing"]) == 9
    view = picture("mischwald", "bye")
    assert (len(view["gone"]), view["clearing"]) == (10, [])
    oak, birch = view["players"][0]["forest"]
    assert oak["top"][0]["species"] == "red_squirrel"
    assert birch["left"][0]["species"] == "european_badger"
    assert view["scores"] == [8, 5]
