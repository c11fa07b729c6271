"""10.1, 10.6-10.13 Operational movement."""

from __future__ import annotations

import pytest

from stavka.titles.reds.control import controlled
from stavka.titles.reds.movement import garrison_hexes, reach_of
from stavka.titles.reds.position import DEAD, GONE, War
from stavka.titles.reds.supply import in_supply
from tests.marks import rule

from .situations import (
    HOLD,
    events,
    moves,
    number_of,
    offered,
    play,
    situation,
    stack,
    verbs,
    where,
)

EAST = "turn: 3\nphase: activation\nchit: East\n"
SIBERIA = "turn: 3\nphase: activation\nchit: Siberian\n"


def cost(p: War, unit: str, label: str) -> int | None:
    return reach_of(p, number_of(p, unit)).cost(p.charts.grid.hex(label))


@rule("reds", "10.1")
def test_a_unit_may_move_strategically_and_operationally_in_one_turn() -> None:
    p = situation(
        "turn: 3\nphase: second-strategic\ninitiative: White\n[Red]\n2313: R-A05\n2914: R-A01\n"
    )
    play(p, "select R-A05", "rail 2611", "done", "stay", "front East", "front South", "first AFSR")
    while p.segment != 4:
        play(p, str(sorted(map(str, p.decision().choices()))[0]))  # type: ignore[union-attr]
    assert "R-A05" in offered(p, "select")


@rule("reds", "10.6")
def test_movement_points() -> None:
    """From Penza over clear ground, forest and along the railway."""
    p = situation(f"{EAST}[Red]\n2914: R-A01\n")
    assert cost(p, "R-A01", "2814") == 1
    assert cost(p, "R-A01", "2913") == 1, "forest, but by rail"
    assert cost(p, "R-A01", "3013") == 2
    assert cost(p, "R-A01", "2813") == 2
    assert cost(p, "R-A01", "2712") == 3
    assert cost(p, "R-A01", "2612") is None, "four points would be needed"


@rule("reds", "10.6")
def test_a_hex_that_cannot_be_paid_for_is_not_entered() -> None:
    p = situation(f"{EAST}[Red]\n2914: R-A01\n")
    play(p, "select R-A01", "move 2814", "move 2813")
    assert "2912" in offered(p, "move")
    assert "2712" in offered(p, "move"), "one point by rail"
    assert "2612" not in offered(p, "move")


@rule("reds", "10.6")
def test_points_are_not_saved_and_one_move_ends_before_the_next() -> None:
    p = situation(f"{EAST}[Red]\n2914: R-A01\n2811: R-A05\n")
    play(p, "select R-A01", "move 2814")
    assert "halt" in verbs(p)
    play(p, "select R-A05")
    assert "R-A01" not in offered(p, "select")


@rule("reds", "10.6")
def test_all_movement_comes_before_all_combat() -> None:
    p = situation(f"{EAST}[Red]\n2911: R-A05\n2914: R-A01\n[White]\n3012: W-KOM\n")
    assert "attack" not in verbs(p)
    play(p, "done")
    assert verbs(p) == {"attack", "done"}


# 10.7 Special units


@rule("reds", "10.7", "20.3")
def test_armored_trains_move_any_distance_by_rail_to_infantry_or_cavalry() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: South\n"
        "[Red]\n2618: R-A08, R-TR1\n2315: R-A01\n2516: R-A05\n2817: R-A09\n"
    )
    reached = moves(p, "R-TR1")
    assert {"2315", "2817"} <= reached
    assert "2516" not in reached, "off the railway"
    assert "2617" not in reached, "nobody is there"


@rule("reds", "10.7", "20.12")
def test_river_flotillas_move_any_distance_by_river() -> None:
    p = situation(f"{EAST}[Red]\n3010: R-A05, R-RF1\n2611: R-A01\n3206: R-A03\n2913: R-A04\n")
    assert moves(p, "R-RF1") == {"2611", "3206"}


