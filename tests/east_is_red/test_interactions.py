"""Where several rules meet in one fight: what comes of it, and what is shown beforehand.

Most fights take place in the open steppe round 0420; the hexes round it are, clockwise from the
north, 0419, 0519, 0520, 0421, 0320 and 0319. Harbin is 2523.
"""

from __future__ import annotations

import pytest

from stavka.titles.east_is_red.charts import CHINESE, SOVIET
from stavka.titles.east_is_red.position import War
from tests.marks import rule

from .fights import best_odds, chinese_attack, columns, doubts, shown, soviet_attack, strengths
from .situations import events, offered, play, refused, stack, to_choose, verbs, where
from .test_variants_chinese import red_guards
from .test_variants_soviet import assault, at, controls, moving

ARMIES = "4-6-6.1, 4-6-6.2, 4-6-6.3"


def bow(p: War) -> War:
    """What cannot be helped is done."""
    while (decision := p.decision()) is not None and len(decision) == 1:
        if decision.options[0].verb not in {"eliminate", "lose", "to"}:
            break
        p.apply(decision.pick(0))
    return p


# Mass attacks


@rule("east-is-red", "10.5", "10.3")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_mass_attack_at_two_to_one_dies_whatever_the_die(die: int) -> None:
    p = chinese_attack("0420: 3-7-9.1", "0419: 4-6-6.1, 4-6-6.2", dice=[die])
    play(assault(p, "0420"), "mass")
    assert strengths(p) == (16, 7)
    assert shown(p) == {"attacker eliminated": 36}
    play(p, "resolve 2-1")
    assert stack(p, "0419") == [] and stack(p, "0420") == ["3-7-9"]
    assert offered(p, "advance") == {"3-7-9.1"} and to_choose(p) == SOVIET


@rule("east-is-red", "10.5", "9.5", "10.4")
def test_a_concentric_mass_attack_doubles_twice_and_may_be_lowered() -> None:
    p = chinese_attack("0420: 1-2-9.1", "0419: 4-6-6.1; 0421: 4-6-6.2")
    play(assault(p, "0420"), "mass")
    assert strengths(p) == (32, 2)
    assert shown(p) == {"attacker eliminated": 6, "defender eliminated": 30}
    assert shown(p, "resolve 3-1") == {"attacker eliminated": 30, "defender eliminated": 6}


@rule("east-is-red", "10.5", "13.17", "13.16")
def test_a_mass_attack_on_a_lost_city_meets_the_tripled_unit_and_frees_it() -> None:
    p = chinese_attack("2523: 1-2-9.1", f"2522: {ARMIES}", dice=[1])
    play(assault(p, "2523"), "mass")
    assert strengths(p) == (24, 6)
    assert shown(p) == {"attacker eliminated": 24, "defender eliminated": 12}
    assert not controls(p, CHINESE, "2624")
    play(p, "resolve 4-1", "hold")
    assert where(p, "1-2-9.1") == "" and controls(p, CHINESE, "2624"), "the city's own zone"


@rule("east-is-red", "10.5", "9.12", "10.3")
def test_who_kept_out_of_a_mass_attack_lives_and_bars_the_advance() -> None:
    p = chinese_attack("0420: 3-7-9.1", f"0419: {ARMIES}", dice=[2])
    play(p, "attack 0420", "add 4-6-6.1", "add 4-6-6.2", "mass", "resolve 2-1")
    assert stack(p, "0419") == ["4-6-6"]
    assert "advance" not in verbs(p) and to_choose(p) == CHINESE


@rule("east-is-red", "RG", "10.5", "GW.2")
def test_red_guards_attack_in_mass_until_guerrilla_warfare_ends_it() -> None:
    p = assault(red_guards("0617: 1-2-9.1"), "0617")
    assert strengths(p) == (16, 2)
    assert shown(p) == {"attacker eliminated": 6, "defender eliminated": 30}
    p = assault(red_guards("0617: 1-2-9.1", flags="guerrilla-warfare"), "0617")
    assert strengths(p) == (8, 2)
    assert shown(p) == {
        "exchange: attacker loses 2 points, defender eliminated": 12,
        "defender retreats": 12,
        "defender eliminated": 12,
    }


