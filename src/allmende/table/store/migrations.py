"""The steps to the first released schema, which databases have that were written before it.

They are closed: a change of the schema is a new file in `revisions`.
"""

from sqlalchemy import Connection, text

FIRST = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY,
        game TEXT NOT NULL,
        rules INTEGER NOT NULL,
        seats INTEGER NOT NULL,
        options TEXT NOT NULL,
        hints INTEGER NOT NULL,
        seed TEXT NOT NULL,
        host TEXT NOT NULL,
        created TEXT NOT NULL,
        updated TEXT NOT NULL,
        ply INTEGER NOT NULL,
        waiting INTEGER NOT NULL,
        ending TEXT,
        rematch TEXT
    )
    """,
    """
    CREATE TABLE chairs (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        kind TEXT NOT NULL,
        name TEXT NOT NULL,
        level TEXT,
        resigned INTEGER NOT NULL,
        PRIMARY KEY (table_id, seat)
    )
    """,
    """
    CREATE TABLE holders (
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        device TEXT NOT NULL,
        PRIMARY KEY (table_id, seat, device)
    )
    """,
    "CREATE INDEX holders_by_device ON holders (device)",
    """
    CREATE TABLE invites (
        token TEXT PRIMARY KEY,
        table_id TEXT NOT NULL REFERENCES tables (id),
        seat INTEGER NOT NULL,
        at TEXT NOT NULL
    )
    """,
    "CREATE INDEX invites_by_seat ON invites (table_id, seat)",
    """
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id),
        version INTEGER NOT NULL,
        kind TEXT NOT NULL,
        seat INTEGER NOT NULL,
        number INTEGER NOT NULL,
        client TEXT,
        at TEXT NOT NULL,
        PRIMARY KEY (table_id, version),
        UNIQUE (table_id, client)
    )
    """,
)

CHAT = (
    """
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables (id),
        n INTEGER NOT NULL,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        text TEXT NOT NULL,
        client TEXT NOT NULL,
        at TEXT NOT NULL,
        PRIMARY KEY (table_id, n),
        UNIQUE (table_id, client)
    )
    """,
)

RESULTS = (
    "ALTER TABLE tables ADD COLUMN result TEXT",
    "ALTER TABLE holders ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0",
)

STARTS = ("ALTER TABLE tables ADD COLUMN start TEXT",)

STEPS = (FIRST, CHAT, RESULTS, STARTS)


OUTGROWN = 1_000
"""What stands for the number of steps since there are revisions: programs from before them, which
know none, refuse such a database by it."""


def version_of(connection: Connection) -> int:
    """Return how many steps a database has behind it."""
    connection.execute(text("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)"))
    found = connection.execute(text("SELECT version FROM schema_version")).scalar()
    return int(found or 0)


def take_steps(connection: Connection, up_to: int = len(STEPS)) -> None:
    """Take the steps that a database has not taken yet, in the transaction that is open."""
    version = version_of(connection)
    for step in STEPS[version:up_to]:
        for statement in step:
            connection.execute(text(statement))
    note_version(connection, max(version, up_to))


def note_version(connection: Connection, version: int) -> None:
    """Write down how many steps a database has behind it."""
    connection.execute(text("DELETE FROM schema_version"))
    connection.execute(
        text("INSERT INTO schema_version (version) VALUES (:version)"), {"version": version}
    )
