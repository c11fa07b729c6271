"""What is shown before the dice: what the rules would do with every fall of them."""

from __future__ import annotations

import pytest

from stavka.engine import Choice
from stavka.engine.presentation import Chance, Preview
from stavka.titles.red_dragon.position import War

from ..marks import rule
from .fights import A, B, C, D, E, X, battle, gmd_attacks, pla_attacks
from .situations import CUT_OFF, TITLE, events, offered, play, set_up
from .test_interactions import CANAL, CITY, FULL, GENERALS, OPPOSITE, ROUND_CITY, SIX, SIX_STACKS


def shown(p: War, text: str) -> Preview:
    """The preview of a choice, by what its side may know."""
    decision = p.decision()
    assert decision is not None
    found = TITLE.preview(p.view(decision.side).imagine(), Choice.parse(text))
    assert found is not None
    for chances in (found.chances, *(doubt.chances for doubt in found.uncertain)):
        assert not chances or sum(c.probability for c in chances) == pytest.approx(1)
    return found


def sixths(chances: tuple[Chance, ...], of: int = 6) -> dict[str, float]:
    return {chance.text: round(of * chance.probability, 6) for chance in chances}


def results(chances: tuple[Chance, ...]) -> list[str]:
    return [chance.result for chance in chances]


def values(found: Preview, case: str) -> list[str]:
    return [line.value for line in found.lines if line.case == case]


ALL = (f"attack {X}", "all")


# Panic


@rule("red-dragon", "16.1.3", "12.2.3")
def test_they_flee_and_there_is_no_attack() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; 1512: 8-corps", OPPOSITE, *ALL, markers=f"{CUT_OFF}; fdp: 1512"
    )
    found = shown(p, "resolve")
    assert found.result == "no attack: they flee to 1512"
    assert results(found.chances) == ["panic"] and found.chances[0].probability == 1
    assert found.columns == () and found.uncertain == ()


@rule("red-dragon", "16.1.3")
def test_two_refuges_are_named() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; {C}: 8-corps; {E}: 9-corps", OPPOSITE, *ALL,
        markers=f"{CUT_OFF}; fdp: {C} {E}",
    )  # fmt: skip
    found = shown(p, "resolve")
    assert found.result in (
        f"no attack: they flee to {C} or {E}",
        f"no attack: they flee to {E} or {C}",
    )
    assert results(found.chances) == ["panic"]


@rule("red-dragon", "16.1.3", "16.2.6", "16.2.7")
def test_they_dig_in_two_columns_worse() -> None:
    p = pla_attacks(f"{X}: 8-corps, li-mi", OPPOSITE, *ALL, markers=CUT_OFF)
    found = shown(p, "resolve")
    assert (found.result, found.columns) == ("19 to 3: 4:1", ("4:1",))
    assert values(found, "16.1.3") == [""] and values(found, "16.2.7") == ["1L"]
    assert not values(found, "12.2.2")
    assert sixths(found.chances) == {
        "no effect": 1,
        "attacker loses 3 factors, defender eliminated": 1,
        "defender eliminated": 3,
        "defender eliminated, a disaster": 1,
    }
    assert results(found.chances) == ["DR", "AA/DA", "DA, DE", "DD"]
    # The same without the ring: no position, but no shift for it either.
    p = pla_attacks(
        f"{X}: 8-corps, li-mi", f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3", *ALL, markers=CUT_OFF
    )
    assert shown(p, "resolve").result == "19 to 3: 5:1"


@rule("red-dragon", "16.1.3", "15.1.5")
def test_loyalty_comes_first_in_a_city() -> None:
    p = pla_attacks(f"{CITY}: 72-corps", ROUND_CITY, f"attack {CITY}", "all", markers=CUT_OFF)
    found = shown(p, "resolve")
    assert found.result == "12 to 2: 6:1, after loyalty checks"
    assert values(found, "16.1.3") == ["1 in 6"]
    assert sixths(found.chances, 36) == {
        "defender eliminated": 3,
        "defender eliminated, a disaster": 3,
        "all defenders defect, the attackers may advance": 30,
    }
    assert results(found.chances) == ["DA, DE", "DD", "deserted"]