@rule("east-is-red", "10.1", "10.3")
def test_an_exchange_costs_an_army_and_the_other_may_follow() -> None:
    p = assault(
        chinese_attack("0420: 1-2-9.1, 1-2-9.2", "0419: 4-6-6.1, 4-6-6.2", dice=[5]), "0420"
    )
    assert shown(p) == {
        "attacker retreats": 6,
        "exchange: attacker loses 4 points, defender eliminated": 6,
        "defender retreats": 24,
    }
    play(p, "resolve 2-1", "lose 4-6-6.1")
    assert offered(p, "advance") == {"4-6-6.2"} and stack(p, "0420") == []


@rule("east-is-red", "10.5", "13.21")
@pytest.mark.parametrize(("mass", "stands"), [(True, True), (False, False)])
def test_soviet_industry_survives_a_mass_attack_that_fails(mass: bool, stands: bool) -> None:
    p = assault(chinese_attack("3213: 3-7-9.1", "3016: 4-6-6.1", dice=[6]), "3116")
    play(p, *["mass"] * mass)
    assert strengths(p) == (8 if mass else 4, 1)
    if mass:
        assert shown(p) == {"attacker eliminated": 6, "industry destroyed": 30}
    else:
        assert shown(p) == {
            "attacker eliminated, industry destroyed": 12,
            "industry destroyed": 24,
        }
    bow(play(p, f"resolve {best_odds(p)}"))
    assert bool(p.destroyed >> at(p, "3116") & 1) is not stands
    assert where(p, "4-6-6.1") == "", "four points for one, or none"


@rule("east-is-red", "17.43", "9.12")
def test_militia_stay_out_of_an_attack_over_the_border() -> None:
    p = play(chinese_attack("3213: 3-7-9.1", "3016: 1-3-3.1, 4-6-6.1"), "attack 3116")
    assert offered(p, "add") == {"4-6-6.1"}
    assert refused(p, "add 1-3-3.1").case == "17.43"


# Cities


@rule("east-is-red", "13.11", "13.12", "13.15")
def test_tanks_are_halved_the_garrison_tripled_and_a_retreat_no_result() -> None:
    p = soviet_attack(
        "2522: 7-4-9.1, 7-4-9.2, 7-4-9.3; 2423: 4-6-9.1, 4-6-9.2, 4-6-9.3",
        "2523: 4-6-6.1",
        dice=[1],
    )
    assault(p, "2523")
    assert strengths(p) == (22.5, 18)
    assert shown(p) == {"attacker retreats": 18, "no effect": 18}
    play(p, "resolve 1-1")
    assert where(p, "4-6-6.1") == "2523" and not {"advance", "retreat", "to"} & verbs(p)


@rule("east-is-red", "13.13", "13.15", "8.4", "10.1")
def test_an_exchange_for_an_empty_city_costs_its_two_points() -> None:
    p = soviet_attack("2522: 7-4-9.1, 7-4-9.2", "0132: 4-6-6.1", dice=[6])
    assault(p, "2523")
    assert strengths(p) == (7, 2)
    assert shown(p) == {
        "exchange: attacker loses 2 points, the city can be entered": 6,
        "no effect": 24,
        "the city can be entered": 6,
    }
    play(p, "resolve 3-1", "break_down 7-4-9.1", "lose 2-1-9.1")
    assert offered(p, "advance") == {"2-1-9.2", "1-2-9.1", "7-4-9.2"}


@rule("east-is-red", "13.15", "8.4", "17.4", "14.1")
@pytest.mark.parametrize("broken", [False, True])
def test_a_city_is_held_if_the_exchange_takes_all_attackers(broken: bool) -> None:
    p = soviet_attack("2522: 3-7-9.1; 2518: 0-1-1.1", "0132: 4-6-6.1", dice=[5])
    play(p, "attack 2523", "add 3-7-9.1", "strike 0-1-1.1")
    assert strengths(p) == (9, 2)
    play(p, "resolve 4-1")
    if broken:
        play(p, "break_down 3-7-9.1", "lose 1-2-9.1", "lose 1-2-9.2")
        assert offered(p, "advance") == {"1-2-9.3"}
    else:
        play(p, "lose 3-7-9.1")
        assert "advance" not in verbs(p)
    assert controls(p, CHINESE, "2522"), "the city stands"
    assert refused(p, "attack 2523").case in {"9.14", "10.3"}


