"""10.0 Combat resolution: the table, retreats, exchanges, advances, mass attacks.

Most fights take place in the open steppe round 0420; the hexes round it are, clockwise from the
north, 0419, 0519, 0520, 0421, 0320 and 0319.
"""

from __future__ import annotations

import pytest

from tests.marks import rule

from .fights import best_odds, chinese_attack, soviet_attack, strengths
from .situations import events, offered, play, refused, stack, to_choose, verbs, where

# 10.0 The table


TABLE = {
    "1-2": "Dr Ar Ar Ar Ar Ae",
    "1-1": "Dr Dr Dr Ar Ar Ar",
    "2-1": "Dr Dr Dr Dr Ex Ar",
    "3-1": "De Dr Dr Dr Dr Ex",
    "4-1": "De De Dr Dr Ex Ex",
    "5-1": "De De De De Ex Ex",
    "6-1": "De De De De De Ex",
}


@rule("east-is-red", "10.0", "10.4")
@pytest.mark.parametrize("column", TABLE)
@pytest.mark.parametrize("die", range(1, 7))
def test_the_die_decides(column: str, die: int) -> None:
    # 18 to 3, lowered to the column.
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2, 4-6-9.1; 0320: 3-7-9.1", "0420: 5-3-6.1", dice=[die])
    play(p, "attack 0420", "add 7-4-9.1", "add 7-4-9.2", "add 4-6-9.1")
    assert strengths(p) == (18, 3)
    play(p, f"resolve {column}")
    facts = events(p, "attacked")[0]
    assert facts[2:5] == (column, die, TABLE[column].split()[die - 1])


@rule("east-is-red", "10.0", "9.3")
def test_better_odds_than_six_to_one_are_six_to_one() -> None:
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2, 7-4-9.3", "0420: 1-3-3.1")
    play(p, "attack 0420", "all")
    assert strengths(p) == (21, 3)
    assert best_odds(p) == "6-1"


@rule("east-is-red", "10.0")
def test_attacks_below_one_to_two_are_not_allowed() -> None:
    p = soviet_attack("0419: 1-2-9.1, 1-2-9.2", "0420: 1-3-3.1")
    play(p, "attack 0420", "add 1-2-9.1")
    assert strengths(p) == (1, 3)
    assert "resolve" not in verbs(p)
    assert refused(p, "resolve 1-2").case == "10.0"
    play(p, "add 1-2-9.2")
    assert best_odds(p) == "1-2"


# 10.1 The results


@rule("east-is-red", "10.1", "10.2")
def test_dr_moves_all_defenders_one_hex_as_the_attacker_likes() -> None:
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2, 4-6-9.1", "0420: 4-6-6.1, 5-3-6.1", dice=[1])
    play(p, "attack 0420", "all", "resolve 2-1")
    assert to_choose(p) == "Soviet"
    assert offered(p, "retreat") == {"4-6-6.1", "5-3-6.1"}
    play(p, "retreat 5-3-6.1")
    assert offered(p, "to") == {"0520", "0421", "0320"}, "0519 and 0319 are controlled"
    play(p, "to 0421")
    assert offered(p, "to") == {"0520", "0320"}
    play(p, "to 0320")
    assert where(p, "5-3-6.1") == "0421"
    assert where(p, "4-6-6.1") == "0320"


@rule("east-is-red", "10.1", "10.2")
def test_ar_moves_the_attackers_as_the_defender_likes_but_not_the_guns() -> None:
    # 3 + 12 + 3 to 12, lowered to one to one; a 4 is Ar.
    p = soviet_attack(
        "0419: 3-7-9.1; 0418: 12-3-12.1; 0519: 3-7-9.2", "0420: 4-6-6.1, 4-6-6.2", dice=[4]
    )
    play(p, "attack 0420", "all", "add 12-3-12.1", "resolve 1-1")
    assert to_choose(p) == "Chinese"
    assert offered(p, "retreat") == {"3-7-9.1", "3-7-9.2"}
    play(p, "retreat 3-7-9.1")
    assert "0418" not in offered(p, "to"), "vacant hexes come first"
    play(p, "to 0318", "to 0619")
    assert where(p, "12-3-12.1") == "0418"


