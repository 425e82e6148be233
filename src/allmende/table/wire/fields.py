"""Reading what clients send: JSON objects whose every field is asked for by name."""

from collections.abc import Sequence
from typing import Any, TypeVar

import orjson

from allmende.core.language import Message

from ..refusal import BAD_REQUEST, WRONG_FIELD, Refusal

MISSING = object()
MOST_SHOWN = 40

Word = TypeVar("Word", bound=str)


def parse(content: str | bytes) -> "Fields":
    """Read a JSON object."""
    try:
        document = orjson.loads(content)  # it takes neither NaN nor half a character
    except ValueError:
        raise Refusal("table.not_json", BAD_REQUEST) from None
    if not isinstance(document, dict):
        raise Refusal("table.not_json", BAD_REQUEST)
    return Fields(document)


class Fields:
    """The fields of an object; knows which ones nobody has asked for."""

    def __init__(self, document: dict[str, Any], path: str = "") -> None:
        self.left = dict(document)
        self.path = path

    def named(self, field: str) -> str:
        """Name a field by its whole path, shortened."""
        return f"{self.path}{field}"[:MOST_SHOWN]

    def wrong(self, field: str, wanted: Message) -> Refusal:
        """Make the refusal of a field, which says what would be right."""
        return Refusal("table.field_wrong", WRONG_FIELD, field=self.named(field), wanted=wanted)

    def take(self, field: str, default: Any = MISSING) -> Any:
        """Take a field as it is."""
        if field in self.left:
            return self.left.pop(field)
        if default is MISSING:
            raise Refusal("table.field_missing", WRONG_FIELD, field=self.named(field))
        return default

    def text(self, field: str, most: int, default: Any = MISSING) -> str:
        """Take a text of 1 to `most` characters that can be shown, without space around it."""
        value = self.take(field, default)
        if isinstance(value, str) and (value == default or is_showable(value.strip(), most)):
            return value.strip()
        raise self.wrong(field, Message("table.wanted_text", most=most))

    def whole(self, field: str, low: int, high: int, default: Any = MISSING) -> int:
        """Take a whole number from `low` to `high`."""
        value = self.take(field, default)
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise self.wrong(field, Message("table.wanted_whole", low=low, high=high))

    def flag(self, field: str, default: Any = MISSING) -> bool:
        """Take yes or no."""
        value = self.take(field, default)
        if isinstance(value, bool):
            return value
        raise self.wrong(field, Message("table.wanted_flag"))

    def choice(self, field: str, choices: Sequence[Word], default: Any = MISSING) -> Word:
        """Take one of the given words."""
        value = self.take(field, default)
        for choice in choices:
            if value == choice:
                return choice
        raise self.wrong(field, Message("table.wanted_choice", choices=", ".join(choices)))

    def inner(self, field: str, default: Any = MISSING) -> "Fields":
        """Take an object."""
        value = self.take(field, default)
        if isinstance(value, dict):
            return Fields(value, f"{self.named(field)}.")
        raise self.wrong(field, Message("table.wanted_object"))

    def objects(self, field: str, most: int) -> list["Fields"]:
        """Take a list of 1 to `most` objects."""
        values = self.take(field)
        fits = isinstance(values, list) and 1 <= len(values) <= most
        if fits and all(isinstance(value, dict) for value in values):
            return [Fields(value, f"{field}[{at}].") for at, value in enumerate(values)]
        raise self.wrong(field, Message("table.wanted_objects", most=most))

    def close(self) -> None:
        """Refuse a field that nobody asked for."""
        for field in self.left:
            raise Refusal("table.field_unknown", WRONG_FIELD, field=self.named(field))


def is_showable(text: str, most: int) -> bool:
    """Tell whether a text has 1 to `most` characters, none of which plays tricks on a screen."""
    return 1 <= len(text) <= most and text.isprintable()
