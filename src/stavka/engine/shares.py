"""What the dice of a game follow from: a secret of the server, and a share of each player.

The server commits itself to its secret, then everybody to a share, and only when all have done so
are the shares opened: the key of the dice is a keyed hash of all of it. Whoever gives his share
last has chosen it before he knew the others. So nobody can choose a roll, as long as one of them
has drawn his part by chance. Whoever has the server's secret can still look ahead.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable
from typing import NamedTuple

from .dice import SEED_BYTES, commitment


class Share(NamedTuple):
    """What a player adds."""

    # The sides that he plays.
    who: str
    # The hash that was published first, and what it is of; nothing before it has been opened.
    committed: str
    value: bytes = b""

    def kept(self, table: str) -> bool:
        """Whether it has been opened, as what it was committed to."""
        there = committed(table, self.who, self.value)
        return bool(self.value) and hmac.compare_digest(there.encode(), self.committed.encode())


class Pledge(NamedTuple):
    """What is fixed together with the server's secret, before anybody has drawn a share: whoever
    could choose any of it afterwards could choose the dice."""

    # Where it is played, and the names of the seats whose players add to the dice.
    table: str
    seats: tuple[str, ...] = ()
    # How many dice come from a file, and the fingerprint of the position file that the game begins
    # with; empty if it begins with the scenario.
    file: int = 0
    begun: str = ""

    def commitment(self, seed: bytes) -> str:
        """What the server publishes of its secret; a browser reckons the same (web/src/dice.ts)."""
        seats = ", ".join(sorted(self.seats))
        return _hash("stavka dice 2", self.table, seats, str(self.file), self.begun, seed.hex())


class Source(NamedTuple):
    """What the dice of a game follow from."""

    seed: bytes
    # Nothing if they follow from the seed alone.
    pledge: Pledge | None = None
    shares: tuple[Share, ...] = ()
    # So many of the first rolls of the game were not made here: they came from a file.
    file: int = 0

    def commitment(self) -> str:
        """What is published of the seed before anything else is known."""
        return self.pledge.commitment(self.seed) if self.pledge else commitment(self.seed)

    def key(self) -> bytes:
        """What the rolls follow from."""
        return shared_key(self.pledge, self.seed, self.shares) if self.pledge else self.seed


def fingerprint(beginning: str) -> str:
    """What tells the position file that a game began with from others."""
    return hashlib.sha256(beginning.encode()).hexdigest() if beginning else ""


def committed(table: str, who: str, value: bytes) -> str:
    """What a player publishes of his share; the browser reckons the same (web/src/dice.ts)."""
    return _hash("stavka share", table, who, value.hex())


def _hash(*lines: str) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def shared_key(pledge: Pledge, seed: bytes, shares: Iterable[Share]) -> bytes:
    lines = ["stavka key", pledge.table, pledge.commitment(seed)]
    # In an order that nobody chooses.
    for share in sorted(shares):
        lines += [share.who, share.committed, share.value.hex()]
    message = "\n".join(lines).encode()
    return hashlib.blake2b(message, digest_size=SEED_BYTES, key=seed).digest()