@rule("east-is-red", "9.5", "13.14", "10.2", "13.0")
def test_cities_do_not_break_the_ring_but_take_in_who_must_retreat() -> None:
    p = soviet_attack("0528: 3-7-9.1; 0327: 3-7-9.2", "0428: 4-6-6.1", dice=[1])
    assault(p, "0428")
    assert strengths(p) == (12, 6)
    play(p, "resolve 2-1")
    assert offered(p, "to") == {"0427", "0429"}


@rule("east-is-red", "13.16", "10.21", "10.1")
@pytest.mark.parametrize("both", [True, False])
def test_attackers_driven_from_a_city_they_hold(both: bool) -> None:
    p = soviet_attack("2523: 3-7-9.1, 3-7-9.2", "2522: 4-6-6.1", dice=[4])
    play(
        p,
        "attack 2522",
        "add 3-7-9.1",
        *["add 3-7-9.2"] * both,
        f"resolve {'1-1' if both else '1-2'}",
    )
    assert to_choose(p) == CHINESE
    while "to" in verbs(p) or "retreat" in verbs(p):
        verb = "to" if "to" in verbs(p) else "retreat"
        play(p, f"{verb} {sorted(offered(p, verb))[0]}")
    assert where(p, "3-7-9.1") and where(p, "3-7-9.2"), "the city's zone begins when it is empty"
    assert (where(p, "3-7-9.2") == "2523") is not both
    assert controls(p, CHINESE, "2624") is both


@rule("east-is-red", "13.15", "13.16", "13.17")
def test_soviets_in_a_city_do_retreat_and_it_is_chinese_again() -> None:
    p = assault(chinese_attack("2523: 1-2-9.1", f"2522: {ARMIES}", dice=[1]), "2523")
    assert strengths(p) == (12, 6)
    assert shown(p) == {
        "attacker retreats": 6,
        "exchange: attacker loses 2 points, defender eliminated": 6,
        "defender retreats": 24,
    }
    play(p, "resolve 2-1")
    assert to_choose(p) == CHINESE
    play(p, f"to {sorted(offered(p, 'to'))[0]}")
    assert where(p, "1-2-9.1") not in {"", "2523"} and controls(p, CHINESE, "2624")


@rule("east-is-red", "GW.3", "13.12", "13.15")
def test_guerrillas_lose_the_strength_of_a_city_but_not_its_hold() -> None:
    p = moving(
        "2522: 7-4-9.1, 7-4-9.2", "2523: 4-6-6.1", scenario="m30-full", phase="soviet-combat",
        options="GW", markers="flags: guerrilla-warfare",
    )  # fmt: skip
    assert strengths(assault(p, "2523")) == (7, 6)
    assert shown(p) == {"attacker retreats": 18, "no effect": 18}


@rule("east-is-red", "15.21", "15.22", "15.3", "13.15")
def test_a_contaminated_city_is_not_entered() -> None:
    p = soviet_attack("2522: 7-4-9.1, 7-4-9.2", "0132: 4-6-6.1", dice=[1, 4])
    play(assault(p, "2523"), "nuclear")
    assert strengths(p) == (14, 2)
    assert shown(p) == {
        "exchange: attacker loses 2 points, the city can be entered": 4,
        "exchange: attacker loses 2 points, contamination bars the advance": 2,
        "the city can be entered": 15,
        "contamination bars the advance": 15,
    }
    play(p, "resolve 6-1")
    assert "advance" not in verbs(p) and controls(p, CHINESE, "2522")


# Industry


@rule("east-is-red", "13.21", "12.11")
def test_industry_in_the_hills_halves_tanks_but_is_not_doubled() -> None:
    p = assault(soviet_attack("0425: 7-4-9.1", "0132: 4-6-6.1"), "0426")
    assert strengths(p) == (3.5, 1)


@rule("east-is-red", "13.21", "10.1")
def test_any_result_against_the_defender_destroys_empty_industry() -> None:
    p = assault(soviet_attack("2425: 3-7-9.1", "0132: 4-6-6.1", dice=[2]), "2424")
    assert strengths(p) == (3, 1)
    assert shown(p) == {
        "exchange: attacker loses 1 point, industry destroyed": 6,
        "industry destroyed": 30,
    }
    play(p, "resolve 3-1")
    assert offered(p, "advance") == {"3-7-9.1"} and p.destroyed >> at(p, "2424") & 1


