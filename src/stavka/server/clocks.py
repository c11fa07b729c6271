"""Clocks of tables: so many days for each turn, a claim of the win when they are over, and a day of
grace after it.

A clock runs only while its side has to choose. Each side has its days anew with every player's
turn, in which it may have to answer too; what it has used of them is stored by that turn, so that
taking a choice back gives no time back. Whose clock runs is stored together with the choice that
makes it so, and everything else is reckoned from that by the time of the server. No rule and no
record knows of it: that a game is over on time stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, Protocol

from . import results, vacations
from .database import Link, Reading, Writing, now
from .messages import ClockView
from .outbox import Call, fill
from .results import End
from .vacations import Interval

# So many days a clock may give for each turn, and so many seconds whoever is late has to choose
# after the win was claimed. Whoever is given more time is given as much.
LEAST, MOST = 1, 60
GRACE = 24 * 60 * 60.0
_DAY = 24 * 60 * 60.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS clocks (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    days INTEGER NOT NULL,
    turn TEXT NOT NULL DEFAULT '',
    side TEXT NOT NULL DEFAULT '',
    account TEXT NOT NULL DEFAULT '',
    since TEXT NOT NULL DEFAULT '',
    claimant TEXT NOT NULL DEFAULT '',
    claimed TEXT NOT NULL DEFAULT '',
    over TEXT NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS spent (
    table_id TEXT NOT NULL REFERENCES tables (id),
    turn TEXT NOT NULL,
    side TEXT NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, turn, side)
);
"""


class Hand(NamedTuple):
    """Who has to choose: nobody, where nobody can."""

    # Which player's turn it is, whoever has to choose in it.
    turn: str = ""
    side: str = ""
    # The account of whoever plays the side, if he has one.
    account: str = ""
    # The side that has just made a choice, if one has.
    chosen: str = ""


class Clock(NamedTuple):
    """The clock of a table."""

    days: int
    turn: str
    # The side whose time runs, with the account that plays it, and since when. Once the game is
    # over on time, the side that has lost.
    side: str
    account: str
    since: str
    # The side that has claimed the win, and when; when the game was over on time. Empty if not.
    claimant: str
    claimed: str
    over: str
    # Side -> how many seconds it had used in this turn by then.
    spent: dict[str, float]
    # When the running clock stands still.
    stands: tuple[Interval, ...]

    @property
    def hand(self) -> tuple[str, str, str]:
        return self.turn, self.side, self.account

    @property
    def budget(self) -> float:
        return self.days * _DAY

    def left(self, side: str) -> float:
        """How many seconds a side had left when the clock that runs began to run."""
        return max(0.0, self.budget - self.spent.get(side, 0.0))

    def used(self, moment: datetime) -> float:
        """How many seconds the running side has used in this turn."""
        ran = vacations.running(datetime.fromisoformat(self.since), moment, self.stands)
        return self.spent.get(self.side, 0.0) + ran

    @property
    def until(self) -> datetime | None:
        """When the time of the running side is up."""
        if not self.side or self.over:
            return None
        left = self.left(self.side)
        return vacations.after(datetime.fromisoformat(self.since), left, self.stands)

    def is_up(self, moment: datetime) -> bool:
        return self.until is not None and moment >= self.until

    @property
    def grace(self) -> datetime | None:
        """Until when whoever is late can still choose, after the win was claimed."""
        if not self.claimed:
            return None
        return datetime.fromisoformat(self.claimed) + timedelta(seconds=GRACE)

    def due(self, moment: datetime) -> bool:
        """Whether the game is lost on time, and nobody has written it down yet."""
        return self.grace is not None and not self.over and moment >= self.grace

    @property
    def lost(self) -> str:
        """The side that has lost on time."""
        return self.side if self.over else ""


class Clocks(Protocol):
    """What a database has to do. Each method is one transaction; any thread may call it."""

    def clock(self, table: str) -> Clock | None:
        """The clock of a table, if it has one."""

    def turn_to(self, table: str, hand: Hand) -> None:
        """Notes who has to choose where nobody has made a choice."""

    def claim(self, table: str, side: str, claimant: str, call: Call) -> bool:
        """Claims the win against a side, which is told; False if its clock does not run any more,
        or somebody has claimed it."""

    def withdraw(self, table: str) -> None:
        """Takes a claim back, and gives whoever is late another day."""

    def finish(self, table: str, end: End) -> bool:
        """The game is over on time; False if it was, or nobody claims it any more."""

    def away(self, account: str) -> tuple[Interval, ...]:
        """When an account was or is away."""


