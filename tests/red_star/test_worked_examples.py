"""The worked examples of the rulebook, on the clear steppe round 2145."""

from __future__ import annotations

from stavka.titles.red_star.charts import AXIS
from stavka.titles.red_star.combat import half, odds_of
from stavka.titles.red_star.position import War
from stavka.titles.red_star.steps import lose_step
from tests.marks import rule

from .situations import box_of, number_of, offered, play, situation, stack, steps, verbs, where


def odds(p: War, target: str, *units: str) -> tuple[float, float, str]:
    """Attack, defence and the head of the column for an attack of the Axis."""
    goal = p.charts.grid.hex(target)
    found = odds_of(p, AXIS, (goal,), tuple(number_of(p, u) for u in units))
    assert found.column is not None
    return found.attack, found.defence, p.charts.odds["open"][found.column]


@rule("red-star", "1.5.1", "10.6.1")
def test_five_is_halved_to_three() -> None:
    assert half(5) == 3
    p = situation("""
        turn: 2
        phase: axis-combat
        [Axis]
        2144: GIK26 (out), GIK01
        [Soviet]
        2145: SA03 (2-4)
    """)
    # Each unit is halved before the values are added: 3 + 5, not half of 10.
    assert odds(p, "2145", "GIK26", "GIK01") == (8, 4, "2-1")


@rule("red-star", "1.5.1", "7.4.2")
def test_what_is_halved_and_doubled_stays_as_it_is() -> None:
    text = """
        turn: 2
        phase: axis-combat
        [Axis]
        3034: GTK41
        [Soviet]
        3135: SA03 (2-5{state})
    """
    assert odds(situation(text.format(state="")), "3135", "GTK41")[1] == 10
    assert odds(situation(text.format(state=", out")), "3135", "GTK41")[1] == 5


@rule("red-star", "7.1.2")
def test_eleven_to_four_is_two_to_one() -> None:
    p = situation("""
        turn: 2
        phase: axis-combat
        [Axis]
        2144: GTK41, GIBG01
        [Soviet]
        2145: SA03 (2-4)
    """)
    assert odds(p, "2145", "GTK41", "GIBG01") == (11, 4, "2-1")


@rule("red-star", "7.9.4", "7.9.3", "7.9.5", "17.2.4")
def test_the_steps_of_german_corps() -> None:
    p = situation("""
        turn: 2
        phase: axis-combat
        [Axis]
        2144: GIK26
        2143: GTK41
    """)
    for unit, values in (
        ("GIK26", [(5, 7, 4), (3, 5, 4), (2, 3, 5), (1, 1, 5)]),
        ("GTK41", [(9, 8, 7), (7, 6, 7), (4, 3, 8), (2, 1, 8)]),
    ):
        now = number_of(p, unit)
        seen = []
        while now >= 0:
            kind = p.charts.kind[now]
            seen.append((*kind.value(p.steps[now]), kind.movement))
            now = lose_step(p, now, "7.9.7")
        assert seen == values
    # Corps and battlegroups wait in their box for the next breakdown or buildup.
    assert box_of(p, "GIK26") == box_of(p, "GTK41") == "breakdown"
    assert not p.axis


@rule("red-star", "17.2.4", "7.9.5")
def test_without_a_counter_the_steps_are_lost() -> None:
    p = situation("""
        turn: 2
        phase: axis-combat
        [Axis]
        2144: GIK26 (3)
        breakdown: GTBG01
    """)
    assert lose_step(p, number_of(p, "GIK26"), "7.9.7") == -1
    assert box_of(p, "GIK26") == "breakdown"


TWO_SPACES = """
    turn: 9
    phase: axis-combat
    [Axis]
    2144: GTBG01 (1)
    2244: GTBG02
    [Soviet]
    2145: {defender}
"""


