"""What several servers that share a database count together: rare things, such as tables that are
set up (`spending`). Clicks and looks are counted by each server for itself (`metering`), so that
none of them waits for a database.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from .database import Link

# After so many seconds nobody remembers a payer.
DAY = 24 * 60 * 60.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS meters (
    name TEXT NOT NULL,
    key TEXT NOT NULL,
    used DOUBLE PRECISION NOT NULL,
    since DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (name, key)
);
"""


class Meters(Protocol):
    """What all servers count together. Each method is one transaction; any thread may call it."""

    def take(self, name: str, who: str, most: float, seconds: float) -> bool:
        """Uses up one of so many that come back within a time; False if none is left."""

    def forget(self) -> None:
        """Forgets those who have used nothing for a day."""


# What is left of the use before, by the clock of the database alone. It is never turned back.
_USED = "greatest(0, meters.used - ? * greatest(0, excluded.since - meters.since)) + 1"
_NOW = "extract(epoch FROM clock_timestamp())"


class SharedMeters:
    """Meters in PostgreSQL. Addresses are kept as hashes, which nobody can make without the key of
    the server."""

    def __init__(self, writing: Callable[[], AbstractContextManager[Link]], key: bytes) -> None:
        self._writing, self._key = writing, key

    def take(self, name: str, who: str, most: float, seconds: float) -> bool:
        rate = most / seconds
        with self._writing() as db:
            taken = db.execute(
                f"INSERT INTO meters (name, key, used, since) VALUES (?, ?, 1, {_NOW})"
                f" ON CONFLICT (name, key) DO UPDATE SET used = {_USED},"
                " since = greatest(meters.since, excluded.since)"
                f" WHERE {_USED} <= ? RETURNING 1",
                (name, self._hash(who), rate, rate, most),
            )
            return taken.fetchone() is not None

    def forget(self) -> None:
        with self._writing() as db:
            db.execute(f"DELETE FROM meters WHERE since < {_NOW} - ?", (DAY,))

    def _hash(self, who: str) -> str:
        return hashlib.blake2b(who.encode(), digest_size=16, key=self._key).hexdigest()
