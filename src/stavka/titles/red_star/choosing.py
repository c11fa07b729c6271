"""The best hex for a unit of a side that is led in a style."""

from __future__ import annotations

from operator import neg

from ...engine import derived
from ...hexes import Hex, HexSet, members
from .appraisal import States, appraise, states
from .charts import AXIS, SOVIET, enemy_of
from .evaluation import fed_points, hungry_points
from .position import GROUND, War
from .services import worth_of_service
from .styles import Staff
from .supply import GERMAN, RED, headquarters_area, manner, supply_area, unsafe

# How many hexes are looked at for a raid.
RAID_GOALS = 4
# How many hexes are tried for a depot or a headquarters, to see who would be fed.
FED = 3


def worth_of(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """What it is worth to have a unit in a hex."""
    return _worths(p, style, unit, 1 << hex_)[0]


def _worths(p: War, style: Staff, unit: int, there: HexSet) -> list[float]:
    side = p.charts.kind[unit].side
    if p.charts.services >> unit & 1:
        return [worth_of_service(p, side, style, unit, hex_) for hex_ in members(there)]
    return appraise(p, side, style).worths(unit, members(there))


def better_hex(p: War, style: Staff, unit: int, there: HexSet) -> Hex | None:
    """The best of some hexes for a unit, if that is better than to stay."""
    return _better_hex(p, style, unit, there, states(p)) if there else None


# What else it depends on is given: so it is kept with what the rules have computed, and found
# again when the unit has been picked up.
@derived(*GROUND)
def _better_hex(p: War, style: Staff, unit: int, there: HexSet, _: States) -> Hex | None:
    worth, hex_ = ranked(p, style, unit, there)[0]
    return hex_ if worth > worth_of(p, style, unit, p.where[unit]) + style.enough else None


def ranked(p: War, style: Staff, unit: int, there: HexSet) -> list[tuple[float, Hex]]:
    """What some hexes are worth to a unit, the best first."""
    if p.charts.headquarters >> unit & 1:
        # Elsewhere it leaves the map (10.6.4).
        there = there & headquarters_area(p, manner(p, unit)) or there
    scored = sorted(zip(_worths(p, style, unit, there), map(neg, members(there)), strict=True))
    scored.reverse()
    if (p.charts.depots | p.charts.headquarters) >> unit & 1:
        if not style.relief:
            return [(worth, -place) for worth, place in scored]
        # Only the best are tried.
        tried = [(w + relief(p, style, unit, -place), place) for w, place in scored[:FED]]
        return [(worth, -place) for worth, place in sorted(tried, reverse=True)]
    if p.charts.contesting >> unit & 1 and len(scored) > 1:
        raids, relieves = may_raid(p, style, unit), may_relieve(p, style, unit)
        if raids or relieves:
            best = scored[0][0]
            open_by_us = unsafe(p, p.charts.kind[unit].side)
            for number in _on_the_lines(p, unit, scored, raids, relieves):
                worth, place = scored[number]
                if worth > best - style.raid_risk:
                    worth += cut_off(p, style, unit, -place) if raids else 0.0
                    if relieves and open_by_us >> -place & 1:
                        worth += relief(p, style, unit, -place)
                    scored[number] = (worth, place)
            scored.sort(reverse=True)
    return [(worth, -place) for worth, place in scored]


def may_raid(p: War, style: Staff, unit: int) -> bool:
    """Fast troops look for ways to cut the enemy's supply; on the last turn all do."""
    side, troops = p.charts.kind[unit].side, p.charts.contesting
    if side == AXIS or p.turn < p.plan.last_turn:
        troops &= p.charts.motorized
    return bool(troops >> unit & 1) and appraise(p, side, style).offensive


def may_relieve(p: War, style: Staff, unit: int) -> bool:
    """Troops look for ways to bring supply to others, if somebody has none."""
    return style.relief > 0.0 and hungry_points(p, p.charts.kind[unit].side) > 0.0


def _on_the_lines(
    p: War, unit: int, scored: list[tuple[float, int]], raids: bool, relieves: bool
) -> list[int]:
    """The places that look best; those on the railways by which the enemy is fed; and those that
    only a unit of one's own keeps open (10.1.2 c)."""
    side = p.charts.kind[unit].side
    lines = 0
    if raids:
        lines = p.charts.rail.hexes & supply_area(p, GERMAN if side == SOVIET else RED)
    if relieves:
        lines |= unsafe(p, side)
    there = [n for n, (_, place) in enumerate(scored) if lines >> -place & 1]
    return sorted({*range(min(RAID_GOALS // 2, len(scored))), *there[:RAID_GOALS]})


def cut_off(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """What it is worth to a unit to cut the enemy off from a hex."""
    per_point = style.cut_at_the_end if p.turn == p.plan.last_turn else style.cut
    return per_point * cut_off_points(p, unit, hex_)


def cut_off_points(p: War, unit: int, hex_: Hex) -> float:
    """What a unit would take from the enemy's supply if it stood in a hex."""
    enemy = enemy_of(p.charts.kind[unit].side)
    return fed_points(p, enemy) - fed_points(_with(p, unit, hex_), enemy)


def relief(p: War, style: Staff, unit: int, hex_: Hex) -> float:
    """What it is worth to bring supply to troops from a hex."""
    side = p.charts.kind[unit].side
    return style.relief * (fed_points(_with(p, unit, hex_), side) - fed_points(p, side))


@derived(*GROUND)
def _with(p: War, unit: int, hex_: Hex) -> War:
    """The position with a unit in another hex."""
    trial = p.clone()
    trial.place(unit, hex_)
    return trial
