"""Many tables at once play the games that matches play, move by move."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from allmende.conformance import Case
from allmende.core.errors import AllmendeError, BadSetup, IllegalMove, UnknownGame
from allmende.core.match import Match, new
from allmende.core.observation import observer, size
from allmende.core.record import Record
from allmende.core.registry import find_game
from allmende.core.rule import INTERPRETED, rule
from allmende.env.tables import Tables
from tests.conformance.subjects import SMALL_GAME, all_cases

FOUR = "examples/four_in_a_row.py"
MOST_STEPS = 40 if INTERPRETED else 3000
GAMES = 2
CASES = pytest.mark.parametrize("case", all_cases(), ids=str)
PLAIN = pytest.mark.parametrize("case", [case for case in all_cases() if not case.options], ids=str)


def tables_of(case: Case, count: int, **settings: Any) -> Tables:
    return Tables(case.game, count, seats=case.seats, options=case.options, **settings)


class Beside:
    """Matches that are played beside tables, each dealt from the seed of its table."""

    def __init__(self, case: Case, count: int, skip_forced: bool = False) -> None:
        self.case, self.skip_forced = case, skip_forced
        self.tables = tables_of(case, count, seed="beside", skip_forced=skip_forced)
        self.matches = [self.fresh(table) for table in range(count)]
        self.games = self.asked = 0

    def fresh(self, table: int) -> Match:
        match = new(self.case.game, self.case.seats, self.tables.seed_of(table), self.case.options)
        self.make_forced_moves(match)
        return match

    def make_forced_moves(self, match: Match) -> None:
        while self.skip_forced and not match.over and len(legal_moves(match)) == 1:
            match.play_in_numbers(match.to_act[0], legal_moves(match)[0])

    def step(self) -> None:
        """Make the same move at each table and in its match, and compare all there is."""
        moves = self.tables.sample().copy()
        for table, match in enumerate(self.matches):
            assert_same(self.tables, table, match)
            match.play_in_numbers(match.to_act[0], int(moves[table]))
            self.make_forced_moves(match)
        self.tables.step(moves)
        for table, match in enumerate(self.matches):
            assert self.tables.over[table] == match.over
            assert self.tables.reward[table] == pytest.approx(worth(match))
            if match.over:
                self.games += 1
                self.matches[table] = self.fresh(table)

    def play(self) -> None:
        """Play until some games have ended and others have begun."""
        for _ in range(MOST_STEPS):
            if self.games >= GAMES:
                break
            self.step()
        assert self.games >= GAMES or INTERPRETED


def legal_moves(match: Match) -> list[int]:
    return match.game.legal_moves(match.record, match.to_act[0])


def assert_same(tables: Tables, table: int, match: Match) -> None:
    """Hold a table against a match that is not over."""
    assert tables.record(table).tobytes() == match.record.tobytes()
    assert tables.seat[table] == match.to_act[0]
    assert np.flatnonzero(tables.mask[table]).tolist() == legal_moves(match)


def worth(match: Match) -> list[float]:
    """Say what the places of a game are worth, as the docs do; nothing before it is over."""
    places = match.ranking() if match.over else [1] * match.seats
    return [
        (sum(other > place for other in places) - sum(other < place for other in places))
        / (match.seats - 1)
        for place in places
    ]


@CASES
def test_tables_play_what_matches_play(case: Case) -> None:
    Beside(case, 2).play()


@PLAIN
def test_nobody_is_asked_for_a_forced_move(case: Case) -> None:
    beside = Beside(case, 2, skip_forced=True)
    assert beside.tables.mask.sum(axis=1).min() > 1
    beside.play()
    assert beside.tables.mask.sum(axis=1).min() > 1


@PLAIN
def test_rewards_sum_to_zero(case: Case) -> None:
    tables = tables_of(case, 16, seed="zero", observe=False)
    ended = 0
    for _ in range(MOST_STEPS):
        tables.step(tables.sample())
        assert tables.reward.sum(axis=1) == pytest.approx(0.0, abs=1e-6)
        assert np.abs(tables.reward).max() <= 1
        assert not tables.reward[~tables.over].any()
        ended += int(tables.over.sum())
        if ended >= 16:
            return
    assert INTERPRETED


@cache
def course(where: str, count: int, threads: int) -> list[bytes]:
    """Play some steps and return the records of the first tables after each."""
    tables = Tables(where, count, seed="course", threads=threads)
    seen = []
    for _ in range(60):
        tables.step(tables.sample())
        seen.append(b"".join(tables.record(table).tobytes() for table in range(5)))
    return seen


@pytest.mark.parametrize(("count", "threads"), [(5, 2), (64, 1), (64, 3), (5, 99)])
def test_a_table_hangs_on_its_seed_alone(count: int, threads: int) -> None:
    assert course(SMALL_GAME, count, threads) == course(SMALL_GAME, 5, 1)


def test_other_seeds_are_other_games() -> None:
    one, two = (Tables(SMALL_GAME, 3, seed=seed) for seed in (1, 2))
    records = {tables.record(table).tobytes() for tables in (one, two) for table in range(3)}
    assert len(records) == 6


def test_without_a_seed_no_two_are_alike() -> None:
    assert Tables(FOUR, 1).seed != Tables(FOUR, 1).seed


def test_a_seed_brings_the_games_back() -> None:
    tables = Tables(SMALL_GAME, 4, seed="again")
    first, moves = tables.record(2).tobytes(), tables.sample().tolist()
    tables.step(moves)
    tables.reset()
    assert tables.seed_of(2) == "again/2/1"
    assert tables.record(2).tobytes() != first
    tables.reset(seed="again")
    assert tables.seed_of(2) == "again/2/0"
    assert tables.record(2).tobytes() == first
    assert tables.sample().tolist() == moves


def test_some_tables_begin_anew_and_the_others_stay() -> None:
    tables = Tables(SMALL_GAME, 4, seed="some")
    before = [tables.record(table).tobytes() for table in range(4)]
    tables.reset([1, 3])
    assert [tables.record(table).tobytes() == before[table] for table in range(4)] == [
        True,
        False,
        True,
        False,
    ]
    tables.reset(np.array([True, False, False, False]))
    assert [tables.seed_of(table) for table in range(4)] == [
        "some/0/1",
        "some/1/1",
        "some/2/0",
        "some/3/1",
    ]


def test_without_automatic_reset_a_game_that_is_over_stays() -> None:
    tables = Tables(FOUR, 2, seed=3, auto_reset=False)
    for column in (0, 1, 0, 1, 0, 1):
        tables.step([column, -1])
    assert tables.record(1).ply == 0
    turn = tables.step([0, 2])
    assert turn.over.tolist() == [True, False]
    assert turn.seat.tolist() == [-1, 1]
    assert turn.reward.tolist() == [[1.0, -1.0], [0.0, 0.0]]
    assert turn.points.tolist() == [tables.game.scores(tables.record(0)), [0, 0]]
    assert turn.points[0].any()
    assert not turn.mask[0].any()
    assert tables.sample()[0] == -1
    end = tables.record(0).tobytes()
    tables.step([5, 2])
    assert tables.over.tolist() == [False, False]
    assert not tables.reward.any()
    assert tables.record(0).tobytes() == end
    tables.reset([0])
    assert tables.seat.tolist() == [0, 0]
    assert tables.record(0).ply == 0


def test_a_match_goes_on_from_a_table() -> None:
    tables = Tables("halali", 3, seed=7)
    tables.step(tables.sample())
    match = tables.match(1)
    match.play(match.legal()[0])
    assert match.record.ply == 2
    assert tables.record(1).ply == 1


@PLAIN
def test_observations_are_what_the_seat_knows(case: Case) -> None:
    tables = tables_of(case, 3, seed="known")
    write = observer(case.game, case.seats)
    for step in range(12):
        for table in range(3):
            known, expected = tables.record(table), np.zeros(size(case.game, case.seats), "f4")
            for seat in range(case.seats):
                concealed = case.game.concealed(known, seat)
                write(concealed, seat, expected)
                if seat == tables.seat[table]:
                    assert (tables.observation[table] == expected).all()
                if step % 6 == 0:
                    assert (tables.observe(seat)[table] == expected).all()
        tables.step(tables.sample())


def test_each_table_may_be_looked_at_by_another_seat() -> None:
    tables = Tables(SMALL_GAME, 3, seats=3, seed=4)
    mixed = tables.observe([2, -1, 0])
    assert (mixed[0] == tables.observe(2)[0]).all()
    assert not mixed[1].any()
    assert (mixed[2] == tables.observe(0)[2]).all()


def test_nobody_knows_anything_where_a_game_is_over() -> None:
    tables = Tables(FOUR, 1, seed=4, auto_reset=False)
    for column in (0, 1, 0, 1, 0, 1, 0):
        tables.step([column])
    assert not tables.observation.any()
    assert tables.observe(1).any()


def test_observations_can_be_done_without() -> None:
    tables = Tables(FOUR, 2, seed=4, observe=False)
    assert tables.step([0, 1]).observation.shape == (2, 0)
    assert tables.observe(0).shape == (2, size(tables.game, 2))


BAD_SEATS = [
    (2, "seat 2: there are seats 0 to 1"),
    (-1, "seat: -1 is not a whole number from 0 on"),
    ([0, 1, 2, 0], "table 2: there is no seat 2, only 0 to 1"),
    ([0, -2, 0, 0], "table 1: there is no seat -2"),
    ([0, 1], "neither a seat nor one for each of 4 tables"),
    ([0.5] * 4, "neither a seat nor one for each of 4 tables"),
]


@pytest.mark.parametrize(("seat", "reason"), BAD_SEATS)
def test_there_is_no_such_seat(seat: Any, reason: str) -> None:
    with pytest.raises(BadSetup, match=reason):
        Tables(FOUR, 4, seed=7).observe(seat)


def test_all_who_choose_at_the_same_time_have_their_moves() -> None:
    tables = Tables(SMALL_GAME, 1, seats=3, seed=4)
    moves = [tables.legal(0, seat) for seat in range(3)]
    assert [len(own) for own in moves] == [2, 2, 2]
    tables.step([moves[0][0]])
    assert tables.seat[0] == 1
    assert [tables.legal(0, seat) for seat in range(3)] == [[], *moves[1:]]


def only_first(legal: Callable[..., int]) -> Callable[..., int]:
    """Leave only the first of the legal moves."""

    @rule
    def first_of(s: Record, seat: int, moves: np.ndarray) -> int:
        return min(1, legal(s, seat, moves))

    return first_of


def test_no_step_ends_two_games_at_one_table() -> None:
    four = find_game(FOUR)
    forced = replace(four, rules=replace(four.rules, legal=only_first(four.rules.legal)))
    tables = Tables(forced, 1, seed=1, skip_forced=True)
    assert tables.mask.sum() == 1  # the move that ends the game is left to us
    for number in range(3):
        assert tables.seed_of(0) == f"1/0/{number}"
        tables.step(tables.sample())
        assert tables.over[0]


def test_arrays_are_the_same_ones_in_every_step_and_others_share_them() -> None:
    tables = Tables("halali", 6, seed=7)
    before = tables.turn
    for array, again in zip(before, tables.step(tables.sample()), strict=True):
        assert array is again
        shared = np.from_dlpack(array)
        assert np.shares_memory(shared, array)
        assert array.ctypes.data % 64 == 0
    mask = np.from_dlpack(tables.mask)
    tables.step(tables.sample())
    assert (mask == tables.mask).all()


class Foreign:
    """An array of another library."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def __dlpack__(self, **wishes: Any) -> Any:
        return self.array.__dlpack__(**wishes)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_moves_come_from_any_library() -> None:
    tables = Tables(FOUR, 3, seed=7)
    tables.step(Foreign(np.array([1, 2, 3], np.int32)))
    tables.step([1, 2, 3])
    tables.step(np.array([1, 2, 3], np.uint8))
    assert [tables.record(table).ply for table in range(3)] == [3, 3, 3]


