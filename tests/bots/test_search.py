"""The search: what it finds, what it repeats, and where it stops."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import allmende
from allmende.bots.search import thinker as thinking
from allmende.bots.search.stirring import stir_chance
from allmende.bots.search.thinker import Budget, Thinker, Thought
from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.match import Match
from allmende.core.registry import find_game, known_games
from allmende.core.sight import Sight
from tests.processes import LAST_RESORT

LATE = 0.05
EXAMPLE = find_game("examples/four_in_a_row.py")


def played(game: Game, *moves: str, seats: int | None = None) -> Match:
    match = allmende.new(game, seats, seed="search")
    for move in moves:
        match.play(move)
    return match


def sight_of(match: Match, seed: str = "sight") -> Sight:
    return Sight(match.game, match.record, match.to_act[0], seed)


def thought(match: Match, iterations: int, seed: str = "a") -> Thought:
    return Thinker(match.game, seed).think(sight_of(match), Budget(iterations=iterations))


def after_some_moves(game: Game, plies: int, seats: int | None = None) -> Match:
    match = allmende.new(game, seats, seed="some moves")
    while len(match.moves) < plies:
        moves = match.legal(match.to_act[0])
        match.play(moves[len(match.moves) % len(moves)])
    return match


def test_takes_a_win() -> None:
    best = thought(played(EXAMPLE, "a", "b", "a", "b", "a", "b"), 400).moves[0]
    assert (best.move, best.win) == (0, 1.0)


def test_prevents_a_loss() -> None:
    assert thought(played(EXAMPLE, "d", "a", "d", "a", "d"), 2000).best == 3


def test_sees_two_moves_ahead() -> None:
    # Two in the middle of an empty row: whoever adds a third with both ends free wins.
    assert thought(played(EXAMPLE, "d", "d", "e", "e"), 5000).best in (2, 5)


@pytest.mark.parametrize("name", known_games())
def test_the_same_seed_thinks_the_same(name: str) -> None:
    match = after_some_moves(find_game(name), 6)
    one, two, other = (thought(match, 300, seed).moves for seed in ("a", "a", "b"))
    assert one == two
    assert one != other


def test_pieces_do_not_change_the_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    match = after_some_moves(find_game("halali"), 10)
    whole = thought(match, 500).moves
    monkeypatch.setattr(thinking, "PIECE_SECONDS", 1e-6)
    assert thought(match, 500).moves == whole


def test_every_legal_move_is_considered() -> None:
    match = after_some_moves(find_game("halali"), 10)
    moves = {found.move for found in thought(match, 500).moves}
    assert moves == {move.number for move in match.legal()}


def test_visits_add_up_and_values_are_chances() -> None:
    found = thought(after_some_moves(find_game("stieren_versieren"), 12), 500)
    assert sum(move.visits for move in found.moves) == found.iterations
    assert all(0 <= move.win <= 1 and 0 <= move.reward <= 1 for move in found.moves)
    assert [move.visits for move in found.moves] == sorted(
        (move.visits for move in found.moves), reverse=True
    )


def test_stops_early_once_nothing_can_change() -> None:
    match = played(EXAMPLE, "a", "b", "a", "b", "a", "b")
    budget = Budget(seconds=LAST_RESORT, iterations=1_000_000)  # so many that it looks in between
    found = Thinker(EXAMPLE, "early").think(sight_of(match), budget)
    assert found.iterations < 0.8 * budget.iterations


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3])
def test_is_never_late(seconds: float) -> None:
    """Time on the processor, so that a busy machine does not count as lateness."""
    match = after_some_moves(find_game("kuhfstein"), 20)
    thinker = Thinker(match.game, "clock")
    began = time.thread_time()
    thinker.think(sight_of(match), Budget(seconds=seconds))
    assert time.thread_time() - began < seconds + LATE


def test_can_be_stopped() -> None:
    match = after_some_moves(find_game("halali"), 4)
    thinker = Thinker(match.game, "stop")
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(thinker.think, sight_of(match), Budget(seconds=LAST_RESORT))
        while not thinker.tree.filled[0]:
            time.sleep(0.001)
        thinker.stop()
        found = running.result()
    assert found.seconds < LAST_RESORT / 2
    assert found.moves


def test_a_budget_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="a budget needs a limit"):
        Budget()
    with pytest.raises(ValueError, match="no thought without an iteration"):
        Budget(iterations=0)


def test_goes_on_when_the_tree_is_full() -> None:
    match = after_some_moves(find_game("halali"), 4)
    thinker = Thinker(match.game, "full", nodes=64)
    found = thinker.think(sight_of(match), Budget(iterations=500))
    assert thinker.tree.filled[0] == 64
    assert found.iterations == 500


def test_a_move_is_never_visited_without_having_been_on_offer() -> None:
    match = after_some_moves(find_game("stieren_versieren"), 10)
    thinker = Thinker(match.game, "offers")
    thinker.think(sight_of(match), Budget(iterations=2000))
    nodes = thinker.tree.nodes
    assert (nodes["visits"] <= nodes["offers"]).all()
    assert (nodes["visits"] < nodes["offers"]).any()


def test_two_thinkers_do_not_disturb_each_other() -> None:
    match = after_some_moves(find_game("halali"), 10)
    alone = [thought(match, 2000, seed).moves for seed in ("a", "b")]
    start = threading.Barrier(2)

    def at_once(seed: str) -> Thought:
        start.wait()
        return thought(match, 2000, seed)

    with ThreadPoolExecutor(2) as pool:
        together = [found.moves for found in pool.map(at_once, ("a", "b"))]
    assert together == alone


@pytest.mark.parametrize("name", known_games())
def test_no_secret_changes_a_thought(name: str) -> None:
    """Two tables that differ in what a seat cannot know get the same answer from it."""
    game = find_game(name)
    for plies in (3, 9, 20):
        match = after_some_moves(game, plies, max(game.seats))
        seat = match.to_act[0]
        twin = game.veiled(match.record, seat, "another truth")
        answers = [
            Thinker(game, "a").think(Sight(game, truth, seat, "sight"), Budget(iterations=200))
            for truth in (match.record, twin)
        ]
        assert answers[0].moves == answers[1].moves


def test_a_secret_choice_is_made_by_each_seat_for_itself() -> None:
    match = after_some_moves(find_game("stieren_versieren"), 0, 3)
    while len(match.to_act) == 1:
        match.play(match.legal()[0])
    for seat in match.to_act:
        sight = Sight(match.game, match.record, seat, "choice")
        found = Thinker(match.game, "choice").think(sight, Budget(iterations=300))
        assert found.best in sight.legal()


def test_every_imagined_game_has_its_own_chance() -> None:
    """All words differ from game to game, and each bit is set in about half of them."""
    games, words = 4_000, np.zeros(12, np.uint32)
    filled = []
    for index in range(games):
        stir_chance(key_of_seed("imagined"), index, words)
        filled.append(words.copy())
    for column in np.array(filled).T.copy():
        assert len(set(column.tolist())) == games
        share = np.unpackbits(column.view(np.uint8).reshape(games, -1), axis=1).mean(axis=0)
        assert (np.abs(share - 0.5) < 0.05).all()