@rule("red-dragon", "16.1.3")
def test_every_column_that_the_loyal_may_be_attacked_on() -> None:
    p = pla_attacks(
        f"{CITY}: 72-corps, 148-div", "1511: lzn; 1311: ecfa-12", f"attack {CITY}", "all",
        markers=CUT_OFF,
    )  # fmt: skip
    found = shown(p, "resolve")
    assert found.columns == ("2:1", "3:1", "6:1")
    assert sixths(found.chances, 36)["all defenders defect, the attackers may advance"] == 25
    assert any(text.startswith("1 of 2 units defect first") for text in sixths(found.chances))


@rule("red-dragon", "16.1.3", "12.4.4")
@pytest.mark.parametrize(("flags", "stays"), [("", 1), ("; flags: great-victory", 2)])
def test_a_great_victory_counts_before_the_attack(flags: str, stays: int) -> None:
    p = pla_attacks(
        f"{CITY}: 5-corps", ROUND_CITY, f"attack {CITY}", "all", markers=f"{CUT_OFF}{flags}"
    )
    gone = sixths(shown(p, "resolve").chances)["all defenders defect, the attackers may advance"]
    assert gone == 6 - stays


@rule("red-dragon", "16.1.3", "12.2.2")
def test_with_all_markers_in_use_they_check_in_the_open() -> None:
    p = pla_attacks(
        f"{X}: 5-corps; {SIX_STACKS}", OPPOSITE, *ALL, markers=f"{CUT_OFF}; {SIX}"
    )  # fmt: skip
    found = shown(p, "resolve")
    assert found.result == "19 to 4: 5:1, after loyalty checks"


@rule("red-dragon", "7.3.3", "14.1.2", "16.1.3")
@pytest.mark.parametrize(("weather", "doubts"), [("Good", 1), ("Poor", 0)])
def test_a_drop_that_would_prevent_panic_is_named(weather: str, doubts: int) -> None:
    p = pla_attacks(
        f"{X}: 8-corps, li-mi; available: air-supply", OPPOSITE, *ALL, markers=CUT_OFF,
        header=f"weather: {weather}",
    )  # fmt: skip
    found = shown(p, "resolve")
    assert len(found.uncertain) == doubts
    for doubt in found.uncertain:
        assert (doubt.result, doubt.case) == ("19 to 5: 3:1", "14.1.2")
        assert found.columns == ("3:1", "4:1")


# Final Defense Positions


@rule("red-dragon", "16.2.2", "16.2.5", "7.4.2")
def test_two_defend_a_position_and_do_not_retreat() -> None:
    p = pla_attacks(
        f"{X}: {FULL}", f"{A}: ecfa-1, ecfa-3", *ALL, markers=f"{CUT_OFF}; fdp: {X}"
    )  # fmt: skip
    found = shown(p, "resolve")
    assert found.result == "12 to 6: 3:2"
    assert sixths(found.chances) == {
        "attacker loses 6 factors": 1,
        "attacker retreats": 1,
        "no effect": 2,
        "attacker loses 6 factors, defender loses 6 factors": 1,
        "defender loses 6 factors": 1,
    }
    assert results(found.chances) == ["AA", "AR", "NE, DR", "AA/DA", "DA"]
    (doubt,) = found.uncertain
    assert (doubt.case, doubt.result) == ("16.2.2", "12 to 3: 3:1")
    assert found.columns == ("3:2", "2:1", "3:1")


@rule("red-dragon", "16.2.2", "7.3.3")
@pytest.mark.parametrize(("news", "defence"), [("", "12 + 1 die"), ("news: 4", "12")])
def test_guns_in_a_position_are_counted_if_they_may_fire(news: str, defence: str) -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 8-corps, xbs-artillery-1, air-supply", f"{A}: ecfa-1, ecfa-3", *ALL,
        markers=f"{CUT_OFF}; fdp: {X}", header=news,
    )  # fmt: skip
    found = shown(p, "resolve")
    column = "1:2" if not news else "2:3"
    assert (found.result, found.columns) == (f"12 to {defence}: {column}", (column,))


@rule("red-dragon", "16.2.7")
def test_trenches_take_the_shift_away() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 8-corps", OPPOSITE, *ALL, markers=f"{CUT_OFF}; fdp: {X}; flags: trenches"
    )
    found = shown(p, "resolve")
    assert found.result == "19 to 6: 3:1" and "no effect" in sixths(found.chances)
    assert "defender retreats" not in sixths(found.chances)


