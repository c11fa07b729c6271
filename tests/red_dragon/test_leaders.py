"""17.0 Leaders."""

from __future__ import annotations

import pytest

from stavka.titles.red_dragon.position import War
from stavka.titles.red_dragon.victory import corps_eliminated

from ..marks import rule
from .fights import A, B, C, D, E, F, X, battle, gmd_attacks, pla_attacks, shift
from .situations import (
    events,
    loyal_up_to,
    number_of,
    offered,
    place_of,
    play,
    refused,
    set_up,
    stack,
    verbs,
)


def shifts(p: War) -> int:
    return shift(battle(p), p.charts.columns)


# 17.1 PLA leaders

GENERALS = "available: su-yu, tan-zhenlin, liu-bocheng"


@rule("red-dragon", "17.0", "17.1", "17.1.2", "17.1.3", "17.1.4", "17.1.5")
def test_a_general_orders_one_unit_into_a_human_wave() -> None:
    p = pla_attacks(f"{X}: 5-corps", f"{A}: ecfa-1, ecfa-3, 3st; {GENERALS}", f"attack {X}", "all")
    assert offered(p, "wave") == {"ecfa-1", "ecfa-3"}, "infantry only"
    assert refused(p, "wave 3st").case == "17.1.4"
    play(p, "wave ecfa-1", "resolve")
    # 6 twice, 6 and 1.
    assert battle(p).attack == 12 + 6 + 1


@rule("red-dragon", "17.1.1", "17.1.3", "17.1.8")
def test_each_general_serves_his_own_command_once() -> None:
    p = pla_attacks(
        f"{X}: 5-corps",
        f"{A}: ecfa-1, ecfa-3; {B}: ecfa-4; {GENERALS}",
        f"attack {X}",
        "all",
        "wave ecfa-1",
        "wave ecfa-3",
    )
    assert "wave" not in verbs(p), "the ECFA has two generals"
    assert refused(p, "wave ecfa-4").case == "17.1.8"
    p = pla_attacks(
        f"{X}: 5-corps", f"{A}: cpfa-4, cpfa-1; {GENERALS}", f"attack {X}", "all", "wave cpfa-4"
    )
    assert "wave" not in verbs(p)


@rule("red-dragon", "17.1.6")
def test_the_wave_is_spent_whatever_the_result() -> None:
    # 12 to 2 is 6:1; a 2 is DE.
    p = pla_attacks(
        f"{X}: 148-div",
        f"{A}: ecfa-1; {GENERALS}",
        f"attack {X}",
        "add ecfa-1",
        "wave ecfa-1",
        "resolve",
        dice=[2, 1, 1, 5],
    )
    assert battle(p).result == "DE"
    assert place_of(p, "ecfa-1") == "turn 7"
    # Or the defector under it.
    p = pla_attacks(
        f"{X}: 148-div; under ecfa-1: 72-corps",
        f"{A}: ecfa-1; {GENERALS}",
        f"attack {X}",
        "add ecfa-1",
        "wave ecfa-1",
        "resolve",
        dice=[2, 1, 1, 5],
    )
    assert place_of(p, "ecfa-1") == A
    assert place_of(p, "72-corps") == "eliminated"


@rule("red-dragon", "17.1.7")
def test_what_the_wave_costs_counts_as_a_loss() -> None:
    # 12 + 7 to 14 is 1:1; a 1 is AA: 7 factors, of which the wave pays 6.
    p = pla_attacks(
        f"{X}: 5-corps, 18-corps",
        f"{A}: ecfa-1, ecfa-9; {B}: jl1; {GENERALS}",
        f"attack {X}",
        "add ecfa-1",
        "add ecfa-9",
        "add jl1",
        "wave ecfa-1",
        "resolve",
        dice=[1, 2],
    )
    assert battle(p).result == "AA"
    assert place_of(p, "ecfa-1") == "turn 4"
    assert offered(p, "lose") == {"ecfa-9", "jl1"}
    play(p, "lose jl1")
    assert place_of(p, "ecfa-9") == A


@rule("red-dragon", "17.1.6", "17.1.7", "15.2.3")
def test_a_wave_with_a_defector_pays_once_even_if_all_attackers_are_eliminated() -> None:
    # 12 to 26 is 1:3; a 1 is AE: the defector dies in place of the wave, and that is all.
    p = pla_attacks(
        f"{X}: 5-corps, 18-corps; under lzn: 72-corps",
        f"{A}: lzn; {GENERALS}",
        f"attack {X}",
        "add lzn",
        "wave lzn",
        "resolve",
        dice=[1, 2],
    )
    assert battle(p).result == "AE"
    assert place_of(p, "72-corps") == "eliminated"
    assert place_of(p, "lzn") == A


