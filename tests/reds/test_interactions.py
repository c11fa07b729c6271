"""Situations in which several rules of combat meet: what is shown, and what comes of it."""

from __future__ import annotations

import pytest

from stavka.titles.reds.position import War
from tests.marks import rule

from .fights import announced, counted, doubt, effects, preview
from .situations import (
    HOLD,
    TITLE,
    disordered,
    events,
    offered,
    play,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)
from .test_results import resolved

SOUTH = "turn: 8\nphase: activation\nchit: South\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"
EAST = "turn: 3\nphase: activation\nchit: East\n"
SIBERIA = "turn: 3\nphase: activation\nchit: Siberian\n"
WEST = "turn: 8\nphase: activation\nchit: West\n"
NORTHWEST = "phase: activation\nchit: Northwest\n"

# 17.3 von der Goltz against the garrisons of the Baltic Republics.

RIGA = "[White]\n1216: W-VDG{state}\n{ships}: W-NF-BA\n[Neutral]\n1315: N-LAT\n[markers]\n"
FREIKORPS = "flags: freikorps\npool: Field-Staff\n"


def riga(turn: int, ships: str, state: str = "", dice: tuple[int, ...] = ()) -> War:
    text = RIGA.format(ships=ships, state=state)
    return situation(f"turn: {turn}\n{NORTHWEST}{text}{FREIKORPS}", dice)


@rule("reds", "17.3", "11.4", "11.5")
def test_the_baltic_flotilla_is_in_the_sum_of_the_latvians() -> None:
    """2:1, the city and the river make it 1:2; two units with +4 defend."""
    p = riga(8, "ready", dice=(6, 1))
    shown = announced(p, "1315", "W-VDG")
    assert shown.columns == ("1:2",)
    assert counted(shown.chances) == {"AR": 12, "A a ad": 24}
    assert shown.uncertain == ()
    assert ("defence: Baltic Sea Flotilla", "+3", "17.3") in [
        (line.text, line.value, line.case) for line in shown.lines
    ]
    play(p, "resolve")
    assert where(p, "W-NF-BA") == "used", "White was not asked"
    assert stack(p, "1315") == {"N-LAT"}, "ad does nothing to a lone garrison"


@rule("reds", "17.3", "19.2", "20.7")
@pytest.mark.parametrize(("turn", "ships"), [(5, "ready"), (8, "used")])
def test_without_the_flotilla_the_latvians_hold_all_the_same(turn: int, ships: str) -> None:
    """Frozen, or used in this turn: a 21, ad 15, and only the attacker suffers."""
    shown = announced(riga(turn, ships), "1315", "W-VDG")
    assert counted(shown.chances) == {"a ad": 36}
    assert effects(shown.chances) == {"von der Goltz Freikorps disordered": 36}


@rule("reds", "17.3", "11.5")
def test_a_disordered_von_der_goltz_is_lost_before_riga() -> None:
    shown = announced(riga(8, "ready", " (disordered)"), "1315", "W-VDG")
    assert effects(shown.chances) == {"von der Goltz Freikorps eliminated": 36}


@rule("reds", "17.1", "11.5", "11.8", "12.6")
def test_von_der_goltz_takes_kovno_and_stays_in_supply_by_libau() -> None:
    p = situation(
        f"turn: 8\n{NORTHWEST}[White]\n1217: W-VDG\nready: W-NF-BA\n[Neutral]\n1218: N-LIT\n"
        f"[markers]\n{FREIKORPS}",
        dice=(6, 1),
    )
    shown = announced(p, "1218", "W-VDG")
    assert counted(shown.chances) == {"a ad": 33, "adR": 3}
    assert shown.uncertain == ()
    play(p, "resolve")
    assert offered(p, "advance") == {"W-VDG"}


# 11.3 B, C Aircraft and ships that may still be committed.


@rule("reds", "11.3", "20.1", "20.7")
def test_aircraft_and_ships_of_the_defender_are_named_as_doubts() -> None:
    p = situation(
        f"{SOUTH}[Red]\n2824: R-A05\n[White]\n2825: W-KOR, W-MAR\nready: W-NF-BL, W-AIR1\n{HOLD}"
    )
    shown = announced(p, "2825", "R-A05")
    assert shown.columns == ("1:1",)
    assert counted(shown.chances) == {"AR": 4, "A a": 26, "ad": 6}
    ships = doubt(shown, "Black Sea Flotilla")
    assert (ships.case, counted(ships.chances)) == ("11.3", {"AR": 21, "A a": 15})
    both = doubt(shown, "Black Sea Flotilla", "RAF 47 Squadron")
    assert counted(both.chances) == {"AR": 27, "A a": 9}
    assert len(shown.uncertain) == 3


