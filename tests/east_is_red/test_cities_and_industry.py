"""13.0 Chinese major cities and industrial hexes.

Harbin is 2523, with 2522, 2623, 2624, 2524, 2424 and 2423 round it; Hailar, an industrial hex in
the steppe, is 1913; Blagoveshchensk, a Soviet one, is 3116, with 3016 and 3017 across the Amur.
"""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.cities_and_industry import cities_held, standing_industry
from stavka.titles.east_is_red.supply import has_supply
from stavka.titles.east_is_red.zones_of_control import controlled_by
from tests.marks import rule

from .fights import best_odds, cases, chinese_attack, soviet_attack, strengths
from .situations import (
    TITLE,
    cost_of,
    offered,
    play,
    refused,
    situation,
    stack,
    to_choose,
    verbs,
    where,
)

HARBIN = TITLE.charts.grid.hex("2523")
HAILAR = TITLE.charts.grid.hex("1913")


@rule("east-is-red", "13.0", "13.1", "13.2")
def test_six_cities_and_their_industry() -> None:
    charts = TITLE.charts
    assert charts.cities.bit_count() == 6
    assert charts.industry["Chinese"].bit_count() == 63
    assert charts.industry["Soviet"].bit_count() == 6
    assert not charts.cities & charts.industry["Chinese"], "ruling: a hex is one or the other"


# 13.1 Major cities


@rule("east-is-red", "13.11", "13.1", "13.13")
def test_units_in_a_city_are_tripled() -> None:
    p = soviet_attack("2522: 3-7-9.1, 3-7-9.2, 3-7-9.3", "2523: 4-6-6.1, 1-3-3.1")
    play(p, "attack 2523", "all")
    assert strengths(p)[1] == 27, "a garrison counts instead of the city, not with it"
    assert "13.11" in cases(p)
    assert "13.13" not in cases(p)


@rule("east-is-red", "13.12")
@pytest.mark.parametrize("garrison", ["2523: 1-3-3.1", ""])
def test_tanks_are_halved_against_a_city(garrison: str) -> None:
    p = soviet_attack("2522: 7-4-9.1, 4-6-9.1", garrison)
    play(p, "attack 2523", "add 7-4-9.1")
    assert strengths(p)[0] == 3.5
    play(p, "add 4-6-9.1")
    assert strengths(p)[0] == 7.5


@rule("east-is-red", "13.13")
def test_an_empty_city_defends_with_two() -> None:
    p = soviet_attack("2522: 3-7-9.1", "")
    play(p, "attack 2523", "add 3-7-9.1")
    assert strengths(p) == (3, 2)
    assert "13.13" in cases(p)


@rule("east-is-red", "13.14", "13.0")
def test_a_city_controls_the_hexes_round_it() -> None:
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n2520: 3-7-9.1")
    assert controlled_by(p, "Chinese") >> p.charts.grid.hex("2522") & 1
    play(p, "select 3-7-9.1", "move 2522")
    assert offered(p, "move") == set(), "it stops there"
    # 13.16: in Soviet hands it controls nothing for the Chinese.
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n2520: 3-7-9.1\n2523: 3-7-9.2")
    assert not controlled_by(p, "Chinese") >> p.charts.grid.hex("2522") & 1


def supplied(soviet: str, markers: str = "") -> bool:
    """Whether 3-7-9.1 is supplied for movement after the stocks have run out."""
    p = situation(
        f"phase: soviet-second-movement\nturn: 6\n[Soviet]\n{soviet}\n[markers]\n{markers}"
    )
    unit = p.names.unit("3-7-9.1")
    assert unit is not None
    return has_supply(p, unit, p.where[unit])


@rule("east-is-red", "13.14", "13.16")
def test_a_city_blocks_soviet_supply() -> None:
    # The path from 2323 to the supply unit in 2522 leads through 2423, next to Harbin.
    units = "2323: 3-7-9.1\n2522: 0-1-20.1"
    assert not supplied(units)
    assert supplied(f"{units}\n2423: 3-7-9.2"), "6.4: a unit of one's own lifts the zone"
    assert supplied(f"{units}\n2523: 3-7-9.2"), "Harbin is in Soviet hands"


@rule("east-is-red", "13.0")
def test_a_chinese_city_nullifies_soviet_zones() -> None:
    p = soviet_attack("2522: 3-7-9.1", "")
    zone = controlled_by(p, "Soviet")
    assert not zone >> HARBIN & 1
    assert zone >> p.charts.grid.hex("2423") & 1


