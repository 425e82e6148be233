"""The odds of the dice, exact, with the best choice of dice to throw again after each throw.

The choices are those that the game offers: were one missing, the odds would be lower.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import pytest

from allmende.games.kuh_vadis import game
from allmende.games.kuh_vadis.state import Phase
from tests.games.kuh_vadis.positions import table

FACES = "12345K"
THROWS = ["".join(dice) for dice in combinations_with_replacement(FACES, 5)]

Aim = Callable[[str], bool]
Odds = dict[str, Fraction]


def outcomes(count: int) -> list[tuple[str, Fraction]]:
    """List what some dice can show, in any order, and how likely it is."""
    found = []
    for faces in combinations_with_replacement(FACES, count):
        orders = factorial(count) // prod(factorial(equal) for equal in Counter(faces).values())
        found.append(("".join(faces), Fraction(orders, len(FACES) ** count)))
    return found


OUTCOMES = [outcomes(count) for count in range(6)]


@cache
def choices() -> dict[str, list[str]]:
    """For each throw list what may be kept, from the moves that the game offers."""
    s = table("12345", throws_left=1).record.copy()
    assert s.phase == Phase.THROW
    kept: dict[str, list[str]] = {}
    for dice in THROWS:
        s.dice[:] = [FACES.index(face) for face in dice]
        faces = [
            game.words.move_data(s, 0, move).get("faces", "") for move in game.legal_moves(s, 0)
        ]
        kept[dice] = ["".join((Counter(dice) - Counter(thrown)).elements()) for thrown in faces]
    return kept


def in_order(dice: str) -> str:
    """Put dice in order."""
    return "".join(sorted(dice))


def odds(aim: Aim) -> Fraction:
    """Return how likely an aim is reached in a series of three throws."""
    after_throw: Odds = {dice: Fraction(aim(dice)) for dice in THROWS}
    for _ in range(2):
        keeping = {
            kept: sum(
                (odd * after_throw[in_order(kept + thrown)] for thrown, odd in OUTCOMES[5 - size]),
                Fraction(0),
            )
            for size in range(6)
            for kept, _ in OUTCOMES[size]
        }
        after_throw = {dice: max(keeping[kept] for kept in choices()[dice]) for dice in THROWS}
    return sum((odd * after_throw[dice] for dice, odd in OUTCOMES[5]), Fraction(0))


def most_of(dice: str) -> int:
    """Count the dice that show the commonest face."""
    return max(Counter(dice).values())


def is_a_mark(dice: str) -> bool:
    """Whether the dice would let one mark a field of a bare sheet."""
    return dice.count("K") >= 2 or any(dice.count(number) >= 3 for number in "12345")


@pytest.mark.parametrize(
    ("aim", "percent"),
    [
        (lambda dice: dice.count("K") >= 2, 69.9),
        (lambda dice: dice.count("4") >= 3, 35.5),
        (lambda dice: dice.count("4") >= 4, 10.4),
        (is_a_mark, 87.3),
        (lambda dice: most_of(dice) >= 4, 29.1),
    ],
    ids=["two cows", "three of a number", "four of a face", "any mark", "any four of a kind"],
)
def test_the_odds_of_a_series(aim: Aim, percent: float) -> None:
    assert round(float(100 * odds(aim)), 1) == percent


def test_two_cows_are_as_likely_as_a_formula_says() -> None:
    miss = Fraction(5, 6) ** 3  # a die that shows no cow in three throws
    formula = 1 - miss**5 - 5 * (1 - miss) * miss**4
    assert odds(lambda dice: dice.count("K") >= 2) == formula


def test_a_mark_is_possible_exactly_with_the_dice_that_the_rulebook_names() -> None:
    s = table("12345").record.copy()
    for dice in THROWS:
        s.dice[:] = [FACES.index(face) for face in dice]
        assert (len(game.legal_moves(s, 0)) > 1) == is_a_mark(dice)