TAGANROG = (
    f"{AFSR}[White]\n2622: W-VOL, W-KOR\nready: W-NF-BL\n[Red]\n2722: R-A08\nready: R-AIR1\n"
    "[markers]\nred: 2921\npool: Field-Staff\n"
)


@rule("reds", "11.3", "20.1", "20.7")
def test_both_sides_may_commit_to_one_battle() -> None:
    shown = announced(situation(TAGANROG), "2722", "W-VOL", "W-KOR")
    assert shown.columns == ("1:3",)
    assert counted(shown.chances) == {"a": 9, "ad": 18, "aDR adR": 9}
    own, theirs = doubt(shown, "Black Sea Flotilla"), doubt(shown, "Red Air 1")
    assert counted(own.chances) == {"a": 2, "ad": 11, "aDR adR": 23}
    # "A" hits the two attackers, "D" the army and its aircraft.
    assert counted(theirs.chances) == {"AR": 3, "A": 3, "a": 15, "ad": 12, "adR": 3}


@rule("reds", "11.3", "20.1")
def test_after_the_ships_the_aircraft_is_still_a_doubt() -> None:
    p = situation(TAGANROG)
    announced(p, "2722", "W-VOL", "W-KOR")
    play(p, "resolve")
    shown = preview(p, "commit W-NF-BL")
    assert counted(shown.chances) == {"a": 2, "ad": 11, "aDR adR": 23}
    assert counted(doubt(shown, "Red Air 1").chances) == {
        "A": 2,
        "a": 8,
        "ad": 12,
        "adR": 6,
        "aDR": 8,
    }


@rule("reds", "20.7", "11.5")
def test_ships_are_never_hit_and_are_used() -> None:
    p = situation(TAGANROG, dice=(1, 6))
    announced(p, "2722", "W-VOL", "W-KOR")
    play(p, "resolve", "commit W-NF-BL", "commit R-AIR1")
    # 3 x 1 + 8 against 2 x 6 + 2: -3 at 1:3.
    assert events(p, "battle")[0][-1] == "A"
    assert where(p, "W-NF-BL") == "used"
    assert disordered(p, "W-VOL") and disordered(p, "W-KOR")


@rule("reds", "20.1", "11.5")
def test_aircraft_share_the_fate_of_all() -> None:
    """8:2 in the open; D hits the army and the RAF, which never comes back."""
    p = situation(
        f"{SOUTH}[Red]\n3022: R-A05\n3122: R-A01\n[White]\n3023: W-VOL\nready: W-AIR1\n{HOLD}",
        dice=(6, 1),
    )
    shown = announced(p, "3023", "R-A05", "R-A01")
    assert counted(shown.chances) == {"d": 1, "DR dR": 35}
    raf = counted(doubt(shown, "RAF 47 Squadron").chances)
    assert raf == {"-": 5, "a": 1, "d": 4, "dR": 16, "DR": 10}
    play(p, "resolve", "commit W-AIR1")
    assert events(p, "battle")[0][-1] == "DR"
    assert where(p, "W-AIR1") == "gone"


@rule("reds", "20.1", "20.5", "11.5")
def test_an_aircraft_over_a_lone_garrison_is_all_that_can_be_hit() -> None:
    text = f"{AFSR}[White]\n2717: W-VOL\n[Red]\n2617: R-G01\nready: R-AIR1\n{HOLD}"
    p = situation(text, dice=(4, 3))
    shown = announced(p, "2617", "W-VOL")
    assert counted(shown.chances) == {"ad": 6, "d": 15, "dR": 15}
    assert effects(shown.chances)["no effect"] == 15
    air = doubt(shown, "Red Air 1")
    assert counted(air.chances) == {"A a": 15, "ad": 9, "d": 8, "dR": 4}
    assert effects(air.chances)["Red Air 1 eliminated"] == 8
    # 4 + 3 against 3 x 2 + 2: -1 at 2:1, ad.
    play(p, "resolve", "commit R-AIR1")
    assert where(p, "R-AIR1") == "pool"
    assert stack(p, "2617") == {"R-G01"}


