"""9.0 Combat: who attacks what, with which strength, at which odds.

Most fights take place in the open steppe round 0420; the hexes round it are, clockwise from the
north, 0419, 0519, 0520, 0421, 0320 and 0319.
"""

from __future__ import annotations

from itertools import combinations

import pytest

from stavka.titles.east_is_red.combat import odds_column
from tests.marks import rule

from .fights import best_odds, cases, chinese_attack, soviet_attack, strengths, terms
from .situations import (
    TITLE,
    cause,
    events,
    offered,
    play,
    refused,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

RING = ("0419", "0519", "0520", "0421", "0320", "0319")


# 9.0 The Combat Phase


@rule("east-is-red", "9.0", "9.1", "9.11")
def test_only_units_next_to_an_enemy_attack_him() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0418: 3-7-9.2; 0618: 3-7-9.3", "0420: 4-6-6.1; 0620: 4-6-6.2")
    assert offered(p, "attack") == {"0420"}, "nobody is next to 0620"
    assert refused(p, "attack 0620").case == "9.11"
    assert refused(p, "attack 0520").case == "9.11", "nothing is there"
    play(p, "attack 0420")
    assert offered(p, "add") == {"3-7-9.1"}
    assert refused(p, "add 3-7-9.2").case == "9.23"
    assert refused(p, "resolve 1-2").case == "9.11", "nobody attacks yet"


@rule("east-is-red", "9.0")
def test_the_phasing_player_attacks() -> None:
    units = ("0419: 3-7-9.1", "0420: 4-6-6.1")
    soviet, chinese = soviet_attack(*units), chinese_attack(*units)
    assert to_choose(soviet) == "Soviet"
    assert to_choose(chinese) == "Chinese"
    assert offered(soviet, "attack") == {"0420"}
    assert offered(chinese, "attack") == {"0419"}
    play(chinese, "attack 0419", "add 4-6-6.1")
    assert strengths(chinese) == (4, 7), "attack against defence, whoever is invading"


@rule("east-is-red", "9.0")
def test_a_result_is_applied_before_the_next_attack() -> None:
    # Four to one, die 1: De. Until the advance is decided there is no other attack.
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2, 7-4-9.3; 0519: 3-7-9.1", "0420: 5-3-6.1; 0618: 4-6-6.1", dice=[1]
    )
    play(p, "attack 0420", "all", "resolve 4-1")
    assert stack(p, "0420") == []
    assert verbs(p) == {"advance", "hold"}
    play(p, "hold")
    assert offered(p, "attack") == set(), "3-7-9.1 has fought, too"


@rule("east-is-red", "9.11")
@pytest.mark.parametrize(
    ("soviet", "chinese"), [("3328", "3327"), ("3428", "3327"), ("3131", "3031")]
)
def test_nobody_attacks_across_open_water(soviet: str, chinese: str) -> None:
    """Ruling: an all-sea or all-lake hexside parts two hexes in combat as in movement."""
    p = soviet_attack(f"{soviet}: 3-7-9.1", f"{chinese}: 4-6-6.1")
    assert offered(p, "attack") == set()


@rule("east-is-red", "9.11", "9.23", "17.43")
def test_militia_attack_inside_china_only() -> None:
    p = chinese_attack("1510: 3-7-9.1; 1512: 1-2-9.1", "1511: 1-3-3.1")
    assert offered(p, "attack") == {"1512"}, "1510 is in Mongolia"
    play(p, "attack 1512", "add 1-3-3.1")
    assert offered(p, "target") == set()
    # An army in the same hex may do what they may not.
    p = chinese_attack("1510: 3-7-9.1", "1511: 1-3-3.1, 4-6-6.1")
    play(p, "attack 1510")
    assert offered(p, "add") == {"4-6-6.1"}
    assert refused(p, "add 1-3-3.1").case == "17.43"


# 9.12-9.14 Attacks are voluntary, and once


