"""10.0 Supply. The railway Warsaw - Minsk (3901 3902 3903 3803 ... 3907 3908 4008) carries much."""

from __future__ import annotations

import pytest

from stavka.hexes import members
from stavka.players import Random
from stavka.titles.red_star.position import War
from stavka.titles.red_star.supply import (
    GERMAN,
    RED,
    depot_area,
    depots_in_chain,
    joined_to,
    lines_of_the_chain,
    lines_to,
    permanent_sources,
    railway_lines_to,
    supply_area,
)
from tests.marks import rule

from .situations import (
    TITLE,
    box_of,
    events,
    number_of,
    offered,
    play,
    situation,
    started,
    steps,
    verbs,
    where,
)


def judged(text: str, dice: list[int] | None = None, *depots: str, turn: int = 2) -> War:
    """A position after its Supply Phase; depots can be given orders first."""
    header = "" if "turn:" in text else f"turn: {turn}\n"
    p = situation(f"{header}phase: supply\n{text}", dice)
    play(p, *depots)
    while p.current.key == "supply" and p.decision() is not None:
        play(p, "done" if "done" in verbs(p) else "stay")
    return p


def state(p: War, unit: str) -> str:
    bit = 1 << number_of(p, unit)
    for name in ("out", "lack", "emergency"):
        if getattr(p, name) & bit:
            return name
    return "in"


def area(p: War, manner: str) -> set[str]:
    return set(p.charts.grid.labels(supply_area(p, manner)))


# 10.0, 10.1 Lines of communication


@rule("red-star", "10.0.2", "10.0.3", "10.1.1", "10.1.3", "10.2.2")
def test_four_spaces_and_rails_count_half() -> None:
    p = judged("""
        [Axis]
        3908: GIK01
        4008: GIK02
        3603: GIK05
        3508: GIK06
    """)
    # Eight spaces of railway are four; the ninth is too far. 3603 hangs on the Lublin line.
    assert state(p, "GIK01") == "in"
    assert state(p, "GIK02") == "out"
    assert state(p, "GIK05") == "in"
    assert state(p, "GIK06") == "out"


@rule("red-star", "10.1.3")
def test_swamps_count_twice_but_not_in_snow() -> None:
    clear = situation("turn: 2\nphase: axis-combat\n[Axis]\n3709: GDEP01")
    snow = situation("turn: 9\nphase: axis-combat\n[Axis]\n3709: GDEP01")
    source = 1 << clear.charts.grid.hex("3708")
    reached = [set(p.charts.grid.labels(lines_to(p, "Axis", source, 2))) for p in (clear, snow)]
    # The space of the source is what the first step pays for: 3708 is a swamp.
    assert "3606" in reached[1]
    assert "3606" not in reached[0]


@rule("red-star", "10.1.2", "10.1.1")
def test_enemy_units_and_contested_spaces_cut_a_line() -> None:
    line = "[Axis]\n3908: GIK01\n{more}\n[Soviet]\n{enemy}"
    assert state(judged(line.format(more="", enemy="3806: SRC07")), "GIK01") == "out"
    # 3906 contests 3806 and 3907, where no German stands.
    cut = judged(line.format(more="", enemy="3906: SRC07"))
    assert state(cut, "GIK01") == "out"
    # With a friend that can contest in each contested space of the line it holds.
    held = judged(line.format(more="3806: GIK02\n3907: GIK05\n3805: GIK06", enemy="3906: SRC07"))
    assert state(held, "GIK01") == "in"


@rule("red-star", "10.1.2")
def test_major_rivers_are_crossed_by_rail_only() -> None:
    p = situation("turn: 2\nphase: axis-combat\n[Axis]\n3901: GIK01")
    around = p.charts.grid.labels(lines_to(p, "Axis", 1 << p.charts.grid.hex("3901"), 1))
    # The Vistula is between 3901 and both 3902, which has a bridge, and 4001, which has none.
    assert "3902" in around
    assert "3903" in around
    away = situation("turn: 2\nphase: axis-combat\n[Axis]\n3901: GIK01\n[Soviet]\n3902: SRC07")
    east = away.charts.grid.labels(lines_to(away, "Axis", 1 << away.charts.grid.hex("3901"), None))
    assert "4001" not in east