@rule("reds", "20.7", "20.5", "11.5")
def test_ships_help_a_lone_garrison_and_nobody_is_hit() -> None:
    p = situation(
        f"{SOUTH}[Red]\n2822: R-A08\n[White]\n2722: W-AG1\nready: W-NF-BL\n{HOLD}",
    )
    shown = announced(p, "2722", "R-A08")
    assert shown.columns == ("3:1",)
    assert counted(shown.chances) == {"a": 1, "d": 25, "dR": 10}
    assert effects(shown.chances)["no effect"] == 25
    assert counted(doubt(shown, "Black Sea Flotilla").chances) == {"A a": 24, "d": 12}


@rule("reds", "20.1", "20.4", "20.5")
def test_a_raider_meets_aircraft_over_a_garrison_that_needs_no_supply() -> None:
    p = situation(
        f"{AFSR}[White]\n2716: W-5CV (raiding)\n[Red]\n2617: R-G01\nready: R-AIR1\n{HOLD}",
        dice=(6, 1),
    )
    shown = announced(p, "2617", "W-5CV")
    assert counted(shown.chances) == {"A a ad": 35, "adR": 1}
    air = counted(doubt(shown, "Red Air 1").chances)
    assert air == {"AR": 2, "A a": 25, "ad": 9}
    play(p, "resolve", "enough")
    assert stack(p, "2617") == set()
    assert offered(p, "advance") == {"W-5CV"}, "always in supply"


@rule("reds", "20.1", "20.8", "11.2")
def test_no_aircraft_flies_for_siberians() -> None:
    p = situation(
        f"{EAST}[Red]\n3310: R-P1\n[White]\n3410: W-SG2\nready: W-AIR1\n{HOLD}",
    )
    shown = announced(p, "3410", "R-P1")
    assert shown.uncertain == ()
    assert effects(shown.chances) == {"Siberian Red Partisans disordered": 36}


# 11.7, 20.11 The Red Verdun.

VERDUN = f"{AFSR}[White]\n3118: W-VOL, W-CAU, W-KOR{{more}}\n[Red]\n3119: {{red}}\n{HOLD}"
THREE = ("W-VOL", "W-CAU", "W-KOR")


@rule("reds", "11.7", "20.11", "11.4")
def test_nobody_is_driven_from_the_red_verdun() -> None:
    p = situation(VERDUN.format(red="R-A10", more=""), dice=(6, 1))
    shown = announced(p, "3119", *THREE)
    assert shown.columns == ("1:2",)
    assert counted(shown.chances) == {"aDR ad adR": 36}
    (text,) = effects(shown.chances)
    assert text == "one of Volunteer Army, Caucasus Army disordered; 10 Army disordered"
    play(p, "resolve")
    assert offered(p, "disorder") == {"W-VOL", "W-CAU"}
    play(p, "disorder W-CAU")
    assert stack(p, "3119") == {"R-A10"}


@rule("reds", "11.7", "20.13")
def test_a_tank_breaks_the_spell() -> None:
    p = situation(VERDUN.format(red="R-A10", more=", W-TK1"))
    shown = announced(p, "3119", *THREE, "W-TK1")
    assert counted(shown.chances) == {"ad": 1, "aDR adR": 35}
    assert any("10 Army disordered and driven back" in c.text for c in shown.chances)


@rule("reds", "11.5", "11.7", "20.11", "11.8")
def test_a_garrison_falls_with_its_army_even_at_the_red_verdun() -> None:
    p = situation(VERDUN.format(red="R-A10 (disordered), R-G07", more=""), dice=(6, 1))
    shown = announced(p, "3119", *THREE)
    assert counted(shown.chances) == {"aDR ad adR": 36}
    play(p, "resolve", "disorder W-VOL")
    assert stack(p, "3119") == set()
    play(p, "advance W-KOR")
    assert not p.verdun


@rule("reds", "11.5", "11.7")
def test_beside_an_army_that_stands_a_garrison_stands_too() -> None:
    p = situation(VERDUN.format(red="R-A10, R-G07", more=""), dice=(6, 1))
    shown = announced(p, "3119", *THREE)
    assert not any("Garrison" in chance.text for chance in shown.chances)
    play(p, "resolve", "disorder W-VOL")
    assert events(p, "battle")[0][-1] == "aDR"
    assert stack(p, "3119") == {"R-A10", "R-G07"}


