"""What whoever keeps a server has decided: tables that are closed, people who are shut out.

It is little, and every server reads all of it every few seconds, so that a command that is given
while servers run needs no line to them.
"""

from __future__ import annotations

from typing import NamedTuple

from . import clocks
from .database import Reading, Writing, now
from .forgetting import GIVEN_UP

# Seconds between two looks.
EVERY = 3.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS closings (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    why TEXT NOT NULL,
    made TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS bans (
    whom TEXT PRIMARY KEY,
    why TEXT NOT NULL,
    until TEXT NOT NULL,
    made TEXT NOT NULL
);
"""


class Ban(NamedTuple):
    # An account, or a network, which has a slash.
    whom: str
    why: str
    # Empty for one that does not end by itself.
    until: str
    made: str

    @property
    def told(self) -> str:
        """What those who are shut out read."""
        day, _, time = self.until.partition("T")
        return f"{self.why} (until {day} at {time[:5]} UTC)" if day else self.why


class Decrees(NamedTuple):
    """All that holds now."""

    bans: tuple[Ban, ...]
    # Table -> why it is closed.
    closed: dict[str, str]


class SqlDecrees:
    """Decrees in the database of the tables. Any thread may call any method."""

    def __init__(self, reading: Reading, writing: Writing) -> None:
        self._reading, self._writing = reading, writing

    def read(self) -> Decrees:
        """What holds now; bans that have ended are lifted."""
        with self._reading() as db:
            rows = db.execute("SELECT whom, why, until, made FROM bans ORDER BY whom").fetchall()
            closed = db.execute("SELECT table_id, why FROM closings").fetchall()
        bans, time = [Ban(*row) for row in rows], now()
        holding = tuple(ban for ban in bans if not ban.until or ban.until > time)
        if len(holding) < len(bans):
            self._lift(time)
        return Decrees(holding, dict(closed))

    def _lift(self, time: str) -> None:
        with self._writing("") as db:
            ended = db.execute(
                "DELETE FROM bans WHERE until != '' AND until <= ? RETURNING whom", (time,)
            ).fetchall()
            db.executemany("UPDATE accounts SET banned = '' WHERE id = ?", ended)

    def close(self, table: str, why: str) -> bool:
        """Closes a table, or says another reason; False if there is none."""
        with self._writing("") as db:
            known = "SELECT 1 FROM tables WHERE id = ? AND used != ?"
            if db.execute(known, (table, GIVEN_UP)).fetchone() is None:
                return False
            db.execute(
                "INSERT INTO closings (table_id, why, made) VALUES (?, ?, ?)"
                " ON CONFLICT (table_id) DO UPDATE SET why = excluded.why",
                (table, why, now()),
            )
            clocks.stop(db, table)
        return True

    def open(self, table: str) -> bool:
        """Takes a closing back; False if there was none."""
        with self._writing("") as db:
            gone = db.execute("DELETE FROM closings WHERE table_id = ?", (table,))
        return gone.rowcount == 1

    def ban(self, ban: Ban) -> None:
        """Shuts somebody out, or says another reason and end."""
        with self._writing("") as db:
            db.execute(
                "INSERT INTO bans (whom, why, until, made) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (whom) DO UPDATE SET why = excluded.why, until = excluded.until",
                ban,
            )
            db.execute("UPDATE accounts SET banned = ? WHERE id = ?", (ban.told, ban.whom))

    def unban(self, whom: str) -> bool:
        """Lets somebody in again; False if he was not shut out."""
        with self._writing("") as db:
            gone = db.execute("DELETE FROM bans WHERE whom = ?", (whom,))
            db.execute("UPDATE accounts SET banned = '' WHERE id = ?", (whom,))
        return gone.rowcount == 1