def test_a_learner_cannot_spoil_a_game() -> None:
    spoiled, kept = (Tables("halali", 4, seed=5) for _ in range(2))
    for _ in range(30):
        moves = kept.sample().copy()
        assert spoiled.sample().tolist() == moves.tolist()
        spoiled.mask[:] = True
        spoiled.seat[:] = 77
        spoiled.over[:] = True
        refused = int(np.flatnonzero(~kept.mask[2])[0])
        with pytest.raises(IllegalMove, match=f"^table 2: move {refused} of seat [01] "):
            spoiled.step(np.where(np.arange(4) == 2, refused, moves))
        kept.step(moves)
        for one, other in zip(spoiled.step(moves), kept.turn, strict=True):
            assert (one == other).all()


BAD_MOVES = [
    ([0, 0, 0], r"^moves: shape \(3,\) where \(4,\) is wanted, one for each table$"),
    ([[0, 0, 0, 0]], r"^moves: shape \(1, 4\) where"),
    ([0.0, 0.0, 0.0, 0.0], "^moves: float64 where whole numbers are wanted$"),
    (["a", "b", "c", "d"], "^moves: <U1 where whole numbers"),
    (np.zeros(4, np.uint64), "^moves: uint64 where int64 or less"),
    ([0, [1], 2, 3], "^moves: .* is no array"),
    (None, r"^moves: shape \(\) where"),
    ([3, 3, 7, 3], "^table 2: move 7 of seat 0 is not legal: There is no such move"),
    ([3, 3, 3, -2], "^table 3: move -2 of seat 0 is not legal"),
    ([3, -(2**40), 3, 3], "^table 1: move -1099511627776 of seat 0 is not legal"),
]


