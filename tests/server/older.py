"""Databases as older versions have written them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

# What each format has brought: columns by table, and whole tables.
COLUMNS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {"tables": ("data",)},
    4: {"tables": ("teaching",)},
    5: {"tables": ("rules",), "snapshots": ("history", "first", "actions", "rules", "digest")},
}
TABLES = {3: ("remarks", "seen"), 4: ("plans",)}


def make_older(file: Path, format_: int) -> None:
    """Takes out of a database what it had not yet in an older format."""
    with sqlite3.connect(file) as db:
        for number in range(format_ + 1, max(COLUMNS) + 1):
            for table, columns in COLUMNS.get(number, {}).items():
                for column in columns:
                    db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            for name in TABLES.get(number, ()):
                db.execute(f"DROP TABLE {name}")
        db.execute(f"PRAGMA user_version = {format_}")
    db.close()