# Dice, aircraft, waves


@rule("red-dragon", "13.1.2")
def test_guns_spread_the_columns() -> None:
    p = pla_attacks(f"{X}: 72-corps", f"{A}: ecfa-1, 1st", *ALL)
    found = shown(p, "resolve")
    assert (found.result, found.columns) == ("6 + 1 die to 4: 3:2 to 3:1", ("3:2", "2:1", "3:1"))
    # 3:2 with a 1, 2:1 with a 2 to 5, 3:1 with a 6: AA in one of six at 3:2 alone.
    assert sixths(found.chances, 36)["attacker loses 2 factors"] == 1
    assert sixths(found.chances, 36)["attacker retreats"] == 5
    p = pla_attacks(f"{X}: 72-corps, xbs-artillery-1", f"{A}: ecfa-1, 1st", *ALL)
    assert shown(p, "resolve").columns == ("2:3", "1:1", "3:2", "2:1")


@rule("red-dragon", "14.2.2", "14.2.3", "14.1.2")
def test_aircraft_that_may_react_are_named() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; available: fb-1, fb-2, mb", f"{A}: ecfa-1", *ALL[:1], "add ecfa-1"
    )
    found = shown(p, "resolve")
    assert found.result == "6 to 4: 3:2"
    assert [doubt.result for doubt in found.uncertain] == [
        "6 to 4 + 1 die: 1:2 to 1:1",
        "6 to 5 + 1 die: 1:2 to 1:1",
    ]
    assert {doubt.case for doubt in found.uncertain} == {"14.1.2"}
    assert found.columns == ("1:2", "2:3", "1:1", "3:2")
    for header, aircraft in (("weather: Poor", "available: fb-1"), ("", "used: fb-1")):
        p = pla_attacks(
            f"{X}: 72-corps; {aircraft}", f"{A}: ecfa-1", f"attack {X}", "add ecfa-1", header=header
        )
        assert shown(p, "resolve").uncertain == ()


@rule("red-dragon", "14.2.3")
def test_the_medium_bomber_adds_one() -> None:
    p = gmd_attacks(
        "1410: 72-corps; available: fb-1, mb", "1411: militia-1", "attack 1411", "add 72-corps"
    )
    assert shown(p, "bombard fb-1").result == "4 + 1 die to 1: 4:1 to 5:1"
    found = shown(p, "bombard mb")
    assert found.result == "5 + 1 die to 1: 5:1"
    assert values(found, "14.2.3") == ["+1"]


@rule("red-dragon", "17.1.5", "17.1.6", "17.1.7")
def test_a_wave_is_lost_whatever_comes() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps", f"{A}: ecfa-9; {GENERALS}", f"attack {X}", "add ecfa-9"
    )
    found = shown(p, "wave ecfa-9")
    assert (found.result, values(found, "17.1.5")) == ("14 to 12: 1:1", ["+14"])
    assert sixths(found.chances) == {
        # It was the only attacker: nothing more can be lost in an AA.
        "1 wave lost": 3,
        "attacker retreats, 1 wave lost": 1,
        "defender retreats, 1 wave lost": 1,
        "attacker loses 6 factors, defender loses 6 factors, 1 wave lost": 1,
    }


@rule("red-dragon", "17.1.6", "17.1.7", "15.2.3")
def test_a_defector_who_does_not_cover_the_loss() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps; under ecfa-9: 72-corps", f"{A}: ecfa-9; {GENERALS}",
        f"attack {X}", "add ecfa-9", "wave ecfa-9",
    )  # fmt: skip
    found = sixths(shown(p, "resolve").chances)
    assert found["attacker eliminated, 1 defector lost for the wave"] == 2
    assert found["1 defector lost for the wave"] == 1


@rule("red-dragon", "18.6.1", "17.2.7")
def test_what_follows_a_combat_is_told() -> None:
    p = pla_attacks(f"{X}: 8-corps, li-mi", f"{A}: ecfa-1, st-tanks", *ALL)
    found = shown(p, "resolve")
    assert values(found, "18.6.1") == ["1 in 6"]
    assert values(found, "17.2.7") == ["2 in 36, alone 6"]


