"""A home for each table: which of several servers that share a database holds it.

A table is in the memory of one server at a time. That is written down beside it, with a number that
grows whenever it moves (its epoch): whatever is stored about a table is stored only if it has not
moved meanwhile. So two servers that both believe to hold it cannot both write, whatever their
clocks say and wherever a proxy sends people. How long a server lives is for speed alone: each says
now and then that it does, and the tables of one that has not done so for long are free.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from .database import Link
from .storage import Elsewhere

# Seconds after which the tables of a server that is not heard of are free, between two signs of
# life, and before the end of which a server that nobody can hear lets go.
LEASE = 5.0
BEAT = 1.5
MARGIN = 1.0
# So long a table stays where it is before it is handed over: two people whom a wrong proxy sends to
# two servers would tear it to and fro otherwise.
STAY = 3.0


class Heard(NamedTuple):
    """What a server learns when it tells that it lives."""

    # The tables of its own that others ask for.
    wanted: tuple[str, ...] = ()
    # Whether it has inherited from another one, whose games between computers it goes on with.
    heir: bool = False


class Homes(Protocol):
    """What is known of where tables are. Each method is one transaction; any thread may call it."""

    # Whether there may be other servers.
    shared: bool

    def take(self, table: str, *, ask: bool = True) -> bool:
        """Makes this server the home of a table; False if it is another's, which is asked to hand
        it over."""

    def leave(self, tables: Sequence[str]) -> None:
        """Others may take these tables."""

    def beat(self) -> Heard:
        """Tells that this server lives."""


class OnlyHome:
    """Where one server has the database for itself."""

    shared = False

    def take(self, table: str, *, ask: bool = True) -> bool:
        return True

    def leave(self, tables: Sequence[str]) -> None:
        pass

    def beat(self) -> Heard:
        return Heard()


SCHEMA = """
CREATE TABLE nodes (id TEXT PRIMARY KEY, until TIMESTAMPTZ NOT NULL);
ALTER TABLE tables ADD COLUMN home TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN epoch BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN wanted TEXT NOT NULL DEFAULT '';
CREATE INDEX tables_of_home ON tables (home) WHERE home != '';
"""
_LIVING = "SELECT 1 FROM nodes WHERE nodes.id = home AND until > now()"
_UNTIL = f"now() + interval '{LEASE} seconds'"


class SharedHomes:
    """Homes in PostgreSQL, by whose clock alone it is told who lives."""

    shared = True

    def __init__(self, writing: Callable[[], AbstractContextManager[Link]]) -> None:
        self._writing = writing
        # New at every start: nobody inherits from himself.
        self.me = secrets.token_hex(8)
        # Under which numbers this server holds tables.
        self._epochs: dict[str, int] = {}
        # Which tables this server may take, or has, as a condition on their rows.
        self.free = f"(home IN ('', '{self.me}') OR NOT EXISTS ({_LIVING}))"

    def take(self, table: str, *, ask: bool = True) -> bool:
        with self._writing() as db:
            found = db.execute(
                "UPDATE tables SET home = ?, wanted = '',"
                " epoch = CASE WHEN home = ? THEN epoch ELSE epoch + 1 END"
                f" WHERE id = ? AND {self.free} RETURNING epoch",
                (self.me, self.me, table),
            ).fetchone()
            if found is None and ask:
                # Whoever asks again and again writes it down once.
                db.execute(
                    "UPDATE tables SET wanted = ? WHERE id = ? AND wanted != ?",
                    (self.me, table, self.me),
                )
        if found is None:
            self._epochs.pop(table, None)
            return False
        self._epochs[table] = found[0]
        return True

    def check(self, db: Link, table: str) -> None:
        """Goes on with a transaction only if a table has not moved, as it cannot until the end."""
        epoch = self._epochs.get(table, -1)
        held = db.execute(
            "SELECT 1 FROM tables WHERE id = ? AND home = ? AND epoch = ? FOR SHARE",
            (table, self.me, epoch),
        )
        if held.fetchone() is None:
            self._epochs.pop(table, None)
            raise Elsewhere(f"table {table} is not, or no longer, held by this server")

    def leave(self, tables: Sequence[str]) -> None:
        with self._writing() as db:
            db.executemany(
                "UPDATE tables SET home = '' WHERE id = ? AND home = ? AND epoch = ?",
                [(table, self.me, self._epochs.pop(table, -1)) for table in tables],
            )

    def beat(self) -> Heard:
        with self._writing() as db:
            db.execute(
                f"INSERT INTO nodes (id, until) VALUES (?, {_UNTIL})"
                " ON CONFLICT (id) DO UPDATE SET until = excluded.until",
                (self.me,),
            )
            wanted = db.execute(
                "SELECT id FROM tables WHERE home = ? AND wanted != ''", (self.me,)
            ).fetchall()
            # Whoever removes what another has left is his heir, and nobody else is.
            dead = db.execute(
                "DELETE FROM nodes WHERE id IN (SELECT id FROM nodes WHERE until <= now()"
                " FOR UPDATE SKIP LOCKED)"
            )
            return Heard(tuple(id_ for (id_,) in wanted), dead.rowcount > 0)

    def end(self) -> None:
        """Leaves all tables: this server stops."""
        self._epochs.clear()
        with self._writing() as db:
            # What is over can be seen by the others, so that one of them is the heir.
            db.execute("UPDATE nodes SET until = now() WHERE id = ?", (self.me,))
