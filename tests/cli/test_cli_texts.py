"""The words of the command line: complete in every language, nothing missing, nothing unused."""

from pathlib import Path

import allmende.cli
from allmende.cli.speech import CLI_TEXTS
from allmende.conformance.catalog import keys_in_sources, same_keys_everywhere
from allmende.core.language import CORE_TEXTS


def test_same_keys_and_blanks_in_every_language() -> None:
    same_keys_everywhere(CLI_TEXTS)


def test_no_key_is_missing_or_unused() -> None:
    literal, _ = keys_in_sources(Path(allmende.cli.__file__).parent)
    known_elsewhere = {"game.title", "game.about", *CORE_TEXTS["en"]}
    assert literal - known_elsewhere == set(CLI_TEXTS["en"])


def test_keys_carry_the_prefix() -> None:
    assert all(key.startswith("cli.") for key in CLI_TEXTS["en"])
