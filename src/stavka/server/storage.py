"""What outlives the server: tables, seats, every action, snapshots.

Actions are only ever appended. Together with a table's beginning they are the game; everything
else is computed from them. Snapshots of positions merely spare time. Texts and numbers are kept,
no program's objects, so that any database and any later version can read them.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from ..data import newer_format


class StoredTable(NamedTuple):
    id: str
    title: str
    scenario: str
    options: tuple[str, ...]
    # Side -> who plays it.
    players: dict[str, str]
    seed: bytes
    # The position file that the game began with; empty if it began with the scenario.
    beginning: str = ""
    # Dice that were rolled before the seed took over: those of an imported record.
    rolled: tuple[int, ...] = ()
    # The version of the title's data that it was set up with; empty if nobody knows any more.
    data: str = ""
    # The version of the rules that it was set up with (`Title.rules`); 0 if nobody knows.
    rules: int = 0
    # Whether computer players tell at the end of their turn what they wanted.
    teaching: bool = False


class StoredSeat(NamedTuple):
    # The hash of the seat's secret; the secret itself is not kept.
    key: bytes
    table: str
    sides: tuple[str, ...]


class Action(NamedTuple):
    kind: Literal["choose", "undo", "redo"]
    side: str
    # The choice; for `undo` the number of moves that are left.
    text: str = ""
    dice: tuple[int, ...] = ()


class Snapshot(NamedTuple):
    """A position, as `Position.to_json` writes it, after so many moves."""

    moves: int
    state: bytes
    # What has happened since an earlier snapshot, as `history.Chapter` writes it; empty if nobody
    # has written it down. Then: after how many moves it begins, how many actions there were, and
    # by which version of the rules, and the fingerprint of the position.
    history: bytes = b""
    first: int = 0
    actions: int = 0
    rules: int = 0
    digest: str = ""


# The speaker of what the server itself tells everybody at a table.
NOBODY = ""


class Remark(NamedTuple):
    """Something that was said at a table, or noted by somebody for himself."""

    speaker: str
    text: str
    # How many events had been told by then, and which of them it is about; -1 for none.
    events: int
    about: int = -1
    # The hash of the secret of the seat that alone may read it; empty for everybody.
    seat: bytes = b""


class StoredPlan(NamedTuple):
    """What a computer player wanted, after so many moves, as JSON."""

    moves: int
    side: str
    plan: bytes


class Storage(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def add_table(
        self,
        table: StoredTable,
        seats: Sequence[StoredSeat],
        actions: Sequence[Action],
        remarks: Sequence[Remark] = (),
    ) -> None: ...

    def table(self, id_: str) -> StoredTable | None: ...

    def seat(self, key: bytes) -> StoredSeat | None: ...

    def add_seat(self, seat: StoredSeat, most: int) -> bool:
        """Adds a seat, unless its table has `most` seats of the same sides already."""

    def append(
        self, table: str, number: int, actions: Sequence[Action], snapshots: Sequence[Snapshot]
    ) -> None:
        """Adds actions, the first being action `number` (from 0) of the table.

        Raises StorageError, and changes nothing, if the table has such an action already.
        Snapshots of moves that the actions take back are forgotten.
        """

    def actions(self, table: str, after: int = 0) -> list[Action]:
        """The actions of a table after the first so many."""

    def past(self, table: str) -> list[Snapshot]:
        """The snapshots with a history, in their order."""

    def snapshot(self, table: str, moves: int) -> Snapshot | None:
        """The last snapshot after at most so many moves."""

    def remarks(self, table: str) -> list[Remark]: ...

    def say(self, table: str, remark: Remark) -> None: ...

    def seen(self, table: str) -> dict[tuple[bytes, str], int]:
        """Seat and side -> how many moves have been looked at from there."""

    def see(self, table: str, seat: bytes, side: str, moves: int) -> None: ...

    def plans(self, table: str) -> list[StoredPlan]: ...

    def keep_plan(self, table: str, plan: StoredPlan) -> None:
        """It is forgotten when the moves that led to it are taken back."""

    def without(self, player: str, limit: int) -> list[str]:
        """The tables at which a player does not play and whose game is not over, newest first."""

    def close(self) -> None: ...


class StorageError(Exception):
    """Something could not be stored or read; nothing has changed."""


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
    created TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE IF NOT EXISTS seats (
    secret_hash TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    sides TEXT NOT NULL
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
"""
FORMAT = 5
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
}


