"""The best hex for a unit of a side that is led in a style."""

from __future__ import annotations

from ...engine import derived
from ...hexes import Hex, HexSet, members
from .appraisal import appraise
from .charts import AXIS, enemy_of
from .evaluation import fed_points
from .position import GROUND, War
from .services import worth_of_service
from .styles import Staff
from .supply import GERMAN, RED, supply_area

# How many hexes are looked at for a raid.
RAID_GOALS = 4


def worth_of(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """What it is worth to have a unit in a hex."""
    side = p.charts.kind[unit].side
    if p.charts.services >> unit & 1:
        return worth_of_service(p, side, style, unit, hex_)
    return appraise(p, side, style).worth(unit, hex_)


def better_hex(p: War, style: Staff, unit: int, there: HexSet) -> Hex | None:
    """The best of some hexes for a unit, if that is better than to stay."""
    return _better_hex(p, style, unit, there) if there else None


@derived(*GROUND, "out", "lack", "emergency", "moved")
def _better_hex(p: War, style: Staff, unit: int, there: HexSet) -> Hex | None:
    worth, hex_ = ranked(p, style, unit, there)[0]
    return hex_ if worth > worth_of(p, style, unit, p.where[unit]) + style.enough else None


def ranked(p: War, style: Staff, unit: int, there: HexSet) -> list[tuple[float, Hex]]:
    """What some hexes are worth to a unit, the best first."""
    scored = [(worth_of(p, style, unit, hex_), -hex_) for hex_ in members(there)]
    scored.sort(reverse=True)
    if may_raid(p, style, unit):
        best = scored[0][0]
        for number in _raids(p, unit, scored):
            worth, place = scored[number]
            if worth > best - style.raid_risk:
                scored[number] = (worth + cut_off(p, style, unit, -place), place)
        scored.sort(reverse=True)
    return [(worth, -place) for worth, place in scored]


def may_raid(p: War, style: Staff, unit: int) -> bool:
    """Fast troops look for ways to cut the enemy's supply; on the last turn all do."""
    side, troops = p.charts.kind[unit].side, p.charts.contesting
    if side == AXIS or p.turn < p.plan.last_turn:
        troops &= p.charts.motorized
    return bool(troops >> unit & 1) and appraise(p, side, style).offensive


def _raids(p: War, unit: int, scored: list[tuple[float, int]]) -> list[int]:
    """The places that look best, and those on the enemy's railways."""
    enemy = enemy_of(p.charts.kind[unit].side)
    lines = p.charts.rail.hexes & supply_area(p, GERMAN if enemy == AXIS else RED)
    on_rails = [n for n, (_, place) in enumerate(scored) if lines >> -place & 1]
    return sorted({*range(min(RAID_GOALS // 2, len(scored))), *on_rails[:RAID_GOALS]})


def cut_off(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """What it is worth to a unit to cut the enemy off from a hex."""
    per_point = style.cut_at_the_end if p.turn == p.plan.last_turn else style.cut
    return per_point * cut_off_points(p, unit, hex_)


@derived(*GROUND)
def cut_off_points(p: War, unit: int, hex_: Hex) -> float:
    """What a unit would take from the enemy's supply if it stood in a hex."""
    enemy = enemy_of(p.charts.kind[unit].side)
    trial = p.clone()
    trial.place(unit, hex_)
    return fed_points(p, enemy) - fed_points(trial, enemy)
