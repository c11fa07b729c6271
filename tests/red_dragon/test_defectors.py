"""15.0 Defectors: loyalty checks, Re-Education, Lipu-Lifu."""

from __future__ import annotations

from typing import Unpack

import pytest

from stavka.titles.red_dragon.position import War

from ..marks import rule
from .fights import A, B, C, E, F, X, battle, gmd_attacks, pla_attacks
from .situations import (
    CUT_OFF,
    More,
    events,
    loyal_up_to,
    number_of,
    offered,
    place_of,
    play,
    refused,
    set_up,
    started,
    to_choose,
    verbs,
)

TWO_CORPS = f"{A}: ecfa-1, ecfa-9"


def destroyed(
    unit: str,
    *rolls: int,
    with_: str = "",
    pla: str = TWO_CORPS,
    result: int = 2,
    **more: Unpack[More],
) -> War:
    """A GMD unit is eliminated in X at 6:1 (2: DE, 6: DD); the dice that follow are given."""
    return pla_attacks(
        f"{X}: {unit}{with_}",
        pla,
        f"attack {X}",
        "all",
        "resolve",
        **more | {"dice": [result, *rolls]},
    )


def checked(p: War) -> list[tuple[int, int, bool]]:
    """Die, modifier and result of the Loyalty Checks."""
    return [event.facts[1:] for event in events(p, "loyalty")]


# 15.1 The check


@rule("red-dragon", "15.0", "15.1", "15.1.1", "15.1.2", "15.1.4", "15.1.6")
def test_a_unit_destroyed_beside_a_supplied_corps_checks_its_loyalty() -> None:
    loyal = destroyed("148-div", 1, 4)
    assert checked(loyal) == [(1, 0, True)]
    assert place_of(loyal, "148-div") == "turn 6", "it becomes a replacement"
    traitor = destroyed("148-div", 6)
    assert checked(traitor) == [(6, 0, False)]
    assert place_of(traitor, "148-div") == "school 4"


@rule("red-dragon", "15.1.1", "10.2.2")
def test_without_a_supplied_corps_beside_it_there_is_no_check() -> None:
    # Brigades and divisions are no corps.
    p = destroyed("238-div", 6, pla=f"{A}: lg, jl1; {B}: jl3, jh34; {F}: jh35, gd-ecfa")
    assert battle(p).result == "DE"
    assert checked(p) == []
    assert place_of(p, "238-div") == "turn 8"
    # A corps that is out of supply frightens nobody: 1120 is shut in.
    p = pla_attacks(
        "1119: 238-div; 1219: 25-corps, 5-corps",
        "1120: ecfa-1, ecfa-9",
        "attack 1119",
        "all",
        "resolve",
        dice=[3, 5],
    )
    assert battle(p).result in ("DE", "DA")
    assert checked(p) == []
    assert place_of(p, "238-div") == "turn 7"


@rule("red-dragon", "15.1.1")
def test_a_corps_that_took_no_part_counts_as_well() -> None:
    brigades = ("lg", "jl1", "jl3", "jh34", "jh35")
    p = pla_attacks(
        f"{X}: 238-div",
        f"{A}: lg, jl1; {B}: jl3, jh34; {F}: jh35; {E}: ecfa-3",
        f"attack {X}",
        *(f"add {name}" for name in brigades),
        "resolve",
        dice=[4, 6],
    )
    assert battle(p).result == "DE"
    assert checked(p) == [(6, 0, False)]


@rule("red-dragon", "15.1.3")
@pytest.mark.parametrize(
    ("unit", "row"),
    [
        ("181-div", "L1"),  # 2nd Army
        ("1-tank-bn-1", "L2"),  # armor
        ("xuzhou-mp", "L2"),  # military police
        ("148-div", "L3"),  # XBS
        ("107-corps", "L6"),  # 1st PA
        ("jiawang-garrison", "L7"),  # 3rd PA
        ("bengbu-garrison", "L8"),  # static
    ],
)
def test_each_row_has_its_range(unit: str, row: str) -> None:
    p = destroyed(unit, 1, 1)
    assert p.charts.counter[number_of(p, unit)].loyalty_row == row
    for die in range(1, 7):
        ((_, modifier, loyal),) = checked(destroyed(unit, die, 1))
        assert modifier == 0
        assert loyal is (die <= p.charts.loyalty_range[row])


@rule("red-dragon", "4.4.5", "15.1.3")
def test_loyalty_does_not_change_with_the_command() -> None:
    for turn in (2, 3):
        assert [checked(destroyed("59-corps", die, 1, turn=turn))[0][2] for die in (1, 2)] == [
            True,
            False,
        ]


@rule("red-dragon", "15.1.5")
def test_ones_pass_and_sixes_fail_whatever_the_modifiers() -> None:
    # Hu Lian (-2) and a Great Victory (-1) bring a 6 to 3, which would be enough for the 12th Army.
    p = destroyed("49-div", 6, with_=", hu-lian", markers="flags: great-victory")
    assert checked(p) == [(6, -3, False)]
    # Out of supply, a Political Offensive on and a disaster: 1 + 3 would be too much.
    p = destroyed("c16", 1, 3, result=6, markers=CUT_OFF, header="offensive: 1", turn=4)
    assert checked(p) == [(1, 2, True)]


