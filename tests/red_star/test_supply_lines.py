"""10.0 Supply: who lives on what, and what bars a line of communication."""

from __future__ import annotations

import pytest

from stavka.hexes import members
from stavka.titles.red_star.supply import GERMAN, supply_area
from tests.marks import rule

from .situations import box_of, events, number_of, offered, play, situation, steps, verbs, where
from .test_supply import SEA, judged, state

SIXES = [6] * 20


def on_map(text: str, unit: str, turn: int = 2) -> bool:
    """Whether a unit that leaves the map when it is out of supply is still there."""
    return bool(where(judged(text, SIXES, turn=turn), unit))


# 10.1 Lines of communication


@rule("red-star", "10.1.2", "10.4.2")
def test_a_headquarters_in_a_contested_space_may_begin_its_line_there() -> None:
    # The railway from 4828 by 4727 and 4626.
    p = situation("turn: 2\nphase: soviet-movement\n[Soviet]\n4828: SA03")
    rails = p.charts.rail.passage
    grid = p.charts.grid
    first = grid.labels(rails.spread(1 << grid.hex("4828")))[0]
    second = next(
        label for label in grid.labels(rails.spread(1 << grid.hex(first))) if label != "4828"
    )
    further = [
        label
        for label in grid.labels(grid.neighbours(1 << grid.hex(second)))
        if grid.distance(grid.hex(label), grid.hex(first)) == 2
        and grid.distance(grid.hex(label), grid.hex("4828")) > 2
    ]
    assert further
    text = f"[Axis]\n{further[0]}: GIK26\n[Soviet]\n{second}: SHQ-WESTER\n"
    assert on_map(text, "SHQ-WESTER")


@rule("red-star", "10.1.2", "10.2.4")
def test_a_source_in_a_contested_space_gives_nothing() -> None:
    # The depot stands alone beside a Soviet army.
    text = "[Axis]\n4520: GDEP03\n4518: GIK02\n{}\n[Soviet]\n4521: SA03\n"
    assert state(judged(text.format(""), SIXES, "emergency GDEP03"), "GIK02") == "out"
    company = text.format("4520: GIK01")
    assert state(judged(company, SIXES, "emergency GDEP03"), "GIK02") == "emergency"


@rule("red-star", "10.1.3", "10.4.3", "11.1.1")
def test_partisans_hinder_no_soviet_line() -> None:
    p = situation("turn: 2\nphase: soviet-movement\n[Soviet]\n3850: SA03")
    area = p.charts.grid.labels(supply_area(p, "Soviet"))
    grid = p.charts.grid
    source = grid.hex("3850")
    far = sorted(
        (label for label in area if grid.distance(grid.hex(label), source) == 6),
    )[0]
    # Partisans everywhere on the way.
    between = [
        label
        for label in area
        if grid.distance(grid.hex(label), source) + grid.distance(grid.hex(label), grid.hex(far))
        == 6
    ][1:6]
    partisans = "\n".join(f"{label}: SPART{n}" for n, label in enumerate(between, 1))
    p = judged(f"[Soviet]\n{far}: SA03\n{partisans}", SIXES)
    assert state(p, "SA03") == "in"


# 10.2 Germans and those who live on depots


@rule("red-star", "10.2.3", "10.5")
def test_sea_supply_reaches_two_spaces_and_keeps_from_isolation_within_four() -> None:
    text = SEA.format(held="1815: GDEP01\n{}", harbours="1816 1221 1528")
    # 1524 is four spaces from Kerch: out of supply, and no roll for attrition.
    p = judged(text.format("1624: GIK02").replace("1525: IT8A", ""), SIXES)
    assert state(p, "GIK02") == "out"
    assert events(p, "attrition") == []
    # Odessa is needed as much as Sevastopol.
    alone = SEA.format(held="1815: GDEP01", harbours="1221 1528").replace("1525: IT8A", "")
    assert state(judged(alone, SIXES), "GIK01") == "out"


