"""10.2-10.5 Strategic movement, and the Red Train Step (20.10)."""

from __future__ import annotations

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...hexes import Hex, HexSet, flood, members
from .charts import RED, SEAS, WHITE, enemy_of
from .control import controlled, enter, seas_of
from .position import (
    ANY_NEUTRAL,
    ANY_POLE,
    ANY_RED,
    ANY_WHITE,
    GROUND,
    POLAND_AT_PEACE,
    POLAND_NEUTRAL,
    TRAIN_RETURNS,
    TRAIN_WAITS,
    War,
)
from .special_units import remove_stranded
from .stacking import may_stack
from .supply import out_of_supply
from .territory import cannot_enter, leave_baltic
from .zones_of_control import enemy_zone, friends, unnegated

# 10.4: who may go by rail and river, in the order of `rail_used`.
RAIL_GROUPS = ("AFSR", "Siberian", RED)


class Strategic(msgspec.Struct, frozen=True):
    side: str
    # The unit in hand; the Gold has no number of its own.
    unit: int = -1


def begin_strategic(p: War, side: str) -> None:
    """A side's step. There is none on turn 1 (10.2)."""
    p.moved = 0
    p.rail_used = (0,) * len(RAIL_GROUPS)
    p.sea_used = (0,) * len(SEAS)
    p.gold_moved = False
    if p.turn.key != "1":
        p.push(StrategicMovement, Strategic(side))


# 10.4, 10.5 Limits


def rail_group(p: War, unit: int) -> int:
    """10.4: the allowance that a unit uses; -1 if it has none."""
    group = p.charts.counters[unit].faction
    return RAIL_GROUPS.index(group) if group in RAIL_GROUPS else -1


def held_up(p: War, unit: int) -> bool:
    """6.3: Semenov stops the trains of the Siberians."""
    return p.semenov and p.charts.counters[unit].faction == "Siberian"


def may_use_rail(p: War, unit: int) -> bool:
    group = rail_group(p, unit)
    if group < 0 or held_up(p, unit):
        return False
    limit = p.charts.limit["red_rail" if RAIL_GROUPS[group] == RED else "white_rail"]
    return p.rail_used[group] + p.charts.manpower[unit] <= limit


def open_seas(p: War, side: str) -> list[str]:
    """10.5, 19.2: the seas on which a side can move now."""
    return [s for s in seas_of(p, side) if not (p.winter and s in ("White", "Baltic"))]


# 10.3 Paths


def _closed_to_trains(p: War, side: str) -> HexSet:
    """10.3: enemy cities, and Makhno's cities unless somebody friendly is there."""
    charts = p.charts
    closed = controlled(p, enemy_of(side)) | charts.makhno_cities & ~friends(p, side)
    return closed & ~p.terror if side == RED else closed


def along(p: War, networks: tuple[str, ...], start: Hex, closed: HexSet, zones: HexSet) -> HexSet:
    """Hexes that lines lead to. Zones may be entered only to end there (8.5)."""
    charts = p.charts
    found = 1 << start
    through = closed | zones
    while True:
        before = found
        for name in networks:
            net = charts.rail if name == "rail" else charts.river
            found |= flood(net.passage, found & net.hexes, blocked=through)
        if found == before:
            break
    ends = found
    for name in networks:
        net = charts.rail if name == "rail" else charts.river
        ends |= net.passage.spread(found & net.hexes) & zones & ~closed
    return ends & ~(1 << start)


def stations(p: War, unit: int) -> dict[str, HexSet]:
    """Where a unit can go by rail, by river and by sea."""
    charts = p.charts
    side = charts.side_of[unit]
    here = p.where[unit]
    own = controlled(p, side) & charts.cities
    closed = cannot_enter(p, unit) | _closed_to_trains(p, side)
    zones = unnegated(p, unit)
    found = {"rail": 0, "river": 0, "sea": 0}
    if may_use_rail(p, unit):
        found["rail"] = along(p, ("rail",), here, closed, zones) & own
        if not p.winter:  # 10.3, 19.2
            found["river"] = along(p, ("river",), here, closed, zones) & own
    if not charts.freikorps >> unit & 1:  # 10.5
        for sea in open_seas(p, side):
            used = p.sea_used[SEAS.index(sea)] + charts.manpower[unit]
            if charts.ports[sea] >> here & 1 and used <= charts.limit["sea_move"]:
                found["sea"] |= charts.ports[sea] & own & ~cannot_enter(p, unit) & ~(1 << here)
    for way, ends in found.items():
        for hex_ in members(ends & p.occupied(side)):
            if not may_stack(p, unit, hex_):
                found[way] &= ~(1 << hex_)
    return found


@derived(*GROUND, "moved", "rail_used", "sea_used", "semenov")
def may_go(p: War, side: str) -> UnitSet:
    """10.2: infantry and cavalry in supply in cities of their own, within the limits."""
    charts = p.charts
    own = controlled(p, side) & charts.cities
    seas = 0
    for sea in open_seas(p, side):
        if p.sea_used[SEAS.index(sea)] < charts.limit["sea_move"]:
            seas |= charts.ports[sea]
    ready = charts.army & charts.units_of[side] & ~p.moved
    found = 0
    for hex_ in members(own & p.occupied(side)):
        for unit in members(p.stacks[hex_] & ready):
            if seas >> hex_ & 1 or may_use_rail(p, unit):
                found |= 1 << unit
    return found & ~out_of_supply(p, found)


