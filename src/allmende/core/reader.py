"""Reading documents that people write: every complaint names the field and what would be right."""

from collections.abc import Sequence
from typing import Any

from .errors import PositionError

MISSING = object()


class Reader:
    """Takes fields out of a JSON object and knows which ones nobody asked for."""

    def __init__(self, document: Any, path: str = "") -> None:
        self.path = path
        if not isinstance(document, dict):
            raise self.complaint("", f"{document!r} is not an object with named fields")
        self.left = dict(document)

    def complaint(self, field: str, reason: str) -> PositionError:
        """Make the error for a field."""
        return PositionError(".".join(part for part in (self.path, field) if part), reason)

    def take(self, field: str, default: Any = MISSING) -> Any:
        """Take a field as it is."""
        if field in self.left:
            return self.left.pop(field)
        if default is MISSING:
            raise self.complaint(field, "is missing")
        return default

    def whole(self, field: str, low: int, high: int, default: Any = MISSING) -> int:
        """Take a whole number from `low` to `high`."""
        return self.check_whole(field, self.take(field, default), low, high)

    def check_whole(self, field: str, value: Any, low: int, high: int) -> int:
        """Return `value` if it is a whole number from `low` to `high`."""
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.complaint(field, f"{value!r} is not a whole number from {low} to {high}")
        return value

    def flag(self, field: str, default: Any = MISSING) -> bool:
        """Take true or false."""
        value = self.take(field, default)
        if not isinstance(value, bool):
            raise self.complaint(field, f"{value!r} is neither true nor false")
        return value

    def choice(self, field: str, choices: Sequence[str], default: Any = MISSING) -> int:
        """Take one of the given words and return its index."""
        return self.check_choice(field, self.take(field, default), choices)

    def check_choice(self, field: str, value: Any, choices: Sequence[str]) -> int:
        """Return the index of `value` among the choices."""
        if value not in choices:
            raise self.complaint(field, f"{value!r} is not one of {', '.join(choices)}")
        return choices.index(value)

    def items(self, field: str, length: int | None = None, default: Any = MISSING) -> list[Any]:
        """Take a list, of the given length if one is given."""
        return self.check_items(field, self.take(field, default), length)

    def check_items(self, field: str, value: Any, length: int | None = None) -> list[Any]:
        """Return `value` if it is a list, of the given length if one is given."""
        if not isinstance(value, list):
            raise self.complaint(field, f"{value!r} is not a list")
        if length is not None and len(value) != length:
            raise self.complaint(field, f"has {len(value)} entries instead of {length}")
        return value

    def inner(self, field: str, default: Any = MISSING) -> "Reader":
        """Take an object and return a reader of its fields."""
        return Reader(self.take(field, default), ".".join(p for p in (self.path, field) if p))

    def close(self) -> None:
        """Complain about a field that nobody asked for."""
        for field in self.left:
            raise self.complaint(field, "is not a field of this document")
