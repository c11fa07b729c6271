"""Who belongs to which command, and who is due to arrive (10.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...engine.forces import Arrival
from ...engine.presentation import UnitView
from .charts import PLA
from .position import War


def arrivals(p: War, units: Sequence[UnitView]) -> Iterator[Arrival]:
    """10.1.1: a die for each reinforcement and turn; 10.3.2: a turn for all who come back."""
    limit = p.charts.limit
    first = limit["reinforcements_from_turn"]
    soon, later = limit["enter_on_turn_two"], limit["enter_later"]
    rolled = f"on 1 to {soon} on turn {first}, on 1 to {later} after it"
    for view in units:
        word, _, rest = view.box.partition(" ")
        if word == "edge":
            yield Arrival(view.side, p.turn, "Now", view, 1, "10.1.2", text="enters the map")
        elif word == "coming":
            yield Arrival(
                view.side,
                max(p.turn, first),
                "By the die, each turn",
                view,
                1,
                "10.1.1",
                text=rolled,
            )
        elif word == "turn" and int(rest) <= limit["turns"]:
            turn, when = int(rest), f"Turn {rest}"
            if "defector" in view.states:  # 15.2.2: to rebuild PLA units from
                yield Arrival(PLA, turn, when, view, 1, "15.2.2", text="re-educated, for the PLA")
            else:
                yield Arrival(view.side, turn, when, view, 1, "10.3.2", text="comes back")
