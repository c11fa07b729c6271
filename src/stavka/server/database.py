"""What a database of SQL is to those who store things in it: one way to ask, whichever it is.

Queries are written in what SQLite and PostgreSQL have in common, with `?` for values; times are
told by the server, as texts. The little that has to be said differently is a dialect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple, Protocol


class Rows(Protocol):
    """What a query has found or done."""

    @property
    def rowcount(self) -> int: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Link(Protocol):
    """A connection, inside a transaction."""

    def execute(self, query: str, values: Sequence[object] = (), /) -> Rows: ...
    def executemany(self, query: str, rows: Iterable[Sequence[object]], /) -> object: ...


# Opens a link for reading; for a transaction, about a table if one is named.
Reading = Callable[[], AbstractContextManager[Link]]
Writing = Callable[[str], AbstractContextManager[Link]]


class Dialect(NamedTuple):
    """What each database says in its own way."""

    # What tells a row from all others of its table, and the seats in the order of their making.
    row: str
    made: str
    # The players of a table one by one, as rows with a `value`; whether a stored state is of a game
    # that is over.
    players: str
    ended: str
    # A number of its own for every row.
    numbered: str
    # Passes over rows that somebody else is about to change, where several can be.
    skip_locked: str


def now(ahead: float = 0.0) -> str:
    """The time as everybody reads it, or that in so many seconds: that of the server, to the
    second."""
    return (datetime.now(UTC) + timedelta(seconds=ahead)).strftime("%Y-%m-%dT%H:%M:%SZ")


def today(ago: int = 0) -> str:
    """The day, or the one so many days ago."""
    day: date = datetime.now(UTC).date() - timedelta(days=ago)
    return day.isoformat()


def seconds_since(made: str) -> float:
    """How long ago something was noted.

    >>> seconds_since("2000-01-01 00:00:00") > 1e8
    True
    """
    return (datetime.now(UTC) - datetime.fromisoformat(made).replace(tzinfo=UTC)).total_seconds()