@rule("reds", "11.5", "11.7")
def test_a_lone_garrison_at_the_red_verdun_is_like_any_other() -> None:
    p = situation(f"{AFSR}[White]\n3118: W-VOL\n[Red]\n3119: R-G07\n{HOLD}")
    shown = announced(p, "3119", "W-VOL")
    assert counted(shown.chances) == {"a ad": 33, "adR": 3}


@rule("reds", "20.11", "11.6")
def test_nor_are_attackers_driven_from_the_red_verdun() -> None:
    p = situation(f"{SOUTH}[Red]\n3119: R-A10\n[White]\n3120: W-VOL, W-CAU, W-KOR\n{HOLD}")
    shown = announced(p, "3120", "R-A10")
    assert shown.columns == ("1:2",)
    assert effects(shown.chances) == {"10 Army disordered": 36}


# Who can join, who is hit.


@rule("reds", "20.12", "20.3", "11.1")
@pytest.mark.parametrize(
    ("here", "special", "along", "across"),
    [("3011", "R-RF1", "3012", "3111"), ("2813", "R-TR1", "2912", "2812")],
)
def test_flotillas_and_trains_attack_along_their_lines(
    here: str, special: str, along: str, across: str
) -> None:
    p = situation(
        f"{EAST}[Red]\n{here}: R-A05, {special}\n[White]\n{along}: W-KAP\n{across}: W-CZ2\n{HOLD}"
    )
    play(p, "done", f"attack {across}")
    assert offered(p, "add") == {"R-A05"}
    play(p, "cancel", f"attack {along}")
    assert offered(p, "add") == {"R-A05", special}


@rule("reds", "20.3", "11.8")
def test_a_train_does_not_advance_alone() -> None:
    """It would be eliminated: only after infantry or cavalry has gone in can it follow."""
    p = situation(
        f"{EAST}[Red]\n2813: R-A01, R-TR1\n[White]\n2912: W-KAP (disordered)\n{HOLD}", dice=(6, 1)
    )
    announced(p, "2912", "R-A01", "R-TR1")
    play(p, "resolve")
    assert offered(p, "advance") == {"R-A01"}
    play(p, "advance R-A01", "advance R-TR1")
    assert stack(p, "2912") == {"R-A01", "R-TR1"}


@rule("reds", "11.5")
def test_the_largest_is_hit_without_a_question() -> None:
    text = f"{EAST}[Red]\n2813: R-A05, R-KON2, R-TR1\n[White]\n2912: W-KAP\n"
    p = resolved(text, "2912", "a", "R-A05", "R-KON2", "R-TR1")
    assert disordered(p, "R-A05") and not disordered(p, "R-KON2")
    assert stack(p, "2813") == {"R-A05", "R-KON2", "R-TR1"}


@rule("reds", "11.6", "11.3")
def test_who_has_retreated_here_adds_nothing_and_dies_with_any_result() -> None:
    text = f"{EAST}[Red]\n2911: R-A05\n[White]\n2912: W-CZ2, W-KAP (retreated)\n{HOLD}"
    shown = announced(situation(text), "2912", "R-A05")
    assert counted(shown.chances) == {"-": 3, "d": 12, "dR": 21}
    told = effects(shown.chances)
    assert told["no effect"] == 3
    assert sum(n for words, n in told.items() if "Kappel Brigade eliminated" in words) == 33


@rule("reds", "11.6", "11.3")
def test_a_hex_of_fugitives_is_cleared_for_certain() -> None:
    text = f"{EAST}[Red]\n2911: R-A05\n[White]\n2912: W-KAP (retreated)\n{HOLD}"
    shown = announced(situation(text), "2912", "R-A05")
    assert shown.columns == ("4:1",)
    assert effects(shown.chances) == {"Kappel Brigade eliminated": 36}


# 11.6 Retreats.

ORENBURG = "[Red]\n3512: R-A05\n3610: R-A01\n3413: R-A02\n[White]\n3612: {white}\n"


@rule("reds", "11.6")
def test_a_stack_beside_one_supplied_way_through_zones() -> None:
    """Western Army is disordered by the result and would die on the way into supply."""
    p = resolved(EAST + ORENBURG.format(white="W-WES, W-SD1"), "3612", "dR", "R-A05")
    assert {"3713", "3811", "3812", "3813"} <= offered(p, "to")
    play(p, "to 3812")
    assert where(p, "W-WES") == "3812"
    # 1 Siberian Division is fresh: it may pay and be in supply, or go free and out of it.
    assert {"3713", "3811", "3812", "3813"} < offered(p, "to")
    supplied = offered(p, "to") - {"3713", "3811", "3812", "3813", "3614"}
    assert supplied
    for label in supplied:
        assert "disorder" in preview(p, f"to {label}").lines[0].value