@rule("red-star", "10.1.2", "3.3.5")
def test_the_ice_carries_soviet_lines_in_snow() -> None:
    def reached(turn: int) -> list[str]:
        p = situation(f"turn: {turn}\nphase: soviet-combat\n[Soviet]\n6219: SA03")
        return p.charts.grid.labels(lines_to(p, "Soviet", 1 << p.charts.grid.hex("6219"), 1))

    assert "6218" not in reached(7)
    assert "6218" in reached(9)


@rule("red-star", "10.1.2", "3.5.4")
def test_the_causeway_carries_lines() -> None:
    p = situation("turn: 2\nphase: axis-combat\n[Axis]\n1824: GIK01")
    grid = p.charts.grid
    source = 1 << grid.hex("1824")
    assert lines_to(p, "Axis", source, 1) >> grid.hex("1724") & 1
    assert railway_lines_to(p, "Axis", source) >> grid.hex("1724") & 1


@rule("red-star", "10.1.3", "11.1.1")
def test_a_partisan_doubles_the_space_for_the_axis_and_does_not_block() -> None:
    free = judged("[Axis]\n3908: GIK01")
    burdened = judged("[Axis]\n3908: GIK01\n[Soviet]\n3806: SPART1")
    assert state(free, "GIK01") == "in"
    assert state(burdened, "GIK01") == "out"
    assert state(judged("[Axis]\n3907: GIK01\n[Soviet]\n3806: SPART1"), "GIK01") == "in"


# 10.2 German, Italian and Hungarian units


@rule("red-star", "10.2", "10.2.1", "10.2.2")
def test_a_chain_of_depots() -> None:
    p = judged("""
        [Axis]
        3908: GDEP01
        4211: GDEP02
        4314: GIK01
        4316: HUMK
        4520: GDEP03
        4519: GIK02
    """)
    # 4211 is four spaces from 3908 along the railway; what hangs on it is in supply.
    assert state(p, "GIK01") == state(p, "HUMK") == "in"
    # 4520 is no part of the chain: it is in supply itself and supplies nobody.
    assert state(p, "GDEP03") == "in"
    assert state(p, "GIK02") == "out"


@rule("red-star", "10.2.1", "15.7.2")
def test_depots_are_hoarded_and_return_four_turns_later() -> None:
    p = judged("[Axis]\n3908: GDEP01\n3907: GDEP02", None, "hoard GDEP01")
    assert box_of(p, "GDEP01") == "returning"
    assert p.due[number_of(p, "GDEP01")] == 6
    assert where(p, "GDEP02") == "3907"


SEA = """
    [Axis]
    {held}
    1526: GIK01
    1525: IT8A
    [markers]
    axis held: 1207 1407 1112 {harbours}
"""


@rule("red-star", "10.2.3", "9.0.1")
def test_german_sea_supply_needs_odessa_and_sevastopol_with_railways() -> None:
    chain = "1815: GDEP01"
    both = judged(SEA.format(held=chain, harbours="1816 1221 1528"))
    # Kerch (1528) is a port two spaces away. Italians have no share in it.
    assert state(both, "GIK01") == "in"
    assert state(both, "IT8A") == "out"
    assert state(judged(SEA.format(held=chain, harbours="1816 1528")), "GIK01") == "out"
    # A port of the enemy's is of no use, empty or not (9.0.1).
    assert state(judged(SEA.format(held=chain, harbours="1816 1221")), "GIK01") == "out"
    # A Soviet unit on the railway from Odessa.
    text = SEA.format(held=chain, harbours="1816 1221 1528") + "[Soviet]\n1724: SRC07\n"
    assert state(judged(text), "GIK01") == "out"


@rule("red-star", "10.2.4", "10.7.1", "10.2.2")
def test_an_emergency_depot_supplies_once() -> None:
    p = judged(
        """
        [Axis]
        4520: GDEP03
        4519: GIK02
        4518: GDEP04, GIK05
        4417: GAB1
        """,
        None,
        "emergency GDEP03",
    )
    assert state(p, "GIK02") == "emergency"
    # It is no link of a chain, and gives nothing to airbases.
    assert box_of(p, "GAB1") == "returning"
    assert box_of(p, "GDEP03") == "returning"
    assert p.flipped == 0, "and when it is back it is a depot again"
    assert p.due[number_of(p, "GDEP03")] == 6
    # 10.7.1: no strategic movement; full movement and attack otherwise.
    p = situation("""
        turn: 2
        phase: axis-movement
        [Axis]
        3805: GIK02 (emergency)
    """)
    play(p, "select GIK02")
    assert "strategic" not in verbs(p)
    assert "3605" in offered(p, "move")


