"""Finding puzzles: in a game whose best moves are known, with little thought, and going on."""

from dataclasses import replace
from pathlib import Path

import pytest

from allmende.bots.search.thinker import Considered
from allmende.core.puzzles import file_of, idea_of, read_puzzles
from allmende.core.registry import game_in_file, game_named
from allmende.lab.puzzles import (
    PATIENCE,
    Finder,
    Plan,
    Thoroughness,
    find_puzzles,
    first_unplayed,
    is_clear,
)

FOUR_IN_A_ROW = Path("examples/four_in_a_row.py")
LITTLE = Thoroughness().times(0.1)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan(game_in_file(FOUR_IN_A_ROW), puzzles=3, seed="test", thought=LITTLE)


def test_what_is_found_is_a_position_with_one_clearly_best_move(plan: Plan) -> None:
    puzzles = list(find_puzzles(plan))
    assert len(puzzles) == len({puzzle.id for puzzle in puzzles}) == 3
    for puzzle in puzzles:
        match = puzzle.match(plan.game)
        legal = {move.notation for move in match.legal(puzzle.seat)}
        assert {move.notation for move in puzzle.moves} == legal
        assert len(legal) >= 3
        assert puzzle.gap >= 0.06
        assert puzzle.missed >= 0.25
        assert all(puzzle.best.win > move.win for move in puzzle.moves[1:])
        again = match.advise(puzzle.seat, iterations=20_000)
        assert again.best.move.notation == puzzle.best.notation


def test_the_same_series_gives_the_same_puzzles_and_goes_on_where_it_was(plan: Plan) -> None:
    first = list(find_puzzles(replace(plan, puzzles=1)))
    more = list(find_puzzles(plan, first))
    assert list(find_puzzles(replace(plan, puzzles=1))) == first
    assert len(first + more) == 3
    last = int(first[0].source.split(" ")[1])
    assert first_unplayed(plan, first) == last + 1
    assert all(int(puzzle.source.split(" ")[1]) > last for puzzle in more)
    assert first_unplayed(replace(plan, seed="another"), first) == 0


def test_games_without_a_puzzle_end_the_search_too(plan: Plan) -> None:
    no_thought = Thoroughness(play=2, look=20, long=20, alone=20, rival=20, second=20)
    assert list(find_puzzles(replace(plan, thought=no_thought, games=2))) == []


def test_an_idea_wears_out_for_a_while(plan: Plan) -> None:
    (known,) = find_puzzles(replace(plan, puzzles=1))
    often = [replace(known, id=str(at)) for at in range(10)]
    finder = Finder(plan, often)
    assert finder.is_worn(known.idea)
    assert not finder.is_worn("another idea")
    number = int(known.source.split(" ")[1])
    assert known in list(Finder(plan, ()).puzzles_in_game(number))
    assert known.idea not in [puzzle.idea for puzzle in finder.puzzles_in_game(number)]
    finder.fruitless = PATIENCE
    assert not finder.is_worn(known.idea), "rather the same again than none"


def test_an_idea_is_a_move_without_its_places() -> None:
    said = {"Hg4xg5": "Hx", "flip e4": "flip", "Fa7-north": "F-north", "reroll 1 5": "reroll"}
    assert {move: idea_of(move) for move in said} == said


def test_a_difference_counts_only_clear_of_the_error() -> None:
    best = Considered(move=1, visits=5000, reward=0.6, win=0.6, points=0.0)
    assert is_clear(best, replace(best, win=0.5))
    assert not is_clear(best, replace(best, win=0.55))
    assert not is_clear(best, replace(best, win=0.5, visits=100))


def test_a_game_without_puzzles_has_none() -> None:
    game = game_in_file(FOUR_IN_A_ROW)
    assert file_of(game) == FOUR_IN_A_ROW.resolve().with_name("four_in_a_row.puzzles.jsonl")
    assert read_puzzles(file_of(game)) == []
    assert file_of(game_named("halali")).name == "puzzles.jsonl"