@rule("east-is-red", "10.1")
def test_de_eliminates_all_defenders() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2, 7-4-9.3; 0519: 7-4-9.4", "0420: 1-3-3.1, 1-3-3.2", dice=[1]
    )
    play(p, "attack 0420", "all", "resolve 4-1")
    assert where(p, "1-3-3.1") == where(p, "1-3-3.2") == ""
    assert stack(p, "0419") == ["7-4-9"] * 3


@rule("east-is-red", "10.1")
def test_ae_eliminates_the_attackers_but_not_the_guns_and_aircraft() -> None:
    # 3 + 3 + 12 + 3 air points, lowered to one to two; a 6 is Ae.
    p = soviet_attack(
        "0419: 3-7-9.1, 2-2-6.1; 0418: 12-3-12.1; 0412: 0-1-1.1", "0420: 4-6-6.1", dice=[6]
    )
    play(p, "attack 0420", "all", "add 12-3-12.1", "strike 0-1-1.1", "resolve 1-2", "hold")
    assert where(p, "3-7-9.1") == where(p, "2-2-6.1") == ""
    assert where(p, "12-3-12.1") == "0418"
    assert where(p, "0-1-1.1") == "0412"


@rule("east-is-red", "10.1", "8.4")
def test_an_exchange_with_a_corps_that_breaks_down() -> None:
    """The example of 8.4: a tank corps loses three points against a Chinese tank corps."""
    p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1", dice=[5])
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1")
    assert where(p, "5-3-6.1") == ""
    assert to_choose(p) == "Soviet"
    assert offered(p, "lose") == {"7-4-9.1"}
    play(p, "break_down 7-4-9.1")
    assert offered(p, "lose") == {"2-1-9.1", "2-1-9.2", "1-2-9.1"}
    play(p, "lose 2-1-9.1", "lose 1-2-9.1")
    assert verbs(p) == {"advance", "hold"}, "three points are lost"
    play(p, "advance 2-1-9.2")
    assert where(p, "2-1-9.2") == "0420"


@rule("east-is-red", "10.1")
def test_an_exchange_goes_by_printed_strengths_and_may_cost_more() -> None:
    # Two militia in the rough defend with twelve, but cost six; 30 halved and doubled to 2-1.
    p = soviet_attack(
        "2116: 7-4-9.1, 7-4-9.2; 2114: 4-6-9.1, 4-6-9.2", "2115: 1-3-3.1, 1-3-3.2", dice=[5]
    )
    play(p, "attack 2115", "all")
    assert strengths(p) == (30, 12)
    play(p, "resolve 2-1")
    play(p, "lose 4-6-9.1")
    assert verbs(p) >= {"lose"}, "four of six points"
    play(p, "lose 7-4-9.1")
    assert "lose" not in verbs(p), "eleven are more than six"
    assert where(p, "7-4-9.2") == "2116"
    assert where(p, "4-6-9.2") == "2114"


@rule("east-is-red", "10.1")
def test_guns_and_aircraft_are_not_exchanged() -> None:
    p = soviet_attack("0419: 1-2-9.1; 0418: 12-3-12.1; 0412: 0-1-1.1", "0420: 4-6-6.1", dice=[5])
    play(p, "attack 0420", "add 1-2-9.1", "add 12-3-12.1", "strike 0-1-1.1")
    assert strengths(p) == (16, 6)
    play(p, "resolve 2-1")
    assert offered(p, "lose") == {"1-2-9.1"}
    play(p, "lose 1-2-9.1")
    assert where(p, "12-3-12.1") == "0418"
    assert where(p, "0-1-1.1") == "0412"
    assert verbs(p) == {"done"}, "nobody is left to advance"