@rule("red-star", "10.7", "10.7.1", "10.8.1", "10.6.1", "17.1")
@pytest.mark.parametrize("supply", ["emergency", "lack", "out"])
def test_without_supply_no_breakdown(supply: str) -> None:
    p = situation(f"turn: 2\nphase: administrative\n[Axis]\n3805: GIK01, GIK02 ({supply})")
    assert offered(p, "break_down") == {"GIK01"}


@rule("red-star", "10.2.5", "12.2.4")
def test_an_air_fleet_turns_out_of_supply_into_lack_for_germans_only() -> None:
    p = situation("""
        turn: 2
        phase: supply
        [Axis]
        3806: GAB1
        4009: GIK02
        4110: HUMK
    """)
    play(p, "fly 4008")
    assert state(p, "GIK02") == "lack"
    assert state(p, "HUMK") == "out"


# 10.3 Finns and Romanians


@rule("red-star", "10.3", "10.3.2", "10.6.4")
def test_romanians_live_on_bucharest_and_their_headquarters() -> None:
    p = judged(
        """
        [Axis]
        1208: RO02K
        1909: ROHQ3
        1911: RO03K
        2111: RO04K
        1912: ROHQ4
        """,
        [1],
    )
    assert state(p, "RO02K") == state(p, "RO03K") == "in"
    # A headquarters away from the railway leaves the map.
    assert box_of(p, "ROHQ4") == "returning"


@rule("red-star", "10.3.1", "10.3.2", "10.5")
def test_without_its_capital_a_nation_is_isolated() -> None:
    text = """
        [Axis]
        6409: FI1K
        6410: FIHQG
        1208: RO02K
        [Soviet]
        {soviet}
        [markers]
        axis held: 1207 {held}
    """
    free = judged(text.format(soviet="6510: SPART1", held="6310"))
    assert state(free, "FI1K") == "in"
    # Attrition in a clear turn takes a step on a one; headquarters never roll.
    lost = judged(text.format(soviet="6310: SRC07", held=""), [4, 1])
    assert state(lost, "FI1K") == "out"
    assert steps(lost, "FI1K") == 1
    assert state(lost, "RO02K") == "in"


@rule("red-star", "10.3.1", "10.3.2", "10.5")
def test_any_soviet_unit_in_a_capital_cuts_the_nation_off() -> None:
    # Cavalry takes no control (9.0.3), but it occupies Bucharest; the railway leads to 1201 too.
    text = "[Axis]\n1909: ROHQ3\n1911: RO03K\n[Soviet]\n{}: SGC1"
    lost = judged(text.format("1207"), [4, 1, 6])
    assert lost.axis_held >> lost.charts.bucharest & 1
    assert state(lost, "RO03K") == "out"
    assert steps(lost, "RO03K") == 1
    assert box_of(lost, "ROHQ3") == "returning"
    beside = judged(text.format("1307"), [6])
    assert state(beside, "RO03K") == "in"
    assert where(beside, "ROHQ3") == "1909"


# 10.4 Soviet units


@rule("red-star", "10.4", "10.4.2", "10.4.3", "10.4.1")
def test_soviet_units_live_on_sources_and_headquarters() -> None:
    p = judged(
        """
        [Axis]
        4315: GIK01
        [Soviet]
        4418: SHQ-WESTER
        4417: SA03
        4111: SA04
        4012: SHQ-NORTHW
        3116: A-FACT-03
        """,
        [6, 2],
    )
    assert state(p, "SA03") == "in"
    # Baranovichi is cut off from every source by the corps on the railway; far from Moscow.
    assert state(p, "SA04") == "out"
    assert box_of(p, "SHQ-NORTHW") == "returning"
    assert state(p, "A-FACT-03") == "in"


