"""Component data that people can replace by their own: a deck, a track, a sheet.

A record carries what its rules need of the data, and the number of the document it came from, so
that a position or a game file can show the whole document again.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .errors import AllmendeError, PositionError
from .language import LANGUAGES
from .record import Record

DEFAULT_DATA = 0
NUMBER_BITS = 63


class DataError(AllmendeError):
    """A data file is not what the game needs."""


@dataclass(frozen=True)
class Equipment:
    """The data of a game: the document it ships with, and how a document gets into a record."""

    document: Any
    equip: Callable[[Record, Any], None]
    """Check a document and write it into a fresh record; raise DataError with entry and field."""

    def put_into(self, s: Record, document: Any = None) -> None:
        """Equip a fresh record with a document, or with the one the game ships with."""
        own = document is not None and document != self.document
        self.equip(s, document if own else self.document)
        s.data_number = remember(document) if own else DEFAULT_DATA

    def of(self, s: Record) -> Any:
        """Return the document that a record was equipped with."""
        return self.numbered(int(s.data_number))

    def numbered(self, number: int) -> Any:
        """Return the document of a number."""
        return self.document if number == DEFAULT_DATA else _documents[number]


_documents: dict[int, Any] = {}


def remember(document: Any) -> int:
    """Number a document by its content, and keep it."""
    text = json.dumps(document, sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(text.encode()).digest()
    number = int.from_bytes(digest, "big") >> (8 * len(digest) - NUMBER_BITS)
    _documents[number] = document
    return number


def read_document(path: Path) -> Any:
    """Read a data file."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise DataError(f"{path}: cannot be read: {trouble.strerror}") from None
    except ValueError as trouble:
        raise DataError(f"{path}: this is not a JSON document: {trouble}") from None


@contextmanager
def naming(entry: str) -> Iterator[None]:
    """Turn a complaint about a field into one about the field of an entry."""
    try:
        yield
    except PositionError as trouble:
        where = f"{entry}, field '{trouble.field}'" if trouble.field else entry
        raise DataError(f"{where}: {trouble.reason}") from None


def refuse(entry: str, field: str, reason: str) -> DataError:
    """Make the error for a field of an entry."""
    return DataError(f"{entry}, field '{field}': {reason}")


def check_label(label: Any) -> None:
    """Demand a text, or a text for each language."""
    texts = list(label.values()) if isinstance(label, dict) else [label]
    known = set(label) == set(LANGUAGES) if isinstance(label, dict) else True
    if not known or not all(isinstance(text, str) and text.strip() for text in texts):
        raise refuse("the document", "label", f"must be a text, or one for {', '.join(LANGUAGES)}")


def label_in(label: Any, language: str) -> str:
    """Return a label in a language; one that is a single text goes for all."""
    return str(label[language] if isinstance(label, dict) else label)


def label_of(document: Any) -> Any:
    """Return the label of a document, copied."""
    label = document["label"]
    return dict(label) if isinstance(label, dict) else label