@rule("red-dragon", "18.1", "18.1.3", "17.1.10")
def test_bridges_and_deng_in_the_sum() -> None:
    p = pla_attacks(
        "1813: 5-corps, 70-corps", CANAL, "attack 1813", "all", markers="bridges: 1813/1814@2"
    )
    found = shown(p, "resolve")
    assert (values(found, "18.1"), values(found, "18.1.3")) == (["1L"], ["1R"])
    assert found.result == "12 to 12: 1:1"
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps", f"{A}: ecfa-1; {D}: cpfa-4; {GENERALS}",
        f"attack {X}", "add ecfa-1", "deng",
    )  # fmt: skip
    assert shown(p, "add cpfa-4").result == "12 to 12: 3:2"


@rule("red-dragon", "12.3.5")
def test_whoever_finds_no_way_back_dies() -> None:
    ring = f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3; {C}: ecfa-4; {D}: ecfa-6; {E}: ecfa-8; 1609: ecfa-11"
    p = pla_attacks(f"{X}: 72-corps, air-supply", ring, f"attack {X}", "add ecfa-1", "add ecfa-9")
    assert set(sixths(shown(p, "resolve").chances)) == {
        "no effect",
        "attacker loses 2 factors, defender eliminated",
        "defender eliminated",
    }


@rule("red-dragon", "12.3.5")
def test_whoever_has_one_way_back_takes_it() -> None:
    ring = f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3; {C}: ecfa-4; {E}: ecfa-8; 1609: ecfa-11"
    p = pla_attacks(f"{X}: 72-corps", ring, f"attack {X}", "add ecfa-1", "add ecfa-9")
    assert sixths(shown(p, "resolve").chances)["defender retreats"] == 1


@rule("red-dragon", "7.3.4", "14.1.2", "14.1.4")
def test_everything_that_the_gmd_may_do_in_the_air() -> None:
    p = pla_attacks(
        "1808: 72-corps; available: fb-1, air-supply", "1908: ecfa-1; 1708: ecfa-3",
        "attack 1808", "all", markers=CUT_OFF,
    )  # fmt: skip
    assert [doubt.text for doubt in shown(p, "resolve").uncertain] == [
        "the GMD may bombard with 1st FB Group",
        "the GMD may drop supplies on 1808",
        "the GMD may drop supplies on 1809",
        "the GMD may drop supplies on 1809 and bombard with 1st FB Group",
    ]


@rule("red-dragon", "12.1.9")
def test_guns_alone_attack_nobody() -> None:
    p = pla_attacks(f"{X}: 72-corps", f"{A}: ecfa-1, 1st", f"attack {X}")
    assert shown(p, "add 1st").chances == ()


# Face-down counters


@rule("red-dragon", "18.2.1", "18.2.3")
@pytest.mark.parametrize(
    ("counters", "extent"),
    [("jl1", "1 to 7"), ("ecfa-9, ecfa-10", "2 to 14"), ("jl1, jl3, ecfa-1", "3 to 20")],
)
def test_face_down_counters_are_a_range(counters: str, extent: str) -> None:
    p = gmd_attacks(f"{A}: 5-corps, 70-corps", f"{X}: {counters}", f"attack {X}", "all")
    found = shown(p, "resolve")
    assert values(found, "18.2.1") == [extent]
    assert found.chances == () and len(found.uncertain) == 2
    assert all("face-down" in doubt.text and doubt.chances for doubt in found.uncertain)
    play(p, "resolve")
    assert battle(p).column in found.columns


@rule("red-dragon", "18.2.1", "18.5.2")
def test_militia_are_no_secret_and_do_not_retreat() -> None:
    p = gmd_attacks("1410: 72-corps", "1411: militia-1", "attack 1411", "add 72-corps")
    found = shown(p, "resolve")
    assert (found.result, found.uncertain) == ("4 to 1: 3:1", ())
    assert results(found.chances) == ["NE", "DR, DA, DE", "AA/DA"]
    p = gmd_attacks("1410: 72-corps", "1411: militia-1, ecfa-1", "attack 1411", "add 72-corps")
    assert values(shown(p, "resolve"), "18.2.1") == ["2 to 8"]