@rule("red-star", "10.4", "10.4.3")
def test_moscow_is_a_source_until_it_is_captured() -> None:
    text = "[Soviet]\n4727: SA03\n[markers]\ncaptured: {captured}"
    grid = situation(f"turn: 2\nphase: soviet-combat\n{text.format(captured='')}").charts.grid
    for captured, spaces in (("", True), ("4828", False)):
        p = situation(f"turn: 2\nphase: soviet-combat\n{text.format(captured=captured)}")
        assert bool(supply_area(p, RED) >> grid.hex("4727") & 1) is spaces


@rule("red-star", "10.4.4")
def test_soviet_sea_supply() -> None:
    text = "[Axis]\n1324: GIK01\n[Soviet]\n1222: SA03\n{more}\n[markers]\naxis held: {held}"
    # Sevastopol (1221) is a port; Tuapse has its railway to Tiflis.
    assert state(judged(text.format(more="", held="1207")), "SA03") == "in"
    both = text.format(more="", held="1330 1233")
    assert state(judged(both, [6, 6]), "SA03") == "out"
    # With Sevastopol lost Odessa supplies nobody.
    odessa = "[Axis]\n2014: GIK01\n[Soviet]\n1916: SA03\n[markers]\naxis held: {held}"
    assert state(judged(odessa.format(held="1207")), "SA03") == "in"
    assert state(judged(odessa.format(held="1207 1221"), [6, 6]), "SA03") == "out"


@rule("red-star", "10.4.5", "10.8.1")
def test_a_factory_turns_out_of_supply_into_lack() -> None:
    p = judged(
        """
        [Axis]
        3118: GIK01
        3218: GIK02
        3018: GIK05
        2917: GIK06
        3017: GIK07
        [Soviet]
        3116: A-FACT-03, SA03
        3215: SA04
        """,
        [6] * 9,
    )
    assert state(p, "SA03") == "lack"
    assert state(p, "SA04") == "out"


# 10.5, 10.9 Isolation


@rule("red-star", "10.5", "10.9", "10.9.1")
def test_isolation_is_more_than_twice_the_distance() -> None:
    p = judged(
        """
        [Axis]
        4010: GIK01
        4519: GIK02
        """,
        [1],
    )
    # 4010 is five and a half spaces from Warsaw: out of supply, not isolated; only 4519 rolls.
    assert state(p, "GIK01") == state(p, "GIK02") == "out"
    assert [facts[0] for facts in events(p, "attrition")] == [number_of(p, "GIK02")]
    assert steps(p, "GIK01") == 4
    assert steps(p, "GIK02") == 3


@rule("red-star", "10.9.1")
@pytest.mark.parametrize(
    ("turn", "die", "left"),
    [(2, 1, 3), (2, 2, 4), (7, 3, 3), (7, 4, 4), (9, 1, 2), (9, 2, 3), (9, 4, 3), (9, 5, 4)],
)
def test_the_attrition_table_for_germans(turn: int, die: int, left: int) -> None:
    p = judged("[Axis]\n4519: GIK02", [die], turn=turn)
    standing = members_at(p, "4519")
    assert [p.steps[u] for u in standing] == [left]


def members_at(p: War, label: str) -> tuple[int, ...]:
    return tuple(members(p.units_in(p.charts.grid.hex(label))))


@rule("red-star", "10.9.1")
def test_cities_keep_isolated_units_alive() -> None:
    # Smolensk (4520) is a major city: two is added; Vyazma (4623) is a minor one.
    assert steps(judged("[Axis]\n4520: GIK02", [2], turn=7), "GIK02") == 4
    assert steps(judged("[Axis]\n4519: GIK02", [2], turn=7), "GIK02") == 3


@rule("red-star", "10.9.2")
def test_no_attrition_on_turn_one() -> None:
    p = judged("[Axis]\n4519: GIK02", [], turn=1)
    assert state(p, "GIK02") == "out"
    assert not events(p, "attrition")


@rule("red-star", "10.9.3", "10.0.6", "11.1.9")
def test_partisans_need_no_supply() -> None:
    p = judged("[Axis]\n3908: GIK01\n[Soviet]\n4110: SPART1", [])
    assert state(p, "SPART1") == "in"


# 10.0.4, 10.6, 10.8 What it means


