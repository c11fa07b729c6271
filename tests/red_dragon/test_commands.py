"""4.0 Commands: who moves in with whom."""

from __future__ import annotations

import pytest

from ..marks import rule
from .situations import offered, play, refused, set_up, stack


def may_join(mover: str, there: str, *, turn: int = 2, markers: str = "") -> bool:
    """Whether a unit may end its move with others: it starts in 1510, they are in 1511."""
    pla = mover.startswith(("ecfa", "cpfa", "lg", "gd", "guerrilla", "jl"))
    lines = f"1510: {mover}; 1511: {there}"
    phase = "pla-movement" if pla else "gmd-movement"
    p = set_up(
        phase, gmd="" if pla else lines, pla=lines if pla else "", turn=turn, markers=markers
    )
    play(p, f"select {mover}")
    joins = "1511" in offered(p, "move")
    if joins:
        play(p, "move 1511")
        assert mover in stack(p, "1511")
    else:
        assert refused(p, "move 1511").case
    return joins


@rule("red-dragon", "4.0", "4.1", "4.1.1", "4.1.2")
@pytest.mark.parametrize(
    ("mover", "there", "joins"),
    [
        ("ecfa-1", "ecfa-3", True),
        ("ecfa-1", "ecfa-7", True),  # Shantung with plain ECFA
        ("ecfa-7", "ecfa-10", True),  # two of Shantung
        ("ecfa-2", "ecfa-11", True),  # two of Subei
        ("ecfa-2", "ecfa-7", False),  # Subei with Shantung
        ("ecfa-7", "lg, ecfa-2", False),
        ("ecfa-1", "cpfa-1", False),
        ("cpfa-1", "ecfa-1", False),
        ("cpfa-1", "cpfa-3", True),
    ],
)
def test_pla_field_armies_and_their_parts(mover: str, there: str, joins: bool) -> None:
    assert may_join(mover, there) is joins


@rule("red-dragon", "4.1.3", "4.1.4")
def test_militia_and_guerrillas_are_welcome_everywhere() -> None:
    assert may_join("guerrilla-1", "ecfa-1")
    assert may_join("guerrilla-1", "cpfa-1")
    assert may_join("ecfa-1", "guerrilla-1")
    assert not may_join("guerrilla-1", "guerrilla-2")
    # Militia in Lingbi: either field army may come.
    for corps in ("ecfa-1", "cpfa-1"):
        p = set_up("pla-movement", pla=f"1511: {corps}; 1411: militia-1")
        play(p, f"select {corps}")
        assert "1411" in offered(p, "move")


@rule("red-dragon", "4.2", "4.2.2", "4.2.3", "4.2.4", "4.2.5", "6.1.4")
@pytest.mark.parametrize(
    ("mover", "there", "joins"),
    [
        ("72-corps", "148-div", True),  # XBS without sub-commands
        ("72-corps", "5-corps", True),  # and with one
        ("25-corps", "xbs-mortar", True),
        ("5-corps", "70-corps", True),  # the same sub-command
        ("5-corps", "25-corps", False),  # 2nd and 7th Army
        ("8-corps", "41-corps", False),  # 13th and 16th Army
        ("5-corps", "148-div, 25-corps", False),
        ("99-corps", "54-corps", True),  # Bengbu Command
        ("99-corps", "72-corps", False),
        ("1-tank-bn-2", "99-corps", True),  # Armor Reserve with Bengbu
        ("1-tank-bn-2", "10-corps", True),  # and with the 12th Army
        ("1-tank-bn-2", "72-corps", False),
        ("10-corps", "18-corps", True),
        ("10-corps", "99-corps", False),
        ("10-corps", "72-corps", False),
        ("1-tank-bn-1", "99-corps", False),  # tanks of the XBS are no reserve
    ],
)
def test_gmd_commands(mover: str, there: str, joins: bool) -> None:
    assert may_join(mover, there) is joins


@rule("red-dragon", "4.2.5", "4.2.4")
def test_the_armor_reserve_does_not_tie_bengbu_and_the_12th_army_together() -> None:
    assert not may_join("10-corps", "99-corps, 1-tank-bn-2")


@rule("red-dragon", "4.3", "4.3.2", "4.4", "4.4.1", "4.4.2", "4.4.3")
@pytest.mark.parametrize(
    ("mover", "there", "before", "after"),
    [
        ("59-corps", "77-corps", True, True),
        ("59-corps", "72-corps", False, True),  # the 3rd PA goes to the XBS
        ("44-corps", "72-corps", False, True),  # so does the 9th
        ("44-corps", "25-corps", False, True),  # ... without a sub-command
        ("59-corps", "44-corps", False, True),
        ("107-corps", "99-corps", False, True),  # the 1st to Bengbu
        ("55-corps", "99-corps", False, True),  # and the 4th
        ("55-corps", "107-corps", False, True),
        ("55-corps", "1-tank-bn-2", False, True),
        ("59-corps", "99-corps", False, False),
        ("107-corps", "72-corps", False, False),
        ("107-corps", "10-corps", False, False),
    ],
)
def test_pacification_areas_change_their_command_on_turn_three(
    mover: str, there: str, before: bool, after: bool
) -> None:
    assert may_join(mover, there, turn=2) is before
    assert may_join(mover, there, turn=3) is after


@rule("red-dragon", "6.1.4")
def test_units_of_other_commands_may_be_passed_through() -> None:
    # 1610 and 1511 and 1411 stand between 1510 and what lies behind.
    p = set_up("gmd-movement", gmd="1510: 5-corps; 1511: 25-corps", turn=2)
    play(p, "select 5-corps")
    assert "1511" not in offered(p, "move")
    assert "1512" in offered(p, "move")


@rule("red-dragon", "4.2.1")
def test_in_an_fdp_all_commands_may_be_together() -> None:
    assert not may_join("5-corps", "25-corps, 99-corps")
    assert may_join("5-corps", "25-corps, 99-corps", markers="fdp: 1511")
