"""How much one seat, and one address, may send."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

MESSAGE_BYTES = 16 * 1024
# A long game's record, with room to spare.
IMPORT_BYTES = 4 * 1024 * 1024
# Of questions, and of everything else.
MESSAGES_PER_SECOND = 40
# Somebody who has several pages open on one seat is no attacker; hundreds are.
CONNECTIONS_PER_SEAT = 16
# Questions about the past that a seat may have under way: one can take a second, and all tables
# share the thread that answers them.
LOOKING_BACK = 4
# A body that has not come by then never will.
BODY_SECONDS = 30.0
# For one address: people set up tables by hand. To bring a game means to play it once.
TABLES_PER_MINUTE = 30
IMPORTS_PER_MINUTE = 10
# Screens that one address may have open: a class behind one address is no attacker.
CONNECTIONS_PER_ADDRESS = 400
# So many addresses are remembered before those that have rested are forgotten.
REMEMBERED = 10_000
# Links for spectators that a table may have: each serves any number of people, and each is stored.
SPECTATORS_PER_TABLE = 8

# Boards that are kept in memory only: how many, and how long without anybody at them.
PRIVATE_BOARDS = 200
PRIVATE_SECONDS = 2 * 60 * 60


class Allowance:
    """So many messages at once, coming back within a time."""

    __slots__ = ("_left", "_most", "_seconds", "_since")

    def __init__(self, most: float, seconds: float = 1.0) -> None:
        self._most = self._left = most
        self._seconds = seconds
        self._since = time.monotonic()

    def take(self) -> bool:
        """Uses up one message; False if there is none left."""
        if self._come_back() < 1:
            return False
        self._left -= 1
        return True

    def rested(self) -> bool:
        """Nothing is missing: a new one would be the same."""
        return self._come_back() >= self._most

    def _come_back(self) -> float:
        now = time.monotonic()
        back = (now - self._since) * self._most / self._seconds
        self._left = min(self._most, self._left + back)
        self._since = now
        return self._left


class AddressAllowance:
    """The same for every address apart, except for this machine itself: whoever sits at it, or a
    test, may do as he likes."""

    def __init__(self, per_minute: float) -> None:
        self._per_minute = per_minute
        self._known: dict[str, Allowance] = {}

    def take(self, address: str) -> bool:
        key = network(address)
        if not key:
            return True
        if key not in self._known and len(self._known) >= REMEMBERED:
            self._known = {k: a for k, a in self._known.items() if not a.rested()}
        return self._known.setdefault(key, Allowance(self._per_minute, 60.0)).take()


class Lines:
    """The lines that every address holds open; this machine's own are not counted."""

    def __init__(self, most: int = CONNECTIONS_PER_ADDRESS) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    @contextmanager
    def hold(self, address: str) -> Iterator[bool]:
        """Holds a line for as long as the block lasts; tells whether there was one left."""
        key = network(address)
        if key and self._open[key] >= self._most:
            yield False
            return
        self._open[key] += 1
        try:
            yield True
        finally:
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


def network(address: str) -> str:
    """What counts as one address: of the sixth version of the protocol everybody has 2^64 of them.

    Nothing for this machine itself.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is None:
            if found.is_loopback:
                return ""
            return str(ipaddress.ip_network((found, 64), strict=False))
        found = found.ipv4_mapped
    return "" if found.is_loopback else str(found)
