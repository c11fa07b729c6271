"""5.0 Movement."""

from __future__ import annotations

from tests.marks import rule

from .situations import cost_of, offered, play, refused, situation, where


@rule("east-is-red", "5.12")
def test_a_unit_goes_as_far_as_its_points() -> None:
    # Open steppe in Mongolia: two points a hex for mechanized units.
    p = situation("phase: soviet-initial-movement\nturn: 2\n[Soviet]\n0612: 3-7-9.1")
    play(p, "select 3-7-9.1")
    assert cost_of(p, "3-7-9.1", "0613") == 2
    play(p, "move 0613")
    assert where(p, "3-7-9.1") == "0613"
    assert offered(p, "move"), "seven points are left"
    assert refused(p, "move 0625").case == "5.12"