@rule("red-dragon", "18.2.1", "7.4.2")
def test_counters_out_of_supply_are_a_smaller_range() -> None:
    ring = "; ".join(f"{hex_}: {unit}" for hex_, unit in zip(
        (A, B, C, D, E, "1609"),
        ("5-corps", "70-corps", "74-corps", "8-corps", "72-corps", "9-corps"), strict=True,
    ))  # fmt: skip
    p = gmd_attacks(ring, f"{X}: ecfa-1", f"attack {X}", "add 5-corps")
    assert values(shown(p, "resolve"), "18.2.1") == ["1 to 4"]


@rule("red-dragon", "18.2.1", "7.2.3", "7.4.2")
def test_the_army_that_eats_is_the_stronger_guess() -> None:
    # The whole north edge is lost to the ECFA; the CPFA is fed from the west.
    corps = ("25", "63", "64", "100", "8", "9", "115", "41", "47", "44", "59")
    north = "; ".join(f"22{n:02}: {name}-corps" for n, name in enumerate(corps, start=9))
    p = gmd_attacks(f"{A}: 5-corps; {north}", f"{X}: cpfa-1", f"attack {X}", "add 5-corps")
    assert values(shown(p, "resolve"), "18.2.1") == ["1 to 6"]


@rule("red-dragon", "18.2.1", "13.2.7")
def test_counters_may_be_guns_without_shells() -> None:
    p = gmd_attacks(
        f"{A}: 5-corps", f"{X}: 1st", f"attack {X}", "add 5-corps", header="news: 4"
    )  # fmt: skip
    assert values(shown(p, "resolve"), "18.2.1") == ["0 to 7"]


@rule("red-dragon", "18.2.2", "18.2.3")
def test_the_defender_is_shown_a_range_too() -> None:
    for counter in ("ecfa-9", "jl1"):
        p = pla_attacks(
            f"{X}: 5-corps; available: fb-1", f"{A}: {counter}; {GENERALS}", f"attack {X}",
            f"add {counter}", "resolve",
        )  # fmt: skip
        found = shown(p, "pass")
        assert found.result == "1-14 to 7, face-down counters"
        assert [doubt.result for doubt in found.uncertain] == ["14 to 7: 2:1", "1 to 7: 1:3"]
        # From the worst to the best for the GMD.
        assert results(found.uncertain[1].chances) == ["AR", "AE, AA"]


@rule("red-dragon", "16.2.2", "18.2.2")
@pytest.mark.parametrize("wave", [(), ("wave ecfa-9",)])
def test_who_chooses_the_defenders_is_not_told_of_a_wave(wave: tuple[str, ...]) -> None:
    p = pla_attacks(
        f"{X}: {FULL}", f"{A}: ecfa-9; {GENERALS}", f"attack {X}", "add ecfa-9", *wave, "resolve",
        markers=f"{CUT_OFF}; fdp: {X}",
    )  # fmt: skip
    assert shown(p, "defend 5-corps").result == "1-14 to 6, face-down counters"
    assert shown(p, "defend 148-div").result == "1-14 to 5, face-down counters"


# Other dice


@rule("red-dragon", "18.3.11", "18.3.8")
def test_a_short_attack_costs_the_unit_one_time_in_six() -> None:
    p = set_up(
        "pla-movement", gmd="1509: 72-corps", pla="1610: ecfa-1, st-cavalry",
        header="short attacks: 2", dice=[1, 1],
    )  # fmt: skip
    risk = {"the unit is eliminated after its move": 1, "it gets away": 5}
    play(p, "select ecfa-1", f"move {X}")
    assert sixths(shown(p, "short_attack 72-corps").chances) == risk
    play(p, "short_attack 72-corps")
    assert sixths(shown(p, "move 1610").chances) == risk
    assert results(shown(p, "move 1610").chances) == ["lost", "safe"]


@rule("red-dragon", "18.3.11")
def test_the_die_comes_at_the_end_of_the_move_however_it_ends() -> None:
    p = set_up(
        "pla-movement", gmd="1509: 72-corps", pla=f"{X}: st-cavalry; 2013: ecfa-3",
        header="short attacks: 2", dice=[1, 1],
    )  # fmt: skip
    play(p, "select st-cavalry", "short_attack 72-corps")
    for ending in ("halt", "select ecfa-3", "done"):
        assert results(shown(p, ending).chances) == ["lost", "safe"], ending
    decision = p.view("PLA").present().decision
    assert decision is not None
    (done,) = (option for option in decision.options if option.verb == "done")
    assert "ST Cavalry" in done.confirm


