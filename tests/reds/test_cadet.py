"""What the cadet looks at."""

from __future__ import annotations

from .situations import TITLE, play, situation, where


def test_partisans_make_way_for_an_army_before_the_last_cities() -> None:
    """9.4: they stand alone, and 4025 is the only way to Baku."""
    p = situation(
        "turn: 18\nphase: activation\nchit: South\n[Red]\n4025: R-P2\n3924: R-A09\n2313: R-A01\n"
        "[Neutral]\n4124: N-AZE\n[markers]\nwithdrawals: 2\npool: Field-Staff\n"
    )
    while (decision := p.decision()) is not None and p.frames[-1].step.key == "movement":
        play(p, str(TITLE.advise(p.clone(), decision)))
    assert where(p, "R-P2") != "4025"
