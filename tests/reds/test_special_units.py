"""20.0 Special units and markers."""

from __future__ import annotations

import pytest

from stavka.titles.reds.position import War
from stavka.titles.reds.special_units import eliminate
from tests.marks import rule

from .situations import (
    HOLD,
    events,
    moves,
    number_of,
    offered,
    play,
    refused,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"
SIBERIA = "turn: 8\nphase: activation\nchit: Siberian\n"
SOUTH = "turn: 8\nphase: activation\nchit: South\n"


def fight(p: War, target: str, *attackers: str) -> War:
    """An attack up to the commitment of aircraft and ships."""
    return play(p, "done", f"attack {target}", *(f"add {u}" for u in attackers), "resolve")


# 20.1 Aircraft


@rule("reds", "20.1")
def test_an_aircraft_fights_once_a_turn_and_comes_back() -> None:
    p = situation(
        f"{AFSR}[White]\n2923: W-VOL\n2824: W-KOR\nready: W-AIR1\n[Red]\n3023: R-A01\n{HOLD}",
        dice=(1, 6),
    )
    fight(p, "3023", "W-VOL")
    play(p, "commit W-AIR1")
    assert where(p, "W-AIR1") in ("used", "gone")
    used = situation(
        "turn: 9\nphase: initiative\n[White]\n2923: W-VOL\nused: W-AIR1, W-NF-BL\n", dice=(5, 1)
    )
    assert where(used, "W-AIR1") == where(used, "W-NF-BL") == "ready"


@rule("reds", "20.1")
@pytest.mark.parametrize(
    ("chit", "units", "target", "attacker", "served"),
    [
        ("AFSR", "2923: W-VOL\n", "3023", "W-VOL", True),
        ("Siberian", "3012: W-KOM\n", "3011", "W-KOM", False),
        ("Northwest", "1512: W-NW1\n", "1511", "W-NW1", True),
        ("Islamic-North", "1605: W-NOR\n", "1606", "W-NOR", False),
        # Out of supply, and a partisan.
        ("AFSR", "2617: W-VOL\n", "2616", "W-VOL", False),
        ("AFSR", "2522: W-MAK\n", "2622", "W-MAK", False),
    ],
)
def test_whom_white_aircraft_serve(
    chit: str, units: str, target: str, attacker: str, served: bool
) -> None:
    p = situation(
        f"turn: 8\nphase: activation\nchit: {chit}\n[White]\n{units}ready: W-AIR1\n"
        f"[Red]\n{target}: R-A01\n{HOLD}",
        dice=(3, 3),
    )
    fight(p, target, attacker)
    assert ("W-AIR1" in offered(p, "commit")) is served


@rule("reds", "20.1")
def test_one_aircraft_a_side_in_a_battle() -> None:
    p = situation(
        f"{AFSR}[White]\n2923: W-VOL\nready: W-AIR1, W-AIR2\n[Red]\n3023: R-A01\n{HOLD}",
        dice=(3, 3),
    )
    fight(p, "3023", "W-VOL")
    assert offered(p, "commit") == {"W-AIR1", "W-AIR2"}
    play(p, "commit W-AIR1")
    assert "commit" not in verbs(p)


@rule("reds", "20.1", "11.5")
def test_a_disorder_result_on_an_aircraft_eliminates_it() -> None:
    """Both sides attack with an aircraft and lose everything: A results."""
    p = situation(
        f"{AFSR}[White]\n2923: W-VOL\nready: W-AIR1\n[Red]\n3023: R-A01\n{HOLD}", dice=(1, 6)
    )
    fight(p, "3023", "W-VOL")
    play(p, "commit W-AIR1")
    # 1:2, 1 x 2 + 3 + 2 = 7 against 6 + 1 = 7: differential 0, a.
    assert events(p, "battle")[0][-1] == "a"
    assert where(p, "W-AIR1") == "used", "the army is larger and takes the loss"
    red = situation(
        f"{SOUTH}[Red]\n3023: R-A12\nready: R-AIR1\n[White]\n2923: W-VOL, W-CAU, W-KOR\n{HOLD}",
        dice=(1, 6),
    )
    fight(red, "2923", "R-A12")
    play(red, "commit R-AIR1")
    assert events(red, "battle")[0][-1] in ("A", "AR")
    assert where(red, "R-AIR1") == "pool", "a Red aircraft may come again"


# 20.2 Amphibious invasion


@rule("reds", "20.2")
def test_an_invasion_takes_three_points_of_infantry_or_two_of_cavalry() -> None:
    p = situation(
        f"{AFSR}[White]\n2825: W-VOL, W-KOR, W-MAR\n2525: W-CAU, W-5CV\n"
        "[markers]\nflags: amphibious-in-hand\n"
    )
    assert offered(p, "embark") == {"W-VOL", "W-KOR", "W-MAR", "W-CAU", "W-5CV"}
    play(p, "embark W-VOL")
    assert offered(p, "embark") == {"W-KOR", "W-MAR"}, "one port, no cavalry"
    play(p, "embark W-KOR")
    assert offered(p, "embark") == set(), "three points"
    there = offered(p, "land")
    assert {"2724", "2625", "3025"} <= there
    assert "2525" not in there, "occupied"
    assert "4124" not in there, "another sea"
    play(p, "land 2724")
    assert stack(p, "2724") == {"W-VOL", "W-KOR"}
    assert not p.amphibious_in_hand
    assert not {"W-VOL", "W-KOR"} & offered(p, "select"), "they may not move on"


@rule("reds", "20.2", "10.6")
def test_a_move_that_has_begun_ends_when_others_embark() -> None:
    """The Caucasus Army has ridden to Novorossiysk and has points left."""
    p = situation(
        f"{AFSR}[White]\n2924: W-CAU\n2825: W-KOR\n[markers]\nflags: amphibious-in-hand\n"
    )
    play(p, "select W-CAU", "move 2825")
    assert "halt" in verbs(p)
    assert offered(p, "embark") == {"W-KOR"}, "who has moved does not sail"
    assert "has moved" in str(refused(p, "embark W-CAU"))
    play(p, "embark W-KOR", "cancel")
    assert offered(p, "select") == {"W-KOR"}, "and does not begin again"


@rule("reds", "20.2")
def test_two_points_of_cavalry() -> None:
    p = situation(
        f"{AFSR}[White]\n2825: W-CAU, W-5CV, W-KOR\n[markers]\nflags: amphibious-in-hand\n"
    )
    play(p, "embark W-CAU")
    assert offered(p, "embark") == set()
    play(p, "cancel", "embark W-5CV")
    assert offered(p, "embark") == set(), "no infantry, and 5 Cavalry Corps and the army are three"


@rule("reds", "20.2")
def test_units_that_have_landed_may_attack() -> None:
    p = situation(
        f"{AFSR}[White]\n2825: W-KOR\n[Red]\n2625: R-G02\n"
        "[markers]\nflags: amphibious-in-hand\npool: Field-Staff\n"
    )
    play(p, "embark W-KOR", "land 2724")
    while "done" in verbs(p) and "attack" not in verbs(p):
        play(p, "done")
    assert "2625" in offered(p, "attack")


@rule("reds", "20.2")
def test_no_invasion_without_the_marker_or_by_others() -> None:
    assert "embark" not in verbs(situation(f"{AFSR}[White]\n2825: W-VOL\n"))
    p = situation(
        f"{AFSR}[White]\n2825: W-VOL\n4301: W-SD1\n[markers]\nflags: amphibious-in-hand\n"
    )
    assert offered(p, "embark") == {"W-VOL"}, "active units in ports only"


# 20.3, 20.12, 20.13, 20.14 Trains, river flotillas, tanks


@rule("reds", "20.3", "20.12", "20.13", "7.10")
def test_white_special_units_are_active_with_whom_they_stand() -> None:
    text = (
        "[White]\n2825: W-VOL, W-TR1, W-TK1\n3012: W-KOM, W-RF1\n2525: W-AIS, W-KOR, W-TR2\n"
        "1221: W-PL1\n[Red]\n1518: R-A16\n"
    )
    afsr = offered(situation(AFSR + text), "select")
    assert {"W-TR1", "W-TK1", "W-TR2"} <= afsr
    assert "W-RF1" not in afsr
    assert "W-RF1" in offered(situation(SIBERIA + text), "select")
    aif = offered(situation("turn: 8\nphase: activation\nchit: AIF\n" + text), "select")
    assert "W-TR2" in aif, "with any one unit that it is stacked with"


@rule("reds", "20.14", "20.3", "20.12", "20.13")
def test_but_once_a_turn() -> None:
    p = situation(f"{AFSR}[White]\n2825: W-VOL, W-KOR, W-TR1\n2924: W-AIS\n[markers]\npool: AIF\n")
    play(p, "select W-TR1", "move 2924", "done")
    assert p.segment == 9, "the AIF"
    assert offered(p, "select") == {"W-AIS"}, "the train has moved with the AFSR"
    idle = situation(f"{AFSR}[White]\n2825: W-VOL\n2924: W-AIS, W-TR1\n[markers]\npool: AIF\n")
    play(idle, "done")
    assert offered(idle, "select") == {"W-AIS", "W-TR1"}


@rule("reds", "20.3", "11.6")
def test_a_special_unit_that_has_retreated_may_still_be_active() -> None:
    p = situation(
        f"{SOUTH}[Red]\n3023: R-A01, R-KON1\n[White]\n2923: W-VOL, W-TR1\n[markers]\npool: AFSR\n",
        dice=(4, 3),
    )
    fight(p, "2923", "R-A01", "R-KON1")
    assert events(p, "battle")[0][-1] == "dR"
    play(p, "to 2825")
    assert where(p, "W-TR1") == "2825"
    play(p, "hold")
    assert "W-TR1" in offered(p, "select")


@rule("reds", "20.3", "20.12")
def test_trains_and_flotillas_attack_along_their_lines() -> None:
    """From 2910 the railway leads to 2911 and Kazan, the Volga to 2811 and Kazan."""
    text = "turn: 3\nphase: activation\nchit: East\n[Red]\n2910: R-A05, R-TR1, R-RF1\n"
    rail = situation(f"{text}[White]\n2911: W-KAP\n{HOLD}")
    play(rail, "done", "attack 2911")
    assert offered(rail, "add") == {"R-A05", "R-TR1"}
    river = situation(f"{text}[White]\n2811: W-KAP\n{HOLD}")
    play(river, "done", "attack 2811")
    assert offered(river, "add") == {"R-A05", "R-RF1"}
    both = situation(f"{text}[White]\n3010: W-KAP\n{HOLD}")
    play(both, "done", "attack 3010")
    assert offered(both, "add") == {"R-A05", "R-TR1", "R-RF1"}


@rule("reds", "20.13")
def test_tanks_do_not_attack_into_forest_or_swamp() -> None:
    """2312 is forest, 2314 is clear."""
    text = f"{AFSR}[White]\n2313: W-VOL, W-TK1\n[Red]\n2312: R-G01\n2314: R-G02\n{HOLD}"
    p = situation(text)
    play(p, "done", "attack 2312")
    assert offered(p, "add") == {"W-VOL"}
    play(p, "cancel", "attack 2314")
    assert offered(p, "add") == {"W-VOL", "W-TK1"}


@rule("reds", "20.13")
def test_a_tank_left_alone_is_lost() -> None:
    p = situation(f"{AFSR}[White]\n2825: W-VOL, W-TK1\n2924: W-KOR\n{HOLD}")
    play(p, "select W-VOL", "move 2924", "halt", "done")
    assert where(p, "W-TK1") == "gone"
    p = situation(f"{AFSR}[White]\n2825: W-VOL, W-TK1\n2924: W-KOR\n{HOLD}")
    play(p, "select W-TK1")
    assert offered(p, "move") == {"2924"}, "only to infantry or cavalry"


# 20.4 The raid


@rule("reds", "20.4")
def test_the_marker_goes_on_one_active_cavalry_unit_and_away() -> None:
    p = situation(
        f"{AFSR}[White]\n2825: W-CAU, W-KOR\n2921: W-DON1\n4301: W-ORE\n"
        "[markers]\nflags: raid-in-hand\n"
    )
    assert offered(p, "raid") == {"W-CAU", "W-DON1"}
    play(p, "raid W-CAU")
    assert p.name(p.raider) == "W-CAU"
    assert not p.raid_in_hand
    assert "raid" not in verbs(p)


@rule("reds", "20.4", "10.8")
def test_raiders_move_out_of_supply() -> None:
    line = "[Red]\n3119: R-A10\n2817: R-A09\n"
    held = situation(f"{AFSR}{line}[White]\n3018: W-CAU\n")
    raider = situation(f"{AFSR}{line}[White]\n3018: W-CAU (raiding)\n")
    assert "2917" in moves(raider, "W-CAU")
    assert moves(held, "W-CAU") != moves(raider, "W-CAU")


@rule("reds", "20.4")
def test_the_marker_is_gone_with_its_unit() -> None:
    p = situation(
        f"{SOUTH}[Red]\n2717: R-A09, R-KON2\n[White]\n2718: W-CAU (disordered, raiding)\n{HOLD}",
        dice=(6, 1),
    )
    play(p, "done", "attack 2718", "all", "resolve")
    assert where(p, "W-CAU") == "dead"
    assert p.raider < 0


# 20.5 Garrisons


@rule("reds", "20.5")
def test_a_garrison_of_the_units_own_faction() -> None:
    p = situation(f"{SIBERIA}[White]\n3408: W-SD1 (disordered)\n3705: W-SD2\n")
    play(p, "garrison 3408")
    assert {"W-SG2", "W-SG3", "W-SG4", "W-SG5"} & stack(p, "3408")
    aif = situation("turn: 8\nphase: activation\nchit: AIF\n[White]\n2525: W-AIS\n")
    assert "garrison" not in verbs(aif), "the AIF has no garrison counters"


@rule("reds", "20.5")
def test_a_unit_leaves_garrisons_where_it_begins_and_where_it_goes() -> None:
    p = situation(f"{SIBERIA}[White]\n3010: W-CZ2\n3705: W-SD2\n")
    play(p, "garrison 3010", "select W-CZ2", "move 3012", "garrison 3012")
    assert len(stack(p, "3010")) == 1
    assert len(stack(p, "3012")) == 2


@rule("reds", "20.5")
def test_only_in_cities_and_only_while_there_are_counters() -> None:
    p = situation(f"{SIBERIA}[White]\n3011: W-KAP\n3705: W-SD2\n")
    assert offered(p, "garrison") == {"3705"}
    used = "3212: W-SG2\n3717: W-SG3\n4301: W-SG4\n3504: W-SG5\n"
    p = situation(f"{SIBERIA}[White]\n{used}3705: W-SD2\n")
    assert "garrison" not in verbs(p), "the one with a dot is not available"


@rule("reds", "20.5", "20.4")
def test_raiders_and_units_out_of_supply_create_garrisons_too() -> None:
    p = situation(f"{AFSR}[White]\n2716: W-CAU (raiding)\n[Red]\n2618: R-A08\n2313: R-A05\n")
    assert offered(p, "garrison") == {"2716"}


# 20.7 Naval flotillas


@rule("reds", "20.7")
def test_naval_flotillas_fight_on_the_coast_of_their_sea() -> None:
    """Attack into 2724 on the Black Sea; and the White Sea flotilla has no business there."""
    p = situation(
        f"{AFSR}[White]\n2625: W-VOL\nready: W-NF-BL, W-NF-WH\n[Red]\n2724: R-G01\n{HOLD}",
        dice=(3, 3),
    )
    fight(p, "2724", "W-VOL")
    assert offered(p, "commit") == {"W-NF-BL"}
    play(p, "commit W-NF-BL")
    assert where(p, "W-NF-BL") == "used"


@rule("reds", "20.7")
def test_the_defender_sees_the_attackers_aircraft_first() -> None:
    p = situation(
        f"{SOUTH}[Red]\n2924: R-A11\nready: R-AIR1\n[White]\n2825: W-KOR\nready: W-NF-BL\n{HOLD}",
        dice=(3, 3),
    )
    fight(p, "2825", "R-A11")
    assert to_choose(p) == "Red"
    play(p, "commit R-AIR1")
    assert to_choose(p) == "White"
    assert offered(p, "commit") == {"W-NF-BL"}


@rule("reds", "20.7", "11.5")
def test_naval_flotillas_suffer_nothing() -> None:
    p = situation(
        f"{AFSR}[White]\n2625: W-KOR\nready: W-NF-BL\n[Red]\n2724: R-A11, R-LAT\n{HOLD}",
        dice=(1, 6),
    )
    fight(p, "2724", "W-KOR")
    play(p, "commit W-NF-BL")
    assert events(p, "battle")[0][-1] == "AR"
    play(p, f"to {min(offered(p, 'to'))}")
    assert where(p, "W-NF-BL") == "used", "neither disordered nor driven off"


# 20.8 Partisans: placement is tested with the events


@rule("reds", "20.8")
def test_partisans_take_cities_by_moving() -> None:
    p = situation("turn: 8\nphase: activation\nchit: East\n[Red]\n3408: R-P1\n2813: R-A01\n")
    play(p, "select R-P1", "move 3409")
    assert number_of(p, "R-P1") in [facts[0] for facts in events(p, "moved")]


@rule("reds", "11.5")
def test_a_unit_that_leaves_the_map_leaves_its_marks_and_nobody_elses() -> None:
    p = situation("turn: 8\nphase: command\n[Red]\n2313: R-A05\n2315: R-A08, R-A09\n")
    gone, stays = (1 << number_of(p, name) for name in ("R-A05", "R-A08"))
    marks = ("disordered", "moved", "done", "active", "unsupplied", "fought", "retreated")
    for mark in marks:
        setattr(p, mark, gone | stays)
    eliminate(p, number_of(p, "R-A05"), "11.5")
    assert {mark: getattr(p, mark) for mark in marks} == dict.fromkeys(marks, stays)
    assert p.charts.grid.hex("2313") not in p.stacks
    assert p.charts.grid.labels(p.hexes_of(gone | stays)) == ["2315"]


@rule("reds", "20.2", "7.10")
def test_only_active_infantry_and_cavalry_embark() -> None:
    """A garrison does not, nor does the AIF while the AFSR is active."""
    p = situation(
        f"{AFSR}[White]\n2825: W-VOL, W-AG1, W-AIB\n2525: W-AIS\n"
        "[markers]\nflags: amphibious-in-hand\n"
    )
    assert offered(p, "embark") == {"W-VOL"}


@rule("reds", "20.2", "10.8", "18.4")
def test_who_is_out_of_supply_lands_where_he_likes() -> None:
    """From Batum, which is no source after the Major Withdrawal, to another hex of its coast."""
    p = situation(
        "turn: 20\nphase: activation\nchit: AFSR\n[White]\n3326: W-VOL\n[Red]\n2313: R-A05\n"
        "[markers]\nwithdrawals: 2\nflags: amphibious-in-hand\n"
    )
    play(p, "embark W-VOL")
    assert "3325" in offered(p, "land")


@rule("reds", "20.6", "20.12")
def test_a_flotilla_does_not_take_the_gold_from_its_own_side() -> None:
    p = situation(
        "turn: 3\nphase: activation\nchit: East\n[Red]\n2910: R-A05, R-RF3\n3010: R-A01\n"
        "[markers]\ngold: 3010 Red\n"
    )
    play(p, "select R-RF3", "move 3010")
    assert p.gold_side == "Red"
