"""10.0 Reinforcements, replacements and delay; 18.5 militia; 15.2.2 re-education."""

from __future__ import annotations

import pytest

from stavka.engine import Choice
from stavka.hexes import members
from stavka.titles.red_dragon.position import OFF, War

from ..marks import rule
from .fights import A, X, gmd_attacks, pla_attacks
from .situations import (
    events,
    offered,
    place_of,
    play,
    refused,
    set_up,
    started,
    to_choose,
    verbs,
)


def gmd_rolls(gmd: str, *dice: int, turn: int = 2, pla: str = "2013: ecfa-1") -> War:
    return set_up(
        "gmd-reinforcement", gmd=f"1809: 72-corps; {gmd}", pla=pla, turn=turn, dice=list(dice)
    )


# 10.1 Reinforcements


@rule("red-dragon", "10.0", "10.1", "10.1.1", "10.1.2", "10.1.3")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("turn", "most"), [(2, 4), (3, 5), (8, 5)])
def test_a_die_lets_a_reinforcement_in(die: int, turn: int, most: int) -> None:
    p = gmd_rolls("reinforcements: 54-corps", die, turn=turn)
    assert place_of(p, "54-corps") == ("edge" if die <= most else "reinforcements")


@rule("red-dragon", "10.1.1", "10.1.4")
def test_each_has_its_own_die_and_another_next_turn() -> None:
    p = gmd_rolls("reinforcements: 39-corps, 54-corps, du-yuming", 6, 1, 5)
    assert place_of(p, "39-corps") == "reinforcements"
    assert place_of(p, "54-corps") == "edge"
    assert place_of(p, "du-yuming") == "reinforcements"
    p = gmd_rolls("reinforcements: 39-corps, du-yuming", 5, 5, turn=3)
    assert place_of(p, "39-corps") == place_of(p, "du-yuming") == "edge"


@rule("red-dragon", "10.1.1")
@pytest.mark.parametrize(("die", "where"), [(4, "edge"), (5, "reinforcements")])
def test_one_die_for_the_whole_12th_army(die: int, where: str) -> None:
    army = "10-corps, 14-corps, 18-corps, 85-corps, 12a-artillery, huang-wei, hu-lian"
    # The dice after the first would let nobody in.
    p = gmd_rolls(f"reinforcements: {army}, 54-corps", die, 6)
    for name in army.split(", "):
        assert place_of(p, name) == where
    assert place_of(p, "54-corps") == "reinforcements"


@rule("red-dragon", "10.1.1")
def test_no_rolls_on_turn_one() -> None:
    p = started()
    waiting = members(p.charts.reinforcements)
    while p.turn == 1:
        assert all(p.where[unit] == OFF for unit in waiting)
        decision = p.decision()
        assert decision is not None
        p.apply(Choice("done") if "done" in verbs(p) else decision.pick(0))


@rule("red-dragon", "10.1.1")
def test_the_pla_rolls_for_its_own() -> None:
    p = set_up(
        "pla-reinforcement",
        pla="2013: ecfa-1; reinforcements: bh, 35-corps-pla, guerrilla-3",
        dice=[4, 5, 2],
    )
    assert to_choose(p) == "PLA"
    assert refused(p, "done").case == "10.1.1"
    play(p, "roll")
    assert place_of(p, "bh") == "edge"
    assert place_of(p, "35-corps-pla") == "reinforcements"
    # 18.4.1: the guerrilla is placed with a corps.
    assert offered(p, "guerrilla") == {"2013"}
    play(p, "guerrilla 2013")
    assert place_of(p, "guerrilla-3") == "2013"


@rule("red-dragon", "10.1.5", "17.2")
def test_a_leader_who_arrives_joins_a_unit_of_his_command() -> None:
    p = set_up("gmd-movement", gmd="1809: 72-corps; 1804: 5-corps; 1010: 99-corps; edge: du-yuming")
    play(p, "select du-yuming")
    assert offered(p, "fly") == {"1809", "1804"}
    play(p, "fly 1804")
    assert place_of(p, "du-yuming") == "1804"


# 10.2, 10.3 Replacements and the Delay Procedure