class SqlClocks:
    """Clocks in the database of the tables."""

    def __init__(self, reading: Reading, writing: Writing) -> None:
        self._reading, self._writing = reading, writing

    def clock(self, table: str) -> Clock | None:
        with self._reading() as db:
            return _read(db, table)

    def turn_to(self, table: str, hand: Hand) -> None:
        with self._writing(table) as db:
            turn_to(db, table, hand)

    def claim(self, table: str, side: str, claimant: str, call: Call) -> bool:
        with self._writing(table) as db:
            done = db.execute(
                "UPDATE clocks SET claimant = ?, claimed = ?"
                " WHERE table_id = ? AND side = ? AND claimed = '' AND over = ''",
                (claimant, now(), table, side),
            )
            if done.rowcount == 1:
                fill(db, table, call)
            return done.rowcount == 1

    def withdraw(self, table: str) -> None:
        with self._writing(table) as db:
            clock = _read(db, table)
            if clock is not None and clock.claimed and not clock.over:
                _spend(db, table, clock, clock.budget - GRACE)
                _run(db, table, Hand(clock.turn, clock.side, clock.account))

    def finish(self, table: str, end: End) -> bool:
        with self._writing(table) as db:
            done = db.execute(
                "UPDATE clocks SET over = ?, account = ''"
                " WHERE table_id = ? AND claimed != '' AND over = ''",
                (now(), table),
            )
            if done.rowcount == 1:
                results.conclude(db, table, end)
                _withdraw_notices(db, table)
            return done.rowcount == 1

    def away(self, account: str) -> tuple[Interval, ...]:
        with self._reading() as db:
            return vacations.away(db, account)


def view_of(clock: Clock | None, sides: Iterable[str]) -> ClockView | None:
    """A clock as it is shown; it looks the same until something of it changes."""
    if clock is None:
        return None
    runs = clock.side if clock.until else ""
    away = vacations.stands_until(clock.stands, datetime.now(UTC)) if runs else None
    return ClockView(
        days=clock.days,
        runs=runs,
        until=vacations.text(clock.until) if clock.until else "",
        left={side: int(clock.left(side)) for side in sides},
        away=vacations.text(away) if away else "",
        claimant=clock.claimant,
        grace=vacations.text(clock.grace) if clock.grace else "",
        lost=clock.lost,
    )


def add(db: Link, table: str, days: int) -> None:
    """A new table has a clock. It does not run yet."""
    db.execute("INSERT INTO clocks (table_id, days) VALUES (?, ?)", (table, days))


def turn_to(db: Link, table: str, hand: Hand) -> None:
    """Notes who has to choose now, in the transaction of the choice that makes it so. A choice of
    whoever is late ends the claim of his opponent, and leaves him what is left of the grace."""
    clock = _read(db, table)
    if clock is None or clock.over:
        return
    moment = datetime.fromisoformat(now())
    saved = clock.grace is not None and hand.chosen == clock.side
    if not saved and (hand[:3] == clock.hand or not (hand.side or clock.side)):
        return
    if saved and clock.grace is not None:
        left = max(0.0, (clock.grace - moment).total_seconds())
        _spend(db, table, clock, clock.budget - left)
        _withdraw_notices(db, table)
    elif clock.side:
        _spend(db, table, clock, clock.used(moment))
    if not saved and hand[:2] == clock.hand[:2]:
        # Somebody else plays the side: what was claimed of it stays so.
        db.execute(
            "UPDATE clocks SET account = ?, since = ? WHERE table_id = ?",
            (hand.account, now(), table),
        )
    else:
        _run(db, table, hand if hand.side else Hand(clock.turn))


def stop(db: Link, table: str) -> None:
    """Nobody can choose at a table any more: no time runs there."""
    turn_to(db, table, Hand())


def _run(db: Link, table: str, hand: Hand) -> None:
    """The time of a side runs from now on, and nobody claims anything."""
    db.execute(
        "UPDATE clocks SET turn = ?, side = ?, account = ?, since = ?, claimant = '', claimed = ''"
        " WHERE table_id = ?",
        (hand.turn, hand.side, hand.account, now(), table),
    )


def _spend(db: Link, table: str, clock: Clock, seconds: float) -> None:
    """So much the running side has used in this turn."""
    db.execute(
        "INSERT INTO spent (table_id, turn, side, seconds) VALUES (?, ?, ?, ?)"
        " ON CONFLICT (table_id, turn, side) DO UPDATE SET seconds = excluded.seconds",
        (table, clock.turn, clock.side, seconds),
    )


def _withdraw_notices(db: Link, table: str) -> None:
    db.execute("DELETE FROM outbox WHERE table_id = ? AND sent = ''", (table,))


def _read(db: Link, table: str) -> Clock | None:
    row = db.execute(
        "SELECT days, turn, side, account, since, claimant, claimed, over FROM clocks"
        " WHERE table_id = ?",
        (table,),
    ).fetchone()
    if row is None:
        return None
    days, turn, side, account, since, claimant, claimed, over = row
    spent = db.execute(
        "SELECT side, seconds FROM spent WHERE table_id = ? AND turn = ?", (table, turn)
    ).fetchall()
    away = vacations.away(db, account) if account else ()
    told = claimant, claimed, over, dict(spent), vacations.standing(away)
    return Clock(days, turn, side, account, since, *told)
