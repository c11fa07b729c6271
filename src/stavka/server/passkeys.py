"""What is stored of passkeys, by which somebody comes back who has lost all of his devices.

Of a passkey the server has the public half alone, which opens nothing. What it has to sign is drawn
for each time: good once and for five minutes, wherever the answer comes of several servers.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from .database import Reading, Writing, now, today

# So many seconds somebody has to use a passkey, once he is asked to.
CHALLENGE_SECONDS = 300
CHALLENGE_BYTES = 32

# A counter goes up to 2^32.
SCHEMA = """
CREATE TABLE IF NOT EXISTS passkeys (
    key_hash TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    credential TEXT NOT NULL,
    public_key TEXT NOT NULL,
    signed BIGINT NOT NULL,
    name TEXT NOT NULL,
    made TEXT NOT NULL,
    used TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS passkeys_of_account ON passkeys (account);
CREATE TABLE IF NOT EXISTS challenges (
    challenge_hash TEXT PRIMARY KEY,
    account TEXT REFERENCES accounts (id) ON DELETE CASCADE,
    until TEXT NOT NULL
);
"""


class Passkey(NamedTuple):
    account: str
    # What it calls itself, in URL-safe text.
    credential: str
    public_key: bytes
    # How often it says that it has signed; some never count.
    signed: int
    name: str
    made: str = ""
    # The day on which it was last used.
    used: str = ""

    @property
    def id(self) -> str:
        """What it is called towards its owner, who may have others too."""
        return _key_hash(self.credential)[:12]


class Passkeys(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def challenge(self, account: str = "") -> str:
        """What is to be signed next, to add a passkey to an account or for anybody to come in."""

    def meet(self, challenge: str, account: str = "") -> bool:
        """Whether something was to be signed, for this, and in time; it is not any more."""

    def add(self, passkey: Passkey) -> bool:
        """False if it is somebody's already."""

    def of(self, account: str) -> list[Passkey]: ...

    def find(self, credential: str) -> Passkey | None: ...

    def use(self, passkey: Passkey, signed: int) -> bool:
        """It was used today, and has signed so often; False if it had signed more before."""

    def remove(self, account: str, id_: str) -> bool:
        """Forgets a passkey; whether there was one."""


class SqlPasskeys:
    """Passkeys in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing) -> None:
        self._reading, self._writing = reading, writing

    def challenge(self, account: str = "") -> str:
        challenge = secrets.token_urlsafe(CHALLENGE_BYTES)
        with self._writing("") as db:
            db.execute("DELETE FROM challenges WHERE until < ?", (now(),))
            db.execute(
                "INSERT INTO challenges (challenge_hash, account, until) VALUES (?, ?, ?)",
                (_challenge_hash(challenge), account or None, now(CHALLENGE_SECONDS)),
            )
        return challenge

    def meet(self, challenge: str, account: str = "") -> bool:
        with self._writing("") as db:
            row = db.execute(
                "DELETE FROM challenges WHERE challenge_hash = ?"
                " RETURNING coalesce(account, ''), until",
                (_challenge_hash(challenge),),
            ).fetchone()
        return row is not None and row[0] == account and row[1] >= now()

    def add(self, passkey: Passkey) -> bool:
        account, credential, public_key, signed, name, *_ = passkey
        with self._writing("") as db:
            done = db.execute(
                "INSERT INTO passkeys"
                " (key_hash, account, credential, public_key, signed, name, made, used)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                (
                    *(_key_hash(credential), account, credential, public_key.hex(), signed),
                    *(name, now(), today()),
                ),
            )
        return done.rowcount == 1

    def of(self, account: str) -> list[Passkey]:
        with self._reading() as db:
            rows = db.execute(
                f"SELECT {_PASSKEY} FROM passkeys WHERE account = ? ORDER BY made, key_hash",
                (account,),
            ).fetchall()
        return [_passkey(row) for row in rows]

    def find(self, credential: str) -> Passkey | None:
        with self._reading() as db:
            row = db.execute(
                f"SELECT {_PASSKEY} FROM passkeys WHERE key_hash = ?", (_key_hash(credential),)
            ).fetchone()
        return _passkey(row) if row else None

    def use(self, passkey: Passkey, signed: int) -> bool:
        with self._writing("") as db:
            done = db.execute(
                "UPDATE passkeys SET signed = ?, used = ? WHERE key_hash = ?"
                " AND (signed < ? OR (signed = 0 AND ? = 0))",
                (signed, today(), _key_hash(passkey.credential), signed, signed),
            )
        return done.rowcount == 1

    def remove(self, account: str, id_: str) -> bool:
        with self._writing("") as db:
            gone = db.execute(
                "DELETE FROM passkeys WHERE account = ? AND substr(key_hash, 1, 12) = ?",
                (account, id_),
            )
        return gone.rowcount == 1


_PASSKEY = "account, credential, public_key, signed, name, made, used"


def _passkey(row: Sequence[Any]) -> Passkey:
    account, credential, public_key, *rest = row
    return Passkey(account, credential, bytes.fromhex(public_key), *rest)


def _key_hash(credential: str) -> str:
    return hashlib.sha256(b"passkey " + credential.encode()).hexdigest()


def _challenge_hash(challenge: str) -> str:
    return hashlib.sha256(b"challenge " + challenge.encode()).hexdigest()