@rule("red-dragon", "17.1.6", "17.1.7")
@pytest.mark.parametrize(("die", "result"), [(1, "AA"), (6, "AA/DA")])
def test_a_wave_with_a_defector_pays_once_in_an_attrition(die: int, result: str) -> None:
    # 12 + 7 to 14 is 1:1.
    p = pla_attacks(
        f"{X}: 5-corps, 18-corps; under ecfa-1: 72-corps",
        f"{A}: ecfa-1, ecfa-9; {GENERALS}",
        f"attack {X}",
        "all",
        "wave ecfa-1",
        "resolve",
        dice=[die, 1, 1],
    )
    if result == "AA/DA":
        play(p, "lose 5-corps")
    assert battle(p).result == result
    assert place_of(p, "72-corps") == "eliminated"
    assert place_of(p, "ecfa-1") == A, "the defector has paid for it"
    assert offered(p, "lose") == {"ecfa-1", "ecfa-9"}, "a defector worth 2 does not pay 7"
    play(p, "lose ecfa-9")
    assert place_of(p, "ecfa-1") == A


@rule("red-dragon", "17.1.8", "17.1.9")
def test_used_generals_are_ready_again_next_phase() -> None:
    p = pla_attacks(
        f"{X}: 148-div; {C}: 5-corps",
        f"{A}: ecfa-1; {B}: ecfa-3; {GENERALS}",
        f"attack {X}",
        "add ecfa-1",
        "wave ecfa-1",
        "resolve",
        dice=[2, 1, 1, 5],
    )
    used = [name for name in ("su-yu", "tan-zhenlin") if place_of(p, name) == "used"]
    assert len(used) == 1
    p = set_up("pla-combat", gmd=f"{X}: 148-div", pla=f"{A}: ecfa-1; used: su-yu, deng-xiao-peng")
    assert place_of(p, "su-yu") == place_of(p, "deng-xiao-peng") == "available"


@rule("red-dragon", "17.1.10", "4.1", "12.1.5")
def test_deng_brings_both_field_armies_together_once() -> None:
    pla = f"{A}: ecfa-1; {B}: cpfa-4; available: deng-xiao-peng"
    p = pla_attacks(
        f"{X}: 5-corps; 1710: 148-div", f"{pla}; 1711: cpfa-1", f"attack {X}", "add ecfa-1"
    )
    assert offered(p, "add") == set()
    play(p, "deng")
    assert offered(p, "add") == {"cpfa-4"}
    play(p, "add cpfa-4", "resolve")
    assert battle(p).attackers == {"ecfa-1", "cpfa-4"}


@rule("red-dragon", "17.1.10")
def test_one_coordinated_attack_a_phase_and_none_on_turn_one() -> None:
    pla = f"{A}: ecfa-1, cpfa-4; 0810: ecfa-3; 0909: cpfa-1; available: deng-xiao-peng"
    p = pla_attacks(
        f"{X}: 148-div; 0809: 99-corps",
        pla.replace(f"{A}: ecfa-1, cpfa-4", f"{A}: ecfa-1; {B}: cpfa-4"),
        f"attack {X}",
        "add ecfa-1",
        "deng",
        "add cpfa-4",
        "resolve",
        dice=[2, 1, 1],
    )
    play(p, "hold", "attack 0809", "add ecfa-3")
    assert "deng" not in verbs(p)
    assert refused(p, "deng").case == "17.1.10"
    p = set_up(
        "pla-combat",
        gmd=f"{X}: 5-corps",
        turn=1,
        pla=f"{A}: ecfa-1; {B}: cpfa-4; used: deng-xiao-peng",
    )
    play(p, f"attack {X}", "add ecfa-1")
    assert "deng" not in verbs(p)


@rule("red-dragon", "17.1")
def test_nothing_happens_to_pla_leaders() -> None:
    p = pla_attacks(
        f"{X}: 5-corps, 18-corps",
        f"{A}: ecfa-1; {GENERALS}",
        f"attack {X}",
        "add ecfa-1",
        "wave ecfa-1",
        "resolve",
        dice=[1, 2],
    )
    assert events(p, "leader_loss") == []
    assert {place_of(p, name) for name in ("su-yu", "tan-zhenlin")} <= {"used", "available"}


# 17.2 GMD leaders


