"""7.15 Advancing after combat: who is victorious, how far each kind goes, and through whom."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import fought
from .situations import events, offered, play, stack, to_choose, verbs, where


def distance(p: War, unit: str) -> int:
    """How many spaces a unit advances if it may."""
    if unit not in offered(p, "advance"):
        return 0
    play(p, f"advance {unit}")
    while "to" in verbs(p):
        play(p, f"to {max(offered(p, 'to'))}")
    return len(events(p, "advanced"))


# 7.15.5 How far


@rule("red-star", "7.15.5", "7.15.3", "5.0.2")
@pytest.mark.parametrize(
    ("unit", "spaces"),
    [
        ("GTK03", 3),
        ("GTK3SS", 3),
        ("GTBG24", 3),
        ("GTDT", 3),
        ("GIKLF", 1),
        ("GMK18", 1),
        ("GIBG40", 1),
        ("GMBG04", 1),
        ("ROMK", 1),
        ("FI7K", 1),
        ("HUMK", 1),
        ("SS05 (7-9)", 1),
        ("ST06 (9-8)", 2),
        ("SRC66", 1),
        ("SMC01", 2),
        ("SMCG7", 2),
        ("SMARB", 1),
        ("SAB5", 1),
        ("SGC1", 0),
        ("SGC7", 0),
    ],
)
def test_how_far_each_kind_of_unit_advances(unit: str, spaces: int) -> None:
    name = unit.split()[0]
    strong = name[:3] in ("GTK", "ST0", "SS0")
    if name.startswith("S"):
        p = fought("2145: GSD207", f"2144: {unit}", "2145", name, "D2" if strong else "D1")
    else:
        p = fought(f"2144: {unit}", "2145: SHQ-WESTER", "2145", name, "D2" if strong else "D1")
    play(p, "retreat 2" if strong else "retreat 1", "retreat 2045")
    if strong:
        play(p, "retreat 1945")
    assert distance(p, name) == spaces
    assert "hold" not in verbs(p), "nobody else is victorious"


@rule("red-star", "7.15.5", "7.15.1", "5.0.2")
@pytest.mark.parametrize(
    ("defenders", "able"),
    [
        ("GIK26 (3), GSIEGE", {"GIK26"}),
        ("GIK26 (3), ROHQ4", {"GIK26"}),
        ("GIK26 (3), FIHQN", {"GIK26"}),
        ("GIK26 (3), GSD454", {"GIK26"}),
        ("GTDT, GSD207", {"GTDT"}),
    ],
)
def test_defenders_that_cannot_contest_stay_where_they_are(defenders: str, able: set[str]) -> None:
    p = fought(f"2145: {defenders}", "2144: SA03 (2-4)", "2145", "SA03", "AE")
    assert to_choose(p) == "Axis"
    assert offered(p, "advance") == able


# 7.15.1, 7.15.2 Who, and where to


@rule("red-star", "7.15.1", "7.15.4", "7.4.4")
@pytest.mark.parametrize("spaces", [0, 1])
def test_defenders_who_left_their_city_are_not_victorious_when_the_streets_kill(
    spaces: int,
) -> None:
    # The tanks have one step, which the streets take.
    axis = "3126: GTBG01 (1)\n3127: GTBG02 (1)\n3025: GTBG03 (1)\n2927: GSD207"
    units = "GTBG01 GTBG02 GTBG03"
    p = fought(axis, "3026: SA03 (1-3)", "3026", units, "D1", later=(1,) * 9)
    play(p, f"retreat {spaces}")
    if "retreat" in verbs(p):
        play(p, f"retreat {min(offered(p, 'retreat'))}")
    assert stack(p, "3126") == stack(p, "3127") == stack(p, "3025") == []
    if spaces:
        assert where(p, "SA03") == "2926", "next to 3025"
        assert "advance" not in verbs(p)
    else:
        assert offered(p, "advance") == {"SA03"}, "it stayed, and three spaces are empty"
        assert p.frames[-1].memo.length == 3, "such steps do not count"


@rule("red-star", "7.15.1", "7.15.2")
def test_only_spaces_that_were_left_are_advanced_into() -> None:
    axis = "2144: GTBG01 (1)\n2244: GTBG02 (1)"
    for lost, left in (("GTBG01", "2144"), ("GTBG02", "2244")):
        p = fought(axis, "2145: SA03 (2-4)", "2145", "GTBG01 GTBG02", "A1")
        play(p, "retreat 0", f"lose {lost}")
        decision = p.decision()
        assert decision is not None and decision.prompt == f"Advance into {left}?"
        play(p, "advance SA03")
        assert where(p, "SA03") == left


@rule("red-star", "7.15.1", "7.8.2")
def test_who_holds_one_of_two_spaces_advances_on_an_attacker_that_is_gone() -> None:
    # Winter, one step for both: a corps of the one space, and the tanks.
    p = fought("2144: GTBG01 (1)", "2145: SRC01\n2044: SRC02", "2145 2044", "GTBG01", "1/1", 9)
    play(p, "lose SRC01")
    assert stack(p, "2144") == stack(p, "2145") == []
    assert (to_choose(p), offered(p, "advance")) == ("Soviet", {"SRC02"})
    play(p, "advance SRC02")
    assert where(p, "SRC02") == "2144"


@rule("red-star", "7.15.2")
def test_with_two_spaces_to_choose_from_the_first_is_one_of_them() -> None:
    p = fought("2144: GTK41", "2145: SHQ-WESTER\n2044: SHQ-LENING", "2145 2044", "GTK41", "D2")
    play(p, "retreat 0")
    play(p, "advance GTK41")
    assert verbs(p) == {"to"}, "who has begun goes into one of them"
    assert offered(p, "to") == {"2145", "2044"}
    play(p, "to 2044")
    assert where(p, "GTK41") == "2044"


@rule("red-star", "7.15.2")
def test_one_after_the_other_the_first_counter_of_the_game_too() -> None:
    p = fought("2144: GTK03, GTK41", "2145: SRC01", "2145", "GTK03 GTK41", "DE")
    play(p, "advance GTK03")
    assert "2146" in offered(p, "to")
    play(p, "to 2146", "to 2147")
    assert where(p, "GTK03") == "2147"
    assert offered(p, "advance") == {"GTK41"}
    play(p, "advance GTK41", "halt")
    assert where(p, "GTK41") == "2145"
    assert "hold" not in verbs(p)


@rule("red-star", "7.15.4", "7.15.2")
def test_nobody_is_asked_where_nobody_can_advance() -> None:
    # Winter: three steps are lost, and no space is left of three.
    axis = "2145: GTBG01 (1), GTBG02 (1), GTBG03 (1)"
    soviet = "2144: ST01 (6-5)\n2244: ST02 (6-6)\n2148: LEADER-Zhukov"
    p = fought(axis, soviet, "2145", "ST01 ST02", "1/3", 9)
    play(p, "lose ST01")
    assert stack(p, "2145") == []
    assert not verbs(p) & {"advance", "hold"}


# 7.15.6-7.15.8 On the way


@rule("red-star", "7.15.6", "7.15.7")
def test_no_advance_leads_into_a_space_with_enemies() -> None:
    soviet = "2145: SRC01\n2146: SHQ-LENING\n2245: A-FACT-01"
    p = fought("2144: GTK41, GTK03", soviet, "2145", "GTK41 GTK03", "DE")
    play(p, "advance GTK41")
    assert offered(p, "to") == {"2044", "2045", "2244", "2144"}


@rule("red-star", "7.15.8")
def test_a_unit_goes_on_through_a_full_space_and_does_not_halt_there() -> None:
    # Three mechanized corps, of which two find room in the space.
    soviet = "2144: SMC01, SMC02\n2244: SMC03\n2146: SRC01"
    p = fought("2145: GSD207", soviet, "2145", "SMC01 SMC02 SMC03", "D3")
    play(p, "retreat 0")
    assert offered(p, "advance") == {"SMC01", "SMC02", "SMC03"}, "one step is lost, two spaces left"
    play(p, "advance SMC01", "halt", "advance SMC02", "halt")
    assert stack(p, "2145") == ["SMC01", "SMC02"]
    play(p, "advance SMC03")
    assert verbs(p) == {"to"}
    assert "2146" in offered(p, "to"), "there is room beside the corps"
    play(p, "to 2146")
    assert where(p, "SMC03") == "2146"


@rule("red-star", "7.15.8", "7.15.2")
def test_nobody_enters_a_full_space_only_to_be_back_where_it_was() -> None:
    blocked = "2245: GSD207\n2146: GSD213\n2045: GSD221\n2044: GSD281\n2244: GSD444\n2145: GSD454"
    p = fought(blocked, "2144: SMC01, SMC02, SMC03", "2145", "SMC01 SMC02 SMC03", "D3")
    play(p, "retreat 0")
    play(p, "advance SMC01")
    if "halt" in verbs(p):
        play(p, "halt")
    play(p, "advance SMC02")
    if "halt" in verbs(p):
        play(p, "halt")
    assert stack(p, "2145") == ["SMC01", "SMC02"]
    assert "advance" not in verbs(p)


@rule("red-star", "7.15.8", "7.15.5")
def test_full_spaces_are_passed_but_are_no_end() -> None:
    # 2146 and 2147 hold two corps each; there is no room for a third.
    axis = "2144: GTK41, GTK03\n2146: GIK26, GIK01\n2147: GIK02, GIK04"
    p = fought(axis, "2145: SRC01", "2145", "GTK41 GTK03", "DE")
    play(p, "advance GTK41")
    assert "2146" in offered(p, "to"), "and from there one space more"
    play(p, "to 2146")
    assert "halt" not in verbs(p)
    assert offered(p, "to") == {"2246", "2245", "2145", "2045", "2046"}, "2147 is full"
    play(p, "to 2246")
    assert where(p, "GTK41") == "2246"
    assert offered(p, "advance") == {"GTK03"}


@rule("red-star", "7.15.6", "7.15.8")
def test_the_first_space_may_be_contested_and_full() -> None:
    axis = "2144: GTK41, GTK03, GTBG01"
    soviet = "2145: SRC01\n2246: SRC02"
    p = fought(axis, soviet, "2145", "GTK41 GTK03 GTBG01", "DE")
    play(p, "advance GTK41", "halt", "advance GTK03", "halt")
    assert "GTBG01" in offered(p, "advance"), "fourteen points are full, but there is a way on"
    play(p, "advance GTBG01")
    assert verbs(p) == {"to"}
