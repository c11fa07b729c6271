"""When somebody wants to be told nothing."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from stavka.server.quiet import NONE, Rest, checked, may_be_told

BERLIN = "Europe/Berlin"
DAY = date(2026, 8, 9)


def utc(day: int, hour: int, minute: int = 0, month: int = 8) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("rest", "moment", "told"),
    [
        (NONE, utc(9, 3), utc(9, 3)),
        # Over midnight, by the clocks of Berlin: two hours ahead in summer.
        (Rest("22:00", "07:00", BERLIN), utc(9, 19, 59), utc(9, 19, 59)),
        (Rest("22:00", "07:00", BERLIN), utc(9, 20), utc(10, 5)),
        (Rest("22:00", "07:00", BERLIN), utc(10, 4, 59), utc(10, 5)),
        (Rest("22:00", "07:00", BERLIN), utc(10, 5), utc(10, 5)),
        # Within a day.
        (Rest("12:00", "14:00"), utc(9, 11, 59), utc(9, 11, 59)),
        (Rest("12:00", "14:00"), utc(9, 13), utc(9, 14)),
        (Rest("12:00", "14:00"), utc(9, 14), utc(9, 14)),
        # Away until a day, and not in its night either.
        (Rest(away="2026-08-12"), utc(9, 3), utc(12, 0)),
        (Rest(away="2026-08-12", zone=BERLIN), utc(9, 3), utc(11, 22)),
        (Rest("22:00", "07:00", BERLIN, "2026-08-12"), utc(9, 3), utc(12, 5)),
        (Rest(away="2026-08-08"), utc(9, 3), utc(9, 3)),
        # The night in which 02:30 comes twice, and the one in which it does not come.
        (Rest("22:00", "02:30", BERLIN), utc(25, 0, 15, 10), utc(25, 0, 30, 10)),
        (Rest("22:00", "02:30", BERLIN), utc(25, 1, 10, 10), utc(25, 1, 30, 10)),
        (Rest("22:00", "02:30", BERLIN), utc(29, 0, 30, 3), utc(29, 1, 30, 3)),
    ],
)
def test_the_next_moment_at_which_somebody_is_told(
    rest: Rest, moment: datetime, told: datetime
) -> None:
    assert may_be_told(rest, moment) == told


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        (Rest(zone="Middle/Earth"), "no time zone"),
        (Rest(zone="../../etc/passwd"), "no time zone"),
        (Rest(zone=""), "no time zone"),
        (Rest("22:00", ""), "to begin and to end"),
        (Rest("22:00", "22:00"), "another time"),
        (Rest("22 o'clock", "7"), "written as 22:00"),
        (Rest("25:00", "07:00"), "written as 22:00"),
        (Rest(away="tomorrow"), "written as 2026-08-31"),
        (Rest(away="2028-01-01"), "more than a year"),
    ],
)
def test_what_is_no_time_is_refused_with_the_reason(rest: Rest, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        checked(rest, DAY)


@pytest.mark.parametrize(
    "rest",
    [
        *(NONE, Rest("22:00", "07:30", BERLIN, "2026-08-31")),
        # It has not begun everywhere.
        Rest(zone="Etc/GMT+12", away="2026-08-09"),
    ],
)
def test_what_is_one_is_not(rest: Rest) -> None:
    assert checked(rest, DAY) == rest


@pytest.mark.parametrize("day", ["2026-08-08", "0001-01-01"])
def test_whoever_is_back_is_not_away(day: str) -> None:
    rest = Rest("22:00", "07:00", "Asia/Tokyo", day)
    assert checked(rest, DAY) == rest._replace(away="")


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/New_York"])
def test_a_day_without_a_time_keeps_nobody_from_being_told(zone: str) -> None:
    """Such as was stored before it was looked at."""
    assert may_be_told(Rest(zone=zone, away="0001-01-01"), utc(9, 3)) == utc(9, 3)
