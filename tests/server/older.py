"""Databases as older versions have written them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stavka.server.keys import key_file
from stavka.server.sqlite import SqliteStorage

# What each format has brought: columns by table, and whole tables.
COLUMNS: dict[int, dict[str, tuple[str, ...]]] = {
    2: {"tables": ("data",)},
    4: {"tables": ("teaching",)},
    5: {"tables": ("rules",), "snapshots": ("history", "first", "actions", "rules", "digest")},
    6: {
        "tables": ("dice", "used", "resumed"),
        "seats": ("kind", "name", "since", "commitment", "share", "invitation"),
    },
    7: {"seats": ("account",)},
}
TABLES = {
    3: ("remarks", "seen"),
    4: ("plans",),
    6: ("browsers", "proposals", "settings"),
    7: (
        *("results", "ratings", "brought", "began", "offers", "apart", "closings", "bans"),
        *("meters", "passkeys", "challenges", "pushes"),
        *("vacations", "spent", "clocks"),
        *("outbox", "rests", "channels", "devices", "codes", "accounts"),
    ),
}


def make_older(file: Path, format_: int) -> None:
    """Takes out of a database what it had not yet in an older format."""
    if format_ < 6:
        _alone(file)
    with sqlite3.connect(file) as db:
        db.execute("DROP INDEX IF EXISTS seats_of_account")
        for number in range(format_ + 1, max(COLUMNS) + 1):
            for table, columns in COLUMNS.get(number, {}).items():
                for column in columns:
                    db.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            for name in TABLES.get(number, ()):
                db.execute(f"DROP TABLE {name}")
        db.execute(f"PRAGMA user_version = {format_}")
    db.close()


def _alone(file: Path) -> None:
    """Before there were shares the seed was all that the dice followed from, and seats had no
    invitations."""
    storage = SqliteStorage(file)
    with sqlite3.connect(file) as db:
        for (id_,) in db.execute("SELECT id FROM tables").fetchall():
            table = storage.table(id_)
            assert table is not None
            db.execute("UPDATE tables SET seed = ? WHERE id = ?", (table.source().key().hex(), id_))
        db.execute("DELETE FROM seats WHERE kind != 'seat'")
    db.close()
    storage.close()
    key_file(file).unlink()
