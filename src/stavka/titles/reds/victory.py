"""4.0 How to win."""

from __future__ import annotations

from ...engine import Outcome
from ...hexes import HexSet
from .charts import RED, WHITE
from .control import controlled, resource_cities
from .poland import red_manpower_in_poland
from .position import POLAND_CONQUERED, War


def russian_cities(p: War) -> HexSet:
    """4.2: those that Red needs if Poland stands."""
    return p.charts.cities & ~p.charts.poland & ~p.charts.baltic


def red_has_won(p: War) -> str:
    """4.2: how Red has won; nothing if it has not."""
    own = controlled(p, RED)
    if not russian_cities(p) & ~own:
        return "Red controls every city outside Poland and the Baltic Republics"
    if p.poland == POLAND_CONQUERED and not resource_cities(p) & ~own:
        return "Red controls every resource city and has conquered Poland"
    return ""


def white_has_won(p: War) -> bool:
    """4.3: Red lacks Moscow, or two other resource cities."""
    moscow = controlled(p, RED) >> p.charts.moscow & 1
    return not moscow or other_resource_cities(p) < p.charts.limit["red_cities_to_hold"]


def other_resource_cities(p: War) -> int:
    """4.3: those of Red beside Moscow."""
    return (resource_cities(p) & controlled(p, RED) & ~(1 << p.charts.moscow)).bit_count()


def poland_unguarded(p: War) -> bool:
    """15.4: a conquered Poland has to be held."""
    if p.poland != POLAND_CONQUERED:
        return False
    return red_manpower_in_poland(p) < p.charts.limit["poland_garrison"]


def check_victory(p: War) -> None:
    """4.1: automatic victories, once in each Strategic Turn."""
    if poland_unguarded(p):
        _end(p, WHITE, "automatic victory", "Red does not hold conquered Poland", "15.4")
    elif white_has_won(p):
        reason = "Red does not control Moscow and two other resource cities"
        _end(p, WHITE, "automatic victory", reason, "4.3")
    elif reason := red_has_won(p):
        _end(p, RED, "automatic victory", reason, "4.2")


def end_of_scenario(p: War) -> None:
    """4.4, 4.5: nobody has won before."""
    if p.scenario == "1918-19":
        # 18.5: a Major Withdrawal would have ended the game at once.
        _end(p, WHITE, "White victory", "the Allies have not withdrawn from Russia", "4.4")
    elif not poland_unguarded(p) and (reason := red_has_won(p)):
        _end(p, RED, "Red victory", reason, "4.5")
    else:
        _end(p, WHITE, "White victory", "Red has not won Russia in time", "4.5")


def _end(p: War, winner: str, level: str, reason: str, case: str) -> None:
    p.ended = Outcome(winner, level, reason, case)
    p.tell("ended", case, winner, reason)