@rule("red-dragon", "18.4.10")
@pytest.mark.parametrize(("hex_", "missed"), [(X, (4 / 6) ** 3), ("1411", (5 / 6) ** 3)])
def test_a_hunt(hex_: str, missed: float) -> None:
    p = gmd_attacks(f"{hex_}: 72-corps, 5-corps, 148-div", f"{hex_}: guerrilla-1; 1512: ecfa-1")
    found = shown(p, f"suppress {hex_}")
    assert results(found.chances) == ["missed", "found"]
    assert found.chances[0].probability == pytest.approx(missed)


@rule("red-dragon", "18.7.10", "15.1.2", "17.2.6")
@pytest.mark.parametrize(
    ("gmd", "unit", "markers", "loyal"),
    [
        ("5-corps, qiu-qingquan", "5-corps", f"{CUT_OFF}; fdp: {X}", 1),
        ("18-corps, hu-lian", "18-corps", "", 3),
    ],
)
def test_propaganda(gmd: str, unit: str, markers: str, loyal: int) -> None:
    p = set_up(
        "pla-combat", gmd=f"{X}: {gmd}", pla=f"{A}: ecfa-1", markers=markers,
        header="offensive: 2", dice=[1],
    )  # fmt: skip
    found = shown(play(p, "corps ecfa-1"), f"target {unit}")
    assert sixths(found.chances) == {"passes the check": loyal, "fails and defects": 6 - loyal}


@rule("red-dragon", "15.1.1")
def test_a_unit_that_is_given_up_checks_its_loyalty() -> None:
    # 12 to 6 is 2:1; a 5 is DA, three factors.
    p = pla_attacks(
        f"{X}: 5-corps, 8-corps", f"{A}: ecfa-1, ecfa-9; {B}: ecfa-3, ecfa-4", *ALL, "resolve",
        dice=[5],
    )  # fmt: skip
    assert offered(p, "lose") == {"5-corps", "8-corps"}
    found = shown(p, "lose 5-corps")
    assert sixths(found.chances) == {"fails and defects": 4, "comes back after a die of turns": 2}
    assert found.uncertain == ()


@rule("red-dragon", "10.3.1", "10.3.3", "18.5.2", "15.2.3", "13.2.5")
def test_what_becomes_of_pla_units_that_are_given_up() -> None:
    # 12 to 12 is 1:1; a 1 is AA.
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps; under ecfa-1: 72-corps", f"{A}: ecfa-1, ecfa-3", *ALL, "resolve",
        turn=8, dice=[1],
    )  # fmt: skip
    assert sixths(shown(p, "lose ecfa-3").chances) == {"too late": 4, "it comes back": 2}
    assert shown(p, "lose 72-corps").result == "the defector is lost for good"
    # 12 to 7 is 3:2, to the left for the city: 1:1; a 6 is AA/DA.
    p = gmd_attacks(
        "1410: 5-corps, 70-corps", "1411: militia-1, ecfa-1", "attack 1411", "all", "resolve",
        dice=[6],
    )  # fmt: skip
    assert shown(p, "lose militia-1").result == "the militia can be raised again"
    p = pla_attacks(f"{X}: 5-corps", f"{A}: cpfa-4, elb-1")
    assert sixths(shown(p, "withdraw elb-1").chances) == {"it comes back": 6}
    p = set_up("pla-movement", gmd="0809: 99-corps", pla=f"{A}: cpfa-4, elb-1")
    assert shown(play(p, "select cpfa-4"), "move 1711").lines[-1].case == "13.2.5"


@rule("red-dragon", "10.1.1", "10.1.2", "10.1.3")
@pytest.mark.parametrize(("turn", "faces"), [(2, 4), (3, 5)])
def test_reinforcements(turn: int, faces: int) -> None:
    p = set_up(
        "pla-reinforcement", gmd="0809: 99-corps", pla="reinforcements: bh; 2013: ecfa-1", turn=turn
    )
    assert [line.value for line in shown(p, "roll").lines] == [f"{faces} in 6"]


# The parts of a move


def parts(p: War, text: str) -> tuple[list[tuple[str, str]], str]:
    found = shown(p, text)
    total = sum(float(line.value) for line in found.lines if line.value)
    assert found.result.startswith(f"{total:g} point")
    return [(line.case, line.value) for line in found.lines], found.result