@rule("red-dragon", "15.1.2", "12.4.4")
def test_modifiers() -> None:
    # The 12th Army's 49th Division: one more than its range, and just within it.
    most = loyal_up_to("49-div")
    great = destroyed("49-div", most + 1, 1, markers="flags: great-victory")
    assert checked(great) == [(most + 1, -1, True)]
    assert checked(destroyed("49-div", most + 1)) == [(most + 1, 0, False)]
    assert checked(destroyed("49-div", most, markers=CUT_OFF)) == [(most, 1, False)]
    assert checked(destroyed("49-div", most, result=6)) == [(most, 1, False)], "a disaster"
    assert checked(destroyed("49-div", most, result=6, markers=CUT_OFF)) == [(most, 2, False)]


@rule("red-dragon", "15.1.1", "15.1.6")
def test_the_3rd_pacification_area_checks_on_turn_one() -> None:
    p = started()
    # Whatever the seed: each of the three stands where it stood, or is being re-educated.
    for name, hex_ in (("59-corps", "1911"), ("77-corps", "1910"), ("jiawang-garrison", "1910")):
        assert place_of(p, name) in (hex_, "school 3")
    seeds = [started(seed=f"third {n}") for n in range(8)]
    places = {place_of(q, "59-corps") for q in seeds}
    assert places == {"1911", "school 3"} or places == {"school 3"}


@rule("red-dragon", "15.1.1", "17.2.7")
def test_a_general_whose_men_have_all_defected_does_not_stay() -> None:
    """Feng Zhian is with two units of the 3rd PA; both go over in one game of a few."""
    games = (started(seed=f"third {n}") for n in range(99))
    both = ("77-corps", "jiawang-garrison")
    p = next(q for q in games if all(place_of(q, name) == "school 3" for name in both))
    assert place_of(p, "feng-zhian") in ("eliminated", "turn 2")
    games = (started(seed=f"third {n}") for n in range(99))
    p = next(q for q in games if any(place_of(q, name) == "1910" for name in both))
    assert place_of(p, "feng-zhian") == "1910"


# 15.2.2 Re-Education


@rule("red-dragon", "15.2", "15.2.1", "15.2.2")
def test_before_the_offensive_defectors_are_re_educated() -> None:
    p = destroyed("148-div", 5)
    assert to_choose(p) == "PLA"
    assert "incorporate" not in verbs(p)
    assert place_of(p, "148-div") == "school 4"
    shown = {unit.id: unit for unit in p.view("GMD").present().units}
    assert "defector" in shown["148-div"].states
    # Beyond the last turn it is gone for good.
    assert place_of(destroyed("148-div", 5, turn=8), "148-div") == "school 10"
    assert place_of(destroyed("148-div", 5, turn=9), "148-div") == "eliminated"


# 15.2.3 Lipu-Lifu


@rule("red-dragon", "15.2.3")
def test_after_the_offensive_has_begun_the_pla_chooses() -> None:
    p = destroyed("148-div", 5, header="offensive: 1", turn=4)
    assert to_choose(p) == "PLA"
    assert offered(p, "incorporate") == {"ecfa-1", "ecfa-9"}
    again = p.clone()
    play(p, "incorporate ecfa-9")
    assert place_of(p, "148-div") == "under ecfa-9"
    play(again, "reeducate")
    assert place_of(again, "148-div") == "school 6"


@rule("red-dragon", "15.2.3")
def test_one_defector_under_a_corps_that_took_part() -> None:
    p = pla_attacks(
        f"{X}: 148-div; under ecfa-1: 238-div",
        f"{A}: ecfa-1, ecfa-9, lg; {B}: ecfa-3",
        f"attack {X}",
        "add ecfa-1",
        "add ecfa-9",
        "add lg",
        "resolve",
        dice=[2, 5],
        header="offensive: 1",
        turn=4,
    )
    assert offered(p, "incorporate") == {"ecfa-9"}
    assert refused(p, "incorporate ecfa-1").case == "15.2.3"
    assert refused(p, "incorporate lg").case == "15.2.3"
    assert refused(p, "incorporate ecfa-3").case == "15.2.3"


@rule("red-dragon", "15.2.3", "6.1.9")
def test_a_defector_adds_nothing_and_stacks_free() -> None:
    p = pla_attacks(
        f"{X}: 5-corps; under ecfa-1: 72-corps",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[3, 1],
    )
    assert battle(p).attack == 6
    p = set_up(
        "pla-movement",
        gmd="under ecfa-1: 72-corps; under ecfa-3: 5-corps; 0809: 99-corps",
        pla=f"{A}: ecfa-1, lg, jl1; {B}: ecfa-3",
    )
    play(p, "select ecfa-3")
    assert A in offered(p, "move")