@rule("east-is-red", "10.1", "8.4")
def test_the_chinese_lose_whole_armies_in_an_exchange() -> None:
    p = chinese_attack("0420: 1-2-9.1", "0419: 4-6-6.1, 1-3-3.1", dice=[5])
    play(p, "attack 0420", "all", "resolve 2-1")
    assert where(p, "1-2-9.1") == ""
    assert to_choose(p) == "Chinese"
    assert "break_down" not in verbs(p)
    play(p, "lose 1-3-3.1")
    assert verbs(p) >= {"lose"}, "one of two points"
    play(p, "lose 4-6-6.1")
    assert stack(p, "0419") == []


# 10.2 Retreats


@rule("east-is-red", "10.2")
def test_vacant_hexes_then_low_stacks_then_high_ones() -> None:
    """0519 and 0319 are controlled by the attacker; the other three are open to the defender."""
    attack = ("attack 0420", "all", "resolve 2-1")
    three = "4-6-6, 4-6-6, 4-6-6"
    for stacks, hexes in (
        ("0520: 4-6-6; 0421: 4-6-6", {"0320"}),
        ("0520: 4-6-6; 0421: 4-6-6, 4-6-6, 4-6-6; 0320: 4-6-6, 4-6-6", {"0520", "0320"}),
        (
            f"0520: {three}; 0421: {three}; 0320: {three}, 4-6-6",
            {"0520", "0421", "0320"},
        ),
    ):
        p = soviet_attack("0419: 7-4-9.1, 7-4-9.2", f"0420: 5-3-6.1; {stacks}", dice=[1])
        play(p, *attack)
        assert offered(p, "to") == hexes
        assert refused(p, "to 0319").case == "10.21"


@rule("east-is-red", "10.2", "7.2")
def test_a_retreat_may_overstack() -> None:
    full = "4-6-6, 4-6-6, 4-6-6"
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2",
        f"0420: 5-3-6.1; 0520: {full}; 0421: {full}; 0320: {full}",
        dice=[1],
    )
    play(p, "attack 0420", "all", "resolve 2-1", "to 0421")
    assert stack(p, "0421") == ["4-6-6", "4-6-6", "4-6-6", "5-3-6"]


@rule("east-is-red", "10.21", "6.3")
def test_a_friendly_unit_opens_a_controlled_hex() -> None:
    # The Soviets stand all round at a distance: every hex round 0420 is controlled.
    around = "0620: 3-7-9; 0422: 3-7-9; 0221: 3-7-9"
    p = soviet_attack(f"0419: 7-4-9.1; {around}", "0420: 5-3-6.1; 0421: 4-6-6.1", dice=[1])
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1")
    assert offered(p, "to") == {"0421"}


@rule("east-is-red", "10.21", "6.3")
def test_who_cannot_retreat_is_eliminated() -> None:
    p = soviet_attack("0419: 7-4-9.1; 0421: 7-4-9.2", "0420: 5-3-6.1", dice=[1])
    play(p, "attack 0420", "all", "resolve 2-1")
    assert to_choose(p) == "Soviet"
    assert verbs(p) == {"eliminate"}
    play(p, "eliminate")
    assert where(p, "5-3-6.1") == ""


@rule("east-is-red", "10.21")
def test_nobody_retreats_over_water() -> None:
    # 1131 on the Dairen neck: 1032 and the sea lie behind an all-sea hexside.
    p = soviet_attack(
        "1231: 7-4-9.1, 7-4-9.2", "1131: 5-3-6.1", markers="destroyed: 1231", dice=[1]
    )
    play(p, "attack 1131", "all", "resolve 2-1")
    assert offered(p, "to") == {"1132"}


@rule("east-is-red", "10.21", "15.22")
def test_nobody_retreats_into_contamination() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1", "0420: 5-3-6.1; 0421: 4-6-6.1", markers="contaminated: 0320 0421", dice=[1]
    )
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1")
    assert offered(p, "to") == {"0520"}


