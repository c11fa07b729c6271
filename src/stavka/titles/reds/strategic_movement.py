"""10.2-10.5 Strategic movement, and the Red Train Step (20.10)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...hexes import Hex, HexSet, flood, members, set_of, union
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import RED, SEAS, WHITE, Charts, enemy_of
from .control import controlled, enter, open_seas, seas_of
from .position import (
    GROUND,
    POLAND_AT_PEACE,
    POLAND_NEUTRAL,
    TRAIN_RETURNS,
    TRAIN_WAITS,
    War,
)
from .special_units import remove_stranded
from .stacking import bars_of_stacking
from .supply import out_of_supply
from .territory import cannot_enter, leave_baltic
from .zones_of_control import enemy_zone, friends, unnegated

# 10.4: who may go by rail and river, in the order of `rail_used`.
RAIL_GROUPS = ("AFSR", "Siberian", RED)
WAYS = ("rail", "river", "sea")
SEMENOV = "Semenov holds up the trains"


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


def held_up(p: War, unit: int) -> bool:
    """6.3: Semenov stops the trains of the Siberians."""
    return p.semenov and p.charts.counters[unit].faction == "Siberian"


def may_use_rail(p: War) -> UnitSet:
    """10.4: the units that the allowances by rail and river still cover."""
    found = _covered(p.charts, p.rail_used)
    return found & ~p.charts.of_faction["Siberian"] if p.semenov else found  # 6.3


@lru_cache(maxsize=1024)
def _covered(charts: Charts, used: tuple[int, ...]) -> UnitSet:
    found = 0
    for group, points in zip(RAIL_GROUPS, used, strict=True):
        left = charts.limit["red_rail" if group == RED else "white_rail"] - points
        group_ = members(charts.of_faction[group])
        found |= set_of(unit for unit in group_ if charts.manpower[unit] <= left)
    return found


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
        if found == before or len(networks) == 1:
            break
    ends = found
    for name in networks:
        net = charts.rail if name == "rail" else charts.river
        ends |= net.passage.spread(found & net.hexes) & zones & ~closed
    return ends & ~(1 << start)


def ends_of(p: War, unit: int, way: str) -> HexSet:
    """10.3, 10.5: the cities that a unit can come to by rail, by river or by sea."""
    charts, side, here = p.charts, p.charts.side_of[unit], p.where[unit]
    if way == "sea":
        if charts.freikorps >> unit & 1 or not charts.all_ports >> here & 1:
            return 0  # 10.5
        found = union(charts.ports[s] for s in open_seas(p, side) if _room_at_sea(p, unit, s))
        found &= ~cannot_enter(p, unit) & ~(1 << here)
        return found & controlled(p, side) & charts.cities
    line = charts.rail if way == "rail" else charts.river
    if not line.hexes >> here & 1 or (way == "river" and p.winter):  # 10.3, 19.2
        return 0
    if not may_use_rail(p) >> unit & 1:
        return 0
    closed = cannot_enter(p, unit) | _closed_to_trains(p, side)
    found = along(p, (way,), here, closed, unnegated(p, unit))
    return found & controlled(p, side) & charts.cities


def _room_at_sea(p: War, unit: int, sea: str) -> bool:
    """10.5: whether a unit is in a port of a sea that can still carry it."""
    charts = p.charts
    used = p.sea_used[SEAS.index(sea)] + charts.manpower[unit]
    return bool(charts.ports[sea] >> p.where[unit] & 1) and used <= charts.limit["sea_move"]


def stations(p: War, unit: int) -> dict[str, HexSet]:
    """Where a unit can go by rail, by river and by sea, and stay."""
    ends = {way: ends_of(p, unit, way) for way in WAYS}
    return {
        way: there and legal(bars_of_stacking(p, unit, there), there) for way, there in ends.items()
    }


def bars_by(way: str) -> Callable[[War, Strategic], Bars]:
    """What is against going somewhere by rail, by river or by sea."""

    def bars(p: War, memo: Strategic) -> Bars:
        if memo.unit < 0:
            yield EVERYTHING, "10.2", "pick up a unit first"
            return
        own = controlled(p, memo.side) & p.charts.cities
        yield ~own, "10.2", "{} is not a city that you control"
        yield from bars_of_stacking(p, memo.unit, own)
        there = ends_of(p, memo.unit, way)
        if way == "sea":
            yield from _bars_at_sea(p, memo, ~there)
            return
        if way == "river" and p.winter:
            yield EVERYTHING, "10.3", "rivers are frozen"
        if held_up(p, memo.unit):
            yield EVERYTHING, "6.3", SEMENOV
        if not may_use_rail(p) >> memo.unit & 1:
            yield EVERYTHING, "10.4", "the allowance by rail and river does not cover this unit"
        yield ~there, "10.3", "no open line leads to {}"

    return bars


def _bars_at_sea(p: War, memo: Strategic, beyond: HexSet) -> Bars:
    charts, here = p.charts, p.where[memo.unit]
    if charts.freikorps >> memo.unit & 1:
        yield EVERYTHING, "10.5", "von der Goltz never goes by sea"
    sea = next((s for s in SEAS if charts.ports[s] >> here & 1), None)
    if sea is None:
        yield EVERYTHING, "10.5", "{} is not a port of the same sea"
        return
    yield ~charts.ports[sea], "10.5", "{} is not a port of the same sea"
    if sea not in seas_of(p, memo.side):
        yield EVERYTHING, "10.5", f"you do not control the {sea} Sea"
    if sea not in open_seas(p, memo.side):
        yield EVERYTHING, "19.2", f"the {sea} Sea is closed in Winter"
    yield 1 << here, "10.5", "the unit is there"
    if not _room_at_sea(p, memo.unit, sea):
        yield EVERYTHING, "10.5", f"the allowance of the {sea} Sea is used up"
    yield beyond, "10.5", "{} is closed to this unit"


@derived(*GROUND, "moved", "rail_used", "sea_used", "semenov")
def may_go(p: War, side: str) -> UnitSet:
    """10.2: infantry and cavalry in supply in cities of their own, within the limits."""
    found = _in_cities(p, side) & p.charts.army & ~p.moved
    found &= ~_without_way(p, side, found)
    return found & ~out_of_supply(p, found)


def _in_cities(p: War, side: str) -> UnitSet:
    cities = controlled(p, side) & p.charts.cities & p.occupied(side)
    return p.units_at(cities) & p.charts.units_of[side]


def _without_way(p: War, side: str, units_: UnitSet) -> UnitSet:
    """10.4, 10.5: those of some units that neither rail nor sea can take now."""
    charts, seas = p.charts, 0
    for sea in open_seas(p, side):
        if p.sea_used[SEAS.index(sea)] < charts.limit["sea_move"]:
            seas |= charts.ports[sea]
    rest = members(units_ & ~may_use_rail(p))
    return set_of(u for u in rest if not seas >> p.where[u] & 1)


def bars_to_travel(p: War, memo: Strategic) -> Bars:
    charts, side = p.charts, memo.side
    if memo.unit >= 0:
        yield 1 << memo.unit, "10.2", "{} is in hand"
    yield ~p.units_on_map(side), "10.2", "{} is not a unit of yours on the map"
    yield ~charts.army, "10.2", "only infantry and cavalry move strategically"
    yield p.moved, "10.2", "{} has moved"
    there = _in_cities(p, side)
    yield ~there, "10.2", "{} is not in a city that you control"
    yield out_of_supply(p, there & charts.army), "12.9", "{} is out of supply"
    staying = _without_way(p, side, there & charts.army)
    if p.semenov:
        yield staying & charts.of_faction["Siberian"], "6.3", SEMENOV
    railway = union(charts.of_faction[faction] for faction in RAIL_GROUPS)
    yield staying & railway, "10.4", "the allowance by rail and river is used up"
    ports = union(charts.ports[sea] for sea in seas_of(p, side))
    yield staying & ~p.units_at(ports), "10.4", "{} has no rail allowance and no port"
    for sea in seas_of(p, side):
        here = staying & p.units_at(charts.ports[sea])
        if sea not in open_seas(p, side):
            yield here, "19.2", f"the {sea} Sea is closed in Winter"
        yield here, "10.5", f"the allowance of the {sea} Sea is used up"


def _closed_poland(p: War) -> HexSet:
    """10.10, 15.5: Poland while it is closed to the Reds."""
    return p.charts.poland if p.poland in (POLAND_NEUTRAL, POLAND_AT_PEACE) else 0


def bars_to_move_gold(p: War, memo: Strategic) -> Bars:
    """10.3, 20.6: the Gold goes by rail and river as it likes, from city to city."""
    charts, side = p.charts, memo.side
    if p.gold_side != side:
        yield EVERYTHING, "20.6", "the Gold is not yours"
    if p.gold_moved:
        yield EVERYTHING, "10.4", "the Gold has moved"
    own = controlled(p, side) & charts.cities
    if not own >> p.gold & 1:
        lost = f"the Gold is in {p.label(p.gold)}, which is not yours any more"
        yield EVERYTHING, "13.1", lost
    yield ~own, "10.2", "{} is not a city that you control"
    if p.semenov and side == WHITE and charts.front["East"] >> p.gold & 1:
        yield EVERYTHING, "6.3", SEMENOV
    networks = ("rail",) if p.winter else ("rail", "river")
    zones = enemy_zone(p, side) & ~friends(p, side)
    there = along(p, networks, p.gold, _closed_to_gold(p, side), zones)
    yield ~there, "10.3", "no open line leads the Gold to {}"


def _closed_to_gold(p: War, side: str) -> HexSet:
    charts = p.charts
    closed = _closed_to_trains(p, side) | (charts.neutral_ground if p.great_war else 0)
    if side == WHITE:
        # 9.6, 10.10: past the Ukrainians, but not past Poles and not through Poland.
        closed |= p.red | p.neutrals & ~(1 << charts.kiev)
        return closed | p.poles | charts.poland
    return closed | p.white | p.neutrals | _closed_poland(p)


@derived(*GROUND, "gold", "gold_side", "gold_moved", "semenov")
def gold_stations(p: War, side: str) -> HexSet:
    return legal(bars_to_move_gold(p, Strategic(side)))


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
        return p.ask(side, "Send units far by rail, river or sea", "10.2", options, of=(memo.unit,))

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
            group = RAIL_GROUPS.index(charts.counters[unit].faction)
            p.rail_used = _added(p.rail_used, group, charts.manpower[unit])
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
    charts = p.charts
    blocked = p.white | p.neutrals | enemy_zone(p, RED) & ~friends(p, RED)
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


def bars_to_place_train(p: War, memo: None) -> Bars:
    if p.train >= 0:
        yield 1 << p.train, "20.10", "the Red Train is in {}"
    yield ~train_hexes(p), "20.10", "{} is not joined to Moscow by rails free of the enemy"


class RedTrainStep(Step[War, None], key="red_train"):
    def decision(self, p: War, memo: None) -> Decision | None:
        there = legal(bars_to_place_train(p, memo))
        if not there:
            return None
        options = [hexes("train", "20.10", there), plain("stay", "20.10")]
        return p.ask(RED, "Place the Red Train", "20.10", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        if verb == "train":
            p.train = value
            p.tell("train", "20.10", value)
        p.frames.pop()
