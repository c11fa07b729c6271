"""Days away that stop the clocks of games: what is stored of them, and how many count.

Somebody is away from the moment at which he says so until the day on which he is back: nobody can
stop a clock afterwards. A year has room for so many days; what is more stops no clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from .database import Link, now
from .quiet import Rest, back

# So many days of a year (by UTC) stop clocks.
A_YEAR = 30
# After so many seconds nobody asks any more whether somebody was away.
KEPT = 800 * 24 * 60 * 60.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS vacations (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    since TEXT NOT NULL,
    until TEXT NOT NULL,
    PRIMARY KEY (account, since)
);
"""


class Interval(NamedTuple):
    since: datetime
    until: datetime


def note(db: Link, account: str, rest: Rest) -> None:
    """Somebody has said when he is back; what he has said before holds until now."""
    moment = now()
    db.execute("DELETE FROM vacations WHERE account = ? AND until < ?", (account, now(-KEPT)))
    db.execute(
        "UPDATE vacations SET until = ? WHERE account = ? AND until > ?", (moment, account, moment)
    )
    until = back(rest)
    if until is not None and until > datetime.fromisoformat(moment):
        db.execute(
            "INSERT INTO vacations (account, since, until) VALUES (?, ?, ?)"
            " ON CONFLICT (account, since) DO UPDATE SET until = excluded.until",
            (account, moment, text(until)),
        )


def away(db: Link, account: str) -> tuple[Interval, ...]:
    """When somebody was or is away, in the order of time; nobody without an account ever is."""
    rows = db.execute(
        "SELECT since, until FROM vacations WHERE account = ? ORDER BY since", (account,)
    ).fetchall()
    return tuple(Interval(*map(datetime.fromisoformat, row)) for row in rows)


def standing(away: Iterable[Interval]) -> tuple[Interval, ...]:
    """The part of it in which clocks stand: the first days of every year."""
    left: dict[int, timedelta] = {}
    found = []
    for since, until in away:
        start = since
        while start < until:
            year = start.year
            end = min(until, datetime(year + 1, 1, 1, tzinfo=UTC))
            room = left.get(year, timedelta(days=A_YEAR))
            stands = min(end, start + room)
            if stands > start:
                found.append(Interval(start, stands))
            left[year] = room - (stands - start)
            start = end
    return tuple(found)


def days_left(away: Iterable[Interval], moment: datetime) -> int:
    """How many whole days of this year can still stop clocks, beside those that are planned."""
    used = sum(
        (one.until - one.since for one in standing(away) if one.since.year == moment.year),
        timedelta(),
    )
    return (timedelta(days=A_YEAR) - used).days


def stands_until(stands: Iterable[Interval], moment: datetime) -> datetime | None:
    """Until when clocks stand that stand now; over the end of a year too."""
    until = None
    for one in stands:
        if one.since <= (until or moment) < one.until:
            until = one.until
    return until


def running(since: datetime, until: datetime, stands: Sequence[Interval]) -> float:
    """How many seconds a clock has run between two moments."""
    stood = sum(
        max(0.0, (min(until, one.until) - max(since, one.since)).total_seconds()) for one in stands
    )
    return max(0.0, (until - since).total_seconds() - stood)


def after(since: datetime, seconds: float, stands: Sequence[Interval]) -> datetime:
    """The moment at which a clock has run for so many seconds."""
    end = since + timedelta(seconds=seconds)
    for one in stands:
        if one.until > since and one.since < end:
            end += one.until - max(since, one.since)
    return end


def text(moment: datetime) -> str:
    """As times are stored."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
