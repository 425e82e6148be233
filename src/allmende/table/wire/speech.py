"""The words of the table."""

from pathlib import Path

from allmende.core.language import read_texts

TABLE_TEXTS = read_texts(Path(__file__).parent / "text")