@rule("east-is-red", "10.21", "17.5")
@pytest.mark.parametrize("koreans", [False, True])
def test_nobody_retreats_into_neutral_north_korea(koreans: bool) -> None:
    # A border hex between the attackers and Korea.
    p = soviet_attack(
        "1830: 7-4-9.1, 7-4-9.2; 1730: 7-4-9.3, 7-4-9.4",
        "1831: 5-3-6.1",
        markers="flags: koreans-in" if koreans else "",
        dice=[1],
    )
    play(p, "attack 1831", "all", "resolve 2-1")
    assert offered(p, "to") == ({"1931", "1832"} if koreans else {"1931"})


@rule("east-is-red", "10.21", "17.43")
def test_militia_do_not_retreat_over_the_border() -> None:
    """Ruling: what militia may not do by themselves, nobody can make them do."""
    # 1511 lies in the corner between Mongolia and the USSR.
    units = "1512: 7-4-9.1; 1412: 7-4-9.2"
    p = soviet_attack(units, "1511: 1-3-3.1", dice=[1])
    play(p, "attack 1511", "all", "resolve 2-1")
    assert verbs(p) == {"eliminate"}
    p = soviet_attack(units, "1511: 5-3-6.1", dice=[1])
    play(p, "attack 1511", "all", "resolve 2-1")
    assert offered(p, "to") == {"1510", "1611"}


@rule("east-is-red", "10.21", "13.14", "13.23", "12.0")
def test_soviet_units_do_not_retreat_into_or_past_chinese_cities_and_industry() -> None:
    # 2522 is next to Harbin (2523); its zone covers 2423 and 2623, and 2623 is industrial too.
    p = soviet_attack("2522: 7-4-9.1", "2521: 4-6-6.1", dice=[2])
    play(p, "attack 2521", "add 7-4-9.1", "resolve 1-2")
    assert to_choose(p) == "Chinese"
    assert verbs(p) == {"eliminate"}
    # Round Hailar (1913), an industrial hex without a zone of its own.
    for markers, open_ in (("", False), ("destroyed: 1913", True)):
        p = soviet_attack("1912: 3-7-9.1", "1812: 4-6-6.1", markers=markers, dice=[2])
        play(p, "attack 1812", "add 3-7-9.1", "resolve 1-2")
        assert ("1913" in offered(p, "to")) == open_


@rule("east-is-red", "10.21", "13.0")
def test_chinese_units_retreat_into_their_cities_whoever_is_next_to_them() -> None:
    # Harbin (2523) is next to the attackers, but a Chinese city nullifies their zones.
    p = soviet_attack("2522: 7-4-9.1, 7-4-9.2; 2624: 3-7-9.1", "2623: 5-3-6.1", dice=[2])
    play(p, "attack 2623", "add 7-4-9.1", "add 7-4-9.2", "resolve 2-1")
    assert "2523" in offered(p, "to")


@rule("east-is-red", "10.21", "13.23")
def test_chinese_units_do_not_retreat_into_soviet_industry() -> None:
    for markers, open_ in (("", False), ("destroyed: 3116", True)):
        p = chinese_attack("3018: 0-1-20.1", "3017: 4-6-6.1", markers=markers, dice=[2])
        play(p, "attack 3018", "add 4-6-6.1", "resolve 1-2")
        assert ("3116" in offered(p, "to")) == open_


@rule("east-is-red", "5.53", "10.2")
def test_the_marines_may_retreat_to_vladivostok() -> None:
    p = chinese_attack("0829: 2-2-6.1", "0729: 4-6-6.1", markers="landing: 0829", dice=[1])
    play(p, "attack 0829", "add 4-6-6.1", "resolve 2-1")
    assert to_choose(p) == "Soviet"
    assert verbs(p) == {"return", "stay"}
    play(p, "return")
    assert where(p, "2-2-6.1") == "3131"
    assert p.landing == p.charts.grid.hex("0829"), "they have landed once and for all"


