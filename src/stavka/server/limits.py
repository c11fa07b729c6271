"""How much one seat, and one address, may send."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from .metrics import REFUSED

MESSAGE_BYTES = 16 * 1024
# A long game's record, with room to spare.
IMPORT_BYTES = 4 * 1024 * 1024
# What may be done at a table, counting what was taken back: the longest game of the shelf has
# 14,180 choices. All of it is kept, and made again when somebody looks back.
ACTIONS = 100_000
# Of questions, and of everything else.
MESSAGES_PER_SECOND = 40
# Somebody who has several pages open on one seat is no attacker; hundreds are.
CONNECTIONS_PER_SEAT = 16
# Questions about the past that a seat may have under way: one can take a second, and all tables
# share the processes that answer them.
LOOKING_BACK = 4
# Questions of any kind that one line may have under way; the next message waits for one of them.
QUESTIONS_AT_ONCE = 8
# Work in another process: how many pieces may be asked for at once by one seat and by all, and
# after how many seconds one is given up; to bring a game may take less.
WORK_EACH = 4
WORK_WAITING = 64
WORK_SECONDS = 180.0
IMPORT_SECONDS = 60.0
# The head of a request that has not come by then never will, nor a body.
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
# For one address: people set up tables by hand. To bring a game means to play it once.
TABLES_PER_MINUTE = 30
IMPORTS_PER_MINUTE = 10
SEATS_PER_MINUTE = 60
# Seats that are offered to everybody: the lobby shows fifty.
OFFERS_PER_HOUR = 6
# Codes by which a device joins are short: whoever tries them gets nowhere in their ten minutes.
ACCOUNTS_PER_MINUTE = 10
CODES_PER_MINUTE = 10
# Coming in by a passkey, and adding one, takes two.
SIGNATURES_PER_MINUTE = 20
# Devices of one account, its seats that are listed, and what its owner may set.
DEVICES_PER_ACCOUNT = 20
SEATS_LISTED = 100
SETTINGS_PER_ACCOUNT = 20
PASSKEYS_PER_ACCOUNT = 10
# Points for the requests of one address, at once and coming back within so many seconds: fifty
# people behind it load the page at the same time, and one who never stops gets a fifth of the
# server's time.
ADDRESS_POINTS = 2_000
ADDRESS_SECONDS = 10.0
# Of those points so many a second can be spent, and so many at once before that counts: whoever
# asks for much on many lines is answered one after the other, and the others come in between.
# The last of all that an address can ask for at once waits five seconds for its turn, less than a
# proxy does.
PACE_POINTS = 400
PACE_AT_ONCE = 40
# So many seconds whoever has sent too much waits for the refusal of a request, and of a message:
# what comes on a line behind questions that are refused may be a choice.
REFUSAL_PAUSE = 0.25
MESSAGE_PAUSE = 0.01
# Screens that one address may have open: a class behind one address is no attacker.
CONNECTIONS_PER_ADDRESS = 400
# Lines of any kind, of one address and of all; and how many of the files that a process may have
# are for lines: of those that are left 256 may be lines that nobody has looked at yet.
LINES_PER_ADDRESS = 600
LINES = 10_000
LINES_UNSEEN = 256
FILES = 65_536
FILES_LEFT = 512
# So many addresses are remembered before those that have rested are forgotten.
REMEMBERED = 10_000
SWEEP_SECONDS = 1.0
# Links for spectators that a table may have: each serves any number of people, and each is stored.
SPECTATORS_PER_TABLE = 8

# Invitations to one seat that may wait to be used, and browsers of one seat that are remembered.
INVITATIONS_PER_SEAT = 4
BROWSERS_PER_SEAT = 20
# So long whoever holds a seat has to answer somebody who says that it is his, or to be seen there;
# and so often in a day it can be asked for with the same invitation.
ASKED_SECONDS = 7 * 24 * 60 * 60
ASKS_PER_DAY = 3
# So often a seat can be taken. Of each time everybody is told for good.
HANDS_PER_SEAT = 100
# So often every screen is sent a sign of life: a proxy that hears none for a few seconds cuts the
# line, and whoever was on it comes again.
HEARTBEAT_SECONDS = 1.0
# So long somebody who has opened a WebSocket may take to say who he is.
ENTER_SECONDS = 10.0

# Boards that are kept in memory only: how many, how many of one address (a class that learns the
# game behind one has room), and how long without anybody at them, if there is room and if not.
PRIVATE_BOARDS = 200
PRIVATE_PER_ADDRESS = 20
PRIVATE_SECONDS = 2 * 60 * 60
PRIVATE_LEFT_SECONDS = 10 * 60


class Sweep:
    """Whether it is time to forget those who have rested: looking at all of them for everybody who
    comes would cost more than he does."""

    def __init__(self) -> None:
        self._last = -math.inf

    def due(self, remembered: int) -> bool:
        now = time.monotonic()
        if remembered < REMEMBERED or now - self._last < SWEEP_SECONDS:
            return False
        self._last = now
        return True


class Allowance:
    """So many messages at once, coming back within a time."""

    __slots__ = ("_left", "_meter", "_most", "_seconds", "_since")

    def __init__(self, most: float, seconds: float = 1.0, meter: str = "seat") -> None:
        """`meter` is what refusals are counted under."""
        self._meter = meter
        self._most = self._left = most
        self._seconds = seconds
        self._since = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Uses up one message, or what counts as several; False if there are not so many left.

        What costs more than there ever is may be had by whoever has everything, and is owed.
        """
        if self.wait(cost):
            REFUSED.add(self._meter)
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1.0) -> float:
        """After how many seconds so much can be taken."""
        lacking = min(cost, self._most) - self._come_back()
        return max(0.0, lacking * self._seconds / self._most)

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

    def __init__(self, most: float, seconds: float = 60.0, meter: str = "address") -> None:
        self._most, self._seconds, self._meter = most, seconds, meter
        self._known: dict[str, Allowance] = {}
        self._sweep = Sweep()

    def take(self, address: str, cost: float = 1.0) -> bool:
        key = network(address)
        if not key:
            return True
        if key not in self._known and self._sweep.due(len(self._known)):
            self._known = {k: a for k, a in self._known.items() if not a.rested()}
        fresh = Allowance(self._most, self._seconds, self._meter)
        return self._known.setdefault(key, fresh).take(cost)

    def wait(self, address: str, cost: float = 1.0) -> float:
        """After how many seconds an address may take so much."""
        known = self._known.get(network(address))
        return known.wait(cost) if known else 0.0


class Pace:
    """Lets what each address asks for come one after the other, except for this machine itself."""

    def __init__(self, points: float = PACE_POINTS, at_once: float = PACE_AT_ONCE) -> None:
        self._points, self._slack = points, at_once / points
        # Up to when everybody has had his turns.
        self._until: dict[str, float] = {}
        self._sweep = Sweep()

    def wait(self, address: str, cost: float) -> float:
        """Takes the next turn of an address, which lasts the longer the more it costs; tells in how
        many seconds it comes."""
        key, now = network(address), time.monotonic()
        if not key:
            return 0.0
        if key not in self._until and self._sweep.due(len(self._until)):
            self._until = {k: until for k, until in self._until.items() if until > now}
        turn = max(self._until.get(key, 0.0), now - self._slack)
        self._until[key] = turn + cost / self._points
        return max(0.0, turn - now)


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
            REFUSED.add("screens")
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
