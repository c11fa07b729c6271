"""15.0 Tactical nuclear warfare."""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.charts import CHINESE, FOOT
from stavka.titles.east_is_red.supply import has_supply, supplied_for_movement
from tests.marks import rule

from .fights import chinese_attack, soviet_attack, strengths
from .situations import TITLE, events, offered, play, refused, situation, verbs, where

TARGET = 1 << TITLE.charts.grid.hex("0420")


# 15.1 Strengths


@rule("east-is-red", "15.0", "15.1", "15.11")
def test_a_nuclear_attack_doubles_all_attackers() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0418: 12-3-12.1; 0414: 0-1-1.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1", "add 12-3-12.1", "strike 0-1-1.1")
    assert strengths(p) == (21, 6)
    play(p, "nuclear")
    assert strengths(p) == (42, 6)
    assert "nuclear" not in verbs(p), "once is enough"


@rule("east-is-red", "15.12", "15.1")
def test_a_nuclear_attack_changes_nothing_else() -> None:
    # Rough and city multiply the defence as ever; an exchange goes by printed strengths.
    p = soviet_attack("2116: 3-7-9.1, 3-7-9.2", "2115: 1-3-3.1", dice=[5, 1])
    play(p, "attack 2115", "all", "nuclear")
    assert strengths(p) == (12, 6)
    play(p, "resolve 2-1", "lose 3-7-9.1")
    assert "lose" not in verbs(p), "three points for three"


@rule("east-is-red", "15.0")
def test_only_the_soviets_have_nuclear_attacks() -> None:
    p = chinese_attack("0420: 3-7-9.1", "0419: 4-6-6.1")
    play(p, "attack 0420", "add 4-6-6.1")
    assert "nuclear" not in verbs(p)
    assert refused(p, "nuclear").case == "15.0"


@rule("east-is-red", "15.0")
def test_any_attack_can_be_nuclear_and_none_has_to_be() -> None:
    # A unit, a city, an industrial hex; and a second nuclear attack in the same phase.
    p = soviet_attack(
        "2522: 3-7-9.1, 3-7-9.2, 3-7-9.3; 0419: 3-7-9.4", "0420: 4-6-6.1", dice=[1, 1]
    )
    for target, unit in (("2523", "3-7-9.1"), ("2623", "3-7-9.2"), ("0420", "3-7-9.4")):
        play(p, f"attack {target}", f"add {unit}")
        assert {"nuclear", "resolve"} <= verbs(p)
        before = strengths(p)[0]
        play(p, "nuclear")
        assert strengths(p)[0] == 2 * before
        play(p, "cancel")
    play(p, "attack 0420", "add 3-7-9.4", "nuclear", "resolve 1-1", "to 0421", "hold")
    play(p, "attack 2623", "add 3-7-9.2", "nuclear")
    assert "resolve" in verbs(p)


# 15.2, 15.3 Contamination


@rule("east-is-red", "15.2", "15.21", "15.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_contamination_table(die: int) -> None:
    # 14 to 3, four to one: De on a 1, Ex on a 6.
    for result, first in (("De", 1), ("Ex", 6)):
        p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1", dice=[first, die])
        play(p, "attack 0420", "add 7-4-9.1", "nuclear", "resolve 4-1")
        assert events(p, "attacked")[0][4] == result
        contaminated = die >= (4 if result == "De" else 5)
        assert (p.all_contaminated == TARGET) == contaminated
        assert bool(p.all_contaminated) == contaminated


@rule("east-is-red", "15.21")
@pytest.mark.parametrize(("column", "die"), [("4-1", 3), ("2-1", 6), ("1-2", 6)])
def test_other_results_and_other_attacks_contaminate_nothing(column: str, die: int) -> None:
    # Dr, Ar and Ae: no second die is rolled.
    p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1", dice=[die])
    play(p, "attack 0420", "add 7-4-9.1", "nuclear", f"resolve {column}")
    assert p.dice.rolls == 1
    # Nor after a De that was not nuclear.
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2", "0420: 5-3-6.1", dice=[1])
    play(p, "attack 0420", "all", "resolve 4-1")
    assert p.dice.rolls == 1


@rule("east-is-red", "15.21", "9.23")
def test_a_die_for_each_hex_under_attack() -> None:
    """Ruling: an attack on two hexes can contaminate both, one, or none."""
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2", "0420: 1-3-3.1; 0319: 1-3-3.2", dice=[1, 3, 4])
    play(p, "attack 0420", "add 7-4-9.1", "target 0319", "add 7-4-9.2", "nuclear", "resolve 4-1")
    assert p.all_contaminated == 1 << p.charts.grid.hex("0319")


@rule("east-is-red", "15.21")
def test_contamination_lasts_to_the_end_of_the_next_soviet_combat_phase() -> None:
    p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1", dice=[1, 6])
    play(p, "attack 0420", "add 7-4-9.1", "nuclear", "resolve 4-1")
    turn = p.turn
    seen = []
    while not (p.turn == turn + 1 and p.current.key == "soviet-second-movement"):
        assert p.all_contaminated == TARGET, (p.turn, p.current.key)
        seen.append(p.current.key)
        play(p, "done" if "done" in verbs(p) else "pass")
    assert {"chinese-combat", "soviet-initial-movement", "soviet-combat"} <= set(seen)
    assert not p.all_contaminated


@rule("east-is-red", "15.21")
def test_a_hex_hit_again_stays_contaminated() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1", "0420: 5-3-6.1", markers="contaminated: 0420 0320", dice=[1, 6]
    )
    play(p, "attack 0420", "add 7-4-9.1", "nuclear", "resolve 4-1", "done")
    assert p.all_contaminated == TARGET
    assert events(p, "cleared") == [(1 << p.charts.grid.hex("0320"),)]


