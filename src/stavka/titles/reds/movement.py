"""10.6-10.9 Operational movement, with garrisons (20.5), raids (20.4) and landings (20.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...engine.texts import points_left
from ...hexes import Hex, HexSet, Lane, Movement, Reach, members, reach, set_of, union
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import RED, WHITE, Charts
from .control import controlled, enter, may_take, open_seas, seas_of
from .position import GONE, GROUND, War
from .special_units import case_of_company, company_in, remove_stranded
from .stacking import against_mixing, bars_of_stacking, front_of, leaderless_stacks
from .supply import in_supply, out_of_supply, supplied_hexes
from .territory import bars_to_enter, cannot_enter, leave_baltic
from .zones_of_control import zone_for


class Moving(msgspec.Struct, frozen=True):
    """A movement step: the unit in hand and what it has spent, or a force that embarks."""

    side: str
    unit: int = -1
    spent: int = 0
    embarked: tuple[int, ...] = ()


# 10.6, 10.7 What a unit can do


@lru_cache(maxsize=16)
def network_movement(charts: Charts, network: str) -> Movement:
    """10.7: trains and river flotillas keep to connected rail or river hexes."""
    net = charts.rail if network == "rail" else charts.river
    return Movement(charts.grid, [Lane(net.entering, ((1, charts.grid.all),))])


@derived(*GROUND)
def reach_of(p: War, unit: int, spent: int = 0) -> Reach:
    """Where a unit can go with what it has left, and what that costs."""
    charts = p.charts
    counter = charts.counters[unit]
    zones = zone_for(p, unit)
    blocked = cannot_enter(p, unit)
    points: int | None = counter.movement - spent
    if counter.moves in ("rail", "river"):
        # 10.7: not into enemy cities, unless somebody has gone in before.
        blocked |= controlled(p, WHITE if counter.side == RED else RED)
        points = None
    northwest = bool(charts.northwest_army >> unit & 1)
    ground = Going(charts, counter.moves, p.winter, blocked, zones, northwest)
    return _reach(ground, p.where[unit], points)


class Going(NamedTuple):
    """What movement depends on beside who moves: it stays as it is while one side moves."""

    charts: Charts
    moves: str
    winter: bool
    blocked: HexSet
    zones: HexSet
    northwest: bool


@lru_cache(maxsize=4096)
def _reach(going: Going, start: Hex, points: int | None) -> Reach:
    charts, moves, winter, blocked, zones, northwest = going
    barred = [(zones, zones)]  # 8.6
    if northwest:
        barred.append((charts.grid.all & ~charts.baltic, charts.baltic))  # 10.11
    on_lines = moves in ("rail", "river")
    movement = network_movement(charts, moves) if on_lines else charts.movement(moves, winter)
    return reach(movement, 1 << start, points, blocked=blocked, stop=zones, barred=barred)


def waiting(p: War, memo: Moving) -> UnitSet:
    """10.6: active units that have not moved, but for the one in hand."""
    found = p.active & ~p.moved & p.on_map & p.charts.moves_on_foot
    return found & ~(1 << memo.unit) if memo.unit >= 0 else found


def bars_to_select(p: War, memo: Moving) -> Bars:
    if memo.unit >= 0:
        yield 1 << memo.unit, "10.6", "{} is in hand"
    yield ~p.charts.units_of[memo.side], "7.10", "{} is not yours"
    yield ~p.on_map, "10.6", "{} is not on the map"
    yield ~p.charts.moves_on_foot, "10.7", "{} does not move"
    yield p.moved, "10.6", "{} has moved"
    yield p.done, "10.9", "{} is Done"
    yield p.acted, "20.14", "{} has been active in this turn"
    yield ~waiting(p, memo), "7.10", "{} is not active"
    yield from _bars_while_landing(memo)


def _bars_while_landing(memo: Moving) -> Bars:
    if memo.embarked:
        yield EVERYTHING, "20.2", "the force that has embarked lands first, or is given up"


def bars_to_move(p: War, memo: Moving) -> Bars:
    """Where the unit in hand may not go, why it cannot come there, and where it may not end."""
    unit = memo.unit
    if unit < 0:
        yield EVERYTHING, "10.6", "pick up a unit first"
        return
    yield 1 << p.where[unit], "10.6", "the unit is there"
    yield from bars_to_enter(p, unit)
    reached = reach_of(p, unit, memo.spent).hexes
    yield from _bars_out_of_reach(p, memo, ~reached)
    yield from bars_to_end(p, unit, reached)


def _bars_out_of_reach(p: War, memo: Moving, beyond: HexSet) -> Bars:
    charts, unit = p.charts, memo.unit
    counter = charts.counters[unit]
    if counter.moves in ("rail", "river"):
        if counter.moves == "rail":
            yield beyond & ~charts.rail.hexes, "20.3", "no railway leads to {}"
        else:
            yield beyond & ~charts.river.hexes, "20.12", "no river leads to {}"
        yield beyond, "10.7", "the way to {} is barred"
        return
    if counter.moves == "tank":
        rough = charts.forest | charts.swamp
        yield beyond & rough, "20.13", "tanks do not enter forest or swamp"
    zones, here = zone_for(p, unit), 1 << p.where[unit]
    if zones & here:
        straight = zones & charts.grid.neighbours(here)
        yield beyond & straight, "8.6", "not straight from one enemy Zone of Control into another"
    left = counter.movement - memo.spent
    yield (
        beyond,
        "10.6",
        lambda there: f"{there} is beyond the {points_left(left)}, or behind enemy ZOC",
    )


def bars_to_end(p: War, unit: int, reached: HexSet) -> Bars:
    """10.6, 10.8: hexes that a unit can reach, and may not end a move in."""
    if p.charts.needs_company >> unit & 1:
        yield from _bars_to_join(p, unit, reached)
        return
    yield from bars_of_stacking(p, unit, reached)
    if not p.unsupplied >> unit & 1:
        hungry = ~supplied_hexes(p, unit, leaving=True)  # 12.3
        yield hungry, "10.8", lambda there: _out_of_supply(p, unit, there)


def _bars_to_join(p: War, unit: int, reached: HexSet) -> Bars:
    """20.3, 20.12, 20.13: with infantry or cavalry that have gone there before."""
    charts = p.charts
    name, case = charts.counters[unit].name, case_of_company(p, unit)
    occupied = members(reached & p.occupied(charts.side_of[unit]))
    company = {hex_: found for hex_ in occupied if (found := company_in(p, unit, hex_))}
    alone = reached & ~set_of(company)
    yield alone, case, lambda there: f"{name} must end with infantry or cavalry"
    for hex_ in company:
        if why := against_mixing(charts, unit, p.units_in(hex_)):
            yield 1 << hex_, *why
    if not p.unsupplied >> unit & 1:
        fed = set_of(h for h, found in company.items() if found & ~out_of_supply(p, found))
        yield ~fed, "10.8", lambda there: _out_of_supply(p, unit, there)


def _out_of_supply(p: War, unit: int, there: str) -> str:
    return f"{p.charts.counters[unit].name} would be out of supply in {there}"


@derived(*GROUND)
def destinations(p: War, unit: int, spent: int = 0) -> HexSet:
    """The hexes in which a unit may end a move."""
    found = reach_of(p, unit, spent).hexes & ~(1 << p.where[unit])
    # Whoever has no points left needs no supply.
    return found and legal(bars_to_end(p, unit, found), found)


def go(p: War, unit: int, path: list[Hex]) -> None:
    """Moves a unit along a path and lets it take what lies there."""
    here, there = p.where[unit], path[-1]
    p.place(unit, there)
    enter(p, unit, path)
    if p.charts.side_of[unit] == RED:
        mark_done(p, unit, here, there)
    else:
        leave_baltic(p, unit)


def becomes_done(p: War, here: Hex, there: Hex) -> bool:
    """10.9: from a Front that has been active into one that has not."""
    before, after = front_of(p, here), front_of(p, there)
    return bool(p.fronts >> before & 1 and not p.fronts >> after & 1)


def mark_done(p: War, unit: int, here: Hex, there: Hex) -> None:
    if becomes_done(p, here, there):
        p.done |= 1 << unit
        p.tell("done_marker", "10.9", unit)


# 20.5 Garrisons


@derived(*GROUND)
def garrison_hexes(p: War, side: str) -> HexSet:
    """20.5: cities where an active unit can leave a garrison; there is one in a hex (9.3)."""
    makers = p.active & p.charts.army & _of_factions(p.charts, _free_garrisons(p, side))
    return p.hexes_of(makers) & p.charts.cities & ~p.garrisons


def bars_to_garrison(p: War, memo: Moving) -> Bars:
    yield ~p.charts.cities, "20.5", "{} is no city"
    manned = p.hexes_of(p.active & p.charts.army)
    yield ~manned, "20.5", "no active infantry or cavalry is in {}"
    yield p.garrisons, "9.3", "there is a garrison in {}"
    none_left = ~garrison_hexes(p, memo.side)
    yield none_left, "20.5", "no garrison counter of this faction is free"
    yield from _bars_while_landing(memo)


def _free_garrisons(p: War, side: str) -> UnitSet:
    """20.5: whatever is not on the map, unless it is marked as not replaceable."""
    charts = p.charts
    return charts.new_garrisons & charts.units_of[side] & ~p.on_map & ~p.box(GONE)


@lru_cache(maxsize=2048)
def _of_factions(charts: Charts, units_: UnitSet) -> UnitSet:
    """All counters of the factions of some units."""
    return union(charts.of_faction[charts.counters[unit].faction] for unit in members(units_))


def create_garrison(p: War, side: str, hex_: Hex) -> None:
    charts = p.charts
    makers = p.units_in(hex_) & p.active & charts.army
    usable = _free_garrisons(p, side) & _of_factions(charts, makers)
    # The best counter that is at hand.
    garrison = max(members(usable), key=lambda u: (charts.counters[u].defence[0], -u))
    p.place(garrison, hex_)
    enter(p, garrison, (hex_,))
    p.tell("garrison", "20.5", garrison, hex_)


# 20.4 The Cavalry Raid marker


def bars_to_raid(p: War, memo: Moving) -> Bars:
    """20.4: active White cavalry in supply."""
    yield ~p.charts.cavalry, "20.4", "{} is not cavalry"
    if not p.raid_in_hand:
        yield EVERYTHING, "20.4", "the Cavalry Raid marker is not in hand"
    able = p.active & p.charts.cavalry & p.on_map
    yield ~able, "20.4", "{} is not active"
    if memo.side == RED:
        yield EVERYTHING, "20.4", "only Whites raid"
    yield set_of(u for u in members(able) if not in_supply(p, u)), "12.9", "{} is out of supply"
    yield from _bars_while_landing(memo)


# 20.2 The Amphibious Invasion marker


def bars_to_embark(p: War, memo: Moving) -> Bars:
    """20.2: active units in one port that can still join the force."""
    charts, embarked = p.charts, set_of(memo.embarked)
    if not p.amphibious_in_hand:
        yield EVERYTHING, "20.2", "the Amphibious Invasion marker is not in hand"
    yield embarked, "20.2", "{} has embarked"
    for one, other in ((charts.infantry, charts.cavalry), (charts.cavalry, charts.infantry)):
        if embarked & one:
            yield other, "20.2", "infantry and cavalry do not land together"
    begun = 1 << memo.unit if memo.spent else 0
    able = p.active & p.on_map & ~p.moved & ~begun
    yield ~able, "20.2", "{} is not active, or has moved"
    yield charts.freikorps, "10.5", "von der Goltz never goes by sea"
    yield from _bars_of_ports(p)
    if memo.embarked:
        port = p.where[memo.embarked[0]]
        yield ~p.units_in(port), "20.2", "the force sails from one port"
    yield ~charts.army, "20.2", "only infantry and cavalry land"
    large = set_of(u for u in members(able & charts.army) if not _fits(p, embarked | 1 << u))
    yield large, "20.2", "the force would be too large"


def _bars_of_ports(p: War) -> Bars:
    """20.2, 19.2: a force sails from White ports of White seas that are not frozen."""
    ports, open_ = p.charts.ports, open_seas(p, WHITE)
    seas = seas_of(p, WHITE)
    own = union(ports[sea] for sea in seas) & controlled(p, WHITE)
    yield ~p.units_at(own), "20.2", "{} is not in a White port of a White sea"
    for sea in seas:
        if sea not in open_:
            yield p.units_at(ports[sea]), "19.2", f"the {sea} Sea is frozen"


def _fits(p: War, force: UnitSet) -> bool:
    arm = "infantry" if force & p.charts.infantry else "cavalry"
    return p.manpower(force) <= p.charts.limit[f"amphibious_{arm}"]


def bars_to_land(p: War, memo: Moving) -> Bars:
    """20.2: vacant hexes on the coast of the sea of the port, in supply (10.8)."""
    if not memo.embarked:
        yield EVERYTHING, "20.2", "choose the units that land first"
        return
    charts, port = p.charts, p.where[memo.embarked[0]]
    for unit in memo.embarked:
        yield from bars_to_enter(p, unit)
    yield p.stacked, "20.2", "{} is not vacant"
    seas = [sea for sea in open_seas(p, WHITE) if charts.ports[sea] >> port & 1]
    coast, name = union(charts.coast[sea] for sea in seas), " or ".join(seas)
    yield ~coast, "20.2", lambda there: f"{there} is not on the coast of the {name} Sea"
    for unit in memo.embarked:
        if not p.unsupplied >> unit & 1:
            hungry = ~supplied_hexes(p, unit, leaving=True)
            yield hungry, "10.8", "the force would be out of supply in {}"


# The step


class MovementStep(Step[War, Moving], key="movement"):
    """Pick a unit up, move it as far as it goes or you like, take the next; then end the step."""

    def decision(self, p: War, memo: Moving) -> Decision | None:
        side = memo.side
        if memo.embarked:
            force: list[Option] = [
                units("embark", "20.2", legal(bars_to_embark(p, memo))),
                hexes("land", "20.2", legal(bars_to_land(p, memo))),
                plain("cancel", "20.2"),
            ]
            prompt = "Amphibious invasion: choose units and a coast"
            return p.ask(side, prompt, "20.2", force, of=memo.embarked)
        others = waiting(p, memo)
        options: list[Option] = []
        if memo.unit >= 0:
            options.append(hexes("move", "10.6", destinations(p, memo.unit, memo.spent)))
            if memo.spent:
                options.append(plain("halt", "10.6"))
        garrisons = garrison_hexes(p, side)
        if not (others or memo.unit >= 0 or garrisons):
            return None
        options.append(units("select", "10.6", others))
        options.append(hexes("garrison", "20.5", garrisons))
        if side == WHITE:
            if p.raid_in_hand:
                options.append(units("raid", "20.4", legal(bars_to_raid(p, memo))))
            if p.amphibious_in_hand:
                options.append(units("embark", "20.2", legal(bars_to_embark(p, memo))))
        options.append(plain("done", "10.6"))
        return p.ask(side, self._prompt(p, memo), "10.6", options, of=(memo.unit,))

    def _prompt(self, p: War, memo: Moving) -> str:
        if memo.unit < 0:
            return "Move units"
        counter = p.charts.counters[memo.unit]
        if counter.moves in ("rail", "river"):
            return f"Move {counter.name}"
        left = counter.movement - memo.spent
        return f"Move {counter.name}: {points_left(left)}"

    def apply(self, p: War, memo: Moving, verb: str, value: int) -> None:
        match verb:
            case "select":
                if memo.spent:
                    p.moved |= 1 << memo.unit
                p.remember(Moving(memo.side, value))
            case "move":
                self._move(p, memo, value)
            case "halt":
                p.moved |= 1 << memo.unit
                p.remember(Moving(memo.side))
            case "garrison":
                create_garrison(p, memo.side, value)
            case "raid":
                p.raid_in_hand = False
                p.raider = value
                p.tell("raid", "20.4", value)
            case "embark":
                if memo.spent:
                    p.moved |= 1 << memo.unit
                p.remember(Moving(memo.side, embarked=(*memo.embarked, value)))
            case "land":
                self._land(p, memo, value)
            case "cancel":
                p.remember(Moving(memo.side))
            case "done":
                p.finish()

    def _move(self, p: War, memo: Moving, there: Hex) -> None:
        unit = memo.unit
        counter = p.charts.counters[unit]
        found = reach_of(p, unit, memo.spent)
        cost = found.cost(there)
        assert cost is not None
        stops = bool(zone_for(p, unit) >> there & 1)
        matters = self._matters(p, unit, found, cost)
        path = found.path(there) if matters else [p.where[unit], there]
        go(p, unit, path[1:])
        if counter.side == WHITE:
            p.acted |= 1 << unit & p.charts.needs_company
        p.tell("moved", "10.6", unit, tuple(path), cost)
        spent = memo.spent + cost
        unlimited = counter.moves in ("rail", "river")
        if not stops and not unlimited and destinations(p, unit, spent):
            p.remember(Moving(memo.side, unit, spent))
            return
        p.moved |= 1 << unit
        p.remember(Moving(memo.side))

    def _matters(self, p: War, unit: int, found: Reach, cost: int) -> bool:
        """Whether it makes a difference which way a unit goes: there is something to take."""
        if p.chronicle is not None:
            return True
        things = may_take(p, unit) | 1 << p.gold
        if p.train >= 0:
            things |= 1 << p.train
        return bool(union(found.waves[1:cost]) & things)

    def _land(self, p: War, memo: Moving, there: Hex) -> None:
        p.amphibious_in_hand = False
        for unit in memo.embarked:
            go(p, unit, [there])
            p.moved |= 1 << unit
        p.tell("landed", "20.2", memo.embarked, there)
        p.remember(Moving(memo.side))

    def end(self, p: War, memo: Moving) -> None:
        remove_stranded(p)
        if memo.side == RED:
            leaderless_stacks(p, p.segment)