@rule("east-is-red", "13.15")
def test_dr_has_no_effect_on_a_city() -> None:
    # One to one, die 1: Dr, against nobody and against a garrison.
    p = soviet_attack("2522: 3-7-9.1", "", dice=[1])
    play(p, "attack 2523", "add 3-7-9.1", "resolve 1-1")
    assert "advance" not in verbs(p)
    assert cities_held(p) >> HARBIN & 1
    assert refused(p, "attack 2523").case == "9.14"
    p = soviet_attack("2522: 3-7-9.1, 3-7-9.2, 3-7-9.3", "2523: 1-3-3.1", dice=[1])
    play(p, "attack 2523", "all", "resolve 1-1")
    assert where(p, "1-3-3.1") == "2523"
    assert verbs(p).isdisjoint({"retreat", "to", "advance"})


@rule("east-is-red", "13.15")
@pytest.mark.parametrize("garrison", ["2523: 1-3-3.1", ""])
def test_de_opens_a_city_to_the_advance(garrison: str) -> None:
    # Three to one and better, die 1: De.
    p = soviet_attack(
        "2522: 4-6-9.1, 4-6-9.2, 4-6-9.3; 2524: 3-7-9.1, 3-7-9.2, 3-7-9.3",
        garrison,
        markers="destroyed: 2524",
        dice=[1],
    )
    play(p, "attack 2523", "all")
    play(p, f"resolve {best_odds(p)}")
    assert stack(p, "2523") == []
    play(p, "advance 4-6-9.1", "hold")
    assert where(p, "4-6-9.1") == "2523"
    assert not cities_held(p) >> HARBIN & 1


@rule("east-is-red", "13.15", "13.16", "13.13")
def test_a_city_that_is_not_entered_stays_chinese() -> None:
    p = soviet_attack("2522: 4-6-9.1, 4-6-9.2", "", dice=[1])
    play(p, "attack 2523", "all", "resolve 4-1", "hold")
    assert cities_held(p) >> HARBIN & 1
    assert refused(p, "attack 2523").case == "9.14"
    play(p, "done", "select 4-6-9.1")
    assert refused(p, "move 2523").case == "13.15", "not by movement"


@rule("east-is-red", "13.15", "10.1")
def test_an_exchange_that_leaves_nobody_does_not_take_the_city() -> None:
    # 1 + 12 to 2, lowered to two to one; a 5 is Ex.
    p = soviet_attack("2522: 1-2-9.1; 2521: 12-3-12.1", "", dice=[5])
    play(p, "attack 2523", "add 1-2-9.1", "add 12-3-12.1", "resolve 2-1")
    play(p, "lose 1-2-9.1")
    assert "advance" not in verbs(p)
    assert cities_held(p) >> HARBIN & 1


@rule("east-is-red", "13.15", "10.1", "10.3")
def test_an_exchange_costs_what_the_city_has_and_lets_the_rest_in() -> None:
    p = soviet_attack("2522: 4-6-9.1, 1-2-9.1, 1-2-9.2", "", dice=[5])
    play(p, "attack 2523", "all", "resolve 2-1", "lose 1-2-9.1")
    assert "lose" in verbs(p), "two points, not one"
    play(p, "lose 1-2-9.2", "advance 4-6-9.1")
    assert where(p, "4-6-9.1") == "2523"


@rule("east-is-red", "13.15", "10.3")
@pytest.mark.parametrize("die", [4, 6])
def test_soviet_defenders_do_not_walk_into_a_city(die: int) -> None:
    """Ruling: a city is seized by attacking it, not by beating off an attack from it."""
    p = chinese_attack("2522: 3-7-9.1", "2523: 4-6-6.1", dice=[die])
    play(p, "attack 2522", "add 4-6-6.1", "resolve 1-2")  # Ar or Ae
    if die == 4:
        play(p, f"to {min(offered(p, 'to'))}")
    assert to_choose(p) == "Chinese"
    assert stack(p, "2523") == []
    assert verbs(p) == {"done"}


@rule("east-is-red", "13.16", "10.3")
def test_chinese_defenders_walk_into_a_city_that_the_soviets_lose() -> None:
    p = soviet_attack("2523: 3-7-9.1", "2522: 4-6-6.1", dice=[6])
    play(p, "attack 2522", "add 3-7-9.1", "resolve 1-2")  # Ae
    assert cities_held(p) >> HARBIN & 1
    play(p, "advance 4-6-6.1")
    assert where(p, "4-6-6.1") == "2523"


