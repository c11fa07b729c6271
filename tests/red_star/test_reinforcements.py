"""15.1-15.6, 16.0 Reinforcements, airborne units, promotion, the Italian surrender."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import (
    box_of,
    events,
    number_of,
    offered,
    play,
    refused,
    situation,
    started,
    to_choose,
    verbs,
    where,
)


def arriving(side: str, text: str, unit: str, turn: int = 2, sc: str = "barbarossa") -> War:
    phase = f"{side.lower()}-reinforcement"
    p = situation(f"scenario: {sc}\nturn: {turn}\nphase: {phase}\n{text}")
    assert to_choose(p) == side
    return play(p, f"select {unit}")


def distance(p: War, one: str, other: str) -> int:
    return p.charts.grid.distance(p.charts.grid.hex(one), p.charts.grid.hex(other))


@rule("red-star", "15.1", "15.2.1", "2.0")
def test_reinforcements_of_the_schedule_can_wait() -> None:
    p = started("barbarossa")
    charts = p.charts
    turn = next(
        t
        for t in range(2, 13)
        if any(
            a.unit >= 0 and charts.kind[a.unit].key == "infantry_corps"
            for a in charts.arrivals["barbarossa", t]
        )
    )
    unit = next(
        charts.names.units[a.unit]
        for a in charts.arrivals["barbarossa", turn]
        if a.unit >= 0 and charts.kind[a.unit].key == "infantry_corps"
    )
    p = situation(f"turn: {turn}\nphase: supply\n[Axis]\n3901: GTK41\n[Soviet]\n4828: SA03")
    while p.current.key == "supply":
        play(p, "done")
    assert p.current.key == "axis-reinforcement"
    assert unit in offered(p, "select")
    play(p, "done")
    while p.turn == turn or p.current.key != "axis-reinforcement":
        play(p, f"place {min(offered(p, 'place'))}" if "place" in verbs(p) else "done")
    assert unit in offered(p, "select"), "kept for a later turn"


AXIS_BASE = "[Axis]\n3904: GDEP01\n3907: GDEP02\nready: GIK26, GDEP03\n[Soviet]\n{}: SRC01\n"


@rule("red-star", "15.2.2", "15.2.5")
def test_axis_reinforcements_arrive_in_supply_three_spaces_from_the_enemy() -> None:
    p = arriving("Axis", AXIS_BASE.format("3913"), "GIK26")
    there = offered(p, "place")
    assert "3909" in there, "three spaces between"
    assert refused(p, "place 3910").case == "15.2.2"
    assert refused(p, "place 3920").case == "15.2.5"
    # Supply is judged now, whatever the markers of the depots' users say.
    p = arriving("Axis", AXIS_BASE.format("3922"), "GIK26")
    assert "3910" in offered(p, "place")
    assert refused(p, "place 3915").case == "15.2.5"


@rule("red-star", "15.2.2", "11.1.1")
def test_axis_reinforcements_keep_away_from_partisans_too() -> None:
    p = arriving("Axis", AXIS_BASE.format("3930").replace("SRC01", "SPART1\n3911: SPART2"), "GIK26")
    assert "3907" in offered(p, "place")
    assert refused(p, "place 3908").case == "15.2.2"


@rule("red-star", "15.2.6", "15.2.7")
def test_depots_arrive_in_supply_and_supply_no_others_that_arrive() -> None:
    p = arriving("Axis", AXIS_BASE.format("3930"), "GDEP03")
    assert refused(p, "place 3920").case == "15.2.6"
    far = max(offered(p, "place"), key=lambda label: (label[:2] == "39", label))
    play(p, f"place {far}", "select GIK26")
    reached = offered(p, "place")
    before = arriving("Axis", AXIS_BASE.format("3930"), "GIK26")
    assert reached == offered(before, "place"), "the new depot makes no difference"


@rule("red-star", "15.2.2")
def test_soviet_reinforcements_arrive_beside_a_headquarters() -> None:
    text = "[Axis]\n4830: GIK26\n[Soviet]\n4828: SA03, SHQ-WESTER\nready: SA04\n"
    p = arriving("Soviet", text, "SA04")
    there = offered(p, "place")
    assert {"4828", "4827", "4928"} <= there
    assert refused(p, "place 4829").case == "15.2.2", "contested by the Axis"
    assert refused(p, "place 4826").case == "15.2.2", "not next to a headquarters"
    assert refused(p, "place 4830").case == "15.2.2"
    # A contested space with Soviet units in it is no better.
    p = arriving("Soviet", text.replace("ready", "4829: SRC01\nready"), "SA04")
    assert "4829" not in offered(p, "place")


@rule("red-star", "15.2.5", "15.2.2")
def test_the_headquarters_need_not_be_in_supply_but_the_reinforcement_must_be() -> None:
    # 4728 has no railway: the headquarters is out of supply, Moscow is near.
    text = "[Axis]\n3901: GIK26\n[Soviet]\n{}: SHQ-WESTER\nready: SA04\n"
    p = arriving("Soviet", text.format("4728"), "SA04")
    assert not p.charts.rail.hexes >> p.charts.grid.hex("4728") & 1
    assert "4728" in offered(p, "place")
    # The same far from every source: nobody can arrive there.
    p = arriving("Soviet", text.format("3126"), "SA04")
    assert "place" not in verbs(p)
    assert refused(p, "place 3126").case == "15.2.5"


@rule("red-star", "15.2.3")
def test_headquarters_arrive_on_railroads_four_spaces_from_the_enemy() -> None:
    text = "[Axis]\n4820: GIK26\n[Soviet]\n4828: SA03\nready: SHQ-WESTER\n"
    p = arriving("Soviet", text, "SHQ-WESTER")
    there = offered(p, "place")
    assert all(p.charts.rail.hexes >> p.charts.grid.hex(label) & 1 for label in there)
    assert min(distance(p, "4820", label) for label in there) == 5
    assert "4828" in there
    assert refused(p, "place 4728").case == "15.2.3"
    assert refused(p, "place 4821").case == "15.2.3"
    country = p.charts.soviet_union
    assert all(country >> p.charts.grid.hex(label) & 1 for label in there)
    # A Romanian one needs a railroad to Bucharest.
    p = arriving("Axis", "[Axis]\n1207: GIK26\nready: ROHQ3\n[Soviet]\n4828: SA03", "ROHQ3")
    assert "1207" in offered(p, "place")
    cut = "[Axis]\n3901: GIK26\nready: ROHQ3\n[Soviet]\n1207: SA03\n"
    p = arriving("Axis", cut, "ROHQ3")
    assert "place" not in verbs(p)


# 15.4 Airborne units


DROP = """
    turn: {turn}
    phase: soviet-movement
    [Axis]
    {axis}
    [Soviet]
    4828: SHQ-WESTER{state}, SA03
    paradrop: SAB1, SAB3
