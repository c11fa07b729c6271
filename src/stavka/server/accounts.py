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

from .database import Dialect, Link, Reading, Writing, now
from .seating import StoredSeat, read_seat, seat_columns

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


class Accounts(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def add(self, name: str, device: str) -> tuple[Account, str]:
        """A new account, and the secret of its first device."""

    def find(self, secret: str) -> Account | None:
        """The account of a device."""

    def account(self, id_: str) -> Account | None: ...

    def change(self, id_: str, name: str, settings: dict[str, Any]) -> None: ...

    def devices(self, id_: str) -> list[Device]: ...

    def shut_out(self, id_: str, device: str) -> bool:
        """Forgets a device; whether there was one."""

    def new_code(self, id_: str) -> str:
        """A code by which another device joins; those before it are void."""

    def join(self, code: str, device: str) -> tuple[Account, str] | None:
        """Lets a device join by a code, which is used up; its secret is told here only."""

    def seats(self, id_: str) -> list[StoredSeat]:
        """All seats that it has, those taken last first."""

    def adopt(self, id_: str, seat: bytes) -> bool:
        """A seat that somebody has is his account's from now on; False if it is another's."""

    def enter(self, table: str, device: str, mark: str) -> StoredSeat | None:
        """The seat at a table whose mark is this, if it belongs to the account of the device with
        this secret."""

    def remove(self, id_: str) -> None:
        """Forgets an account with all that is kept of it alone. Its seats stay, without a name."""


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
                "DELETE FROM codes WHERE code_hash = ? AND until >= ? RETURNING account",
                (_code_hash(plain_code(code)), now()),
            ).fetchone()
            if row is None:
                return None
            found = db.execute(f"SELECT {_ACCOUNT} FROM accounts WHERE id = ?", row).fetchone()
            return _account(found), _add_device(db, row[0], device)

    def seats(self, id_: str) -> list[StoredSeat]:
        with self._reading() as db:
            rows = db.execute(
                f"SELECT {seat_columns} FROM seats WHERE account = ? AND kind = 'seat'"
                f" ORDER BY {self._dialect.made} DESC",
                (id_,),
            ).fetchall()
        return [read_seat(row) for row in rows]

    def adopt(self, id_: str, seat: bytes) -> bool:
        with self._writing("") as db:
            done = db.execute(
                "UPDATE seats SET account = ?"
                " WHERE secret_hash = ? AND kind = 'seat' AND account IN ('', ?)",
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

    def remove(self, id_: str) -> None:
        with self._writing("") as db:
            db.execute("UPDATE seats SET account = '', name = '' WHERE account = ?", (id_,))
            db.execute("DELETE FROM accounts WHERE id = ?", (id_,))


_ACCOUNT = "accounts.id, accounts.name, accounts.settings, accounts.banned, accounts.made"
# So many letters of its hash tell a seat from the others of its table.
MARK = 8


def _account(row: Sequence[Any]) -> Account:
    id_, name, settings, banned, made = row
    return Account(id_, name, json.loads(settings), banned, made)


def _add_device(db: Link, account: str, name: str) -> str:
    secret = secrets.token_urlsafe(32)
    db.execute(
        "INSERT INTO devices (secret_hash, account, name, made, used) VALUES (?, ?, ?, ?, ?)",
        (device_key(secret).hex(), account, name, now(), now()),
    )
    return secret


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