@rule("east-is-red", "5.53", "10.21")
def test_the_marines_do_not_sail_into_an_enemy_zone() -> None:
    p = chinese_attack(
        "0829: 2-2-6.1", "0729: 4-6-6.1; 3130: 4-6-6.2", markers="landing: 0829", dice=[1]
    )
    play(p, "attack 0829", "add 4-6-6.1", "resolve 2-1")
    assert to_choose(p) == "Chinese"
    # With a friendly unit in Vladivostok the zone does not matter.
    p = chinese_attack(
        "0829: 2-2-6.1; 3131: 3-7-9.1",
        "0729: 4-6-6.1; 3130: 4-6-6.2",
        markers="landing: 0829",
        dice=[1],
    )
    play(p, "attack 0829", "add 4-6-6.1", "resolve 2-1")
    assert verbs(p) == {"return", "stay"}


@rule("east-is-red", "5.53")
def test_the_marines_sail_only_from_where_they_landed() -> None:
    p = chinese_attack("0829: 2-2-6.1", "0729: 4-6-6.1", markers="landing: 0929", dice=[1])
    play(p, "attack 0829", "add 4-6-6.1", "resolve 2-1")
    assert to_choose(p) == "Chinese"


@rule("east-is-red", "10.2", "16.3", "16.4")
def test_a_retreat_over_a_mined_hexside_neutralizes_the_mine() -> None:
    p = soviet_attack("0419: 3-7-9.1", "0420: 4-6-6.1", markers="mined: 0418/0419", dice=[2])
    play(p, "attack 0420", "add 3-7-9.1", "resolve 1-2", "to 0418")
    assert p.mines == ()


# 10.22 Retreated units and other combat


@rule("east-is-red", "10.22", "9.14")
@pytest.mark.parametrize("die", [1, 2])
def test_retreated_units_do_not_defend_but_share_the_fate(die: int) -> None:
    """The unit of 0420 flees to 0421, which is attacked next: a 1 is De, a 2 is Dr."""
    p = soviet_attack(
        "0419: 7-4-9.1; 0422: 7-4-9.2, 7-4-9.3, 4-6-9.1; 0519: 3-7-9.1; 0319: 3-7-9.2",
        "0420: 5-3-6.1; 0421: 4-6-6.1",
        dice=[1, die],
    )
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1")
    assert offered(p, "to") == {"0421"}, "all else is controlled"
    play(p, "to 0421", "hold")
    assert offered(p, "attack") == {"0421"}
    play(p, "attack 0421", "add 7-4-9.2", "add 7-4-9.3", "add 4-6-9.1")
    assert strengths(p) == (18, 6), "nobody counts the unit that has retreated"
    play(p, "resolve 3-1")
    if die == 1:
        assert stack(p, "0421") == []
        return
    assert offered(p, "retreat") == {"5-3-6.1", "4-6-6.1"}, "it suffers the result"
    play(p, "retreat 5-3-6.1", "eliminate", "eliminate")  # all hexes round them are controlled
    assert where(p, "5-3-6.1") == where(p, "4-6-6.1") == ""


@rule("east-is-red", "10.22", "9.14")
def test_a_hex_that_holds_only_retreated_units_is_no_target() -> None:
    p = soviet_attack("0419: 7-4-9.1; 0422: 3-7-9.1", "0421: 5-3-6.1 (attacked)")
    assert offered(p, "attack") == set()


@rule("east-is-red", "10.22", "13.13", "13.21")
def test_retreated_units_do_not_garrison_a_city_or_an_industrial_hex() -> None:
    """Ruling: the intrinsic strength can be attacked, and they suffer what comes of it."""
    p = soviet_attack("2522: 3-7-9.1, 3-7-9.2", "2523: 4-6-6.1 (attacked)", dice=[1])
    play(p, "attack 2523", "all")
    assert strengths(p) == (6, 2)
    play(p, "resolve 3-1")
    assert where(p, "4-6-6.1") == "", "De"
    # Dr against an industrial hex: they retreat once more.
    p = soviet_attack("1912: 7-4-9.1", "1913: 4-6-6.1 (attacked)", dice=[1])
    play(p, "attack 1913", "add 7-4-9.1")
    assert strengths(p) == (7, 1)
    play(p, "resolve 2-1")
    assert offered(p, "to") == {"2014", "1914", "1814"}


