"""11.5-11.8 Combat results: disorder, retreat, advance, the Red Verdun."""

from __future__ import annotations

import pytest

from stavka.engine import Choice
from stavka.titles.reds.position import War
from stavka.titles.reds.results import Battle, fight, parts
from tests.marks import rule

from .situations import (
    HOLD,
    disordered,
    events,
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

EAST = "turn: 3\nphase: activation\nchit: East\n"
SIBERIA = "turn: 3\nphase: activation\nchit: Siberian\n"
SOUTH = "turn: 8\nphase: activation\nchit: South\n"
AFSR = "turn: 8\nphase: activation\nchit: AFSR\n"


def resolved(text: str, target: str, result: str, *attackers: str) -> War:
    """A situation in its Combat Step after an attack that had a certain result."""
    p = situation(f"{text}{HOLD}", dice=(1,))
    while "attack" not in verbs(p):
        play(p, "done")
    units = [number_of(p, name) for name in attackers]
    side = p.charts.side_of[units[0]]
    hex_ = p.charts.grid.hex(target)
    p.fought |= sum(1 << u for u in units)
    p.attacked |= 1 << hex_
    there = p.units_in(hex_) & ~p.charts.units_of[side] & ~p.retreated
    regular = there & ~p.charts.garrisons or there
    defenders = tuple(u for u in range(len(p.where)) if regular >> u & 1)
    other = {"White": "Red", "Red": "White"}[side]
    p.forget_decision()
    fight(p, Battle(side, other, hex_, tuple(units), defenders), result)
    p.decision()
    return p


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ("-", ("", "")),
        ("a", ("a", "")),
        ("AR", ("AR", "")),
        ("ad", ("a", "d")),
        ("adR", ("a", "dR")),
        ("aDR", ("a", "DR")),
        ("dR", ("", "dR")),
        ("D", ("", "D")),
    ],
)
@rule("reds", "11.5")
def test_the_letters_of_a_result(result: str, expected: tuple[str, str]) -> None:
    assert parts(result) == expected


# 11.5 Disorder

FIELD = "[Red]\n2813: R-A01, R-KON2\n[White]\n2812: W-KAP, W-CZ2, W-SD1 (disordered)\n"


@rule("reds", "11.5")
def test_one_attacker_is_disordered_the_largest() -> None:
    p = resolved(EAST + FIELD, "2812", "a", "R-A01", "R-KON2")
    assert disordered(p, "R-A01")
    assert not disordered(p, "R-KON2")


@rule("reds", "11.5")
def test_between_equals_the_owner_chooses() -> None:
    p = resolved(EAST + FIELD, "2812", "d", "R-A01")
    assert to_choose(p) == "White"
    assert offered(p, "disorder") == {"W-KAP", "W-CZ2", "W-SD1"}
    play(p, "disorder W-SD1")
    assert where(p, "W-SD1") == "dead", "it was disordered already"
    assert not disordered(p, "W-KAP")


@rule("reds", "11.5")
def test_all_units_are_disordered() -> None:
    p = resolved(EAST + FIELD, "2812", "D", "R-A01")
    assert disordered(p, "W-KAP")
    assert disordered(p, "W-CZ2")
    assert where(p, "W-SD1") == "dead"
    p = resolved(EAST + FIELD, "2812", "A", "R-A01", "R-KON2")
    assert disordered(p, "R-A01")
    assert disordered(p, "R-KON2")


@rule("reds", "11.5", "20.1", "20.3")
def test_units_of_one_step_are_eliminated_by_disorder() -> None:
    text = f"{EAST}[Red]\n2813: R-A01, R-TR1\n[White]\n2912: W-KAP\n"
    p = resolved(text, "2912", "A", "R-A01", "R-TR1")
    assert disordered(p, "R-A01")
    assert where(p, "R-TR1") == "pool", "a Red train may come back by event"


@rule("reds", "11.5")
def test_a_lone_garrison_is_eliminated_only_by_a_retreat() -> None:
    text = f"{SIBERIA}[White]\n2912: W-KAP\n[Red]\n2911: R-G01\n2313: R-A05\n"
    for result in ("d", "D"):
        assert stack(resolved(text, "2911", result, "W-KAP"), "2911") == {"R-G01"}
    assert stack(resolved(text, "2911", "dR", "W-KAP"), "2911") == set()