@rule("reds", "10.7", "20.3", "20.12")
def test_they_enter_enemy_cities_only_after_infantry_or_cavalry() -> None:
    """Simbirsk is White; once an army has taken it the flotilla may follow."""
    p = situation(f"{EAST}[Red]\n2911: R-A05\n3010: R-A01, R-RF1\n")
    play(p, "select R-RF1")
    assert "3012" not in offered(p, "move")
    play(p, "select R-A05", "move 3012", "select R-RF1")
    assert "3012" in offered(p, "move")


@rule("reds", "10.7", "20.1", "20.5", "20.7")
def test_garrisons_aircraft_and_naval_flotillas_do_not_move() -> None:
    p = situation(
        f"{SIBERIA}[White]\n3705: W-SD1, W-SG2\nready: W-AIR1, W-NF-WH\n[Red]\n2313: R-A05\n"
    )
    assert offered(p, "select") == {"W-SD1"}


# 10.8


@rule("reds", "10.8", "12.3")
def test_a_unit_in_supply_does_not_leave_it() -> None:
    """From Orenburg the steppe begins one hex off the railway and the river."""
    p = situation(f"{SIBERIA}[White]\n3612: W-SD1\n")
    reached = moves(p, "W-SD1")
    assert cost(p, "W-SD1", "3713") == 2
    assert "3712" in reached
    assert "3713" not in reached


@rule("reds", "10.8", "12.3")
def test_a_unit_out_of_supply_goes_where_it_likes() -> None:
    """As before, but Omsk has fallen."""
    p = situation(f"{SIBERIA}[White]\n3612: W-SD1\n[markers]\nred: 4301\n")
    assert "3713" in moves(p, "W-SD1")


@rule("reds", "12.3")
def test_supply_is_judged_when_the_step_begins() -> None:
    """Ufa has turned Red and cuts the line to Orenburg; taking it back comes too late for those
    who were judged before, and in time for nobody else."""
    text = f"{SIBERIA}[White]\n3612: W-SD1\n3507: W-SD2\n[markers]\nred: 3408\n"
    p = situation(text)
    assert p.unsupplied == 1 << number_of(p, "W-SD1")
    play(p, "select W-SD2", "move 3408")
    assert "3713" in moves(p, "W-SD1"), "it was out of supply when the step began"


# 10.9 Done


@rule("reds", "10.9")
@pytest.mark.parametrize(
    ("markers", "done"), [("", True), ("[markers]\nfronts: South\n", False)], ids=["fresh", "used"]
)
def test_crossing_into_a_front_that_has_not_been_active(markers: str, done: bool) -> None:
    """2815 is in the South Front, 2814 in the East."""
    p = situation(f"{EAST}[Red]\n2914: R-A01\n2811: R-A05\n{markers}")
    play(p, "select R-A01", "move 2815")
    assert bool(p.done >> number_of(p, "R-A01") & 1) is done
    play(p, "select R-A05", "move 2812")
    assert not p.done >> number_of(p, "R-A05") & 1


@rule("reds", "10.9", "7.10")
def test_a_unit_that_is_done_sits_out_the_next_front() -> None:
    p = situation(f"{EAST}[Red]\n2914: R-A01\n2618: R-A08\n[markers]\npool: South\n", dice=(1,))
    play(p, "select R-A01", "move 2815", "halt")
    assert p.segment == 3
    assert offered(p, "select") == {"R-A08"}


@rule("reds", "10.9")
def test_advances_mark_units_done_too() -> None:
    p = situation(
        f"{EAST}[Red]\n2914: R-A05, R-KON2\n[White]\n2815: W-ORE (disordered)\n{HOLD}",
        dice=(6, 1, 1),
    )
    play(p, "done", "attack 2815", "all", "resolve", "advance R-A05", "hold")
    assert where(p, "R-A05") == "2815"
    assert p.done == 1 << number_of(p, "R-A05")


@rule("reds", "10.9")
@pytest.mark.parametrize(("fronts", "done"), [("East", True), ("", False), ("East South", False)])
def test_retreats_mark_units_done_too(fronts: str, done: bool) -> None:
    """Driven from 2814 in the East to 2816 in the South by the Siberians."""
    p = situation(
        f"{SIBERIA}[Red]\n2814: R-A01\n[White]\n2813: W-CZ1, W-CZ2, W-KAP, W-SD1\n"
        f"[markers]\npool: Field-Staff\nfronts: {fronts}\n",
        dice=(6, 1, 1),
    )
    play(p, "done", "attack 2814", "all", "resolve", "to 2816")
    assert where(p, "R-A01") == "2816"
    assert bool(p.done) is done