@rule("east-is-red", "13.21", "10.1")
@pytest.mark.parametrize(("die", "stands"), [(1, False), (6, True)])
def test_a_garrison_that_retreats_leaves_its_industry_destroyed(die: int, stands: bool) -> None:
    p = soviet_attack("2425: 3-7-9.1, 3-7-9.2; 2324: 3-7-9.3, 3-7-9.4", "2424: 4-6-6.1", dice=[die])
    assault(p, "2424")
    assert strengths(p) == (12, 6)
    assert shown(p) == {
        "attacker retreats": 6,
        "exchange: attacker loses 6 points, defender eliminated, industry destroyed": 6,
        "defender retreats, industry destroyed": 24,
    }
    play(p, "resolve 2-1")
    assert bool(p.destroyed >> at(p, "2424") & 1) is not stands


@rule("east-is-red", "15.21", "13.21")
def test_contamination_of_destroyed_industry() -> None:
    p = play(assault(soviet_attack("2425: 3-7-9.1", "0132: 4-6-6.1"), "2424"), "nuclear")
    assert shown(p) == {
        "exchange: attacker loses 1 point, industry destroyed": 4,
        "exchange: attacker loses 1 point, industry destroyed, contamination bars the advance": 2,
        "industry destroyed": 15,
        "industry destroyed, contamination bars the advance": 15,
    }


@rule("east-is-red", "5.52", "13.21", "5.53")
def test_marines_ashore_on_industry_have_to_attack_it() -> None:
    p = soviet_attack("0430: 2-2-6.1", "0132: 4-6-6.1", markers="landing: 0430", dice=[6])
    assert refused(p, "done").case == "5.52"
    assault(p, "0430")
    assert strengths(p) == (2, 1)
    assert shown(p) == {
        "attacker retreats": 6,
        "attacker eliminated, industry destroyed": 6,
        "industry destroyed": 24,
    }
    play(p, "resolve 2-1")
    assert to_choose(p) == SOVIET, "whether it sails back"
    assert refused(p, "done").case


@rule("east-is-red", "5.52", "15.22", "15.21")
def test_marines_stay_in_what_they_contaminate() -> None:
    p = soviet_attack("0430: 2-2-6.1", "0132: 4-6-6.1", markers="landing: 0430", dice=[1, 6])
    play(assault(p, "0430"), "nuclear")
    assert strengths(p) == (4, 1)
    play(p, "resolve 4-1")
    assert where(p, "2-2-6.1") == "0430" and p.all_contaminated >> at(p, "0430") & 1


@rule("east-is-red", "10.22", "13.13", "13.15", "9.14")
def test_who_fled_into_a_city_does_not_defend_it_but_shares_its_fate() -> None:
    # Driven from 2522, the army has no way but into Harbin, where Soviet control is void.
    p = soviet_attack(
        "2422: 3-7-9.1, 3-7-9.2, 3-7-9.3; 2622: 3-7-9.4; 2524: 4-6-9.1, 4-6-9.2", "2522: 4-6-6.1",
        dice=[1, 1], markers="destroyed: 2422 2524",
    )  # fmt: skip
    play(p, "attack 2522", "add 3-7-9.1", "add 3-7-9.2", "resolve 1-1")
    assert offered(p, "to") == {"2523"}
    play(p, "to 2523", "hold", "attack 2523", "all")
    assert strengths(p) == (8, 2)
    assert shown(p) == {
        "exchange: attacker loses 2 points, defender eliminated, the city can be entered": 12,
        "no effect": 12,
        "defender eliminated, the city can be entered": 12,
    }
    play(p, "resolve 4-1")
    assert where(p, "4-6-6.1") == "" and "advance" in verbs(p)


# Exchanges and substitution


@rule("east-is-red", "8.4", "15.21", "15.3", "10.1")
def test_the_exchange_of_a_nuclear_attack_is_paid_after_the_fallout() -> None:
    p = soviet_attack("0419: 7-4-9.1", "0420: 5-3-6.1", dice=[5, 6])
    play(assault(p, "0420"), "nuclear")
    assert strengths(p) == (14, 3)
    assert shown(p) == {
        "exchange: attacker loses 3 points, defender eliminated": 8,
        "exchange: attacker loses 3 points, defender eliminated, contamination bars the advance": 4,
        "defender retreats": 12,
        "defender eliminated": 6,
        "defender eliminated, contamination bars the advance": 6,
    }
    play(p, "resolve 4-1", "break_down 7-4-9.1", "lose 2-1-9.1", "lose 1-2-9.1")
    assert where(p, "2-1-9.2") == "0419" and "advance" not in verbs(p)