@rule("reds", "11.5")
def test_a_garrison_is_not_picked_and_falls_with_the_others() -> None:
    text = f"{SIBERIA}[White]\n2912: W-KAP\n[Red]\n2911: R-G01, R-A05 (disordered)\n"
    p = resolved(text, "2911", "d", "W-KAP")
    assert where(p, "R-A05") == "dead"
    assert stack(p, "2911") == set()
    text = text.replace(" (disordered)", "")
    p = resolved(text, "2911", "d", "W-KAP")
    assert disordered(p, "R-A05")
    assert "R-G01" in stack(p, "2911")


@rule("reds", "11.5")
def test_a_retreat_leaves_no_garrison_behind() -> None:
    text = f"{SIBERIA}[White]\n2912: W-KAP\n[Red]\n2911: R-G01, R-A05\n"
    p = resolved(text, "2911", "dR", "W-KAP")
    play(p, "to 2710")
    assert stack(p, "2911") == set()
    assert where(p, "R-G01") == "pool"


# 11.6 Retreat


@rule("reds", "11.6")
def test_two_hexes_from_the_fight_and_from_every_enemy_in_it() -> None:
    text = f"{EAST}[Red]\n2911: R-A05\n2813: R-A01\n[White]\n2912: W-KAP\n"
    p = resolved(text, "2912", "dR", "R-A05", "R-A01")
    grid = p.charts.grid
    there = offered(p, "to")
    assert there
    for label in there:
        assert grid.distance(grid.hex("2912"), grid.hex(label)) == 2
        for enemy in ("2911", "2813"):
            assert grid.distance(grid.hex(enemy), grid.hex(label)) >= 2


@rule("reds", "11.6", "8.3")
def test_nor_does_the_konarmia_stay_near_the_enemy() -> None:
    """It ignores zones, but it too ends two hexes from the attackers."""
    text = f"{SIBERIA}[White]\n2912: W-KAP\n2814: W-CZ2\n[Red]\n2813: R-KON1\n"
    p = resolved(text, "2813", "dR", "W-KAP", "W-CZ2")
    grid = p.charts.grid
    there = offered(p, "to")
    assert there
    for enemy in ("2912", "2814"):
        assert all(grid.distance(grid.hex(enemy), grid.hex(label)) >= 2 for label in there)


@rule("reds", "11.6")
def test_in_supply_if_possible() -> None:
    """Driven from Orenburg, whose line to the south is Red: only the west is in supply."""
    text = f"{EAST}[Red]\n3611: R-A05\n[White]\n3612: W-SD1\n"
    p = resolved(text, "3612", "dR", "R-A05")
    assert offered(p, "to") == {"3411", "3412", "3413"}
    lost = resolved(f"{text}[markers]\nred: 4301\n", "3612", "dR", "R-A05")
    assert {"3713", "3813", "3614"} < offered(lost, "to"), "no supply anywhere: any hex will do"


# Red on three sides: the only hexes in supply lie behind their zones.
SURROUNDED = f"{EAST}[Red]\n3512: R-A05\n3610: R-A01\n3413: R-A02\n[White]\n3612: "


@rule("reds", "11.6")
def test_nobody_has_to_die_on_the_way_into_supply() -> None:
    p = resolved(f"{SURROUNDED}W-SD1\n", "3612", "dR", "R-A05")
    assert {"3713", "3811", "3812", "3813"} <= offered(p, "to")
    play(p, "to 3812")
    assert (where(p, "W-SD1"), disordered(p, "W-SD1")) == ("3812", True)


@rule("reds", "11.6")
def test_the_owner_of_a_fresh_unit_chooses_between_good_order_and_supply() -> None:
    fresh = f"{SURROUNDED}W-WES, W-SD1\n"
    p = play(resolved(fresh, "3612", "dR", "R-A05"), "to 3812")
    there = offered(p, "to")
    assert {"3713", "3811", "3812", "3813"} < there
    paid = sorted(there - {"3713", "3811", "3812", "3813", "3614"})[0]
    play(p, f"to {paid}")
    assert (where(p, "W-SD1"), disordered(p, "W-SD1")) == (paid, True)
    other = play(resolved(fresh, "3612", "dR", "R-A05"), "to 3812", "to 3813")
    assert (where(other, "W-SD1"), disordered(other, "W-SD1")) == ("3813", False)


