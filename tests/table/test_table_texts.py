"""The words of the table: complete in every language, nothing missing, nothing unused."""

import re
from pathlib import Path

import allmende.table
from allmende.conformance.catalog import same_keys_everywhere
from allmende.table.wire.speech import TABLE_TEXTS


def test_same_keys_and_blanks_in_every_language() -> None:
    same_keys_everywhere(TABLE_TEXTS)


def test_no_key_is_missing_or_unused() -> None:
    sources = Path(allmende.table.__file__).parent.rglob("*.py")
    said = {key for path in sources for key in re.findall(r'"(table\.\w+)"', path.read_text())}
    assert said == set(TABLE_TEXTS["en"])
