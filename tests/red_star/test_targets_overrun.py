"""8.0 Overrun: what may be overrun, at which odds, and what follows."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import war
from .situations import events, offered, play, verbs, where


@rule("red-star", "8.0.3", "7.1.2", "8.0.7", "19.2.4")
@pytest.mark.parametrize(
    ("axis", "soviet", "turn", "targets"),
    [
        # One to four is below the table; one to three and one to two are not.
        ("2045: GIBG01 (1)", "2145: SA03 (2-4)", 2, set()),
        ("2045: GIBG01 (1)", "2145: SA03 (1-3)", 2, {"2145"}),
        ("2045: GIBG01 (1)", "2145: SA03 (2-4)\n2146: SRC01", 2, {"2146"}),
        ("2045: GIBG01 (1)", "2145: SRC01\n2146: SA03 (2-4)", 2, {"2145"}),
        ("2045: GIBG01 (1)", "2145: SRC01\n2146: SRC02", 2, {"2145", "2146"}),
        ("2045: GIBG01 (1)", "2145: SA03 (2-4)\n2146: SA04 (2-4)", 2, set()),
        # Nobody knows what an army has that has not drawn.
        ("2045: GIBG01 (1)", "2145: SA03\n2146: SA04 (2-4)", 2, {"2145"}),
        # Nobody next to it.
        ("2045: GIBG01 (1)", "2147: SRC01", 2, set()),
        # On turn one a minor river neither stops Germans nor helps against them.
        ("2240: GIBG01 (1)", "2340: SRC01", 1, {"2340"}),
        ("2240: GIBG01 (1)", "2340: SA03 (2-4)", 1, set()),
    ],
)
def test_overruns_are_offered_at_odds_that_the_table_has(
    axis: str, soviet: str, turn: int, targets: set[str]
) -> None:
    p = play(war(axis, soviet, "axis-movement", turn), "select GIBG01")
    assert offered(p, "overrun") == targets
    assert ("overrun" in verbs(p)) is bool(targets)


@rule("red-star", "8.0.4", "9.0.3")
def test_an_overrun_into_a_port_takes_it() -> None:
    p = war("2118: GTK41", "2018: SHQ-WESTER", "axis-movement", dice=(6, 3, 3))
    nikolaev = p.charts.grid.hex("2018")
    assert not p.axis_held >> nikolaev & 1
    play(p, "select GTK41", "overrun 2018")
    assert where(p, "GTK41") == "2018"
    assert p.axis_held >> nikolaev & 1
    assert events(p, "control")
