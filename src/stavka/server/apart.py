"""Who wants to have nothing to do with whom: what is stored of it.

Whoever has muted an account is not shown what it says; whoever has blocked one meets it in no
offer. The other side is told of neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from .database import Dialect, Reading, Writing

MUTED, BLOCKED = "mute", "block"
# Nobody needs more, and a list without an end could fill a disk.
MOST = 500

SCHEMA = """
CREATE TABLE IF NOT EXISTS apart (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    other TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    PRIMARY KEY (account, other, kind)
);
CREATE INDEX IF NOT EXISTS apart_from_other ON apart (other);
"""


class Kept(NamedTuple):
    """An account that is kept apart, with its name."""

    account: str
    name: str
    kind: str


class Apart(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def keep(self, account: str, other: str, kind: str) -> bool:
        """False if there is no such other account, or too many are kept apart already."""

    def forgive(self, account: str, other: str, kind: str) -> None: ...

    def kept(self, account: str) -> list[Kept]: ...

    def muted(self, accounts: Sequence[str]) -> set[tuple[str, str]]:
        """Who of some accounts has muted whom of them."""


class SqlApart:
    """The same in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing, dialect: Dialect) -> None:
        self._reading, self._writing, self._dialect = reading, writing, dialect

    def keep(self, account: str, other: str, kind: str) -> bool:
        with self._writing("") as db:
            (there,) = db.execute(
                "SELECT count(*) FROM apart WHERE account = ?", (account,)
            ).fetchone()
            known = db.execute("SELECT 1 FROM accounts WHERE id = ?", (other,)).fetchone()
            if there >= MOST or known is None:
                return False
            db.execute(
                "INSERT INTO apart (account, other, kind) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                (account, other, kind),
            )
        return True

    def forgive(self, account: str, other: str, kind: str) -> None:
        with self._writing("") as db:
            db.execute(
                "DELETE FROM apart WHERE account = ? AND other = ? AND kind = ?",
                (account, other, kind),
            )

    def kept(self, account: str) -> list[Kept]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT other, name, kind FROM apart JOIN accounts ON accounts.id = other"
                " WHERE account = ? ORDER BY name, other, kind",
                (account,),
            ).fetchall()
        return [Kept(*row) for row in rows]

    def muted(self, accounts: Sequence[str]) -> set[tuple[str, str]]:
        some = sorted(set(accounts) - {""})
        if len(some) < 2:
            return set()
        marks = ", ".join("?" * len(some))
        with self._reading() as db:
            rows = db.execute(
                f"SELECT account, other FROM apart WHERE kind = '{MUTED}'"
                f" AND account IN ({marks}) AND other IN ({marks})",
                (*some, *some),
            ).fetchall()
        return {(account, other) for account, other in rows}
