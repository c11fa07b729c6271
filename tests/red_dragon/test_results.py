"""12.3.5 What comes of an attack: losses, retreats, and what follows from them."""

from __future__ import annotations

import pytest

from ..marks import rule
from .fights import A, B, C, D, E, F, X, battle, gmd_attacks, pla_attacks
from .situations import (
    CUT_OFF,
    labels,
    offered,
    place_of,
    play,
    stack,
    to_choose,
    verbs,
)

# Losses


@rule("red-dragon", "12.3.5", "15.1.4")
def test_in_the_corner_of_the_map_factors_are_factors() -> None:
    p = gmd_attacks(
        "0701: 72-corps, 238-div, 181-div",
        "0702: ecfa-1",
        "attack 0702",
        "all",
        "resolve",
        dice=[1, 1, 2],
    )
    assert battle(p).result == "AA"
    play(p, "lose 72-corps")
    assert stack(p, "0701") == ["181-div", "238-div"], "three were owed, and four are paid"
    assert "lose" not in verbs(p)


@rule("red-dragon", "12.3.5")
@pytest.mark.parametrize(
    ("more", "defenders", "die", "asked"),
    [
        ("", "148-div, 181-div", 3, False),  # two are owed, and there are no more
        (", jl3", "148-div, 181-div, 238-div", 3, False),
        ("", "148-div, 238-div", 2, False),
        ("", "148-div", 1, True),
    ],
)
def test_nobody_is_asked_when_all_are_lost(
    more: str, defenders: str, die: int, asked: bool
) -> None:
    pla = f"{A}: lg; {B}: jl1{more}"
    p = pla_attacks(f"{X}: {defenders}", pla, f"attack {X}", "all", "resolve", dice=[die, 2, 2, 2])
    assert battle(p).result == "AA"
    assert ("lose" in verbs(p)) is asked
    if asked:
        play(p, "lose lg")
        assert "lose" not in verbs(p), "one factor is enough"
        assert place_of(p, "jl1") == B
    else:
        assert p.pla == 0


@rule("red-dragon", "17.1.7", "17.1.6", "12.3.5")
@pytest.mark.parametrize(
    ("wave", "defenders"),
    [
        ("ecfa-12", "70-corps"),  # 7 to 5 is 1:1; three are owed, and three are paid
        ("ecfa-9", "70-corps, 72-corps"),  # 15 to 9 is 3:2; seven are paid for five
    ],
)
def test_a_wave_that_pays_enough_spares_the_others(wave: str, defenders: str) -> None:
    p = pla_attacks(
        f"{X}: {defenders}",
        f"{A}: {wave}, jh34; available: su-yu",
        f"attack {X}",
        "all",
        f"wave {wave}",
        "resolve",
        dice=[1, 2],
    )
    assert battle(p).result == "AA"
    assert stack(p, A) == ["jh34"]


@rule("red-dragon", "17.1.7", "15.2.3")
def test_the_defector_of_a_wave_pays_his_loss_factor() -> None:
    # 14 to 9 is 3:2; five are owed, and the Defector of 9 Corps is worth two.
    p = pla_attacks(
        f"{X}: 70-corps, 72-corps; under ecfa-1: 9-corps",
        f"{A}: ecfa-1, jh34, lg; available: su-yu",
        f"attack {X}",
        "all",
        "wave ecfa-1",
        "resolve",
        dice=[1, 2, 2, 2],
    )
    assert battle(p).result == "AA"
    assert place_of(p, "9-corps") == "eliminated"
    play(p, "lose jh34", "lose lg")
    assert "lose" in verbs(p), "one of five is still owed"
    # With three factors more nobody but the Corps would be spared.
    p = pla_attacks(
        f"{X}: 70-corps; under ecfa-12: 9-corps",
        f"{A}: ecfa-12, jh34; available: su-yu",
        f"attack {X}",
        "all",
        "wave ecfa-12",
        "resolve",
        dice=[1, 2, 2],
    )
    play(p, "lose jh34")
    assert "lose" not in verbs(p), "two and one are three"
    assert stack(p, A) == ["ecfa-12"]