class SqliteStorage:
    """A file for one server on one machine.

    The journal is a write-ahead log, so that reading does not wait for writing. It is flushed to
    the disk at every commit (`synchronous = FULL`): what a player has seen survives a power cut,
    not only the end of the process, for a few milliseconds that nobody notices at a table.
    """

    def __init__(self, file: Path) -> None:
        # One connection for all threads: SQLite writes one thing at a time anyway.
        self._lock = threading.Lock()
        try:
            self._connection = sqlite3.connect(file, check_same_thread=False, timeout=10)
            self._prepare(file)
        except sqlite3.Error as error:
            raise StorageError(f"{file}: {error}") from None

    def _prepare(self, file: Path) -> None:
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            self._connection.execute(f"PRAGMA {setting}")
        (found,) = self._connection.execute("PRAGMA user_version").fetchone()
        if found not in (0, *_STEPS, FORMAT):
            newer = found > FORMAT
            why = newer_format(found, FORMAT) if newer else "was not written by Stavka"
            raise StorageError(f"{file} {why}")
        steps = "".join(f"{_STEPS[old]};" for old in range(found, FORMAT) if found)
        # All of it or nothing, whatever happens meanwhile.
        self._connection.executescript(
            f"BEGIN; {steps} {_SCHEMA} PRAGMA user_version = {FORMAT}; COMMIT;"
        )

    def close(self) -> None:
        with self._lock:
            self._connection.close()

    def add_table(
        self,
        table: StoredTable,
        seats: Sequence[StoredSeat],
        actions: Sequence[Action],
        remarks: Sequence[Remark] = (),
    ) -> None:
        with self._lock, _errors(), self._connection as db:
            db.execute(
                "INSERT INTO tables"
                " (id, title, scenario, options, players, seed, beginning, rolled, data, rules,"
                " teaching) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    table.id,
                    table.title,
                    table.scenario,
                    json.dumps(table.options),
                    json.dumps(table.players),
                    table.seed.hex(),
                    table.beginning,
                    json.dumps(table.rolled),
                    table.data,
                    table.rules,
                    table.teaching,
                ),
            )
            db.executemany(
                "INSERT INTO seats (secret_hash, table_id, sides) VALUES (?, ?, ?)",
                [(seat.key.hex(), seat.table, json.dumps(seat.sides)) for seat in seats],
            )
            _insert(db, table.id, 0, actions)
            for remark in remarks:
                _say(db, table.id, remark)

    def table(self, id_: str) -> StoredTable | None:
        found = self._one(
            "SELECT id, title, scenario, options, players, seed, beginning, rolled, data, rules,"
            " teaching FROM tables WHERE id = ?",
            (id_,),
        )
        if found is None:
            return None
        id_, title, scenario, options, players, seed, beginning, rolled, *rest = found
        data, rules, teaching = rest
        return StoredTable(
            id_,
            title,
            scenario,
            tuple(json.loads(options)),
            json.loads(players),
            bytes.fromhex(seed),
            beginning,
            tuple(json.loads(rolled)),
            data,
            rules,
            bool(teaching),
        )

    def seat(self, key: bytes) -> StoredSeat | None:
        found = self._one("SELECT table_id, sides FROM seats WHERE secret_hash = ?", (key.hex(),))
        return StoredSeat(key, found[0], tuple(json.loads(found[1]))) if found else None

    def add_seat(self, seat: StoredSeat, most: int) -> bool:
        sides = json.dumps(seat.sides)
        with self._lock, _errors(), self._connection as db:
            # One statement, so that two who ask at once cannot get past the limit.
            added = db.execute(
                "INSERT INTO seats (secret_hash, table_id, sides) SELECT ?, ?, ?"
                " WHERE (SELECT count(*) FROM seats WHERE table_id = ? AND sides = ?) < ?",
                (seat.key.hex(), seat.table, sides, seat.table, sides, most),
            )
        return added.rowcount == 1

    def append(
        self, table: str, number: int, actions: Sequence[Action], snapshots: Sequence[Snapshot]
    ) -> None:
        left = min((int(a.text) for a in actions if a.kind == "undo"), default=None)
        with self._lock, _errors(), self._connection as db:
            _insert(db, table, number, actions)
            if left is not None:
                for kept in ("snapshots", "plans"):
                    db.execute(
                        f"DELETE FROM {kept} WHERE table_id = ? AND moves > ?", (table, left)
                    )
            db.executemany(
                "INSERT OR REPLACE INTO snapshots"
                " (table_id, moves, state, history, first, actions, rules, digest)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(table, s.moves, s.state.decode(), s.history.decode(), *s[3:]) for s in snapshots],
            )

    def actions(self, table: str, after: int = 0) -> list[Action]:
        with self._lock, _errors():
            rows = self._connection.execute(
                "SELECT kind, side, action, dice FROM actions"
                " WHERE table_id = ? AND number >= ? ORDER BY number",
                (table, after),
            ).fetchall()
        return [
            Action(kind, side, text, tuple(json.loads(dice))) for kind, side, text, dice in rows
        ]

    def snapshot(self, table: str, moves: int) -> Snapshot | None:
        found = self._one(
            "SELECT moves, state FROM snapshots WHERE table_id = ? AND moves <= ?"
            " ORDER BY moves DESC LIMIT 1",
            (table, moves),
        )
        return Snapshot(found[0], found[1].encode()) if found else None

    def past(self, table: str) -> list[Snapshot]:
        with self._lock, _errors():
            rows = self._connection.execute(
                "SELECT moves, state, history, first, actions, rules, digest FROM snapshots"
                " WHERE table_id = ? AND history != '' ORDER BY moves",
                (table,),
            ).fetchall()
        return [
            Snapshot(moves, state.encode(), history.encode(), *rest)
            for moves, state, history, *rest in rows
        ]

    def plans(self, table: str) -> list[StoredPlan]:
        with self._lock, _errors():
            rows = self._connection.execute(
                "SELECT moves, side, plan FROM plans WHERE table_id = ? ORDER BY moves, side",
                (table,),
            ).fetchall()
        return [StoredPlan(moves, side, plan.encode()) for moves, side, plan in rows]

    def keep_plan(self, table: str, plan: StoredPlan) -> None:
        with self._lock, _errors(), self._connection as db:
            db.execute(
                "INSERT OR REPLACE INTO plans (table_id, moves, side, plan) VALUES (?, ?, ?, ?)",
                (table, plan.moves, plan.side, plan.plan.decode()),
            )

    def without(self, player: str, limit: int) -> list[str]:
        # A snapshot is taken when a game ends, and it tells so.
        with self._lock, _errors():
            rows = self._connection.execute(
                "SELECT id FROM tables WHERE NOT EXISTS"
                " (SELECT 1 FROM json_each(players) WHERE json_each.value = ?)"
                " AND (SELECT json_extract(state, '$.ended') FROM snapshots"
                "  WHERE table_id = id ORDER BY moves DESC LIMIT 1) IS NULL"
                " ORDER BY created DESC LIMIT ?",
                (player, limit),
            ).fetchall()
        return [id_ for (id_,) in rows]

    def remarks(self, table: str) -> list[Remark]:
        with self._lock, _errors():
            rows = self._connection.execute(
                "SELECT speaker, remark, events, about, secret_hash FROM remarks"
                " WHERE table_id = ? ORDER BY id",
                (table,),
            ).fetchall()
        return [
            Remark(speaker, text, events, about, bytes.fromhex(key))
            for speaker, text, events, about, key in rows
        ]

    def say(self, table: str, remark: Remark) -> None:
        with self._lock, _errors(), self._connection as db:
            _say(db, table, remark)

    def seen(self, table: str) -> dict[tuple[bytes, str], int]:
        with self._lock, _errors():
            rows = self._connection.execute(
                "SELECT secret_hash, side, moves FROM seen WHERE table_id = ?", (table,)
            ).fetchall()
        return {(bytes.fromhex(key), side): moves for key, side, moves in rows}

    def see(self, table: str, seat: bytes, side: str, moves: int) -> None:
        with self._lock, _errors(), self._connection as db:
            db.execute(
                "INSERT OR REPLACE INTO seen (table_id, secret_hash, side, moves)"
                " VALUES (?, ?, ?, ?)",
                (table, seat.hex(), side, moves),
            )

    def _one(self, query: str, values: tuple[object, ...]) -> tuple[Any, ...] | None:
        with self._lock, _errors():
            row: tuple[Any, ...] | None = self._connection.execute(query, values).fetchone()
        return row


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StorageError(str(error)) from None


def _say(db: sqlite3.Connection, table: str, remark: Remark) -> None:
    db.execute(
        "INSERT INTO remarks (table_id, speaker, remark, events, about, secret_hash)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (table, *remark[:4], remark.seat.hex()),
    )


def _insert(db: sqlite3.Connection, table: str, number: int, actions: Iterable[Action]) -> None:
    db.executemany(
        "INSERT INTO actions (table_id, number, kind, side, action, dice)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [
            (table, n, action.kind, action.side, action.text, json.dumps(action.dice))
            for n, action in enumerate(actions, number)
        ],
    )
