"""What is shown before a choice is what the rules will make of it."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction

import pytest

from stavka.engine import Choice, RecordedDice
from stavka.titles.red_star import forecasts
from stavka.titles.red_star.position import War
from tests.marks import rule

from .fights import attack, chances, mix, only, shown, war
from .situations import TITLE, events, number_of, play, situation, verbs


@rule("red-star", "6.2.2", "7.1.2")
def test_an_army_in_the_dark_is_the_mix_of_its_cup_from_the_worst_to_the_best() -> None:
    p = attack(war("2144: GTK41", "2145: SA03", cup="1-3 5-8"), "2145", "GTK41")
    seen = shown(p, "resolve")
    assert seen.result == "9 to 3-8: 1-1 to 3-1"
    assert [(c.result, round(100 * c.probability)) for c in seen.chances] == [
        ("A2", 8),
        ("A1", 25),
        ("NE", 17),
        ("D1", 33),
        ("D2", 17),
    ]
    (doubt,) = seen.uncertain
    assert doubt.text == "markers to be drawn for 3rd Army: 1-1 50%, 3-1 50%"
    assert ("defence of 2145", "3-8") in [(line.text, line.value) for line in seen.lines]


# The printed columns of the open row, in sixths.
OPEN = {
    "1-3": "AE 2 A2 2 A1 1 NE 1",
    "1-2": "A2 2 A1 2 NE 1 D1 1",
    "1-1": "A2 1 A1 2 NE 1 D1 2",
    "3-2": "A1 2 NE 2 D1 2",
    "2-1": "A1 2 NE 1 D1 2 D2 1",
}


def assault(cup: str, *, marked: str = "") -> War:
    """Four armies without markers, two of them without supply, on a corps of seven."""
    soviet = "2144: SA03\n2244: SA04\n2245: SA05 (out)\n2146: SA06 (lack)"
    p = war("2145: GIK26", f"{soviet}{marked}", "soviet-combat", 13)
    return attack(only(p, cup), "2145", "SA03", "SA04", "SA05", "SA06")


@rule("red-star", "6.2.2", "10.6.1", "10.8.1")
def test_many_draws_are_as_likely_as_all_orders_of_the_cup() -> None:
    cup = "1-3 2-4 2-5 4-6 4-7 5-8"
    p = assault(cup)
    strengths = [int(value.split("-")[0]) for value in cup.split()]
    sums: Counter[int] = Counter()
    for one, two, out, lack in itertools.permutations(strengths, 4):
        sums[one + two + (out + 1) // 2 + (lack + 1) // 2] += 1
    # Against seven: 1-2 from four, 1-1 from seven, 3-2 from eleven, 2-1 from fourteen.
    likely: Counter[str] = Counter()
    for total, number in sums.items():
        odds = next(
            name
            for least, name in ((14, "2-1"), (11, "3-2"), (7, "1-1"), (4, "1-2"), (3, "1-3"))
            if total >= least
        )
        likely[odds] += number
    seen = shown(p, "resolve")
    assert set(seen.columns) == set(likely)
    for odds, number in likely.items():
        assert f"{odds} {number / 360:.0%}" in seen.uncertain[0].text
    assert len(seen.uncertain) == 1, "and no sample"
    expected: Counter[str] = Counter()
    for odds, number in likely.items():
        for result, sixths in mix(OPEN[odds]).items():
            expected[result] += number * int(sixths)
    assert chances(p, "resolve", 360 * 6) == expected


@rule("red-star", "6.2.2")
def test_too_many_draws_are_tried_by_chance_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cup = "1-3 2-4 2-5 4-6 4-7 5-8"
    whole = shown(assault(cup), "resolve")
    monkeypatch.setattr(forecasts, "MOST", 10)
    seen = shown(assault(cup), "resolve")
    assert "400 tries" in seen.uncertain[1].text
    exact = {c.result: c.probability for c in whole.chances}
    for chance in seen.chances:
        assert chance.probability == pytest.approx(exact[chance.result], abs=0.06)


@pytest.mark.parametrize(
    ("axis", "soviet", "phase", "turn", "units"),
    [
        ("2144: GTK41, GIBG01", "2145: SA03 (2-4)", "axis-combat", 2, "GTK41"),
        ("2144: GTK41, GIBG01", "2145: SRC01, SHQ-WESTER", "axis-combat", 9, "GTK41 GIBG01"),
        ("2145: GIK26 (3), GDEP01", "2144: ST01 (9-8)\n2244: SA03 (3-5)", "soviet-combat", 23,
         "ST01 SA03"),
        ("2145: GIBG01 (1)", "2144: SA03 (3-5)\n2146: LEADER-Zhukov", "soviet-combat", 2, "SA03"),
    ],
)  # fmt: skip
def test_every_die_brings_what_was_shown(
    axis: str, soviet: str, phase: str, turn: int, units: str
) -> None:
    came: Counter[str] = Counter()
    for die in range(1, 7):
        p = attack(war(axis, soviet, phase, turn), "2145", *units.split())
        before = p.to_json()
        expected, columns = chances(p, "resolve"), shown(p, "resolve").columns
        assert p.to_json() == before, "nothing has happened"
        p.dice = RecordedDice([die, 3, 3, 3])
        play(p, "resolve")
        told = TITLE.rolled(next(e for e in p.chronicle or () if e.kind == "attacked"))
        assert told is not None and (told.column,) == columns
        came[next(r for r in expected if told.result in r.split(", "))] += 1
    assert {result: Fraction(n) for result, n in came.items()} == expected


@rule("red-star", "7.8.2", "7.10.7", "7.14.4")
def test_results_that_leave_nothing_alive_are_one() -> None:
    around = "2144: GTK41\n2246: GIK26\n2046: GIK01\n2243: GIBG01\n2043: GIBG02"
    p = attack(war(around, "2145: SRC01 (out)"), "2145", "GTK41")
    # 9 to 1 is 7-1: nothing can satisfy a number.
    assert [(c.result, c.text) for c in shown(p, "resolve").chances] == [
        ("D2, D3", "defender eliminated, no way out"),
        ("DE", "defender eliminated"),
    ]


@rule("red-star", "7.8.2", "7.11.1")
@pytest.mark.parametrize(
    ("unit", "die", "text"),
    [
        ("SRC01", 3, "defender eliminated, no way out"),
        ("SA03 (1-3)", 3, "defender retreats a space or loses a step"),
        ("SRC01, SRC02", 4, "defender retreats a space or loses a step"),
    ],
)
def test_a_retreat_that_costs_the_last_step_is_no_way_out(unit: str, die: int, text: str) -> None:
    # Every space around 2145 is contested and empty.
    around = "2144: GTK41\n2246: GIK26\n2046: GIK01\n2243: GIBG01\n2043: GIBG02"
    p = attack(war(around, f"2145: {unit}"), "2145", "GTK41")
    (hit,) = (c for c in shown(p, "resolve").chances if "D1" in c.result.split(", "))
    assert hit.text == text
    p.dice = RecordedDice([die, 3, 3])
    play(p, "resolve")
    assert (shown(p, "retreat 1").result == "eliminated") is (unit == "SRC01")


@rule("red-star", "7.4.4")
def test_street_fighting_is_announced_with_its_dice() -> None:
    p = attack(war("3126: GTK41", "3026: SA03 (2-4)", dice=(1, 6)), "3026", "GTK41")
    (doubt,) = shown(p, "resolve").uncertain
    assert doubt.case == "7.4.4"
    assert "loses a step on 1, on 1-3 if" in doubt.text
    play(p, "resolve")
    assert [d.case for d in shown(p, "retreat 1").uncertain] == ["7.4.4"], "the attacker's too"


@rule("red-star", "7.1.2")
def test_odds_are_called_what_players_call_them() -> None:
    p = attack(war("2144: GTK41", "2145: SA03 (2-4)", dice=(3, 3)), "2145", "GTK41")
    assert shown(p, "resolve").result == "9 to 4: 2-1"
    play(p, "resolve")
    told = TITLE.text(next(e for e in p.chronicle or () if e.kind == "attacked"))
    assert told == "Axis: XXXXI Tank Corps attack 2145, 9 to 4, 2-1: 3, NE"


@rule("red-star", "14.4.4")
def test_a_leader_is_drawn_as_the_pool_has_them() -> None:
    p = situation(
        """
        scenario: heartland
        turn: 5
        phase: administrative
        [Axis]
        2144: GIK26
        [Soviet]
        4828: SHQ-WESTER
        leaders: LEADER-Konev, LEADER-Popov, LEADER-Petrov
        """,
        dice=[1] * 9,
    )
    while "at" not in verbs(p):
        play(p, "done")
    assert chances(p, "at 4828", 3) == mix("+1 2 +2 1")
    play(p, "at 4828")
    assert events(p, "leader")


@rule("red-star", "7.8.2", "7.9.7")
def test_staying_costs_steps_and_says_so() -> None:
    p = attack(war("2144: GTK41, GTK03", "2145: SA03 (2-4)", dice=(5, 3)), "2145", "GTK41", "GTK03")
    play(p, "resolve")
    # D2: two steps are all that it has.
    assert shown(p, "retreat 0").result == "eliminated"
    assert ("steps", "2") in [(line.text, line.value) for line in shown(p, "retreat 0").lines]
    assert shown(p, "retreat 1").result == "1 space"
    assert [(line.text, line.value) for line in shown(p, "retreat 1").lines] == [("steps", "1")]
    assert shown(p, "retreat 2").result == "2 spaces"
    assert p.where[number_of(p, "SA03")] >= 0


@rule("red-star", "10.9.1", "12.1.4")
def test_the_end_of_the_supply_phase_names_who_may_suffer() -> None:
    p = war("2144: GIK26\n2244: GAB1\n2344: GDEP01", "5238: SRC01", "supply", 9)
    seen = shown(p, "done")
    assert ("XXVI Infantry Corps is isolated and may lose a step", "67%", "10.9.1") in [
        (line.text, line.value, line.case) for line in seen.lines
    ]
    assert "12.1.4" in [line.case for line in seen.lines]
    view = p.view("Axis").present().decision
    assert view is not None
    (question,) = (o.confirm for o in view.options if o.verb == "done")
    assert question.endswith("off the map for four turns: Airbase, Luftflotte 1. Go on?")


@rule("red-star", "15.5.2", "6.2.1")
def test_a_promotion_shows_what_cup_b_may_give() -> None:
    text = """
        scenario: heartland
        turn: 9
        phase: administrative
        [Axis]
        2144: GIK26
        [Soviet]
        4828: SA03 (2-4){more}
        awaiting_promotion: SG01
    """
    p = situation(text.format(more=""), dice=[1] * 9)
    while "promote" not in verbs(p):
        play(p, "done")
    likely = chances(p, "promote SA03", 8)
    assert likely == mix("4-5 2 4-6 2 5-6 2 5-7 1 6-7 1")
    assert next(iter(likely)) == "4-5" and list(likely)[-1] == "6-7"
    bare = situation(text.format(more="").replace(" (2-4)", ""), dice=[1] * 9)
    while "promote" not in verbs(bare):
        play(bare, "done")
    assert TITLE.preview(bare, Choice("promote", "SA03")) is None


@rule("red-star", "4.0.7")
def test_who_may_be_removed_is_named_before_the_phase_ends() -> None:
    def question(p: War) -> str:
        decision = p.view("Axis").present().decision
        assert decision is not None
        (asked,) = (o.confirm for o in decision.options if o.verb == "done")
        return asked

    p = war("2144: GTK41, GIK26, GIK01, GDEP01", "2148: SRC01", "axis-movement")
    named = "XXXXI Tank Corps, I Infantry Corps, XXVI Infantry Corps"
    assert f"Too many units in 2144: the enemy will remove one of {named}." in question(p)
    play(p, "select GTK41", "move 2145", "halt")
    assert question(p) == "3 units have not moved. End the phase?"


@rule("red-star", "18.1.1", "7.15.2")
def test_an_advance_rolls_for_moscow_only_if_it_leads_there() -> None:
    # 9 to 2 in a city is 4-1; a six is D2, and the factory lets nobody retreat.
    soviet = "4828: A-FACT-13\n4829: SHQ-WESTER"
    p = attack(war("4729: GTK41", soviet, dice=(6, 6, 6, 6)), "4828 4829", "GTK41")
    play(p, "resolve")
    assert not shown(p, "advance GTK41").chances, "into one of two spaces"
    play(p, "advance GTK41")
    assert not shown(p, "to 4829").chances
    assert chances(p, "to 4828")["surrender"] == 1
    p = attack(
        war("4729: GTK41, GTK03", "4828: A-FACT-13", dice=(6,) * 6), "4828", "GTK41", "GTK03"
    )
    play(p, "resolve")
    assert chances(p, "advance GTK41")["surrender"] == 1


@rule("red-star", "7.10.3", "7.8.2")
def test_the_attackers_retreat_names_the_bystanders_whom_it_kills() -> None:
    # 9 to 4 is 2-1; a one is A1.
    p = attack(war("2144: GTK41, GTDGD", "2145: SA03 (2-4)", dice=(1, 3)), "2145", "GTK41")
    play(p, "resolve")
    assert [(line.text, line.case) for line in shown(p, "retreat 1").lines] == [
        ("Grossdeutschland Division is eliminated", "7.10.3")
    ]
    assert shown(p, "retreat 1").result == "1 space"
    assert [line.text for line in shown(p, "retreat 0").lines] == ["steps"]