@rule("east-is-red", "8.3", "8.4")
def test_without_free_divisions_the_whole_corps_is_exchanged() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1; 0610: 2-1-9.1, 2-1-9.2, 2-1-9.3; 0710: 2-1-9.4, 2-1-9.5", "0420: 5-3-6.1",
        dice=[5],
    )  # fmt: skip
    play(assault(p, "0420"), "resolve 2-1")
    assert "break_down" not in verbs(p)
    assert where(p, "7-4-9.1") == "" or refused(p, "break_down 7-4-9.1").case == "8.3"


@rule("east-is-red", "8.2", "9.3")
def test_a_corps_built_before_the_die_spoils_the_odds() -> None:
    p = moving(
        "0420: 1-2-9.1, 1-2-9.2, 1-2-9.3", f"0419: {ARMIES}", scenario="m30-full",
        phase="chinese-combat", dice=[4],
    )  # fmt: skip
    play(p, "pass")
    assault(p, "0420")
    assert strengths(p) == (12, 6)
    assert set(columns(p)) == {"1-1", "2-1"}
    assert doubts(p) == ["8.2"]
    play(p, "resolve 2-1", "build_up 0420", "pass")
    assert events(p, "attacked")[0][2:5] == ("1-1", 4, "Ar")


@rule("east-is-red", "8.2", "10.0")
def test_an_attack_that_sinks_below_one_to_two_is_fought_at_one_to_two() -> None:
    p = moving(
        "0420: 1-2-9.1, 1-2-9.2, 1-2-9.3", "0419: 1-3-3.1, 1-3-3.2, 1-3-3.3", scenario="m30-full",
        phase="chinese-combat", dice=[2],
    )  # fmt: skip
    play(p, "pass")
    assault(p, "0420")
    assert strengths(p) == (3, 6)
    assert columns(p) == ("1-2",)
    play(p, "resolve 1-2", "build_up 0420", "pass")
    assert events(p, "attacked")[0][2:5] == ("1-2", 2, "Ar")


@rule("east-is-red", "8.5", "7.2")
def test_divisions_in_excess_after_combat_wait_for_the_next_movement_phase() -> None:
    p = soviet_attack("0419: 3-7-9.1, 1-2-9.1, 1-2-9.2", "0430: 4-6-6.1")
    play(p, "break_down 3-7-9.1", "done")
    assert len(stack(p, "0419")) == 5 and p.current.key == "soviet-second-movement"
    play(p, "done")
    assert verbs(p) == {"eliminate"}


# Retreats


@rule("east-is-red", "10.2", "6.3")
@pytest.mark.parametrize(
    ("others", "open_hexes"),
    [
        # Controlled hexes are open where friends are; the lower stack comes first.
        ("0421: 1-3-3.1; 0320: 4-6-6.2, 4-6-6.3, 1-3-3.2", {"0421"}),
        ("0320: 4-6-6.2, 4-6-6.3, 1-3-3.2", {"0320"}),
        ("0421: 1-3-3.1; 0320: 1-3-3.2, 1-3-3.3", {"0421", "0320"}),
    ],
)
def test_friends_open_controlled_hexes_low_stacks_first(others: str, open_hexes: set[str]) -> None:
    # Every hex round 0420 is controlled: from 0419, 0519 and beyond.
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2; 0519: 3-7-9.1; 0521: 3-7-9.2; 0220: 3-7-9.3; 0322: 3-7-9.4",
        f"0420: 4-6-6.1; {others}", dice=[1],
    )  # fmt: skip
    play(p, "attack 0420", "add 7-4-9.1", "add 7-4-9.2", "resolve 2-1")
    assert offered(p, "to") == open_hexes


