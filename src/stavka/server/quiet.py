"""When somebody does not want to be told anything: hours of every day, and days away."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

# Nobody is away for longer, in days.
LONGEST_AWAY = 366


class Rest(NamedTuple):
    """As it is stored: hours (`22:00`), which may go over midnight, and the day on which somebody
    is back (`2026-08-31`), by the clocks of a place (`Europe/Berlin`). Empty where nothing is
    set."""

    start: str = ""
    end: str = ""
    zone: str = "UTC"
    away: str = ""


NONE = Rest()


def checked(rest: Rest, today: date) -> Rest:
    """What is stored of it; ValueError with a reason if there are no such hours or days. Whoever is
    back is not away."""
    try:
        ZoneInfo(rest.zone)
    except (ValueError, OSError, LookupError):
        raise ValueError(f"{rest.zone!r} is no time zone; one is Europe/Berlin") from None
    if bool(rest.start) != bool(rest.end):
        raise ValueError("quiet hours have to begin and to end")
    if rest.start and _hour(rest.start) == _hour(rest.end):
        raise ValueError("quiet hours have to end at another time than they begin")
    if rest.away and _day(rest.away) > today + timedelta(days=LONGEST_AWAY):
        raise ValueError("nobody is away for more than a year")
    # Yesterday has begun everywhere.
    return rest._replace(away="") if rest.away and _day(rest.away) < today else rest


def may_be_told(rest: Rest, moment: datetime) -> datetime:
    """The first moment from this one on at which somebody wants to be told something.

    >>> may_be_told(Rest("22:00", "07:00"), datetime(2026, 8, 9, 23, 30, tzinfo=UTC)).hour
    7
    """
    # The first day of all has no time east of here; so long ago it does not matter.
    if rest.away and _day(rest.away) >= moment.date() - timedelta(days=1):
        moment = max(moment, back(rest) or moment)
    return _after_the_hours(rest, moment, ZoneInfo(rest.zone)) if rest.start else moment


def back(rest: Rest) -> datetime | None:
    """The moment at which somebody is back, if he has said that he is away."""
    if not rest.away:
        return None
    return datetime.combine(_day(rest.away), time(), ZoneInfo(rest.zone)).astimezone(UTC)


def _after_the_hours(rest: Rest, moment: datetime, zone: ZoneInfo) -> datetime:
    start, end = _hour(rest.start), _hour(rest.end)
    local = moment.astimezone(zone)
    clock = local.time()
    over_midnight = start > end
    if over_midnight and end <= clock < start:
        return moment
    if not over_midnight and not start <= clock < end:
        return moment
    day = local.date() + timedelta(days=int(over_midnight and clock >= start))
    ending = datetime.combine(day, end, zone)
    if ending.astimezone(UTC) <= moment:
        # The hour that there is twice in autumn: the second time is meant.
        ending = ending.replace(fold=1)
    return ending.astimezone(UTC)


def _hour(text: str) -> time:
    try:
        return datetime.strptime(text, "%H:%M").time()
    except ValueError:
        raise ValueError("an hour is written as 22:00") from None


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError("a day is written as 2026-08-31") from None
