"""Copies of a database, and the way back from one.

A copy is written beside its place, examined, flushed to the disk, and only then given its name, so
that whatever interrupts this leaves what was there before.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NamedTuple

from .keeping import belongings, beside, held, make_private
from .sqlite import format_of
from .storage import StorageError

# Pages that are copied between two looks at how far it is.
STEP = 4096

# Told how many pages have been copied, and of how many.
Tell = Callable[[int, int], None]


class CannotCopy(Exception):
    """A copy that cannot be made; the reason is for the person who wanted it."""


class Restored(NamedTuple):
    tables: int
    # Where the database is kept that was there before; nothing if there was none.
    before: Path | None


def backup(database: Path, file: Path, tell: Tell, *, force: bool = False) -> int:
    """Copies a database, also one that a server is using; returns how many tables there are."""
    _check_names(database, file)
    for taken in belongings(file):
        if taken.exists() and not force:
            raise CannotCopy(f"{taken} is there already; --force overwrites it")
    with _sentences(file):
        tables, copies = _copied(database, file, tell)
        # What another database of this name has left behind would be read into this one.
        for left in beside(file):
            left.unlink(missing_ok=True)
        _put(copies)
    return tables


def restore(file: Path, database: Path, tell: Tell) -> Restored:
    """Puts a copy in the place of a database that no server uses, which is kept."""
    _check_names(file, database)
    with _sentences(database):
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(database):
            tables, copies = _copied(file, database, tell)
            before = _kept(database)
            _put(copies)
    return Restored(tables, before)


def _check_names(source: Path, target: Path) -> None:
    if not source.is_file():
        raise CannotCopy(f"there is no database {source}")
    names = belongings(target)
    if len(set(names)) < len(names):
        raise CannotCopy(f"{target} is how the key beside a database is called; take another name")
    if source.resolve() == target.resolve():
        raise CannotCopy(f"{target} is the same database")


@contextmanager
def _sentences(target: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise CannotCopy(f"{error.filename or target}: {error.strerror or error}") from None


def _copied(source: Path, target: Path, tell: Tell) -> tuple[int, list[tuple[Path, Path]]]:
    """Copies of all that belongs to a database, each with the place that it is for, the database
    last: as long as that is not there, the others do not matter."""
    tables = 0
    copies: list[tuple[Path, Path]] = []
    try:
        for origin, place in zip(belongings(source), belongings(target), strict=True):
            if not origin.exists():
                continue
            copy = place.with_name(f"{place.name}.part")
            copy.unlink(missing_ok=True)
            make_private(copy)
            copies.insert(0, (copy, place))
            if origin is source:
                tables = _copy_games(origin, copy, tell)
            else:
                shutil.copyfile(origin, copy)
            _flush(copy)
    except BaseException:
        for copy, _ in copies:
            copy.unlink()
        raise
    return tables, copies


def _copy_games(source: Path, copy: Path, tell: Tell) -> int:
    reading = sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)
    try:
        with closing(reading), closing(sqlite3.connect(copy)) as writing:
            # What is read stays what it was now, whatever a server writes meanwhile.
            reading.execute("BEGIN")
            if not format_of(reading, source):
                raise StorageError(f"{source} was not written by Stavka")
            reading.backup(writing, pages=STEP, progress=lambda _, left, of: tell(of - left, of))
            # One file, without a journal beside it.
            writing.execute("PRAGMA journal_mode = DELETE")
            (verdict,) = writing.execute("PRAGMA integrity_check(1)").fetchone()
            if verdict != "ok":
                raise StorageError(f"{source} is damaged: {verdict}")
            (tables,) = writing.execute("SELECT count(*) FROM tables").fetchone()
    except StorageError as error:
        raise CannotCopy(str(error)) from None
    except sqlite3.DatabaseError as error:
        raise CannotCopy(f"{source}: {error}") from None
    return int(tables)


def _kept(database: Path) -> Path | None:
    """Keeps what is there under another name too, and forgets the journal; the database itself
    stays in its place until another one takes it."""
    if not database.exists():
        return None
    names = (database.with_stem(f"{database.stem}-before-restore-{n}") for n in count(1))
    before = next(name for name in names if not any(file.exists() for file in belongings(name)))
    journal, index = beside(database)
    kept_journal = beside(before)[0]
    kept = [*zip(belongings(database), belongings(before), strict=True), (journal, kept_journal)]
    for file, name in kept:
        if file.exists():
            os.link(file.resolve(), name)
    # What is in the journal goes into the database, unless that is too damaged for it.
    with closing(sqlite3.connect(database)) as db, suppress(sqlite3.DatabaseError):
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if kept_journal.exists() and not kept_journal.stat().st_size:
        kept_journal.unlink()
    _flush(database.parent)
    for file in (journal, index):
        file.unlink(missing_ok=True)
    return before


def _put(copies: list[tuple[Path, Path]]) -> None:
    for copy, place in copies:
        copy.replace(place)
        _flush(place.parent)


def _flush(path: Path) -> None:
    """What is in a file, or which files are in a folder, survives a power cut."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