@rule("red-dragon", "15.2.3", "12.3.5")
def test_only_defectors_of_those_in_the_fight_can_be_lost() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; under ecfa-1: 9-corps; under ecfa-9: 8-corps",
        f"{A}: ecfa-1; 2013: ecfa-9; {B}: lg",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[1],
    )
    assert battle(p).result == "AA"
    assert offered(p, "lose") == {"ecfa-1", "9-corps"}


@rule("red-dragon", "12.3.5", "15.1.1")
def test_the_last_counter_of_the_gmd_is_lost_like_others() -> None:
    p = gmd_attacks(
        f"{A}: 10-corps, 12a-tanks",
        f"{X}: ecfa-1",
        f"attack {X}",
        "all",
        "resolve",
        dice=[1, 1, 3],
    )
    assert battle(p).result == "AA"
    play(p, "lose 12a-tanks")
    assert place_of(p, "12a-tanks") == "turn 5"
    assert offered(p, "lose") == {"10-corps"}


@rule("red-dragon", "15.2.3", "12.3.5")
def test_an_attacker_whose_defector_dies_for_him_stays_where_he_is() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 70-corps; under cpfa-2: 9-corps",
        f"{A}: cpfa-2",
        f"attack {X}",
        "add cpfa-2",
        "resolve",
        dice=[1],
    )
    assert battle(p).result == "AE"
    assert place_of(p, "9-corps") == "eliminated"
    assert place_of(p, "cpfa-2") == A
    assert "retreat" not in verbs(p)


@rule("red-dragon", "15.2.3", "12.3.5")
def test_a_defender_whose_defector_dies_for_him_retreats_from_the_attackers() -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, 70-corps, 238-div, 181-div; under cpfa-2: 9-corps",
        f"{X}: cpfa-2",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3],
    )
    assert battle(p).result == "DE"
    assert offered(p, "retreat") == {C, D, E}, "the others are next to the attackers"


# Retreats


@rule("red-dragon", "12.3.5", "6.1.1")
def test_in_the_corner_of_the_map_units_retreat() -> None:
    choices = ("attack 0701", "all", "resolve")
    p = pla_attacks("0701: 72-corps", "0702: ecfa-1, ecfa-4", *choices, dice=[3])
    assert battle(p).result == "DR"
    assert place_of(p, "72-corps") == "0801"
    # Into the corner, if that is the only way: nobody is asked.
    p = pla_attacks(
        "0702: 72-corps",
        "0703: ecfa-1, ecfa-4; 0801: lg; 0802: jl1; 0803: jl3",
        "attack 0702",
        "add ecfa-1",
        "add ecfa-4",
        "resolve",
        dice=[3],
    )
    assert battle(p).result == "DR"
    assert place_of(p, "72-corps") == "0701"


@rule("red-dragon", "18.2.3", "12.3.5")
@pytest.mark.parametrize(
    ("beside", "ring", "asked"),
    [
        # One way out with a face-down counter in it.
        (f"{D}: lg", f"{B}: 72-corps; {C}: 148-div; {E}: 115-corps; {F}: 9-corps", False),
        # Two ways, one of which leads away from the attackers; nobody is there.
        ("", f"{C}: 72-corps; {E}: 115-corps; {F}: 9-corps", False),
        # Open counters tell nothing.
        (f"{D}: guerrilla-1", f"{C}: 72-corps; {E}: 115-corps; {F}: 9-corps", False),
        (f"{B}: guerrilla-1", f"{C}: 72-corps; {E}: 115-corps; {F}: 9-corps", False),
        # Face-down ones might leave no room.
        (f"{D}: lg", f"{C}: 72-corps; {E}: 115-corps; {F}: 9-corps", True),
        (f"{B}: lg", f"{C}: 72-corps; {E}: 115-corps; {F}: 9-corps", True),
    ],
)
def test_when_the_pla_is_asked_where_a_unit_retreats_to(
    beside: str, ring: str, asked: bool
) -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, 70-corps; {ring}",
        f"{X}: ecfa-2; {beside}",
        f"attack {X}",
        "add 5-corps",
        "add 70-corps",
        "resolve",
        dice=[3],
    )
    assert battle(p).result == "DR"
    if asked:
        assert (to_choose(p), offered(p, "retreat")) == ("PLA", {D})
    else:
        assert place_of(p, "ecfa-2") == D


