"""A real server for tests: uvicorn on a free port of this machine, SQLite in a real file."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

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
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Storage

# Seconds. Nothing takes so long unless something hangs, also on a busy machine.
PATIENCE = 60.0


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
    storage = storage or SqliteStorage(folder / "stavka.db")
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
        running = uvicorn.Server(config("127.0.0.1", app, connections))
        thread = threading.Thread(target=running.run, args=([listening],), daemon=True)
        thread.start()
        try:
            _wait_for(lambda: running.started)
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            running.should_exit = True
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