@rule("reds", "11.6", "9.5")
def test_nobody_retreats_to_a_faction_that_he_cannot_stack_with() -> None:
    """Siberians, driven from Orenburg as above; a unit of the AFSR is on one of their ways."""
    text = f"{EAST}[Red]\n3611: R-A05\n[White]\n3612: W-SD1\n3412: "
    assert offered(resolved(f"{text}W-VOL\n", "3612", "dR", "R-A05"), "to") == {"3411", "3413"}
    friends = resolved(f"{text}W-WES\n", "3612", "dR", "R-A05")
    assert offered(friends, "to") == {"3411", "3412", "3413"}


# A stack of two at 2912, driven out by the 5 Army at 2911.
PAIR = "[White]\n2912: W-WES, W-SIA\n"


@rule("reds", "11.6")
def test_units_may_retreat_to_different_hexes() -> None:
    p = resolved(f"{EAST}[Red]\n2911: R-A05\n{PAIR}", "2912", "dR", "R-A05")
    play(p, "disorder W-WES", "retreat W-SIA", "to 3112", "to 2914")
    assert (where(p, "W-SIA"), where(p, "W-WES")) == ("3112", "2914")
    assert not disordered(p, "W-SIA")


@rule("reds", "11.6")
def test_excess_units_are_eliminated() -> None:
    """The only way back leads to 3112, which is full: the owner chooses who goes."""
    text = (
        f"{EAST}[Red]\n2911: R-A05\n2712: R-A01\n2914: R-A02\n3110: R-A03\n3114: R-A04\n"
        "[White]\n2912: W-KAP\n3112: W-WES, W-SIA, W-KOM\n"
    )
    p = resolved(text, "2912", "dR", "R-A05")
    play(p, "hold")
    assert to_choose(p) == "White"
    assert offered(p, "eliminate") == {"W-KAP", "W-WES", "W-SIA", "W-KOM"}
    play(p, "eliminate W-KAP")
    assert stack(p, "3112") == {"W-WES", "W-SIA", "W-KOM"}
    assert "eliminate" not in verbs(p), "six points may stay"


@rule("reds", "11.6", "8.4")
def test_each_zone_on_the_way_costs_the_stack_one_disorder() -> None:
    """Both must pass a hex that Reds control; one disorder result pays for both."""
    text = f"{EAST}[Red]\n2911: R-A05\n2813: R-A02\n3014: R-A04\n{PAIR}"
    p = resolved(text, "2912", "dR", "R-A05", "R-A02")
    play(p, "disorder W-WES", "retreat W-SIA")
    assert offered(p, "to") == {"3111", "3112"}
    play(p, "to 3112")
    assert disordered(p, "W-SIA"), "it has paid"
    play(p, "to 3112")
    assert stack(p, "3112") == {"W-SIA", "W-WES"}
    assert disordered(p, "W-WES"), "by the result, and not a second time"


@rule("reds", "11.6")
def test_the_unit_that_retreats_is_picked_before_its_end() -> None:
    text = f"{EAST}[Red]\n2813: R-A01\n2913: R-A05\n[White]\n2912: W-KAP\n"
    p = resolved(text, "2912", "AR", "R-A01", "R-A05")
    assert refused(p, "to 2714").reason == "choose the unit that retreats next first"
    assert refused(p, "by 2714").case == refused(p, "retreat W-KAP").case == "11.6"


@rule("reds", "11.6")
def test_attackers_from_two_hexes_pay_for_one_zone_twice() -> None:
    """The Czechs control 2814, through which both armies go to 2714."""
    text = f"{EAST}[Red]\n2813: R-A01\n2913: R-A05\n[White]\n2912: W-KAP\n2914: W-CZ2\n"
    p = resolved(f"{text}2712: W-SG2\n2713: W-SG3\n", "2912", "AR", "R-A01", "R-A05")
    play(p, "retreat R-A05", "to 2714")
    assert where(p, "R-A05") == "dead"
    play(p, "to 2714")
    assert where(p, "R-A01") == "dead"


