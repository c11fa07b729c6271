"""The files of a database: which they are, who may read them, and which server holds them."""

from __future__ import annotations

import fcntl
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .keys import key_file

log = logging.getLogger(__name__)

# What others than the owner of a file may do with it.
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


class Held(Exception):
    """A database that another server holds; the reason is for the person who wants it."""


def belongings(database: Path) -> tuple[Path, Path]:
    """Everything that has to go along with a database: itself and the key of its dice."""
    return database, key_file(database)


def beside(database: Path) -> tuple[Path, Path]:
    """What SQLite keeps beside a database that is open: its journal, and an index of that."""
    file = database.resolve()
    return file.with_name(f"{file.name}-wal"), file.with_name(f"{file.name}-shm")


def make_private(database: Path) -> None:
    """Makes a file that only its owner may read, if there is none yet. What SQLite writes beside
    a database has the same rights."""
    os.close(os.open(database, os.O_RDWR | os.O_CREAT, 0o600))


def keep_private(database: Path) -> None:
    """Only the owner may read a database, wherever it lies: it holds every secret of every game."""
    opened = [file for file in (database, *beside(database)) if _narrowed(file)]
    if opened:
        log.warning("others could read %s; now only its owner can", ", ".join(map(str, opened)))


def _narrowed(file: Path) -> bool:
    """Takes from others what they may do with a file; tells whether there was anything."""
    try:
        mode = file.stat().st_mode
        if mode & _OTHERS:
            file.chmod(stat.S_IMODE(mode) & ~_OTHERS)
            return True
    except FileNotFoundError:
        pass
    except PermissionError:
        log.warning("others can read %s, and its rights cannot be changed", file)
    return False


@contextmanager
def held(database: Path) -> Iterator[None]:
    """Holds a database for one server alone. The lock is one of the system: it ends with the
    process, however that ends, and whoever only reads does not ask for it."""
    file = database.resolve()
    lock = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(lock, 20).decode(errors="replace").strip()
            raise Held(
                f"a server that is running (process {holder}) keeps its games in {database};"
                " stop it first, or take another file with --database"
            ) from None
        os.truncate(lock, 0)
        os.write(lock, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(lock)


def identity(file: Path) -> tuple[int, int] | None:
    """What tells a file from another one of the same name; nothing if it is gone."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
