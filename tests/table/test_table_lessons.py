"""First steps: every lesson can be taken as it is written, and shows no secret."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from allmende.conformance.catalog import same_keys_everywhere
from allmende.core.match import Match
from allmende.core.registry import game_in_file, game_named, known_games
from allmende.table.library.lessons import LessonError, has_lesson, lesson_of, read_lesson
from allmende.table.tables.history import History
from allmende.table.tables.knowledge import veiled
from allmende.table.tables.scene import Scene

from .clients import Device
from .server_process import Server

MOST_STEPS = 15
LONGEST_COMMENT = 240
"""So many characters fit on a phone beside the board."""
FOUR_IN_A_ROW = Path(__file__).parents[2] / "examples/four_in_a_row.py"
GAMES = known_games()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_lesson_that_can_be_taken(name: str) -> None:
    lesson = lesson_of(game_named(name))
    asked = [step for step in lesson.steps if step.moves]
    assert 3 <= len(asked) < len(lesson.steps) <= MOST_STEPS
    assert not lesson.steps[-1].moves
    for step in asked:
        for move in step.moves:
            legal = lesson.data["frames"][move.frame]["legal"][str(lesson.seat)]
            assert {move.number, *move.accept} <= {other["n"] for other in legal}, step.say


@pytest.mark.parametrize("name", GAMES)
def test_comments_are_complete_short_and_all_used(name: str) -> None:
    lesson = lesson_of(game_named(name))
    same_keys_everywhere(lesson.texts)
    said = {key for step in lesson.steps for key in (step.say, step.not_yet) if key}
    assert said == set(lesson.texts["en"])
    for language, catalog in lesson.texts.items():
        for key, comment in catalog.items():
            assert len(comment) <= LONGEST_COMMENT, (language, key, len(comment))
            assert comment.count("*") % 2 == 0, (language, key)


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_is_what_the_learner_may_know(name: str) -> None:
    """Whatever lies hidden in the script: another deal under the veil gives the same picture."""
    game = game_named(name)
    lesson = lesson_of(game)
    seat = lesson.seat
    for at, frame in enumerate(lesson.data["frames"]):
        truth = lesson.frames[at].scene.record
        other = Scene(History(Match(game, veiled(game, truth, seat, key=5), None)))
        assert frame["views"] == {str(seat): other.view(seat)}
        if not truth.over:
            assert frame["scores"] == other.scores(seat)
        if frame["legal"]:
            assert frame["legal"] == {str(seat): other.legal(seat)}


def test_a_game_without_lessons_has_none() -> None:
    assert not has_lesson(game_in_file(FOUR_IN_A_ROW))


POSITION = {
    "options": {"sheet": "B"},
    "dice": "444K1",
    "sides": ["X", "O"],
    "phase": "throw",
    "to_act": [0],
}


@pytest.fixture
def kuh_vadis_lesson(tmp_path: Path) -> Callable[..., Any]:
    """Write a lesson of Kuh Vadis and take it."""

    def take(*steps: Any, **more: Any) -> Any:
        for language in ("en", "de", "nl"):
            (tmp_path / f"{language}.json").write_text('{"one": "One.", "two": "Two."}')
        script = {"position": POSITION, "steps": steps, **more}
        (tmp_path / "first_steps.json").write_text(json.dumps(script))
        return read_lesson(game_named("kuh_vadis"), tmp_path)

    return take


def test_a_script_that_asks_for_the_impossible_is_refused(
    kuh_vadis_lesson: Callable[..., Any],
) -> None:
    with pytest.raises(LessonError, match=r"line 2 .*'mark c5': You have throws left"):
        kuh_vadis_lesson({"say": "one"}, {"say": "two", "play": "mark c5"}, {"say": "one"})
    with pytest.raises(LessonError, match=r"line 1 .*'three' is missing in en, de, nl"):
        kuh_vadis_lesson({"say": "three"})
    with pytest.raises(LessonError, match="ends with a comment"):
        kuh_vadis_lesson({"say": "one"}, {"say": "two", "play": "stop"})


def test_silent_moves_are_pictures_on_the_way_and_seeds_decide_chance(
    kuh_vadis_lesson: Callable[..., Any],
) -> None:
    steps = [
        {"say": "one", "play": "stop"},
        {"say": "two", "play": "mark c5", "seed": "throw 140", "accept": ["mark b7"]},
        {"by": 1, "play": "stop"},
        {"by": 1, "play": "mark b5", "say": "one"},
    ]
    lesson = kuh_vadis_lesson(*steps)
    assert [list(step.frames) for step in lesson.steps] == [[0], [1], [2, 3, 4]]
    assert lesson.data["frames"][2]["views"]["0"]["dice"] == list("235KK")
    assert [len(move.accept) for step in lesson.steps for move in step.moves] == [0, 1]
    assert [event["key"] for event in lesson.data["frames"][2]["events"]] == [
        "story.mark",
        "story.throw",
    ]


def test_moves_of_one_breath_belong_to_one_step(kuh_vadis_lesson: Callable[..., Any]) -> None:
    lesson = kuh_vadis_lesson(
        {"say": "one", "play": "stop"}, {"play": "mark c5"}, {"by": 1, "play": "stop", "say": "two"}
    )
    assert [[move.frame for move in step.moves] for step in lesson.steps] == [[0, 1], []]
    assert [list(step.frames) for step in lesson.steps] == [[0], [2, 3]]
    with pytest.raises(LessonError, match=r"line 5 .*the learner is not told"):
        kuh_vadis_lesson(
            {"say": "one", "play": "stop"},
            {"play": "mark c5"},
            {"by": 1, "play": "stop"},
            {"by": 1, "play": "no mark"},
            {"play": "stop"},
        )


def test_lessons_over_the_wire(server: Server) -> None:
    anna = Device(server)
    known = {game["name"]: game["lesson"] for game in anna.get("/api/games").json["games"]}
    assert known == dict.fromkeys(GAMES, True)
    answer = anna.get("/api/lessons/halali")
    lesson = answer.json
    assert lesson == json.loads(json.dumps(lesson_of(game_named("halali")).data))
    again = anna.get("/api/lessons/halali", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status == 304
    assert anna.get("/api/lessons/chess").status == 404
    assert anna.get("/learn/halali").status == anna.get("/rules/halali").status


def test_why_a_learner_cannot_do_something(server: Server) -> None:
    anna = Device(server)
    lesson = anna.get("/api/lessons/halali").json
    frame = next(move["frame"] for step in lesson["steps"] for move in step["moves"])

    def why(**wish: Any) -> Any:
        return anna.post("/api/lessons/halali/why", wish)

    refused = why(frame=frame, move={"do": "flip", "at": "d4"}).json["reason"]
    assert refused == {"key": "not.empty", "args": {"at": "d4"}}
    assert why(frame=frame, move="flip c5").json == {"reason": None}
    assert why(frame=frame, move={"do": "fly"}).json["reason"]["key"] == "core.unknown_move"
    assert why(frame=len(lesson["frames"]), move="flip c5").status == 422
    assert why(frame=frame, move=7).status == 422
    assert why(frame=frame, move="pass", more=1).status == 422
    assert anna.post("/api/lessons/chess/why", {"frame": 0, "move": "pass"}).status == 404