@rule("reds", "11.6", "8.4")
def test_a_disordered_unit_that_has_to_pay_is_eliminated() -> None:
    text = f"{EAST}[Red]\n2911: R-A05\n2813: R-A02\n3014: R-A04\n[White]\n2912: W-WES\n"
    p = resolved(text, "2912", "dR", "R-A05", "R-A02")
    play(p, "to 3112")
    assert where(p, "W-WES") == "dead"


@rule("reds", "11.6")
def test_who_must_end_in_a_zone_is_eliminated() -> None:
    """Every hex two away is held or controlled by Reds: even the unit in good order is lost."""
    text = f"{EAST}[Red]\n2911: R-A05\n2712: R-A01\n2914: R-A02\n3112: R-A03\n{PAIR}"
    p = resolved(text, "2912", "dR", "R-A05")
    play(p, "disorder W-WES")
    while "retreat" in verbs(p):
        play(p, f"retreat {min(offered(p, 'retreat'))}")
    assert (where(p, "W-WES"), where(p, "W-SIA")) == ("dead", "dead")


@rule("reds", "11.6", "20.3")
@pytest.mark.parametrize(("goal", "train"), [("2515", "2515"), ("2615", "pool")])
def test_trains_retreat_by_rail_to_company_or_are_lost(goal: str, train: str) -> None:
    """From 2617 rails lead to 2515; 2615 is off them."""
    text = f"{AFSR}[White]\n2717: W-VOL, W-CAU\n[Red]\n2617: R-A08, R-TR1\n"
    p = resolved(text, "2617", "dR", "W-VOL")
    play(p, f"to {goal}")
    assert where(p, "R-TR1") == train


@rule("reds", "11.8", "20.3")
@pytest.mark.parametrize(("target", "follows"), [("2717", True), ("2716", False)])
def test_a_train_advances_by_rail_only(target: str, follows: bool) -> None:
    """From 2617 rails lead to 2717 and not to 2716."""
    text = f"{SOUTH}[Red]\n2617: R-A08, R-TR1\n[White]\n{target}: W-CAU (disordered)\n"
    p = resolved(text, target, "D", "R-A08", "R-TR1")
    assert where(p, "W-CAU") != target
    play(p, "advance R-A08")
    assert ("R-TR1" in offered(p, "advance")) is follows


@rule("reds", "11.6")
def test_the_attacker_retreats_too() -> None:
    text = f"{EAST}[Red]\n2813: R-A01\n[White]\n2912: W-KAP\n"
    p = resolved(text, "2912", "AR", "R-A01")
    assert disordered(p, "R-A01")
    assert to_choose(p) == "Red"
    grid = p.charts.grid
    assert all(grid.distance(grid.hex("2912"), grid.hex(x)) >= 2 for x in offered(p, "to"))
    play(p, f"to {min(offered(p, 'to'))}")
    assert where(p, "R-A01") != "2813"
    assert stack(p, "2912") == {"W-KAP"}


@rule("reds", "11.6")
def test_units_that_have_retreated_add_nothing_and_fall_with_the_defence() -> None:
    text = f"{EAST}[Red]\n2913: R-A05\n[White]\n3013: W-SD1, W-CZ2 (retreated)\n"
    unhurt = resolved(text, "3013", "a", "R-A05")
    assert stack(unhurt, "3013") == {"W-SD1", "W-CZ2"}
    p = resolved(text, "3013", "d", "R-A05")
    assert disordered(p, "W-SD1"), "it alone has defended"
    assert where(p, "W-CZ2") == "gone", "any result against the defender"
    p = situation(text + HOLD, dice=(3, 3, 1))
    play(p, "done", "attack 3013", "add R-A05", "resolve")
    ((_, _, _, defenders, *_),) = events(p, "battle")
    assert defenders == (number_of(p, "W-SD1"),)


@rule("reds", "11.6", "20.6")
def test_the_gold_is_left_behind() -> None:
    text = f"{SIBERIA}[White]\n3011: W-CZ1, W-CZ2\n[Red]\n3010: R-A05\n"
    p = resolved(text, "3010", "dR", "W-CZ1", "W-CZ2")
    play(p, f"to {min(offered(p, 'to'))}")
    assert p.label(p.gold) == "3010"
    play(p, "advance W-CZ1")
    assert p.gold_side == "White"


