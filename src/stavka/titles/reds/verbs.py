"""Everything that is ever asked."""

from __future__ import annotations

from ...engine.verbs import VerbSpec, declared
from .charts import FRONTS, Charts
from .events import BOXES, CORRUPTIBLE, word_of
from .position import CHITS


def verbs(charts: Charts) -> tuple[VerbSpec, ...]:
    return declared(
        hexes="attack by garrison gold land makhno move place rail river sea tank terror to train",
        units=(
            "add advance army commit disband disorder eliminate embark partisans raid remove "
            "replace retreat select tsar"
        ),
        words={
            "box": BOXES,
            "corrupt": CORRUPTIBLE,
            "dismiss": BOXES,
            "first": CHITS,
            "front": CHITS[: len(FRONTS)],
            "leader": [word_of(leader) for leader in charts.leaders],
        },
        plain=(
            "aircraft all begin cancel decline done end_raid enough field_staff front go_on halt "
            "hold miracle peace rally red_leader resolve stay ukraine"
        ),
    )
