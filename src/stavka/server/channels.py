"""What is stored of how people want to be reached, and when not: only of those who want to be.

An account has at most one channel of each kind. A mail address is written to only after a code that
was sent to it has come back. Each mail has a word with which whoever reads it ends the mails, from
wherever he is. Devices that show notices are one channel, which has their addresses (`pushes.py`).
"""

from __future__ import annotations

import hashlib
import secrets
from typing import Literal, NamedTuple, Protocol

from .accounts import CODE_LENGTH, CODE_LETTERS, plain_code
from .database import Reading, Writing, now
from .quiet import NONE, Rest
from .vacations import note

ChannelKind = Literal["webhook", "mail", "push"]
KINDS: tuple[ChannelKind, ...] = ("webhook", "mail", "push")
# So many seconds a code can be used that was sent to an address.
CODE_SECONDS = 24 * 60 * 60

SCHEMA = """
CREATE TABLE IF NOT EXISTS channels (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    address TEXT NOT NULL,
    stop TEXT NOT NULL,
    since TEXT NOT NULL DEFAULT '',
    failed TEXT NOT NULL DEFAULT '',
    code_hash TEXT NOT NULL DEFAULT '',
    made TEXT NOT NULL,
    PRIMARY KEY (account, kind)
);
CREATE UNIQUE INDEX IF NOT EXISTS channels_by_stop ON channels (stop);
CREATE TABLE IF NOT EXISTS rests (
    account TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    first TEXT NOT NULL,
    last TEXT NOT NULL,
    zone TEXT NOT NULL,
    away TEXT NOT NULL
);
"""


class Channel(NamedTuple):
    account: str
    kind: ChannelKind
    # Empty for devices.
    address: str
    # What ends it without an account: it stands in each mail, so that it is kept as it is.
    stop: str
    # Since when it may be used; empty as long as nobody has confirmed it.
    since: str = ""
    # Why the last notice could not be sent by it; empty if it was.
    failed: str = ""


class Channels(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def of(self, account: str) -> list[Channel]: ...

    def open(self, account: str, kind: ChannelKind, address: str) -> None:
        """Makes a channel that can be used at once, in the place of the one before."""

    def offer(self, account: str, kind: ChannelKind, address: str) -> tuple[Channel, str]:
        """Makes a channel that can be used once the code has come back that is told here only."""

    def confirm(self, account: str, code: str) -> bool:
        """Opens the channel that a code belongs to; whether there was one."""

    def close(self, account: str, kind: ChannelKind) -> None:
        """Forgets a channel, and what waits to be sent by it."""

    def stop(self, word: str) -> bool:
        """Forgets the channel that a word ends; whether there was one."""

    def note_failure(self, account: str, kind: ChannelKind, reason: str) -> None:
        """Why something could not be sent; nothing if it was."""

    def rest(self, account: str) -> Rest: ...

    def set_rest(self, account: str, rest: Rest) -> None: ...


class SqlChannels:
    """Channels in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing) -> None:
        self._reading, self._writing = reading, writing

    def of(self, account: str) -> list[Channel]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT account, kind, address, stop, since, failed FROM channels"
                " WHERE account = ? ORDER BY kind DESC",
                (account,),
            ).fetchall()
        return [Channel(*row) for row in rows]

    def open(self, account: str, kind: ChannelKind, address: str) -> None:
        self._put(Channel(account, kind, address, _new_word(), now()), "")

    def offer(self, account: str, kind: ChannelKind, address: str) -> tuple[Channel, str]:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
        channel = Channel(account, kind, address, _new_word())
        self._put(channel, _code_hash(code))
        return channel, code

    def _put(self, channel: Channel, code_hash: str) -> None:
        with self._writing("") as db:
            db.execute(
                "INSERT INTO channels (account, kind, address, stop, since, code_hash, made)"
                " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (account, kind) DO UPDATE SET"
                " address = excluded.address, stop = excluded.stop, since = excluded.since,"
                " code_hash = excluded.code_hash, made = excluded.made, failed = ''",
                (*channel[:5], code_hash, now()),
            )

    def confirm(self, account: str, code: str) -> bool:
        with self._writing("") as db:
            done = db.execute(
                "UPDATE channels SET since = ?, code_hash = ''"
                " WHERE account = ? AND code_hash = ? AND made >= ?",
                (now(), account, _code_hash(plain_code(code)), now(-CODE_SECONDS)),
            )
        return done.rowcount == 1

    def close(self, account: str, kind: ChannelKind) -> None:
        with self._writing("") as db:
            which = (account, kind)
            db.execute("DELETE FROM channels WHERE account = ? AND kind = ?", which)
            db.execute("DELETE FROM outbox WHERE account = ? AND channel = ?", which)
            if kind == "push":
                db.execute("DELETE FROM pushes WHERE account = ?", (account,))

    def stop(self, word: str) -> bool:
        with self._reading() as db:
            row = db.execute(
                "SELECT account, kind FROM channels WHERE stop = ?", (word,)
            ).fetchone()
        if row is not None:
            self.close(*row)
        return row is not None

    def note_failure(self, account: str, kind: ChannelKind, reason: str) -> None:
        with self._writing("") as db:
            db.execute(
                "UPDATE channels SET failed = ? WHERE account = ? AND kind = ?",
                (reason, account, kind),
            )

    def rest(self, account: str) -> Rest:
        with self._reading() as db:
            row = db.execute(
                "SELECT first, last, zone, away FROM rests WHERE account = ?", (account,)
            ).fetchone()
        return Rest(*row) if row else NONE

    def set_rest(self, account: str, rest: Rest) -> None:
        with self._writing("") as db:
            db.execute(
                "INSERT INTO rests (account, first, last, zone, away) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (account) DO UPDATE SET first = excluded.first,"
                " last = excluded.last, zone = excluded.zone, away = excluded.away",
                (account, *rest),
            )
            note(db, account, rest)


def _new_word() -> str:
    return secrets.token_urlsafe(24)


def _code_hash(code: str) -> str:
    return hashlib.sha256(b"channel " + code.encode()).hexdigest()