@rule("red-dragon", "11.1.7", "11.1.3", "5.2", "14.3.4")
def test_one_hex_whatever_it_costs() -> None:
    p = set_up(
        "gmd-movement", gmd="0702: 72-corps; 0803: fb-1", pla="0701: cpfa-1; 0703: cpfa-3",
        header="weather: Thaw",
    )  # fmt: skip
    play(p, "select 72-corps")
    # Marsh and river, doubled, and the aircraft: seven points, of which three are paid.
    assert parts(p, "move 0803") == (
        [("11.1.3", "2"), ("11.1.3", "1"), ("5.2", "3"), ("14.3.4", "1"), ("11.1.7", "-4")],
        "3 points, 0 left",
    )


@rule("red-dragon", "7.4.1", "11.1.7")
def test_half_an_allowance() -> None:
    p = set_up("gmd-movement", gmd=f"{X}: 72-corps", markers=CUT_OFF)
    found = shown(play(p, "select 72-corps"), f"move {C}")
    assert found.result == "1 point, 1 left"
    assert [line.text for line in found.lines] == ["clear", "out of supply: an allowance of 2"]


@rule("red-dragon", "10.1.6", "5.2")
@pytest.mark.parametrize(
    ("header", "there", "expected"),
    [
        ("", "0715", [("11.1.3", "0.5")]),
        ("", "0714", [("11.1.3", "1")]),
        ("weather: Poor", "0715", [("11.1.3", "0.5"), ("5.2", "0.5")]),
        ("", "0711", [("11.1.3", "0.5"), ("14.3.4", "1")]),
    ],
)
def test_entering_costs(header: str, there: str, expected: list[tuple[str, str]]) -> None:
    p = set_up("gmd-movement", gmd="edge: 54-corps; 0711: fb-1", header=header)
    play(p, "select 54-corps")
    assert parts(p, f"enter {there}")[0] == expected
    play(p, f"enter {there}")
    (moved,) = events(p, "moved")
    assert moved.facts[2] / 2 == sum(float(value) for _, value in expected)


@rule("red-dragon", "11.3.3", "11.2.3", "11.4.1", "18.4.3", "18.1.2")
def test_other_ways() -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps, rr-security", header="weather: Thaw")
    play(p, "select 72-corps")
    assert parts(p, "convoy 1608") == ([("11.1.3", "1"), ("5.2", "1")], "2 points, 4 left")
    assert parts(p, "rail 1408") == ([("11.2.3", "1")], "1 point, 2 left")
    assert shown(play(p, "select rr-security"), "rail 1408").result == "by rail"
    p = set_up(
        "pla-movement", gmd="0809: 99-corps; 1208: fb-1", pla="1714: ecfa-1; 1208: guerrilla-1",
        markers="bridges: 1713/1714@1", header="weather: Poor",
    )  # fmt: skip
    play(p, "select ecfa-1")
    assert parts(p, "move 1713") == ([("11.1.3", "1"), ("5.2", "1")], "2 points, 2 left")
    assert parts(p, "march 1713")[1] == "2 points, 5 left"
    play(p, "select guerrilla-1")
    assert parts(p, "move 1308")[0] == [("18.4.3", "1"), ("14.3.4", "1")]
    p = set_up("gmd-movement", gmd="1814: 63-corps", turn=1)
    found = shown(play(p, "select 63-corps"), "move 1813")
    assert "Grand Canal" in found.lines[-1].text


@rule("red-dragon", "17.2.9")
def test_an_armored_group_shows_its_way() -> None:
    p = set_up("gmd-movement", gmd=f"{X}: 1-tank-bn-1, 2-tank-bn-1, jiang-weiguo")
    found = shown(play(p, "select jiang-weiguo"), f"move {C}")
    assert found.path == (X, C) and found.result == "1 point, 4 left"


def test_asking_changes_nothing() -> None:
    p = pla_attacks(
        f"{X}: 8-corps, li-mi; available: mb, air-supply", OPPOSITE, *ALL, markers=CUT_OFF
    )
    before = p.to_json()
    shown(p, "resolve")
    TITLE.preview(p, Choice("resolve"))
    assert p.to_json() == before and p.chronicle is not None and p.horizon < 0
