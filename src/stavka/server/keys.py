"""The secret from which the server's part of all dice follows.

It lies in a file of its own beside the database: whoever gets hold of the database alone, or of a
copy of it, cannot tell a single die that is to come.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from ..engine.dice import SEED_BYTES


def key_file(database: Path) -> Path:
    return database.with_suffix(".key")


def read_key(file: Path) -> bytes | None:
    """What a key file holds; nothing if there is none, ValueError if it is none."""
    try:
        text = file.read_text(encoding="ascii")
    except FileNotFoundError:
        return None
    key = bytes.fromhex(text.strip())
    if len(key) != SEED_BYTES:
        raise ValueError(f"{SEED_BYTES} bytes are expected")
    return key


def new_key(file: Path) -> bytes:
    """Draws a key and keeps it; only its owner may read it."""
    key = secrets.token_bytes(SEED_BYTES)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as out:
        out.write(key.hex() + "\n")
        out.flush()
        os.fsync(out.fileno())
    return key


def mark(key: bytes) -> str:
    """What tells one key from another and nothing else of it."""
    return hashlib.blake2b(b"mark", digest_size=8, key=key, person=b"stavka key").hexdigest()


def seed_of(key: bytes, table: str) -> bytes:
    """The server's secret for the dice of a table."""
    return hashlib.blake2b(
        table.encode(), digest_size=SEED_BYTES, key=key, person=b"stavka table"
    ).digest()


def meter_key(key: bytes) -> bytes:
    """The key under which addresses are hashed that the servers count together."""
    return hashlib.blake2b(b"meters", digest_size=32, key=key, person=b"stavka meters").digest()


def push_key(key: bytes) -> bytes:
    """From which the key follows that push services know this server by: all servers that share a
    database have the same one, and it goes wherever the games go."""
    return hashlib.blake2b(b"push", digest_size=48, key=key, person=b"stavka push").digest()
