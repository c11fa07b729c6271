"""A real server for tests: uvicorn on a free port of this machine, SQLite in a real file.

With STAVKA_TEST_DATABASE=postgres it is a database of a PostgreSQL server of the test run, one for
each folder.
"""

from __future__ import annotations

import atexit
import gzip
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
import uvicorn

from stavka import titles
from stavka.server.app import create_app
from stavka.server.connections import Connections
from stavka.server.limits import MESSAGES_PER_SECOND
from stavka.server.maps import Maps
from stavka.server.messages import Reach
from stavka.server.notices import NOWHERE, Sending
from stavka.server.reach import ALONE
from stavka.server.relying import relying_party
from stavka.server.run import config, listen
from stavka.server.sql import SqlStorage
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Storage

from .cluster import Cluster, running

# Seconds. Nothing takes so long unless something hangs, also on a busy machine.
PATIENCE = 60.0
# Whether servers keep their games in PostgreSQL.
HOSTED = os.environ.get("STAVKA_TEST_DATABASE", "sqlite") == "postgres"

on_file = pytest.mark.skipif(HOSTED, reason="it looks into the file")


@cache
def _cluster() -> Cluster:
    """A PostgreSQL server for the whole run."""
    ends = ExitStack()
    folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="stavka-postgres-")))
    # Before the folder goes, which sees to that itself.
    atexit.register(ends.close)
    # It runs as a user of its own, who has to get there.
    folder.chmod(0o755)
    return ends.enter_context(running(folder / "cluster"))


@cache
def _address(folder: Path) -> str:
    return _cluster().new(f"games-{_address.cache_info().currsize}")


def stored_in(folder: Path) -> SqlStorage:
    """What a server with a folder keeps its games in; again and again the same."""
    if not HOSTED:
        return SqliteStorage(folder / "stavka.db")
    from stavka.server.postgres import PostgresStorage

    return PostgresStorage(_address(folder), folder / "stavka.key")


class _Marks:
    """A connection to PostgreSQL that takes queries with `?`."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db = db

    def execute(self, query: str, values: Sequence[object] = ()) -> Any:
        return self._db.execute(query.replace("?", "%s").encode(), values)


@contextmanager
def by_hand(folder: Path) -> Iterator[Any]:
    """The same past all servers: takes queries, and commits what they do."""
    if HOSTED:
        with psycopg.connect(_address(folder)) as hosted:
            yield _Marks(hosted)
        return
    with closing(sqlite3.connect(folder / "stavka.db")) as db, db:
        yield db


def all_stored(folder: Path) -> str:
    """Everything that is in it."""
    names = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if HOSTED:
        names = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    with by_hand(folder) as db:
        tables = [name for (name,) in db.execute(names).fetchall()]
        rows = [row for name in tables for row in db.execute(f'SELECT * FROM "{name}"').fetchall()]
    return "\n".join(str(value) for row in rows for value in row)


@contextmanager
def server(
    folder: Path,
    messages_per_second: float = MESSAGES_PER_SECOND,
    storage: Storage | None = None,
    connections: Connections | None = None,
    forget_after: int | None = None,
    lab: Path | None = None,
    reach: Reach = ALONE,
    privacy: tuple[str, ...] = (),
    sending: Sending = NOWHERE,
    names: Sequence[str] = (),
) -> Iterator[str]:
    """A server in a thread; yields its address. `names` are those that passkeys are made for."""
    storage = storage or stored_in(folder)
    with listen("127.0.0.1", 0) as listening:
        app = create_app(
            storage,
            Maps(),
            messages_per_second,
            reach=reach,
            forget_after=forget_after,
            lab=lab,
            privacy=privacy,
            sending=sending,
            relying=relying_party(names, listening.getsockname()[1]),
        )
        served = uvicorn.Server(config("127.0.0.1", app, connections))
        thread = threading.Thread(target=served.run, args=([listening],), daemon=True)
        thread.start()
        try:
            _wait_for(lambda: served.started)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            served.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive(), "the server does not stop"


def _wait_for(condition: object) -> None:
    assert callable(condition)
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "the server does not start"
        time.sleep(0.01)


# White paper. A browser without a GPU takes a second to draw a real map, whenever it is moved.
SKETCH = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'


def sketch_maps(database: Path) -> None:
    """Lays white paper where a server keeps its maps, for tests that are about something else."""
    maps = Maps(database.parent / "maps")
    for slug in titles.playable():
        file = maps.file(slug)
        assert file is not None
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(gzip.compress(SKETCH, mtime=0))


class Process:
    """A server of its own, to be killed."""

    def __init__(self, database: Path | str, *options: str) -> None:
        """With the file of its games, or an address."""
        if HOSTED and isinstance(database, Path):
            options = (*options, "--key", str(database.with_suffix(".key")))
            database = _address(database.parent)
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "stavka", "serve", "--port", "0", "--no-open"),
                *("--database", str(database), *options),
            ],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line.startswith("Stavka is at http://127.0.0.1:"), line
        self.address = line.split()[3].rstrip("/")

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> None:
        """As it is asked to: it finishes and cleans up what it has begun."""
        self._process.terminate()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def freeze(self) -> None:
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """As `kill -9` does: nothing can be finished or cleaned up."""
        self._process.kill()
        self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
