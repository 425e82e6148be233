"""Names and numbers that follow from one declaration, so that nothing is declared twice."""

from collections.abc import Iterable, Mapping
from enum import IntEnum
from string import ascii_lowercase
from typing import TypeAlias

Options: TypeAlias = Mapping[str, tuple[str, ...]]
"""What can be chosen before a game: each option with its choices, the default first."""


def hyphenated(kinds: type[IntEnum]) -> tuple[str, ...]:
    """Name phases or endings as positions and views do: LAST_TURNS is "last-turns". Each name
    stands at the number of its member."""
    if list(kinds) != list(range(len(kinds))):
        raise ValueError(f"{kinds.__name__}: its members must be numbered 0, 1, 2, …")
    return tuple(name.replace("_", "-") for name in underscored(kinds))


def underscored(kinds: type[IntEnum]) -> tuple[str, ...]:
    """Name components as data files do: EXTRA_ACTION is "extra_action"."""
    return tuple(member.name.lower() for member in kinds)


def field_names(columns: int, rows: int) -> tuple[str, ...]:
    """Name the fields of a board row by row from the bottom: a1, b1, …, a2, …"""
    return tuple(f"{ascii_lowercase[c]}{row + 1}" for row in range(rows) for c in range(columns))


def numbered(versions: Iterable[Options]) -> dict[str, tuple[str, ...]]:
    """Give all options and choices that any version of the rules ever had the numbers under which
    they stand in a record, in the order in which they came: a new version renumbers nothing."""
    found: dict[str, tuple[str, ...]] = {}
    for options in versions:
        for name, choices in options.items():
            before = found.get(name, ())
            found[name] = (*before, *(choice for choice in choices if choice not in before))
    return found


def option_at(options: Options, name: str) -> int:
    """Return where in the header of a record an option stands."""
    return list(options).index(name)


def choice_at(options: Options, name: str, choice: str) -> int:
    """Return the number that stands for a choice of an option."""
    return options[name].index(choice)