"""


@rule("red-star", "15.4.1", "15.4.4")
def test_airborne_units_wait_for_their_drop() -> None:
    charts = started("motherland").charts
    found = [
        (key[1], a.unit)
        for key, arrivals in charts.arrivals.items()
        if key[0] == "motherland"
        for a in arrivals
        if a.unit >= 0 and charts.airborne >> a.unit & 1
    ]
    turn, unit = found[0]
    p = situation(f"scenario: motherland\nturn: {turn}\nphase: supply\n[Soviet]\n4828: SA03")
    assert box_of(p, charts.names.units[unit]) == "paradrop"


@rule("red-star", "15.4.2", "15.4.4")
def test_one_drop_before_anybody_moves() -> None:
    p = situation(DROP.format(turn=2, axis="4824: GIK26", state=""), dice=[1])
    assert offered(p, "select") == {"SAB1", "SAB3"}
    play(p, "select SAB1")
    there = offered(p, "drop")
    assert max(distance(p, "4828", label) for label in there) == 6
    assert refused(p, "drop 4824").case == "15.4.2"
    assert refused(p, "drop 4835").case == "15.4.2"
    assert "4825" in there, "a contested space"
    play(p, "drop 4829")
    assert where(p, "SAB1") == "4829"
    assert "drop" not in verbs(p)
    assert "SAB3" not in offered(p, "select"), "one a turn"
    # The headquarters must be in supply; nobody has to drop.
    p = situation(DROP.format(turn=2, axis="4824: GIK26", state=" (out)"))
    assert "SAB1" not in offered(p, "select")
    p = situation(DROP.format(turn=2, axis="4824: GIK26", state=""))
    play(p, "done", "select SA03", "move 4829")
    assert box_of(p, "SAB1") == "paradrop"


@rule("red-star", "15.4.2")
def test_drops_only_in_the_soviet_union() -> None:
    text = "turn: 2\nphase: soviet-movement\n[Soviet]\n4206: SHQ-WESTER\nparadrop: SAB1"
    p = situation(text)
    play(p, "select SAB1")
    country = p.charts.soviet_union
    assert all(country >> p.charts.grid.hex(label) & 1 for label in offered(p, "drop"))
    assert refused(p, "drop 4404").case == "15.4.2"


@rule("red-star", "15.4.3", "13.0.2", "13.0.3", "15.4.5")
@pytest.mark.parametrize(
    ("turn", "there", "die", "lands"),
    [
        (2, "4829", 2, True),
        (2, "4829", 3, False),
        (2, "4825", 1, True),  # contested: one more
        (2, "4825", 2, False),
        (7, "4829", 5, True),  # mud: three less
        (7, "4829", 6, False),
        (9, "4829", 5, True),  # snow
        (9, "4825", 4, True),
        (9, "4825", 5, False),
    ],
)
def test_the_landing(turn: int, there: str, die: int, lands: bool) -> None:
    p = situation(DROP.format(turn=turn, axis="4824: GIK26", state=""), dice=[die])
    play(p, "select SAB1", f"drop {there}")
    assert where(p, "SAB1") == (there if lands else "")
    if not lands:
        assert box_of(p, "SAB1") == "eliminated"


# 15.5 Promotion


PROMOTION = """
    turn: {turn}
    phase: administrative
    [Axis]
    4824: GIK26
    [Soviet]
    4828: SA03{first}
    4825: SA04{second}
    awaiting_promotion: SG01, SS01
