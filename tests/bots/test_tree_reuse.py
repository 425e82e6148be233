"""Keeping the tree between the small decisions of a turn, where that is sound."""

import allmende
from allmende.bots.search.thinker import Budget, Thinker
from allmende.core.match import Match
from allmende.core.sight import Sight

BUDGET = Budget(iterations=300)


def sight_of(match: Match) -> Sight:
    return Sight(match.game, match.record, match.to_act[0], f"sight {len(match.moves)}")


def think_and_play(thinker: Thinker, match: Match, notation: str) -> None:
    """Think, then play what the test wants, as if the search had wanted it."""
    thinker.think(sight_of(match), BUDGET)
    move = match.play(notation)
    thinker.expect(move.number)


def visits_before(thinker: Thinker, match: Match) -> int:
    """Count the visits that the next thought can build on."""
    sight = sight_of(match)
    if not thinker.go_on(sight):
        return 0
    return sum(thinker.visits_of(sight.seat, move) for move in sight.legal())


def kuhfstein_at_a_free_choice() -> Match:
    match = allmende.new("kuhfstein", 2, seed="reuse")
    while "tile" not in map(str, match.legal(match.to_act[0])):
        match.play(match.legal(match.to_act[0])[0])
    return match


def test_the_tree_is_kept_where_nothing_new_was_seen() -> None:
    match = kuhfstein_at_a_free_choice()
    thinker = Thinker(match.game, "reuse")
    think_and_play(thinker, match, "tile")
    assert visits_before(thinker, match) > 0


def test_the_tree_is_dropped_when_a_card_was_turned_up() -> None:
    match = allmende.new("halali", seed="reuse")
    thinker = Thinker(match.game, "reuse")
    for _ in range(4):
        flip = next(str(move) for move in match.legal() if str(move).startswith("flip"))
        think_and_play(thinker, match, flip)
        assert visits_before(thinker, match) == 0


def test_the_tree_is_dropped_after_another_move_than_expected() -> None:
    match = kuhfstein_at_a_free_choice()
    thinker = Thinker(match.game, "reuse")
    thinker.think(sight_of(match), BUDGET)
    thinker.expect(match.legal()[-1].number)
    match.play("tile")
    assert visits_before(thinker, match) == 0


def test_the_tree_is_dropped_after_taking_back() -> None:
    match = kuhfstein_at_a_free_choice()
    thinker = Thinker(match.game, "reuse")
    think_and_play(thinker, match, "tile")
    match.undo()
    assert visits_before(thinker, match) == 0


def test_another_seat_does_not_inherit_the_tree() -> None:
    match = allmende.new("kuhfstein", 2, seed="reuse")
    thinker = Thinker(match.game, "reuse")
    think_and_play(thinker, match, str(match.legal(match.to_act[0])[0]))
    other = Sight(match.game, match.record, 1 - match.moves[-1].seat, "other")
    assert not thinker.go_on(other)
