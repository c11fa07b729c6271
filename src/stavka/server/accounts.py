"""What is stored of people who want to be known again: nobody needs it to play.

An account is a name and the devices from which it is used. Each device has a secret of its own, of
which only the hash is kept; a device that is lost can be shut out. With a code that lives for ten
minutes another device joins. The seats that were taken from an account can be entered from all of
its devices.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from . import results
from .database import Dialect, Link, Reading, Writing, now, seconds_since, today
from .forgetting import GIVEN_UP
from .limits import DEVICES_PER_ACCOUNT, SEATS_LISTED
from .pushes import close_if_empty
from .seating import StoredSeat, quoted, read_seat, seat_columns

# So many seconds a code lets another device in, and so long it is: letters that nobody mistakes.
CODE_SECONDS = 600
CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 10

SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    settings TEXT NOT NULL DEFAULT '{{}}',
    banned TEXT NOT NULL DEFAULT '',
    made TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS devices (
    secret_hash TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    made TEXT NOT NULL,
    used TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS devices_of_account ON devices (account);
CREATE TABLE IF NOT EXISTS codes (
    code_hash TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    until TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS codes_of_account ON codes (account);
CREATE INDEX IF NOT EXISTS seats_of_account ON seats (account) WHERE account != '';
"""


class Account(NamedTuple):
    id: str
    name: str
    # What its owner has set: how to reach him, when not to, and the like.
    settings: dict[str, Any]
    # Why it may do nothing any more; empty if it may.
    banned: str
    made: str


class Device(NamedTuple):
    # The hash of its secret.
    key: bytes
    account: str
    name: str
    made: str
    # The day on which it was last used.
    used: str

    @property
    def id(self) -> str:
        """What it is called towards its owner, who has others too."""
        return self.key.hex()[:12]


class SeatAtTable(NamedTuple):
    """A seat of an account, and what is to be said of its table without opening it."""

    key: bytes
    table: str
    # The slug of the title, and the key of the scenario.
    title: str
    scenario: str
    sides: tuple[str, ...]
    since: str
    over: bool

    @property
    def mark(self) -> str:
        """What tells it from the other seats of its table."""
        return self.key.hex()[:MARK]