def _closed_poland(p: War) -> HexSet:
    """10.10, 15.5: Poland while it is closed to the Reds."""
    return p.charts.poland if p.poland in (POLAND_NEUTRAL, POLAND_AT_PEACE) else 0


def gold_stations(p: War, side: str) -> HexSet:
    """10.3, 20.6: the Gold goes by rail and river as it likes, from city to city."""
    charts = p.charts
    own = controlled(p, side) & charts.cities
    if p.gold_side != side or p.gold_moved or not own >> p.gold & 1:
        return 0
    if p.semenov and side == WHITE and charts.front["East"] >> p.gold & 1:
        return 0
    occ = p.occ
    closed = _closed_to_trains(p, side) | (charts.neutral_ground if p.great_war else 0)
    if side == WHITE:
        # 9.6, 10.10: past the Ukrainians, but not past Poles and not through Poland.
        closed |= occ[ANY_RED] | occ[ANY_NEUTRAL] & ~(1 << charts.kiev)
        closed |= occ[ANY_POLE] | charts.poland
    else:
        closed |= occ[ANY_WHITE] | occ[ANY_NEUTRAL] | _closed_poland(p)
    zones = enemy_zone(p, side) & ~friends(p, side)
    networks = ("rail",) if p.winter else ("rail", "river")
    return along(p, networks, p.gold, closed, zones) & own


def _added(row: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*row[:place], row[place] + number, *row[place + 1 :])


class StrategicMovement(Step[War, Strategic], key="strategic"):
    """Units and the Gold go from city to city; then the step ends."""

    def decision(self, p: War, memo: Strategic) -> Decision | None:
        side = memo.side
        able = may_go(p, side)
        gold = gold_stations(p, side)
        if not able and not gold:
            return None
        options: list[Option] = []
        if memo.unit >= 0:
            cases = {"rail": "10.3", "river": "10.3", "sea": "10.5"}
            for way, ends in stations(p, memo.unit).items():
                options.append(hexes(way, cases[way], ends))
            able &= ~(1 << memo.unit)
        options.append(units("select", "10.2", able))
        options.append(hexes("gold", "20.6", gold))
        options.append(plain("done", "10.2"))
        return p.ask(side, "Strategic movement", "10.2", options, of=(memo.unit,))

    def apply(self, p: War, memo: Strategic, verb: str, value: int) -> None:
        match verb:
            case "select":
                p.remember(Strategic(memo.side, value))
            case "gold":
                p.tell("gold_moved", "20.6", p.gold, value)
                p.gold = value
                p.gold_moved = True
            case "rail" | "river" | "sea":
                self._travel(p, memo, verb, value)
            case "done":
                p.finish()

    def _travel(self, p: War, memo: Strategic, way: str, there: Hex) -> None:
        charts, unit = p.charts, memo.unit
        here = p.where[unit]
        if way == "sea":
            sea = next(s for s in SEAS if charts.ports[s] >> here & 1)
            p.sea_used = _added(p.sea_used, SEAS.index(sea), charts.manpower[unit])
        else:
            p.rail_used = _added(p.rail_used, rail_group(p, unit), charts.manpower[unit])
        p.moved |= 1 << unit
        p.place(unit, there)
        enter(p, unit, (there,))
        leave_baltic(p, unit)
        p.tell("travelled", "10.5" if way == "sea" else "10.3", unit, here, there, way)
        p.remember(Strategic(memo.side))

    def end(self, p: War, memo: Strategic) -> None:
        p.moved = 0
        remove_stranded(p)


# 20.10 The Red Train Step


def train_hexes(p: War) -> HexSet:
    """20.10: rail hexes joined to Moscow without enemy units or unnegated zones."""
    charts, occ = p.charts, p.occ
    blocked = occ[ANY_WHITE] | occ[ANY_NEUTRAL] | enemy_zone(p, RED) & ~friends(p, RED)
    if p.great_war:
        blocked |= charts.neutral_ground
    blocked |= _closed_poland(p)
    moscow = 1 << charts.moscow & ~blocked
    return flood(charts.rail.passage, moscow, blocked=blocked)


def begin_red_train(p: War) -> None:
    """There is no step on turn 1 (10.2), nor for a train that was driven away in this turn."""
    if p.train == TRAIN_WAITS:
        p.train = TRAIN_RETURNS
    elif p.turn.key != "1":
        p.push(RedTrainStep)


class RedTrainStep(Step[War, None], key="red_train"):
    def decision(self, p: War, memo: None) -> Decision | None:
        there = train_hexes(p)
        if p.train >= 0:
            there &= ~(1 << p.train)
        if not there:
            return None
        options = [hexes("train", "20.10", there), plain("stay", "20.10")]
        return p.ask(RED, "Place the Red Train", "20.10", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        if verb == "train":
            p.train = value
            p.tell("train", "20.10", value)
        p.frames.pop()
