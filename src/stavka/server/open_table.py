"""A table that is in memory: who is at it, and what they may still send."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from ..players import Plan
from .limits import Allowance
from .messages import ClientMessage, Query
from .news import Watch
from .outbox import Call
from .problems import Busy, Forbidden, Gone
from .table import Seat, Table
from .thinking import Wanted

TOO_MANY = "too many messages; wait a moment"
# What counts as several questions: the whole game is played again for it.
COSTS = {"luck": 4.0, "ending": 4.0, "forces": 8.0, "replay": 2.0}

# Whose allowance it is: the seat's, wherever it is open. Spectators share the secret of a seat, so
# that each address has its own.
Who = tuple[bytes, str]


class Had(NamedTuple):
    """The version of its state that a client has, and how many lines of the log of it."""

    version: int
    lines: int


NOTHING = Had(-1, 0)


class OpenTable:
    """A table that is in memory, and everybody who is at it."""

    def __init__(self, id_: str) -> None:
        self.id = id_
        # Held by whoever looks at the table or changes it.
        self.lock = asyncio.Lock()
        # Nothing if it has to be read again, after something has gone wrong.
        self.table: Table | None = None
        # Whether another server holds it by now, so that nothing of it is shown here any more.
        self.moved = False
        self.watches: dict[Watch, Seat] = {}
        # How many screens everybody has open.
        self.screens: Counter[Who] = Counter()
        self.allowances: dict[Who, tuple[Allowance, Allowance]] = {}
        # How many questions about the past everybody has under way.
        self.looking_back: Counter[Who] = Counter()
        # How many are using it; it is not put away before they are gone.
        self.users = 0
        # Whether there is only this, and nothing in the storage.
        self.private = False
        # The plan that a computer player waits for.
        self.wanted: Wanted | None = None
        # What the staff has thought of for a seat that asked it.
        self.advice: dict[bytes, Plan] = {}
        # The seats that have been given away since the table was opened.
        self.given_away: set[bytes] = set()
        # When the devices that are here by their own secrets were last let in.
        self.entered: dict[str, float] = {}

    def wake(self, key: bytes = b"") -> None:
        """Wakes the screens of a seat, or all."""
        for watch, seat in self.watches.items():
            if key in (b"", seat.key):
                watch.changed.set()

    def call(self, before: str = "") -> Call | None:
        """Whose turn it has become, if another side has to choose now than `before`: that much
        everybody may know. Whoever plays both sides from one seat has not been away."""
        after = self.table.to_choose() if self.table else before
        if self.table is None or after == before:
            return None
        company = self.table.company
        had = company.keys_of(before)
        asked = tuple(key for key in company.keys_of(after) if key not in had)
        return Call(asked, frozenset(seat.key for seat in self.watches.values()))

    def turn_out(self, key: bytes) -> None:
        """Whoever looks on from a seat that is his no more does so no more."""
        self.given_away.add(key)
        self.wake(key)

    def count_browsers(self) -> None:
        """Notes from how many browsers each seat is looked at, for everybody to see."""
        if self.table is not None:
            sitting = [(seat, watch) for watch, seat in self.watches.items() if seat.sides]
            pairs = {(seat.key, watch.browser) for seat, watch in sitting}
            self.table.company.here = Counter(key for key, _ in pairs)

    def tell(self) -> None:
        """Wakes whoever has something new to see: nobody is told that there is a secret."""
        for watch, seat in self.watches.items():
            if self.table is None or self.table.version_of(seat) != watch.version:
                watch.changed.set()


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a seat of an open table."""

    open_table: OpenTable
    seat: Seat
    # What the seat, wherever it is open, may still send. Questions are counted apart: clients ask
    # them by themselves, and no choice is to be lost for that.
    allowance: Allowance
    questions: Allowance
    who: Who
    # What tells the browser from others.
    browser: str = ""
    # The secret that it was entered by, if it is that of a device, which can be shut out.
    entry: str = ""
    # Why whoever it is has been shut out; empty if he has not.
    objection: Callable[[], str] = str

    def check(self) -> None:
        """Whoever has given his seat away, lost it, or is shut out does and sees nothing there any
        more. To be asked while the table is held."""
        if why := self.objection():
            raise Forbidden(why)
        if self.seat.key in self.open_table.given_away:
            raise Gone("this seat was given away")

    def pay(self) -> None:
        """Uses up a message."""
        if not self.allowance.take():
            raise Busy(TOO_MANY)

    def may_send(self, message: ClientMessage) -> bool:
        """Uses up a message; False if there are too many."""
        if isinstance(message, Query):
            return self.questions.take(COSTS.get(message.kind, 1.0))
        return self.allowance.take()
