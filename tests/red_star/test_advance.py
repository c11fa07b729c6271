"""7.15 Advancing after combat; the worked examples are in test_worked_examples."""

from __future__ import annotations

from stavka.titles.red_star.position import War
from tests.marks import rule

from .situations import events, offered, play, refused, situation, verbs, where


def won(
    axis: str, soviet: str, target: str, *attackers: str, dice: list[int], turn: int = 2
) -> War:
    """An attack of the Axis with everything that is named."""
    text = f"turn: {turn}\nphase: axis-combat\n[Axis]\n{axis}\n[Soviet]\n{soviet}\n"
    p = situation(text, dice=[*dice, 3, 3, 3])
    return play(p, f"attack {target}", *(f"add {unit}" for unit in attackers), "resolve")


@rule("red-star", "7.15.2", "7.1.2")
def test_advancing_is_voluntary_and_comes_before_the_next_combat() -> None:
    # 18 to 2: 7-1, a four eliminates.
    p = won(
        "2144: GTK41, GTK03, GIK26", "2145: SRC01\n2044: SRC02", "2145", "GTK41", "GTK03", dice=[4]
    )
    assert verbs(p) == {"advance", "hold"}
    assert offered(p, "advance") == {"GTK41", "GTK03"}
    assert refused(p, "advance GIK26").case == "7.15.1", "it did not attack"
    play(p, "hold")
    assert offered(p, "attack") == {"2044"}
    assert where(p, "GTK41") == "2144"


@rule("red-star", "7.15.2")
def test_the_first_space_is_the_one_that_was_vacated() -> None:
    p = won("2144: GTK41, GTK03", "2145: SRC01", "2145", "GTK41", "GTK03", dice=[4])
    play(p, "advance GTK41")
    assert where(p, "GTK41") == "2145"


@rule("red-star", "7.15.5", "7.15.3")
def test_units_that_cannot_contest_never_advance() -> None:
    text = """
        turn: 2
        phase: soviet-combat
        [Axis]
        2145: GDEP01
        [Soviet]
        2144: SGC1, SRC01, SMC01
    """
    p = situation(text, dice=[4])
    play(p, "attack 2145", "all", "resolve")
    # 5 to 1, a four is D2: the depot has one step and goes.
    play(p, "retreat 0")
    assert offered(p, "advance") == {"SRC01", "SMC01"}
    assert refused(p, "advance SGC1").case == "7.15.5"
    # The exception: a weak battlegroup advances one space.
    p = won("2144: GIBG01 (1)", "2145: LEADER-Zhukov", "2145", "GIBG01", dice=[5])
    play(p, "retreat 0")
    play(p, "advance GIBG01")
    assert where(p, "GIBG01") == "2145"
    assert "to" not in verbs(p)


@rule("red-star", "7.15.7")
def test_major_rivers_and_swamps_end_an_advance_unless_they_come_first() -> None:
    # From 3033 into 3034; 3135 is behind the Don.
    p = won("3033: GTK41, GTK03", "3034: SRC01", "3034", "GTK41", "GTK03", dice=[4])
    play(p, "advance GTK41")
    assert "3035" in offered(p, "to")
    assert refused(p, "to 3135").case == "7.15.7"
    # Straight across the Don: 18 to 4 is 4-1; a six is D3.
    p = won("3034: GTK41, GTK03", "3135: SRC01", "3135", "GTK41", "GTK03", dice=[6])
    play(p, "retreat 0")
    play(p, "advance GTK41")
    assert where(p, "GTK41") == "3135"
    # From 3805 into 3806; 3807 is a swamp, in snow a forest.
    for turn, swamp in ((2, True), (23, False)):
        p = won("3805: GTK41, GTK03", "3806: SRC01", "3806", "GTK41", "GTK03", dice=[4], turn=turn)
        play(p, "advance GTK41")
        assert ("3807" not in offered(p, "to")) is swamp
    p = won("3806: GTK41, GTK03", "3807: SRC01", "3807", "GTK41", "GTK03", dice=[4])
    play(p, "advance GTK41")
    assert where(p, "GTK41") == "3807"


@rule("red-star", "7.15.7", "3.3.5", "7.4.5")
def test_nobody_advances_over_the_red_arrows() -> None:
    p = situation(
        """
        turn: 23
        phase: soviet-combat
        [Axis]
        6218: GDEP01
        [Soviet]
        6219: SG01 (7-9)
        """,
        dice=[4],
    )
    # 7 to 2 is 3-1 in the forest; a five is D1.
    play(p, "attack 6218", "add SG01", "resolve", "retreat 0")
    assert where(p, "GDEP01") == ""
    assert "advance" not in verbs(p)


@rule("red-star", "7.15.8")
def test_an_advance_does_not_overfill_a_space() -> None:
    text = """
        turn: 2
        phase: soviet-combat
        [Axis]
        2145: GDEP01
        [Soviet]
        2144: SA03 (3-5)
        2244: SA04 (3-5)
    """
    p = situation(text, dice=[4])
    play(p, "attack 2145", "all", "resolve", "retreat 0")
    assert offered(p, "advance") == {"SA03", "SA04"}
    play(p, "advance SA03")
    assert "advance" not in verbs(p), "two points are all that fit"
    assert where(p, "SA04") == "2244"


@rule("red-star", "7.15.4")
def test_each_step_that_the_loser_lost_shortens_the_advance() -> None:
    # 18 to 4 is 4-1; a six is D3.
    for steps_lost, length in ((0, 3), (1, 2)):
        p = won("2144: GTK41, GTK03", "2145: SA03 (2-4)", "2145", "GTK41", "GTK03", dice=[6])
        play(p, f"retreat {3 - steps_lost}")
        while "retreat" in verbs(p):
            play(p, f"retreat {max(offered(p, 'retreat'))}")
        assert p.frames[-1].memo.length == length
    # Two steps eliminate the army: one space is left.
    p = won("2144: GTK41, GTK03", "2145: SA03 (2-4)", "2145", "GTK41", "GTK03", dice=[5])
    play(p, "retreat 0")
    assert p.frames[-1].memo.length == 1
    play(p, "advance GTK41")
    assert "to" not in verbs(p)


@rule("red-star", "7.15.4")
def test_three_steps_leave_no_advance() -> None:
    p = situation(
        """
        turn: 9
        phase: soviet-combat
        [Axis]
        2145: GTBG01 (1), GTBG02 (1), GTBG03 (1)
        [Soviet]
        2144: ST01 (6-5)
        2244: ST02 (6-6)
        2146: LEADER-Zhukov
        """,
        dice=[6],
    )
    # 12 to 3 is 4-1; winter and Zhukov make a six a ten: 1/3.
    play(p, "attack 2145", "all", "resolve")
    assert events(p, "attacked")[-1][6] == "1/3"
    play(p, "lose ST01")
    assert not p.axis
    assert "advance" not in verbs(p)