# 10.10-10.13 Borders


@rule("reds", "10.10", "15.1")
@pytest.mark.parametrize(
    ("poland", "open_"), [("neutral", False), ("war", True), ("conquered", True), ("peace", False)]
)
def test_red_enters_poland_only_in_war_and_after_conquest(poland: str, open_: bool) -> None:
    p = situation(
        f"turn: 8\nphase: activation\nchit: West\n[Red]\n1420: R-A16\n[markers]\npoland: {poland}\n"
    )
    home = set(p.charts.grid.labels(p.charts.poland))
    assert bool(moves(p, "R-A16") & home) is open_


@rule("reds", "10.10", "15.1")
@pytest.mark.parametrize("poland", ["neutral", "war", "conquered"])
def test_other_whites_never_enter_poland(poland: str) -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n1521: W-CAU\n"
        f"[markers]\npoland: {poland}\n"
    )
    home = set(p.charts.grid.labels(p.charts.poland))
    reached = moves(p, "W-CAU")
    assert reached
    assert not reached & home


@rule("reds", "10.10", "15.1", "15.3")
@pytest.mark.parametrize(("poland", "far"), [("neutral", False), ("war", True)])
def test_neutral_poles_stay_within_a_hex_of_poland(poland: str, far: bool) -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Poles\n[White]\n1420: W-PL1\n[Red]\n1716: R-A01\n"
        f"[markers]\npoland: {poland}\n"
    )
    grid = p.charts.grid
    near = set(grid.labels(p.charts.within(p.charts.poland, 1)))
    reached = moves(p, "W-PL1")
    assert "1320" in reached
    assert bool(reached - near) is far


@rule("reds", "10.11")
def test_who_may_enter_and_leave_the_baltic_republics() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Northwest\n[White]\n1412: W-EST, W-NW1\n1417: W-VDG\n"
        "1512: W-NW2 (left-baltic)\n"
    )
    baltic = set(p.charts.grid.labels(p.charts.baltic))
    assert moves(p, "W-EST") <= baltic
    assert moves(p, "W-VDG") <= baltic
    assert moves(p, "W-NW1") - baltic
    assert not moves(p, "W-NW2") & baltic, "who has left does not come back"


@rule("reds", "10.11")
def test_leaving_the_baltic_republics_is_for_good() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Northwest\n[White]\n1412: W-NW1\n1315: W-EST\n"
    )
    play(p, "select W-NW1", "move 1512")
    assert not offered(p, "move") & set(p.charts.grid.labels(p.charts.baltic))
    assert p.left_baltic == 1 << number_of(p, "W-NW1")


@rule("reds", "10.11")
def test_nor_does_a_single_move_lead_out_and_back() -> None:
    """From 1514 the Northwest Corps would reach 1412 only through Russia."""
    p = situation("turn: 8\nphase: activation\nchit: Northwest\n[White]\n1514: W-NW1\n")
    assert cost(p, "W-NW1", "1513") is not None
    assert cost(p, "W-NW1", "1412") is None


@rule("reds", "10.11")
def test_von_der_goltz_leaves_after_the_freikorps_event() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: Northwest\n[White]\n1418: W-VDG\n"
        "[markers]\nflags: freikorps\nwhite: 1418\n"
    )
    baltic = set(p.charts.grid.labels(p.charts.baltic))
    assert moves(p, "W-VDG") - baltic


@rule("reds", "10.11")
def test_the_aif_does_not_enter_the_baltic_republics() -> None:
    p = situation("turn: 8\nphase: activation\nchit: AIF\n[White]\n1511: W-AIM\n")
    reached = moves(p, "W-AIM")
    assert reached
    assert not reached & set(p.charts.grid.labels(p.charts.baltic))


