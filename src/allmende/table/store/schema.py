"""The tables of the database as statements name them; the migrations make them. Whoever knows these
knows those of the other files too, so that nobody copies or removes only a part of them."""

from sqlalchemy import Column, Float, Integer, LargeBinary, String, Table

from . import meeting_schema as meeting_schema
from . import notice_schema as notice_schema
from . import person_schema as person_schema
from .metadata import METADATA as METADATA
from .metadata import SHARED as SHARED

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", String, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("seed", String, nullable=False),
    Column("host", String, nullable=False),
    Column("created", String, nullable=False),
    Column("updated", String, nullable=False),
    Column("ply", Integer, nullable=False),
    Column("waiting", Integer, nullable=False),
    Column("ending", String),
    Column("rematch", String),
    Column("result", String),
    Column("start", String),
    Column("revision", Integer, nullable=False, default=0),
    Column("proposal", String),
)

CHAIRS = Table(
    "chairs",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("name", String, nullable=False),
    Column("level", String),
    Column("resigned", Integer, nullable=False),
    Column("timed_out", Integer, nullable=False, default=0),
)

HOLDERS = Table(
    "holders",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("device", String, primary_key=True),
    Column("forgotten", Integer, nullable=False, default=0),
    Column("linked", Integer, nullable=False, default=0),
)

INVITES = Table(
    "invites",
    METADATA,
    Column("token", String, primary_key=True),
    Column("table_id", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("at", String, nullable=False),
    Column("used_by", String),
    Column("until", String),
)

EVENTS = Table(
    "events",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("client", String),
    Column("at", String, nullable=False),
    Column("digest", String),
)

CHAT = Table(
    "chat",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("client", String, nullable=False),
    Column("at", String, nullable=False),
)

SEATINGS = Table(
    "seatings",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("kind", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", String, nullable=False),
    Column("other", String, nullable=False),
    Column("at", String, nullable=False),
)

GAMES = Table(
    "games",
    METADATA,
    Column("table_id", String, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("file", String, nullable=False),
)
"""The game file of a table whose game is over, without names: what it says in words outlives the
rules. It holds as long as the version is that of the last event."""

PROCESSES = Table(
    "processes",
    SHARED,
    Column("id", String, primary_key=True),
    Column("until", Float, nullable=False),
    Column("keeps_time", Integer, nullable=False, default=0),
)
"""Who is at work: each process until its lease ends, which it renews all the time; and whether it
has looked at the clocks already."""

HERE = Table(
    "here",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("device", String, primary_key=True),
    Column("process", String, primary_key=True),
    Column("looking", Integer, nullable=False, default=1),
)
"""Which devices are at a table, at which process, and whether anybody sees their pages."""

JOBS = Table(
    "jobs",
    SHARED,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("process", String),
)
"""Where a bot is to think, and which process lets it; none until one has claimed it."""

REVIEWS = Table(
    "reviews",
    SHARED,
    Column("name", String, primary_key=True),
    Column("process", String),
    Column("done", Integer, nullable=False),
    Column("judgement", String),
    Column("made_by", String, nullable=False),
    Column("at", Float, nullable=False),
)
"""What the coach says about a game, or which process lets it think about that."""

FILES = Table(
    "files",
    SHARED,
    Column("name", String, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    Column("seen", Float, nullable=False),
)
"""Game files that people brought. With SQLite they lie in a folder."""
