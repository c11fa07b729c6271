"""18.3 Short Attack Tactics."""

from __future__ import annotations

from ...engine import UnitSet
from ...hexes import HexSet
from .charts import GMD, PLA
from .defectors import eliminate
from .position import War


def short_attackers(p: War) -> UnitSet:
    """18.3.3, 18.3.5: PLA units that can make a Short Attack, each once in a phase."""
    charts = p.charts
    return charts.units_of[PLA] & ~(charts.defend_only | charts.guerrillas | p.struck)


def short_targets(p: War, unit: int) -> UnitSet:
    """18.3.3 to 18.3.6: GMD units next to a PLA unit; each side's unit once in a phase.

    18.3.7: in supply or not.
    """
    charts = p.charts
    if not p.short_attacks or p.political_offensive:  # 18.7.3
        return 0
    if not short_attackers(p) >> unit & 1:
        return 0
    around = charts.passage.spread(1 << p.where[unit]) & p.gmd
    return p.units_at(around) & charts.units_of[GMD] & ~p.struck if around else 0


def escapes(p: War, unit: int) -> HexSet:
    """18.3.8: infantry may not end next to a GMD unit after its Short Attack."""
    charts = p.charts
    if charts.infantry >> unit & 1:
        return ~charts.grid.neighbours(p.gmd)
    return -1


def short_attack(p: War, unit: int, target: int) -> None:
    """18.3.9, 18.3.10: declared, without a roll; one less to be made."""
    p.struck |= 1 << unit | 1 << target
    p.short_attacks -= 1
    p.tell("short_attack", "18.3", p.where[unit], target, p.short_attacks)
    p.tell("short_attacker", "18.3", unit, secret_of=PLA)


def roll_for_loss(p: War, unit: int) -> None:
    """18.3.11: after its move the unit is eliminated by a 6."""
    die = p.roll()
    lost = die >= p.charts.limit["short_attack_loss"]
    p.tell("short_attack_roll", "18.3.11", p.where[unit], die, lost)
    if lost:
        eliminate(p, unit, case="18.3.11")