@rule("reds", "10.12")
def test_cossacks_stay_within_eight_hexes_of_their_krug() -> None:
    """2817 is six hexes from Novocherkassk, 2714 eight, 2713 nine."""
    p = situation("turn: 8\nphase: activation\nchit: AFSR\n[White]\n2716: W-DON1\n2717: W-CAU\n")
    krug = p.charts.grid.hex("2921")
    reached = moves(p, "W-DON1")
    distances = {p.charts.grid.distance(krug, p.charts.grid.hex(label)) for label in reached}
    assert max(distances) == 8
    beyond = moves(p, "W-CAU")
    assert any(p.charts.grid.distance(krug, p.charts.grid.hex(label)) > 8 for label in beyond)


@rule("reds", "10.12", "20.4")
def test_raiding_cossacks_too() -> None:
    p = situation("turn: 8\nphase: activation\nchit: AFSR\n[White]\n2714: W-DON1 (raiding)\n")
    krug = p.charts.grid.hex("2921")
    reached = moves(p, "W-DON1")
    assert reached
    assert all(p.charts.grid.distance(krug, p.charts.grid.hex(label)) <= 8 for label in reached)


@rule("reds", "10.12")
def test_the_range_does_not_lead_across_the_sea() -> None:
    """The Crimea is near the Kuban as the crow flies over the strait of Kerch."""
    p = situation("turn: 8\nphase: command\n")
    grid = p.charts.grid
    krug, kerch = grid.hex("2924"), grid.hex("2724")
    assert grid.distance(krug, kerch) == 2
    assert not p.charts.krug_range[krug] >> kerch & 1


@rule("reds", "10.12", "11.2")
def test_cossacks_attack_nothing_beyond_their_range() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2714: W-DON1\n2615: W-CAU\n"
        "[Red]\n2614: R-A05\n"
    )
    play(p, "done", "attack 2614")
    assert offered(p, "add") == {"W-CAU"}


@rule("reds", "10.13", "16.3")
def test_makhno_stays_within_two_hexes_of_his_district() -> None:
    p = situation("turn: 8\nphase: activation\nchit: South\n[Red]\n2522: R-MAK\n2618: R-A08\n")
    near = set(p.charts.grid.labels(p.charts.makhno_range))
    reached = moves(p, "R-MAK")
    assert "2520" in reached
    assert reached <= near


# The example of 10.12

EXAMPLE = (
    "[Red]\n2811: R-A16\n2912: R-A15 (done)\n"
    "[White]\n3408: W-CZ1, W-TR1, W-RF1\n3311: W-SD1\n2914: W-ORE\n"
)


@rule("reds", "10.12", "10.9")
def test_the_example_with_the_east_front_active() -> None:
    assert offered(situation(EAST + EXAMPLE), "select") == {"R-A16"}


@rule("reds", "10.12", "20.3", "20.12")
def test_the_example_with_the_siberians_active() -> None:
    p = situation(SIBERIA + EXAMPLE)
    assert offered(p, "select") == {"W-CZ1", "W-TR1", "W-RF1", "W-SD1", "W-ORE"}
    krug = p.charts.counters[number_of(p, "W-ORE")].krug
    grid = p.charts.grid
    assert all(grid.distance(krug, grid.hex(label)) <= 8 for label in moves(p, "W-ORE"))


@rule("reds", "10.12", "20.3", "20.12")
def test_if_the_czechs_leave_ufa_train_and_flotilla_are_lost() -> None:
    p = situation(SIBERIA + EXAMPLE + HOLD, dice=(1,))
    play(p, "select W-CZ1", "move 3409", "halt", "done")
    while p.current.key == "activation" and "done" in verbs(p):
        play(p, "done")
    assert stack(p, "3408") == set()
    assert where(p, "W-TR1") == "gone", "it bears a dot"
    assert where(p, "W-RF1") == "pool"


@rule("reds", "10.12", "20.3", "20.12")
def test_or_somebody_else_keeps_them_company() -> None:
    p = situation(SIBERIA + EXAMPLE + HOLD, dice=(1,))
    play(p, "select W-CZ1", "move 3409", "halt", "select W-TR1", "move 3409", "done")
    while p.current.key == "activation" and "done" in verbs(p):
        play(p, "done")
    assert where(p, "W-TR1") == "3409"
    assert where(p, "W-RF1") == "pool", "no river leads to 3409"
    assert events(p, "eliminated")


