"""Tables that nobody has used for long: which they are, and how they go.

The day on which a table was last used stands beside it, and is written once a day at most. A table
that is given up has no such day and no seats any more: for everybody it is gone at once. What it
leaves behind is removed afterwards, a few rows at a time, so that nobody waits for it.
"""

from __future__ import annotations

from .database import Dialect, Link, today

GIVEN_UP = ""
# What refers to a table, and is its own; what refers to a seat goes with it.
CHILDREN = (
    *("actions", "snapshots", "remarks", "seen", "plans", "seats", "proposals"),
    *("offers", "brought", "began", "closings", "outbox", "clocks", "spent"),
)
# So many rows go at once: a few milliseconds.
ROWS = 50
# Seconds between two looks at what has been abandoned.
EVERY = 24 * 60 * 60.0


class Uses:
    """Which tables, or devices, are known to have been used today."""

    def __init__(self) -> None:
        self._day = ""
        self._known: set[str] = set()

    def first(self, what: str) -> bool:
        """Notes a use; tells whether it is the first of the day."""
        day = today()
        if day != self._day:
            self._day, self._known = day, set()
        if what in self._known:
            return False
        self._known.add(what)
        return True


def use(db: Link, table: str) -> None:
    """A table was used today, unless it is given up already."""
    db.execute("UPDATE tables SET used = ? WHERE id = ? AND used != ?", (today(), table, GIVEN_UP))


def give_up(db: Link, days: int | None, free: str) -> list[str]:
    """Gives up the tables that nobody has used for so many days; returns all that are to go and
    that no other server holds: one that is being stored there piece by piece looks just so."""
    if days is not None:
        db.execute("UPDATE tables SET used = ? WHERE used < ?", (GIVEN_UP, today(ago=days)))
    rows = db.execute(f"SELECT id FROM tables WHERE used = ? AND {free}", (GIVEN_UP,))
    found = [id_ for (id_,) in rows]
    db.executemany("DELETE FROM seats WHERE table_id = ?", [(id_,) for id_ in found])
    return found


def abandon(db: Link, days: int) -> list[str]:
    """Gives up the tables that nobody has used for so many days, also those that a server still
    holds; returns these. One that is being stored piece by piece is not among them."""
    rows = db.execute(
        "UPDATE tables SET used = ? WHERE used != ? AND used < ? RETURNING id",
        (GIVEN_UP, GIVEN_UP, today(ago=days)),
    )
    found = [id_ for (id_,) in rows.fetchall()]
    db.executemany("DELETE FROM seats WHERE table_id = ?", [(id_,) for id_ in found])
    return found


def remove(db: Link, dialect: Dialect, table: str, rows: int) -> bool:
    """Removes some rows of a table that is given up; tells whether there are more."""
    for name in CHILDREN:
        some = f"SELECT {dialect.row} FROM {name} WHERE table_id = ? LIMIT ?"
        gone = db.execute(f"DELETE FROM {name} WHERE {dialect.row} IN ({some})", (table, rows))
        if gone.rowcount:
            return True
    db.execute("DELETE FROM tables WHERE id = ? AND used = ?", (table, GIVEN_UP))
    return False
