"""Which process lets a bot think, where several share a database."""

from pathlib import Path

from allmende.table.store import shared
from allmende.table.store.facts import BOT, PERSON, Chair, Deal, Standing
from allmende.table.store.sqlite import open_database
from allmende.table.store.statements import add_table
from allmende.table.tokens import Device

TABLE, BOTS_SEAT, PLY = "Abc", 1, 3


def test_a_process_that_is_behind_leaves_a_bot_to_those_who_know_more(tmp_path: Path) -> None:
    """Another one may have let it think about that position and have moved already."""
    deal = Deal(TABLE, "halali", 1, 2, {}, True, "seed", Device("host"), "then")
    chairs = [Chair(0, PERSON, "Anna"), Chair(BOTS_SEAT, BOT, "")]
    engine = open_database(tmp_path / "tables.sqlite")
    with engine.begin() as c:
        add_table(c, deal, Standing(PLY, 1 << BOTS_SEAT, None), chairs, {})
        assert not shared.claim(c, "behind", TABLE, BOTS_SEAT, PLY - 2)
        assert shared.claim(c, "first", TABLE, BOTS_SEAT, PLY)
        assert shared.claim(c, "first", TABLE, BOTS_SEAT, PLY)
        assert not shared.claim(c, "second", TABLE, BOTS_SEAT, PLY)
        assert shared.claimed(c, "first") == [(TABLE, BOTS_SEAT)]
    engine.dispose()
