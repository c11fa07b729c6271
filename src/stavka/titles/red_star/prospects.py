"""What the Combat Results Table promises, in the weights of a style."""

from __future__ import annotations

from functools import lru_cache

from ...hexes import Hex
from .charts import Charts
from .evaluation import trapped
from .position import War
from .styles import Staff


def must_stand(p: War, side: str, hex_: Hex) -> bool:
    """Whether troops in a hex have no way out, or works to defend that they may not leave."""
    return bool(p.units_in(hex_) & p.charts.assets) or trapped(p, side, hex_)


@lru_cache(maxsize=4096)
def prospect(
    charts: Charts, style: Staff, column: int, die: int, own: int, theirs: int, caught: bool
) -> float:
    """What a column of the table promises; a space of retreat counts less, if there is a way."""
    space = 1.0 if caught else style.a_space
    total = 0.0
    for roll in range(1, 7):
        result = charts.results[min(roll + die, charts.limit["highest_die"])][column]
        if result == "AE":
            total -= style.own_step * own
        elif result == "DE":
            total += theirs + 0.5
        elif result[0] == "A":
            total -= 0.7 * style.own_step * int(result[1:])
        elif result[0] == "D":
            total += space * min(int(result[1:]), theirs + 1)
        elif "/" in result:
            lost, _, won = result.partition("/")
            total += min(int(won), theirs) if won.isdigit() else 0
            total -= style.own_step * int(lost)
    return total / 6