# 10.3 Advances


@rule("east-is-red", "10.3")
def test_up_to_three_of_those_who_took_part_advance() -> None:
    # 7 x 3 + 3 + 3 + 12 to 3; die 1: De. 4-6-9.1 stands by.
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2, 4-6-9.1; 0519: 7-4-9.3, 3-7-9.1; 0418: 12-3-12.1",
        "0420: 5-3-6.1",
        dice=[1],
    )
    play(p, "attack 0420", "add 7-4-9.1", "add 7-4-9.2", "add 7-4-9.3", "add 3-7-9.1")
    play(p, "add 12-3-12.1", "resolve 6-1")
    assert to_choose(p) == "Soviet"
    assert offered(p, "advance") == {"7-4-9.1", "7-4-9.2", "7-4-9.3", "3-7-9.1"}
    assert refused(p, "advance 4-6-9.1").case == "10.3"
    assert refused(p, "advance 12-3-12.1").case == "10.3"
    play(p, "advance 7-4-9.1", "advance 3-7-9.1", "advance 7-4-9.3")
    assert stack(p, "0420") == ["3-7-9", "7-4-9", "7-4-9"]
    assert verbs(p) == {"done", "break_down"}


@rule("east-is-red", "10.3")
def test_nobody_has_to_advance() -> None:
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2", "0420: 5-3-6.1", dice=[1])
    play(p, "attack 0420", "all", "resolve 4-1", "advance 7-4-9.1", "hold")
    assert stack(p, "0420") == ["7-4-9"]
    assert stack(p, "0419") == ["7-4-9"]


@rule("east-is-red", "10.3")
@pytest.mark.parametrize("die", [2, 6])
def test_defenders_advance_into_a_hex_that_the_attacker_has_lost(die: int) -> None:
    # One to two: a 2 is Ar, a 6 is Ae.
    p = soviet_attack("0419: 3-7-9.1", "0420: 4-6-6.1; 0318: 4-6-6.2", dice=[die])
    play(p, "attack 0420", "add 3-7-9.1", "resolve 1-2")
    if die == 2:
        play(p, "to 0518")
    assert to_choose(p) == "Chinese"
    assert offered(p, "advance") == {"4-6-6.1"}, "4-6-6.2 took no part"
    play(p, "advance 4-6-6.1")
    assert where(p, "4-6-6.1") == "0419"


@rule("east-is-red", "10.2")
@pytest.mark.parametrize("first", ["7-4-9.1", "3-7-9.1"])
def test_the_other_player_says_who_retreats_first(first: str) -> None:
    p = soviet_attack("0419: 7-4-9.1, 3-7-9.1", "0420: 4-6-6.1, 4-6-6.2, 4-6-6.3", dice=[2])
    play(p, "attack 0420", "all", "resolve 1-2")
    assert offered(p, "retreat") == {"7-4-9.1", "3-7-9.1"}
    play(p, f"retreat {first}")
    assert verbs(p) == {"to"}
    there = min(offered(p, "to"))
    play(p, f"to {there}")
    other = ({"7-4-9.1", "3-7-9.1"} - {first}).pop()
    assert (where(p, first), where(p, other)) == (there, "0419")
    play(p, f"to {min(offered(p, 'to'))}")
    assert where(p, other) != "0419"