@rule("red-dragon", "18.2.3", "12.3.5")
def test_with_one_way_into_the_corner_nobody_is_asked() -> None:
    p = gmd_attacks(
        "0703: 5-corps, 70-corps; 0801: 72-corps; 0802: 148-div; 0803: 115-corps",
        "0702: ecfa-2; 0701: lg",
        "attack 0702",
        "add 5-corps",
        "add 70-corps",
        "resolve",
        dice=[1],
    )
    assert battle(p).result == "DR"
    assert place_of(p, "ecfa-2") == "0701"


@rule("red-dragon", "11.2.6", "12.3.5")
def test_railroad_security_retreats_along_its_line() -> None:
    p = pla_attacks(
        "1508: rr-security, 72-corps",
        "1607: ecfa-1, ecfa-4",
        "attack 1508",
        "all",
        "resolve",
        dice=[3],
    )
    assert battle(p).result == "DR"
    assert offered(p, "retreat") >= {"1609", "1509"}
    play(p, "retreat 1509")
    # 1608 is next to the attackers, and 1408 is not.
    assert place_of(p, "rr-security") == "1408"


@rule("red-dragon", "12.3.5", "13.1.1")
def test_guns_of_the_attacker_retreat_where_they_like() -> None:
    p = gmd_attacks(
        f"{A}: 72-corps, xbs-artillery-1; {C}: 9-corps",
        f"{X}: ecfa-1",
        f"attack {X}",
        "add xbs-artillery-1",
        "add 9-corps",
        "resolve",
        dice=[2, 3],
    )
    assert battle(p).result == "AR"
    assert {B, F, "1710"} <= offered(p, "retreat"), "also next to 9 Corps"


@rule("red-dragon", "13.2.5", "12.3.5")
@pytest.mark.parametrize("barrels", ["elb-1", "elb-2"])
def test_barrels_do_not_retreat(barrels: str) -> None:
    p = gmd_attacks(
        f"{A}: 5-corps, 70-corps",
        f"{X}: gd-cpfa, cpfa-3, {barrels}",
        "done",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3, 2],
    )
    assert battle(p).result == "DR"
    play(p, f"retreat {D}", f"retreat {C}")
    assert {place_of(p, "gd-cpfa"), place_of(p, "cpfa-3")} == {C, D}
    assert place_of(p, barrels) == "turn 4"
    assert "retreat" not in verbs(p)


@rule("red-dragon", "18.5.2", "12.3.5")
@pytest.mark.parametrize(("militia", "die"), [("militia-xu", 4), ("militia-6", 2)])
def test_militia_that_must_retreat_is_lost(militia: str, die: int) -> None:
    choices = ("attack 1411", "add 72-corps", "resolve")
    p = gmd_attacks("1511: 72-corps", f"1411: {militia}", *choices, dice=[die])
    assert battle(p).result == "DR"
    assert place_of(p, militia) == "available"


@rule("red-dragon", "16.1.3", "12.3.5")
def test_units_out_of_supply_defend_with_their_guns() -> None:
    p = pla_attacks(
        f"{X}: 72-corps, xbs-artillery-1, xbs-mortar",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        markers=CUT_OFF,
    )
    assert battle(p).defenders == {"72-corps", "xbs-artillery-1", "xbs-mortar"}
    assert battle(p).defence == 3, "half of four and two"


# Afterwards


