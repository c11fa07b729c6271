"""7.8, 7.9, 7.13, 7.14.3 Combat results: who suffers, and who does not."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import attack, fought, result, war
from .situations import box_of, events, offered, play, stack, steps, to_choose, verbs, where

# 7.9.8, 7.9.9 Who loses steps


TANKS = "2144: ST01 (9-8)\n2244: ST02 (10-9)\n2044: ST03 (9-8)\n2245: ST04 (9-8)\n2146: SG01 (7-9)"
GERMANS = "2144: GTK41, GTK03\n2244: GTK24, GTK39"


@rule("red-star", "7.9.9", "5.0.2", "5.0.3")
@pytest.mark.parametrize(
    ("defenders", "losers"),
    [
        ("GTDT, GDEP01", "GTDT"),
        ("FI7K, GDEP01", "FI7K"),
        ("FI7K, FIHQG", "FI7K"),
        ("ROMK, ROHQ3", "ROMK"),
        ("GTDT, GSD207", "GTDT"),
        ("IT8A, GSIEGE", "IT8A"),
        # None of them contests: the owner picks.
        ("GSIEGE, GDEP01", "GSIEGE GDEP01"),
        ("ROHQ4, GDEP01", "ROHQ4 GDEP01"),
        ("GSD207, GDEP01, GAB1", "GSD207 GDEP01 GAB1"),
        # A battlegroup with an attack of one contests beside another such one only.
        ("GIBG01 (1), GDEP01", "GIBG01 GDEP01"),
        ("GIBG01 (1), GSIEGE, GDEP01", "GIBG01 GSIEGE GDEP01"),
        ("GIBG01 (1), GIBG02, GDEP01", "GIBG02"),
        ("GIBG02, GIBG03 (1), GDEP01", "GIBG02"),
        ("GIBG01 (1), GIBG02 (1), GDEP01", "GIBG01 GIBG02"),
        ("GIBG01 (1), GIBG03 (1), GIBG05 (1), GDEP01", "GIBG01 GIBG03 GIBG05"),
        ("GIBG01, GIBG03, GDEP01", "GIBG01 GIBG03"),
    ],
)
def test_steps_come_from_units_that_contest_as_long_as_there_are_any(
    defenders: str, losers: str
) -> None:
    weak = not any(unit in defenders for unit in ("GTDT", "K", "IT8A", "GIBG01, GIBG03"))
    attacker = "SG01" if weak else "ST01 ST02 ST03"
    p = fought(f"2145: {defenders}", TANKS, "2145", attacker, "D1")
    before = {unit: steps(p, unit) for unit in stack(p, "2145")}
    play(p, "retreat 0")
    if " " in losers:
        assert offered(p, "lose") == set(losers.split())
        assert to_choose(p) == "Axis"
    else:
        lost = {u for u in before if where(p, u) != "2145" or steps(p, u) < before[u]}
        assert lost == {losers}, "nobody is asked"


@rule("red-star", "7.9.9", "5.0.3")
def test_the_last_weak_battlegroup_of_a_pair_contests_no_more() -> None:
    p = fought("2145: GIBG01 (1), GIBG02 (1), GDEP01", TANKS, "2145", "ST01 ST02", "D2")
    play(p, "retreat 0", "lose GIBG01")
    assert offered(p, "lose") == {"GIBG02", "GDEP01"}


@rule("red-star", "7.9.9", "5.0.2")
@pytest.mark.parametrize(
    ("defenders", "loser"),
    [("SAB5, SGC1", "SAB5"), ("SA03 (2-4), SHQ-STEPPE", "SA03"), ("SRC01, SGC7", "SRC01")],
)
def test_soviet_units_that_contest_are_lost_first_too(defenders: str, loser: str) -> None:
    p = fought(GERMANS, f"2145: {defenders}", "2145", "GTK41", "D1")
    play(p, "retreat 0")
    lost = [p.name(e[0]) for e in (*events(p, "step"), *events(p, "eliminated"))]  # type: ignore[arg-type]
    assert lost == [loser]


@rule("red-star", "7.9.7", "7.9.8", "7.9.9")
def test_steps_are_asked_for_one_by_one_until_the_number_is_reached() -> None:
    p = fought("2145: GTBG01, GTBG02, GTBG03", TANKS, "2145", "ST01 ST02 ST03 ST04", "D3")
    play(p, "retreat 0")
    decision = p.decision()
    assert decision is not None and "Lose 3 more steps" in decision.prompt
    play(p, "lose GTBG02")
    decision = p.decision()
    assert decision is not None and "Lose 2 more steps" in decision.prompt
    assert offered(p, "lose") == {"GTBG01", "GTBG03"}
    play(p, "lose GTBG03")
    assert [steps(p, f"GTBG0{n}") for n in (1, 2, 3)] == [1, 1, 1], "one each, and no more"
    assert "lose" not in verbs(p)


@rule("red-star", "7.9.8")
def test_after_one_step_each_all_may_lose_a_second() -> None:
    p = fought("2145: GTBG01, GTBG02", TANKS, "2145", "ST01 ST02 ST03", "D3")
    play(p, "retreat 0", "lose GTBG02")
    assert (steps(p, "GTBG01"), steps(p, "GTBG02")) == (1, 1), "the other one, without a question"
    assert offered(p, "lose") == {"GTBG01", "GTBG02"}
    play(p, "lose GTBG01")
    assert stack(p, "2145") == ["GTBG02"]


@rule("red-star", "7.9.8", "7.9.5")
def test_nobody_is_asked_when_everybody_dies() -> None:
    p = fought("2145: GTBG01 (1), GTBG02 (1)", TANKS, "2145", "ST01 ST02 ST03", "D2")
    play(p, "retreat 0")
    assert stack(p, "2145") == []
    # One step more than the number: the owner picks who is left.
    p = fought("2145: GTBG01, GTBG02 (1)", TANKS, "2145", "ST01 ST02 ST03", "D2")
    play(p, "retreat 0")
    assert offered(p, "lose") == {"GTBG01", "GTBG02"}


@rule("red-star", "7.9.5", "7.8.2")
def test_a_number_greater_than_all_steps_takes_them_all_and_no_more() -> None:
    p = fought(GERMANS, "2145: SRC01", "2145", "GTK41", "D3")
    play(p, "retreat 0")
    assert box_of(p, "SRC01") == "force_pool"
    assert offered(p, "advance") == {"GTK41"}


# 7.15.4, 7.15.9 Which losses shorten an advance


def length(p: War) -> object:
    return p.frames[-1].memo.length


@rule("red-star", "7.15.4", "7.15.9", "7.9.7")
@pytest.mark.parametrize(
    ("wanted", "defenders", "expected"),
    [("D1", "SRC01", 2), ("D2", "SRC01, SRC02", 1), ("D2", "SRC01", 2), ("D2", "SA03 (2-4)", 1)],
)
def test_only_steps_that_were_there_to_lose_shorten_the_advance(
    wanted: str, defenders: str, expected: int
) -> None:
    attackers = "GTK41" if defenders == "SRC01" else "GTK41 GTK03"
    p = fought(GERMANS, f"2145: {defenders}", "2145", attackers, wanted)
    play(p, "retreat 0")
    assert stack(p, "2145") == []
    assert (to_choose(p), length(p)) == ("Axis", expected)


@rule("red-star", "7.15.4", "7.15.1", "7.8.2")
def test_steps_of_the_attackers_shorten_the_advance_of_the_defenders() -> None:
    # Two battlegroups of one step each from two spaces: A1 and A2.
    axis = "2144: GTBG01 (1)\n2244: GTBG02 (1)\n2044: GIBG01 (1)"
    p = fought(axis, "2145: SA03 (2-4)", "2145", "GTBG01 GTBG02", "A1")
    play(p, "retreat 0", "lose GTBG01")
    assert (to_choose(p), length(p)) == ("Soviet", 2)
    assert offered(p, "advance") == {"SA03"}
    p = fought(axis, "2145: SA03 (3-6)", "2145", "GTBG01 GTBG02 GIBG01", "A2")
    play(p, "retreat 0", "lose GTBG01")
    assert where(p, "GTBG02") == "", "the weak battlegroup is the last"
    assert (to_choose(p), length(p)) == ("Soviet", 1)


@rule("red-star", "7.15.4", "7.8.2")
@pytest.mark.parametrize(
    ("wanted", "defenders", "attackers"),
    [("1/1", "SRC01", "GTK41"), ("1/2", "SRC01, SRC02", "GTK41 GTK03")],
)
def test_the_mandatory_steps_of_each_side_are_counted_for_itself(
    wanted: str, defenders: str, attackers: str
) -> None:
    p = fought(GERMANS, f"2145: {defenders}", "2145", attackers, wanted, turn=9)
    if "lose" in verbs(p):
        play(p, "lose GTK41")
    assert stack(p, "2145") == []
    assert (steps(p, "GTK41"), steps(p, "GTK03")) == (3, 4)
    assert length(p) == 3 - int(wanted[-1])


# 7.8.2 All attackers, all defenders


@rule("red-star", "7.8.2", "7.9.10")
def test_whoever_stays_behind_dies_with_attackers_that_are_eliminated() -> None:
    # The first counters of the game are among them.
    axis = "2144: GIBG01 (1), GTK03\n2244: GIBG02 (1), GTK14"
    p = fought(axis, "2145: SA03 (2-5)", "2145", "GIBG01 GIBG02", "AE")
    assert stack(p, "2144") == stack(p, "2244") == []
    assert {box_of(p, unit) for unit in ("GTK03", "GTK14", "GIBG01", "GIBG02")} == {"breakdown"}
    assert (to_choose(p), length(p)) == ("Soviet", 3), "whatever was lost"


@rule("red-star", "7.8.2", "7.4.4")
def test_nobody_is_left_to_fight_in_the_streets_after_an_elimination() -> None:
    p = fought("3126: GTBG01 (1), GTBG02 (1)", "3026: SA03 (2-4)", "3026", "GTBG01 GTBG02", "AE")
    assert stack(p, "3126") == []
    assert not events(p, "street_fighting")


@rule("red-star", "7.8.2", "8.0.4")
def test_an_overrun_that_eliminates_its_units_ends_with_them() -> None:
    p = war("2144: GIBG01, GIK26", "2145: SA03 (2-6)", "axis-movement", dice=(1, 3, 3))
    play(p, "select GIBG01", "overrun 2145")
    assert result(p) == "AE"
    assert stack(p, "2144") == ["GIK26"], "and nobody else dies with them"
    assert offered(p, "select") == {"GIK26"}


# 7.14.3 Guests


@rule("red-star", "7.14.3", "7.8.2")
@pytest.mark.parametrize(
    ("turn", "attackers", "wanted", "alive"),
    [
        (2, "GIK02", "A1", True),
        (2, "GIK02", "NE", True),
        (2, "GIK02", "D1", False),
        (2, "GTK41 GTK03", "DE", False),
        (9, "GIBG01", "1/-", True),
        (9, "GIBG01", "1/1", False),
    ],
)
def test_a_guest_dies_only_if_his_hosts_suffer(
    turn: int, attackers: str, wanted: str, alive: bool
) -> None:
    axis = (
        "2144: GIK26\n2345: GIK04\n1946: GIK05\n2043: GIK06\n"
        "2147: GIK02, GIBG01\n2246: GTK41, GTK03"
    )
    soviet = "2145: SRC01\n2146: SRC02"
    for die in range(1, 7):
        first = 4 if turn == 2 else 1
        p = war(axis, soviet, turn=turn, dice=(first, die, *(3,) * 9))
        play(attack(p, "2145", "GIK26"), "resolve", "retreat 1")
        assert stack(p, "2146") == ["SRC01", "SRC02"]
        play(p, "hold")
        play(attack(p, "2146", *attackers.split()), "resolve")
        if result(p) == wanted:
            break
    assert result(p) == wanted
    assert (where(p, "SRC01") == "2146") is alive
    assert (where(p, "SRC02") == "2146") is (wanted not in ("DE", "1/1"))


# 7.4.4 In the streets


@rule("red-star", "7.4.4")
@pytest.mark.parametrize(
    ("attackers", "rolling"),
    [
        ("GTK3SS GTK41 GIBG01", {"GTK3SS", "GTK41"}),
        # The corps before the first battlegroup of tanks climbs, it does not drive.
        ("GTK41 GTK03 GMK18", {"GTK41", "GTK03"}),
        ("GTBG24 GTBG01 GIBG01 (1)", {"GTBG24", "GTBG01"}),
    ],
)
def test_only_motorized_units_roll_in_the_streets(attackers: str, rolling: set[str]) -> None:
    units = attackers.replace(" (1)", "(1)").split()
    names = [unit.split("(")[0] for unit in units]
    p = war(
        "3126: " + ", ".join(unit.replace("(1)", " (1)") for unit in units),
        "3026: SA03 (2-4)",
        dice=(4, 2, 2, 2, 2),
    )
    play(attack(p, "3026", *names), "resolve")
    if "retreat" in verbs(p):
        play(p, "retreat 0")
    while "lose" in verbs(p):
        play(p, f"lose {min(offered(p, 'lose'))}")
    assert {p.name(fact[0]) for fact in events(p, "street_fighting")} == rolling  # type: ignore[arg-type]


# 7.13 What cannot move


@rule("red-star", "7.13", "7.13.1", "7.13.3", "14.1.2")
@pytest.mark.parametrize(
    ("stack_", "free"),
    [
        ("SA03 (2-4)", True),
        ("SA03 (2-4), LEADER-Kurochkin", True),
        ("SA03 (2-4), SHQ-STEPPE", True),
        ("SA03 (2-4), A-MNRL-04", False),
        ("SA03 (2-4), A-FACT-01", False),
        ("SA03 (2-4), LEADER-Kurochkin, A-MNRL-04", False),
        ("A-FACT-01, A-FACT-02, SHQ-STEPPE", False),
    ],
)
def test_what_cannot_move_binds_those_who_could(stack_: str, free: bool) -> None:
    p = fought(GERMANS, f"2145: {stack_}", "2145", "GTK41 GTK03", "D1")
    assert ("retreat" in verbs(p)) is free


@rule("red-star", "7.13", "7.13.1")
def test_an_airbase_is_free_to_retreat() -> None:
    p = fought("2145: GIK26, GAB1", TANKS, "2145", "ST01 ST02 ST03", "D1")
    assert offered(p, "retreat") == {"0", "1"}


@rule("red-star", "7.13", "7.13.3")
def test_a_factory_in_one_of_two_spaces_binds_the_whole_combat() -> None:
    p = fought(GERMANS, "2145: SRC01\n2044: SRC02, A-MNRL-04", "2145 2044", "GTK41", "D1")
    assert "retreat" not in verbs(p)
    assert where(p, "A-MNRL-04") == "2044"