@rule("reds", "11.6", "20.13")
def test_a_tank_retreats_by_no_forest() -> None:
    """To 2216 the infantry goes through the forest in 2217, the tank through the zone in 2316."""
    text = f"{SOUTH}[Red]\n2417: R-A10\n[White]\n2317: W-VOL, W-TK2\n"
    text += "[markers]\nred: 2525, 2825, 3326\n"  # no hex is in supply, none goes before others
    p = resolved(text, "2317", "R", "R-A10")
    play(p, "to 2216")
    assert where(p, "W-VOL") == "2216"
    assert where(p, "W-TK2") == "gone"


# 11.7 The Red Verdun

VERDUN = f"{AFSR}[White]\n3020: W-VOL{{}}\n[Red]\n3119: {{}}\n2313: R-A05\n"


@rule("reds", "11.7", "20.11")
def test_reds_at_tsaritsyn_do_not_retreat() -> None:
    p = resolved(VERDUN.format("", "R-A10"), "3119", "dR", "W-VOL")
    assert where(p, "R-A10") == "3119"
    assert disordered(p, "R-A10")


@rule("reds", "11.7", "20.11")
def test_nor_do_reds_who_attack_from_tsaritsyn() -> None:
    text = f"{SOUTH}[Red]\n3119: R-A10\n3019: R-A09\n[White]\n3020: W-VOL\n"
    p = resolved(text, "3020", "AR", "R-A10", "R-A09")
    while "to" in verbs(p):
        play(p, f"to {min(offered(p, 'to'))}")
    assert where(p, "R-A10") == "3119"
    assert disordered(p, "R-A10")
    assert where(p, "R-A09") not in ("3019", "dead")


@rule("reds", "11.7", "20.11", "20.13")
def test_unless_tanks_attack() -> None:
    p = resolved(VERDUN.format(", W-TK1", "R-A10"), "3119", "dR", "W-VOL", "W-TK1")
    if "to" in verbs(p):
        play(p, f"to {min(offered(p, 'to'))}")
    assert where(p, "R-A10") != "3119"


@rule("reds", "11.7", "20.11")
def test_a_garrison_alone_falls_at_the_red_verdun() -> None:
    p = resolved(VERDUN.format("", "R-G01"), "3119", "dR", "W-VOL")
    assert where(p, "R-G01") == "pool"


@rule("reds", "11.7", "20.11")
def test_the_marker_goes_for_good_when_whites_enter() -> None:
    p = resolved(VERDUN.format("", "R-G01"), "3119", "dR", "W-VOL")
    play(p, "advance W-VOL")
    assert not p.verdun
    later = resolved(VERDUN.format("", "R-A10") + "[markers]\nverdun: no\n", "3119", "dR", "W-VOL")
    if "to" in verbs(later):
        play(later, f"to {min(offered(later, 'to'))}")
    assert where(later, "R-A10") != "3119"


# 11.8 Advance


@rule("reds", "11.8")
def test_attackers_may_advance_into_an_empty_hex_whatever_the_zones() -> None:
    text = f"{EAST}[Red]\n2813: R-A01, R-KON2\n[White]\n2912: W-KAP (disordered)\n3013: W-CZ2\n"
    p = resolved(text, "2912", "d", "R-A01", "R-KON2")
    assert offered(p, "advance") == {"R-A01", "R-KON2"}
    play(p, "advance R-KON2", "advance R-A01")
    assert stack(p, "2912") == {"R-A01", "R-KON2"}


@rule("reds", "11.8")
def test_nobody_advances_while_a_defender_is_left_or_if_he_did_not_attack() -> None:
    p = resolved(EAST + FIELD, "2812", "D", "R-A01")
    assert "advance" not in verbs(p)
    text = f"{EAST}[Red]\n2813: R-A01, R-KON2\n[White]\n2912: W-KAP (disordered)\n"
    p = resolved(text, "2912", "d", "R-A01")
    assert offered(p, "advance") == {"R-A01"}