@rule("east-is-red", "10.3", "13.13")
@pytest.mark.parametrize("die", [2, 6])
def test_nobody_advances_out_of_an_empty_city(die: int) -> None:
    # The city throws the corps back, and has no unit that could follow it.
    p = soviet_attack("2522: 1-2-9.1", "", dice=[die])
    play(p, "attack 2523", "add 1-2-9.1", "resolve 1-2")
    steps = [frame.step.key for frame in p.frames]
    assert steps == (["combat", "retreat"] if die == 2 else ["combat"])
    assert verbs(p) == ({"to"} if die == 2 else {"break_down", "done"} & verbs(p))


@rule("east-is-red", "10.3", "13.15")
def test_a_city_that_only_had_to_retreat_is_not_entered() -> None:
    p = soviet_attack("2522: 4-6-9.1", "", dice=[1])
    play(p, "attack 2523", "add 4-6-9.1", "resolve 2-1")
    assert events(p, "attacked")[0][4] == "Dr"
    assert [frame.step.key for frame in p.frames] == ["combat"]
    assert where(p, "4-6-9.1") == "2522"


@rule("east-is-red", "10.3")
def test_only_a_hex_without_any_enemy_is_entered() -> None:
    p = soviet_attack("0419: 3-7-9.1, 3-7-9.2", "0420: 4-6-6.1", dice=[6])
    play(p, "attack 0420", "add 3-7-9.1", "resolve 1-2")
    assert stack(p, "0419") == ["3-7-9"]
    assert to_choose(p) == "Soviet", "no advance is offered"
    assert "advance" not in verbs(p)


@rule("east-is-red", "10.3", "9.23")
def test_advance_into_several_hexes() -> None:
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2, 7-4-9.3", "0420: 5-3-6.1; 0319: 5-3-6.2", dice=[1])
    play(p, "attack 0420", "add 7-4-9.1", "target 0319", "all", "resolve 3-1")
    play(p, "advance 7-4-9.1", "hold")
    assert offered(p, "advance") == {"7-4-9.2", "7-4-9.3"}
    play(p, "advance 7-4-9.2", "hold")
    hexes = {where(p, "7-4-9.1"), where(p, "7-4-9.2"), where(p, "7-4-9.3")}
    assert hexes == {"0420", "0319", "0419"}


@rule("east-is-red", "10.3", "17.43")
def test_militia_do_not_advance_over_the_border() -> None:
    p = soviet_attack("1510: 3-7-9.1, 3-7-9.2", "1511: 1-3-3.1, 4-6-6.1", dice=[6])
    play(p, "attack 1511", "all", "resolve 1-2")
    assert offered(p, "advance") == {"4-6-6.1"}


@rule("east-is-red", "10.3", "17.43")
def test_militia_do_not_advance_out_of_supply() -> None:
    # 0819 is six points from the railway at 0219, 0919 seven: too far for a supply path.
    p = chinese_attack("0919: 2-1-9.1", "0819: 1-3-3.1, 4-6-6.1", dice=[1])
    play(p, "attack 0919", "all", "resolve 3-1")
    assert offered(p, "advance") == {"4-6-6.1"}
    # Those that are out of supply already have none to leave.
    p = chinese_attack("1019: 2-1-9.1", "0919: 1-3-3.1, 4-6-6.1", dice=[1])
    play(p, "attack 1019", "all", "resolve 2-1")
    play(p, f"to {min(offered(p, 'to'))}")
    assert "1-3-3.1" in offered(p, "advance")


@rule("east-is-red", "10.3", "5.23")
def test_artillery_does_not_advance_next_to_chinese_units() -> None:
    """Ruling: 5.23 holds for advances as well."""
    for other, able in (("", {"12-3-12.1", "3-7-9.1"}), ("; 0418: 4-6-6.2", {"3-7-9.1"})):
        p = chinese_attack("0420: 12-3-12.1, 3-7-9.1", f"0419: 4-6-6.1, 1-3-3.1{other}", dice=[6])
        play(p, "attack 0420", "add 4-6-6.1", "add 1-3-3.1", "resolve 1-2")
        assert offered(p, "advance") == able