@pytest.mark.parametrize(("moves", "reason"), BAD_MOVES)
def test_bad_moves_get_one_line_and_change_nothing(moves: Any, reason: str) -> None:
    tables = Tables(FOUR, 4, seed=7)
    tables.step([3, 3, 3, 3])
    tables.step([0, 1, 2, 4])
    before = [tables.record(table).tobytes() for table in range(4)]
    shown = [array.copy() for array in tables.turn]
    with pytest.raises(IllegalMove, match=reason) as refusal:
        tables.step(moves)
    assert "\n" not in str(refusal.value)
    assert [tables.record(table).tobytes() for table in range(4)] == before
    for array, kept in zip(tables.turn, shown, strict=True):
        assert (array == kept).all()


def test_the_reason_of_the_game_is_told() -> None:
    tables = Tables(FOUR, 2, seed=7)
    for _ in range(6):
        tables.step([2, -1])
    with pytest.raises(IllegalMove, match=r"^table 0: move 2 of seat 0 is not legal: Column c is"):
        tables.step([2, 2])


BAD_SETUPS: list[tuple[dict[str, Any], type[AllmendeError], str]] = [
    ({"game": "chess"}, UnknownGame, "there is no game 'chess'; known games: "),
    ({"count": 0}, BadSetup, "tables: 0 is not a whole number from 1 on"),
    ({"count": 2.5}, BadSetup, "tables: 2.5 is not a whole number"),
    ({"count": True}, BadSetup, "tables: True is not a whole number"),
    ({"threads": 0}, BadSetup, "threads: 0 is not a whole number from 1 on"),
    ({"seats": 3}, BadSetup, "four-in-a-row is played by 2, not by 3"),
    ({"options": {"wind": "yes"}}, BadSetup, "four-in-a-row has no option 'wind'"),
    ({"seed": "a\nb"}, BadSetup, "seed .*: a seed is a number or a few words in one line"),
]


