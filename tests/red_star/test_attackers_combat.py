"""7.1-7.7 Combat: who may attack with whom, and what an attack is worth, term by term."""

from __future__ import annotations

import pytest

from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import attack, only, reckoned, war
from .situations import events, offered, play, steps, verbs

# 7.2 Who may attack what


@rule("red-star", "7.2.2", "7.2.6", "7.4.5")
@pytest.mark.parametrize(
    ("axis", "soviet", "turn", "targets"),
    [
        ("2144: GIK26", "2145: SRC01", 2, {"2144"}),
        ("2144: GIK26", "2146: SRC01", 2, set()),
        # Somebody far away, in a corner of the map, is next to nobody.
        ("2144: GIK26\n0201: GIK01", "2145: SRC01", 2, {"2144"}),
        # No attack strength.
        ("2144: GIK26", "2145: SHQ-WESTER", 2, set()),
        ("2144: GIK26", "2145: SHQ-WESTER, SRC01", 2, {"2144"}),
        ("2144: GIK26", "2145: LEADER-Zhukov, A-FACT-01", 2, set()),
        # Over the red arrows: on foot, with an attack strength, in snow.
        ("6218: GIK26", "6219: SS05 (7-9)", 9, {"6218"}),
        ("6218: GIK26", "6219: SS05 (7-9)", 5, set()),
        ("6218: GIK26", "6219: ST06 (6-5)", 9, set()),
        ("6218: GIK26", "6219: SHQ-WESTER", 9, set()),
        ("6218: GIK26", "6219: SHQ-WESTER, ST06 (6-5)", 9, set()),
        ("6218: GIK26", "6219: SGC1, ST06 (6-5)", 9, {"6218"}),
        ("5321: GIK26", "5322: SA03 (2-4)", 9, {"5321"}),
        ("5321: GIK26", "5221: SRC66", 9, {"5321"}),
    ],
)
def test_spaces_next_to_units_that_can_attack(
    axis: str, soviet: str, turn: int, targets: set[str]
) -> None:
    p = war(axis, soviet, "soviet-combat", turn)
    found = offered(p, "attack") if p.current.key == "soviet-combat" else set()
    assert found == targets


@rule("red-star", "7.4.5", "7.3.1", "7.2.2")
@pytest.mark.parametrize(
    ("turn", "unit", "joins"),
    [
        (9, "SS05 (7-9)", True),
        (9, "SRC66", True),
        (9, "ST06 (6-5)", False),
        (5, "SS05 (7-9)", False),
        (5, "ST06 (6-5)", False),
    ],
)
def test_who_joins_an_attack_from_beyond_the_ice(turn: int, unit: str, joins: bool) -> None:
    p = war("6218: GIK26", f"6219: {unit}\n6217: SRC01", "soviet-combat", turn)
    play(p, "attack 6218")
    name = unit.split()[0]
    assert offered(p, "add") == ({"SRC01", name} if joins else {"SRC01"})


@rule("red-star", "7.4.5", "7.2.2", "7.3.1")
@pytest.mark.parametrize("turn", [5, 9])
def test_the_axis_never_attacks_over_the_ice(turn: int) -> None:
    p = war("6218: GIK26\n6120: GIK01", "6219: SRC01\n6217: SRC02", turn=turn)
    play(p, "attack 6219")
    assert offered(p, "add") == {"GIK01"}
    play(p, "cancel", "attack 6217", "add GIK26")
    assert "target" not in verbs(p)


@rule("red-star", "7.4.5", "7.3.1")
@pytest.mark.parametrize(("turn", "more"), [(5, set()), (9, {"6218"})])
def test_an_attack_goes_on_over_the_ice_only_in_snow(turn: int, more: set[str]) -> None:
    p = war("6218: GIBG01\n6120: GIBG02", "6219: SG01 (7-9)", "soviet-combat", turn)
    play(p, "attack 6120", "add SG01")
    assert offered(p, "target") == more


@rule("red-star", "7.2.4", "7.2.5")
def test_in_the_next_turn_all_may_attack_and_be_attacked_again() -> None:
    p = war("2144: GTK41", "2145: SA03 (2-4)", dice=(3,) * 40)
    play(attack(p, "2145", "GTK41"), "resolve")
    assert events(p, "attacked")[-1][6] == "NE"
    assert p.current.key == "soviet-combat", "there is nobody else to attack"
    play(attack(p, "2144", "SA03"), "cancel", "done")
    assert (p.fought, p.was_attacked) == (0, 0)
    while p.current.key != "axis-combat":
        play(p, "done")
    assert offered(p, "attack") == {"2145"}
    play(p, "attack 2145")
    assert offered(p, "add") == {"GTK41"}