@rule("reds", "10.11")
def test_the_northwest_army_moves_about_in_the_baltic_republics() -> None:
    text = "turn: 9\nphase: activation\nchit: Northwest\n[White]\n{}: W-NW1{}\n[Red]\n2313: R-A05\n"
    assert {"1414", "1415"} <= moves(situation(text.format("1514", "")), "W-NW1")
    back = moves(situation(text.format("1513", " (left-baltic)")), "W-NW1")
    assert back
    assert not {"1413", "1414", "1514"} & back


@rule("reds", "10.7", "20.3")
def test_a_train_passes_no_enemy_city_before_others_have_taken_it() -> None:
    """The railway from 4712 leads by 4812 to 5012."""
    text = (
        "turn: 8\nphase: activation\nchit: Central-Asia\n[Red]\n4712: R-A08, R-TR3\n5012: R-TUR\n"
    )
    barred = situation(f"{text}[markers]\nwhite: 4812\n")
    assert "5012" not in moves(barred, "R-TR3")
    free = situation(f"{text}[markers]\nred: 4812\n")
    assert "5012" in moves(free, "R-TR3")


@rule("reds", "20.12", "10.7")
def test_a_flotilla_joins_only_company() -> None:
    p = situation(f"{EAST}[Red]\n2910: R-A05, R-RF3\n2811: R-A01\n")
    assert moves(p, "R-RF3") == {"2811"}


@rule("reds", "10.8", "20.3")
def test_a_train_in_supply_does_not_join_an_army_without() -> None:
    text = f"{EAST}[Red]\n2617: R-A08\n2914: R-A05, R-TR1\n3115: R-A01\n{{}}"
    fed = situation(text.format(""))
    assert "3115" in moves(fed, "R-TR1")
    cut = "[White]\n3015: W-SD1\n3215: W-SD2\n3114: W-SD3\n3116: W-KAP\n"
    cut_off = situation(text.format(cut))
    assert "3115" not in moves(cut_off, "R-TR1")


@rule("reds", "10.6")
def test_a_move_is_ended_only_once_it_has_begun() -> None:
    p = situation(f"{EAST}[Red]\n2914: R-A01\n")
    play(p, "select R-A01")
    assert "halt" not in verbs(p)
    play(p, "move 2814")
    assert "halt" in verbs(p)


@rule("reds", "10.6", "8.6")
def test_a_unit_that_enters_a_zone_is_done_moving() -> None:
    p = situation(f"{SIBERIA}[White]\n3307: W-SD1\n[Red]\n3310: R-A05\n")
    play(p, "select W-SD1", "move 3308")
    assert "move" in verbs(p), "not yet in the zone"
    play(p, "move 3309")
    assert "move" not in verbs(p)
    assert "W-SD1" not in offered(p, "select")


@rule("reds", "10.6")
def test_every_hex_of_a_way_is_told() -> None:
    p = situation(f"{EAST}[Red]\n2914: R-KON1\n")
    play(p, "select R-KON1", "move 2912")
    ((_, path, _),) = events(p, "moved")
    assert isinstance(path, tuple)
    assert len(path) == 3


@rule("reds", "20.3")
def test_red_trains_are_active_by_their_front_however_often_they_move() -> None:
    p = situation(f"{EAST}[Red]\n2910: R-A05, R-TR1\n3010: R-A01\n")
    play(p, "select R-TR1", "move 3010")
    assert not p.acted


@rule("reds", "20.6", "20.10")
@pytest.mark.parametrize("marker", ["gold: 2715 Red\ntrain: none", "train: 2715"])
def test_what_lies_on_the_way_is_taken_without_a_chronicle_too(marker: str) -> None:
    text = "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2716: W-5CV\n[Red]\n2313: R-A05\n"
    text += f"[markers]\n{marker}\n"
    watched, unwatched = situation(text), situation(text)
    unwatched.chronicle = None
    for p in (watched, unwatched):
        play(p, "select W-5CV", "move 2714")
    assert watched.digest() == unwatched.digest()
    assert watched.gold_side == "White" or watched.train < 0


# 20.2 The amphibious invasion, 20.5 garrisons


