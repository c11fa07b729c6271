"""What is to be told to people who are not there: kept until it is sent, whatever dies meanwhile.

A notice is stored together with the choice that makes it somebody's turn, and withdrawn with the
one that ends it: as long as it is there, it is true. Whichever server takes it sends it; from one
that dies in the middle another takes it after a while, which counts as a try. What was sent is
remembered for a quarter of an hour, so that nobody is told too often.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from .channels import Channel, ChannelKind
from .database import Dialect, Link, Reading, Writing, now
from .quiet import NONE, Rest

# So many seconds a server has to send what it has taken, and so many lie between two notices about
# one table by the same channel.
LEASE = 300.0
APART = 900.0
# So many seconds whoever has the table before him has to answer before he is told by other ways: a
# page may stay open when nobody sits there.
LOOKING = 600.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS outbox (
    id {numbered},
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat TEXT NOT NULL,
    channel TEXT NOT NULL,
    due TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    taken TEXT NOT NULL DEFAULT '',
    sent TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS outbox_of_table ON outbox (table_id);
CREATE INDEX IF NOT EXISTS outbox_of_account ON outbox (account);
CREATE INDEX IF NOT EXISTS outbox_due ON outbox (due) WHERE sent = '';
"""


class Call(NamedTuple):
    """Another side has to choose than before: whose seats those are, by the hashes of their
    secrets, and which of them look at the table."""

    asked: tuple[bytes, ...] = ()
    looking: frozenset[bytes] = frozenset()


class Notice(NamedTuple):
    id: int
    account: str
    table: str
    channel: ChannelKind
    # How often it was taken to be sent: whoever takes it again has another number.
    tries: int


class Particulars(NamedTuple):
    """What there is to know about a notice when it is to be sent."""

    channel: Channel
    rest: Rest
    # The slug of the title, and the key of the scenario.
    title: str
    scenario: str
    # When the last one about the same table was sent by the same channel; empty for never.
    last: str
    # When the win was claimed from whoever is told, because his time is up; empty if nobody does.
    claimed: str = ""


class Outbox(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def call(self, table: str, call: Call) -> None:
        """Notes whose turn it is where nobody has made a choice: a game begins, or goes on by other
        rules."""

    def take(
        self, channels: tuple[ChannelKind, ...], limit: int, busy: tuple[str, ...] = ()
    ) -> list[Notice]:
        """Some that are due and go by one of these channels, of all accounts but those; nobody else
        gets them for a while. What is about a table that is closed waits until it is opened."""

    def particulars(self, notice: Notice) -> Particulars | None:
        """Nothing if it is not to be sent any more: the turn was taken, the seat is another's, the
        channel is closed, or another server has it."""

    def sent(self, notice: Notice) -> None: ...

    def postpone(self, notice: Notice, due: str, tries: int) -> None: ...

    def drop(self, notice: Notice) -> None: ...


class SqlOutbox:
    """The outbox in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing, dialect: Dialect) -> None:
        self._reading, self._writing, self._dialect = reading, writing, dialect

    def call(self, table: str, call: Call) -> None:
        with self._writing(table) as db:
            fill(db, table, call)

    def take(
        self, channels: tuple[ChannelKind, ...], limit: int, busy: tuple[str, ...] = ()
    ) -> list[Notice]:
        kinds, others = (", ".join("?" * len(some)) for some in (channels, busy))
        which = f"sent = '' AND due <= ? AND taken < ? AND channel IN ({kinds})"
        which += (
            " AND NOT EXISTS (SELECT 1 FROM closings WHERE closings.table_id = outbox.table_id)"
        )
        which += f" AND account NOT IN ({others})" if busy else ""
        due = (now(), now(-LEASE), *channels, *busy)
        with self._reading() as db:
            # Mostly there is nothing, and nobody who plays is to wait for that.
            if db.execute(f"SELECT 1 FROM outbox WHERE {which} LIMIT 1", due).fetchone() is None:
                return []
        with self._writing("") as db:
            db.execute("DELETE FROM outbox WHERE sent != '' AND sent < ?", (now(-APART),))
            rows = db.execute(
                "UPDATE outbox SET taken = ?, tries = tries + 1 WHERE id IN (SELECT id FROM outbox"
                f" WHERE {which} ORDER BY due, id LIMIT ? {self._dialect.skip_locked})"
                " RETURNING id, account, table_id, channel, tries",
                (now(), *due, limit),
            ).fetchall()
        return [Notice(*row) for row in rows]

    def particulars(self, notice: Notice) -> Particulars | None:
        with self._reading() as db:
            row = db.execute(
                "SELECT address, stop, channels.since, failed, title, scenario,"
                "  first, last, zone, away,"
                "  (SELECT coalesce(max(sent), '') FROM outbox AS other"
                "   WHERE other.table_id = outbox.table_id AND other.account = outbox.account"
                "   AND other.channel = outbox.channel),"
                "  (SELECT claimed FROM clocks WHERE clocks.table_id = outbox.table_id)"
                " FROM outbox JOIN tables ON tables.id = outbox.table_id"
                " JOIN accounts ON accounts.id = outbox.account AND banned = ''"
                " JOIN seats ON seats.secret_hash = seat AND seats.kind = 'seat'"
                "  AND seats.account = outbox.account"
                " JOIN channels ON channels.account = outbox.account"
                "  AND channels.kind = outbox.channel AND channels.since != ''"
                " LEFT JOIN rests ON rests.account = outbox.account"
                f" WHERE outbox.id = ? AND {_HELD}",
                (notice.id, notice.tries),
            ).fetchone()
        if row is None:
            return None
        address, stop, since, failed, title, scenario, *hours, last, claimed = row
        channel = Channel(notice.account, notice.channel, address, stop, since, failed)
        rest = NONE if hours[0] is None else Rest(*hours)
        return Particulars(channel, rest, title, scenario, last, claimed or "")

    def sent(self, notice: Notice) -> None:
        self._set(notice, "sent = ?", now())

    def postpone(self, notice: Notice, due: str, tries: int) -> None:
        self._set(notice, "due = ?, tries = ?, taken = ''", due, tries)

    def _set(self, notice: Notice, what: str, *values: object) -> None:
        with self._writing("") as db:
            db.execute(
                f"UPDATE outbox SET {what} WHERE id = ? AND {_HELD}",
                (*values, notice.id, notice.tries),
            )

    def drop(self, notice: Notice) -> None:
        with self._writing("") as db:
            db.execute(f"DELETE FROM outbox WHERE id = ? AND {_HELD}", (notice.id, notice.tries))


# A notice that is still with whoever has taken it.
_HELD = "tries = ? AND taken != '' AND sent = ''"


def fill(db: Link, table: str, call: Call) -> None:
    """Withdraws what waits to be told about a table, for it is not true any more, and adds a notice
    for each channel of whoever is asked now."""
    db.execute("DELETE FROM outbox WHERE table_id = ? AND sent = ''", (table,))
    for seat in call.asked:
        db.execute(
            "INSERT INTO outbox (account, table_id, seat, channel, due)"
            " SELECT channels.account, seats.table_id, seats.secret_hash, channels.kind, ?"
            " FROM seats JOIN channels ON channels.account = seats.account"
            " WHERE seats.secret_hash = ? AND seats.kind = 'seat' AND channels.since != ''",
            (now(LOOKING if seat in call.looking else 0.0), seat.hex()),
        )