@rule("east-is-red", "13.16")
def test_a_city_reverts_when_the_last_soviet_unit_leaves() -> None:
    p = situation(
        "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n2523: 3-7-9.1, 3-7-9.2\n2421: 3-7-9.3"
    )
    play(p, "select 3-7-9.1", "move 2522", "halt")
    assert not cities_held(p) >> HARBIN & 1
    play(p, "select 3-7-9.2", "move 2522")
    assert cities_held(p) >> HARBIN & 1
    play(p, "done")
    play(p, "attack 2523", "add 3-7-9.1")
    assert strengths(p) == (3, 2), "with its intrinsic strength"


@rule("east-is-red", "13.16", "13.14", "6.11")
def test_who_leaves_a_city_empty_stops_next_to_it() -> None:
    """Ruling: its zone is there once the unit is out, and neither hinders nor taxes the step."""
    around = {"2522", "2623", "2624", "2524", "2424", "2423"}
    text = "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n2523: {}\n[markers]\ndestroyed: {}"
    industry = "2623 2524 2424"
    p = situation(text.format("3-7-9.1", industry))
    play(p, "select 3-7-9.1")
    assert offered(p, "move") == around
    assert refused(p, "move 2521").case == "13.16"
    assert cost_of(p, "3-7-9.1", "2522") == 4, "clear ground over a river, no more"
    play(p, "move 2522")
    assert "move" not in verbs(p)
    # While somebody stays, the city controls nothing; the others go where they like.
    p = situation(text.format("3-7-9.1, 3-7-9.2", industry))
    play(p, "select 3-7-9.1")
    assert offered(p, "move") > around
    play(p, "move 2522")
    assert "move" in verbs(p)


@rule("east-is-red", "13.16", "6.12")
def test_a_chinese_unit_in_sight_does_not_lock_a_garrison_in() -> None:
    p = situation(
        "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n2523: 3-7-9.1\n[Chinese]\n2522: 4-6-6.1"
    )
    play(p, "select 3-7-9.1")
    assert offered(p, "move") == {"2624"}, "all else is next to the army, or industrial"


@rule("east-is-red", "13.17", "13.15")
def test_soviet_units_in_a_city_are_tripled_but_retreat() -> None:
    """Ruling: only Chinese units and their cities ignore Dr."""
    # One to two, die 1: Dr.
    p = chinese_attack("2523: 3-7-9.1", "2522: 4-6-6.1, 4-6-6.2, 4-6-6.3", dice=[1])
    play(p, "attack 2523", "all")
    assert strengths(p) == (12, 21)
    play(p, "resolve 1-2", "to 2624")
    assert cities_held(p) >> HARBIN & 1
    assert offered(p, "advance") == {"4-6-6.1", "4-6-6.2", "4-6-6.3"}
    play(p, "advance 4-6-6.1", "hold")
    assert where(p, "4-6-6.1") == "2523"


# 13.2 Industrial hexes


@rule("east-is-red", "13.21", "13.2")
def test_an_industrial_hex_defends_with_one() -> None:
    p = soviet_attack("1912: 3-7-9.1", "")
    play(p, "attack 1913", "add 3-7-9.1")
    assert strengths(p) == (3, 1)
    assert best_odds(p) == "3-1"


@rule("east-is-red", "13.21", "12.0")
def test_intrinsic_strength_is_not_doubled_in_the_rough() -> None:
    """Ruling: terrain helps units; the point of a rough industrial hex stays one point."""
    p = soviet_attack("2826: 3-7-9.1", "")
    play(p, "attack 2827", "add 3-7-9.1")
    assert strengths(p)[1] == 1


@rule("east-is-red", "13.21")
def test_a_garrison_counts_instead_of_the_industry() -> None:
    p = soviet_attack("1912: 3-7-9.1", "1913: 1-3-3.1")
    play(p, "attack 1913", "add 3-7-9.1")
    assert strengths(p) == (3, 3)


@rule("east-is-red", "13.21", "13.22")
@pytest.mark.parametrize("garrison", ["1913: 5-3-6.1", ""])
@pytest.mark.parametrize(
    ("die", "column", "falls"),
    [(2, "3-1", True), (1, "3-1", True), (6, "3-1", True), (6, "2-1", False), (6, "1-2", False)],
)
def test_what_destroys_intrinsic_strength(
    die: int, column: str, falls: bool, garrison: str
) -> None:
    """Dr, De and Ex do, whoever defends; Ar and Ae do not."""
    p = soviet_attack("1912: 7-4-9.1, 7-4-9.2", garrison, dice=[die])
    play(p, "attack 1913", "all", f"resolve {column}")
    assert (p.destroyed == 1 << HAILAR) == falls
    assert bool(standing_industry(p, "Chinese") >> HAILAR & 1) != falls


