"""Seats that anybody may take: what is stored of them.

A table has one such offer at most, of a seat that nobody has, made from a seat that somebody has.
It is open as long as both is so, and for two weeks.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from .apart import BLOCKED
from .database import Dialect, Reading, Writing, now
from .forgetting import GIVEN_UP
from .seating import StoredSeat, insert_seats, vacate

# So many seconds an offer stands, so many are shown, and so many of them of one maker.
STANDS = 14 * 24 * 60 * 60.0
MOST = 50
OF_ONE = 2

SCHEMA = """
CREATE TABLE IF NOT EXISTS offers (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    sides TEXT NOT NULL,
    words TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    made TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS offers_by_age ON offers (made DESC, table_id);
"""
_OFFER = """
    offers.table_id, offers.sides, words, offers.made, tables.title, tables.scenario,
    maker.name, maker.account,
    coalesce((SELECT days FROM clocks WHERE clocks.table_id = offers.table_id), 0) AS days
"""
# With the seat that it was made from; without those of people whom whoever looks has blocked, or
# who have blocked him, and without tables that are closed. The values are of `_open`.
_OPEN = f"""
    FROM offers JOIN tables ON tables.id = offers.table_id
        JOIN seats AS maker ON maker.secret_hash = offers.secret_hash AND maker.kind = 'seat'
    WHERE offers.made >= ? AND tables.used != ?
        AND NOT EXISTS (SELECT 1 FROM seats AS taken WHERE taken.table_id = offers.table_id
            AND taken.sides = offers.sides AND taken.kind = 'seat')
        AND NOT EXISTS (SELECT 1 FROM apart WHERE apart.kind = '{BLOCKED}' AND (
            (apart.account = maker.account AND apart.other = ?)
            OR (apart.other = maker.account AND apart.account = ?)))
        AND NOT EXISTS (SELECT 1 FROM closings WHERE closings.table_id = offers.table_id)
"""


# Who somebody is, as far as is known: his account, or a browser that his seat was used from.
_MAKER = """
    CASE WHEN maker.account != '' THEN maker.account ELSE coalesce(
        (SELECT min(browser) FROM browsers WHERE browsers.secret_hash = maker.secret_hash),
        maker.secret_hash) END
"""
_NTH = f"row_number() OVER (PARTITION BY {_MAKER} ORDER BY offers.made DESC, offers.table_id)"


class Offer(NamedTuple):
    table: str
    sides: tuple[str, ...]
    # What whoever made it says.
    words: str
    made: str
    title: str
    scenario: str
    # Who made it: what he calls himself, and his account if he has one.
    name: str
    account: str
    # How many days each side has for each turn; 0 without a clock.
    days: int


class Offers(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def make(self, table: str, sides: Sequence[str], words: str, seat: bytes) -> None:
        """Offers a seat, from another one; an offer that the table had is replaced."""

    def take_back(self, table: str) -> bool:
        """Whether there was one."""

    def offer(self, table: str, account: str) -> Offer | None:
        """What a table offers to whoever has an account, or none."""

    def all(self, account: str) -> list[Offer]:
        """The newest of all that are open to him, a few of each maker."""

    def take(self, seat: StoredSeat) -> bool:
        """Takes a seat that is offered to whoever takes it; False if it is not any more."""


class SqlOffers:
    """Offers in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing, dialect: Dialect) -> None:
        self._reading, self._writing, self._dialect = reading, writing, dialect

    def make(self, table: str, sides: Sequence[str], words: str, seat: bytes) -> None:
        with self._writing(table) as db:
            db.execute(
                "INSERT INTO offers (table_id, sides, words, secret_hash, made)"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO UPDATE SET"
                " sides = excluded.sides, words = excluded.words,"
                " secret_hash = excluded.secret_hash, made = excluded.made",
                (table, json.dumps(sides), words, seat.hex(), now()),
            )

    def take_back(self, table: str) -> bool:
        with self._writing(table) as db:
            return db.execute("DELETE FROM offers WHERE table_id = ?", (table,)).rowcount == 1

    def offer(self, table: str, account: str) -> Offer | None:
        with self._reading() as db:
            row = db.execute(
                f"SELECT {_OFFER} {_OPEN} AND offers.table_id = ?", (*_open(account), table)
            ).fetchone()
        return _offer(row) if row else None

    def all(self, account: str) -> list[Offer]:
        with self._reading() as db:
            rows = db.execute(
                f"SELECT * FROM (SELECT {_OFFER}, {_NTH} AS nth {_OPEN}) AS numbered WHERE nth <= ?"
                " ORDER BY made DESC, table_id LIMIT ?",
                (*_open(account), OF_ONE, MOST),
            ).fetchall()
        return [_offer(row[:-1]) for row in rows]

    def take(self, seat: StoredSeat) -> bool:
        with self._writing(seat.table) as db:
            open_ = f"SELECT 1 {_OPEN} AND offers.table_id = ? AND offers.sides = ?"
            wanted = (*_open(seat.account), seat.table, json.dumps(seat.sides))
            if db.execute(open_, wanted).fetchone() is None:
                return False
            gone = db.execute("DELETE FROM offers WHERE table_id = ?", (seat.table,))
            # Of two who take it at once, one has deleted it.
            if gone.rowcount != 1:
                return False
            vacate(db, seat)
            insert_seats(db, [seat])
        return True


def _open(account: str) -> tuple[object, ...]:
    return now(-STANDS), GIVEN_UP, account, account


def _offer(row: Sequence[Any]) -> Offer:
    table, sides, *rest = row
    return Offer(table, tuple(json.loads(sides)), *rest)
