"""Tables in a file of SQLite, for one server on one machine."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..data import newer_format
from . import seating, sql
from .database import Dialect
from .keeping import beside, identity, keep_private, make_private
from .keys import key_file
from .sql import SqlStorage
from .storage import StorageError, check_guest

_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY,
    title TEXT NOT NULL,
    scenario TEXT NOT NULL,
    options TEXT NOT NULL,
    players TEXT NOT NULL,
    seed TEXT NOT NULL,
    beginning TEXT NOT NULL,
    rolled TEXT NOT NULL,
    data TEXT NOT NULL DEFAULT '',
    rules INTEGER NOT NULL DEFAULT 0,
    teaching INTEGER NOT NULL DEFAULT 0,
    dice TEXT NOT NULL DEFAULT '',
    used TEXT NOT NULL DEFAULT '',
    resumed TEXT NOT NULL DEFAULT '',
    created TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS actions (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('choose', 'undo', 'redo')),
    side TEXT NOT NULL,
    action TEXT NOT NULL,
    dice TEXT NOT NULL,
    made TIMESTAMP NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now')),
    PRIMARY KEY (table_id, number)
);
CREATE TABLE IF NOT EXISTS snapshots (
    table_id TEXT NOT NULL REFERENCES tables (id),
    moves INTEGER NOT NULL,
    state TEXT NOT NULL,
    history TEXT NOT NULL DEFAULT '',
    first INTEGER NOT NULL DEFAULT 0,
    actions INTEGER NOT NULL DEFAULT 0,
    rules INTEGER NOT NULL DEFAULT 0,
    digest TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (table_id, moves)
);
CREATE TABLE IF NOT EXISTS remarks (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    speaker TEXT NOT NULL,
    remark TEXT NOT NULL,
    events INTEGER NOT NULL,
    about INTEGER NOT NULL,
    secret_hash TEXT NOT NULL,
    said TIMESTAMP NOT NULL DEFAULT (strftime('%Y-%m-%d %H:%M:%f', 'now'))
);
CREATE INDEX IF NOT EXISTS remarks_of_table ON remarks (table_id);
CREATE TABLE IF NOT EXISTS seen (
    secret_hash TEXT NOT NULL,
    table_id TEXT NOT NULL REFERENCES tables (id),
    side TEXT NOT NULL,
    moves INTEGER NOT NULL,
    PRIMARY KEY (table_id, secret_hash, side)
);
CREATE TABLE IF NOT EXISTS plans (
    table_id TEXT NOT NULL REFERENCES tables (id),
    moves INTEGER NOT NULL,
    side TEXT NOT NULL,
    plan TEXT NOT NULL,
    PRIMARY KEY (table_id, moves, side)
);
CREATE TABLE IF NOT EXISTS settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
"""
FORMAT = 7
# What makes a database of an older format one of the next, beside new tables.
_STEPS = {
    1: "ALTER TABLE tables ADD COLUMN data TEXT NOT NULL DEFAULT ''",
    2: "",
    3: "ALTER TABLE tables ADD COLUMN teaching INTEGER NOT NULL DEFAULT 0",
    4: "ALTER TABLE tables ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE snapshots ADD COLUMN history TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE snapshots ADD COLUMN first INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE snapshots ADD COLUMN actions INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE snapshots ADD COLUMN rules INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE snapshots ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
    # Nobody has noted who looked before.
    5: f"{seating.STEP} ALTER TABLE tables ADD COLUMN dice TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN used TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE tables ADD COLUMN resumed TEXT NOT NULL DEFAULT '';"
    "UPDATE tables SET used = date('now')",
    6: sql.STEP_7,
}


class SqliteStorage(SqlStorage):
    """A file for one server on one machine.

    The journal is a write-ahead log, so that reading does not wait for writing. It is flushed to
    the disk at every commit (`synchronous = FULL`): what a player has seen survives a power cut,
    not only the end of the process, for a few milliseconds that nobody notices at a table.
    """

    dialect = Dialect(
        row="rowid",
        made="rowid",
        players="json_each(players)",
        ended="json_extract(state, '$.ended')",
        numbered="INTEGER PRIMARY KEY",
        skip_locked="",
    )

    def __init__(self, file: Path, *, guest: bool = False) -> None:
        """A guest looks after the games of another program, and makes no database."""
        # One connection for all threads: SQLite writes one thing at a time anyway.
        self._lock = threading.Lock()
        # The database and its journal, as long as nobody takes them away.
        self._files: dict[Path, tuple[int, int] | None] = {}
        try:
            if not guest:
                make_private(file)
            self._connection = sqlite3.connect(file, check_same_thread=False, timeout=10)
            self._prepare(file, guest=guest)
            super().__init__(key_file(file), str(file))
            keep_private(file)
        except (sqlite3.Error, OSError) as error:
            raise StorageError(f"{file}: {error}") from None
        self._files = {found: identity(found) for found in (file, beside(file)[0])}

    def _prepare(self, file: Path, *, guest: bool) -> None:
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {setting}")
        found = format_of(self._connection, file)
        if guest:
            check_guest(found, FORMAT, str(file))
            return
        steps = "".join(f"{_STEPS[old]};" for old in range(found, FORMAT) if found)
        # All of it or nothing, whatever happens meanwhile.
        self._connection.executescript(
            f"BEGIN; {steps} {_SCHEMA} {seating.SCHEMA} {sql.more(self.dialect)}"
            f" PRAGMA user_version = {FORMAT}; COMMIT;"
        )

    def columns(self, name: str) -> list[str]:
        with self.reading() as db:
            return [row[1] for row in db.execute(f"PRAGMA table_info({name})")]

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with self._lock, _errors():
            yield self._connection

    @contextmanager
    def writing(self, table: str = "") -> Iterator[sqlite3.Connection]:
        """One transaction. A file that was deleted can still be written to, as long as it is open,
        and is lost afterwards: nothing is committed to one that is not there any more."""
        with self._lock, _errors(), self._connection as db:
            yield db
            for file, opened in self._files.items():
                if identity(file) != opened:
                    raise StorageError(
                        f"the file of the games is gone: {file} was deleted or replaced; put it"
                        " back, or stop the server and restore a backup"
                    )


def format_of(db: sqlite3.Connection, file: Path) -> int:
    """The format of a database, which this program can read; 0 for one with nothing in it."""
    found: int = db.execute("PRAGMA user_version").fetchone()[0]
    if found not in (0, *_STEPS, FORMAT):
        newer = found > FORMAT
        why = newer_format(found, FORMAT) if newer else "was not written by Stavka"
        raise StorageError(f"{file} {why}")
    return found


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(str(error)) from None
