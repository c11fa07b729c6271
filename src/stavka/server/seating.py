"""What is stored of those who sit at a table: their seats, what they add to the dice, and what they
have been asked to agree to.

Of a secret only the hash is kept. A seat is taken with an invitation, which can be used once; from
then on it has a secret that only whoever has taken it knows.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from typing import Any, Literal, NamedTuple, Protocol

from . import results
from .database import Dialect, Link, Reading, Writing, now, seconds_since

# What a secret opens: a seat; the right to take one; nothing any more, because the seat was taken,
# with this invitation or another, or given away; or nothing yet, because others have to agree.
Kind = Literal["seat", "invitation", "used", "void", "asked"]


# So many colours stand for people.
HUES = 12


def hue(who: str) -> int:
    """The colour that stands for somebody, wherever he is: by his account, or by his name."""
    return hashlib.sha256(who.encode()).digest()[0] % HUES


def seat_name(sides: Iterable[str]) -> str:
    """What a seat is called: by its sides."""
    return " and ".join(sides)


# What would look like the end of a name, or the beginning of the next.
_MARKS = dict.fromkeys(map(ord, '"“”„‟«»'), "'")


def quoted(name: str) -> str:
    """A name as the server tells it: nobody can call himself something that reads as if the server
    had said it.

    >>> quoted('A” has left. “B')
    "“A' has left. 'B”"
    """
    return f"“{name.translate(_MARKS)}”"


class StoredSeat(NamedTuple):
    # The hash of the secret; the secret itself is not kept.
    key: bytes
    table: str
    # The sides that are played from it; none for spectators.
    sides: tuple[str, ...]
    kind: Kind = "seat"
    # What its player calls himself, and since when it is what it is.
    name: str = ""
    since: str = ""
    # What he adds to the dice: the hash of it, and once it has been opened the share itself.
    commitment: str = ""
    share: bytes = b""
    # From how many browsers it has been used.
    browsers: int = 0
    # The hash of the invitation with which it was taken, if it was with one.
    invitation: bytes = b""
    # The account of whoever has taken it, if he has one.
    account: str = ""

    @property
    def who(self) -> str:
        return seat_name(self.sides)

    @property
    def hue(self) -> int:
        """The colour of whoever has it."""
        return hue(self.account or self.name)


class Proposal(NamedTuple):
    """Something that holds once the others have agreed."""

    id: int
    table: str
    kind: Literal["dice", "seat", "rules"]
    # The hash of the secret of the seat that is asked for; the version of the rules that are.
    seat: bytes = b""
    # The seats that have agreed, by their names, and how many seconds ago it was proposed.
    agreed: tuple[str, ...] = ()
    seconds: float = 0.0


class Seating(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def seat(self, key: bytes) -> StoredSeat | None: ...

    def seats(self, table: str) -> list[StoredSeat]:
        """All that a table has ever had, in the order of their making, without those for
        spectators."""

    def add_seat(self, seat: StoredSeat, most: int) -> bool:
        """Adds one, unless its table has `most` of the same kind and sides already."""

    def claim(self, invitation: bytes, seat: StoredSeat) -> bool:
        """Takes a seat, whoever had it before; False if the invitation was used meanwhile."""

    def give_back(self, table: str, key: bytes) -> None: ...

    def commit(self, table: str, key: bytes, commitment: str) -> None: ...

    def open_share(self, table: str, key: bytes, share: bytes) -> None: ...

    def forget_shares(self, table: str) -> None:
        """Throws away what all who have a seat have committed themselves to."""

    def note_browser(self, key: bytes, browser: str, most: int) -> bool:
        """Remembers that a seat was used from a browser; whether that was new."""

    def browsers(self, table: str) -> dict[bytes, set[str]]:
        """From which browsers the seats have been used that somebody has, or asks for."""

    def proposals(self, table: str) -> list[Proposal]: ...

    def propose(self, proposal: Proposal, asked: StoredSeat | None) -> None:
        """Stores a proposal, with the seat that is asked for."""

    def agree(self, table: str, id_: int, agreed: Sequence[str]) -> None: ...

    def close_proposal(self, proposal: Proposal, *, granted: bool) -> None:
        """Forgets a proposal. A seat that is granted takes the place of the one before; one that
        is not is forgotten too."""


SCHEMA = """
CREATE TABLE IF NOT EXISTS seats (
    secret_hash TEXT PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    sides TEXT NOT NULL,
    kind TEXT NOT NULL DEFAULT 'seat',
    name TEXT NOT NULL DEFAULT '',
    since TEXT NOT NULL DEFAULT '',
    commitment TEXT NOT NULL DEFAULT '',
    share TEXT NOT NULL DEFAULT '',
    invitation TEXT NOT NULL DEFAULT '',
    account TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS seats_of_table ON seats (table_id);
CREATE TABLE IF NOT EXISTS browsers (
    secret_hash TEXT NOT NULL REFERENCES seats (secret_hash) ON DELETE CASCADE,
    browser TEXT NOT NULL,
    first TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (secret_hash, browser)
);
CREATE TABLE IF NOT EXISTS proposals (
    id INTEGER PRIMARY KEY,
    table_id TEXT NOT NULL REFERENCES tables (id),
    kind TEXT NOT NULL,
    secret_hash TEXT NOT NULL,
    agreed TEXT NOT NULL,
    made TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP
);
"""
# What makes the seats of a database of format 5 those of format 6.
STEP = "".join(
    f"ALTER TABLE seats ADD COLUMN {column} TEXT NOT NULL DEFAULT '{value}';"
    for column, value in (
        ("kind", "seat"),
        ("name", ""),
        ("since", ""),
        ("commitment", ""),
        ("share", ""),
        ("invitation", ""),
    )
)

seat_columns = (
    "secret_hash, table_id, sides, kind, name, since, commitment, share,"
    " (SELECT count(*) FROM browsers WHERE browsers.secret_hash = seats.secret_hash), invitation,"
    " account"
)


class SqlSeating:
    """Seats in the database of the tables, which is given for reading and for a transaction."""

    def __init__(self, reading: Reading, writing: Writing, dialect: Dialect) -> None:
        self._reading, self._writing, self._dialect = reading, writing, dialect

    def seat(self, key: bytes) -> StoredSeat | None:
        with self._reading() as db:
            row = db.execute(
                f"SELECT {seat_columns} FROM seats WHERE secret_hash = ?", (key.hex(),)
            ).fetchone()
        return read_seat(row) if row else None

    def seats(self, table: str) -> list[StoredSeat]:
        with self._reading() as db:
            rows = db.execute(
                f"SELECT {seat_columns} FROM seats WHERE table_id = ? AND sides != '[]'"
                f" ORDER BY {self._dialect.made}",
                (table,),
            ).fetchall()
        return [read_seat(row) for row in rows]

    def add_seat(self, seat: StoredSeat, most: int) -> bool:
        with self._writing(seat.table) as db:
            # In the same transaction, so that two who ask at once cannot get past the limit.
            (there,) = db.execute(
                "SELECT count(*) FROM seats WHERE table_id = ? AND sides = ? AND kind = ?",
                (seat.table, json.dumps(seat.sides), seat.kind),
            ).fetchone()
            if there >= most:
                return False
            insert_seats(db, [seat])
        return True

    def claim(self, invitation: bytes, seat: StoredSeat) -> bool:
        with self._writing(seat.table) as db:
            used = db.execute(
                "UPDATE seats SET kind = 'used', since = ?"
                " WHERE secret_hash = ? AND kind = 'invitation'",
                (now(), invitation.hex()),
            )
            if used.rowcount != 1:
                return False
            vacate(db, seat)
            insert_seats(db, [seat])
            # What was offered to everybody is taken.
            db.execute(
                "DELETE FROM offers WHERE table_id = ? AND sides = ?",
                (seat.table, json.dumps(seat.sides)),
            )
        return True

    def give_back(self, table: str, key: bytes) -> None:
        with self._writing(table) as db:
            row = db.execute(
                f"SELECT {seat_columns} FROM seats WHERE secret_hash = ?", (key.hex(),)
            ).fetchone()
            # Without a seat that would be spared.
            vacate(db, read_seat(row)._replace(key=b""))

    def commit(self, table: str, key: bytes, commitment: str) -> None:
        with self._writing(table) as db:
            db.execute(
                "UPDATE seats SET commitment = ? WHERE secret_hash = ?", (commitment, key.hex())
            )

    def forget_shares(self, table: str) -> None:
        with self._writing(table) as db:
            db.execute(
                "UPDATE seats SET commitment = '', share = '' WHERE table_id = ? AND kind = 'seat'",
                (table,),
            )

    def open_share(self, table: str, key: bytes, share: bytes) -> None:
        with self._writing(table) as db:
            db.execute("UPDATE seats SET share = ? WHERE secret_hash = ?", (share.hex(), key.hex()))

    def note_browser(self, key: bytes, browser: str, most: int) -> bool:
        with self._writing("") as db:
            noted = db.execute(
                "INSERT INTO browsers (secret_hash, browser) SELECT ?, ?"
                " WHERE (SELECT count(*) FROM browsers WHERE secret_hash = ?) < ?"
                " ON CONFLICT DO NOTHING",
                (key.hex(), browser, key.hex(), most),
            )
        return noted.rowcount == 1

    def browsers(self, table: str) -> dict[bytes, set[str]]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT secret_hash, browser FROM browsers JOIN seats USING (secret_hash)"
                " WHERE table_id = ? AND kind IN ('seat', 'asked')",
                (table,),
            ).fetchall()
        found: dict[bytes, set[str]] = {}
        for key, browser in rows:
            found.setdefault(bytes.fromhex(key), set()).add(browser)
        return found

    def proposals(self, table: str) -> list[Proposal]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT id, kind, secret_hash, agreed, made FROM proposals"
                " WHERE table_id = ? ORDER BY id",
                (table,),
            ).fetchall()
        return [
            Proposal(
                id_,
                table,
                kind,
                bytes.fromhex(seat),
                tuple(json.loads(agreed)),
                seconds_since(made),
            )
            for id_, kind, seat, agreed, made in rows
        ]

    def propose(self, proposal: Proposal, asked: StoredSeat | None) -> None:
        with self._writing(proposal.table) as db:
            if asked is not None:
                insert_seats(db, [asked])
            db.execute(
                "INSERT INTO proposals (table_id, kind, secret_hash, agreed) VALUES (?, ?, ?, ?)",
                (
                    proposal.table,
                    proposal.kind,
                    proposal.seat.hex(),
                    json.dumps(proposal.agreed),
                ),
            )

    def agree(self, table: str, id_: int, agreed: Sequence[str]) -> None:
        with self._writing(table) as db:
            db.execute("UPDATE proposals SET agreed = ? WHERE id = ?", (json.dumps(agreed), id_))

    def close_proposal(self, proposal: Proposal, *, granted: bool) -> None:
        with self._writing(proposal.table) as db:
            db.execute("DELETE FROM proposals WHERE id = ?", (proposal.id,))
            row = db.execute(
                f"SELECT {seat_columns} FROM seats WHERE secret_hash = ?", (proposal.seat.hex(),)
            ).fetchone()
            if row is None:
                return
            if granted:
                asked = read_seat(row)
                vacate(db, asked)
                results.pass_on(db, asked.table, asked.sides, asked.account)
                db.execute(
                    "UPDATE seats SET kind = 'seat', since = ? WHERE secret_hash = ?",
                    (now(), proposal.seat.hex()),
                )
            else:
                # Else they would become more and more.
                db.execute(
                    "DELETE FROM seats WHERE secret_hash = ? AND kind = 'asked'",
                    (proposal.seat.hex(),),
                )


def insert_seats(db: Link, seats: Iterable[StoredSeat]) -> None:
    db.executemany(
        "INSERT INTO seats (secret_hash, table_id, sides, kind, name, since, commitment, share,"
        " invitation, account) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                seat.key.hex(),
                seat.table,
                json.dumps(seat.sides),
                seat.kind,
                seat.name,
                now(),
                seat.commitment,
                seat.share.hex(),
                seat.invitation.hex(),
                seat.account,
            )
            for seat in seats
        ],
    )


def vacate(db: Link, seat: StoredSeat) -> None:
    """Whoever had a seat has it no more, and nobody else is invited to it."""
    db.execute(
        "UPDATE seats SET kind = CASE kind WHEN 'seat' THEN 'void' ELSE 'used' END,"
        " since = ? WHERE table_id = ? AND sides = ?"
        " AND kind IN ('seat', 'invitation') AND secret_hash != ?",
        (now(), seat.table, json.dumps(seat.sides), seat.key.hex()),
    )


def read_seat(row: Sequence[Any]) -> StoredSeat:
    key, table, sides, kind, name, since, commitment, share, browsers, *rest = row
    invitation, account = rest
    return StoredSeat(
        bytes.fromhex(key),
        table,
        tuple(json.loads(sides)),
        kind,
        name,
        since,
        commitment,
        bytes.fromhex(share),
        browsers,
        bytes.fromhex(invitation),
        account,
    )


def new_secret(table: str) -> str:
    """A secret names its table, so that a proxy can tell where it belongs, and is 32 random bytes
    beyond that."""
    return f"{table}.{secrets.token_urlsafe(32)}"


def seat_key(secret: str) -> bytes:
    """What is kept of a secret. It has 256 random bits: a plain hash cannot be searched."""
    return hashlib.sha256(secret.encode()).digest()


def browser_hash(browser: str) -> str:
    """What is kept of the mark that a browser has drawn for itself."""
    return hashlib.blake2b(browser.encode(), digest_size=8).hexdigest()


def belongs(secret: str, table: str) -> bool:
    """Whether a secret names a table."""
    return secret.partition(".")[0] == table
