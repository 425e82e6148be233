"""Puzzles over the wire: by name and by day, the same for all, without a secret."""

from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from allmende.bots.calibration import calibration_of
from allmende.core.puzzles import BadPuzzle, puzzles_of
from allmende.core.registry import FROM_FILES, game_in_file, game_named, known_games
from allmende.table.library.puzzles import how_many, next_after, number_of, number_on

from .clients import Device
from .server_process import Json, Server

GAMES = known_games()
FOUR_IN_A_ROW = Path(__file__).parents[2] / "examples/four_in_a_row.py"
TODAY = "2026-11-16"
WEEK = 7


def numbers_from(first: date, days: int, count: int) -> list[int]:
    return [number_on(first + timedelta(days=at), count) for at in range(days)]


@pytest.mark.parametrize("count", [1, 2, 63, 64, 65, 100, 128])
def test_puzzles_of_the_day_go_round(count: int) -> None:
    first, turn = date(2026, 11, 16), 1 << (count - 1).bit_length()
    numbers = numbers_from(first, turn, count)
    assert set(numbers) == set(range(count)), "all of them, before the calendar begins anew"
    for at in range(turn // 2):
        later = numbers[at + 1 : at + max(turn // 2, 1)]
        assert numbers[at] not in later, "none comes twice within half of it"


def test_the_puzzle_of_a_day_stays_when_others_are_found() -> None:
    first = date(2026, 11, 16)
    before, after = (numbers_from(first, 1024, count) for count in (100, 110))
    changed = [now for was, now in zip(before, after, strict=True) if was != now]
    assert set(changed) == set(range(100, 110)), "a day changes only for something new"
    assert len(changed) == 10 * 1024 // 128


@pytest.mark.parametrize("name", GAMES)
def test_every_week_shows_different_ideas(name: str) -> None:
    puzzles = puzzles_of(game_named(name))
    turn = 1 << (len(puzzles) - 1).bit_length()
    numbers = numbers_from(date(2026, 11, 16), turn + WEEK, len(puzzles))
    ideas = [puzzles[number].idea for number in numbers]
    for first in range(turn):
        week = Counter(ideas[first : first + WEEK])
        assert len(week) > 1, first
        assert max(week.values()) < WEEK, first


def test_a_puzzle_goes_by_its_name_or_by_a_day() -> None:
    puzzles = puzzles_of(game_named("halali"))
    assert number_of(puzzles, puzzles[1].id) == 1
    assert number_of(puzzles, TODAY) == number_on(date.fromisoformat(TODAY), len(puzzles))
    for nonsense in ("yesterday", "2026-02-30", ""):
        assert number_of(puzzles, nonsense) is None


def test_each_puzzle_follows_on_another() -> None:
    puzzles = puzzles_of(game_named("halali"))
    followed = {next_after(puzzles, number).id for number in range(len(puzzles))}
    assert followed == {puzzle.id for puzzle in puzzles}


def test_a_game_without_puzzles_simply_has_none() -> None:
    assert puzzles_of(game_in_file(FOUR_IN_A_ROW)) == ()
    assert number_of((), TODAY) is None


def test_a_broken_file_of_puzzles_counts_as_none(tmp_path: Path) -> None:
    game_file = tmp_path / "broken.py"
    game_file.write_text(FOUR_IN_A_ROW.read_text("utf-8").replace("four-in-a-row", "broken"))
    game_file.with_name("broken.puzzles.jsonl").write_text("no puzzle\n")
    game = game_in_file(game_file)
    try:
        with pytest.raises(BadPuzzle, match="line 1"):
            puzzles_of(game)
        assert how_many(game) == 0
    finally:
        del FROM_FILES[game.name]


def test_puzzles_over_the_wire(server: Server) -> None:
    anna, bert = Device(server), Device(server)
    counts = {game["name"]: game["puzzles"] for game in anna.get("/api/games").json["games"]}
    assert counts == {name: len(puzzles_of(game_named(name))) for name in GAMES}
    for name in GAMES:
        answer = anna.get(f"/api/puzzles/{name}/{TODAY}")
        puzzle = answer.json
        assert bert.get(f"/api/puzzles/{name}/{TODAY}").json == puzzle
        assert anna.get(f"/api/puzzles/{name}/{puzzle['id']}").json == puzzle
        known = anna.get(
            f"/api/puzzles/{name}/{TODAY}", headers={"If-None-Match": answer.headers["etag"]}
        )
        assert known.status == 304
        seat = str(puzzle["seat"])
        assert list(puzzle["state"]["views"]) == list(puzzle["state"]["legal"]) == [seat]
        legal = {move["n"] for move in puzzle["state"]["legal"][seat]}
        assert {move["n"] for move in puzzle["moves"]} == legal
        best, second, *_ = puzzle["moves"]
        assert best["win"] > second["win"]
        assert best["win"] == as_the_coach_reads_it(name, puzzle)
        assert anna.get(f"/api/puzzles/{name}/{puzzle['next']}").json["id"] == puzzle["next"]


def as_the_coach_reads_it(name: str, told: Json) -> float:
    """Read what was found about the best move of a puzzle as the coach would."""
    game = game_named(name)
    puzzle = next(known for known in puzzles_of(game) if known.id == told["id"])
    ply = int(puzzle.match(game).record.ply)
    return calibration_of(game).chance_of(ply, told["seat"], told["seats"], puzzle.best.win)


def test_what_is_not_there(server: Server) -> None:
    anna = Device(server)
    assert anna.get(f"/api/puzzles/chess/{TODAY}").status == 404
    assert anna.get("/api/puzzles/halali/2026-13-01").status == 404
    assert anna.get("/api/puzzles/halali/00000000").status == 404
    assert anna.get("/puzzle/halali").status == anna.get("/rules/halali").status
    assert anna.get("/puzzle/halali/0123abcd").status == anna.get("/rules/halali").status


def test_why_a_move_is_not_possible(server: Server) -> None:
    anna = Device(server)
    puzzle = anna.get(f"/api/puzzles/halali/{TODAY}").json

    def why(**wish: Any) -> Any:
        return anna.post(f"/api/puzzles/halali/{puzzle['id']}/why", wish)

    assert why(move=puzzle["moves"][0]["notation"]).json == {"reason": None}
    assert why(move={"do": "fly"}).json["reason"]["key"] == "core.unknown_move"
    assert why(move=7).status == 422
    assert why(move="flip a1", more=1).status == 422
    assert anna.post("/api/puzzles/halali/00000000/why", {"move": "flip a1"}).status == 404