@pytest.mark.parametrize(("wrong", "error", "reason"), BAD_SETUPS)
def test_bad_setups_get_one_line(
    wrong: dict[str, Any], error: type[AllmendeError], reason: str
) -> None:
    setup: dict[str, Any] = {"game": FOUR, "count": 4, **wrong}
    with pytest.raises(error, match=reason) as refusal:
        Tables(setup.pop("game"), setup.pop("count"), **setup)
    assert "\n" not in str(refusal.value)


BAD_RESETS: list[tuple[Any, dict[str, Any], str]] = [
    ([4], {}, "table 4: there are tables 0 to 3"),
    ([-1], {}, "table -1: there are tables 0 to 3"),
    ([True, False], {}, "neither 4 marks nor a list of tables"),
    ("all", {}, "neither 4 marks nor a list of tables"),
    ([0], {"seed": 5}, "a new seed is for all tables"),
    (None, {"seed": " "}, "a seed is a number or a few words"),
]


@pytest.mark.parametrize(("which", "settings", "reason"), BAD_RESETS)
def test_bad_resets_change_nothing(which: Any, settings: dict[str, Any], reason: str) -> None:
    tables = Tables(FOUR, 4, seed=7)
    tables.step([0, 1, 2, 3])
    with pytest.raises(BadSetup, match=reason):
        tables.reset(which, **settings)
    assert [tables.seed_of(table) for table in range(4)] == [f"7/{table}/0" for table in range(4)]
    assert [tables.record(table).ply for table in range(4)] == [1] * 4


@pytest.mark.parametrize("table", [-1, 4, "x", True])
def test_there_is_no_such_table(table: Any) -> None:
    with pytest.raises(BadSetup, match=r"^table"):
        Tables(FOUR, 4, seed=7).record(table)


@pytest.mark.parametrize("move", [-(2**40), -2, -1, 0, 6, 7, 2**40])
def test_a_game_that_is_over_takes_no_notice_of_any_number(move: int) -> None:
    tables = Tables(FOUR, 1, seed=1, auto_reset=False)
    for column in (0, 1, 0, 1, 0, 1, 0):
        tables.step([column])
    over = tables.record(0)
    assert over.over
    tables.step([move])
    assert tables.record(0).tobytes() == over.tobytes()


@settings(max_examples=25)
@given(data=st.data())
def test_any_moves_are_made_everywhere_or_nowhere(data: st.DataObject) -> None:
    tables = Tables(FOUR, 3, seed=1, auto_reset=False)
    for _ in range(12):
        moves = data.draw(st.lists(st.integers(-2, 7), min_size=3, max_size=3))
        before = [tables.record(table) for table in range(3)]
        legal = [
            move == -1
            or bool(before[table].over)
            or (move in range(7) and tables.mask[table, move])
            for table, move in enumerate(moves)
        ]
        if all(legal):
            tables.step(moves)
            made = [move != -1 and not s.over for move, s in zip(moves, before, strict=True)]
        else:
            with pytest.raises(IllegalMove, match=f"^table {legal.index(False)}: "):
                tables.step(moves)
            made = [False] * 3
        plies = [int(tables.record(table).ply - before[table].ply) for table in range(3)]
        assert plies == made
