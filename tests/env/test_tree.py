"""A game as a tree: decisions and draws as nodes, and what each seat remembers there."""

import copy
import pickle
import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

from allmende.core.chance import key_of_seed
from allmende.core.game import Game
from allmende.core.knowledge import information_state
from allmende.core.match import Match, Move
from allmende.core.registry import find_game
from allmende.env.tree import NOBODY, Node, tree_of
from tests.conformance.subjects import KUHN_POKER, POPPIES, SMALL_GAME

KUHN, SMALL = find_game(KUHN_POKER), find_game(SMALL_GAME)
GAMES = [(KUHN, 2), (SMALL, 2), (SMALL, 3), (find_game(POPPIES), 3)]


def all_nodes(node: Node) -> Iterator[Node]:
    """Go through a tree."""
    yield node
    for action in node.legal():
        yield from all_nodes(node.child(action))


def random_path(game: Game, seats: int, seed: int) -> list[Node]:
    """Go down a tree at random."""
    chooser, path = random.Random(seed), [tree_of(game, seats, {}).root]
    while not path[-1].is_over:
        path.append(path[-1].child(chooser.choice(path[-1].legal())))
    return path


def test_kuhn_poker_has_58_nodes_of_which_chance_draws_at_4() -> None:
    nodes = list(all_nodes(tree_of(KUHN, 2, {}).root))
    assert len(nodes) == 58
    assert [node.ways for node in nodes if node.ways] == [3, 2, 2, 2]
    assert sum(node.is_over for node in nodes) == 30
    assert {tuple(node.leads()) for node in nodes} == {
        (float(chips), float(-chips)) for chips in (-2, -1, 0, 1, 2)
    }


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_chance_a_seat_or_the_end_is_next_and_nothing_changes_a_node(
    game: Game, seats: int
) -> None:
    for node in random_path(game, seats, 1):
        before = node.record.tobytes()
        assert (node.seat == NOBODY) == (node.ways > 0 or node.is_over)
        assert len(node.legal()) != 1 or not node.ways
        for action in node.legal():
            node.child(action)
        assert node.record.tobytes() == before
        assert copy.deepcopy(node) is node


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_node_comes_back_from_a_pickle_with_all_that_is_remembered(
    game: Game, seats: int
) -> None:
    path = random_path(game, seats, 2)
    for node in [*path, *(imagine(it) for it in path if it.seat != NOBODY)]:
        again = pickle.loads(pickle.dumps(node))
        assert again.tree is node.tree
        assert again.record.tobytes() == node.record.tobytes()
        assert (again.made, again.script, again.ways) == (node.made, node.script, node.ways)
        if node.is_dealt:
            assert [again.remembers(it) for it in range(seats)] == [
                node.remembers(it) for it in range(seats)
            ]


def imagine(node: Node) -> Node:
    """Imagine a node as the seat that decides there."""
    return node.imagined(node.seat, key_of_seed("imagine"))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_who_imagines_a_node_cannot_tell_it_from_the_true_one(game: Game, seats: int) -> None:
    changed = 0
    for node in random_path(game, seats, 3):
        if node.seat != NOBODY:
            other = imagine(node)
            assert other.remembers(node.seat) == node.remembers(node.seat)
            assert (other.seat, other.legal()) == (node.seat, node.legal())
            changed += other.record.tobytes() != node.record.tobytes()
        else:
            with pytest.raises(ValueError, match="nobody decides here"):
                imagine(node)
    assert changed


def test_seats_remember_exactly_what_an_information_state_holds() -> None:
    together: dict[tuple[int, bytes], set[str]] = defaultdict(set)
    apart: dict[tuple[int, str], set[bytes]] = defaultdict(set)
    for node in all_nodes(tree_of(KUHN, 2, {}).root):
        if node.drawing is None:
            match = Match(KUHN, node.decisions()[0].record, None)
            for decision in node.decisions()[1:]:
                assert decision.made is not None
                match.play(Move(*decision.made, "", {}))
            for seat in range(2):
                state = information_state(match, seat).digest
                together[seat, node.remembers(seat)].add(state)
                apart[seat, state].add(node.remembers(seat))
    assert {len(states) for states in together.values()} == {1}
    assert {len(memories) for memories in apart.values()} == {1}


def test_a_seat_that_chooses_later_does_not_know_what_was_chosen_before() -> None:
    for seed in range(5):
        for node in random_path(SMALL, 3, seed):
            if node.seat == 0:
                seen = {node.child(move).remembers(1) for move in node.legal()}
                own = {node.child(move).remembers(0) for move in node.legal()}
                assert (len(seen), len(own)) == (1, len(node.legal()))


def test_rewards_count_the_seats_behind_less_those_in_front() -> None:
    found = set()
    for seed in range(40):
        path = random_path(SMALL, 3, seed)
        assert path[-2].rewards() == [0, 0, 0]
        places, rewards = SMALL.places(path[-1].record), path[-1].rewards()
        assert sum(rewards) == pytest.approx(0)
        assert sorted(rewards, reverse=True) == [
            reward for _, reward in sorted(zip(places, rewards, strict=True))
        ]
        found.add(tuple(sorted(rewards)))
    assert (-1.0, 0.0, 1.0) in found
    assert (-0.5, -0.5, 1.0) in found