@rule("reds", "11.6", "13.1")
def test_the_owner_chooses_the_hex_between() -> None:
    """From 2813 to 2911 lead 2812 and 2912, where the Gold lies."""
    text = f"{EAST}[Red]\n2713: R-A05\n[White]\n2813: W-KAP\n[markers]\ngold: 2912 Red\n"
    p = resolved(text, "2813", "dR", "R-A05")
    assert {"2812", "2912"} <= offered(p, "by")
    played = play(resolved(text, "2813", "dR", "R-A05"), "by 2912", "to 2911")
    assert (where(played, "W-KAP"), played.gold_side) == ("2911", "White")
    other = play(p, "by 2812")
    assert (where(other, "W-KAP"), other.gold_side) == ("2911", "Red")


@rule("reds", "11.6", "11.3")
def test_a_retreat_from_two_sides_leads_away_from_both() -> None:
    text = f"{AFSR}[White]\n2719: W-VOL\n2518: W-CAU\n[Red]\n2618: R-A08\n"
    p = resolved(text, "2618", "dR", "W-VOL", "W-CAU")
    grid = p.charts.grid
    assert offered(p, "to")
    for label in offered(p, "to"):
        assert grid.distance(grid.hex(label), grid.hex("2618")) == 2
        assert min(grid.distance(grid.hex(label), grid.hex(h)) for h in ("2719", "2518")) >= 2


@rule("reds", "11.6", "9.7")
@pytest.mark.parametrize(("leader", "room"), [("", False), ("leaders: Frunze@East\n", True)])
def test_a_leader_makes_room_for_an_army_that_is_driven_back(leader: str, room: bool) -> None:
    """5 Army is driven from 2912; 1 Army stands in 2711, two hexes behind."""
    text = f"{SIBERIA}[White]\n3013: W-CZ2\n[Red]\n2912: R-A05\n2711: R-A01\n[markers]\n{leader}"
    there = offered(resolved(text, "2912", "dR", "W-CZ2"), "to")
    assert "2712" in there
    assert ("2711" in there) is room


@rule("reds", "11.6", "10.12")
def test_a_cossack_at_the_end_of_his_tether_goes_sideways() -> None:
    text = f"{SOUTH}[Red]\n2914: R-A05\n[White]\n2913: W-DON1\n"
    p = resolved(text.replace("South", "East"), "2913", "dR", "R-A05")
    assert offered(p, "to") == {"2714", "3114"}


@rule("reds", "11.6", "10.11")
def test_the_northwest_army_finds_the_baltic_closed_behind_it() -> None:
    text = (
        "turn: 8\nphase: activation\nchit: North\n"
        "[Red]\n1612: R-A07\n1613: R-A06\n[White]\n1512: W-NW1 (left-baltic)\n"
    )
    p = resolved(text, "1512", "dR", "R-A07")
    assert where(p, "W-NW1") == "gone"
    shown = announced(situation(f"{text}{HOLD}"), "1512", "R-A07")
    assert not any("driven back" in chance.text for chance in shown.chances)
    assert any("Northwest 1 Corps eliminated" in chance.text for chance in shown.chances)


@rule("reds", "11.6", "10.11")
@pytest.mark.parametrize(
    ("unit", "here", "inside"), [("W-EST", "1414", True), ("W-AIA", "1513", False)]
)
def test_the_border_of_the_baltic_republics_binds_retreats(
    unit: str, here: str, inside: bool
) -> None:
    """Estonians stay in, Allies stay out."""
    text = (
        "turn: 8\nphase: activation\nchit: West\n[Red]\n1514: R-A07\n1614: R-A15\n"
        f"[White]\n{here}: {unit}\n"
    )
    attacker = "R-A07" if inside else "R-A15"
    baltic = set(TITLE.charts.grid.labels(TITLE.charts.baltic))
    after = resolved(text, here, "dR", attacker)
    there = offered(after, "to") or {where(after, unit)}
    assert (there <= baltic) if inside else not there & baltic


