"""What titles count of their positions: the plain way, and what their own ways have in common."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean

from ..engine import Measure
from ..engine.presentation import Presentation
from ..hexes import Grid, Hex, HexSet, members

# Tracks that are the same in all games.
CLOCKS = ("Turn", "Game-Turn")
# How far the armies have got: each title says where it is measured from.
FRONT = "front"


def on_tracks(shown: Presentation) -> tuple[Measure, ...]:
    """Whatever stands on the tracks of a game."""
    return tuple(
        Measure(track.name, "", track.value) for track in shown.tracks if track.name not in CLOCKS
    )


def front(
    grid: Grid, side: str, ours: HexSet, theirs: HexSet, at: Callable[[Hex], float]
) -> tuple[Measure, ...]:
    """Where the stacks of a side stand on average that are next to the enemy, or all of them if
    none is; nothing if there is nobody."""
    line = ours & grid.neighbours(theirs) or ours
    return (Measure(FRONT, side, round(fmean(map(at, members(line))), 2)),) if line else ()
