"""Copies of plain data, for those who may write into what they get."""

from typing import Any


def fresh(value: Any) -> Any:
    """Copy all lists and objects of a value, all the way down; what they hold stays what it is."""
    if type(value) is dict:
        return {name: fresh(inner) for name, inner in value.items()}
    return [fresh(inner) for inner in value] if type(value) is list else value