@rule("red-star", "10.0.4", "10.6.1", "10.8.1", "3.1.3")
@pytest.mark.parametrize("supply", ["out", "lack"])
def test_half_the_movement_and_no_overrun(supply: str) -> None:
    p = situation(f"""
        turn: 2
        phase: axis-movement
        [Axis]
        2144: GTK41 ({supply})
        [Soviet]
        2146: SRC07
    """)
    play(p, "select GTK41", "move 2145")
    # Seven is halved to four: 2145 is contested, and three are left for nothing.
    assert not offered(p, "overrun")
    # The state stays until the next Supply Phase, wherever the unit goes.
    assert state(p, "GTK41") == supply


@rule("red-star", "10.6", "10.6.1", "10.8.1")
def test_lack_of_supply_does_not_weaken_the_defence() -> None:
    from stavka.titles.red_star.combat import attack_value, defence_values

    for supply, attack, defence in (("", 5, 7), (" (lack)", 3, 7), (" (out)", 3, 4)):
        p = situation(
            f"turn: 2\nphase: axis-combat\n[Axis]\n2144: GIK01{supply}\n[Soviet]\n2145: SRC07"
        )
        unit = number_of(p, "GIK01")
        assert attack_value(p, unit) == attack
        assert defence_values(p, (unit,), doubled=False) == defence


@rule("red-star", "10.6.2", "10.8.2", "12.1.4")
def test_airbases_without_supply_leave_with_their_fleets() -> None:
    p = judged("[Axis]\n4110: GAB1\n3805: GAB2")
    assert box_of(p, "GAB1") == box_of(p, "GAF1") == "returning"
    assert p.due[number_of(p, "GAB1")] == 6
    assert where(p, "GAB2") == "3805"


@rule("red-star", "10.6.3", "10.6.4")
@pytest.mark.parametrize(("die", "due"), [(3, 3), (4, 4)])
def test_leaders_and_headquarters_without_supply_leave(die: int, due: int) -> None:
    p = judged(
        """
        [Soviet]
        4310: SHQ-WESTER, LEADER-Zhukov
        """,
        [die],
    )
    assert box_of(p, "LEADER-Zhukov") == "leaders"
    assert box_of(p, "SHQ-WESTER") == "returning"
    assert p.due[number_of(p, "SHQ-WESTER")] == due


@rule("red-star", "10.0.5", "10.2.2", "10.4.3")
def test_each_side_has_its_own_sources() -> None:
    p = situation("turn: 2\nphase: axis-combat\n[Axis]\n3901: GIK01\n[Soviet]\n4828: SA03")
    assert "3901" in area(p, GERMAN)
    assert "4828" not in area(p, GERMAN)
    assert "4828" in area(p, RED)
    assert "3901" not in area(p, RED)


@rule("red-star", "10.2.4")
def test_an_emergency_depot_is_no_link_of_a_chain() -> None:
    text = "[Axis]\n3908: GDEP01\n4211: GDEP02\n4314: GIK01\n[Soviet]\n5050: SA03"
    for first, supplied in (("done", True), ("emergency GDEP01", False)):
        p = situation(f"turn: 2\nphase: supply\n{text}", dice=[6] * 9)
        play(p, first)
        while p.current.key == "supply":
            play(p, "done")
        assert p.in_supply(number_of(p, "GIK01")) is supplied


@rule("red-star", "10.1.1", "10.1.2", "18.0.4")
def test_lines_of_any_length_are_those_that_are_measured_without_a_limit() -> None:
    p = started("barbarossa")
    player = Random(TITLE, "lines")
    sources = permanent_sources(p, "Axis")
    for number in range(1200):
        decision = p.decision()
        assert decision is not None
        if number % 60 == 0:
            assert joined_to(p, "Axis", sources) == lines_to(p, "Axis", sources, None)
        p.apply(player.choose(decision, None))


@rule("red-star", "10.2.2")
def test_the_lines_of_the_chain_lead_from_every_depot_in_it_to_a_source() -> None:
    p = started("barbarossa")
    lines = lines_of_the_chain(p)
    assert depots_in_chain(p)
    assert not depots_in_chain(p) & ~lines
    assert lines & permanent_sources(p, "Axis")
    assert not lines & ~depot_area(p)