@rule("red-star", "10.2.3", "12.1.4", "10.6.2")
def test_airbases_do_not_live_on_the_sea() -> None:
    text = SEA.format(held="1815: GDEP01\n1527: GAB1", harbours="1816 1221 1528")
    assert not on_map(text, "GAB1")
    # But a depot in a chain will do, up to four spaces away and no further.
    base = "[Axis]\n3901: GDEP01\n{}: GAB1"
    assert on_map(base.format("3908"), "GAB1")
    assert not on_map(base.format("4008"), "GAB1")


@rule("red-star", "3.5.3", "15.2.6", "10.2.3")
def test_a_depot_finds_supply_at_sea_too() -> None:
    text = "turn: 7\nphase: axis-movement\n" + SEA.format(
        held="1815: GDEP01\n1527: GDEP02", harbours="1816 1221 1528"
    )
    p = play(situation(text), "select GDEP02", "strategic")
    assert {"1526", "1425"} <= offered(p, "transfer")
    p = play(situation(text.replace(" 1816", "")), "select GDEP02", "strategic")
    assert offered(p, "transfer") == set()


@rule("red-star", "10.2.4", "10.3.2")
def test_emergency_supply_is_for_those_who_live_on_depots() -> None:
    text = "[Axis]\n4520: GDEP03\n4519: {}\n"
    p = judged(text.format("RO02K"), SIXES, "emergency GDEP03")
    assert state(p, "RO02K") == "out"
    p = judged(text.format("HU1A"), SIXES, "emergency GDEP03")
    assert state(p, "HU1A") == "emergency"


@rule("red-star", "10.2.4", "10.2.2")
def test_an_emergency_depot_is_no_link_of_a_chain_from_the_moment_it_is_turned() -> None:
    p = situation("turn: 2\nphase: supply\n[Axis]\n3901: GDEP02\n3907: GDEP01\n4010: GIK26")
    there = p.charts.grid.hex("4010")
    assert supply_area(p, GERMAN) >> there & 1
    play(p, "emergency GDEP01")
    assert not supply_area(p, GERMAN) >> there & 1
    assert offered(p, "hoard") == {"GDEP02"}


@rule("red-star", "10.2.4", "10.2.1", "15.7.2")
def test_depots_go_when_they_have_given_all_and_others_stay() -> None:
    p = judged("[Axis]\n4520: GDEP03, GDEP04\n4519: GIK02", SIXES, "emergency GDEP03")
    assert (box_of(p, "GDEP03"), where(p, "GDEP04")) == ("returning", "4520")
    assert p.flipped == 0


@rule("red-star", "10.0.4", "10.0.2")
def test_supply_is_judged_anew_in_every_supply_phase() -> None:
    for old in ("out", "lack", "emergency"):
        p = judged(f"[Axis]\n3902: GIK01 ({old})\n4519: GIK02 ({old})", SIXES)
        assert (state(p, "GIK01"), state(p, "GIK02")) == ("in", "out")
        assert p.lack == p.emergency == 0


# 10.3 Finns and Romanians

CUT = "1206: LEADER-Zhukov\n1307: LEADER-Konev\n1209: LEADER-Popov\n"
CUT_NORTH = "6309: LEADER-Zhukov\n6311: LEADER-Konev\n6510: LEADER-Popov\n"


@rule("red-star", "10.3.1", "10.3.2")
@pytest.mark.parametrize(
    ("unit", "here", "cut"), [("ROHQ3", "1208", CUT), ("FIHQG", "6409", CUT_NORTH)]
)
def test_a_headquarters_lives_on_its_capital(unit: str, here: str, cut: str) -> None:
    # No railway leads out of the country: the capital itself is the source.
    text = f"scenario: motherland\n[Axis]\n{here}: {unit}\n[Soviet]\n{cut}"
    assert on_map(text, unit)
    # And with the railway to the capital cut, nothing is.
    capital = "1207" if unit == "ROHQ3" else "6310"
    far = "1909" if unit == "ROHQ3" else "6408"
    p = situation("scenario: motherland\nturn: 2\nphase: soviet-movement\n[Soviet]\n4828: SA03")
    grid = p.charts.grid
    ends = tuple(grid.labels(p.charts.rail.passage.spread(1 << grid.hex(far))))
    names = ("LEADER-Zhukov", "LEADER-Konev", "LEADER-Popov", "LEADER-Petrov")
    barred = "\n".join(f"{label}: {name}" for label, name in zip(ends, names, strict=False))
    assert capital not in ends
    assert not on_map(f"scenario: motherland\n[Axis]\n{far}: {unit}\n[Soviet]\n{barred}", unit)


