"""18.0 Allied Withdrawal."""

from __future__ import annotations

from ...engine import Outcome
from ...hexes import members
from .charts import RED, WHITE
from .control import check_seas, resources
from .position import GONE, War
from .special_units import remove_stranded
from .victory import white_has_won

MINOR, MAJOR = 1, 2


def check_withdrawal(p: War) -> None:
    """18.1, 18.2: fewer White resources than the number of the turn."""
    number = p.turn.withdrawal_number
    if p.withdrawals == MAJOR or not number:
        return
    held = resources(p, WHITE)
    if held >= number:
        p.tell("no_withdrawal", "18.1", held, number)
        return
    p.withdrawals += 1
    if p.withdrawals == MINOR:
        p.tell("minor_withdrawal", "18.3", held, number)
        minor_withdrawal(p)
    else:
        p.tell("major_withdrawal", "18.4", held, number)
        major_withdrawal(p)


def minor_withdrawal(p: War) -> None:
    """18.3: the AIF of Odessa and both Czech divisions leave."""
    charts = p.charts
    _remove(p, charts.czechs | 1 << charts.index["W-AIO"])


def major_withdrawal(p: War) -> None:
    """18.4: AIF, flotillas, aircraft and tanks leave; the rest follows from the marker."""
    charts = p.charts
    gifts = (charts.aircraft | charts.tanks) & charts.units_of[WHITE]
    _remove(p, charts.aif | charts.naval_flotillas | gifts)
    p.northwest_leaves = True
    check_seas(p)
    if p.scenario == "1918-19" and not white_has_won(p):  # 18.5
        reason = "the Allies have withdrawn from Russia"
        p.ended = Outcome(RED, "Red victory", reason, "18.5")
        p.tell("ended", "18.5", RED, reason)


def _remove(p: War, units: int) -> None:
    for unit in members(units):
        p.send(unit, GONE)
    remove_stranded(p)


def northwest_army_leaves(p: War) -> None:
    """18.4: at the first Logistics Segment after the Major Withdrawal."""
    if not p.northwest_leaves:
        return
    p.northwest_leaves = False
    charts = p.charts
    for unit in members(charts.northwest_army & p.units_at(charts.baltic)):
        p.tell("northwest_left", "18.4", unit)
        p.send(unit, GONE)
    remove_stranded(p)