@rule("red-dragon", "10.2", "10.2.1", "10.2.2", "10.3", "10.3.1", "10.3.2")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_eliminated_units_wait_as_many_turns_as_the_die_says(die: int) -> None:
    # A division that no PLA corps stands beside makes no check.
    p = pla_attacks(
        f"{X}: 238-div", f"{A}: lg, jl1", f"attack {X}", "all", "resolve", turn=3, dice=[6, die]
    )
    assert place_of(p, "238-div") == f"turn {3 + die}"
    # And a PLA unit: 1 to 7 is AE with a 1.
    p = pla_attacks(
        f"{X}: 5-corps", f"{A}: jl1", f"attack {X}", "add jl1", "resolve", turn=3, dice=[1, die]
    )
    assert place_of(p, "jl1") == f"turn {3 + die}"


@rule("red-dragon", "10.2.1", "8.0")
def test_replacements_return_at_the_edge() -> None:
    p = gmd_rolls("turn 4: 5-corps; turn 5: 70-corps", turn=4)
    assert place_of(p, "5-corps") == "edge"
    assert place_of(p, "70-corps") == "turn 5"
    p = set_up("pla-reinforcement", pla="2013: ecfa-1; turn 4: ecfa-3; turn 5: ecfa-4", turn=4)
    assert place_of(p, "ecfa-3") == "edge"
    assert place_of(p, "ecfa-4") == "turn 5"


@rule("red-dragon", "10.3.3")
def test_beyond_turn_ten() -> None:
    p = pla_attacks(
        f"{X}: 238-div", f"{A}: lg, jl1", f"attack {X}", "all", "resolve", turn=9, dice=[6, 2]
    )
    assert place_of(p, "238-div") == "beyond"
    p = pla_attacks(
        f"{X}: 238-div", f"{A}: lg, jl1", f"attack {X}", "all", "resolve", turn=9, dice=[6, 1]
    )
    assert place_of(p, "238-div") == "turn 10"
    p = pla_attacks(
        f"{X}: 5-corps", f"{A}: jl1", f"attack {X}", "add jl1", "resolve", turn=9, dice=[1, 2]
    )
    assert place_of(p, "jl1") == "aside"


@rule("red-dragon", "10.2.3", "18.5.2")
def test_militia_are_not_delayed() -> None:
    # 12 to 1 in a minor city is 5:1; a 6 is DD.
    p = gmd_attacks(
        "1511: 5-corps, 70-corps", "1411: militia-1", "attack 1411", "all", "resolve", dice=[6]
    )
    assert place_of(p, "militia-1") == "available"
    assert not events(p, "delayed")


# 15.2.2 Re-education


@rule("red-dragon", "15.2.2", "10.3.3")
def test_defectors_rebuild_pla_infantry() -> None:
    p = set_up(
        "pla-reinforcement",
        gmd="defectors: 5-corps, 72-corps, 148-div; 0809: 99-corps",
        pla="2013: ecfa-1; aside: ecfa-3; turn 7: ecfa-9, st-tanks; turn 8: lzn",
        turn=4,
    )
    # Loss factors 4 + 2 + 1 = 7; tanks are no infantry.
    assert offered(p, "replace") == {"ecfa-3", "ecfa-9", "lzn"}
    assert refused(p, "replace st-tanks").case == "15.2.2"
    play(p, "replace ecfa-3")
    assert offered(p, "spend") == {"5-corps", "72-corps", "148-div"}
    play(p, "spend 5-corps", "spend 72-corps")
    assert place_of(p, "ecfa-3") == "edge", "4 + 2 reach the printed 6"
    assert place_of(p, "5-corps") == place_of(p, "72-corps") == "eliminated"
    assert place_of(p, "148-div") == "defectors"
    # What is left, 1, is not enough for the others.
    assert "replace" not in verbs(p)


@rule("red-dragon", "15.2.2")
def test_leftover_factors_are_lost() -> None:
    p = set_up(
        "pla-reinforcement",
        gmd="defectors: 5-corps; 0809: 99-corps",
        pla="2013: ecfa-1; aside: lzn, jl1",
        turn=4,
    )
    play(p, "replace lzn", "spend 5-corps")
    assert place_of(p, "lzn") == "edge"
    assert "replace" not in verbs(p), "one factor was left over, and is lost"


