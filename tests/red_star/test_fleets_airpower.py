"""12.0 German airpower: several fleets, and the bases that are given up."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import war
from .situations import box_of, events, offered, play, to_choose, verbs, where


@rule("red-star", "12.1.2", "12.1.1")
def test_every_fleet_with_a_base_on_the_map_is_asked_for_once() -> None:
    axis = "4601: GAB1\n4603: GAB4\nready: GAB2\nair_fleets: GAF1, GAF2, GAF4"
    p = war(axis, "4606: SA03\n4828: SA04", "supply")
    assert to_choose(p) == "Axis"
    assert verbs(p) == {"fly", "stay"}
    assert "4607" in offered(p, "fly") and "4609" not in offered(p, "fly"), "the first has base 1"
    play(p, "stay")
    assert box_of(p, "GAF1") == "air_fleets"
    assert "4609" in offered(p, "fly"), "six spaces from the other base"
    play(p, "fly 4609")
    assert where(p, "GAF4") == "4609"
    assert "fly" not in verbs(p), "the base of the second is off the map"
    assert box_of(p, "GAF2") == "air_fleets"


@rule("red-star", "12.1.2")
def test_both_fleets_may_fly_to_the_same_place() -> None:
    p = war("4601: GAB1, GAB2", "4606: SA03\n4828: SA04", "supply")
    play(p, "fly 4606")
    assert box_of(p, "GAF2") == "air_fleets"
    play(p, "fly 4606")
    assert (where(p, "GAF1"), where(p, "GAF2")) == ("4606", "4606")
    assert len(events(p, "flew")) == 2


@rule("red-star", "12.1.3")
def test_all_fleets_go_home() -> None:
    p = war("4601: GAB1, GAB2, GTK41\n4606: GAF1, GAF2", "4828: SA04", "tank-movement")
    play(p, "done")
    assert (box_of(p, "GAF1"), box_of(p, "GAF2")) == ("air_fleets", "air_fleets")


@rule("red-star", "12.1.5", "12.1.4")
@pytest.mark.parametrize(
    ("bases", "choice", "gone"),
    [
        ("4601: GAB1\nready: GAB2", {"GAB1", "GAB2"}, "GAB2"),
        ("4601: GAB1\nreturning: GAB4 (@13), GAF4 (@13)", {"GAB1", "GAB4"}, "GAB4"),
        ("4601: GAB1, GAB2, GAB4", {"GAB1", "GAB2", "GAB4"}, "GAB1"),
        # The only one goes without a question.
        ("4601: GAB2", set(), "GAB2"),
        ("ready: GAB4", set(), "GAB4"),
        ("eliminated: GAB1, GAF1\n4601: GAB2", set(), "GAB2"),
    ],
)
def test_a_base_is_given_up_wherever_it_is(bases: str, choice: set[str], gone: str) -> None:
    p = war(f"4602: GTK41\n{bases}", "4828: SA04", "tank-movement", 11)
    play(p, "done")
    assert offered(p, "withdraw") == choice
    if choice:
        play(p, f"withdraw {gone}")
    assert "withdraw" not in verbs(p)
    assert box_of(p, gone) == box_of(p, gone.replace("GAB", "GAF")) == "eliminated"
    for other in choice - {gone}:
        assert box_of(p, other) != "eliminated"


@rule("red-star", "7.5.2", "7.5.4", "12.2.7")
def test_fleets_at_home_or_in_snow_shift_nothing() -> None:
    def column(fleet: str, turn: int) -> str:
        p = war(f"2144: GTK41\n3901: GAB1\n{fleet}", "2145: SA03 (2-4)", turn=turn)
        play(p, "attack 2145", "add GTK41", "resolve")
        return str(events(p, "attacked")[-1][4])

    assert column("2146: GAF1", 2) == "3-1"
    assert column("air_fleets: GAF1", 2) == "2-1"
    assert column("2146: GAF1", 9) == "2-1"
    assert column("2150: GAF1", 2) == "2-1"
    assert column("2150: GAF1\n2146: GAF2\n3902: GAB2", 2) == "3-1", "one of them is enough"