@rule("red-star", "7.15.1", "7.15.2", "7.15.4")
def test_the_attacker_is_victorious_if_the_defender_is_gone() -> None:
    # Winter adds three: a four is a seven, one step for both sides.
    p = situation(TWO_SPACES.format(defender="SRC07"), dice=[4])
    play(p, "attack 2145", "all", "resolve", "lose GTBG01")
    assert where(p, "SRC07") == where(p, "GTBG01") == ""
    assert offered(p, "advance") == {"GTBG02"}
    # The loser took one step: two spaces are left of three.
    play(p, "advance GTBG02")
    assert where(p, "GTBG02") == "2145"
    assert "2146" in offered(p, "to")
    play(p, "to 2146")
    assert "to" not in verbs(p)


@rule("red-star", "7.15.1", "7.15.5")
def test_the_defender_is_victorious_if_he_stays_and_an_attacker_is_gone() -> None:
    p = situation(TWO_SPACES.format(defender="SA03 (2-4)"), dice=[4])
    play(p, "attack 2145", "all", "resolve", "lose GTBG01")
    assert steps(p, "SA03") == 1
    assert offered(p, "advance") == {"SA03"}
    play(p, "advance SA03")
    assert where(p, "SA03") == "2144"


@rule("red-star", "7.15.5", "7.15.3", "7.15.6")
def test_german_tanks_advance_three_spaces_on_a_retreat_of_one() -> None:
    p = situation(
        """
        turn: 2
        phase: axis-combat
        [Axis]
        2144: GTK41, GIBG01
        [Soviet]
        2145: SRC07
        """,
        dice=[1],
    )
    # 11 to 2 is 5:1, and a one is D1.
    assert odds(p, "2145", "GTK41", "GIBG01")[2] == "5-1"
    play(p, "attack 2145", "all", "resolve", "retreat 1", "retreat 2146")
    assert offered(p, "advance") == {"GTK41", "GIBG01"}
    play(p, "advance GIBG01")
    assert "to" not in verbs(p), "infantry: one space"
    # The first space is contested by the corps that retreated; the tanks go on all the same.
    play(p, "advance GTK41")
    assert where(p, "GTK41") == "2145"
    play(p, "to 2045")
    assert "to" not in verbs(p), "contested: the advance ends here"

    p = situation(
        """
        turn: 2
        phase: axis-combat
        [Axis]
        2144: GTK41, GIBG01
        [Soviet]
        2145: SRC07
        """,
        dice=[1],
    )
    play(p, "attack 2145", "all", "resolve", "retreat 1", "retreat 2146", "advance GTK41")
    play(p, "to 2044", "to 1944")
    assert where(p, "GTK41") == "1944"
    assert "to" not in verbs(p), "three spaces at most"


@rule("red-star", "7.15.5")
def test_soviet_motorized_units_advance_two_spaces() -> None:
    p = situation(
        """
        turn: 2
        phase: soviet-combat
        [Axis]
        2145: GIBG01 (1)
        [Soviet]
        2146: ST01 (9-8)
        """,
        dice=[2],
    )
    play(p, "attack 2145", "add ST01", "resolve", "retreat 3")
    while "retreat" in verbs(p):
        play(p, f"retreat {sorted(offered(p, 'retreat'))[0]}")
    assert where(p, "GIBG01")
    play(p, "advance ST01")
    play(p, f"to {sorted(offered(p, 'to'))[0]}")
    assert "to" not in verbs(p)


@rule("red-star", "17.2.3", "17.2.1", "17.1")
def test_a_part_of_a_breakdown_builds_another_unit_up() -> None:
    p = situation("""
        turn: 2
        phase: administrative
        [Axis]
        2144: GIK26 (3), GIBG30
    """)
    play(p, "break_down GIK26")
    parts = [u for u in stack(p, "2144") if u != "GIBG30"]
    assert sorted(steps(p, u) for u in parts) == [1, 2]
    assert not offered(p, "break_down") & set(parts), "one breakdown in a turn"
    strong = next(u for u in parts if steps(p, u) == 2)
    play(p, "build_up GIBG30", f"with {strong}")
    corps = next(u for u in stack(p, "2144") if u.startswith("GIK"))
    assert p.charts.kind[number_of(p, corps)].value(steps(p, corps)) == (5, 7)
    # The other part has had its turn.
    assert "build_up" not in verbs(p)