@rule("east-is-red", "10.3", "16.4")
def test_an_advance_over_a_mined_hexside_neutralizes_the_mine() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2", "0420: 5-3-6.1", markers="mined: 0419/0420", dice=[1]
    )
    play(p, "attack 0420", "all", "resolve 4-1", "advance 7-4-9.1")
    assert p.mines == ()


# 10.4 Lower odds at will


@rule("east-is-red", "10.4")
def test_the_attacker_may_lower_the_odds() -> None:
    p = soviet_attack("0419: 7-4-9.1, 7-4-9.2", "0420: 5-3-6.1", dice=[6])
    play(p, "attack 0420", "all")
    assert offered(p, "resolve") == {"4-1", "3-1", "2-1", "1-1", "1-2"}
    assert refused(p, "resolve 5-1").case == "10.4"
    play(p, "resolve 1-2")  # a 6: Ae, where it would have been Ex
    assert stack(p, "0419") == [], "everybody suffers the result"


# 10.5 Chinese mass attacks


@rule("east-is-red", "10.5")
def test_a_mass_attack_doubles_the_total() -> None:
    p = chinese_attack("0420: 3-7-9.1", "0419: 4-6-6.1; 0519: 4-6-6.2", dice=[1])
    play(p, "attack 0420", "all")
    assert strengths(p) == (8, 7)
    play(p, "mass")
    assert strengths(p) == (16, 7)
    assert best_odds(p) == "2-1"
    assert "mass" not in verbs(p), "once is enough"


@rule("east-is-red", "10.5", "9.5")
def test_a_concentric_mass_attack_is_doubled_twice() -> None:
    p = chinese_attack("0420: 3-7-9.1", "0419: 4-6-6.1; 0421: 4-6-6.2")
    play(p, "attack 0420", "all", "mass")
    assert strengths(p) == (32, 7)


@rule("east-is-red", "10.5")
def test_only_the_chinese_make_mass_attacks() -> None:
    p = soviet_attack("0419: 3-7-9.1", "0420: 4-6-6.1")
    play(p, "attack 0420", "add 3-7-9.1")
    assert "mass" not in verbs(p)
    assert refused(p, "mass").case == "10.5"


@rule("east-is-red", "10.5")
@pytest.mark.parametrize(
    ("column", "die", "result"),
    [("3-1", 2, "Dr"), ("3-1", 6, "Ex"), ("2-1", 6, "Ar"), ("1-2", 6, "Ae")],
)
def test_a_mass_attack_that_fails_destroys_itself_alone(column: str, die: int, result: str) -> None:
    p = chinese_attack("0420: 3-7-9.1", "0419: 4-6-6.1, 4-6-6.2, 4-6-6.3", dice=[die])
    play(p, "attack 0420", "all", "mass", f"resolve {column}")
    assert events(p, "attacked")[0][4] == result
    assert stack(p, "0419") == []
    assert where(p, "3-7-9.1") == "0420"
    # 10.3: the hex is clear of the enemy.
    assert to_choose(p) == "Soviet"
    assert offered(p, "advance") == {"3-7-9.1"}


@rule("east-is-red", "10.5", "13.21")
def test_a_mass_attack_that_fails_leaves_industry_alone() -> None:
    p = chinese_attack("", "3016: 4-6-6.1", dice=[6, 6])
    play(p, "attack 3116", "add 4-6-6.1", "mass", "resolve 6-1")  # Ex
    assert not p.destroyed
    assert where(p, "4-6-6.1") == ""


@rule("east-is-red", "10.5")
def test_a_mass_attack_that_succeeds_costs_nothing() -> None:
    p = chinese_attack("0420: 3-7-9.1", "0419: 4-6-6.1, 4-6-6.2, 4-6-6.3", dice=[1])
    play(p, "attack 0420", "all", "mass", "resolve 3-1")
    assert where(p, "3-7-9.1") == ""
    play(p, "advance 4-6-6.1", "hold")
    assert stack(p, "0420") == ["4-6-6"]
