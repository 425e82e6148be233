"""Parquet files that grow row group by row group. The same rows make the same bytes: row groups
have a fixed size, however the rows come, and nothing in the file tells when it was written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from allmende.core.errors import BadSetup

from .columns import SCHEMA_VERSION, Column
from .staged import Stage, writing

if TYPE_CHECKING:
    import pyarrow

ENDING = ".parquet"
ROWS_IN_A_GROUP = 1 << 15
COMPRESSION = "zstd"


def arrow() -> Any:
    """Return the library that writes Parquet, which only those need who write it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise BadSetup("writing Parquet needs pyarrow: pip install 'allmende[data]'") from None
    return pyarrow


class RowWriter:
    """Writes rows to a file; at most a row group of them waits in memory."""

    def __init__(self, path: Path, schema: pyarrow.Schema, writer: Any) -> None:
        self.path, self.schema, self.writer = path, schema, writer
        self.waiting: list[pyarrow.Table] = []
        self.held = 0
        self.most_held = 0

    def add(self, columns: Mapping[str, Any]) -> None:
        """Add rows, given as a column of values for each name."""
        arrays = [
            column
            if isinstance(column := columns[field.name], arrow().Array | arrow().ChunkedArray)
            else arrow().array(column, field.type)
            for field in self.schema
        ]
        table = arrow().Table.from_arrays(arrays, schema=self.schema)
        self.waiting.append(table)
        self.held += len(table)
        self.most_held = max(self.most_held, self.held)
        while self.held >= ROWS_IN_A_GROUP:
            self.write_group(ROWS_IN_A_GROUP)

    def write_group(self, rows: int) -> None:
        """Write the first of the waiting rows as one row group."""
        together = arrow().concat_tables(self.waiting)
        with writing(self.path):
            self.writer.write_table(together.slice(0, rows).combine_chunks(), row_group_size=rows)
        self.waiting = [together.slice(rows)]
        self.held -= rows

    def finish(self) -> None:
        """Write what is left."""
        if self.held:
            self.write_group(self.held)


def schema_of(kind: str, columns: Sequence[Column], facts: Mapping[str, str]) -> pyarrow.Schema:
    """Return the schema of a file, with what holds for all of its rows."""
    pa = arrow()
    simple = {
        "string": pa.string(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "double": pa.float64(),
    }
    types = simple | {f"list<{name}>": pa.list_(kind) for name, kind in simple.items()}
    about = {"allmende.schema": f"{kind} {SCHEMA_VERSION}"}
    about |= {f"allmende.{name}": value for name, value in facts.items()}
    fields = [pa.field(column.name, types[column.type]) for column in columns]
    return pa.schema(fields, metadata=about)


@contextmanager
def parquet_file(
    stage: Stage,
    path: Path,
    kind: str,
    columns: Sequence[Column],
    facts: Mapping[str, str],
    force: bool = False,
) -> Iterator[RowWriter]:
    """Yield what writes rows to a file; all of them are written at the end."""
    pa = arrow()
    schema = schema_of(kind, columns, facts)
    file = stage.file(path, ENDING, force)
    with pa.parquet.ParquetWriter(file, schema, compression=COMPRESSION) as writer:
        rows = RowWriter(path, schema, writer)
        yield rows
        rows.finish()