@rule("red-star", "10.3.1", "10.3.2")
def test_every_nation_lives_on_its_own_headquarters() -> None:
    # 2111 is far from Bucharest and from every source, and the railway runs by it.
    text = "scenario: motherland\n[Axis]\n{}: ROHQ3\n{}: {}\n"
    p = judged(text.format("1909", "1911", "RO03K"), SIXES)
    assert state(p, "RO03K") == "in"
    # A railway without a headquarters is no source, another corps is none either.
    p = judged("scenario: motherland\n[Axis]\n1909: RO04K\n1911: RO03K\n", SIXES)
    assert state(p, "RO03K") == "out"
    assert state(judged(text.format("1909", "1911", "FI1K"), SIXES), "FI1K") == "out"
    # The same in the north.
    north = "scenario: motherland\n[Axis]\n{}\n"
    p = situation("scenario: motherland\nturn: 2\nphase: soviet-movement\n[Soviet]\n4828: SA03")
    grid = p.charts.grid
    finnish, german = supply_area(p, "Finnish"), supply_area(p, "Romanian")
    assert finnish & german, "both live on the permanent sources"
    line = supply_area(p, "Finnish headquarters") & ~finnish
    label = next(
        label
        for label in grid.labels(line)
        if label > "6500" and grid.distance(grid.hex(label), p.charts.helsinki) < 14
    )
    assert state(judged(north.format(f"{label}: FI1K"), SIXES), "FI1K") == "out"
    assert state(judged(north.format(f"{label}: FI1K, FIHQG"), SIXES), "FI1K") == "in"
    assert state(judged(north.format(f"{label}: FI1K, FI2K"), SIXES), "FI1K") == "out"


@rule("red-star", "10.3.1", "10.3.2")
def test_a_headquarters_with_no_source_but_its_capital_supplies_its_own() -> None:
    # Four spaces from the headquarters, and more from the capital.
    text = "scenario: motherland\n[Axis]\n1208: ROHQ3\n1511: {}\n[Soviet]\n" + CUT
    assert state(judged(text.format("RO03K"), SIXES), "RO03K") == "in"
    assert state(judged(text.format("FI1K"), SIXES), "FI1K") == "out"
    text = "scenario: motherland\n[Axis]\n6409: FIHQG\n6910: {}\n[Soviet]\n" + CUT_NORTH
    assert state(judged(text.format("FI1K"), SIXES), "FI1K") == "in"
    assert state(judged(text.format("RO03K"), SIXES), "RO03K") == "out"


@rule("red-star", "10.3.1", "10.3.2")
@pytest.mark.parametrize(("unit", "here"), [("RO03K", "1909"), ("FI1K", "7009")])
def test_four_spaces_from_the_capital(unit: str, here: str) -> None:
    p = judged(f"scenario: motherland\n[Axis]\n{here}: {unit}", SIXES)
    assert state(p, unit) == "in"


# 10.4 Soviet units


@rule("red-star", "10.4.2", "10.4.3", "10.6.4")
def test_soviet_headquarters_live_on_railways_alone() -> None:
    p = situation("turn: 2\nphase: soviet-movement\n[Soviet]\n4828: SA03")
    grid, rails = p.charts.grid, p.charts.rail.hexes
    around = grid.neighbours(1 << grid.hex("4828"))
    off = grid.labels(around & ~rails)[0]
    on = grid.labels(around & rails)[0]
    assert not on_map(f"[Soviet]\n{off}: SHQ-WESTER", "SHQ-WESTER")
    assert on_map(f"[Soviet]\n{on}: SHQ-WESTER", "SHQ-WESTER")
    assert state(judged(f"[Soviet]\n{off}: SA03"), "SA03") == "in"


