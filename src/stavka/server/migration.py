"""All games from a file of SQLite to PostgreSQL, or back.

Both keep the same columns. What is carried over is of one moment, and all of it is there afterwards
or nothing; the source stays as it is.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from .database import Link
from .forgetting import CHILDREN
from .homes import SharedHomes
from .run import is_hosted, key_of, opened
from .sql import SqlStorage

# What refers to a seat, after those.
_BROWSERS = "browsers"
# What belongs to people, not to games: carried over whole. Codes, challenges and meters live for
# minutes, and stay behind.
_PEOPLE = (
    *("accounts", "devices", "results", "ratings", "apart", "bans", "channels", "rests"),
    *("passkeys", "pushes", "vacations"),
)

# Told how many games have been carried over, and of how many.
Tell = Callable[[int, int], None]


class CannotMigrate(Exception):
    """Games that cannot be carried over; the reason is for the person who wanted it."""


def migrate(source: str, target: str, key: Path | None, tell: Tell) -> int:
    """Carries all games over to a database that has none; returns how many there are. `key` is the
    file of the key of the dice of the one that is PostgreSQL's."""
    if is_hosted(source) == is_hosted(target):
        raise CannotMigrate(
            "one of both has to be a file and the other postgresql://...; `stavka backup` copies"
            " files, and pg_dump copies databases of PostgreSQL"
        )
    if not is_hosted(source) and not Path(source).is_file():
        raise CannotMigrate(f"there is no database {source}")
    with opened(source, key if is_hosted(source) else None) as (old, _, _), closing(old):
        _bring_key(key_of(source, key), key_of(target, key))
        with opened(target, key if is_hosted(target) else None) as (new, where, _), closing(new):
            return _carry(old, new, where, tell)


def _bring_key(origin: Path, place: Path) -> None:
    """With another key all dice to come would be others."""
    if place.exists() and place.read_bytes() != origin.read_bytes():
        raise CannotMigrate(f"{place} is the key of other games: move it away, or name another one")
    if not place.exists():
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        shutil.copyfile(origin, place)


def _carry(old: SqlStorage, new: SqlStorage, where: str, tell: Tell) -> int:
    columns = {
        name: _columns(old, new, name) for name in (*_PEOPLE, "tables", *CHILDREN, _BROWSERS)
    }
    with old.writing() as reading, new.writing() as writing:
        for storage, db in ((old, reading), (new, writing)):
            _keep_servers_out(storage, db)
        if writing.execute("SELECT 1 FROM tables LIMIT 1").fetchone():
            raise CannotMigrate(f"there are games in {where} already")
        ids = [id_ for (id_,) in reading.execute("SELECT id FROM tables ORDER BY created, id")]
        for name in _PEOPLE:
            _carry_rows(old, reading, writing, name, columns[name])
        for done, id_ in enumerate(ids):
            tell(done, len(ids))
            for name, both in columns.items():
                if name not in _PEOPLE:
                    _carry_rows(old, reading, writing, name, both, id_)
        if new.homes.shared:
            for name in ("remarks", "proposals", "outbox"):
                writing.execute(
                    f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name}"
                )
        for name in columns:
            count = f"SELECT count(*) FROM {name}"
            if reading.execute(count).fetchone() != writing.execute(count).fetchone():
                raise CannotMigrate(f"not all rows of {name} have arrived: nothing was changed")
    return len(ids)


def _keep_servers_out(storage: SqlStorage, db: Link) -> None:
    """Nobody plays meanwhile. A file is held by one alone anyway."""
    homes = storage.homes
    if not isinstance(homes, SharedHomes):
        return
    db.execute("LOCK TABLE nodes IN SHARE MODE")
    others = "SELECT count(*) FROM nodes WHERE until > now() AND id != ?"
    (living,) = db.execute(others, (homes.me,)).fetchone()
    if living:
        raise CannotMigrate(f"{living} servers use this database: stop them first")


def _columns(old: SqlStorage, new: SqlStorage, name: str) -> str:
    """What both have of a table: where a game is at home is no part of it."""
    there = new.columns(name)
    return ", ".join(column for column in old.columns(name) if column in there)


def _carry_rows(
    old: SqlStorage, reading: Link, writing: Link, name: str, columns: str, id_: str = ""
) -> None:
    """The rows of a table; those that belong to one game, if they belong to any."""
    match name:
        case _ if name in _PEOPLE:
            which = "? = ''"
        case "tables":
            which = "id = ?"
        case "browsers":
            which = "secret_hash IN (SELECT secret_hash FROM seats WHERE table_id = ?)"
        case _:
            which = "table_id = ?"
    order = f" ORDER BY {old.dialect.made}" if name == "seats" else ""
    rows = reading.execute(f"SELECT {columns} FROM {name} WHERE {which}{order}", (id_,)).fetchall()
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        writing.executemany(f"INSERT INTO {name} ({columns}) VALUES ({marks})", rows)
