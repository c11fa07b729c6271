"""A PostgreSQL server of one's own: a private cluster in a temporary folder, on a socket there."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

# Where Debian keeps what only a server needs.
INSTALLED = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
# A server does not start as root: Debian's own user for it does as well.
USER = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()


class Cluster:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        if USER:
            shutil.chown(folder, "postgres", "postgres")
        self._data, self._socket = folder / "data", folder
        self._run("initdb", "-D", self._data, "-U", "stavka", "-A", "trust", "--no-sync")
        self.start()

    def _run(self, program: str, *arguments: str | Path) -> None:
        found = shutil.which(program) or str(INSTALLED[-1] / program)
        done = subprocess.run(
            [*USER, found, *map(str, arguments)], capture_output=True, text=True, cwd="/"
        )
        assert done.returncode == 0, done.stderr or done.stdout

    def start(self) -> None:
        # Nobody but this machine's own processes reaches it, and by the socket only.
        options = f"-c listen_addresses='' -c unix_socket_directories={self._socket}"
        log = self._socket / "log"
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", how, "stop")

    def new(self, name: str) -> str:
        """The address of an empty database."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as db:
            db.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.address(name)

    def address(self, name: str) -> str:
        return f"postgresql://stavka@/{name}?host={self._socket}"


@contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    cluster = Cluster(folder)
    try:
        yield cluster
    finally:
        cluster.stop("immediate")