@rule("east-is-red", "15.22", "10.21")
def test_a_contaminated_hex_is_no_way_out() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2; 0519: 3-7-9.1; 0319: 3-7-9.2", "0420: 4-6-6.1",
        markers="contaminated: 0421", dice=[1],
    )  # fmt: skip
    play(p, "attack 0420", "add 7-4-9.1", "add 7-4-9.2")
    assert shown(p) == {
        "attacker retreats": 6,
        "exchange: attacker loses 6 points, defender eliminated": 6,
        "defender eliminated, no way to retreat": 24,
    }
    bow(play(p, "resolve 2-1"))
    assert where(p, "4-6-6.1") == ""


@rule("east-is-red", "10.22", "10.1")
def test_retreated_units_neither_defend_nor_cost_anything() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1; 0519: 3-7-9.1; 0319: 3-7-9.2; 0520: 3-7-9.3; "
        "0422: 4-6-9.1, 4-6-9.2, 4-6-9.3",
        "0420: 5-3-6.1; 0421: 4-6-6.1", dice=[1, 5],
    )  # fmt: skip
    play(p, "attack 0420", "add 7-4-9.1", "resolve 2-1")
    assert offered(p, "to") == {"0421"}
    play(p, "to 0421")
    play(p, *["hold"] * ("hold" in verbs(p)))
    assert where(p, "5-3-6.1") == "0421"
    play(p, "attack 0421", "add 4-6-9.1", "add 4-6-9.2", "add 4-6-9.3")
    assert strengths(p) == (12, 6)
    assert shown(p)["exchange: attacker loses 6 points, defender eliminated"] == 6
    play(p, "resolve 2-1")
    assert where(p, "5-3-6.1") == where(p, "4-6-6.1") == ""


@rule("east-is-red", "7.2", "10.2")
def test_a_stack_that_retreats_made_too_high_is_lowered_in_the_next_movement() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2; 0519: 3-7-9.1; 0521: 3-7-9.2; 0220: 3-7-9.3; 0322: 3-7-9.4",
        "0420: 4-6-6.1; 0421: 4-6-6.2, 4-6-6.3, 1-3-3.1", dice=[1],
    )  # fmt: skip
    play(p, "attack 0420", "add 7-4-9.1", "add 7-4-9.2", "resolve 2-1")
    play(p, "to 0421", "hold")
    assert len(stack(p, "0421")) == 4


@rule("east-is-red", "17.43", "10.21", "10.2")
def test_militia_are_not_driven_over_the_border() -> None:
    # Of the hexes round 3016 only 3115 beyond the Amur is neither controlled nor held.
    p = soviet_attack(
        "3017: 3-7-9.1, 3-7-9.2, 3-7-9.3; 2915: 3-7-9.4; 3014: 3-7-9.5", "3016: 1-3-3.1", dice=[2],
        markers="destroyed: 3116",
    )  # fmt: skip
    assault(p, "3016")
    assert strengths(p) == (12, 3)
    assert shown(p) == {
        "exchange: attacker loses 3 points, defender eliminated": 12,
        "defender eliminated, no way to retreat": 12,
        "defender eliminated": 12,
    }
    bow(play(p, "resolve 3-1"))
    assert where(p, "1-3-3.1") == ""


@rule("east-is-red", "16.3", "16.4")
def test_retreats_cross_demolished_sides_and_spoil_mines() -> None:
    p = soviet_attack(
        "0419: 7-4-9.1, 7-4-9.2", "0420: 4-6-6.1", dice=[1],
        markers="mined: 0420/0421; demolished: 0420/0520@1",
    )  # fmt: skip
    play(p, "attack 0420", "all", "resolve 2-1")
    assert {"0421", "0520"} <= offered(p, "to")


@rule("east-is-red", "10.1", "10.21", "9.61")
def test_beaten_attackers_without_a_way_die_but_the_guns_stay() -> None:
    p = soviet_attack(
        "0419: 3-7-9.1; 0418: 12-3-12.1",
        "0420: 4-6-6.1, 4-6-6.2, 4-6-6.3; 0318: 4-6-6.4; 0519: 4-6-6.5", dice=[4],
    )  # fmt: skip
    play(p, "attack 0420", "add 3-7-9.1", "add 12-3-12.1")
    assert strengths(p) == (15, 18)
    play(p, "resolve 1-2")
    # Guns in 0418 negate Chinese control of that hex: it is the one way.
    assert offered(p, "to") == {"0418"}
    assert where(p, "12-3-12.1") == "0418"