class Accounts(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def add(self, name: str, device: str) -> tuple[Account, str]:
        """A new account, and the secret of its first device."""

    def find(self, secret: str) -> Account | None:
        """The account of a device."""

    def use(self, secret: str) -> None:
        """A device was used today."""

    def account(self, id_: str) -> Account | None: ...

    def change(self, id_: str, name: str, settings: dict[str, Any]) -> None: ...

    def devices(self, id_: str) -> list[Device]: ...

    def shut_out(self, id_: str, device: str) -> bool:
        """Forgets a device; whether there was one."""

    def new_code(self, id_: str) -> str:
        """A code by which another device joins; those before it are void."""

    def join(self, code: str, device: str) -> tuple[Account, str] | None:
        """Lets a device join by a code, which is used up; its secret is told here only."""

    def let_in(self, id_: str, device: str) -> str | None:
        """Another device of somebody who has proved who he is; its secret is told here only.
        Nothing if he has as many as he may."""

    def seats(self, id_: str) -> list[StoredSeat]:
        """All seats that it has, those taken last first."""

    def tables(self, id_: str) -> list[SeatAtTable]:
        """The same with their tables, as many as anybody reads."""

    def stored(self, id_: str) -> dict[str, Any]:
        """All that is kept of an account, for its owner to read."""

    def adopt(self, id_: str, seat: bytes) -> bool:
        """A seat that somebody plays from is his account's from now on; False if it is another's,
        or for spectators, who share theirs."""

    def enter(self, table: str, device: str, mark: str) -> StoredSeat | None:
        """The seat at a table whose mark is this, if it belongs to the account of the device with
        this secret."""

    def idle(self, days: int) -> list[str]:
        """The accounts that have no seat any more and no device that was used for so many days."""

    def remove(self, id_: str) -> None:
        """Forgets an account with all that is kept of it alone, what was noted at its seats too.
        They stay, without a name, and what everybody was told of them names nobody."""


class SqlAccounts:
    """Accounts in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing, dialect: Dialect) -> None:
        self._reading, self._writing, self._dialect = reading, writing, dialect

    def add(self, name: str, device: str) -> tuple[Account, str]:
        account = Account(secrets.token_hex(8), name, {}, "", now())
        with self._writing("") as db:
            db.execute(
                "INSERT INTO accounts (id, name, made) VALUES (?, ?, ?)",
                (account.id, account.name, account.made),
            )
            return account, _add_device(db, account.id, device)

    def find(self, secret: str) -> Account | None:
        with self._reading() as db:
            row = db.execute(
                f"SELECT {_ACCOUNT} FROM accounts JOIN devices ON devices.account = accounts.id"
                " WHERE secret_hash = ?",
                (device_key(secret).hex(),),
            ).fetchone()
        return _account(row) if row else None

    def use(self, secret: str) -> None:
        with self._writing("") as db:
            db.execute(
                "UPDATE devices SET used = ? WHERE secret_hash = ?",
                (today(), device_key(secret).hex()),
            )

    def account(self, id_: str) -> Account | None:
        with self._reading() as db:
            row = db.execute(f"SELECT {_ACCOUNT} FROM accounts WHERE id = ?", (id_,)).fetchone()
        return _account(row) if row else None

    def change(self, id_: str, name: str, settings: dict[str, Any]) -> None:
        with self._writing("") as db:
            db.execute(
                "UPDATE accounts SET name = ?, settings = ? WHERE id = ?",
                (name, json.dumps(settings), id_),
            )

    def devices(self, id_: str) -> list[Device]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT secret_hash, account, name, made, used FROM devices WHERE account = ?"
                " ORDER BY made, secret_hash",
                (id_,),
            ).fetchall()
        return [Device(bytes.fromhex(key), *rest) for key, *rest in rows]

    def shut_out(self, id_: str, device: str) -> bool:
        with self._writing("") as db:
            gone = db.execute(
                "DELETE FROM devices WHERE account = ? AND substr(secret_hash, 1, 12) = ?",
                (id_, device),
            )
            close_if_empty(db, id_)
        return gone.rowcount == 1

    def new_code(self, id_: str) -> str:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        with self._writing("") as db:
            db.execute("DELETE FROM codes WHERE account = ? OR until < ?", (id_, now()))
            db.execute(
                "INSERT INTO codes (code_hash, account, until) VALUES (?, ?, ?)",
                (_code_hash(code), id_, now(CODE_SECONDS)),
            )
        return code

    def join(self, code: str, device: str) -> tuple[Account, str] | None:
        with self._writing("") as db:
            row = db.execute(
                "DELETE FROM codes WHERE code_hash = ? AND until >= ? AND"
                " (SELECT count(*) FROM devices WHERE devices.account = codes.account) < ?"
                " RETURNING account",
                (_code_hash(plain_code(code)), now(), DEVICES_PER_ACCOUNT),
            ).fetchone()
            if row is None:
                return None
            found = db.execute(f"SELECT {_ACCOUNT} FROM accounts WHERE id = ?", row).fetchone()
            return _account(found), _add_device(db, row[0], device)

    def let_in(self, id_: str, device: str) -> str | None:
        with self._writing("") as db:
            count = "SELECT count(*) FROM devices WHERE account = ?"
            if db.execute(count, (id_,)).fetchone()[0] >= DEVICES_PER_ACCOUNT:
                return None
            return _add_device(db, id_, device)

    def seats(self, id_: str) -> list[StoredSeat]:
        with self._reading() as db:
            rows = db.execute(
                f"SELECT {seat_columns} FROM seats WHERE account = ? AND kind = 'seat'"
                f" ORDER BY {self._dialect.made} DESC",
                (id_,),
            ).fetchall()
        return [read_seat(row) for row in rows]

    def tables(self, id_: str) -> list[SeatAtTable]:
        # A snapshot is taken when a game ends, and it tells so.
        with self._reading() as db:
            rows = db.execute(
                f"SELECT {_SEAT_AT_TABLE}, (SELECT {self._dialect.ended} FROM snapshots"
                "  WHERE table_id = tables.id ORDER BY moves DESC LIMIT 1) IS NOT NULL"
                " OR EXISTS (SELECT 1 FROM clocks WHERE table_id = tables.id AND over != '')"
                " FROM seats JOIN tables ON tables.id = seats.table_id"
                " WHERE account = ? AND kind = 'seat' AND used != ?"
                f" ORDER BY seats.{self._dialect.made} DESC LIMIT ?",
                (id_, GIVEN_UP, SEATS_LISTED),
            ).fetchall()
        return [
            SeatAtTable(bytes.fromhex(key), id_, title, scenario, _sides(sides), since, bool(over))
            for key, id_, title, scenario, sides, since, over in rows
        ]

    def stored(self, id_: str) -> dict[str, Any]:
        with self._reading() as db:
            seats = db.execute(
                f"SELECT {_SEAT_AT_TABLE}, kind, seats.name FROM seats"
                " JOIN tables ON tables.id = seats.table_id WHERE account = ?"
                f" ORDER BY seats.{self._dialect.made}",
                (id_,),
            ).fetchall()
            found = {
                name: db.execute(
                    f"SELECT {name}.secret_hash, {what} FROM seats JOIN {name}"
                    f" USING ({both}) WHERE account = ?",
                    (id_,),
                ).fetchall()
                for name, (what, both) in _OF_SEATS.items()
            }
            found["said"] = db.execute(_SAID, (id_,)).fetchall()
            beside = {name: _told_of(db, name, id_) for name in _OF_ACCOUNTS}
        account = self.account(id_)
        return {
            "account": account._asdict() if account else None,
            "devices": [
                {"id": device.id, "name": device.name, "made": device.made, "used": device.used}
                for device in self.devices(id_)
            ],
            "seats": [_seat_told(row, found) for row in seats],
            **beside,
        }

    def adopt(self, id_: str, seat: bytes) -> bool:
        with self._writing("") as db:
            done = db.execute(
                "UPDATE seats SET account = ?"
                " WHERE secret_hash = ? AND kind = 'seat' AND sides != '[]'"
                " AND account IN ('', ?)",
                (id_, seat.hex(), id_),
            )
        return done.rowcount == 1

    def enter(self, table: str, device: str, mark: str) -> StoredSeat | None:
        with self._reading() as db:
            row = db.execute(
                f"SELECT {seat_columns} FROM seats WHERE table_id = ?"
                f" AND substr(secret_hash, 1, {MARK}) = ? AND account ="
                " (SELECT account FROM devices WHERE secret_hash = ?)",
                (table, mark, device_key(device).hex()),
            ).fetchone()
        return read_seat(row) if row else None

    def idle(self, days: int) -> list[str]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT id FROM accounts WHERE NOT EXISTS"
                " (SELECT 1 FROM devices WHERE account = accounts.id AND used >= ?)"
                " AND NOT EXISTS"
                " (SELECT 1 FROM seats WHERE account = accounts.id AND kind = 'seat')",
                (today(ago=days),),
            ).fetchall()
        return [id_ for (id_,) in rows]

    def remove(self, id_: str) -> None:
        seats = "SELECT {} FROM seats WHERE account = ?"
        hashes, tables = seats.format("secret_hash"), seats.format("table_id")
        with self._writing("") as db:
            _unname(db, id_)
            db.execute(f"DELETE FROM browsers WHERE secret_hash IN ({hashes})", (id_,))
            for name in ("remarks", "seen"):
                db.execute(
                    f"DELETE FROM {name} WHERE table_id IN ({tables})"
                    f" AND secret_hash IN ({hashes})",
                    (id_, id_),
                )
            results.leave(db, id_)
            db.execute("UPDATE seats SET account = '', name = '' WHERE account = ?", (id_,))
            db.execute("UPDATE clocks SET account = '' WHERE account = ?", (id_,))
            db.execute("DELETE FROM accounts WHERE id = ?", (id_,))


_ACCOUNT = "accounts.id, accounts.name, accounts.settings, accounts.banned, accounts.made"
_SEAT_AT_TABLE = "seats.secret_hash, tables.id, title, scenario, sides, seats.since"
# What else refers to a seat, and by what: the browsers that it was used from, what was noted there
# for nobody else to read, and up to which move somebody has looked.
_OF_SEATS = {
    "browsers": ("browser, first", "secret_hash"),
    "remarks": ("remark, said", "table_id, secret_hash"),
    "seen": ("side, moves", "table_id, secret_hash"),
    "offers": ("words, offers.made", "table_id, secret_hash"),
}
# What was said to everybody by a side of a seat, and when, with since when its owner has the seat:
# what was said before that was somebody else's.
_SAID = (
    "SELECT seats.secret_hash, speaker, remark, said, sides, seats.since FROM seats"
    " JOIN remarks USING (table_id)"
    " WHERE account = ? AND kind = 'seat' AND remarks.secret_hash = '' AND speaker != ''"
    " ORDER BY remarks.id"
)
# What else refers to an account, and is told its owner.
_OF_ACCOUNTS = {
    "results": ("title", "scenario", "side", "result", "level", "reason", "rated", "ended"),
    "ratings": ("title", "rating", "deviation", "volatility", "games", "last"),
    "began": ("table_id", "side", "rating", "deviation", "volatility"),
    "apart": ("other", "kind"),
    "channels": ("kind", "address", "since"),
    "rests": ("first", "last", "zone", "away"),
    "passkeys": ("made", "name", "used", "signed", "credential", "public_key"),
    "pushes": ("endpoint", "p256dh", "made"),
    "vacations": ("since", "until"),
}
# So many letters of its hash tell a seat from the others of its table.
MARK = 8


def _told_of(db: Link, name: str, account: str) -> list[dict[str, Any]]:
    columns = _OF_ACCOUNTS[name]
    query = f"SELECT {', '.join(columns)} FROM {name} WHERE account = ? ORDER BY {columns[0]}"
    rows = db.execute(query, (account,)).fetchall()
    return [dict(zip(columns, row, strict=True)) for row in rows]


def _seat_told(row: Sequence[Any], found: dict[str, list[Any]]) -> dict[str, Any]:
    """A seat as its owner may read it: no hash that opens or tells anything."""
    key, table, title, scenario, sides, since, kind, name = row
    own = {name: [rest for of, *rest in rows if of == key] for name, rows in found.items()}
    return {
        "table": table,
        "title": title,
        "scenario": scenario,
        "sides": json.loads(sides),
        "kind": kind,
        "name": name,
        "since": since,
        "browsers": [{"hash": hash_, "first": first} for hash_, first in own["browsers"]],
        "notes": [{"text": text, "said": said} for text, said in own["remarks"]],
        "said": [
            {"text": text, "said": said}
            for speaker, text, said, sides, since in own["said"]
            if speaker in json.loads(sides) and seconds_since(said) <= seconds_since(since)
        ],
        "offers": [{"words": words, "made": made} for words, made in own["offers"]],
        "seen": [{"side": side, "moves": moves} for side, moves in own["seen"]],
    }


def _account(row: Sequence[Any]) -> Account:
    id_, name, settings, banned, made = row
    return Account(id_, name, json.loads(settings), banned, made)


def _sides(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def _add_device(db: Link, account: str, name: str) -> str:
    secret = secrets.token_urlsafe(32)
    db.execute(
        "INSERT INTO devices (secret_hash, account, name, made, used) VALUES (?, ?, ?, ?, ?)",
        (device_key(secret).hex(), account, name, now(), today()),
    )
    return secret


def _unname(db: Link, account: str) -> None:
    """Takes the names of an account's seats out of what the server has told at their tables."""
    rows = db.execute(
        "SELECT remarks.id, remark, name FROM seats JOIN remarks USING (table_id)"
        " WHERE account = ? AND name != '' AND speaker = ''",
        (account,),
    ).fetchall()
    told = {number: text for number, text, _ in rows}
    for number, _, name in rows:
        told[number] = unnamed(told[number], name)
    changed = {(told[number], number) for number, text, _ in rows if told[number] != text}
    db.executemany("UPDATE remarks SET remark = ? WHERE id = ?", sorted(changed))


def unnamed(text: str, name: str) -> str:
    """What the server has told of somebody's coming, as if he had no name.

    >>> unnamed("Anna has taken the seat of Red after Boris.", "Anna")
    'Somebody has taken the seat of Red after Boris.'
    >>> unnamed("Anna has taken the seat of Red after Boris.", "Boris")
    'Anna has taken the seat of Red after somebody.'
    >>> unnamed("“Anna” has taken the seat of Red after “Boris”.", "Anna")
    'Somebody has taken the seat of Red after “Boris”.'
    """
    # Names have stood without marks before.
    for shown in (quoted(name), name):
        if text.startswith((f"{shown} has taken the seat of ", f"{shown} asks for the seat of ")):
            text = f"Somebody{text.removeprefix(shown)}"
        after = f" after {shown}."
        if text.endswith(after):
            text = f"{text.removesuffix(after)} after somebody."
    return text


def device_key(secret: str) -> bytes:
    """What is kept of a device's secret: 256 random bits, as of a seat's."""
    return hashlib.sha256(b"device " + secret.encode()).digest()


def _code_hash(code: str) -> str:
    """Codes are short, but live for ten minutes and are not to be tried by the thousand."""
    return hashlib.sha256(b"code " + code.encode()).hexdigest()


def plain_code(code: str) -> str:
    """A code as it was made, however it was typed.

    >>> plain_code("abcd-efgh 23")
    'ABCDEFGH23'
    """
    return "".join(letter for letter in code.upper() if letter in CODE_LETTERS)


def entry(table: str, device: str, seat: bytes) -> str:
    """The secret by which a device enters a seat of its account: it names the table, as the secrets
    of seats do, and which seat it is."""
    return f"{table}.{device}.{seat.hex()[:MARK]}"


def split_entry(secret: str) -> tuple[str, str, str] | None:
    """Table, device and seat of such a secret; nothing if it is one of a seat."""
    parts = secret.split(".")
    return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None