@rule("east-is-red", "13.21", "10.1")
def test_an_exchange_with_industry_costs_one_point() -> None:
    p = soviet_attack("1912: 2-1-9.1, 1-2-9.1", "", dice=[6])
    play(p, "attack 1913", "all", "resolve 3-1", "lose 1-2-9.1")
    assert "lose" not in verbs(p)
    play(p, "advance 2-1-9.1")
    assert where(p, "2-1-9.1") == "1913"


@rule("east-is-red", "13.22")
def test_destroyed_industry_does_not_recover() -> None:
    p = soviet_attack("1912: 3-7-9.1", "", markers="destroyed: 1913")
    assert offered(p, "attack") == set()
    # Chinese units in it defend as anywhere else; with them gone there is nothing.
    p = soviet_attack("1912: 3-7-9.1", "1913: 1-3-3.1", markers="destroyed: 1913", dice=[1])
    play(p, "attack 1913", "add 3-7-9.1", "resolve 1-1", "to 1914", "hold", "done")
    assert p.destroyed == 1 << HAILAR


@rule("east-is-red", "13.23")
def test_standing_industry_bars_the_way_but_has_no_zone() -> None:
    text = "phase: soviet-initial-movement\nturn: 2\n[Soviet]\n1912: 3-7-9.1\n[markers]\n"
    p = situation(text)
    assert not controlled_by(p, "Chinese") >> p.charts.grid.hex("1914") & 1
    play(p, "select 3-7-9.1")
    assert refused(p, "move 1913").case == "13.23"
    assert {"1813", "2013"} <= offered(p, "move")
    p = situation(f"{text}destroyed: 1913")
    play(p, "select 3-7-9.1")
    assert "1913" in offered(p, "move")


@rule("east-is-red", "13.23")
def test_standing_industry_blocks_soviet_supply_paths() -> None:
    # The path from 0628 to the supply unit in 0630 leads through 0629 (Tangshan).
    units = "0628: 3-7-9.1\n0630: 0-1-20.1"
    assert not supplied(units)
    assert supplied(units, "destroyed: 0629")


@rule("east-is-red", "13.23")
def test_industry_does_not_lift_soviet_zones() -> None:
    p = soviet_attack("1912: 3-7-9.1", "")
    assert controlled_by(p, "Soviet") >> HAILAR & 1


@rule("east-is-red", "13.0", "13.21", "13.22", "13.23")
def test_soviet_industry_works_the_same_way() -> None:
    p = chinese_attack("", "3016: 4-6-6.1, 4-6-6.2", dice=[2])
    assert offered(p, "attack") == {"3116"}
    play(p, "attack 3116", "add 4-6-6.1")
    assert strengths(p)[1] == 1
    play(p, "resolve 3-1")  # Dr
    assert p.destroyed == 1 << p.charts.grid.hex("3116")
    play(p, "advance 4-6-6.1")
    assert where(p, "4-6-6.1") == "3116"
    p = situation("phase: chinese-initial-movement\nturn: 2\n[Chinese]\n3016: 4-6-6.1")
    play(p, "select 4-6-6.1")
    assert refused(p, "move 3116").case == "13.23"


@rule("east-is-red", "13.23")
def test_an_army_may_stand_on_its_own_industry() -> None:
    p = situation("phase: chinese-initial-movement\nturn: 2\n[Chinese]\n1914: 4-6-6.1")
    play(p, "select 4-6-6.1")
    assert "1913" in offered(p, "move")


@rule("east-is-red", "13.13")
def test_the_chinese_do_not_attack_their_own_cities() -> None:
    p = situation(
        "phase: chinese-combat\nturn: 3\n[Soviet]\n2421: 3-7-9.1\n[Chinese]\n2422: 5-3-6.1\n"
        "[markers]\nflags: declines"
    )
    assert HARBIN in p.charts.grid.adjacent(p.charts.grid.hex("2423"))
    assert offered(p, "attack") == {"2421"}
    near = situation(
        "phase: chinese-combat\nturn: 3\n[Soviet]\n2422: 3-7-9.1\n[Chinese]\n2423: 5-3-6.1\n"
        "[markers]\nflags: declines"
    )
    assert offered(near, "attack") == {"2422"}, "and not Harbin"
