"""10.6-10.9 Operational movement, with garrisons (20.5), raids (20.4) and landings (20.2)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...engine.texts import points_left
from ...hexes import Hex, HexSet, Lane, Movement, Reach, members, reach, set_of
from .charts import RED, WHITE, Charts
from .control import controlled, enter, may_take, seas_of
from .position import ANY_GARRISON, ANY_NEUTRAL, ANY_RED, ANY_WHITE, GROUND, War
from .special_units import company_in, remove_stranded
from .stacking import front_of, leaderless_stacks, may_mix, may_stack
from .supply import in_supply, supplied_hexes
from .territory import cannot_enter, leave_baltic, out_of_bounds
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
    barred = [(zones, zones)]  # 8.6
    if charts.northwest_army >> unit & 1:
        barred.append((charts.grid.all & ~charts.baltic, charts.baltic))  # 10.11
    start = 1 << p.where[unit]
    if counter.moves in ("rail", "river"):
        # 10.7: not into enemy cities, unless somebody has gone in before.
        enemy = WHITE if counter.side == RED else RED
        return reach(
            network_movement(charts, counter.moves),
            start,
            None,
            blocked=blocked | controlled(p, enemy),
            stop=zones,
            barred=barred,
        )
    return reach(
        charts.movement(counter.moves, p.winter),
        start,
        counter.movement - spent,
        blocked=blocked,
        stop=zones,  # 8.6
        barred=barred,
    )


@derived(*GROUND)
def destinations(p: War, unit: int, spent: int = 0) -> HexSet:
    """10.6, 10.8: the hexes in which a unit may end a move."""
    charts = p.charts
    found = reach_of(p, unit, spent).hexes & ~(1 << p.where[unit])
    if p.charts.needs_company >> unit & 1:
        # 20.3, 20.12, 20.13: with infantry or cavalry that have gone there before.
        return set_of(
            h for h in members(found & p.occupied(charts.side_of[unit])) if _joins(p, unit, h)
        )
    if not p.unsupplied >> unit & 1:
        found &= supplied_hexes(p, unit, leaving=True)  # 10.8, 12.3
    for hex_ in members(found & (p.occ[ANY_WHITE] | p.occ[ANY_RED] | p.occ[ANY_NEUTRAL])):
        if not may_stack(p, unit, hex_):
            found &= ~(1 << hex_)
    return found


def _joins(p: War, unit: int, hex_: Hex) -> bool:
    company = company_in(p, unit, hex_)
    if not company or not may_mix(p.charts, unit, p.units_in(hex_)):
        return False
    # 10.8: units in supply do not go out of it.
    return bool(p.unsupplied >> unit & 1) or any(in_supply(p, u) for u in members(company))


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
    charts = p.charts
    free = _free_garrisons(p, side)
    found = 0
    makers = p.active & charts.army
    cities = charts.cities & p.occupied(side) & ~p.occ[ANY_GARRISON]
    for hex_ in members(cities):
        here = p.stacks[hex_] & makers
        if here and _garrisons_of(charts, here) & free:
            found |= 1 << hex_
    return found


def _free_garrisons(p: War, side: str) -> UnitSet:
    """20.5: whatever is not on the map, unless it is marked as not replaceable."""
    charts = p.charts
    usable = charts.garrisons & charts.units_of[side] & ~charts.no_replace
    return usable & ~p.on_map & ~p.gone


@lru_cache(maxsize=2048)
def _garrisons_of(charts: Charts, units_: UnitSet) -> UnitSet:
    """The garrison counters of the side and faction of some units."""
    found = 0
    for unit in members(units_):
        found |= charts.of_faction[charts.counters[unit].faction]
    return found & charts.garrisons


def create_garrison(p: War, side: str, hex_: Hex) -> None:
    charts = p.charts
    makers = p.units_in(hex_) & p.active & charts.army
    usable = _free_garrisons(p, side) & _garrisons_of(charts, makers)
    # The best counter that is at hand.
    garrison = max(members(usable), key=lambda u: (charts.counters[u].defence[0], -u))
    p.place(garrison, hex_)
    enter(p, garrison, (hex_,))
    p.tell("garrison", "20.5", garrison, hex_)


# 20.4 The Cavalry Raid marker


def may_raid(p: War) -> UnitSet:
    """20.4: active White cavalry in supply."""
    if not p.raid_in_hand:
        return 0
    able = p.active & p.charts.cavalry & p.on_map
    return sum(1 << u for u in members(able) if in_supply(p, u))


# 20.2 The Amphibious Invasion marker


def may_embark(p: War, embarked: tuple[int, ...]) -> UnitSet:
    """20.2: active units in one port that can still join the force."""
    charts = p.charts
    if not p.amphibious_in_hand:
        return 0
    ports = controlled(p, WHITE) & set_of(
        h for sea in landing_seas(p) for h in members(charts.ports[sea])
    )
    able = p.active & charts.army & p.on_map & ~p.moved & ~set_of(embarked)
    able &= ~charts.freikorps  # 10.5
    found = 0
    for unit in members(able):
        here = p.where[unit]
        if ports >> here & 1 and _fits_force(p, unit, embarked):
            found |= 1 << unit
    return found


def _fits_force(p: War, unit: int, embarked: tuple[int, ...]) -> bool:
    charts = p.charts
    if embarked and p.where[embarked[0]] != p.where[unit]:
        return False
    force = set_of(embarked) | 1 << unit
    if force & charts.infantry and force & charts.cavalry:
        return False
    arm = "infantry" if force & charts.infantry else "cavalry"
    return p.manpower(force) <= charts.limit[f"amphibious_{arm}"]


def landing_seas(p: War) -> list[str]:
    """20.2, 19.2: White seas, without the White and the Baltic Sea in Winter."""
    return [s for s in seas_of(p, WHITE) if not (p.winter and s in ("White", "Baltic"))]


def landing_hexes(p: War, embarked: tuple[int, ...]) -> HexSet:
    charts = p.charts
    here = p.where[embarked[0]]
    found = 0
    for sea in landing_seas(p):
        if charts.ports[sea] >> here & 1:
            found |= charts.coast[sea]
    found &= charts.land & ~(p.occ[ANY_WHITE] | p.occ[ANY_RED] | p.occ[ANY_NEUTRAL])
    for unit in embarked:
        found &= ~out_of_bounds(p, unit)
        if not p.unsupplied >> unit & 1:
            found &= supplied_hexes(p, unit, leaving=True)
    return found


# The step


class MovementStep(Step[War, Moving], key="movement"):
    """Pick a unit up, move it as far as it goes or you like, take the next; then end the step."""

    def decision(self, p: War, memo: Moving) -> Decision | None:
        side = memo.side
        if memo.embarked:
            force: list[Option] = [
                units("embark", "20.2", may_embark(p, memo.embarked)),
                hexes("land", "20.2", landing_hexes(p, memo.embarked)),
                plain("cancel", "20.2"),
            ]
            prompt = "Amphibious invasion: choose units and a coast"
            return p.ask(side, prompt, "20.2", force, of=memo.embarked)
        waiting = p.active & ~p.moved & p.on_map & p.charts.moves_on_foot
        options: list[Option] = []
        if memo.unit >= 0:
            options.append(hexes("move", "10.6", destinations(p, memo.unit, memo.spent)))
            waiting &= ~(1 << memo.unit)
            if memo.spent:
                options.append(plain("halt", "10.6"))
        garrisons = garrison_hexes(p, side)
        if not (waiting or memo.unit >= 0 or garrisons):
            return None
        options.append(units("select", "10.6", waiting))
        options.append(hexes("garrison", "20.5", garrisons))
        if side == WHITE:
            options.append(units("raid", "20.4", may_raid(p)))
            begun = 1 << memo.unit if memo.spent else 0
            options.append(units("embark", "20.2", may_embark(p, ()) & ~begun))
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
                p.set_raider(value)
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
        return any(wave & things for wave in found.waves[1:cost])

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