@rule("red-dragon", "17.2.3", "17.2.1")
def test_leaders_fly_before_anybody_moves() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1804: 5-corps, qiu-qingquan; 1809: 72-corps; 1806: 70-corps; 1812: 9-corps",
    )
    play(p, "select qiu-qingquan")
    assert offered(p, "fly") == {"1806", "1809"}, "his own army and plain XBS units"
    assert refused(p, "fly 1812").case == "17.2.3"
    play(p, "fly 1806")
    assert place_of(p, "qiu-qingquan") == "1806"
    p = set_up("gmd-movement", gmd="1804: 5-corps, qiu-qingquan; 1809: 72-corps; 1806: 70-corps")
    play(p, "select 72-corps", "move 1808")
    assert "qiu-qingquan" not in offered(p, "select")
    assert refused(p, "select qiu-qingquan").case == "17.2.3"


@rule("red-dragon", "17.2.1")
def test_a_leader_goes_with_the_last_unit_that_he_leads() -> None:
    p = set_up("gmd-movement", gmd="1510: 5-corps, 70-corps, qiu-qingquan")
    play(p, "select 5-corps", "move 1511")
    assert place_of(p, "qiu-qingquan") == "1510"
    play(p, "select 70-corps", "move 1610")
    assert place_of(p, "qiu-qingquan") == "1610"
    # He may be taken along before that.
    p = set_up("gmd-movement", gmd="1510: 5-corps, 70-corps, qiu-qingquan")
    play(p, "select 5-corps", "take qiu-qingquan", "move 1511")
    assert place_of(p, "qiu-qingquan") == "1511"


@rule("red-dragon", "17.2.1", "11.2.4")
def test_a_leader_stays_with_his_unit_in_every_leg_of_its_move() -> None:
    p = set_up("gmd-movement", gmd="1809: 5-corps, 238-div, qiu-qingquan; 1408: 70-corps")
    play(p, "select 5-corps", "take qiu-qingquan", "rail 1408", "move 1407")
    assert stack(p, "1407") == ["5-corps", "qiu-qingquan"]


@rule("red-dragon", "17.2.4")
def test_into_an_fdp_but_not_out() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1510: 5-corps, qiu-qingquan; 1705: 70-corps; 1806: 74-corps, du-yuming",
        markers="fdp: 1510",
    )
    assert "qiu-qingquan" not in offered(p, "select")
    assert refused(p, "select qiu-qingquan").case == "17.2.4"
    play(p, "select du-yuming")
    assert "1510" in offered(p, "fly")


@rule("red-dragon", "17.2.2", "17.2.5")
def test_several_leaders_in_a_hex() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1510: 72-corps, du-yuming, qiu-qingquan; 1809: 9-corps, li-mi; "
        "1010: 99-corps, li-yannian",
    )
    play(p, "select li-mi")
    assert "1510" in offered(p, "fly")
    play(p, "fly 1510")
    assert {"du-yuming", "qiu-qingquan", "li-mi"} <= set(stack(p, "1510"))
    # Within the restrictions of the commands: Bengbu's general has nowhere to go.
    assert "li-yannian" not in offered(p, "select")


@rule("red-dragon", "17.2.6", "12.3.4")
def test_the_rating_shifts_the_column() -> None:
    for leader, columns in (("", 0), (", sun-yuanliang", 0), (", qiu-qingquan", 1)):
        p = gmd_attacks(
            f"{A}: 72-corps, 5-corps{leader}",
            f"{X}: ecfa-1",
            f"attack {X}",
            "all",
            "resolve",
            dice=[3] * 12,
        )
        assert shifts(p) == columns
        p = pla_attacks(
            f"{X}: 72-corps, 5-corps{leader}",
            f"{A}: ecfa-1, ecfa-9",
            f"attack {X}",
            "all",
            "resolve",
            dice=[3] * 12,
        )
        assert shifts(p) == -columns
    p = pla_attacks(
        f"{X}: 10-corps, hu-lian, huang-wei",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3] * 12,
    )
    assert shifts(p) == -2, "the best one, not the sum"


@rule("red-dragon", "17.2.6")
def test_the_rating_helps_loyalty_checks_of_his_hex() -> None:
    die = loyal_up_to("148-div") + 1
    p = pla_attacks(
        f"{X}: 148-div, du-yuming",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3, die, 1, 1, 1],
    )
    (told,) = events(p, "loyalty")
    assert told.facts[1:] == (die, -1, True)