@rule("reds", "11.8", "12.3")
@pytest.mark.parametrize(("omsk", "advances"), [("", False), ("[markers]\nred: 4301\n", True)])
def test_no_advance_out_of_supply(omsk: str, advances: bool) -> None:
    """In the steppe beyond Orenburg there is no supply; who has none anyway may go there."""
    text = f"{SIBERIA}[White]\n3712: W-SD1\n[Red]\n3713: R-A05 (disordered)\n{omsk}"
    p = resolved(text, "3713", "d", "W-SD1")
    assert where(p, "R-A05") == "dead"
    assert ("advance" in verbs(p)) is advances


@rule("reds", "11.8", "20.3", "20.12")
def test_trains_advance_along_rails_and_flotillas_along_rivers() -> None:
    text = f"{EAST}[Red]\n2910: R-A05, R-TR3, R-RF1\n[White]\n2911: W-KAP (disordered)\n"
    p = resolved(text, "2911", "d", "R-A05", "R-TR3")
    play(p, "advance R-A05")
    assert offered(p, "advance") == {"R-TR3"}
    text = f"{EAST}[Red]\n2811: R-A05, R-RF3\n[White]\n2910: W-KAP (disordered)\n"
    p = resolved(text, "2910", "d", "R-A05", "R-RF3")
    play(p, "advance R-A05")
    assert offered(p, "advance") == {"R-RF3"}


@rule("reds", "11.8", "13.1")
def test_an_advance_takes_the_city() -> None:
    text = f"{EAST}[Red]\n2911: R-A05\n[White]\n3012: W-KOM (disordered)\n"
    p = resolved(text, "3012", "d", "R-A05")
    play(p, "advance R-A05")
    assert p.red_held >> p.charts.grid.hex("3012") & 1
    assert events(p, "took")


def test_a_refusal_leaves_the_advance_open() -> None:
    text = f"{EAST}[Red]\n2813: R-A01, R-KON2\n[White]\n2912: W-KAP (disordered)\n"
    p = resolved(text, "2912", "d", "R-A01")
    assert p.why_not(Choice("advance", "R-KON2")) is not None
    play(p, "hold")
    assert where(p, "R-A01") == "2813"


# Those who fall, and those who are left


@rule("reds", "11.5")
def test_a_garrison_falls_with_all_of_a_stack() -> None:
    text = f"{SIBERIA}[White]\n2912: W-KAP\n[Red]\n2911: R-G01, R-LAT (disordered)\n"
    p = resolved(text, "2911", "D", "W-KAP")
    assert stack(p, "2911") == set()


@rule("reds", "11.5", "11.8")
def test_the_dead_do_not_advance() -> None:
    text = f"{EAST}[Red]\n2813: R-A01 (disordered)\n[White]\n2912: W-KAP (disordered)\n"
    p = resolved(text, "2912", "ad", "R-A01")
    assert stack(p, "2912") == set()
    assert "advance" not in verbs(p)


@rule("reds", "11.7", "20.11")
def test_who_attacks_from_tsaritsyn_retreats_once_the_marker_is_gone() -> None:
    text = f"{SOUTH}[Red]\n3119: R-A10\n[White]\n3020: W-VOL\n[markers]\nverdun: no\n"
    p = resolved(text, "3020", "AR", "R-A10")
    while "to" in verbs(p):
        play(p, f"to {min(offered(p, 'to'))}")
    assert where(p, "R-A10") != "3119"


@rule("reds", "11.6", "9.5")
def test_who_finds_only_strangers_behind_him_is_lost() -> None:
    """The only way back leads to 3112, where a unit of another faction stands."""
    text = (
        f"{EAST}[Red]\n2911: R-A05\n2712: R-A01\n2914: R-A02\n3110: R-A03\n3114: R-A04\n"
        "[White]\n2912: W-SD1\n3112: "
    )
    friend = resolved(f"{text}W-SD2\n", "2912", "R", "R-A05")
    assert where(friend, "W-SD1") == "3112"
    stranger = resolved(f"{text}W-DRO\n", "2912", "R", "R-A05")
    assert where(stranger, "W-SD1") == "dead"


@rule("reds", "11.6", "20.12")
def test_a_flotilla_retreats_along_its_river_or_is_lost() -> None:
    """Down the Volga from 3012 to 3212; no river leads to 2811."""
    text = f"{AFSR}[White]\n2912: W-VOL\n[Red]\n3012: R-A08, R-RF3\n"
    p = resolved(text, "3012", "R", "W-VOL")
    assert where(play(p, "to 3212"), "R-RF3") == "3212"
    q = play(resolved(text, "3012", "R", "W-VOL"), "to 2811")
    assert where(q, "R-RF3") == "pool"