@rule("east-is-red", "9.12")
def test_nobody_has_to_attack() -> None:
    p = soviet_attack("0419: 3-7-9.1, 3-7-9.2", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1", "cancel")
    play(p, "attack 0420", "add 3-7-9.1", "cancel")
    assert not p.fought
    assert not p.was_attacked
    play(p, "done")
    assert p.current.key == "soviet-second-movement"


@rule("east-is-red", "9.12", "9.22")
@pytest.mark.parametrize("die", [2, 6])
def test_those_who_do_not_take_part_are_not_affected(die: int) -> None:
    # One to two: a 2 is Ar, a 6 is Ae.
    p = soviet_attack("0419: 3-7-9.1, 3-7-9.2", "0420: 4-6-6.1", dice=[die])
    play(p, "attack 0420", "add 3-7-9.1", "resolve 1-2")
    if die == 2:
        play(p, "to 0418")
    assert stack(p, "0419") == ["3-7-9"]
    assert where(p, "3-7-9.2") == "0419"


@rule("east-is-red", "9.13")
def test_eighteen_units_in_six_hexes_attack_together() -> None:
    mech = [f"3-7-9.{n}" for n in range(1, 13)]
    rest = ["4-6-9.1", "4-6-9.2", "4-6-9.3", "4-6-9.4", "7-4-9.1", "7-4-9.2"]
    units = mech + rest
    lines = [f"{hex_}: {', '.join(units[3 * i : 3 * i + 3])}" for i, hex_ in enumerate(RING)]
    p = soviet_attack("; ".join(lines), "0420: 4-6-6.1")
    play(p, "attack 0420")
    assert offered(p, "add") == set(units)
    play(p, "all")
    # 36 + 16 + 14, doubled because they surround the hex.
    assert strengths(p) == (132, 6)


@rule("east-is-red", "9.14")
def test_a_unit_attacks_once() -> None:
    # Two to one, die 1: Dr.
    p = soviet_attack("0419: 7-4-9.1, 3-7-9.1", "0420: 5-3-6.1; 0318: 4-6-6.1", dice=[1])
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1", "to 0421", "hold")
    play(p, "attack 0318")
    assert offered(p, "add") == {"3-7-9.1"}
    assert refused(p, "add 7-4-9.1").case == "9.14"


@rule("east-is-red", "9.14")
def test_a_corps_does_not_attack_again_as_divisions() -> None:
    p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1; 0318: 1-3-3.1", dice=[1])
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1", "to 0421", "hold")
    play(p, "break_down 7-4-9.1")
    assert stack(p, "0419") == ["1-2-9", "2-1-9", "2-1-9"]
    assert offered(p, "attack") == set()


@rule("east-is-red", "9.14", "13.15")
def test_a_unit_is_attacked_once() -> None:
    # Harbin holds after Dr (one to two, die 1), so that its garrison could be attacked again.
    p = soviet_attack(
        "2522: 3-7-9.1, 3-7-9.2, 3-7-9.3; 2624: 7-4-9.1, 7-4-9.2, 7-4-9.3",
        "2523: 4-6-6.1",
        dice=[1],
    )
    play(p, "attack 2523", "add 3-7-9.1", "add 3-7-9.2", "add 3-7-9.3", "resolve 1-2")
    assert offered(p, "attack") == {"2623", "2524"}, "industrial hexes next to 2522 and 2624"
    assert refused(p, "attack 2523").case == "9.14"


@rule("east-is-red", "9.14")
def test_the_next_combat_phase_is_a_new_one() -> None:
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2", "0420: 4-6-6.1", dice=[6, 1])
    play(p, "attack 0420", "all", "resolve 2-1")  # a 6 is Ar
    play(p, "to 0418", "to 0318", "hold", "done", "done")
    while p.current.key != "soviet-combat":
        play(p, "done" if "done" in verbs(p) else "pass")
    assert p.fought == p.was_attacked == p.hexes_attacked == 0


# 9.2 Several units and several hexes


@rule("east-is-red", "9.2", "9.21")
def test_a_hex_defends_as_a_whole() -> None:
    p = soviet_attack("0419: 7-4-9.1", "0420: 4-6-6.1, 5-3-6.1, 1-3-3.1")
    play(p, "attack 0420", "add 7-4-9.1")
    assert strengths(p) == (7, 12)
    assert [term.text for term in terms(p) if term.case == "9.21"] == [
        "4-6-6.1",
        "5-3-6.1",
        "1-3-3.1",
    ]


@rule("east-is-red", "9.21", "11.3")
def test_guns_aircraft_and_supplies_defend_too() -> None:
    p = chinese_attack("0420: 12-3-12.1, 0-1-1.1, 0-1-20.1", "0419: 4-6-6.1")
    play(p, "attack 0420", "add 4-6-6.1")
    assert strengths(p) == (4, 5)


@rule("east-is-red", "9.22", "9.2")
def test_units_of_a_stack_attack_different_hexes() -> None:
    # Dr twice: two to one, die 1.
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2, 7-4-9.3", "0420: 5-3-6.1; 0318: 5-3-6.2", dice=[1, 1]
    )
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1", "to 0421", "hold")
    play(p, "attack 0318", "add 7-4-9.2", "resolve 2-1", "to 0317", "hold")
    assert where(p, "5-3-6.1") == "0421"
    assert where(p, "5-3-6.2") == "0317"
    play(p, "done")
    assert stack(p, "0419") == ["7-4-9", "7-4-9", "7-4-9"]