@rule("red-dragon", "17.2", "17.2.6", "17.2.7")
def test_the_example_of_two_stacks_with_leaders() -> None:
    """Raw 2:1, one leader of 1 and one of 0: 3:1; both stacks lose a unit, both leaders roll."""
    tanks, division = loyal_up_to("1-tank-bn-1") + 1, loyal_up_to("148-div") + 1
    p = gmd_attacks(
        f"{A}: 41-corps, 148-div, sun-yuanliang; {B}: 72-corps, 1-tank-bn-1, du-yuming",
        f"{X}: ecfa-4; 1711: ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        "lose 148-div",
        "lose 1-tank-bn-1",
        # AA/DA costs both sides 3 factors: ECFA 4 is back after 1 turn; 148 Division fails by one;
        # the tanks would, too, but have the -1 of Du Yuming, and are back after 2 turns.
        dice=[3, 1, division, tanks, 2, 3, 4, 3, 4],
    )
    found = battle(p)
    assert (found.attack, found.defence) == (11, 5)
    assert (found.raw, found.column, found.result) == ("2:1", "3:1", "AA/DA")
    checks = [event.facts[1:] for event in events(p, "loyalty")]
    assert checks == [(division, 0, False), (tanks, -1, True)]
    assert len(events(p, "leader_loss")) == 2, "with or without the use of their rating"


@rule("red-dragon", "17.2.7")
@pytest.mark.parametrize(
    ("dice", "lost"), [((1, 1), True), ((6, 6), True), ((3, 4), False), ((1, 2), False)]
)
def test_leader_loss_with_survivors(dice: tuple[int, int], lost: bool) -> None:
    p = pla_attacks(
        f"{X}: 5-corps, qiu-qingquan",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[6, *dice],
    )
    assert battle(p).result == "NE"
    assert place_of(p, "qiu-qingquan") == ("eliminated" if lost else X)
    assert corps_eliminated(p) == lost


@rule("red-dragon", "17.2.7")
@pytest.mark.parametrize(("dice", "lost"), [((3, 4), True), ((1, 1), False), ((6, 6), False)])
def test_leader_loss_without_survivors(dice: tuple[int, int], lost: bool) -> None:
    p = pla_attacks(
        f"{X}: 148-div, du-yuming; 0809: 72-corps",
        f"{A}: ecfa-1, ecfa-9; 0810: ecfa-3",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3, 1, 1, *dice],
    )
    assert battle(p).result == "DE"
    # Whoever survives alone leaves the map until next turn.
    assert place_of(p, "du-yuming") == ("eliminated" if lost else "turn 3")


@rule("red-dragon", "17.2.7")
def test_a_leader_without_troops_waits_for_some() -> None:
    p = set_up(
        "gmd-reinforcement",
        gmd="1809: 72-corps; 1804: 5-corps; turn 3: li-mi",
        turn=3,
        pla="2013: ecfa-1",
    )
    assert place_of(p, "li-mi") == "edge"
    assert p.current.key == "gmd-movement"
    play(p, "select li-mi", "fly 1809")
    assert place_of(p, "li-mi") == "1809"
    p = set_up("gmd-movement", gmd="0809: 99-corps; edge: li-mi", pla="2013: ecfa-1")
    assert offered(p, "select") == {"99-corps"}, "nobody is there to join"


@rule("red-dragon", "17.2.8")
def test_leaders_make_no_loyalty_checks() -> None:
    p = pla_attacks(
        f"{X}: 148-div, du-yuming",
        f"{A}: ecfa-1, ecfa-9",
        f"attack {X}",
        "all",
        "resolve",
        dice=[3, 6, 1, 1],
    )
    assert [event.facts[0] for event in events(p, "loyalty")] == [number_of(p, "148-div")]


@rule("red-dragon", "17.2.7")
@pytest.mark.parametrize(("dice", "lost"), [((3, 4), False), ((1, 1), True)])
def test_a_unit_that_has_retreated_survives_for_its_leader(
    dice: tuple[int, int], lost: bool
) -> None:
    # 16 to 9 is 3:2, with Li Mi 1:1; a 5 is DR. There is room for one corps, in D.
    ring = f"{B}: ecfa-3; {C}: ecfa-4; {E}: ecfa-8; {F}: ecfa-7"
    p = pla_attacks(
        f"{X}: 8-corps, 9-corps, li-mi; {D}: 115-corps",
        f"{A}: ecfa-9, lzn; {ring}",
        f"attack {X}",
        "add ecfa-9",
        "add lzn",
        "add ecfa-3",
        "resolve",
        # 9 Corps stays loyal and is back after 5 turns.
        dice=[5, 1, 5, *dice],
    )
    assert battle(p).result == "DR"
    assert stack(p, D) == ["115-corps", "8-corps"]
    assert place_of(p, "9-corps") == "turn 7"
    assert place_of(p, "li-mi") == ("eliminated" if lost else "turn 3")


