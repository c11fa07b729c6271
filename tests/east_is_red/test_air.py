"""14.0 Soviet air power."""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import best_odds, cases, chinese_attack, soviet_attack, strengths
from .situations import offered, play, refused, verbs, where

# The Air units of 0419's attack on 0420 stand in Mongolia, north of it in column 04.


@rule("east-is-red", "14.0")
def test_air_strikes_add_to_an_attack_of_ground_units() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0414: 0-1-1.1, 0-1-1.2", "0420: 4-6-6.1")
    play(p, "attack 0420")
    assert "strike" not in verbs(p), "no ground unit attacks yet"
    play(p, "add 3-7-9.1")
    assert strengths(p) == (3, 6)
    play(p, "strike 0-1-1.1")
    assert strengths(p) == (9, 6)
    play(p, "strike 0-1-1.2")
    assert strengths(p) == (15, 6)


@rule("east-is-red", "14.0")
def test_there_are_no_air_strikes_in_the_first_player_turn() -> None:
    for turn, able in ((1, False), (2, True), (3, True)):
        p = soviet_attack("0419: 3-7-9.1; 0414: 0-1-1.1", "0420: 4-6-6.1", turn=turn)
        play(p, "attack 0420", "add 3-7-9.1")
        assert (offered(p, "strike") == {"0-1-1.1"}) == able
        if not able:
            assert refused(p, "strike 0-1-1.1").case == "14.0"


@rule("east-is-red", "14.0")
def test_air_units_attack_nothing_by_themselves() -> None:
    p = soviet_attack("0419: 0-1-1.1", "0420: 4-6-6.1")
    assert offered(p, "attack") == set()


@rule("east-is-red", "14.0", "13.21")
def test_air_strikes_help_against_cities_and_industry() -> None:
    p = soviet_attack("1912: 1-2-9.1; 1911: 0-1-1.1", "")
    play(p, "attack 1913", "add 1-2-9.1", "strike 0-1-1.1")
    assert strengths(p) == (7, 1)


@rule("east-is-red", "14.0")
def test_the_chinese_have_no_air_strikes() -> None:
    p = chinese_attack("0420: 3-7-9.1; 0412: 0-1-1.1", "0419: 4-6-6.1")
    play(p, "attack 0420", "add 4-6-6.1")
    assert "strike" not in verbs(p)


@rule("east-is-red", "14.1")
@pytest.mark.parametrize(
    ("base", "points"),
    [("0419", 6), ("0414", 6), ("0413", 3), ("0408", 3), ("0407", 2), ("0402", 2), ("0401", 0)],
)
def test_the_strength_of_a_strike_by_range(base: str, points: int) -> None:
    """1 and 6, 7 and 12, 13 and 18, and 19 hexes from 0420."""
    p = soviet_attack(f"0419: 3-7-9.1; {base}: 0-1-1.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1")
    if not points:
        assert offered(p, "strike") == set()
        assert refused(p, "strike 0-1-1.1").case == "14.1"
        return
    play(p, "strike 0-1-1.1")
    assert strengths(p) == (3 + points, 6)
    assert "14.1" in cases(p)


@rule("east-is-red", "14.2")
def test_an_air_unit_that_has_struck_does_not_move() -> None:
    # 9 to 6, one to one, die 1: Dr.
    p = soviet_attack("0419: 3-7-9.1; 0414: 0-1-1.1, 0-1-1.2", "0420: 4-6-6.1", dice=[1])
    play(p, "attack 0420", "add 3-7-9.1", "strike 0-1-1.1", "resolve 1-1", "to 0421", "hold")
    play(p, "done")
    assert p.current.key == "soviet-second-movement"
    assert "0-1-1.2" in offered(p, "select")
    assert refused(p, "select 0-1-1.1").case == "14.2"


@rule("east-is-red", "14.2", "14.3")
def test_an_attack_that_is_given_up_costs_no_strike() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0414: 0-1-1.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1", "strike 0-1-1.1", "cancel")
    play(p, "attack 0420", "add 3-7-9.1")
    assert offered(p, "strike") == {"0-1-1.1"}


@rule("east-is-red", "14.3")
def test_an_air_unit_strikes_once_in_a_player_turn() -> None:
    p = soviet_attack(
        "0419: 3-7-9.1, 3-7-9.2; 0414: 0-1-1.1", "0420: 4-6-6.1; 0318: 4-6-6.2", dice=[1]
    )
    play(p, "attack 0420", "add 3-7-9.1", "strike 0-1-1.1")
    assert offered(p, "strike") == set(), "not twice in one attack"
    play(p, "resolve 1-1", "to 0421", "hold", "attack 0318", "add 3-7-9.2")
    assert offered(p, "strike") == set()
    assert refused(p, "strike 0-1-1.1").case == "14.3"


@rule("east-is-red", "14.3", "9.23")
def test_an_air_unit_strikes_one_hex() -> None:
    """Ruling: an attack on several hexes gets no air strike, since the points go to one hex."""
    p = soviet_attack("0419: 7-4-9.1; 0414: 0-1-1.1", "0420: 4-6-6.1; 0319: 4-6-6.2")
    play(p, "attack 0420", "add 7-4-9.1", "strike 0-1-1.1")
    assert offered(p, "target") == set()
    play(p, "cancel", "attack 0420", "add 7-4-9.1", "target 0319")
    assert offered(p, "strike") == set()


@rule("east-is-red", "14.3")
def test_a_new_player_turn_brings_new_strikes() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0414: 0-1-1.1", "0420: 4-6-6.1", dice=[6])
    play(p, "attack 0420", "add 3-7-9.1", "strike 0-1-1.1", "resolve 1-1", "to 0418", "hold")
    assert p.struck
    play(p, "done", "done")
    while p.current.key != "soviet-initial-movement":
        play(p, "done" if "done" in verbs(p) else "pass")
    assert not p.struck


@rule("east-is-red", "14.0", "11.21", "11.0")
def test_an_air_unit_out_of_supply_strikes_with_half() -> None:
    """Ruling: Air Strike Points are the Attack Strength of an Air unit, which traces supply."""
    soviet = "0419: 3-7-9.1; 0414: 0-1-1.1; 0413: 0-1-20.1"
    p = soviet_attack(soviet, "0420: 1-3-3.1", turn=5)
    play(p, "attack 0420", "add 3-7-9.1", "strike 0-1-1.1")
    assert strengths(p) == (4.5, 3)
    play(p, "expend 0-1-20.1")
    assert strengths(p) == (7.5, 3), "the Air unit is near the supply unit, the corps is not"
    assert best_odds(p) == "2-1"


@rule("east-is-red", "14.0", "9.5", "15.11")
def test_air_strikes_are_doubled_with_the_rest() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0421: 3-7-9.2; 0414: 0-1-1.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "all", "strike 0-1-1.1", "nuclear")
    assert strengths(p) == (48, 6)


@rule("east-is-red", "14.0", "10.1")
def test_air_units_suffer_nothing_from_the_attack() -> None:
    # A base next to the target: Ar moves the ground unit only.
    p = soviet_attack("0419: 3-7-9.1, 0-1-1.1", "0420: 4-6-6.1", dice=[6])
    play(p, "attack 0420", "add 3-7-9.1", "strike 0-1-1.1", "resolve 1-1", "to 0418")
    assert where(p, "0-1-1.1") == "0419"