@rule("reds", "10.5", "20.2")
def test_von_der_goltz_does_not_embark() -> None:
    p = situation(
        "turn: 9\nphase: activation\nchit: Northwest\n[White]\n1312: W-VDG\n1116: W-NW1\n"
        "[Red]\n2313: R-A05\n[markers]\nwhite: 1312, 1116\nflags: amphibious-in-hand\n"
    )
    assert offered(p, "embark") == {"W-NW1"}


@rule("reds", "20.2")
def test_infantry_and_cavalry_do_not_embark_together() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2825: W-VOL, W-5CV, W-MAR\n"
        "[Red]\n2313: R-A05\n[markers]\nflags: amphibious-in-hand\n"
    )
    play(p, "embark W-VOL")
    assert offered(p, "embark") == {"W-MAR"}
    assert "1001" not in offered(p, "land")


@rule("reds", "20.2", "18.4", "10.8")
def test_who_is_in_supply_does_not_land_out_of_it() -> None:
    text = "turn: 20\nphase: activation\nchit: AFSR\n[White]\n2825: W-VOL{}\n[Red]\n2313: R-A05\n"
    text += "[markers]\nwithdrawals: 2\nflags: amphibious-in-hand\n"
    p = play(situation(text.format("")), "embark W-VOL")
    assert "3325" not in offered(p, "land"), "the Transcaucasus"
    assert offered(p, "land")


@rule("reds", "20.5")
def test_a_garrison_is_of_the_faction_of_its_maker_and_the_best_at_hand() -> None:
    p = situation(
        "turn: 9\nphase: activation\nchit: Islamic-North\n[White]\n1904: W-NOR\n4922: W-BUK\n"
        "[Red]\n2313: R-A05\n"
    )
    play(p, "garrison 4922")
    assert stack(p, "4922") == {"W-BUK", "W-IG1"}
    red = situation(f"{EAST}[Red]\n3010: R-A05\n")
    play(red, "garrison 3010")
    assert stack(red, "3010") == {"R-A05", "R-G03"}, "it defends better than the others"


@rule("reds", "18.4", "20.5")
def test_a_garrison_that_was_removed_for_good_is_not_made_again() -> None:
    text = (
        "turn: 20\nphase: activation\nchit: Northwest\n[White]\n1513: W-NW1\n{}[Red]\n2313: R-A05\n"
    )
    free = situation(text.format(""))
    assert offered(free, "garrison") == {"1513"}
    assert offered(situation(text.format("gone: W-NWG\n")), "garrison") == set()
    free.send(number_of(free, "W-NWG"), GONE)
    free.forget_decision()
    assert offered(free, "garrison") == set()
    free = situation(text.format(""))
    free.send(number_of(free, "W-NG1"), GONE)
    free.send(number_of(free, "W-NWG"), DEAD)
    free.forget_decision()
    assert offered(free, "garrison") == {"1513"}


@rule("reds", "9.6", "15.1", "17.1")
def test_whom_poles_at_war_do_not_pass_and_who_does_not_pass_them() -> None:
    text = (
        "turn: 20\nphase: activation\nchit: Poles\n[White]\n1318: W-PL6\n1417: W-NW1\n1418: W-PL2\n"
    )
    text += "[Red]\n1519: R-G01\n[Neutral]\n1218: N-LIT\n[markers]\npoland: war\n"
    p = situation(text)
    for label in ("1417", "1218"):
        assert cost(p, "W-PL6", label) is None
    assert cost(p, "W-PL6", "1418") is not None
    assert cost(p, "W-PL2", "1519") is None
    assert cost(p, "W-NW1", "1418") is None
    assert cost(p, "W-NW1", "1518") is not None


@rule("reds", "10.13", "16.3")
@pytest.mark.parametrize(
    ("chit", "side", "unit"), [("AFSR", "White", "W-MAK"), ("South", "Red", "R-MAK")]
)
def test_makhno_stays_near_his_district(chit: str, side: str, unit: str) -> None:
    p = situation(f"turn: 8\nphase: activation\nchit: {chit}\n[{side}]\n2521: {unit}\n")
    reached = moves(p, unit)
    assert "2520" in reached
    assert not {"2420", "2519"} & reached


