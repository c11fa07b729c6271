"""The results of a run as Parquet files, for those who analyse many (extra `parquet`)."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

from .store import BadRun, Store

# So many rows are held at a time; the file has them in groups of as many.
ROWS = 50_000

# What the columns hold; all others are words.
TYPES = {
    "number": "int32",
    "rules": "int32",
    "value": "float64",
    "turn": "int32",
    "turns": "int32",
    "actions": "int32",
    "seconds": "float64",
    "times": "int32",
}


def write_parquet(store: Store, folder: Path) -> None:
    """Writes a file for each table."""
    try:
        import pyarrow
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        raise BadRun("Parquet needs an extra: pip install 'stavka[parquet]'") from None
    folder.mkdir(parents=True, exist_ok=True)
    for name, heads, rows in store.tables():
        schema = pyarrow.schema([(head, TYPES.get(head, "string")) for head in heads])
        with ParquetWriter(folder / f"{name}.parquet", schema) as file:
            while some := list(islice(rows, ROWS)):
                file.write_table(_table(pyarrow, schema, some))


def _table(pyarrow: Any, schema: Any, rows: list[tuple[Any, ...]]) -> Any:
    columns = zip(*rows, strict=True)
    fields = zip(columns, schema, strict=True)
    return pyarrow.table([pyarrow.array(found, field.type) for found, field in fields], schema)
