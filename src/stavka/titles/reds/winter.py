"""19.0 Winter, and the river flotillas that it stops (20.12)."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Step, UnitSet, hexes
from ...hexes import HexSet, members
from .charts import RED
from .position import ICEBOUND, POOL, War
from .special_units import company_in, eliminate
from .stacking import may_mix
from .supply import in_supply


def begin_season(p: War) -> None:
    """19.2: flotillas freeze in when Winter begins, lakes thaw in March-April."""
    charts = p.charts
    if p.winter:
        for unit in members(p.on_map & charts.river_flotillas):
            p.tell("icebound", "19.2", unit, p.where[unit])
            p.send(unit, ICEBOUND)
    else:
        for unit in members(p.units_at(charts.lakes)):
            eliminate(p, unit, "19.2")


class Redeployment(msgspec.Struct, frozen=True):
    side: str


def _waiting(p: War, side: str) -> UnitSet:
    """19.2, 20.12: the river flotillas of a side that wait for the thaw."""
    return p.charts.river_flotillas & p.charts.units_of[side] & p.box(ICEBOUND)


def redeploy_flotillas(p: War, side: str) -> None:
    """5.1, 20.12: in the Random Events Phase of March-April."""
    if p.turn.spring and _waiting(p, side):
        p.push(RedeploymentStep, Redeployment(side))


def flotilla_hexes(p: War, unit: int) -> HexSet:
    """20.12: with supplied infantry or cavalry on a river; Reds not on the Vistula."""
    charts = p.charts
    rivers = charts.river.hexes
    if charts.side_of[unit] == RED:
        rivers &= ~charts.rivers["Vistula"]
    return hosts(p, unit, rivers)


def hosts(p: War, unit: int, within: HexSet, factions: tuple[str, ...] = ()) -> HexSet:
    """Hexes where a special unit can join supplied infantry or cavalry that does not raid."""
    charts = p.charts
    found = 0
    for hex_ in members(within & p.occupied(charts.side_of[unit])):
        company = company_in(p, unit, hex_)
        if p.raider >= 0:
            company &= ~(1 << p.raider)
        if not company or not may_mix(p.charts, unit, p.units_in(hex_)):
            continue
        for other in members(company):
            fits = not factions or charts.counters[other].faction in factions
            if fits and in_supply(p, other):
                found |= 1 << hex_
                break
    return found


class RedeploymentStep(Step[War, Redeployment], key="redeployment"):
    """20.12: flotillas come back one after the other; one without a place is forfeited."""

    def decision(self, p: War, memo: Redeployment) -> Decision | None:
        unit = self._next(p, memo)
        if unit < 0:
            return None
        name = p.charts.counters[unit].name
        options = [hexes("place", "20.12", flotilla_hexes(p, unit))]
        prompt = f"Put the {name} back on a river"
        return p.ask(memo.side, prompt, "20.12", options, of=(unit,))

    def _next(self, p: War, memo: Redeployment) -> int:
        waiting = members(_waiting(p, memo.side))
        return next((u for u in waiting if flotilla_hexes(p, u)), -1)

    def apply(self, p: War, memo: Redeployment, verb: str, value: int) -> None:
        unit = self._next(p, memo)
        p.place(unit, value)
        p.tell("placed", "20.12", unit, value)

    def end(self, p: War, memo: Redeployment) -> None:
        for unit in members(_waiting(p, memo.side)):
            p.tell("forfeited", "20.12", unit)
            p.send(unit, POOL)
