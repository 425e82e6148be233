"""The words of the players: complete in every language, one line for every level."""

from allmende.bots import guard
from allmende.bots.levels import LEVELS, RANDOM
from allmende.bots.names import NAMES, bot_name
from allmende.bots.speech import BOT_TEXTS
from allmende.cli.choices import OPPONENTS, PEOPLE
from allmende.conformance.catalog import same_keys_everywhere
from allmende.core.advice import FAIRLY_SURE, SURE, UNSURE

MOST_LETTERS = 130
MOST_SEATS = 5


def test_same_keys_and_blanks_in_every_language() -> None:
    same_keys_everywhere(BOT_TEXTS)


def test_no_key_is_missing_or_unused() -> None:
    levels = {f"level.{name}.{what}" for name in (*LEVELS, RANDOM) for what in ("name", "about")}
    levels |= {f"level.{name}.{what}" for name in LEVELS for what in ("kind", "strength")}
    kinds = (guard.CRASH, guard.ILLEGAL, guard.LATE, guard.BUSY)
    incidents = {f"incident.{kind}" for kind in kinds}
    sureness = {f"sureness.{word}" for word in (SURE, FAIRLY_SURE, UNSURE)}
    assert levels | incidents | sureness == set(BOT_TEXTS["en"])


def test_descriptions_are_short_and_honest_sentences() -> None:
    for texts in BOT_TEXTS.values():
        for key, said in texts.items():
            if key.endswith((".about", ".strength")):
                assert said.endswith(".")
                assert len(said) <= MOST_LETTERS


def test_every_bot_at_a_table_has_a_name_of_its_own() -> None:
    assert set(NAMES) == set(LEVELS)
    named = [bot_name(level, seat) for level in LEVELS for seat in range(MOST_SEATS)]
    assert len(set(named)) == len(named)


def test_the_command_line_offers_every_level() -> None:
    assert {*LEVELS, RANDOM, PEOPLE} == set(OPPONENTS)