@rule("red-dragon", "15.2.2")
def test_defectors_are_available_when_their_turn_comes() -> None:
    p = set_up(
        "pla-reinforcement",
        gmd="school 4: 5-corps; school 5: 72-corps; 0809: 99-corps",
        pla="2013: ecfa-1; aside: lzn",
        turn=4,
    )
    assert place_of(p, "5-corps") == "defectors"
    assert place_of(p, "72-corps") == "school 5"


@rule("red-dragon", "15.2.2", "13.2.6")
def test_elbs_are_not_rebuilt() -> None:
    p = set_up(
        "pla-reinforcement",
        gmd="defectors: 5-corps; 0809: 99-corps",
        pla="2013: ecfa-1; eliminated: elb-1; turn 6: elb-2; aside: lzn",
        turn=4,
    )
    assert offered(p, "replace") == {"lzn"}


# 18.5 Militia


@rule("red-dragon", "18.5", "18.5.1")
def test_militia_are_raised_in_cities_with_supplied_units() -> None:
    p = set_up(
        "pla-reinforcement",
        gmd="0809: 99-corps",
        pla="1411: ecfa-1; 1809: ecfa-3; 1010: cpfa-1; 1912: guerrilla-1; 2015: ecfa-4, militia-3; "
        "1510: ecfa-6; available: militia-xu, militia-be, militia-1",
    )
    assert offered(p, "militia") == {"1411", "1809", "1010"}
    assert refused(p, "militia 1510").case == "18.5.1"
    assert refused(p, "militia 2015").case == "18.5.1"
    play(p, "militia 1809", "militia 1010", "militia 1411")
    assert place_of(p, "militia-xu") == "1809"
    assert place_of(p, "militia-be") == "1010"
    assert place_of(p, "militia-1") == "1411"


@rule("red-dragon", "18.5.1")
def test_xu_and_be_serve_in_their_own_cities_only() -> None:
    p = set_up(
        "pla-reinforcement",
        gmd="0809: 99-corps",
        pla="1411: ecfa-1; available: militia-xu, militia-be",
    )
    assert "militia" not in verbs(p)
    p = set_up(
        "pla-reinforcement",
        gmd="0809: 99-corps",
        pla="1809: ecfa-1; available: militia-be, militia-2",
    )
    play(p, "militia 1809")
    assert place_of(p, "militia-2") == "1809", "others serve in Xuzhou as well"


@rule("red-dragon", "18.5.1")
def test_units_out_of_supply_raise_no_militia() -> None:
    ring = "1511: 72-corps; 1412: 5-corps; 1311: 70-corps; 1310: 74-corps; 1410: 8-corps"
    ring += "; 1312: 9-corps"
    p = set_up("pla-reinforcement", gmd=ring, pla="1411: ecfa-1; available: militia-1")
    assert "militia" not in verbs(p)


@rule("red-dragon", "18.5.2")
def test_militia_never_move_nor_attack_and_die_when_they_must_retreat() -> None:
    p = set_up("pla-movement", gmd="0809: 99-corps", pla="1411: militia-1, ecfa-1")
    assert offered(p, "select") == {"ecfa-1"}
    assert refused(p, "select militia-1").case == "18.5.2"
    p = pla_attacks("1511: 148-div", "1411: militia-1, ecfa-1", "attack 1511")
    assert offered(p, "add") == {"ecfa-1"}
    assert refused(p, "add militia-1").case == "12.1.9"
    # 12 to 7 is 3:2, 1L in the city: 1:1; a 5 is DR.
    p = gmd_attacks(
        "1511: 5-corps, 70-corps",
        "1411: militia-1, ecfa-1",
        "attack 1411",
        "all",
        "resolve",
        dice=[5],
    )
    assert to_choose(p) == "PLA"
    play(p, "retreat 1311")
    assert place_of(p, "ecfa-1") == "1311"
    assert place_of(p, "militia-1") == "available"


@rule("red-dragon", "15.2.2")
def test_without_defectors_nobody_is_replaced() -> None:
    pla = "1411: ecfa-1; reinforcements: bh; turn 6: lzn"
    p = set_up("pla-reinforcement", gmd="0809: 99-corps", pla=pla)
    assert "roll" in verbs(p)
    assert offered(p, "replace") == set()
