"""The results of an experiment: one SQLite file a run, which only grows.

A cell and the number of a game are the key of everything, so that to go on is to play what is not
there. Whoever gives out the games writes, one transaction a batch; nothing is ever changed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..data import newer_format
from .experiment import Cell, Experiment, Outputs
from .games import Fights, Holder, Played, Sample

# 2: who holds which place.
FORMAT = 2

_SCHEMA = """
CREATE TABLE run (experiment BLOB NOT NULL, began TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE cells (id TEXT PRIMARY KEY, number INTEGER NOT NULL, cell BLOB NOT NULL);
CREATE TABLE games (
    cell TEXT NOT NULL REFERENCES cells, number INTEGER NOT NULL, winner TEXT NOT NULL,
    level TEXT NOT NULL, value REAL NOT NULL, turns INTEGER NOT NULL, actions INTEGER NOT NULL,
    seconds REAL NOT NULL, digest TEXT NOT NULL, error TEXT NOT NULL, control BLOB NOT NULL,
    PRIMARY KEY (cell, number)
) WITHOUT ROWID;
CREATE TABLE turns (
    cell TEXT NOT NULL, number INTEGER NOT NULL, turn INTEGER NOT NULL, name TEXT NOT NULL,
    side TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY (cell, number, turn, name, side)
) WITHOUT ROWID;
CREATE TABLE holders (
    cell TEXT NOT NULL, number INTEGER NOT NULL, turn INTEGER NOT NULL, place TEXT NOT NULL,
    side TEXT NOT NULL, PRIMARY KEY (cell, number, turn, place)
) WITHOUT ROWID;
CREATE TABLE fights (
    cell TEXT NOT NULL, number INTEGER NOT NULL, turn INTEGER NOT NULL, hex TEXT NOT NULL,
    times INTEGER NOT NULL, PRIMARY KEY (cell, number, turn, hex)
) WITHOUT ROWID;
CREATE TABLE records (
    cell TEXT NOT NULL, number INTEGER NOT NULL, record TEXT NOT NULL, PRIMARY KEY (cell, number)
) WITHOUT ROWID;
"""
# Games that have come to something else when they were played again: none, if all is well, and so
# there is no table either before there is one.
_DIFFERENCES = """
CREATE TABLE IF NOT EXISTS differences (
    cell TEXT NOT NULL, number INTEGER NOT NULL, first TEXT NOT NULL, again TEXT NOT NULL
)
"""
_TABLES = ("run", "cells", "games", "turns", "holders", "fights", "records")


class BadRun(Exception):
    """A file that is no run, or of another experiment."""


class Difference(NamedTuple):
    """A game that has come to something else when it was played again."""

    # Its name.
    cell: str
    number: int
    first: str
    again: str

    def __str__(self) -> str:
        return (
            f"{self.cell}, game {self.number}: two machines have played it differently, one to "
            f"{self.first}, the other to {self.again}; neither can be trusted"
        )


class Store:
    def __init__(self, file: Path, db: sqlite3.Connection, version: int = FORMAT) -> None:
        self.file = file
        self._db = db
        self._version = version

    @classmethod
    def create(cls, file: Path, experiment: Experiment) -> Store:
        """A new run, or one of the same cells to go on with: it may be of more games now."""
        if file.exists() and not _is_blank(file):
            store = cls.open(file)
            known = store.experiment()
            if store._version < FORMAT or games_of(known) != games_of(experiment):
                store.close()
                raise BadRun(
                    f"{file} is a run of another experiment, or of other rules, data or players: "
                    "name another file"
                )
            if known != experiment:
                with store._db as db:
                    _write_down(db, experiment)
            return store
        db = sqlite3.connect(file)
        # Whatever happens, a batch is there or it is not; readers do not wait.
        db.execute("PRAGMA journal_mode = WAL")
        triggers = "".join(
            f"CREATE TRIGGER no_{what.lower()}_{table} BEFORE {what} ON {table} BEGIN"
            " SELECT RAISE(ABORT, 'results are not changed'); END;"
            for table in _TABLES
            for what in ("UPDATE", "DELETE")
        )
        # A script does not end the transaction that it begins: whoever is killed meanwhile leaves
        # nothing that looks like a run.
        with db:
            db.executescript(f"BEGIN; {_SCHEMA} {triggers} PRAGMA user_version = {FORMAT};")
            db.executemany(
                "INSERT INTO cells VALUES (?, ?, ?)",
                [(cell.id, n, _packed(cell)) for n, cell in enumerate(experiment.cells)],
            )
            _write_down(db, experiment)
        return cls(file, db)

    @classmethod
    def open(cls, file: Path) -> Store:
        """A run that is there."""
        if not file.is_file():
            raise BadRun(f"there is no file {file}")
        db = sqlite3.connect(file)
        try:
            (version,) = db.execute("PRAGMA user_version").fetchone()
            db.execute("SELECT experiment FROM run")
        except sqlite3.DatabaseError:
            db.close()
            raise BadRun(f"{file} is no run of an experiment") from None
        if version > FORMAT:
            db.close()
            raise BadRun(f"{file} {newer_format(version, FORMAT)}")
        return cls(file, db, version)

    def close(self) -> None:
        self._db.close()

    def experiment(self) -> Experiment:
        """As it was when the run was last gone on with."""
        last = "SELECT experiment FROM run ORDER BY rowid DESC LIMIT 1"
        (packed,) = self._db.execute(last).fetchone()
        return msgspec.json.decode(packed, type=Experiment)

    def began(self) -> str:
        (began,) = self._db.execute("SELECT min(began) FROM run").fetchone()
        return str(began)

    def add(self, cell: Cell, games: Iterable[Played]) -> None:
        """Stores games, all or none of them. What is there already stays as it is."""
        games = list(games)
        with self._db as db:
            for game in games:
                self._add(db, cell.id, game)

    def _add(self, db: sqlite3.Connection, cell: str, game: Played) -> None:
        row = (cell, game.number, game.winner, game.level, game.value, game.turns, game.actions)
        more = (round(game.seconds, 4), game.digest, game.error, _packed(game.control))
        new = db.execute(
            f"INSERT OR IGNORE INTO games VALUES ({', '.join('?' * 11)})", (*row, *more)
        )
        if not new.rowcount:
            return
        key = (cell, game.number)
        db.executemany(
            "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?)", [(*key, *one) for one in game.samples]
        )
        db.executemany(
            "INSERT INTO holders VALUES (?, ?, ?, ?, ?)", [(*key, *one) for one in game.holders]
        )
        db.executemany(
            "INSERT INTO fights VALUES (?, ?, ?, ?, ?)", [(*key, *one) for one in game.fights]
        )
        if game.record:
            db.execute("INSERT INTO records VALUES (?, ?, ?)", (*key, game.record))

    def compare(self, cell: Cell, games: Iterable[Played]) -> None:
        """Notes which games have come to something else than those that are stored."""
        known = {game.number: _ending(game) for game in self.games(cell)}
        found = [
            (cell.id, game.number, known[game.number], _ending(game))
            for game in games
            if _ending(game) != known.get(game.number, _ending(game))
        ]
        if found:
            with self._db as db:
                db.execute(_DIFFERENCES)
                db.executemany("INSERT INTO differences VALUES (?, ?, ?, ?)", found)

    def differences(self) -> list[Difference]:
        """Games that were played twice and differ."""
        there = "SELECT name FROM sqlite_master WHERE name = 'differences'"
        if self._db.execute(there).fetchone() is None:
            return []
        names = {cell.id: cell.name for cell in self.experiment().cells}
        rows = self._db.execute("SELECT * FROM differences ORDER BY rowid")
        return [Difference(names[cell], *rest) for cell, *rest in rows]

    def numbers(self, cell: Cell) -> set[int]:
        """The games of a cell that have been played."""
        found = self._db.execute("SELECT number FROM games WHERE cell = ?", (cell.id,))
        return {number for (number,) in found}

    def games(self, cell: Cell) -> list[Played]:
        """The games of a cell in their order, without what was sampled."""
        rows = self._db.execute(
            "SELECT number, winner, level, value, turns, actions, seconds, digest, error, control"
            " FROM games WHERE cell = ? ORDER BY number",
            (cell.id,),
        )
        return [_game(*row) for row in rows]

    def samples(self, cell: Cell) -> Iterator[tuple[int, Sample]]:
        rows = self._db.execute(
            "SELECT number, turn, name, side, value FROM turns WHERE cell = ?"
            " ORDER BY number, turn, name, side",
            (cell.id,),
        )
        for number, *sample in rows:
            yield number, Sample(*sample)

    def holders(self, cell: Cell) -> Iterator[tuple[int, Holder]]:
        """Who came to hold which place in each game of a cell, in the order of the turns."""
        if self._version < 2:
            return
        rows = self._db.execute(
            "SELECT number, turn, place, side FROM holders WHERE cell = ?"
            " ORDER BY number, turn, place",
            (cell.id,),
        )
        for number, *holder in rows:
            yield number, Holder(*holder)

    def fights(self, cell: Cell) -> Iterator[Fights]:
        """How often each hex was attacked in each turn, in all games of a cell."""
        rows = self._db.execute(
            "SELECT turn, hex, sum(times) FROM fights WHERE cell = ? GROUP BY turn, hex"
            " ORDER BY turn, hex",
            (cell.id,),
        )
        for row in rows:
            yield Fights(*row)

    def tables(self) -> Iterator[tuple[str, list[str], Iterator[tuple[Any, ...]]]]:
        """Everything but the records, table by table, for other programs."""
        columns = {
            "cells": "id, number, json_extract(cell, '$.name') AS name,"
            " json_extract(cell, '$.scenario') AS scenario,"
            " json_extract(cell, '$.players') AS players,"
            " json_extract(cell, '$.overlay') AS overlay, json_extract(cell, '$.rules') AS rules,"
            " json_extract(cell, '$.data') AS data, json_extract(cell, '$.program') AS program",
            "games": "cell, number, winner, level, value, turns, actions, seconds, digest, error",
            "turns": "cell, number, turn, name, side, value",
            "holders": "cell, number, turn, place, side",
            "fights": "cell, number, turn, hex, times",
        }
        if self._version < 2:
            del columns["holders"]
        for name, wanted in columns.items():
            rows = self._db.execute(f"SELECT {wanted} FROM {name}")
            yield name, [column[0] for column in rows.description], rows

    def records(self, cell: Cell) -> Iterator[tuple[int, str]]:
        yield from self._db.execute(
            "SELECT number, record FROM records WHERE cell = ? ORDER BY number", (cell.id,)
        )


def _is_blank(file: Path) -> bool:
    """Whether whoever wanted to make a run was stopped before there was one."""
    db = sqlite3.connect(file)
    try:
        (found,) = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        return int(found) == 0
    except sqlite3.DatabaseError:
        return False
    finally:
        db.close()


def _write_down(db: sqlite3.Connection, experiment: Experiment) -> None:
    db.execute("INSERT INTO run (experiment) VALUES (?)", (_packed(experiment),))


def games_of(experiment: Experiment) -> tuple[list[str], Outputs]:
    """What its games depend on, and what is kept of them: a run of the same can be gone on with."""
    return [cell.id for cell in experiment.cells], experiment.outputs


def _game(*row: Any) -> Played:
    *results, control = row
    held = msgspec.json.decode(control, type=dict[str, tuple[str, ...]])
    names = ("number", "winner", "level", "value", "turns", "actions", "seconds", "digest", "error")
    return Played(**dict(zip(names, results, strict=True)), control=held)


def _ending(game: Played) -> str:
    """What a game has come to, in short."""
    return game.error or f"{game.digest} after {game.actions} choices"


def _packed(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
