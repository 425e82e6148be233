"""What every released version wrote: game files, and a database with tables of all games.

Each folder is named after a version and never changes; a release adds one, see docs/releasing.md.
"""

import gzip
import json
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
EXAMPLES = ("examples/four_in_a_row.py", "examples/poppies.py")
VERSIONS = sorted(path.parent for path in HERE.glob("*/expected.json"))


def files() -> list[Path]:
    """List the game files of all versions."""
    return sorted(HERE.glob("*/files/*.allmende"))


def write_database(version: Path, file: Path) -> None:
    """Write the database of a version."""
    file.parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(file)
    database.executescript(gzip.decompress((version / "tables.sql.gz").read_bytes()).decode())
    database.close()


def expected(version: Path) -> dict[str, Any]:
    """Return what is in the database of a version."""
    facts: dict[str, Any] = json.loads((version / "expected.json").read_text("utf-8"))
    return facts


def take_rules_from(database: Path, tables: Mapping[str, Mapping[str, object]]) -> None:
    """Change in a database what some tables are played by."""
    with closing(sqlite3.connect(database)) as connection, connection:
        for table, changes in tables.items():
            for column, value in changes.items():
                change = f"UPDATE tables SET {column} = ? WHERE id = ?"
                connection.execute(change, (value, table))
