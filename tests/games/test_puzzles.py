"""The puzzles that are shipped: sound, legal, varied, without secrets, and found again."""

from functools import cache
from pathlib import Path

import pytest

import allmende.games
from allmende.core.game import Game
from allmende.core.puzzles import (
    BadPuzzle,
    Puzzle,
    file_of,
    id_of,
    position_of,
    puzzle_in,
    puzzles_of,
    read_puzzles,
)
from allmende.core.registry import game_named, known_games
from allmende.core.sight import Sight
from allmende.lab.puzzles import LEAST_GAP, LEAST_MOVES, MOST_FOUND

GAMES = known_games()
FOLDERS = Path(allmende.games.__file__).parent
SAMPLE = 2
SECOND_SEARCH = 6000


@cache
def of_game(name: str) -> tuple[Game, tuple[Puzzle, ...]]:
    game = game_named(name)
    return game, tuple(puzzles_of(game))


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_is_sound_and_its_moves_are_the_legal_ones(name: str) -> None:
    game, puzzles = of_game(name)
    assert puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        match = puzzle.match(game)  # a position that cannot be is refused here
        legal = {move.notation: move for move in match.legal(puzzle.seat)}
        assert {move.notation for move in puzzle.moves} == set(legal), puzzle.id
        assert len(legal) >= LEAST_MOVES, puzzle.id
        assert legal[puzzle.best.notation].data["do"] == puzzle.theme, puzzle.id
        assert puzzle.id == id_of(puzzle.position, puzzle.seat)


@pytest.mark.parametrize("name", GAMES)
def test_one_move_is_clearly_best_and_not_obvious(name: str) -> None:
    _, puzzles = of_game(name)
    for puzzle in puzzles:
        # The numbers are kept with three digits.
        assert puzzle.gap >= LEAST_GAP - 0.001, puzzle.id
        assert puzzle.gap > 2 * puzzle.error, puzzle.id
        assert all(puzzle.moves[1].win >= move.win for move in puzzle.moves[1:]), puzzle.id
        assert puzzle.missed >= 1 - MOST_FOUND - 0.01, puzzle.id


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_what_its_seat_knows(name: str) -> None:
    """Another deal of all that the seat cannot know is the same puzzle, view and moves."""
    game, puzzles = of_game(name)
    for puzzle in puzzles:
        truth = puzzle.match(game).record
        other = Sight(game, truth, puzzle.seat, f"another world of {puzzle.id}")
        assert game.view(other.record, puzzle.seat) == game.view(truth, puzzle.seat), puzzle.id
        assert other.legal() == game.legal_moves(truth, puzzle.seat), puzzle.id


@pytest.mark.parametrize("name", GAMES)
def test_puzzles_differ_in_kind_and_number_of_players(name: str) -> None:
    game, puzzles = of_game(name)
    assert len({puzzle.theme for puzzle in puzzles}) > 1
    assert {puzzle.position["seats"] for puzzle in puzzles} == set(game.seats)


@pytest.mark.parametrize("name", GAMES)
def test_a_second_search_finds_the_same_move(name: str) -> None:
    game, puzzles = of_game(name)
    for puzzle in puzzles[:SAMPLE]:
        match = puzzle.match(game)
        advice = match.advise(puzzle.seat, iterations=SECOND_SEARCH)
        assert advice.best.move.notation == puzzle.best.notation, puzzle.id
        assert advice.best.win > advice[1].win, puzzle.id


def test_lines_say_what_they_hold() -> None:
    game, puzzles = of_game("halali")
    puzzle = puzzles[0]
    assert puzzle_in(puzzle.as_line()) == puzzle
    record = puzzle.match(game).record
    assert position_of(game, record) == puzzle.position
    with pytest.raises(BadPuzzle, match="this is not a puzzle"):
        puzzle_in('{"id": "7"}')


def test_a_broken_file_names_the_line(tmp_path: Path) -> None:
    _, puzzles = of_game("halali")
    file = tmp_path / "puzzles.jsonl"
    file.write_text(puzzles[0].as_line() + "no puzzle\n", encoding="utf-8")
    with pytest.raises(BadPuzzle, match=r"puzzles.jsonl, line 2"):
        read_puzzles(file)


def test_every_game_has_its_file_with_its_rules() -> None:
    for name in GAMES:
        assert file_of(game_named(name)) == FOLDERS / name / "puzzles.jsonl"