@rule("red-star", "10.4.4", "10.6.3")
@pytest.mark.parametrize(
    ("held", "unit", "supplied"),
    [
        ("1207", "SA03", True),
        ("1207 1233", "SA03", True),  # Novorossiisk is enough
        ("1207 1330", "SA03", True),  # and so is Tuapse
        ("1207 1330 1233", "SA03", False),
        ("1207", "LEADER-Zhukov", False),
        ("1207", "SHQ-WESTER", False),
    ],
)
def test_who_lives_on_the_black_sea_fleet(held: str, unit: str, supplied: bool) -> None:
    p = judged(
        f"scenario: motherland\n[Axis]\n1324: GIK01\n[Soviet]\n1222: {unit}\n"
        f"[markers]\naxis held: {held}",
        SIXES,
    )
    assert (bool(where(p, unit)) and state(p, unit) == "in") is supplied


# 10.9 Isolation


@rule("red-star", "10.9.1", "10.9")
def test_only_the_isolated_roll() -> None:
    p = judged("[Axis]\n3902: GTK03, GIK01", [1])
    assert events(p, "attrition") == []
    p = judged("[Axis]\n3902: GTK03\n4519: GIK02", [1])
    assert [facts[0] for facts in events(p, "attrition")] == [number_of(p, "GIK02")]
    # The first counter of all is treated like the others.
    p = judged("[Axis]\n4519: GTK03", [1], turn=9)
    assert [p.steps[u] for u in members(p.units_in(p.charts.grid.hex("4519")))] == [2]


@rule("red-star", "10.9.1", "7.9.5")
def test_who_loses_more_steps_than_it_has_is_gone() -> None:
    p = judged("[Axis]\n4519: GIBG01 (1)\n3902: GIK01\n[Soviet]\n4828: A-MNRL-04", [1], turn=9)
    assert box_of(p, "GIBG01") == "breakdown"
    assert where(p, "A-MNRL-04") == "4828", "and nobody else"
    assert len(events(p, "eliminated")) == 1


@rule("red-star", "10.9.1")
@pytest.mark.parametrize(
    ("turn", "die", "lost"), [(7, 3, 1), (7, 4, 0), (9, 1, 1), (9, 2, 1), (9, 3, 0), (2, 2, 0)]
)
def test_finns_bear_the_winter_better(turn: int, die: int, lost: int) -> None:
    p = judged("scenario: motherland\n[Axis]\n4519: FI1K", [die], turn=turn)
    assert steps(p, "FI1K") == 2 - lost


@rule("red-star", "10.9.1", "7.4.3")
@pytest.mark.parametrize(
    ("here", "flags", "die", "lost"),
    [
        ("4519", "", 3, 1),  # mud takes a step on three
        ("4519", "", 4, 0),
        ("4623", "", 2, 1),  # one is added in a minor city
        ("4623", "", 3, 0),
        ("1221", "", 1, 1),  # two in the fortress
        ("1221", "", 2, 0),
        ("1221", "flags: ruined", 2, 1),  # which is a minor city after all
        ("1221", "flags: ruined", 3, 0),
        ("4520", "", 1, 1),  # two in a major city
        ("4520", "", 2, 0),
    ],
)
def test_what_a_city_adds_to_the_roll(here: str, flags: str, die: int, lost: int) -> None:
    p = judged(f"[Axis]\n{here}: GIK02\n[markers]\naxis held: 1207\n{flags}", [die], turn=7)
    if where(p, "GIK02"):
        assert steps(p, "GIK02") == 4 - lost
    else:
        assert lost
    assert "attrition" in [e.kind for e in p.chronicle or []]
    assert "done" in verbs(p)
