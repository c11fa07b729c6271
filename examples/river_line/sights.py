"""What a learner is shown of a position: nothing is hidden."""

from __future__ import annotations

from stavka.kit.sights import Sight, Sights, shown

SIGHTS = Sights(
    hexes=shown(taken="a town that the Upland has (8.1)"),
    units=shown(
        moved="has moved in this phase (3.1)",
        fought="has attacked in this phase (5.1)",
        attacked="has been attacked in this phase (5.1)",
    ),
    printed={
        "strength": Sight("strength", lambda p: [c.strength for c in p.charts.counters]),
        "movement": Sight("movement points", lambda p: [c.movement for c in p.charts.counters]),
    },
    summed=("strength",),
    numbers=shown(turn="the turn", phase="the place in the outline (2.1)"),
)
