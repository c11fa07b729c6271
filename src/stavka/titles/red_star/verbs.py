"""Everything that is ever asked."""

from __future__ import annotations

from ...engine.verbs import VerbSpec, declared
from .charts import Charts
from .position import War


def verbs(charts: Charts) -> tuple[VerbSpec, ...]:
    """The verbs; a retreat is of any number up to the largest in the table of results."""
    results = [result for row in charts.results.values() for result in row]
    numbers = [int(r[1:]) for r in results if r[0] in "AD" and r[1:].isdigit()]
    most = max(War.MEMO_LIMITS["number"], *numbers)
    return declared(
        hexes="at attack drop flee fly move overrun place retreat sail target to transfer",
        units=(
            "add advance break_down build_up corps detach drop emergency evacuate hoard "
            "incorporate into lose make_room promote remove select with withdraw"
        ),
        words={"retreat": [str(number) for number in range(most + 1)]},
        plain=(
            "all back bombard cancel done halt hold hold_fire resolve stack stand stay strategic"
        ),
    )