@rule("east-is-red", "9.23")
def test_one_attack_on_several_hexes() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2; 0519: 3-7-9.1; 0318: 3-7-9.2",
        "0420: 5-3-6.1; 0319: 4-6-6.1; 0520: 4-6-6.2",
    )
    play(p, "attack 0420", "add 7-4-9.1")
    assert offered(p, "target") == {"0319"}, "7-4-9.1 is not next to 0520"
    assert refused(p, "target 0520").case == "9.23"
    play(p, "target 0319")
    assert offered(p, "add") == {"7-4-9.2"}, "the others are next to one of the hexes only"
    assert refused(p, "add 3-7-9.1").case == "9.23"
    play(p, "add 7-4-9.2")
    assert strengths(p) == (14, 9)
    assert best_odds(p) == "1-1"


@rule("east-is-red", "9.23")
def test_all_attackers_must_be_next_to_a_further_hex() -> None:
    p = soviet_attack("0419: 7-4-9.1; 0519: 3-7-9.1", "0420: 5-3-6.1; 0319: 4-6-6.1")
    play(p, "attack 0420", "add 7-4-9.1", "add 3-7-9.1")
    assert offered(p, "target") == set()


@rule("east-is-red", "9.23", "9.14", "10.1")
def test_an_attack_on_two_hexes_is_one_die_for_both() -> None:
    # 21 to 6: three to one, die 1: De.
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2, 7-4-9.3", "0420: 5-3-6.1; 0319: 5-3-6.2", dice=[1])
    play(p, "attack 0420", "add 7-4-9.1", "target 0319", "all", "resolve 3-1")
    assert where(p, "5-3-6.1") == where(p, "5-3-6.2") == ""
    assert len(events(p, "attacked")) == 1


# 9.3 The odds


@rule("east-is-red", "9.3")
def test_twenty_six_to_nine_is_two_to_one() -> None:
    """The example of the rulebook."""
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2; 0519: 4-6-9.1, 4-6-9.2, 4-6-9.3", "0420: 4-6-6.1, 1-3-3.1"
    )
    play(p, "attack 0420", "all")
    assert strengths(p) == (26, 9)
    assert best_odds(p) == "2-1"