@rule("red-star", "7.2.4", "7.2.5", "8.0.2")
def test_after_the_combat_phases_nobody_counts_as_having_fought() -> None:
    p = war("2144: GIK26", "2145: SA03 (4-6)", "soviet-combat", dice=(6,) * 9)
    play(attack(p, "2144", "SA03"), "resolve")
    while p.current.key == "soviet-combat":
        verb = min(verbs(p) - {"detach", "make_room"})
        play(p, verb if verb in ("done", "hold", "stand") else f"{verb} {min(offered(p, verb))}")
    assert (p.fought, p.was_attacked) == (0, 0)


@rule("red-star", "7.3.1")
def test_everybody_at_once_is_offered_for_more_than_one() -> None:
    p = play(war("2144: GTK41", "2145: SRC01"), "attack 2145")
    assert verbs(p) == {"add", "cancel"}
    p = play(war("2144: GTK41, GTK03", "2145: SRC01"), "attack 2145")
    assert verbs(p) == {"add", "all", "cancel"}
    play(p, "add GTK41")
    assert verbs(p) == {"add", "resolve", "cancel"}


@rule("red-star", "7.1.2", "6.2.2")
def test_nobody_attacks_with_nobody() -> None:
    # The army has no marker: nobody knows the odds, but somebody has to attack.
    p = play(war("2144: GTK41", "2145: SA03"), "attack 2145")
    assert "resolve" not in verbs(p)
    assert "resolve" in verbs(play(p, "add GTK41"))


@rule("red-star", "7.1.2", "6.2.2")
@pytest.mark.parametrize(
    ("soviet", "able"),
    [
        ("SA03", True),
        ("SA03, LEADER-Zhukov", True),
        ("SA03 (2-4), LEADER-Zhukov", False),
        ("SA03 (2-4), SHQ-WESTER", False),
    ],
)
def test_one_army_without_a_marker_leaves_the_odds_open(soviet: str, able: bool) -> None:
    p = attack(war("2144: GIBG01 (1)", f"2145: {soviet}"), "2145", "GIBG01")
    assert ("resolve" in verbs(p)) is able


@rule("red-star", "7.3.1")
def test_an_ally_keeps_other_allies_out_whenever_he_joins() -> None:
    p = war("2144: GTK41, RO01K\n2244: HUMK\n2044: RO02K", "2145: SA03 (2-4)")
    play(p, "attack 2145", "add GTK41", "add RO02K")
    assert offered(p, "add") == {"RO01K"}
    play(p, "add RO01K")
    assert "add" not in verbs(p)


# 7.1.2 c-k What an attack is worth


@rule("red-star", "10.6.1", "10.8.1", "1.5.1", "7.1.2")
def test_the_terms_of_the_attack_name_the_state_of_supply() -> None:
    axis = "2144: GTK41 (out), GIK26\n2244: GIK01 (lack), GTDGD"
    found = reckoned(war(axis, "2145: SA03 (2-4)"), "2145", "GTK41", "GIK26", "GIK01", "GTDGD")
    assert [(term.value, term.case) for term in found.terms] == [
        (5, "10.6.1"),
        (5, "7.1.2"),
        (3, "10.8.1"),
        (4, "7.1.2"),
        (4, "7.1.2"),
    ]
    assert (found.attack, found.defence) == (17, 4)


