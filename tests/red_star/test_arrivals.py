"""15.1, 15.2, 15.7 Reinforcements: who comes when, and where everybody may be placed."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import box_of, events, number_of, offered, play, situation, steps, verbs, where
from .test_economy import TEN
from .test_reinforcements import arriving
from .test_supply import SEA


def supplied(turn: int, more: str = "", sc: str = "heartland") -> War:
    """A position at the beginning of a turn."""
    return situation(
        f"scenario: {sc}\nturn: {turn}\nphase: supply\n[Axis]\n3901: GDEP01\n{more}", [6] * 30
    )


@rule("red-star", "15.7.1", "15.7.2", "15.7")
def test_who_comes_back_when() -> None:
    p = supplied(
        4, "returning: GDEP03 (@4), GDEP04 (@5), GDEP05 (@3), GAB1 (@4), GAF1 (@4), GAB2 (@5)"
    )
    boxes = {unit: box_of(p, unit) for unit in ("GDEP03", "GDEP04", "GDEP05", "GAB1", "GAB2")}
    assert boxes == {
        "GDEP03": "ready",
        "GDEP04": "returning",
        "GDEP05": "ready",
        "GAB1": "ready",
        "GAB2": "returning",
    }
    assert box_of(p, "GAF1") == "air_fleets"
    assert p.due[number_of(p, "GDEP03")] == 0
    assert p.due[number_of(p, "GDEP04")] == 5


@rule("red-star", "15.1", "15.2.2", "15.4.1", "15.5.1", "17.2.4")
@pytest.mark.parametrize("turn", [2, 4, 6, 8, 9, 11, 12, 14, 22, 23, 34, 36])
def test_every_arrival_of_the_schedule_goes_into_its_box(turn: int) -> None:
    p = supplied(turn)
    charts = p.charts
    for arrival in charts.arrivals["heartland", turn]:
        if arrival.unit < 0:
            continue
        unit = charts.names.units[arrival.unit]
        kind = charts.kind[arrival.unit]
        if arrival.action == "withdraw":
            assert box_of(p, unit) == "unused", unit
            continue
        if arrival.action == "force_pool":
            box = "force_pool"
        elif kind.key == "soviet_airborne_corps":
            box = "paradrop"
        else:
            waits = kind.key in ("guards_army", "shock_army")
            box = "awaiting_promotion" if waits else "ready"
        assert box_of(p, unit) == box, unit
        assert steps(p, unit) == (arrival.steps or kind.steps), unit


@rule("red-star", "15.1", "17.2.4")
def test_battlegroups_and_corps_come_from_their_boxes() -> None:
    # Turn 4 brings two infantry battlegroups and two Soviet infantry corps.
    more = "breakdown: GIBG01, GIBG02, GIBG03, GTBG01\n[Soviet]\nforce_pool: {}"
    p = supplied(4, more.format("SRC01, SRC02, SRC05, SMC01"))
    ready = [u for u in ("GIBG01", "GIBG02", "GIBG03", "GTBG01") if box_of(p, u) == "ready"]
    assert len(ready) == 2 and "GTBG01" not in ready
    assert [steps(p, unit) for unit in ready] == [2, 2]
    corps = [u for u in ("SRC01", "SRC02", "SRC05", "SMC01") if box_of(p, u) == "ready"]
    assert len(corps) == 2 and "SMC01" not in corps
    # As many as there are.
    p = supplied(4, more.format("SRC01, SMC01"))
    assert (box_of(p, "SRC01"), box_of(p, "SMC01")) == ("ready", "force_pool")


@rule("red-star", "15.1", "15.7")
def test_nobody_arrives_who_is_there_already() -> None:
    p = supplied(14, "3902: GTDGD")
    assert where(p, "GTDGD") == "3902"


# 15.2 Where


@rule("red-star", "15.2.2", "3.3.6", "7.6.1")
def test_the_siege_artillery_is_placed_on_a_railroad() -> None:
    text = "[Axis]\n3901: GIK26\nready: GSIEGE, GDEP22\n[Soviet]\n4828: SA03"
    p = arriving("Axis", text, "GSIEGE")
    rails, grid = p.charts.rail.hexes, p.charts.grid
    there = offered(p, "place")
    assert "3901" in there
    assert all(rails >> grid.hex(label) & 1 for label in there)
    assert len(there) < rails.bit_count(), "and in supply"
    p = arriving("Axis", text, "GDEP22")
    assert not all(rails >> grid.hex(label) & 1 for label in offered(p, "place"))


@rule("red-star", "14.4.5", "15.2.2")
def test_ten_leaders_keep_out_an_eleventh_and_nobody_else() -> None:
    text = f"[Axis]\n3901: GIK26\n[Soviet]\n4828: SHQ-WESTER\n{TEN}, LEADER-Golikov\n"
    text += "ready: SA04, LEADER-Kurochkin"
    assert offered(arriving("Soviet", text, "LEADER-Kurochkin"), "place") == set()
    assert "4828" in offered(arriving("Soviet", text, "SA04"), "place")


@rule("red-star", "15.2.3", "10.3")
@pytest.mark.parametrize(("lost", "able"), [("1207", {"FIHQG", "FIHQN"}), ("6310", {"ROHQ3"})])
def test_a_headquarters_is_placed_on_a_railroad_to_its_own_capital(
    lost: str, able: set[str]
) -> None:
    for unit in ("FIHQG", "FIHQN", "ROHQ3"):
        text = f"[Axis]\n3901: GIK26\nready: {unit}\n[Soviet]\n{lost}: SGC1"
        p = arriving("Axis", text, unit, sc="motherland")
        assert bool(offered(p, "place")) is (unit in able), unit


@rule("red-star", "15.2.3", "15.2.2")
def test_the_last_headquarters_and_the_last_corps_before_the_first() -> None:
    text = "[Axis]\n3901: GIK26\nready: FI7K\n[Soviet]\n4828: SHQ-WESTER, SA03\nready: SHQ-STEPPE"
    p = arriving("Soviet", text, "SHQ-STEPPE", sc="motherland")
    assert "4450" in offered(p, "place"), "far from all others, on a railroad"
    p = arriving("Axis", text, "FI7K", sc="motherland")
    grid, rails = p.charts.grid, p.charts.rail.hexes
    assert any(not rails >> grid.hex(label) & 1 for label in offered(p, "place"))


@rule("red-star", "15.2.5", "10.2.3")
def test_airbases_are_not_placed_on_the_sea_supply() -> None:
    text = SEA.format(held="1815: GDEP01\nready: GAB1, GIK02", harbours="1816 1221 1528")
    assert "1527" in offered(arriving("Axis", text, "GIK02"), "place")
    assert "1527" not in offered(arriving("Axis", text, "GAB1"), "place")


@rule("red-star", "15.2.1", "15.2.7")
def test_units_are_placed_one_after_the_other() -> None:
    text = "[Axis]\n3901: GIK26\nready: GTK03, GDEP22, GIK01\n[Soviet]\n4828: SA03"
    p = arriving("Axis", text, "GTK03")
    assert offered(p, "select") == {"GDEP22", "GIK01"}
    play(p, "place 3902")
    assert where(p, "GTK03") == "3902"
    assert verbs(p) == {"select", "done"}
    assert p.fresh == 0
    play(p, "select GDEP22")
    assert offered(p, "select") == {"GIK01"}
    play(p, "place 3904")
    assert p.fresh == 1 << number_of(p, "GDEP22"), "a depot that has just come"
    play(p, "select GIK01", "place 3902")
    assert (p.fresh, p.current.key) == (0, "axis-movement"), "from now on it is like others"


@rule("red-star", "9.0.3")
def test_who_is_placed_in_a_city_takes_it() -> None:
    text = "[Axis]\n3901: GIK26\nready: GIK01\n[Soviet]\n4828: SA03\n[markers]\naxis held: 3901"
    p = arriving("Axis", text, "GIK01")
    play(p, "place 3805")
    assert p.axis_held >> p.charts.grid.hex("3805") & 1


# 15.4 Airborne units


@rule("red-star", "15.4.2", "9.0.3")
def test_a_drop_is_chosen_first_and_takes_a_city() -> None:
    text = """
        turn: 2
        phase: soviet-movement
        [Soviet]
        4828: SHQ-WESTER, SA03
        paradrop: SAB1, SAB3, SAB5
        [markers]
        axis held: 3901 5238 4520
    """
    p = situation(text, dice=[1])
    assert verbs(p) == {"select", "done"}
    play(p, "select SAB3")
    assert offered(p, "select") == {"SAB1", "SAB5"}
    cities = sorted({"5238", "4520"} & offered(p, "drop"))
    if not cities:
        p = situation(text.replace("4828: SHQ", "4725: SHQ"), dice=[1])
        play(p, "select SAB3")
        cities = sorted({"5238", "4520"} & offered(p, "drop"))
    play(p, f"drop {cities[0]}")
    assert not p.axis_held >> p.charts.grid.hex(cities[0]) & 1
    assert box_of(p, "SAB1") == "paradrop"


# 15.5 Promotion


@rule("red-star", "15.5.1", "15.5.2", "2.0")
def test_who_may_be_promoted_and_how_often() -> None:
    text = """
        turn: 2
        phase: administrative
        [Axis]
        4824: GIK26
        [Soviet]
        4828: SA03
        4825: SA04
        4822: SA06
        4830: SRC01
        4831: SA07 (out)
        4832: SA08 (lack)
        force_pool: SA05
        {}
    """

    def asked(waiting: str) -> War:
        p = situation(text.format(waiting), dice=[1] * 20)
        while p.current.key == "administrative" and "promote" not in verbs(p):
            play(p, "done")
        return p

    p = asked("awaiting_promotion: SG01")
    assert offered(p, "promote") == {"SA03", "SA06"}
    play(p, "promote SA06")
    assert (where(p, "SG01"), box_of(p, "SA06")) == ("4822", "promoted")
    assert "promote" not in verbs(p), "nobody waits any more"
    drawn = {facts[0] for facts in events(p, "drawn")}
    assert number_of(p, "SG01") not in drawn, "the army had no marker, and needs none"
    p = play(asked("awaiting_promotion: SG01, SS01"), "promote SA03")
    assert offered(p, "promote") == {"SA06"}
    play(p, "done")
    assert "promote" not in verbs(p)
    assert where(p, "SA06") == "4822"
    assert "promote" not in verbs(asked(""))
