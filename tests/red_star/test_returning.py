"""15.7 Returning from the dead."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.returning import eliminate
from tests.marks import rule

from .situations import box_of, number_of, situation

TEXT = """
    turn: 4
    phase: axis-combat
    [Axis]
    2144: GIK01, GDEP01, GAB1, GSD221, GSIEGE
    2344: GIK02, ROHQ3, RO02K, GTDGD
    2244: HUMK
    [Soviet]
    2145: {soviet}, SRC07, SGC1, LEADER-Zhukov, SHQ-WESTER, A-FACT-03
    2147: SMC26, SMARB, SAB1
    {boxes}
"""


def after(
    unit: str, dice: list[int], soviet: str = "SA03 (2-4)", boxes: str = ""
) -> tuple[str, int]:
    """The box of a unit that was eliminated, and the turn of its return."""
    p = situation(TEXT.format(soviet=soviet, boxes=boxes), dice)
    number = number_of(p, unit)
    eliminate(p, number, "7.8.2")
    return box_of(p, unit), p.due[number]


@rule("red-star", "15.7.1", "15.7.2", "15.7", "7.9.6")
def test_airbases_and_depots_return_after_four_turns() -> None:
    assert after("GAB1", []) == ("returning", 8)
    assert after("GDEP01", []) == ("returning", 8)
    p = situation(TEXT.format(soviet="SA03 (2-4)", boxes=""), [])
    eliminate(p, number_of(p, "GAB1"), "7.8.2")
    assert box_of(p, "GAF1") == "returning"


@rule("red-star", "15.7.3", "10.6.4")
@pytest.mark.parametrize(("die", "due"), [(1, 5), (3, 5), (4, 6), (6, 6)])
def test_headquarters_return_soon(die: int, due: int) -> None:
    assert after("SHQ-WESTER", [die]) == ("returning", due)
    assert after("ROHQ3", [die]) == ("returning", due)


@rule("red-star", "15.7.4", "7.9.6", "14.1.3", "15.4.5", "15.6.5", "11.2.7", "17.2.4")
@pytest.mark.parametrize(
    ("unit", "box"),
    [
        ("SRC07", "force_pool"),
        ("SMC26", "force_pool"),
        ("SMARB", "force_pool"),
        ("SAB1", "eliminated"),
        ("SGC1", "eliminated"),
        ("LEADER-Zhukov", "eliminated"),
        ("A-FACT-03", "destroyed"),
        ("GIK01", "breakdown"),
        ("GTDGD", "eliminated"),
        ("GSD221", "eliminated"),
        ("GSIEGE", "eliminated"),
        ("HUMK", "eliminated"),
        ("RO02K", "eliminated"),
    ],
)
def test_where_eliminated_units_go(unit: str, box: str) -> None:
    assert after(unit, []) == (box, 0)


@rule("red-star", "15.7.5")
def test_infantry_armies_return_after_twice_the_die() -> None:
    assert after("SA03", [2]) == ("returning", 8)
    assert after("SA03", [6]) == ("returning", 16)
    assert after("SA03", [1]) == ("eliminated", 0)
    # Without supply a two is fatal too.
    assert after("SA03", [2], "SA03 (2-4, lack)") == ("eliminated", 0)
    assert after("SA03", [2], "SA03 (2-4, out)") == ("eliminated", 0)
    assert after("SA03", [3], "SA03 (2-4, out)") == ("returning", 10)


@rule("red-star", "15.7.5", "15.7.6")
@pytest.mark.parametrize(
    ("army", "text", "corps"),
    [("SA03", "SA03 (2-4)", "SRC01"), ("ST01", "ST01 (6-6)", "SMC01")],
)
def test_a_corps_comes_for_an_army_that_is_lost(army: str, text: str, corps: str) -> None:
    p = situation(TEXT.format(soviet=text, boxes="force_pool: SRC01, SMC01"), [1])
    eliminate(p, number_of(p, army), "7.8.2")
    assert box_of(p, army) == "eliminated"
    assert box_of(p, corps) == "returning"
    assert p.due[number_of(p, corps)] == 6
    # If the pool lacks the corps, the reinforcement is lost.
    assert after(army, [1], text) == ("eliminated", 0)


@rule("red-star", "15.7.6")
def test_tank_armies_return_after_twice_the_die() -> None:
    assert after("ST01", [2], "ST01 (6-6)") == ("returning", 8)
    assert after("ST01", [2], "ST01 (6-6, out)") == ("eliminated", 0)
    assert after("ST01", [5], "ST01 (6-6, lack)") == ("returning", 14)


@rule("red-star", "15.7.7", "15.5.1")
def test_guards_wait_for_promotion_and_an_infantry_army_pays() -> None:
    text, boxes = "SG01 (5-6)", "promoted: SA04"
    p = situation(TEXT.format(soviet=text, boxes=boxes), [1])
    eliminate(p, number_of(p, "SG01"), "7.8.2")
    assert box_of(p, "SG01") == "awaiting_promotion"
    assert box_of(p, "SA04") == "eliminated"
    # Without one the Guards themselves are lost.
    assert after("SG01", [1], text) == ("eliminated", 0)
    # Otherwise a second die tells when the infantry army returns.
    p = situation(TEXT.format(soviet=text, boxes=boxes), [2, 3])
    eliminate(p, number_of(p, "SG01"), "7.8.2")
    assert box_of(p, "SG01") == "awaiting_promotion"
    assert (box_of(p, "SA04"), p.due[number_of(p, "SA04")]) == ("returning", 10)
    # Without supply a two is fatal.
    assert after("SG01", [2], "SG01 (5-6, out)") == ("eliminated", 0)


@rule("red-star", "6.2.4", "6.2.3")
def test_an_eliminated_army_gives_its_marker_back() -> None:
    p = situation(TEXT.format(soviet="SA03 (2-5.0)", boxes=""), [6])
    assert p.charts.markers[0].striped
    before = p.at_start[0]
    eliminate(p, number_of(p, "SA03"), "7.8.2")
    assert p.at_start[0] == before + 1
    # Guards have markers of their own class, which go back into the cup.
    p = situation(TEXT.format(soviet="SG01 (5-6)", boxes=""), [6, 1])
    guards = number_of(p, "SG01")
    marker, before = p.marker[guards], sum(p.cups)
    eliminate(p, guards, "7.8.2")
    assert p.marker[guards] == -1
    assert sum(p.cups) == before + 1
    assert not p.charts.markers[marker].striped
    assert box_of(p, "SG01") == "awaiting_promotion", "no infantry army is there to return"


@rule("red-star", "15.7.5", "15.7.6")
@pytest.mark.parametrize(
    ("army", "corps"), [("SACST (2-5)", "SRC01"), ("SA03 (2-5)", "SRC01"), ("ST06 (6-6)", "SMC01")]
)
def test_infantry_corps_for_infantry_armies_and_mechanized_ones_for_tanks(
    army: str, corps: str
) -> None:
    p = situation(TEXT.format(soviet=army, boxes="force_pool: SRC01, SMC01"), [1])
    eliminate(p, number_of(p, army.split()[0]), "7.8.2")
    assert box_of(p, corps) == "returning"
    assert {box_of(p, "SRC01"), box_of(p, "SMC01")} == {"returning", "force_pool"}
