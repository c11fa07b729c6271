"""What is stored of browsers that show notices by themselves: where their push services take them.

A device of an account has one such subscription at most, which goes with the device. Together they
are the channel `push`: it is opened with the first and closed with the last.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple, Protocol

from .database import Link, Reading, Writing, now

# Each of them may have to be waited for while a notice is sent (`outbox.LEASE`).
PUSHES_PER_ACCOUNT = 8

SCHEMA = """
CREATE TABLE IF NOT EXISTS pushes (
    device TEXT PRIMARY KEY REFERENCES devices (secret_hash) ON DELETE CASCADE,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    made TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS pushes_of_account ON pushes (account);
"""


class Subscription(NamedTuple):
    # Where the push service of a browser takes what is for it.
    endpoint: str
    # The browser's public key, and a secret: whoever has both can encrypt for it.
    p256dh: str
    auth: str


class Push(NamedTuple):
    # The device by the hash of its secret.
    device: str
    subscription: Subscription
    made: str

    @property
    def id(self) -> str:
        """What the device is called towards its owner."""
        return self.device[:12]


class Pushes(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def of(self, account: str) -> list[Push]: ...

    def add(self, account: str, device: bytes, subscription: Subscription) -> bool:
        """A device wants notices, and opens the channel; False if too many others do."""

    def forget(self, account: str, endpoints: tuple[str, ...]) -> None:
        """Forgets subscriptions, and closes the channel if none is left."""


class SqlPushes:
    """Subscriptions in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing) -> None:
        self._reading, self._writing = reading, writing

    def of(self, account: str) -> list[Push]:
        with self._reading() as db:
            rows = db.execute(
                "SELECT device, endpoint, p256dh, auth, made FROM pushes WHERE account = ?"
                " ORDER BY made, device",
                (account,),
            ).fetchall()
        return [Push(device, Subscription(*keys), made) for device, *keys, made in rows]

    def add(self, account: str, device: bytes, subscription: Subscription) -> bool:
        with self._writing("") as db:
            # A browser that was another account's is that one's no more.
            replaced = "DELETE FROM pushes WHERE device = ? OR endpoint = ? RETURNING account"
            before = db.execute(replaced, (device.hex(), subscription.endpoint)).fetchall()
            for (other,) in before:
                if other != account:
                    close_if_empty(db, other)
            count = "SELECT count(*) FROM pushes WHERE account = ?"
            if db.execute(count, (account,)).fetchone()[0] >= PUSHES_PER_ACCOUNT:
                return False
            db.execute(
                "INSERT INTO pushes (device, account, endpoint, p256dh, auth, made)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (device.hex(), account, *subscription, now()),
            )
            db.execute(
                "INSERT INTO channels (account, kind, address, stop, since, made)"
                " VALUES (?, 'push', '', ?, ?, ?)"
                " ON CONFLICT (account, kind) DO UPDATE SET failed = ''",
                (account, secrets.token_urlsafe(24), now(), now()),
            )
        return True

    def forget(self, account: str, endpoints: tuple[str, ...]) -> None:
        with self._writing("") as db:
            for endpoint in endpoints:
                which = (account, endpoint)
                db.execute("DELETE FROM pushes WHERE account = ? AND endpoint = ?", which)
            close_if_empty(db, account)


def close_if_empty(db: Link, account: str) -> None:
    """Closes the channel of an account, with what waits to be sent by it, if no device is left."""
    if db.execute("SELECT 1 FROM pushes WHERE account = ?", (account,)).fetchone() is None:
        db.execute("DELETE FROM channels WHERE account = ? AND kind = 'push'", (account,))
        db.execute("DELETE FROM outbox WHERE account = ? AND channel = 'push'", (account,))