@rule("east-is-red", "9.3", "10.0")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (17, 35, None),
        (1, 2, "1-2"),
        (35, 36, "1-2"),
        (36, 36, "1-1"),
        (71, 36, "1-1"),
        (72, 36, "2-1"),
        (107, 36, "2-1"),
        (108, 36, "3-1"),
        (179, 36, "4-1"),
        (180, 36, "5-1"),
        (216, 36, "6-1"),
        (999, 36, "6-1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str | None) -> None:
    p = soviet_attack("0419: 3-7-9.1", "0420: 4-6-6.1")
    assert odds_column(p, attack, defence) == column


# 9.4 What changes a strength


@rule("east-is-red", "9.4", "12.11")
def test_an_unsupplied_tank_unit_in_rough_is_quartered() -> None:
    """The example of the rulebook: five points become one and a quarter."""
    # A Chinese tank corps far inside Siberia, next to a rough hex.
    p = chinese_attack("2005: 0-1-20.1", "2006: 5-3-6.1")
    play(p, "attack 2005", "add 5-3-6.1")
    assert strengths(p) == (1.25, 2)
    assert {"12.11", "11.0"} <= cases(p)
    assert best_odds(p) == "1-2"


@rule("east-is-red", "9.4", "12.11")
def test_fractions_are_kept() -> None:
    # Three tank divisions and corps into the rough: 3.5 + 1 + 3.5.
    p = soviet_attack("2116: 7-4-9.1, 2-1-9.1, 7-4-9.2", "2115: 1-3-3.1")
    play(p, "attack 2115", "add 7-4-9.1")
    assert strengths(p) == (3.5, 6)
    play(p, "all")
    assert strengths(p) == (8, 6)
    assert best_odds(p) == "1-1"


@rule("east-is-red", "9.4")
def test_only_tanks_are_halved_and_only_by_what_they_attack_into() -> None:
    p = soviet_attack("2116: 3-7-9.1, 7-4-9.1", "2115: 1-3-3.1")
    play(p, "attack 2115", "add 3-7-9.1")
    assert strengths(p) == (3, 6)
    # From a rough hex into a clear one nobody is halved, and nobody doubled.
    p = soviet_attack("2117: 7-4-9.1", "2118: 4-6-6.1")
    play(p, "attack 2118", "add 7-4-9.1")
    assert strengths(p) == (7, 6)


@rule("east-is-red", "9.4", "9.23", "12.11")
def test_tanks_that_attack_rough_and_clear_together_are_halved() -> None:
    # 2118 is clear, 2018 rough.
    p = soviet_attack("2117: 7-4-9.1", "2118: 5-3-6.1; 2018: 1-3-3.1")
    play(p, "attack 2118", "add 7-4-9.1")
    assert strengths(p) == (7, 3)
    play(p, "target 2018")
    assert strengths(p) == (3.5, 9)


# 11.4 Supply for attacks


@rule("east-is-red", "11.42", "11.5", "9.4")
def test_an_expended_supply_unit_supplies_every_attack_near_it() -> None:
    soviet = "0419: 3-7-9.1, 3-7-9.2; 0612: 3-7-9.3; 0418: 0-1-20.1"
    chinese = "0420: 1-3-3.1; 0318: 1-3-3.2; 0613: 1-3-3.3"
    p = soviet_attack(soviet, chinese, turn=4)
    assert "expend" not in verbs(p), "nothing needs to be expended before turn five"
    play(p, "attack 0420", "add 3-7-9.1")
    assert strengths(p) == (3, 3)

    p = soviet_attack(soviet, chinese, turn=5, dice=[1])
    play(p, "attack 0420", "add 3-7-9.1")
    assert strengths(p) == (1.5, 3)
    play(p, "expend 0-1-20.1")
    assert where(p, "0-1-20.1") == ""
    assert strengths(p) == (3, 3)
    play(p, "resolve 1-1", "to 0421", "hold")
    play(p, "attack 0318", "add 3-7-9.2")
    assert strengths(p) == (3, 3), "any number of attacks"
    play(p, "cancel", "attack 0613", "add 3-7-9.3")
    assert strengths(p) == (1.5, 3), "more than five points away"


@rule("east-is-red", "11.42")
def test_supply_does_not_last_until_the_next_combat_phase() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0418: 0-1-20.1", "0420: 1-3-3.1", turn=5)
    play(p, "expend 0-1-20.1", "done")
    assert not p.expended


@rule("east-is-red", "11.42", "11.21")
def test_a_supply_unit_that_is_cut_off_is_no_use() -> None:
    # Chinese units all round: no path home from 0420 without crossing their Zones of Control.
    ring = "; ".join(f"{hex_}: 4-6-6" for hex_ in ("0418", "0619", "0622", "0422", "0221", "0219"))
    p = soviet_attack("0420: 3-7-9.1, 0-1-20.1", f"{ring}; 0421: 1-3-3.1", turn=5)
    assert offered(p, "expend") == set()


@rule("east-is-red", "11.41", "9.4")
def test_unsupplied_chinese_attack_with_half_their_strength() -> None:
    p = chinese_attack("2005: 0-1-20.1", "2006: 4-6-6.1")
    play(p, "attack 2005", "add 4-6-6.1")
    assert strengths(p) == (2, 2)


# 9.5 Concentric attacks


@rule("east-is-red", "9.5")
def test_attackers_whose_zones_close_the_ring_are_doubled() -> None:
    """Every way to stand round a hex: doubled exactly if each hex of the ring is covered."""
    for size in range(1, 7):
        for hexes in combinations(range(6), size):
            covered = {(n + d) % 6 for n in hexes for d in (-1, 0, 1)}
            lines = "; ".join(f"{RING[n]}: 3-7-9" for n in hexes)
            p = soviet_attack(lines, "0420: 4-6-6.1")
            play(p, "attack 0420", "all" if size > 1 else "add 3-7-9.1")
            factor = 2 if len(covered) == 6 else 1
            assert strengths(p) == (3 * size * factor, 6), hexes
            assert ("9.5" in cases(p)) == (factor == 2)


@rule("east-is-red", "9.5")
def test_only_those_who_attack_surround() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0421: 3-7-9.2", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1")
    assert strengths(p) == (3, 6)
    play(p, "add 3-7-9.2")
    assert strengths(p) == (12, 6)