@rule("reds", "15.5")
def test_reds_go_about_in_poland_after_the_peace_until_they_leave() -> None:
    text = "turn: 20\nphase: activation\nchit: West\n[Red]\n{}: R-A15\n[markers]\npoland: peace\n"
    inside = situation(text.format("1319"))
    assert cost(inside, "R-A15", "1320") is not None
    outside = situation(text.format("1420"))
    assert cost(outside, "R-A15", "1320") is None


@rule("reds", "10.11")
def test_only_the_northwest_army_is_shut_out_when_it_has_left() -> None:
    text = "turn: 9\nphase: activation\nchit: Northwest\n[White]\n1514: W-NW1\n[Red]\n2313: R-A05\n"
    p = play(situation(text), "select W-NW1", "move 1414")
    assert not p.left_baltic
    p = play(situation(text), "select W-NW1", "move 1513")
    assert p.left_baltic == 1 << number_of(p, "W-NW1")
    text = "turn: 9\nphase: activation\nchit: AFSR\n[White]\n2825: W-VOL\n[Red]\n2313: R-A05\n"
    p = play(situation(text), "select W-VOL", "move 2824")
    assert not p.left_baltic


@rule("reds", "20.2")
def test_a_force_embarks_in_one_port() -> None:
    p = situation(
        "turn: 8\nphase: activation\nchit: AFSR\n[White]\n2825: W-VOL\n2525: W-MAR\n3612: W-SD1\n"
        "[Red]\n2313: R-A05\n[markers]\nwhite: 2525, 2825\nflags: amphibious-in-hand\n"
    )
    assert offered(p, "embark") == {"W-VOL", "W-MAR"}
    play(p, "embark W-VOL")
    assert offered(p, "embark") == set()


@rule("reds", "20.2", "20.4")
def test_reds_neither_raid_nor_land() -> None:
    p = situation(
        f"{EAST}[Red]\n2914: R-KON1\n1611: R-A07\n"
        "[markers]\nflags: amphibious-in-hand, raid-in-hand\n"
    )
    assert not {"raid", "embark"} & verbs(p)


@rule("reds", "13.1", "13.6")
def test_a_unit_takes_nothing_where_it_starts_from() -> None:
    """Von der Goltz holds for nobody, and leaves Libau to whoever held it before him."""
    p = situation(
        "turn: 8\nphase: activation\nchit: Northwest\n[White]\n1116: W-VDG, W-NW1\n"
        "[Red]\n2313: R-A05\n[markers]\nwhite: 1116\n"
    )
    libau = 1 << p.charts.grid.hex("1116")
    play(p, "select W-NW1", "move 1117", "select W-VDG", "move 1217")
    assert p.white_held & libau
    assert controlled(p, "White") & libau


@rule("reds", "10.7")
def test_a_train_counts_the_hexes_of_its_way() -> None:
    p = situation(f"{EAST}[Red]\n2914: R-A05, R-TR1\n2813: R-A01\n")
    play(p, "select R-TR1", "move 2813")
    ((_, path, cost_),) = events(p, "moved")
    assert isinstance(path, tuple)
    assert cost_ == len(path) - 1


@rule("reds", "7.11", "20.5")
def test_an_activation_makes_garrisons_possible_whoever_asked_before() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: Field-Staff\n[Red]\n3010: R-A05\n2313: R-A01\n"
    )
    assert garrison_hexes(p, "Red") == 0
    play(p, "front East")
    assert offered(p, "garrison") == {"3010"}


@rule("reds", "10.8", "20.3", "9.5")
def test_a_train_joins_a_stack_of_which_one_unit_is_in_supply() -> None:
    """At Chelyabinsk Omsk feeds the AIF, and nobody the AFSR."""
    p = situation(
        f"{SIBERIA}[White]\n4301: W-SD1, W-TR1\n3705: W-AIM, W-VOL\n[Red]\n2313: R-A05\n"
        "3408: R-G01\n3504: R-G02\n"
    )
    assert [in_supply(p, number_of(p, unit)) for unit in ("W-AIM", "W-VOL")] == [True, False]
    assert "3705" in moves(p, "W-TR1")