# 17.2.9 Jiang Weiguo


@rule("red-dragon", "17.2.9")
def test_jiang_flies_to_tanks_only() -> None:
    p = set_up(
        "gmd-movement",
        gmd="1809: 1-tank-bn-1, jiang-weiguo; 1804: 2-tank-bn-1; "
        "1010: 99-corps, 1-tank-bn-2; 1806: 72-corps",
    )
    play(p, "select jiang-weiguo")
    assert offered(p, "fly") == {"1804", "1010"}
    assert refused(p, "fly 1806").case == "17.2.9"


@rule("red-dragon", "17.2.9", "6.1.2")
def test_the_armored_group_stacks_as_a_regiment() -> None:
    tanks = (
        "1-tank-bn-1, 2-tank-bn-1, 3-tank-bn-1, 1-tank-bn-2, 2-tank-bn-2, 3-tank-bn-2, 12a-tanks"
    )
    p = set_up(
        "gmd-movement",
        gmd=f"1510: {tanks}, jiang-weiguo; 1511: 5-corps, 70-corps, 238-div; "
        "1610: 25-corps, 148-div, xbs-mortar",
    )
    play(p, "select jiang-weiguo")
    # With two smaller units the regiment would be a third.
    assert "1511" in offered(p, "move")
    assert "1610" not in offered(p, "move")
    play(p, "move 1511")
    assert set(tanks.split(", ")) <= set(stack(p, "1511"))
    assert "jiang-weiguo" in stack(p, "1511")


@rule("red-dragon", "17.2.9", "4.2.4")
def test_tanks_with_jiang_go_with_any_command() -> None:
    p = set_up("gmd-movement", gmd="1510: 1-tank-bn-2, 2-tank-bn-2, jiang-weiguo; 1511: 25-corps")
    play(p, "select jiang-weiguo")
    assert "1511" in offered(p, "move")
    play(p, "select 1-tank-bn-2")
    assert "1511" not in offered(p, "move"), "not without him"


@rule("red-dragon", "17.2.9", "12.1.5")
def test_the_group_attacks_with_any_command_and_his_rating() -> None:
    p = gmd_attacks(
        f"{A}: 1-tank-bn-1, 2-tank-bn-1, 1-tank-bn-2, jiang-weiguo; {B}: 99-corps",
        f"{X}: ecfa-1",
        f"attack {X}",
        "add 99-corps",
    )
    assert offered(p, "add") == {"1-tank-bn-1", "2-tank-bn-1", "1-tank-bn-2"}
    play(p, "all", "resolve")
    assert battle(p).attack == 4 + 2 + 2 + 1
    assert shifts(p) == 1


@rule("red-dragon", "17.2.9", "17.2.6")
@pytest.mark.parametrize(("stacked", "columns"), [("72-corps, 1-tank-bn-1", 1), ("72-corps", 0)])
def test_jiang_leads_whoever_is_with_him_and_tanks(stacked: str, columns: int) -> None:
    choices = (f"attack {X}", "add 72-corps", "resolve")
    p = gmd_attacks(f"{A}: {stacked}, jiang-weiguo", f"{X}: ecfa-1", *choices)
    assert shifts(p) == columns, "the tanks need not fight themselves"
    p = pla_attacks(
        f"{X}: 10-corps, 14-corps, {stacked}, jiang-weiguo",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        "defend 10-corps",
        "defend 14-corps",
        markers=f"fdp: {X}",
    )
    assert shifts(p) == -1 - columns, "one for the FDP (16.2.7)"


@rule("red-dragon", "17.2.3", "17.2.9")
def test_only_jiang_drives_and_no_leader_holds_a_hex_for_the_enemy() -> None:
    p = set_up("gmd-movement", gmd="1804: 5-corps, qiu-qingquan; 1809: 72-corps; 1806: 70-corps")
    play(p, "select qiu-qingquan")
    assert "move" not in verbs(p)
    play(p, "fly 1806")
    assert p.pla == 0
    play(p, "select 5-corps")
    assert "1806" in offered(p, "move")


@rule("red-dragon", "17.2.9")
def test_no_tank_unit_takes_jiang_along() -> None:
    p = set_up("gmd-movement", gmd="1804: 1-tank-bn-1, jiang-weiguo, 5-corps, qiu-qingquan")
    play(p, "select 5-corps")
    assert offered(p, "take") == {"qiu-qingquan"}
    play(p, "select 1-tank-bn-1")
    assert "jiang-weiguo" not in offered(p, "take")