@rule("east-is-red", "9.5")
def test_other_defenders_in_the_ring_change_nothing() -> None:
    p = soviet_attack(
        "0419: 3-7-9.1; 0421: 3-7-9.2", "0420: 4-6-6.1; 0519: 4-6-6.2; 0320: 4-6-6.3, 4-6-6.4"
    )
    play(p, "attack 0420", "all")
    assert strengths(p) == (12, 6)


@rule("east-is-red", "9.5", "13.0")
def test_a_chinese_city_in_the_ring_changes_nothing_either() -> None:
    """Ruling: for 9.5 a city counts like a Chinese unit, which does not nullify zones here."""
    p = soviet_attack("0528: 3-7-9.1; 0327: 3-7-9.2", "0428: 4-6-6.1")
    play(p, "attack 0428", "all")
    assert strengths(p) == (12, 6)


@rule("east-is-red", "9.5")
def test_both_sides_can_attack_concentrically() -> None:
    p = chinese_attack("0420: 3-7-9.1", "0419: 4-6-6.1; 0421: 4-6-6.2")
    play(p, "attack 0420", "all")
    assert strengths(p) == (16, 7)


@rule("east-is-red", "9.5")
def test_the_sea_does_not_help_the_surrounded() -> None:
    """Ruling: a sea hex counts as covered if an attacker is next to it."""
    p = soviet_attack("0829: 3-7-9.1; 0630: 3-7-9.2", "0729: 4-6-6.1")
    play(p, "attack 0729", "add 3-7-9.1")
    assert "9.5" not in cases(p)
    play(p, "add 3-7-9.2")
    assert "9.5" in cases(p)
    # A straight coast: no attacker can be next to the middle of the three sea hexes.
    p = soviet_attack(
        "1131: 3-7-9.1; 1032: 3-7-9.2; 1232: 3-7-9.3", "", markers="destroyed: 1032 1232"
    )
    play(p, "attack 1132", "all")
    assert "9.5" not in cases(p)


@rule("east-is-red", "9.5")
def test_zones_do_not_reach_across_open_water() -> None:
    # 0430 is parted from 0529, the sixth hex round Tientsin, by the sea.
    p = soviet_attack("0428: 3-7-9.1; 0430: 3-7-9.2", "", markers="destroyed: 0430")
    play(p, "attack 0429", "all")
    assert "9.5" not in cases(p)
    p = soviet_attack("0428: 3-7-9.1; 0430: 3-7-9.2; 0528: 3-7-9.3", "", markers="destroyed: 0430")
    play(p, "attack 0429", "all")
    assert "9.5" in cases(p)


@rule("east-is-red", "9.5", "17.5")
def test_no_zone_reaches_into_closed_north_korea() -> None:
    units = ("1830: 3-7-9.1; 1731: 3-7-9.2; 1931: 3-7-9.3; 1730: 3-7-9.4", "1831: 4-6-6.1")
    for koreans, doubled in (("", False), ("flags: koreans-in; ", True)):
        p = soviet_attack(*units, markers=f"{koreans}destroyed: 1731")
        play(p, "attack 1831", "all")
        assert ("9.5" in cases(p)) == doubled


@rule("east-is-red", "9.5", "9.23")
def test_an_attack_on_two_hexes_must_surround_both() -> None:
    # 0320 and 0519 would close the ring of 0420, but nobody surrounds 0419 as well.
    p = soviet_attack("0319: 3-7-9.1; 0519: 3-7-9.2", "0420: 1-3-3.1; 0419: 1-3-3.2")
    play(p, "attack 0420", "all", "target 0419")
    assert strengths(p) == (6, 6)
    # On the edge of the map two units surround 0119, but not 0220 with it.
    p = soviet_attack("0219: 3-7-9.1; 0120: 3-7-9.2", "0119: 1-3-3.1; 0220: 1-3-3.2")
    play(p, "attack 0119", "all")
    assert "9.5" in cases(p)
    play(p, "target 0220")
    assert "9.5" not in cases(p)


