"""Wishes: moves that people put into words, to be found without spelling every move there is.

A game says which few moves a wish may mean; whether it means one of them is decided by spelling
those. So a game may be generous here, and cannot be wrong.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, TypeAlias

Wish: TypeAlias = "str | Mapping[str, Any]"
Index: TypeAlias = dict[tuple[str, ...], list[int]]

MOST_WORDS = 16
"""No move has more words; what stands behind them in a wish is not looked at."""


def words_in(wish: Wish) -> list[str]:
    """List the words of a wish, given as notation or as data, in the order they come."""
    return list(islice(all_words_in(wish), MOST_WORDS))


def all_words_in(wish: Wish) -> Iterable[str]:
    """Yield the words of a wish; lists in data are taken apart."""
    if isinstance(wish, str):
        yield from wish.split()
        return
    for value in wish.values():
        if isinstance(value, list):
            yield from (str(part) for part in value if isinstance(part, str | int))
        elif isinstance(value, str | int):
            yield from str(value).split()


def key_of(words: Iterable[str]) -> tuple[str, ...]:
    """Return what words are looked up by: those who send data need not keep our order."""
    return tuple(sorted(words))


def index_by_words(moves: Iterable[int], data_of: Callable[[int], Mapping[str, Any]]) -> Index:
    """List moves by the words of their data, for a game whose notation has the same words."""
    index: Index = {}
    for move in moves:
        index.setdefault(key_of(words_in(data_of(move))), []).append(move)
    return index


def found_in(index: Index, wish: Wish) -> Sequence[int]:
    """Look a wish up in an index."""
    return index.get(key_of(words_in(wish)), ())
