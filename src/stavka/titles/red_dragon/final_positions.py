"""16.0 Final Defense Positions (FDPs)."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Event, Step, UnitSet, hexes, plain, units
from ...hexes import Hex, HexSet, flood, members
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import GMD, PLA
from .defectors import eliminate
from .guerrillas import negate_guerrillas
from .leaders import must_follow
from .movement import normal_reach
from .position import War
from .stacking import legal_stack, room_for
from .supply import gmd_supplied, negated_ways


def fdp_left(p: War) -> bool:
    """16.1.3c: whether a marker is not in use."""
    return p.fdp.bit_count() < p.charts.limit["fdp_markers"]


def place_fdp(p: War, hex_: Hex, case: str) -> None:
    p.fdp |= 1 << hex_
    p.tell("fdp", case, hex_)


# 16.1.3 Panic


def panic_hexes(p: War, target: Hex) -> HexSet:
    """16.1.3a: the nearest FDPs that all who run can reach, and that have room for them."""
    furthest: dict[Hex, int] = {}
    on_foot = p.gmd_in(target) & ~(1 << p.charts.rr_security)
    reaches = [normal_reach(p, unit, out_of_supply=True).costs() for unit in members(on_foot)]
    for hex_ in members(p.fdp) if reaches else ():
        arriving = runners(p, target, hex_) | p.leaders_in(target)
        if not legal_stack(p, hex_, p.units_in(hex_) | arriving, GMD):
            continue
        if all(hex_ in costs for costs in reaches):
            furthest[hex_] = max(costs[hex_] for costs in reaches)
    nearest = min(furthest.values(), default=0)
    return sum(1 << hex_ for hex_, cost in furthest.items() if cost == nearest)


def runners(p: War, target: Hex, there: Hex) -> UnitSet:
    """11.2.6c: all defenders; the Railroad Security unit only if its line leads to the FDP."""
    charts = p.charts
    defenders = p.gmd_in(target)
    security = defenders & 1 << charts.rr_security
    if security:
        shut = (p.pla | negated_ways(p)) & ~(1 << there)
        line = flood(charts.rail_passage(0), 1 << target, blocked=shut)
        defenders &= ~security if not line >> there & 1 else -1
    return defenders


def panic(p: War, target: Hex, there: Hex, running: UnitSet) -> None:
    """Units and the Leaders of their hex run to an FDP."""
    for unit in members(running | p.leaders_in(target)):
        p.place(unit, there)
    negate_guerrillas(p, there)
    p.tell("panicked", "16.1.3", target, there)


# 16.2.2 Who fights


def fighters(p: War, hex_: Hex) -> UnitSet:
    """16.2: units in an FDP of which only two may fight: all but artillery and heavy mortars."""
    charts = p.charts
    return p.gmd_in(hex_) & ~charts.artillery & ~charts.heavy_mortars


def gunners(p: War, hex_: Hex) -> UnitSet:
    """16.2.2b: one artillery and one heavy mortar unit besides, if supplied."""
    charts = p.charts
    if not gmd_supplied(p) >> hex_ & 1:
        return 0
    here = p.gmd_in(hex_)
    found = 0
    for kind in (charts.artillery, charts.heavy_mortars):
        if guns := here & kind:
            found |= guns & -guns
    return found


# 16.2.8 Relief


class Displacing(msgspec.Struct, frozen=True):
    """16.2.8c: a hex that is overstacked without its marker; the unit in hand, if any."""

    hex: int
    unit: int = -1


def relief_check(p: War) -> None:
    """16.2.8a: supplied units have come, or the PLA says honestly that the ring is too weak."""
    charts = p.charts
    supplied = p.gmd & gmd_supplied(p)
    for hex_ in members(p.fdp):
        reached = bool(charts.grid.neighbours(1 << hex_) & supplied)
        if not reached:
            p.revealed = True
            if _ring_holds(p, hex_):
                continue
        p.fdp &= ~(1 << hex_)
        p.tell("relieved", "16.2.8", hex_, not reached)
        if not legal_stack(p, hex_, p.units_in(hex_), GMD):
            p.push(Displace, Displacing(hex_))


def _ring_holds(p: War, hex_: Hex) -> bool:
    """A PLA factor next to an FDP for every two in it; 18.2: nobody asks if it is reached."""
    charts = p.charts
    around = charts.grid.neighbours(1 << hex_) & p.pla
    outside = p.units_at(around) & charts.units_of[PLA]
    needed = sum(charts.cf[unit] for unit in members(p.gmd_in(hex_)))
    factors = sum(charts.cf[unit] for unit in members(outside))
    return factors * charts.limit["fdp_relief_factors"] >= needed


def can_be_displaced(p: War, hex_: Hex) -> UnitSet:
    return sum(1 << unit for unit in members(p.gmd_in(hex_)) if displacement_hexes(p, unit))


def displacement_hexes(p: War, unit: int) -> HexSet:
    charts = p.charts
    around = charts.passage.spread(1 << p.where[unit]) & ~p.pla
    if unit == charts.rr_security:
        around &= charts.rail_passage(0).spread(1 << p.where[unit])
    return room_for(p, unit, around)


def bars_to_displace(p: War, memo: Displacing) -> Bars:
    able = can_be_displaced(p, memo.hex)
    yield ~able, "16.2.8", "{} is not in the crowded hex, or has nowhere to go"
    if memo.unit >= 0:
        yield EVERYTHING, "16.2.8", "another unit is in hand"


def bars_to_go(p: War, memo: Displacing) -> Bars:
    if memo.unit < 0:
        yield EVERYTHING, "16.2.8", "pick up a unit first"
    else:
        yield ~displacement_hexes(p, memo.unit), "16.2.8", "{} is no free hex next to the unit"


def bars_to_eliminate(p: War, memo: Displacing) -> Bars:
    """16.2.8d: nobody while somebody can leave."""
    yield ~p.gmd_in(memo.hex), "16.2.8", "{} is not in the crowded hex"
    if can_be_displaced(p, memo.hex):
        yield EVERYTHING, "16.2.8", "units that can leave the hex do so first"


class Displace(Step[War, Displacing], key="displace", because=("relieved",)):
    """16.2.8c, d: units leave an overstacked hex, or are eliminated if they cannot."""

    def decision(self, p: War, memo: Displacing) -> Decision | None:
        hex_ = memo.hex
        if legal_stack(p, hex_, p.units_in(hex_), GMD):
            return None
        if memo.unit >= 0:
            name = p.charts.counter[memo.unit].name
            options = [
                hexes("to", "16.2.8", legal(bars_to_go(p, memo))),
                plain("back", "16.2.8"),
            ]
            return p.ask(GMD, f"Where does {name} go?", "16.2.8", options, of=(memo.unit,))
        options = [units("displace", "16.2.8", legal(bars_to_displace(p, memo)))]
        if not options[0].values:
            options = [units("eliminate", "16.2.8", legal(bars_to_eliminate(p, memo)))]
        prompt = f"Too many units in {p.label(hex_)}"
        return p.ask(GMD, prompt, "16.2.8", options, at=(hex_,))

    def apply(self, p: War, memo: Displacing, verb: str, value: int) -> None:
        match verb:
            case "displace":
                p.remember(Displacing(memo.hex, value))
            case "back":
                p.remember(Displacing(memo.hex))
            case "to":
                p.remember(Displacing(memo.hex))
                shift_unit(p, memo.unit, value, "displaced", "16.2.8")
            case "eliminate":
                eliminate(p, value, case="16.2.8")

    def follows(self, memo: Displacing, event: Event) -> bool:
        """Several positions can be relieved at once."""
        return bool(event.facts[0] == memo.hex)


def shift_unit(p: War, unit: int, there: Hex, kind: str, case: str) -> None:
    """A GMD or PLA unit goes to a neighbouring hex, with Leaders who cannot stay."""
    here = p.where[unit]
    if p.charts.units_of[GMD] >> unit & 1:
        for leader in members(must_follow(p, unit)):
            p.place(leader, there)
    p.place(unit, there)
    p.tell_of(kind, case, unit, here, there)
    if p.charts.units_of[GMD] >> unit & 1:
        negate_guerrillas(p, there)