"""


def promoting(turn: int = 2, first: str = "", second: str = "") -> War:
    p = situation(PROMOTION.format(turn=turn, first=first, second=second), dice=[1] * 9)
    while "promote" not in verbs(p):
        play(p, "done")
    return p


@rule("red-star", "15.5", "15.5.1", "15.5.2", "2.0")
def test_infantry_armies_are_promoted_out_of_the_line() -> None:
    p = promoting()
    assert offered(p, "promote") == {"SA03"}
    assert refused(p, "promote SA04").case == "15.5.1", "contested"
    play(p, "promote SA03")
    assert box_of(p, "SA03") == "promoted"
    assert where(p, "SG01") == "4828"
    assert p.marker[number_of(p, "SG01")] < 0, "without a marker none is drawn"


@rule("red-star", "15.5.1", "13.0.2")
def test_in_mud_armies_are_promoted_in_the_line() -> None:
    assert offered(promoting(turn=7), "promote") == {"SA03", "SA04"}


@rule("red-star", "15.5.1", "10.6.1", "10.8.1")
@pytest.mark.parametrize("state", ["out", "lack"])
def test_armies_without_supply_are_not_promoted(state: str) -> None:
    p = promoting(turn=7, first=f" ({state})")
    assert refused(p, "promote SA03").case == "15.5.1"


@rule("red-star", "15.5.2")
def test_a_marker_is_replaced_by_a_full_one_of_class_b() -> None:
    # By turn 12 cup B holds markers; the old one had a black stripe and lost a step.
    p = promoting(turn=12, second=" (2-5.0, 1)")
    play(p, "promote SA04")
    guards = number_of(p, "SG01")
    assert p.charts.markers[p.marker[guards]].cup == "B"
    assert p.steps[guards] == 2
    assert p.at_start[0] == 1


@rule("red-star", "15.5.1", "19.1.4")
def test_guards_and_shock_armies_wait_for_promotion_but_not_in_turning_point() -> None:
    p = started("motherland")
    charts = p.charts
    for scenario, box in (("motherland", "awaiting_promotion"), ("turning-point", "ready")):
        found = [
            (key[1], a.unit)
            for key, arrivals in charts.arrivals.items()
            if key[0] == scenario
            for a in arrivals
            if a.unit >= 0
            and charts.guards >> a.unit & 1
            and key[1] > charts.plans[scenario].first_turn
        ]
        turn, unit = found[0]
        if scenario == "turning-point":
            text = "[Soviet]\n3238: SHQ-SOUTHE\n[Axis]\n2833: GIK26"
        else:
            text = "[Soviet]\n4828: SHQ-WESTER\n[Axis]\n3901: GIK26"
        p = situation(f"scenario: {scenario}\nturn: {turn}\nphase: supply\n{text}")
        assert box_of(p, charts.names.units[unit]) == box


# 16.0


@rule("red-star", "16.0", "7.9.6")
def test_the_italian_army_leaves_on_turn_34() -> None:
    for turn, gone in ((33, False), (34, True)):
        text = "phase: administrative\n[Axis]\n3901: IT8A\n[Soviet]\n4828: SA03"
        p = situation(f"scenario: heartland\nturn: {turn}\n{text}", dice=[1] * 9)
        while p.current.key == "administrative":
            play(p, f"at {min(offered(p, 'at'))}" if "at" in verbs(p) else "done")
        assert (box_of(p, "IT8A") == "eliminated") is gone
        assert bool(events(p, "withdrawn")) is gone