@rule("red-dragon", "17.1.8", "17.1.10")
def test_deng_is_used_only_if_he_was_called() -> None:
    pla = f"{A}: ecfa-1; {C}: cpfa-4; 2013: ecfa-3; available: deng-xiao-peng"
    gmd = f"{X}: 5-corps, 70-corps; 1914: 8-corps"
    p = pla_attacks(gmd, pla, f"attack {X}", "add ecfa-1", "resolve", dice=[6])
    assert place_of(p, "deng-xiao-peng") == "available"
    p = pla_attacks(
        gmd, pla, f"attack {X}", "add ecfa-1", "deng", "add cpfa-4", "resolve", dice=[4]
    )
    assert place_of(p, "deng-xiao-peng") == "used"


@rule("red-dragon", "18.6.1", "13.2.5")
def test_tanks_break_down_and_barrels_are_used_in_the_corner_too() -> None:
    choices = ("attack 0702", "all", "resolve")
    p = pla_attacks("0702: 148-div", "0701: st-tanks, lg", *choices, dice=[2, 6, 2])
    assert place_of(p, "st-tanks") == "turn 4"
    p = pla_attacks("0702: 72-corps", "0701: cpfa-1, elb-1", "done", *choices, dice=[4, 2])
    assert battle(p).result == "NE"
    assert place_of(p, "elb-1") == "turn 4"


@rule("red-dragon", "13.2.5")
def test_barrels_that_were_not_used_stay() -> None:
    p = pla_attacks(
        f"{X}: 72-corps; 1709: 8-corps",
        f"{A}: cpfa-1, cpfa-3, elb-1",
        "done",
        f"attack {X}",
        "add cpfa-1",
        "resolve",
        dice=[4],
    )
    assert battle(p).result == "NE"
    assert place_of(p, "elb-1") == A


@rule("red-dragon", "13.2.5", "12.3.5")
def test_barrels_that_are_lost_in_a_fight_are_delayed_once() -> None:
    p = pla_attacks(
        f"{X}: 148-div; 1709: 8-corps",
        f"{A}: yx, elb-1; 2013: ecfa-9",
        "done",
        f"attack {X}",
        "all",
        "resolve",
        dice=[1, 2, 5],
    )
    assert battle(p).result == "AA"
    play(p, "lose elb-1")
    assert place_of(p, "elb-1") == "turn 4"
    assert stack(p, A) == ["yx"]


@rule("red-dragon", "13.2.5", "12.3.5", "18.2.2")
def test_barrels_are_not_left_behind_by_an_advance() -> None:
    p = pla_attacks(
        f"{X}: 238-div; 1709: 8-corps; 2012: 9-corps",
        f"{A}: cpfa-4, elb-1; 2013: ecfa-9",
        "done",
        f"attack {X}",
        "add cpfa-4",
        "resolve",
        dice=[2, 1, 2, 3],
    )
    assert battle(p).result == "DE"
    play(p, "advance cpfa-4")
    assert place_of(p, "cpfa-4") == X
    assert place_of(p, "elb-1").startswith("turn")
    assert p.face_up == 0


@rule("red-dragon", "16.1.3")
def test_after_a_panic_with_a_choice_the_phase_goes_on() -> None:
    # Two FDPs are equally near.
    p = pla_attacks(
        f"{X}: 72-corps; 1512: 5-corps; 1508: 70-corps",
        f"{A}: ecfa-1; {D}: ecfa-3; 2013: ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        markers=f"{CUT_OFF}; fdp: 1512 1508",
    )
    assert offered(p, "panic") == {"1512", "1508"}
    play(p, "panic 1512", "hold")
    assert "panic" not in verbs(p)
    assert labels(p, p.gmd) == {"1512", "1508"}


@rule("red-dragon", "18.2.2")
def test_nobody_is_shown_any_longer_when_a_combat_is_over() -> None:
    choices = (f"attack {X}", "add ecfa-1", "resolve")
    p = pla_attacks(f"{X}: 72-corps", f"{A}: ecfa-1", *choices, dice=[3])
    assert battle(p).result == "NE"
    assert p.face_up == 0