@rule("east-is-red", "9.5", "15.11", "9.4")
def test_doublings_and_halvings_work_together() -> None:
    # 7 halved into the rough, from two sides, nuclear: 7 x 2 x 2.
    p = soviet_attack("2116: 7-4-9.1; 2114: 7-4-9.2", "2115: 1-3-3.1")
    play(p, "attack 2115", "all", "nuclear")
    assert strengths(p) == (28, 6)


# 9.6 Soviet Artillery


@rule("east-is-red", "9.6", "9.61")
def test_artillery_only_supports_others() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0418: 12-3-12.1", "0420: 4-6-6.1")
    assert offered(p, "attack") == {"0420"}
    play(p, "attack 0420")
    assert offered(p, "add") == {"3-7-9.1"}
    assert refused(p, "add 12-3-12.1").case == "9.61"
    play(p, "add 3-7-9.1", "add 12-3-12.1")
    assert strengths(p) == (15, 6)


@rule("east-is-red", "9.61")
def test_artillery_alone_attacks_nothing() -> None:
    p = soviet_attack("0418: 12-3-12.1; 0419: 12-3-12.2", "0420: 4-6-6.1")
    assert offered(p, "attack") == set()


@rule("east-is-red", "9.61", "9.62")
def test_artillery_supports_mechanized_and_tank_units_not_marines() -> None:
    p = soviet_attack("0419: 2-2-6.1; 0418: 12-3-12.1; 0520: 7-4-9.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 2-2-6.1")
    assert offered(p, "add") == {"7-4-9.1"}
    play(p, "add 7-4-9.1")
    assert offered(p, "add") == set(), "next to the marines only"


@rule("east-is-red", "9.62")
def test_artillery_must_be_next_to_a_unit_that_attacks() -> None:
    # 0422 is two hexes from the target, but on its other side.
    p = soviet_attack("0419: 3-7-9.1; 0421: 3-7-9.2; 0422: 12-3-12.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1")
    assert offered(p, "add") == {"3-7-9.2"}
    assert refused(p, "add 12-3-12.1").case == "9.62"
    play(p, "add 3-7-9.2")
    assert offered(p, "add") == {"12-3-12.1"}


@rule("east-is-red", "9.63")
@pytest.mark.parametrize(
    ("hex_", "joins"), [("0519", False), ("0319", False), ("0418", True), ("0518", True)]
)
def test_artillery_fires_over_two_hexes(hex_: str, joins: bool) -> None:
    p = soviet_attack(f"0419: 3-7-9.1; {hex_}: 12-3-12.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1")
    assert ("12-3-12.1" in offered(p, "add")) == joins
    if not joins:
        assert refused(p, "add 12-3-12.1").case == "9.63"


@rule("east-is-red", "9.63", "9.23")
def test_artillery_must_be_two_hexes_from_every_hex_under_attack() -> None:
    # All three are two hexes from 0420, but 0318 is next to 0319.
    p = soviet_attack(
        "0419: 7-4-9.1; 0418: 12-3-12.1; 0318: 12-3-12.2; 0518: 12-3-12.3",
        "0420: 1-3-3.1; 0319: 1-3-3.2",
    )
    play(p, "attack 0420", "add 7-4-9.1")
    assert offered(p, "add") == {"12-3-12.1", "12-3-12.2", "12-3-12.3"}
    play(p, "target 0319")
    assert offered(p, "add") == {"12-3-12.1", "12-3-12.3"}
    play(p, "cancel", "attack 0420", "add 7-4-9.1", "add 12-3-12.2")
    assert offered(p, "target") == set(), "a further hex comes before the guns"


