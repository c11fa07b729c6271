"""6.1.2 to 6.1.6 and 4.0: every kind of unit beside every kind of stack."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.stacking import fits, room_for

from ..marks import rule
from .situations import number_of, set_up

XBS = "72-corps 148-div xuzhou-mp c16 rr-security xbs-artillery-1 xbs-artillery-2 xbs-mortar"
TANKS = "1-tank-bn-1 2-tank-bn-1 3-tank-bn-1"
SECOND = "5-corps 70-corps 238-div 1-fast-column 2a-cavalry 2a-artillery"
OTHERS = "8-corps 13a-artillery 99-corps bc-artillery 10-corps 12a-mortar 12a-tanks 59-corps"
RESERVE = "1-tank-bn-2 2-tank-bn-2 3-tank-bn-2"
GMD = " ".join((XBS, TANKS, SECOND, OTHERS, RESERVE)).split()
ECFA = "ecfa-1 ecfa-3 ecfa-2 ecfa-11 ecfa-7 ecfa-10 lg jl1 gd-ecfa 1st 2st 3st st-tanks st-cavalry"
CPFA = "cpfa-1 cpfa-3 yx ss12 gd-cpfa"
PLA = " ".join((ECFA, CPFA)).split()


def of_kind(p: War, names: list[str], *types: str) -> int:
    counter = p.charts.counter
    return sum(counter[number_of(p, name)].type in types for name in names)


def within_limits(p: War, names: list[str]) -> bool:
    """6.1.2: two Corps, two smaller units, a battalion of tanks; 6.1.5: a gun of each kind."""
    sizes = [p.charts.counter[number_of(p, name)].size for name in names]
    tanks, corps = of_kind(p, names, "armor"), sizes.count("XXX")
    free = of_kind(p, names, "militia", "guerrilla", "elb")
    smaller = len(names) - tanks - corps - free
    return (
        corps <= 2
        and smaller <= 2
        and smaller + tanks <= 3
        and of_kind(p, names, "artillery") <= 1
        and of_kind(p, names, "heavy_mortar") <= 1
    )


def of_one_command(p: War, names: list[str]) -> bool:
    """4.1, 4.2: sub-commands keep apart; tanks of the reserve go with Bengbu or the 12th Army."""
    counters = [p.charts.counter[number_of(p, name)] for name in names]
    counters = [c for c in counters if c.type not in ("militia", "guerrilla")]
    commands = {c.command for c in counters}
    subs = {c.subcommand for c in counters} - {""}
    return len(subs) <= 1 and (len(commands) <= 1 or commands in ({"AR", "BC"}, {"AR", "12A"}))


@rule("red-dragon", "6.1.2", "6.1.4", "6.1.5", "6.1.6", "4.1.1", "4.1.2", "4.2.2", "4.2.4")
@pytest.mark.parametrize("hex_", ["1411", "0701"])
@pytest.mark.parametrize(
    "there",
    [
        "72-corps",
        "72-corps, 5-corps",
        "5-corps, 70-corps",
        "148-div",
        "148-div, xuzhou-mp",
        "238-div, xbs-mortar",
        "72-corps, xbs-artillery-1",
        "xbs-artillery-1, xbs-mortar",
        "1-tank-bn-1",
        "1-tank-bn-1, 2-tank-bn-1",
        "1-tank-bn-1, 2-tank-bn-1, 3-tank-bn-1",
        "1-tank-bn-1, 148-div",
        "1-tank-bn-1, 2-tank-bn-1, 148-div",
        "148-div, xuzhou-mp, 1-tank-bn-1",
        "99-corps, 1-tank-bn-2",
        "10-corps, 12a-mortar, 1-tank-bn-2",
        "59-corps",
        "ecfa-1",
        "ecfa-1, ecfa-2",
        "ecfa-7, lg",
        "lg, jl1",
        "lg, jl1, st-tanks",
        "1st, ecfa-1",
        "3st, lg",
        "cpfa-1, militia-1, elb-1, guerrilla-1",
        "cpfa-1, cpfa-3, yx, ss12",
        "militia-1",
    ],
)
def test_who_may_join_whom(hex_: str, there: str) -> None:
    ours = there.split(", ")[0] in GMD
    stack = f"{hex_}: {there}"
    p = set_up("gmd-movement", gmd=stack) if ours else set_up("pla-movement", pla=stack)
    place = p.charts.grid.hex(hex_)
    stacked = there.split(", ")
    for name in GMD if ours else PLA:
        if name in stacked:
            continue
        unit = number_of(p, name)
        joined = [*stacked, name]
        expected = within_limits(p, joined) and of_one_command(p, joined)
        assert fits(p, unit, place) is expected, name
        assert room_for(p, unit, 1 << place | 2 << place) >> place == (3 if expected else 2), name


@rule("red-dragon", "6.1.6", "4.1.3", "4.1.4")
def test_one_of_each_kind_that_stacks_free() -> None:
    p = set_up("pla-movement", pla="1411: cpfa-1, cpfa-3, yx, ss12, militia-1, guerrilla-1, elb-1")
    place = p.charts.grid.hex("1411")
    for name in ("guerrilla-2", "militia-2", "elb-2"):
        assert not fits(p, number_of(p, name), place)
    assert room_for(p, number_of(p, "guerrilla-5"), 1 << place) == 0
    p = set_up("pla-movement", pla="1411: cpfa-1, cpfa-3, yx, ss12")
    for name in ("guerrilla-2", "militia-2", "elb-2"):
        assert fits(p, number_of(p, name), place)
    assert room_for(p, number_of(p, "guerrilla-5"), 1 << place) == 1 << place


@rule("red-dragon", "16.2.1", "17.2.9", "6.1.2")
@pytest.mark.parametrize("hex_", ["1511", "0701"])
@pytest.mark.parametrize(
    ("there", "joining", "fdp", "fits_in"),
    [
        ("5-corps, 8-corps, 25-corps, 99-corps", "10-corps", True, True),
        ("5-corps, 8-corps, 25-corps, 99-corps, 148-div", "10-corps", True, False),
        ("5-corps, 8-corps, 25-corps, 1-tank-bn-1, 2-tank-bn-1", "10-corps", True, False),
        (
            "5-corps, 8-corps, 25-corps, 1-tank-bn-1, 2-tank-bn-1, jiang-weiguo",
            "10-corps",
            True,
            True,
        ),
        ("5-corps, 8-corps, 25-corps, 9-corps, 1-tank-bn-1, jiang-weiguo", "10-corps", True, False),
        ("1-tank-bn-1, 1-tank-bn-2, jiang-weiguo", "10-corps", False, True),
        ("1-tank-bn-1, 1-tank-bn-2", "10-corps", False, False),
        ("1-tank-bn-1, 2-tank-bn-1, jiang-weiguo, 148-div", "xuzhou-mp", False, False),
        ("1-tank-bn-1, jiang-weiguo, 148-div", "xuzhou-mp", False, True),
        ("1-tank-bn-1, jiang-weiguo, 148-div, xuzhou-mp", "2-tank-bn-1", False, False),
        ("1-tank-bn-1, jiang-weiguo, 148-div", "2-tank-bn-1", False, True),
    ],
)
def test_stacks_with_rules_of_their_own(
    hex_: str, there: str, joining: str, fdp: bool, fits_in: bool
) -> None:
    markers = f"fdp: {hex_}" if fdp else ""
    p = set_up("gmd-movement", gmd=f"{hex_}: {there}; 1809: 72-corps", markers=markers)
    place, unit = p.charts.grid.hex(hex_), number_of(p, joining)
    assert fits(p, unit, place) is fits_in
    assert bool(room_for(p, unit, 1 << place)) is fits_in
