"""Random games, ply by ply against a second implementation, written from the rules alone."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from allmende.core.chance import key_of_seed
from allmende.core.record import Record
from allmende.games.kuh_vadis import game
from tests.games.kuh_vadis.reference import Move, ReferenceGame


class Style(NamedTuple):
    """How random players choose: how eager they are to collect, to throw again and to mark."""

    games: int
    collects: float
    stops: float
    declines: float


STYLES = (
    Style(games=14, collects=0.9, stops=0.1, declines=0.0),  # many marks and many further series
    Style(games=6, collects=0.5, stops=0.2, declines=0.1),
    Style(games=3, collects=0.0, stops=0.8, declines=0.8),  # games that end without marks
)
SHEETS = ("random", "mixed")


def choose(moves: list[Move], dice: str, style: Style, chance: random.Random) -> Move:
    """Choose a random move in the style of a player."""
    if ("stop",) in moves:
        if chance.random() < style.stops:
            return ("stop",)
        commonest = Counter(dice).most_common(1)[0][0]
        others = ("reroll", dice.replace(commonest, ""))
        if others in moves and chance.random() < style.collects:
            return others
        return chance.choice(moves)
    if chance.random() < style.declines or len(moves) == 1:
        return ("no mark",)
    return chance.choice([move for move in moves if move != ("no mark",)])


def in_words(s: Record, seat: int, number: int) -> Move:
    """Return a move in the words of the reference, by way of its data."""
    return tuple(game.words.move_data(s, seat, number).values())


def compare(view: dict[str, object], s: Record, reference: ReferenceGame) -> None:
    """Assert that a record and the reference are in the same state."""
    assert view["to_act"] == ([] if reference.ending else [reference.seat])
    assert view["over"] == reference.ending
    assert view["places"] == reference.places()
    assert view["quiet"] == reference.quiet_turns
    assert view["blocked"] == [reference.is_blocked(seat) for seat in (0, 1)]
    assert view["throws_left"] == reference.throws_left
    assert s.marks.tolist() == [
        sum(1 << 7 * row + column for column, row in marks) for marks in reference.marks
    ]


def play_both(seed: str, sheet: str, style: Style) -> Iterator[str]:
    """Play a random game on both sides; yield what was done and how the game ended."""
    s = game.deal(2, key_of_seed(seed), {"sheet": sheet})
    view = game.view(s, None)
    dice = "".join(view["dice"])
    reference = ReferenceGame(view["sheet"], view["sides"], view["to_act"][0], dice)
    chance = random.Random(seed)
    compare(view, s, reference)
    while not s.over:
        seat = game.to_act(s)[0]
        numbers = game.legal_moves(s, seat)
        moves = [in_words(s, seat, number) for number in numbers]
        assert len(set(moves)) == len(moves)
        assert set(moves) == reference.legal()
        move = choose(moves, dice, style, chance)
        game.rules.play(s, seat, numbers[moves.index(move)])
        view = game.view(s, None)
        dice = "".join(view["dice"])
        reference.play(move, dice)
        compare(view, s, reference)
        again = move[0] == "mark" and view["to_act"] == [seat]
        yield "again" if again else move[0]
    assert reference.legal() == set()
    yield str(game.ending(s))


@pytest.mark.parametrize("sheet", SHEETS)
def test_random_games_agree_with_the_reference_after_every_ply(sheet: str) -> None:
    seen: Counter[str] = Counter()
    for style in STYLES:
        for number in range(style.games):
            seen.update(play_both(f"{style} {number}", sheet, style))
    # Only what occurred was compared: make sure that everything did.
    assert set(seen) == {"reroll", "stop", "mark", "no mark", "again", *game.endings}