@rule("red-star", "7.1.2", "7.5.2", "7.5.3", "7.4.5")
def test_the_terms_of_the_table_are_those_that_count() -> None:
    def terms(p: War, target: str, unit: str, *, overrun: bool = False) -> list[tuple[str, float]]:
        return [(t.case, t.value) for t in reckoned(p, target, unit, overrun=overrun).terms[2:]]

    plain = war("2144: GTK41", "2145: SA03 (2-4)")
    assert terms(plain, "2145", "GTK41") == []
    assert terms(plain, "2145", "GTK41", overrun=True) == [("8.0.3", 1)]
    winter = war("2144: GTK41", "2145: SA03 (2-4)", turn=9)
    assert terms(winter, "2145", "GTK41") == [("7.4.5", 3)]
    assert terms(winter, "2145", "GTK41", overrun=True) == [("8.0.3", 1), ("7.4.5", 3)]
    air = "3901: GAB1\n2146: GAF1\n"
    right = war(air + "2144: GTK41", "2145: SA03 (2-4)")
    assert terms(right, "2145", "GTK41") == [("7.5", 1)]
    left = war(air + "2144: GTK41", "2145: ST01 (9-8)\n2148: LEADER-Popov", "soviet-combat")
    assert terms(left, "2144", "ST01") == [("7.5", -1)], "the Leader is four spaces away"
    left = war(air + "2144: GTK41", "2145: ST01 (9-8)\n2147: LEADER-Popov", "soviet-combat")
    assert terms(left, "2144", "ST01") == [("7.5", -1), ("7.7.2", 1)]


@rule("red-star", "6.2.2", "7.1.2", "1.5.1", "10.6.1")
def test_an_army_that_has_not_drawn_is_worth_what_its_cup_holds_on_average() -> None:
    p = war("2145: GIK26", "2144: SA03\n2146: SA04 (out)", "soviet-combat", cup="1-3 3-6")
    found = reckoned(p, "2145", "SA03")
    assert (found.attack, found.guess) == (2, True)
    only(p, "1-3 1-3 1-3 3-6")
    assert reckoned(p, "2145", "SA03").attack == 1.5
    assert reckoned(p, "2145", "SA04").attack == 0.75, "half, and nothing is rounded yet"
    p = war("2144: GTK41", "2145: SA03\n2244: SA04 (out)", cup="1-3 3-6")
    assert reckoned(p, "2145", "GTK41").defence == 4.5
    assert reckoned(p, "2244", "GTK41").defence == 2.25
    assert reckoned(p, "2145", "GTK41").guess


@rule("red-star", "7.2.7", "7.2.8")
@pytest.mark.parametrize(
    ("defenders", "total"),
    [
        ("GDEP22", 1),
        ("GDEP21, GDEP22", 1),
        ("GDEP22, GSIEGE", 2),
        ("GDEP22, GDEP21, ROHQ3, ROHQ4", 2),
        ("GDEP01, GAB1, GSD207", 3),
        ("ROHQ4, ROMK", 5),
    ],
)
def test_one_depot_and_one_headquarters_add_to_the_defence(defenders: str, total: int) -> None:
    p = war(f"2145: {defenders}", "2144: ST01 (9-8)", "soviet-combat")
    assert reckoned(p, "2145", "ST01").defence == total


@rule("red-star", "7.4.1")
@pytest.mark.parametrize(
    ("here", "there", "row"),
    [
        # Minor cities are open ground, whatever grows around them.
        ("4024", "4023", "open"),
        ("3708", "3709", "open"),
        ("0440", "0439", "open"),
        ("4023", "4024", "rough"),
    ],
)
def test_a_minor_city_counts_for_more_than_its_terrain(here: str, there: str, row: str) -> None:
    p = war(f"{here}: GTK41", f"{there}: SA03 (2-4)")
    assert reckoned(p, there, "GTK41").column == p.charts.odds[row].index("2-1")


@rule("red-star", "7.4.4", "7.3.1")
def test_one_city_among_the_spaces_attacked_is_enough_for_street_fighting() -> None:
    p = war("3126: GTK41", "3026: SRC01\n3127: SRC02", dice=(4, 1, 3, 3))
    play(attack(p, "3127 3026", "GTK41"), "resolve")
    while "retreat" in verbs(p):
        play(p, f"retreat {min(offered(p, 'retreat'))}")
    while "lose" in verbs(p):
        play(p, f"lose {min(offered(p, 'lose'))}")
    assert len(events(p, "street_fighting")) == 1
    assert steps(p, "GTK41") == 3


@rule("red-star", "7.6.2", "7.6.3")
def test_without_the_siege_artillery_nobody_asks_for_it() -> None:
    for gun, asked in (("3024: GSIEGE", True), ("", False)):
        p = attack(war(f"3126: GIK26, GIK01\n{gun}", "3026: SA03 (2-4)"), "3026", "GIK26", "GIK01")
        play(p, "resolve")
        assert ("bombard" in verbs(p)) is asked
