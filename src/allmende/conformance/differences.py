"""What shows a difference, in words: the places of a record, and those of a view."""

from functools import cache
from typing import Any

import numpy as np

from allmende.core.record import Record, own_fields

MOST_NAMED = 4


def who(watcher: int | None) -> str:
    """Name somebody who looks."""
    return "a spectator" if watcher is None else f"seat {watcher}"


Place = tuple[str, int]


def differing_places(s: Record, t: Record) -> list[Place]:
    """List the places where two records differ, by field and index."""
    return [
        (name, at)
        for name in s.dtype.names or ()
        for at in np.flatnonzero(np.ravel(s[name]) != np.ravel(t[name])).tolist()
    ]


def named_places(s: Record, t: Record) -> str:
    """Name the first places where two records differ, as rules spell them, and count the rest."""
    places = differing_places(s, t)
    named = [spelled(s.dtype, place) for place in places[:MOST_NAMED]]
    more = len(places) - len(named)
    return ", ".join(named) + (f" and {more} more" if more else "")


def spelled(dtype: np.dtype[Any], place: Place) -> str:
    """Spell a place as rules do: `points`, `place[3]`, `hand[1, 0]`."""
    name, at = place
    index = [int(i) for i in np.unravel_index(at, dtype[name].shape)] if dtype[name].shape else []
    return f"{name}{index}" if index else name


def path_of_difference(one: Any, two: Any, path: str = "") -> str:
    """Say where two views differ first: `hands[1].cards`."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        name = next(name for name in one if one[name] != two[name])
        return path_of_difference(one[name], two[name], f"{path}.{name}" if path else name)
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        at = next(at for at in range(len(one)) if one[at] != two[at])
        return path_of_difference(one[at], two[at], f"{path}[{at}]")
    return path


def content(s: Record) -> bytes:
    """Return the bytes of the game's own fields."""
    whole = s.tobytes()
    return b"".join([whole[part] for part in own_parts(s.dtype)])


def contents(records: np.ndarray) -> list[bytes]:
    """Return the bytes of the game's own fields of many records."""
    rows = np.ascontiguousarray(records).view(np.uint8).reshape(len(records), -1)
    own = np.concatenate([rows[:, part] for part in own_parts(records.dtype)], axis=1)
    return [row.tobytes() for row in own]


@cache
def own_parts(dtype: np.dtype[Any]) -> list[slice]:
    """Say where in the bytes of a record the game's own fields stand, neighbours as one part."""
    offsets = {name: dtype.fields[name][1] for name in own_fields(dtype)} if dtype.fields else {}
    parts: list[slice] = []
    for name, at in offsets.items():
        beside = bool(parts) and parts[-1].stop == at
        begin = parts.pop().start if beside else at
        parts.append(slice(begin, at + dtype[name].itemsize))
    return parts