@rule("reds", "10.9", "11.6")
@pytest.mark.parametrize(
    ("fronts", "done"), [("East", True), ("", False), ("East, South", False), ("South", False)]
)
def test_a_retreat_over_a_front_border_makes_done(fronts: str, done: bool) -> None:
    """From Penza in the East Front to 2815 in the South Front."""
    p = situation(
        f"{SIBERIA}[White]\n2913: W-CZ1, W-CZ2, W-KAP, W-KOM\n[Red]\n2914: R-A04\n"
        f"[markers]\nfronts: {fronts}\npool: Field-Staff\n",
        dice=(6, 1),
    )
    announced(p, "2914", "W-CZ1", "W-CZ2", "W-KAP", "W-KOM")
    play(p, "resolve")
    while to_choose(p) == "White":
        play(p, f"disorder {sorted(offered(p, 'disorder'))[0]}")
    play(p, "to 2816")
    assert bool(p.done) is done


@rule("reds", "20.6", "11.6", "11.8")
def test_the_gold_stays_behind_and_falls_to_who_advances() -> None:
    p = situation(
        f"{SIBERIA}[White]\n3011: W-CZ1, W-CZ2, W-KAP, W-KOM\n[Red]\n3010: R-A05 (disordered)\n"
        f"2909: R-A01\n{HOLD}",
        dice=(6, 1),
    )
    announced(p, "3010", "W-CZ1", "W-CZ2", "W-KAP", "W-KOM")
    play(p, "resolve")
    while "disorder" in verbs(p):
        play(p, f"disorder {sorted(offered(p, 'disorder'))[0]}")
    assert where(p, "R-A05") == "dead"
    assert p.gold_side == "Red"
    play(p, "advance W-CZ1")
    assert p.gold_side == "White"


@rule("reds", "20.3", "11.6")
def test_a_train_goes_back_along_rails_or_dies() -> None:
    text = f"{SIBERIA}[White]\n3013: W-CZ2\n[Red]\n2912: R-A05, R-TR1\n"
    away = play(resolved(text, "2912", "dR", "W-CZ2"), "to 2711")
    assert where(away, "R-TR1") == "pool"
    along = play(resolved(text, "2912", "dR", "W-CZ2"), "to 2712")
    assert where(along, "R-TR1") == "2712"


@rule("reds", "11.8", "12.3")
def test_nobody_advances_out_of_supply_and_it_is_said() -> None:
    """1714 is two hexes from every railway and river."""
    p = situation(
        f"{WEST}[Red]\n1815: R-A07\n[White]\n1714: W-NW1 (disordered)\n{HOLD}", dice=(6, 1)
    )
    shown = announced(p, "1714", "R-A07")
    assert any("nobody may advance" in chance.text for chance in shown.chances)
    play(p, "resolve")
    assert where(p, "W-NW1") == "gone"
    assert "advance" not in verbs(p)
    assert [hex_ for (hex_,) in events(p, "no_advance")] == [p.charts.grid.hex("1714")]


@rule("reds", "11.8", "12.3")
def test_who_was_out_of_supply_advances_anywhere() -> None:
    p = situation(
        f"{WEST}[Red]\n1815: R-A07\n[White]\n1714: W-NW1 (disordered)\n1816: W-NW2\n{HOLD}",
        dice=(6, 1),
    )
    announced(p, "1714", "R-A07")
    play(p, "resolve")
    assert offered(p, "advance") == {"R-A07"}


@rule("reds", "10.9", "11.8")
def test_an_advance_over_a_front_border_makes_done() -> None:
    p = situation(
        f"{EAST}[Red]\n2914: R-A05\n[White]\n2815: W-SD1 (disordered)\n{HOLD}", dice=(6, 1)
    )
    announced(p, "2815", "R-A05")
    play(p, "resolve")
    shown = preview(p, "advance R-A05")
    assert any(line.case == "10.9" for line in shown.lines)
    play(p, "advance R-A05")
    assert p.done


@rule("reds", "20.8", "11.8", "13.1")
def test_partisans_take_the_city_of_a_garrison() -> None:
    p = situation(
        f"{EAST}[Red]\n3211: R-P1\n[White]\n3212: W-SG4\n{HOLD}",
        dice=(6, 1),
    )
    shown = announced(p, "3212", "R-P1")
    assert sum(counted(shown.chances).values()) == 36
    play(p, "resolve")
    assert events(p, "battle")[0][-1] in {"ad", "a"}, "1:1, the city and the Volga: 1:3"
    assert stack(p, "3212") == {"W-SG4"}
