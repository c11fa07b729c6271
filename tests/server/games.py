"""One and the same database, as servers and `stavka admin` are told of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from stavka.cli import main
from stavka.server.sql import SqlStorage
from stavka.server.sqlite import SqliteStorage

from .cluster import Cluster


class Games(NamedTuple):
    folder: Path
    # That of PostgreSQL, or nothing for a file.
    address: str = ""

    @property
    def options(self) -> tuple[str, ...]:
        if not self.address:
            return ("--database", str(self.folder / "stavka.db"))
        return ("--database", self.address, "--key", str(self.folder / "stavka.key"))

    def opened(self) -> SqlStorage:
        """What a server keeps its tables in."""
        if not self.address:
            return SqliteStorage(self.folder / "stavka.db")
        from stavka.server.postgres import PostgresStorage

        return PostgresStorage(self.address, self.folder / "stavka.key")

    def admin(self, command: str, *options: str) -> int:
        """Gives a command beside whatever servers are running."""
        return main(["admin", command, *options, *self.options])


both = pytest.mark.parametrize(
    "games", ["sqlite", pytest.param("postgres", marks=pytest.mark.hosted)], indirect=True
)


def games_in(folder: Path, cluster: Cluster | None) -> Games:
    return Games(folder, cluster.new(folder.name) if cluster else "")
