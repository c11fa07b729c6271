"""Where rules meet: panic, supply, positions, waves, aircraft, loyalty."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.position import War

from ..marks import rule
from .fights import A, B, C, D, E, F, X, battle, battles, gmd_attacks, pla_attacks, shift
from .situations import (
    CUT_OFF,
    events,
    offered,
    place_of,
    play,
    refused,
    set_up,
    stack,
    to_choose,
    verbs,
)

GENERALS = "available: su-yu, tan-zhenlin, liu-bocheng, deng-xiao-peng"
OPPOSITE = f"{A}: ecfa-1, ecfa-9; {D}: ecfa-3"
SIX = "fdp: 1804 1805 1806 1807 1708 1808"
SIX_STACKS = (
    "1804: 70-corps; 1805: 74-corps; 1806: 12-corps; 1807: 8-corps; 1708: 9-corps; 1808: 41-corps"
)


def shifts(p: War) -> int:
    return shift(battle(p), p.charts.columns)


def strengths(p: War) -> tuple[int, int]:
    return battle(p).attack, battle(p).defence


# Final Defense Positions


FULL = "5-corps, 8-corps, 72-corps, 148-div, xbs-artillery-1"


@rule("red-dragon", "16.2.2", "16.2.5", "16.2.7", "7.4.2")
def test_two_units_without_supply_hold_a_position_and_stay() -> None:
    p = pla_attacks(
        f"{X}: {FULL}", f"{A}: ecfa-1, ecfa-3", f"attack {X}", "all", "resolve",
        markers=f"{CUT_OFF}; fdp: {X}", dice=[4],
    )  # fmt: skip
    assert offered(p, "defend") == {"5-corps", "8-corps", "72-corps", "148-div"}
    play(p, "defend 5-corps", "defend 8-corps")
    assert strengths(p) == (12, 6)
    assert (battle(p).column, battle(p).result) == ("3:2", "DR")
    assert len(stack(p, X)) == 5


@rule("red-dragon", "16.2.2", "12.3.5")
def test_only_who_fights_for_a_position_counts_for_the_losses() -> None:
    # 12 to 6, one to the left: 3:2; a 1 is AA, half of 7 + 5.
    p = pla_attacks(
        f"{X}: {FULL}", f"{A}: ecfa-1, ecfa-3", f"attack {X}", "all", "resolve",
        "defend 5-corps", "defend 8-corps", markers=f"{CUT_OFF}; fdp: {X}", dice=[1],
    )  # fmt: skip
    assert battle(p).result == "AA"
    play(p, "lose ecfa-1")
    assert place_of(p, "ecfa-3") == A


@rule("red-dragon", "16.2.2", "7.3.3", "13.1.1")
@pytest.mark.parametrize(("news", "defence"), [("", 12 + 6), ("news: 4", 12)])
def test_supplied_guns_join_in_unless_they_lack_shells(news: str, defence: int) -> None:
    p = pla_attacks(
        f"{X}: {FULL}, air-supply", f"{A}: ecfa-1, ecfa-3", f"attack {X}", "all", "resolve",
        "defend 5-corps", "defend 8-corps",
        markers=f"{CUT_OFF}; fdp: {X}", header=news, dice=[6, 6, 6],
    )  # fmt: skip
    assert strengths(p) == (12, defence)
    assert shifts(p) == -1


@rule("red-dragon", "16.2.6", "16.2.7", "16.1.3")
@pytest.mark.parametrize(("flags", "columns"), [("", -1), ("; flags: trenches", 0)])
def test_trenches_take_the_shift_and_a_ring_gives_none(flags: str, columns: int) -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 8-corps", OPPOSITE, f"attack {X}", "all", "resolve",
        markers=f"{CUT_OFF}; fdp: {X}{flags}", dice=[3, *[1] * 9],
    )  # fmt: skip
    assert strengths(p) == (19, 6)
    assert shifts(p) == columns


@rule("red-dragon", "16.2.7", "17.2.6", "12.3.4")
def test_marsh_position_and_leader_add_up() -> None:
    p = pla_attacks(
        "1614: 5-corps, qiu-qingquan", "1613: ecfa-1, ecfa-9", "attack 1614", "all", "resolve",
        markers=f"{CUT_OFF}; fdp: 1614", dice=[3, *[1] * 9],
    )  # fmt: skip
    assert strengths(p) == (13, 4)
    assert shifts(p) == -3


@rule("red-dragon", "16.2.2", "16.2.4")
def test_two_units_sally_from_a_position_and_none_advances() -> None:
    p = gmd_attacks(
        f"{X}: 5-corps, 8-corps, 72-corps", f"{A}: jl1",
        f"attack {A}", "add 5-corps", "add 8-corps", markers=f"fdp: {X}", dice=[6, 2],
    )  # fmt: skip
    assert refused(p, "add 72-corps").case == "16.2.2"
    play(p, "resolve")
    assert battle(p).result == "DD"
    assert "advance" not in verbs(p)


# Panic


CITY = "1411"
ROUND_CITY = "1511: ecfa-1; 1311: ecfa-3"


@rule("red-dragon", "16.1.3", "16.1.1", "15.1.5", "12.2.2")
@pytest.mark.parametrize(("die", "fights"), [(1, True), (2, False)])
def test_in_a_city_they_check_their_loyalty_first(die: int, fights: bool) -> None:
    p = pla_attacks(
        f"{CITY}: 72-corps", ROUND_CITY, f"attack {CITY}", "all", "resolve",
        markers=CUT_OFF, dice=[die, 4, *[1] * 9],
    )  # fmt: skip
    assert events(p, "fdp") == []
    assert bool(battles(p)) is fights
    if fights:
        # 12 to 2 is 6:1; a ring to the right, a city to the left.
        assert (*strengths(p), battle(p).column) == (12, 2, "6:1")
    else:
        assert place_of(p, "72-corps") == "school 4"
        assert offered(p, "advance") == {"ecfa-1", "ecfa-3"}


@rule("red-dragon", "16.1.3", "15.1.2")
@pytest.mark.parametrize(
    ("dice", "defence"), [([1, 1], 3), ([1, 5], 2), ([5, 1], 1), ([5, 5], None)]
)
def test_whoever_stays_loyal_is_attacked(dice: list[int], defence: int | None) -> None:
    p = pla_attacks(
        f"{CITY}: 72-corps, 148-div", "1511: lzn; 1311: ecfa-12",
        f"attack {CITY}", "all", "resolve", markers=CUT_OFF, dice=[*dice, 2, *[1] * 9],
    )  # fmt: skip
    assert [b.defence for b in battles(p)] == ([] if defence is None else [defence])


@rule("red-dragon", "17.2.7", "16.1.3", "17.2.6")
@pytest.mark.parametrize(("dice", "place"), [([3, 4], "eliminated"), ([3, 3], "turn 3")])
def test_a_leader_whose_units_defect_is_caught_by_a_seven(dice: list[int], place: str) -> None:
    p = pla_attacks(
        f"{CITY}: 8-corps, li-mi", ROUND_CITY, f"attack {CITY}", "all", "resolve",
        markers=CUT_OFF, dice=[2, *dice],
    )  # fmt: skip
    assert battles(p) == []
    assert place_of(p, "li-mi") == place


@rule("red-dragon", "16.1.3", "17.2.6", "12.2.2")
def test_a_leader_stands_by_the_loyal() -> None:
    # 12 to 3 is 4:1; ring 1R, city 1L, leader 1L.
    p = pla_attacks(
        f"{CITY}: 8-corps, li-mi", ROUND_CITY, f"attack {CITY}", "all", "resolve",
        markers=CUT_OFF, dice=[1, 1, *[1] * 9],
    )  # fmt: skip
    assert (*strengths(p), battle(p).column) == (12, 3, "3:1")


@rule("red-dragon", "16.1.3", "12.4.4", "15.1.2")
def test_a_great_victory_makes_up_for_want_of_supply() -> None:
    for flags, loyal in (("", False), ("; flags: great-victory", True)):
        p = pla_attacks(
            f"{CITY}: 5-corps", ROUND_CITY, f"attack {CITY}", "all", "resolve",
            markers=f"{CUT_OFF}{flags}", dice=[2, 3, *[1] * 9],
        )  # fmt: skip
        assert bool(battles(p)) is loyal


@rule("red-dragon", "16.1.3", "12.2.2", "15.1.1")
def test_with_all_markers_in_use_the_ring_counts() -> None:
    p = pla_attacks(
        f"{X}: 5-corps; {SIX_STACKS}", OPPOSITE, f"attack {X}", "all", "resolve",
        markers=f"{CUT_OFF}; {SIX}", dice=[1, 2, *[1] * 9],
    )  # fmt: skip
    assert strengths(p) == (19, 4)
    assert shifts(p) == 1


@rule("red-dragon", "16.1.3", "5.2.2", "11.1.7")
@pytest.mark.parametrize(
    ("refuge", "header", "air", "flees"),
    [
        ("1512", "", "", True),
        ("1512", "weather: Poor", "", False),
        (C, "weather: Poor", "", True),
        ("1512", "", f"; {C}: fb-1", False),  # 14.3.4
    ],
)
def test_weather_and_aircraft_shorten_the_flight(
    refuge: str, header: str, air: str, flees: bool
) -> None:
    p = pla_attacks(
        f"{X}: 72-corps; {refuge}: 8-corps{air}", OPPOSITE, f"attack {X}", "all", "resolve",
        markers=f"{CUT_OFF}; fdp: {refuge}", header=header, dice=[3, *[1] * 9],
    )  # fmt: skip
    assert (battles(p) == []) is flees
    assert bool(events(p, "fdp")) is not flees


@rule("red-dragon", "16.1.3", "12.2.3")
def test_only_those_of_the_attack_pursue() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; 1512: 8-corps", f"{OPPOSITE}; {E}: ecfa-4", f"attack {X}",
        "add ecfa-1", "add ecfa-3", "resolve", markers=f"{CUT_OFF}; fdp: 1512",
    )  # fmt: skip
    assert offered(p, "advance") == {"ecfa-1", "ecfa-3"}


@rule("red-dragon", "16.1.3", "7.4.1")
@pytest.mark.parametrize(("refuge", "flees"), [("1512", False), (C, True)])
def test_the_slowest_decides_how_far_they_run(refuge: str, flees: bool) -> None:
    p = pla_attacks(
        f"{X}: 72-corps, xuzhou-garrison; {refuge}: 8-corps", OPPOSITE, f"attack {X}", "all",
        "resolve", markers=f"{CUT_OFF}; fdp: {refuge}", dice=[3, *[1] * 9],
    )  # fmt: skip
    assert (battles(p) == []) is flees


@rule("red-dragon", "16.1.3", "11.2.6")
@pytest.mark.parametrize(
    ("refuge", "ring", "place"),
    [
        ("1607", "1708: ecfa-1; 1508: ecfa-9", "school 4"),  # off the railroad
        ("1508", "1709: ecfa-1; 1607: ecfa-9", "1508"),  # along it
    ],
)
def test_railroad_security_keeps_nobody_from_running(refuge: str, ring: str, place: str) -> None:
    p = pla_attacks(
        f"1608: 72-corps, rr-security; {refuge}: 8-corps", ring, "attack 1608", "all", "resolve",
        markers=f"{CUT_OFF}; fdp: {refuge}", dice=[5, *[1] * 9],
    )  # fmt: skip
    assert battles(p) == []
    assert place_of(p, "72-corps") == refuge
    assert place_of(p, "rr-security") == place
    assert to_choose(p) == "PLA" and offered(p, "advance") == {"ecfa-1", "ecfa-9"}


@rule("red-dragon", "16.1.3", "16.2.7", "17.2.6")
def test_a_position_dug_in_haste_is_two_columns_worse() -> None:
    p = pla_attacks(
        f"{X}: 8-corps, li-mi", OPPOSITE, f"attack {X}", "all", "resolve",
        markers=CUT_OFF, dice=[1, *[1] * 9],
    )  # fmt: skip
    # 19 to 3 is 6:1; position and leader, no ring.
    assert (battle(p).raw, battle(p).column, battle(p).result) == ("6:1", "4:1", "DR")
    assert place_of(p, "8-corps") == X, "a position does not retreat"


@rule("red-dragon", "7.3.3", "14.1.2", "16.1.3", "12.2.2")
def test_a_drop_at_the_last_moment_prevents_panic() -> None:
    p = pla_attacks(
        f"{X}: 8-corps, li-mi; available: air-supply", OPPOSITE, f"attack {X}", "all", "resolve",
        f"air_supply {X}", markers=CUT_OFF, dice=[1, *[1] * 9],
    )  # fmt: skip
    assert events(p, "fdp") == []
    assert (*strengths(p), battle(p).column) == (19, 5, "3:1")


@rule("red-dragon", "7.3.4", "16.1.3")
def test_xuzhou_feeds_its_neighbours_against_panic() -> None:
    p = pla_attacks(
        "1709: 5-corps; 1809: air-supply", "1710: ecfa-1; 1708: ecfa-9; 1609: ecfa-3",
        "attack 1709", "all", "resolve", markers=CUT_OFF, dice=[3, *[1] * 9],
    )  # fmt: skip
    assert events(p, "fdp") == []
    assert strengths(p) == (19, 7)


@rule("red-dragon", "16.1.3", "18.1", "12.2.1")
def test_a_ring_over_a_canal_makes_them_dig_in() -> None:
    # 1913 lies beyond the canal, 1713 does not.
    p = pla_attacks(
        "1813: 72-corps", "1913: ecfa-1; 1713: ecfa-3", "attack 1813", "all", "resolve",
        markers=CUT_OFF, dice=[3, *[1] * 9],
    )  # fmt: skip
    assert len(events(p, "fdp")) == 1
    assert shifts(p) == -1


# Attackers of the PLA


@rule("red-dragon", "17.1.6", "17.1.7", "15.2.3")
def test_what_the_defector_of_a_wave_does_not_cover_is_still_owed() -> None:
    # 14 to 12 is 1:1; a 1 is AA: six factors, of which the defector covers two.
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps; under ecfa-9: 72-corps", f"{A}: ecfa-9; {GENERALS}",
        f"attack {X}", "add ecfa-9", "wave ecfa-9", "resolve", dice=[1, 2],
    )  # fmt: skip
    assert battle(p).result == "AA"
    assert place_of(p, "72-corps") == "eliminated"
    assert place_of(p, "ecfa-9") == "turn 4"


@rule("red-dragon", "17.1.6", "17.1.7", "15.2.3")
def test_the_pla_chooses_who_pays_the_rest_of_a_wave() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps; under ecfa-9: 72-corps",
        f"{A}: ecfa-9, lg; {B}: ecfa-12; {GENERALS}",
        f"attack {X}", "all", "wave ecfa-9", "resolve", dice=[1, 2],
    )  # fmt: skip
    assert (battle(p).column, battle(p).result) == ("3:2", "AA")
    assert place_of(p, "72-corps") == "eliminated"
    assert offered(p, "lose") == {"ecfa-9", "lg", "ecfa-12"}
    play(p, "lose lg", "lose ecfa-12")
    assert place_of(p, "ecfa-9") == A


@rule("red-dragon", "17.1.6", "10.3.1")
def test_a_wave_that_is_annihilated_dies_once() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 18-corps, 70-corps", f"{A}: lzn; {GENERALS}",
        f"attack {X}", "add lzn", "wave lzn", "resolve", dice=[1, 2],
    )  # fmt: skip
    assert battle(p).result == "AE"
    assert len(events(p, "delayed")) == 1


@rule("red-dragon", "17.1.6", "12.3.5")
@pytest.mark.parametrize(
    ("under", "advancing"), [("", {"ecfa-3"}), ("; under ecfa-1: 72-corps", {"ecfa-1", "ecfa-3"})]
)
def test_who_advances_after_a_wave(under: str, advancing: set[str]) -> None:
    p = pla_attacks(
        f"{X}: 148-div{under}", f"{A}: ecfa-1; {B}: ecfa-3; {GENERALS}",
        f"attack {X}", "all", "wave ecfa-1", "resolve", dice=[2, 1, 1, 5],
    )  # fmt: skip
    assert battle(p).result == "DE"
    assert offered(p, "advance") == advancing


@rule("red-dragon", "17.1.10", "17.1.5", "12.2.2", "4.1")
def test_deng_brings_two_waves_of_two_armies_together() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps", f"{A}: ecfa-1; {D}: cpfa-4; {GENERALS}",
        f"attack {X}", "add ecfa-1", "deng", "add cpfa-4", "wave ecfa-1", "wave cpfa-4", "resolve",
        dice=[1, 2, 2],
    )  # fmt: skip
    assert (*strengths(p), battle(p).column) == (24, 12, "3:1")
    assert place_of(p, "ecfa-1").startswith("turn") and place_of(p, "cpfa-4").startswith("turn")


@rule("red-dragon", "18.6.1")
@pytest.mark.parametrize(("dice", "rolls"), [([1, 2, 2], 0), ([6, 6], 1)])
def test_tanks_that_are_lost_do_not_break_down(dice: list[int], rolls: int) -> None:
    # 8 to 16 is 1:2: AE or NE.
    p = pla_attacks(
        f"{X}: 5-corps, 18-corps, 1-tank-bn-1", f"{A}: ecfa-1, st-tanks",
        f"attack {X}", "all", "resolve", dice=dice,
    )  # fmt: skip
    assert len(events(p, "breakdown")) == rolls
    assert place_of(p, "st-tanks").startswith("turn")


# Round Haizhou: nobody can trace a line out of it.
RING = (
    "2020: 25-corps; 1919: 63-corps; 1918: 64-corps; 2018: 100-corps; 2119: 44-corps; 1920: 8-corps"
)


@rule("red-dragon", "7.4.2", "13.2.4")
def test_barrels_do_not_starve_with_their_corps() -> None:
    p = pla_attacks(
        RING,
        "2019: cpfa-4, elb-1", "done", "attack 2020", "all", "resolve", dice=[6, *[1] * 9],
    )  # fmt: skip
    assert battle(p).attack == 3 + 1


@rule("red-dragon", "7.4.2", "12.3.2")
def test_starving_corps_are_halved_together() -> None:
    p = pla_attacks(
        RING,
        "2019: cpfa-2, cpfa-4", "attack 2020", "all", "resolve", dice=[6, *[1] * 9],
    )  # fmt: skip
    assert battle(p).attack == 5, "half of 9, rounded up, and not 2 + 3"


@rule("red-dragon", "12.2.1", "13.1.1", "12.1.9")
@pytest.mark.parametrize(("guns", "columns"), [("3st", 1), ("ecfa-6, 1st", 0)])
def test_guns_that_attack_make_a_ring_and_guns_that_support_do_not(guns: str, columns: int) -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps", f"{A}: ecfa-1; {D}: {guns}", f"attack {X}", "add ecfa-1",
        f"add {guns.split(', ')[-1]}", "resolve", dice=[1, 1, *[1] * 9],
    )  # fmt: skip
    assert shifts(p) == columns


@rule("red-dragon", "13.2.5", "13.2.6")
@pytest.mark.parametrize(("die", "place"), [(1, "eliminated"), (6, "turn 4")])
def test_barrels_are_used_up_or_lost(die: int, place: str) -> None:
    # 7 to 12 is 1:2.
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps", f"{A}: cpfa-4, elb-1", "done", f"attack {X}", "all", "resolve",
        dice=[die, 2, 2, 2],
    )  # fmt: skip
    assert place_of(p, "elb-1") == place


CANAL = "1814: ecfa-1; 1714: ecfa-3"


@rule("red-dragon", "18.1", "18.1.3")
@pytest.mark.parametrize(
    ("bridges", "more", "columns"),
    [
        ("", "", -1),
        ("bridges: 1813/1814@2", "", 0),
        ("bridges: 1813/1814@2 1714/1813@2", "", 1),
        ("bridges: 1813/1814@1", "", -1),
        ("bridges: 1813/1814@2 1714/1813@2", "; 1713: ecfa-4", 2),
        ("", "; 1712: ecfa-4, 1st", -1),
    ],
)
def test_rivers_bridges_and_guns(bridges: str, more: str, columns: int) -> None:
    guns = "1st" in more
    p = pla_attacks(
        "1813: 5-corps, 70-corps", CANAL + more, "attack 1813",
        *(("add ecfa-1", "add ecfa-3", "add 1st") if guns else ("all",)), "resolve",
        markers=bridges, dice=[1] * 20,
    )  # fmt: skip
    assert shifts(p) == columns


# Aircraft


@rule("red-dragon", "14.2.2", "14.2.3", "12.3.1")
@pytest.mark.parametrize(("plane", "defence"), [("fb-1", 4 + 3), ("mb", 4 + 3 + 1), ("", 4)])
def test_aircraft_help_the_defence(plane: str, defence: int) -> None:
    p = pla_attacks(
        f"{X}: 72-corps; available: fb-1, mb", f"{A}: ecfa-1", f"attack {X}", "add ecfa-1",
        "resolve", dice=[3, 4, *[1] * 9],
    )  # fmt: skip
    assert to_choose(p) == "GMD"
    play(p, *([f"bombard {plane}"] if plane else ["pass"]))
    assert battle(p).defence == defence


@rule("red-dragon", "14.1.1", "14.1.3")
@pytest.mark.parametrize(
    ("aircraft", "header"), [("available: fb-1", "weather: Poor"), ("used: fb-1", "")]
)
def test_nobody_is_asked_for_aircraft_that_cannot_come(aircraft: str, header: str) -> None:
    p = pla_attacks(
        f"{X}: 72-corps; {aircraft}", f"{A}: ecfa-1", f"attack {X}", "add ecfa-1", "resolve",
        header=header, dice=[3, *[1] * 9],
    )  # fmt: skip
    assert len(battles(p)) == 1


# GMD attacks


@rule("red-dragon", "18.5.2", "12.3.4", "12.4")
def test_militia_driven_out_of_a_city_is_a_great_victory() -> None:
    p = gmd_attacks(
        "1410: 72-corps", "1411: militia-1", "attack 1411", "add 72-corps", "resolve", dice=[2]
    )
    assert (battle(p).raw, battle(p).column, battle(p).result) == ("4:1", "3:1", "DR")
    assert place_of(p, "militia-1") == "available"
    assert p.great_victory_next


@rule("red-dragon", "15.2.3", "12.4")
@pytest.mark.parametrize(("die", "result", "victory"), [(3, "DE", False), (6, "DD", True)])
def test_a_defector_saves_a_corps_from_anything_but_a_disaster(
    die: int, result: str, victory: bool
) -> None:
    # 14 + 5 to 3 is 6:1.
    p = gmd_attacks(
        f"{A}: 5-corps, 18-corps; {B}: 70-corps; under lzn: 115-corps", f"{X}: lzn",
        f"attack {X}", "add 5-corps", "add 70-corps", "resolve", dice=[die, 2],
    )  # fmt: skip
    # 7 + 5 to 3 is 4:1.
    assert battle(p).column == "4:1"
    assert battle(p).result == {3: "DA", 6: "DD"}[die]
    assert p.great_victory_next is victory


@rule("red-dragon", "12.4", "17.2.7")
@pytest.mark.parametrize(("dice", "victory"), [([1, 1], False), ([1, 2], True)])
def test_a_leader_who_falls_spoils_the_victory(dice: list[int], victory: bool) -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, qiu-qingquan", f"{X}: jl1", f"attack {X}", "add 5-corps", "resolve",
        dice=[2, 4, *dice],
    )  # fmt: skip
    assert battle(p).result == "DE"
    assert p.great_victory_next is victory


@rule("red-dragon", "17.2.6", "17.2.7")
def test_the_better_of_two_leaders_leads_and_both_roll() -> None:
    p = gmd_attacks(
        f"{A}: 8-corps, li-mi; {B}: 72-corps, du-yuming", f"{X}: ecfa-1, ecfa-3", f"attack {X}",
        "all", "resolve", dice=[4, *[2] * 9],
    )  # fmt: skip
    assert shifts(p) == 1
    assert len(events(p, "leader_loss")) == 2


@rule("red-dragon", "7.4.2", "13.1.1", "12.3.2")
def test_a_starving_army_attacks_at_half_and_without_guns() -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, 70-corps, xbs-artillery-1", f"{X}: ecfa-1", f"attack {X}", markers=CUT_OFF,
        dice=[4, 4],
    )  # fmt: skip
    assert refused(p, "add xbs-artillery-1").case in ("7.4.2", "13.1.1")
    play(p, "all", "resolve")
    assert battle(p).attack == 6


@rule("red-dragon", "15.1.1", "17.2.7")
def test_attackers_who_are_annihilated_check_their_loyalty_and_leave_a_leader() -> None:
    # 4 to 12 is 1:3; Li Mi 1R: 1:2; a 1 is AE.
    p = gmd_attacks(
        f"{A}: 9-corps, li-mi", f"{X}: ecfa-1, ecfa-3", f"attack {X}", "add 9-corps", "resolve",
        dice=[1, 3, 3, 4],
    )  # fmt: skip
    assert battle(p).result == "AE"
    assert place_of(p, "9-corps") == "school 4"
    assert place_of(p, "li-mi") == "eliminated"


# Dice outside of combat


@rule("red-dragon", "18.4.10")
@pytest.mark.parametrize(
    ("hex_", "dice", "found"),
    [(X, [1, 1, 5], True), (X, [4, 4, 4], False), ("1411", [5, 5, 5], False), ("1411", [6], True)],
)
def test_every_unit_hunts_once(hex_: str, dice: list[int], found: bool) -> None:
    p = gmd_attacks(
        f"{hex_}: 72-corps, 5-corps, 148-div", f"{hex_}: guerrilla-1; 1512: ecfa-1",
        f"suppress {hex_}", dice=[*dice, *[1] * 5],
    )  # fmt: skip
    assert (place_of(p, "guerrilla-1") != hex_) is found
    assert "suppress" not in verbs(p)


@rule("red-dragon", "18.7.10", "15.1.2", "17.2.6")
@pytest.mark.parametrize(
    ("unit", "leader", "markers", "most"),
    [
        ("5-corps", "qiu-qingquan", f"{CUT_OFF}; fdp: {X}", 1),
        ("18-corps", "hu-lian", "", 3),
        ("5-corps", "", "", 1),
    ],
)
def test_propaganda_against_hunger_and_leaders(
    unit: str, leader: str, markers: str, most: int
) -> None:
    for die in (most, most + 1):
        p = set_up(
            "pla-combat", gmd=f"{X}: {unit}{', ' if leader else ''}{leader}", pla=f"{A}: ecfa-1",
            markers=markers, header="offensive: 2", dice=[1, die, *[3] * 5],
        )  # fmt: skip
        play(p, "corps ecfa-1", f"target {unit}")
        assert bool(events(p, "loyalty")[0].facts[3]) is (die == most)


@rule("red-dragon", "18.3.8", "18.3.11")
@pytest.mark.parametrize(("die", "place"), [(5, F), (6, "turn 5")])
def test_hit_and_run(die: int, place: str) -> None:
    p = set_up(
        "pla-movement", gmd="1509: 72-corps", pla="1610: ecfa-1", header="short attacks: 1",
        dice=[die, 3],
    )  # fmt: skip
    play(p, "select ecfa-1", f"move {X}", "short_attack 72-corps")
    assert F not in offered(p, "move"), "next to the target"
    play(p, "move 1610")
    assert place_of(p, "ecfa-1") == ("1610" if place == F else place)


@rule("red-dragon", "18.7.3", "18.3.4")
def test_no_short_attacks_while_the_propaganda_runs_nor_on_a_fast_march() -> None:
    p = set_up(
        "pla-movement", gmd=f"{X}: 72-corps", pla=f"{A}: ecfa-1",
        header="short attacks: 1; offensive: 2",
    )  # fmt: skip
    play(p, "select ecfa-1")
    assert refused(p, "short_attack 72-corps").case == "18.7.3"


# Movement


@rule("red-dragon", "11.1.7", "5.2.2", "14.3.4", "7.4.1")
def test_one_hex_whatever_it_costs() -> None:
    # Over the Huai into the marsh at 0803.
    p = set_up(
        "gmd-movement", gmd="0702: 72-corps; 0803: fb-1", pla="0701: cpfa-1; 0703: cpfa-3",
        header="weather: Thaw",
    )  # fmt: skip
    play(p, "select 72-corps", "move 0803")
    assert place_of(p, "72-corps") == "0803"
    assert "move" not in verbs(p)


@rule("red-dragon", "11.3.3", "5.2.3", "14.3.5", "18.4.7")
def test_a_convoy_in_the_mud_meets_aircraft_and_guerrillas() -> None:
    mud = "weather: Thaw"
    p = set_up("gmd-movement", gmd="1010: 99-corps", pla="2013: ecfa-1", header=mud)
    play(p, "select 99-corps")
    assert "1608" not in offered(p, "convoy") and "1508" in offered(p, "convoy")
    p = set_up("gmd-movement", gmd="1010: 99-corps; 1208: fb-1", pla="2013: ecfa-1", header=mud)
    play(p, "select 99-corps")
    assert "1209" not in offered(p, "convoy")
    assert refused(p, "convoy 1209").case == "14.3.5"
    p = set_up("gmd-movement", gmd="1010: 99-corps", pla="1209: guerrilla-1", header=mud)
    play(p, "select 99-corps")
    assert "1309" not in offered(p, "convoy")
    assert refused(p, "convoy 1309").case == "18.4.7"


@rule("red-dragon", "18.1.2", "5.2.2")
def test_an_assault_bridge_does_not_mind_the_weather() -> None:
    for bridges, after in (("", 0), ("bridges: 1713/1714@1", 2)):
        p = set_up(
            "pla-movement", gmd="0809: 99-corps", pla="1714: ecfa-1", markers=bridges,
            header="weather: Poor",
        )  # fmt: skip
        play(p, "select ecfa-1", "move 1713")
        # Four points: two for the ground, two for the canal unless it is bridged.
        assert bool(offered(p, "move")) is bool(after)


@rule("red-dragon", "18.4.3", "14.3.4")
def test_guerrillas_mind_aircraft_and_nothing_else() -> None:
    p = set_up(
        "pla-movement", gmd="0809: 99-corps; 1208: fb-1", pla="1208: guerrilla-1, cpfa-1",
        header="weather: Poor",
    )  # fmt: skip
    play(p, "select guerrilla-1")
    # One hex inside the ring costs two, those beyond one each.
    assert "1508" in offered(p, "move")
    assert "1608" not in offered(p, "move")