# 15.22 What contamination does


@rule("east-is-red", "15.22", "10.3")
def test_nobody_advances_into_contamination() -> None:
    for die, contaminated in ((3, False), (4, True)):
        p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1", dice=[1, die])
        play(p, "attack 0420", "add 7-4-9.1", "nuclear", "resolve 4-1")
        assert ("advance" in verbs(p)) != contaminated


@rule("east-is-red", "15.22", "13.15")
def test_a_contaminated_city_is_not_entered() -> None:
    p = soviet_attack("2522: 4-6-9.1", "", dice=[1, 4])
    play(p, "attack 2523", "add 4-6-9.1", "nuclear", "resolve 3-1")
    assert p.all_contaminated == 1 << p.charts.grid.hex("2523")
    assert "advance" not in verbs(p)


@rule("east-is-red", "15.22")
@pytest.mark.parametrize(
    ("phase", "unit", "text"),
    [
        ("soviet-initial-movement", "3-7-9.1", "[Soviet]\n0419: 3-7-9.1"),
        ("chinese-initial-movement", "4-6-6.1", "[Chinese]\n0419: 4-6-6.1"),
    ],
)
def test_neither_side_enters_contamination(phase: str, unit: str, text: str) -> None:
    p = situation(f"phase: {phase}\nturn: 2\n{text}\n[markers]\ncontaminated: 0420")
    play(p, f"select {unit}")
    assert "0519" in offered(p, "move")
    assert refused(p, "move 0420").case == "15.22"


@rule("east-is-red", "15.22", "5.52")
def test_marines_stay_in_the_hex_that_their_attack_contaminates() -> None:
    # Inside the industrial hex already, they need not enter it; nobody joins them.
    p = soviet_attack("0929: 2-2-6.1; 0928: 3-7-9.1", "", markers="landing: 0929", dice=[1, 4])
    play(p, "attack 0929", "add 2-2-6.1", "nuclear", "resolve 4-1")
    assert p.all_contaminated == 1 << p.charts.grid.hex("0929")
    assert where(p, "2-2-6.1") == "0929"
    assert "advance" not in verbs(p)
    play(p, "done", "select 3-7-9.1")
    assert refused(p, "move 0929").case == "15.22"


@rule("east-is-red", "15.22")
def test_contamination_blocks_supply() -> None:
    found = {}
    for markers in ("", "contaminated: 0420"):
        # The straight way from 0421 to the supply unit in 0419 is the only one of five points.
        p = situation(
            "phase: soviet-second-movement\nturn: 6\n"
            f"[Soviet]\n0421: 3-7-9.1\n0419: 0-1-20.1\n[markers]\n{markers}"
        )
        unit = p.names.unit("3-7-9.1")
        assert unit is not None
        found[markers] = has_supply(p, unit, p.where[unit])
    assert found == {"": True, "contaminated: 0420": False}


@rule("east-is-red", "15.22", "15.21")
def test_contamination_blocks_supply_from_the_moment_of_the_attack() -> None:
    # Nobody garrisons the city, so that no unit leaves the map.
    p = soviet_attack("2522: 4-6-9.1", "", dice=[1, 4])
    play(p, "attack 2523", "add 4-6-9.1", "nuclear")
    city = p.charts.grid.hex("2523")
    assert supplied_for_movement(p, CHINESE, FOOT) >> city & 1
    play(p, "resolve 3-1")
    assert p.all_contaminated == 1 << city
    assert not supplied_for_movement(p, CHINESE, FOOT) >> city & 1


@rule("east-is-red", "15.22", "10.21")
def test_contamination_blocks_retreats_of_both_sides() -> None:
    p = soviet_attack("0419: 3-7-9.1", "0420: 4-6-6.1", markers="contaminated: 0418", dice=[2])
    play(p, "attack 0420", "add 3-7-9.1", "resolve 1-2")
    assert offered(p, "to") == {"0518", "0318"}
    p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1", markers="contaminated: 0421", dice=[1])
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1")
    assert offered(p, "to") == {"0520", "0320"}
    assert where(p, "5-3-6.1") == "0420"