@rule("reds", "11.6", "20.3")
def test_a_train_chooses_between_two_parts_of_its_stack() -> None:
    """Both units leave 2617 along rails, to different hexes; the train may follow either."""
    text = f"{AFSR}[White]\n2717: W-VOL, W-CAU\n[Red]\n2617: R-A08, R-LAT, R-TR3\n"
    p = resolved(text, "2617", "R", "W-VOL")
    play(p, "to 2515", "to 2417")
    assert offered(p, "to") == {"2515", "2417"}
    play(p, "to 2417")
    assert where(p, "R-TR3") == "2417"


@rule("reds", "11.8", "10.11")
def test_who_has_left_the_baltic_republics_does_not_advance_into_them() -> None:
    text = "turn: 9\nphase: activation\nchit: Northwest\n[White]\n1513: W-NW1{}\n"
    text += "[Red]\n1514: R-A07 (disordered)\n"
    stays = resolved(text.format(""), "1514", "d", "W-NW1")
    assert offered(stays, "advance") == {"W-NW1"}
    left = resolved(text.format(" (left-baltic)"), "1514", "d", "W-NW1")
    assert where(left, "R-A07") == "dead"
    assert "advance" not in verbs(left)


@rule("reds", "9.4", "11.8")
def test_partisans_advance_into_an_empty_hex() -> None:
    text = f"{EAST}[Red]\n3310: R-P1\n[White]\n3410: W-SG2\n"
    p = resolved(text, "3410", "R", "R-P1")
    assert offered(p, "advance") == {"R-P1"}


@rule("reds", "11.5", "20.3")
def test_a_train_is_lost_with_the_army_that_it_was_with() -> None:
    text = f"{AFSR}[White]\n2717: W-VOL\n[Red]\n2617: R-A08 (disordered), R-TR3\n"
    p = resolved(text, "2617", "d", "W-VOL")
    assert (where(p, "R-A08"), where(p, "R-TR3")) == ("dead", "pool")
    assert offered(p, "advance") == {"W-VOL"}


@rule("reds", "11.6")
def test_the_way_is_chosen_where_the_rest_of_a_stack_can_follow_for_nothing() -> None:
    """Every way back costs a disorder result; the owner picks the one that is paid for."""
    reds = f"{EAST}[Red]\n2911: R-A05\n2813: R-A02\n"
    p = resolved(f"{reds}3014: R-A04\n{PAIR}", "2912", "R", "R-A05", "R-A02")
    play(p, "retreat W-SIA")
    assert offered(p, "by") == {"3012", "3013"}
    alone = resolved(f"{reds}3014: R-A04\n[White]\n2912: W-WES\n", "2912", "R", "R-A05", "R-A02")
    assert "by" not in verbs(alone), "nobody follows"
    free = resolved(f"{reds}{PAIR}", "2912", "R", "R-A05", "R-A02")
    play(free, "retreat W-SIA")
    assert "by" not in verbs(free), "it costs nothing"


@rule("reds", "11.7", "20.1", "20.11")
def test_a_battle_at_the_red_verdun_ends_like_any_other() -> None:
    """Nobody retreats from Tsaritsyn; the aircraft of the attacker is used all the same."""
    p = situation(
        f"{AFSR}[White]\n3019: W-VOL\nready: W-AIR1\n[Red]\n3119: R-A10\n{HOLD}", dice=(1,)
    )
    play(p, "done")
    p.forget_decision()
    unit = {name: number_of(p, name) for name in ("W-VOL", "R-A10", "W-AIR1")}
    tsaritsyn = p.charts.grid.hex("3119")
    sides = ("White", "Red", tsaritsyn, (unit["W-VOL"],), (unit["R-A10"],))
    fight(p, Battle(*sides, attack_support=(unit["W-AIR1"],)), "dR")
    p.decision()
    assert (where(p, "R-A10"), disordered(p, "R-A10")) == ("3119", True)
    assert where(p, "W-AIR1") == "used"