@rule("red-dragon", "15.2.3")
def test_a_defector_takes_a_loss() -> None:
    # 6 to 7 is 2:3; a 3 is AA: 4 factors. 5 Corps' loss factor is 4.
    p = pla_attacks(
        f"{X}: 10-corps, 49-div; under ecfa-1: 5-corps",
        f"{A}: ecfa-1",
        f"attack {X}",
        "add ecfa-1",
        "resolve",
        dice=[3],
    )
    assert battle(p).result == "AA"
    assert offered(p, "lose") == {"ecfa-1", "5-corps"}
    play(p, "lose 5-corps")
    assert place_of(p, "5-corps") == "eliminated"
    assert place_of(p, "ecfa-1") == A
    assert p.under == ()


@rule("red-dragon", "15.2.3")
def test_a_defector_may_take_part_of_a_loss() -> None:
    p = pla_attacks(
        f"{X}: 10-corps, 49-div; under ecfa-1: 72-corps",
        f"{A}: ecfa-1, jl1; {B}: jl3",
        f"attack {X}",
        "add ecfa-1",
        "add jl1",
        "add jl3",
        "resolve",
        dice=[1, 2, 2],
    )
    assert battle(p).result == "AA"
    play(p, "lose 72-corps")
    assert offered(p, "lose") == {"ecfa-1", "jl1", "jl3"}, "two of four are paid"
    play(p, "lose jl1", "lose jl3")
    assert place_of(p, "ecfa-1") == A


@rule("red-dragon", "15.2.3")
def test_defectors_can_take_losses_in_the_phase_they_came_over() -> None:
    # 13 to 6 is 2:1; a 4 is AA/DA, 3 factors each: the defector pays 2 of them at once.
    p = pla_attacks(
        f"{X}: 72-corps, 148-div",
        f"{A}: ecfa-1, ecfa-9; {B}: jl1",
        f"attack {X}",
        "add ecfa-1",
        "add ecfa-9",
        "resolve",
        "lose 72-corps",
        "incorporate ecfa-1",
        dice=[4, 6],
        header="offensive: 1",
        turn=4,
    )
    assert battle(p).result == "AA/DA"
    assert to_choose(p) == "PLA"
    assert offered(p, "lose") == {"ecfa-1", "ecfa-9", "72-corps"}


@rule("red-dragon", "15.2.3")
def test_a_defector_dies_for_its_corps_when_the_defenders_are_eliminated() -> None:
    # 24 to 6: 4:1; a 4 is DE.
    gmd = f"{B}: 5-corps, 70-corps; {C}: 74-corps, 18-corps; under ecfa-1: 72-corps"
    p = gmd_attacks(
        gmd,
        f"{X}: ecfa-1",
        f"attack {X}",
        "add 5-corps",
        "add 70-corps",
        "add 74-corps",
        "resolve",
        dice=[6],
    )
    assert battle(p).column == "2:1"
    assert battle(p).result == "DE"
    assert place_of(p, "72-corps") == "eliminated"
    # The corps lives, and retreats.
    assert to_choose(p) == "PLA"
    play(p, f"retreat {F}")
    assert place_of(p, "ecfa-1") == F
    assert not p.great_victory_next


@rule("red-dragon", "15.2.3")
def test_in_a_disaster_everybody_is_lost() -> None:
    # 17 to 4 is 4:1; a 6 is DD.
    gmd = f"{B}: 5-corps, 70-corps; {C}: 74-corps; under cpfa-1: 72-corps"
    p = gmd_attacks(gmd, f"{X}: cpfa-1", f"attack {X}", "all", "resolve", dice=[6, 3])
    assert battle(p).result == "DD"
    assert place_of(p, "72-corps") == "eliminated"
    assert place_of(p, "cpfa-1") == "turn 5"


@rule("red-dragon", "18.4.12")
def test_guerrillas_take_no_defectors() -> None:
    p = destroyed("148-div", 5, pla=f"{TWO_CORPS}, guerrilla-1", header="offensive: 1", turn=4)
    assert offered(p, "incorporate") == {"ecfa-1", "ecfa-9"}
    assert refused(p, "incorporate guerrilla-1").case == "15.2.3"


@rule("red-dragon", "15.1.1", "16.1.3")
def test_in_a_city_without_supply_defenders_check_before_the_attack() -> None:
    # Lingbi out of supply, attacked from opposite sides: 72 Corps passes, 148 Division does not.
    p = pla_attacks(
        "1411: 72-corps, 148-div",
        "1511: ecfa-1; 1311: ecfa-9",
        "attack 1411",
        "all",
        "resolve",
        markers=CUT_OFF,
        dice=[1, 4, 6, *[1] * 9],
    )
    assert checked(p)[:2] == [(1, 1, True), (4, 1, False)]
    assert place_of(p, "148-div") == "school 4"
    assert battle(p).defenders == {"72-corps"}
    assert battle(p).defence == 2
