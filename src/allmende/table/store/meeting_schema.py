"""The tables of the database about time, and about people who do not know each other."""

from sqlalchemy import BigInteger, Column, Integer, String, Table

from .metadata import METADATA, SECRET, SHARED

CLOCKS = Table(
    "clocks",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("pace", String, nullable=False),
    Column("clock", String, nullable=False),
    Column("due", BigInteger, index=True),
)
"""The pace of a table and its clock; `due` is when the first flag falls, null while none can."""

TICKS = Table(
    "ticks",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("clock", String, nullable=False),
)
"""The clock as it was written down last at each version of a running game, for those who take
back."""

HOUSE = Table(
    "house",
    METADATA,
    Column("name", String, primary_key=True),
    Column("beat", BigInteger, nullable=False),
    Column("away", BigInteger, nullable=False),
    Column("salt", String, nullable=False),
)
"""One row: when the house was last seen at work while a clock ran, and for how many milliseconds
in all it was not; and what addresses are hashed with."""

VACATIONS = Table(
    "vacations",
    METADATA,
    Column("owner", String, primary_key=True),
    Column("begins", BigInteger, primary_key=True),
    Column("ends", BigInteger, nullable=False),
)

OPENINGS = Table(
    "openings",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("owner", String, nullable=False),
    Column("address", String, nullable=False, info=SECRET),
    Column("language", String, nullable=False),
    Column("level", String, nullable=False),
    Column("seen", BigInteger, nullable=False),
)
"""Tables whose free seats are open to everybody: who opened each, and when that person was last
there; where people come back for each move, until when they count as there. A table that was opened
so stays one where strangers sit."""

STRANGERS = Table(
    "strangers",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("owner", String, nullable=False),
    Column("address", String, nullable=False, info=SECRET),
    Column("talks", Integer, nullable=False),
)
"""Who sits at such a table, and whether they want to talk."""

BLOCKS = Table(
    "blocks",
    METADATA,
    Column("ref", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("blocked", String, nullable=False, index=True, info=SECRET),
    Column("name", String, nullable=False),
    Column("at", String, nullable=False),
)

REPORTS = Table(
    "reports",
    METADATA,
    Column("ref", String, primary_key=True),
    Column("at_table", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("owner", String, nullable=False),
    Column("address", String, nullable=False),
    Column("reporter", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("words", String, nullable=False),
    Column("said", String, nullable=False),
    Column("at", String, nullable=False),
    Column("measure", String),
)
"""What people have reported, for the host of the house; `measure` is what came of it."""

BANS = Table(
    "bans",
    METADATA,
    Column("ref", String, primary_key=True),
    Column("owner", String, nullable=False, index=True),
    Column("address", String, nullable=False, index=True, info=SECRET),
    Column("until", BigInteger, nullable=False),
)

PAIRINGS = Table(
    "pairings",
    SHARED,
    Column("key", String, primary_key=True),
    Column("until", BigInteger, nullable=False),
)
"""Which kind of table somebody is being paired at just now, so that two do not both wait."""
