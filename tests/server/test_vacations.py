"""Days away that stop clocks: how many of them count."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from stavka.server.vacations import (
    A_YEAR,
    Interval,
    after,
    days_left,
    running,
    standing,
    stands_until,
)

DAY = 24 * 60 * 60.0


def at(month: int, day: int, hour: int = 0, year: int = 2026) -> datetime:
    return datetime(year, month, day, hour, tzinfo=UTC)


def test_a_clock_does_not_run_while_somebody_is_away() -> None:
    stands = standing([Interval(at(8, 3), at(8, 10))])
    assert running(at(8, 1), at(8, 3), stands) == 2 * DAY
    assert running(at(8, 1), at(8, 6), stands) == 2 * DAY
    assert running(at(8, 1), at(8, 11), stands) == 3 * DAY
    assert running(at(8, 4), at(8, 5), stands) == 0
    # A clock that is set back, by a second server, has not run.
    assert running(at(8, 2), at(8, 1), stands) == 0


@pytest.mark.parametrize(
    ("since", "days", "until"),
    [
        (at(8, 1), 2, at(8, 3)),
        (at(8, 1), 3, at(8, 11)),
        (at(8, 5), 1, at(8, 11)),
        (at(8, 10), 1, at(8, 11)),
        # Two of them, one after the other.
        (at(8, 1), 12, at(8, 21)),
    ],
)
def test_the_moment_at_which_time_is_up(since: datetime, days: int, until: datetime) -> None:
    stands = standing([Interval(at(8, 3), at(8, 10)), Interval(at(8, 14), at(8, 15))])
    found = after(since, days * DAY, stands)
    assert found == until and running(since, found, stands) == days * DAY


def test_only_so_many_days_of_a_year_stop_clocks() -> None:
    away = [Interval(at(1, 1), at(1, 21)), Interval(at(6, 1), at(6, 21))]
    assert standing(away) == (away[0], Interval(at(6, 1), at(6, 11)))
    assert days_left(away, at(7, 1)) == 0 and days_left(away[:1], at(7, 1)) == A_YEAR - 20
    assert stands_until(standing(away), at(6, 5)) == at(6, 11)
    assert stands_until(standing(away), at(6, 11)) is None


def test_the_next_year_has_its_own_days() -> None:
    away = [Interval(at(11, 1), at(3, 1, year=2027))]
    first, second = standing(away)
    assert first.until - first.since == second.until - second.since == timedelta(days=A_YEAR)
    assert second.since == at(1, 1, year=2027)
    over = standing([Interval(at(12, 25), at(1, 5, year=2027))])
    assert stands_until(over, at(12, 30)) == at(1, 5, year=2027)
    assert days_left(away, at(6, 1, year=2028)) == A_YEAR