@rule("east-is-red", "9.64", "5.44")
def test_artillery_that_came_by_rail_does_not_fire() -> None:
    p = soviet_attack("0419: 3-7-9.1; 0418: 12-3-12.1 (railed)", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1")
    assert offered(p, "add") == set()
    assert refused(p, "add 12-3-12.1").case == "5.44"


@rule("east-is-red", "9.14", "9.6")
def test_artillery_fires_once() -> None:
    # 7 + 12 to 3: six to one, die 1: De.
    p = soviet_attack(
        "0419: 7-4-9.1, 3-7-9.1; 0418: 12-3-12.1", "0420: 5-3-6.1; 0319: 4-6-6.1", dice=[1]
    )
    play(p, "attack 0420", "add 7-4-9.1", "add 12-3-12.1", "resolve 6-1", "hold")
    play(p, "attack 0319", "add 3-7-9.1")
    assert offered(p, "add") == set()
    assert refused(p, "add 12-3-12.1").case == "9.14"


# 5.52 The Marine Division on an industrial hex


@rule("east-is-red", "5.52")
def test_the_marines_must_attack_the_industrial_hex_they_landed_on() -> None:
    # Two to one, die 1: Dr destroys the intrinsic strength (13.21), and they stay.
    p = soviet_attack("0929: 2-2-6.1", "", markers="landing: 0929", dice=[1])
    assert "done" not in verbs(p)
    assert offered(p, "attack") == {"0929"}
    assert refused(p, "done").case == "5.52"
    play(p, "attack 0929", "add 2-2-6.1")
    assert strengths(p) == (2, 1), "the hex defends itself, not the marines in it"
    assert best_odds(p) == "2-1"
    play(p, "resolve 2-1")
    assert p.destroyed == 1 << p.charts.grid.hex("0929")
    assert where(p, "2-2-6.1") == "0929"
    play(p, "done")


@rule("east-is-red", "5.52")
def test_the_marines_attack_nothing_else_before() -> None:
    p = soviet_attack("0929: 2-2-6.1", "0928: 1-3-3.1", markers="landing: 0929")
    assert offered(p, "attack") == {"0929"}, "0928 only together with their own hex"
    play(p, "attack 0929", "add 2-2-6.1")
    assert offered(p, "target") == {"0928"}


@rule("east-is-red", "5.52")
def test_nobody_relieves_the_marines_of_their_attack() -> None:
    p = soviet_attack("0929: 2-2-6.1; 0928: 3-7-9.1", "1029: 1-3-3.1", markers="landing: 0929")
    assert offered(p, "attack") == {"0929", "1029"}
    play(p, "attack 0929", "add 3-7-9.1")
    assert "resolve" not in verbs(p), "not without the marines"
    play(p, "add 2-2-6.1")
    assert strengths(p) == (5, 1)
    assert best_odds(p) == "5-1"
    play(p, "cancel", "attack 1029")
    assert offered(p, "add") == {"3-7-9.1"}, "the marines have something else to do"


@rule("east-is-red", "5.52", "9.5")
def test_marines_inside_a_hex_do_not_surround_it() -> None:
    p = soviet_attack("0929: 2-2-6.1; 0928: 3-7-9.1", "", markers="landing: 0929")
    play(p, "attack 0929", "all")
    assert "9.5" not in cases(p)


# 8.2 The Soviet Player's moment before the die


@rule("east-is-red", "8.2", "9.3")
def test_odds_follow_what_defends_when_the_die_is_rolled() -> None:
    """Ruling: after a substitution the odds can be worse than announced, never better."""
    p = situation(
        "phase: chinese-combat\nturn: 2\n[Soviet]\n0420: 1-2-9.1, 1-2-9.2, 1-2-9.3\n"
        "[Chinese]\n0419: 4-6-6.1, 1-3-3.1, 1-3-3.2",
        dice=[1],
    )
    play(p, "pass", "attack 0420", "all")
    assert strengths(p) == (6, 6)
    assert cause(p) is None
    play(p, "resolve 1-1")
    assert to_choose(p) == "Soviet"
    announced = cause(p)
    assert announced is not None
    assert TITLE.text(announced) == "Chinese 4-6-6, 2 x 1-3-3 attack 0420 at 1-1"
    play(p, "build_up 0420", "pass")
    assert events(p, "attacked")[0][2] == "1-2", "six to seven now"


@rule("east-is-red", "9.14", "8.2")
def test_divisions_of_a_corps_under_attack_have_been_attacked() -> None:
    p = situation(
        "phase: chinese-combat\nturn: 2\n[Soviet]\n0420: 7-4-9.1\n"
        "[Chinese]\n0419: 4-6-6.1\n0520: 4-6-6.2",
        dice=[4],
    )
    play(p, "pass", "attack 0420", "add 4-6-6.1", "resolve 1-1")
    play(p, "break_down 7-4-9.1", "pass")  # a 4 is Ar
    play(p, "to 0418", "hold")
    assert stack(p, "0420") == ["1-2-9", "2-1-9", "2-1-9"]
    assert offered(p, "attack") == set()
