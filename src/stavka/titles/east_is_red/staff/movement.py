"""Where units go: each to the best hex it can reach, those with orders first."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ....engine import Choice, Decision, Orders, UnitSet, derived
from ....hexes import Hex, HexSet, members, set_of, union
from ....kit.bars import legal
from ..charts import CHINESE, SOVIET, Charts, enemy_of
from ..movement import (
    Moving,
    bars_to_drop,
    bars_to_land,
    destinations,
    flights,
    may_entrain,
    may_stay,
    rail_reach,
)
from ..position import GROUND, War
from ..stacking import eligible_to_move
from ..terrain import column_of
from ..victory import industry_cut_off, points_of
from ..zones_of_control import in_enemy_control
from .assault import added, added_by_guns
from .blocks import blocking
from .lines import lasting_cut, mending
from .slopes import Slope, costs_to, slope_of
from .styles import WarStyle
from .support import worth_of_base, worth_of_supply

# A stack that is too high at the end of the phase must lose somebody (7.3).
TOO_HIGH = 30.0

# How near enemies must be to a place to be a danger to it, and what a garrison is worth else.
DANGER, UNTHREATENED = 5, 0.4
# A unit that supports others does not move for less.
LEAST_SUPPORT = 1.0

# The ways in which a unit can go, with the hexes they lead to.
Ways = tuple[tuple[str, HexSet], ...]


class Going(NamedTuple):
    """Where a unit is to go, in which way, and what it gains."""

    way: str
    hex: Hex
    worth: float
    gain: float


def ways_of(p: War, unit: int) -> Ways:
    charts, here = p.charts, 1 << p.where[unit]
    found = [("move", destinations(p, unit))]
    if p.began_on_rail >> unit & 1 and may_entrain(p, unit):
        found.append(("rail", rail_reach(p, unit).hexes & ~here & may_stay(p, unit)))
    if charts.air_assault >> unit & 1:
        found.append(("fly", flights(p, unit)))
    if charts.marine >> unit & 1:
        found.append(("land", legal(bars_to_land(p, Moving(unit)))))
    if charts.airborne_corps >> unit & 1:
        found.append(("drop", legal(bars_to_drop(p, Moving(unit)))))
    return tuple((way, hexes) for way, hexes in found if hexes)


class Field(NamedTuple):
    """What the ground is to a side."""

    slope: Slope
    # Where the enemy has control, places to hold, and which of them are in danger.
    zone: HexSet
    places: HexSet
    danger: HexSet
    # Lines to keep open.
    rail: HexSet
    # Beside the enemy; and from where a railway can be cut, if that is what is left to do.
    front: HexSet
    cuts: HexSet
    # Whether there is a Combat Phase to come.
    attacks: bool


@derived(*GROUND)
def field(p: War, side: str, style: WarStyle) -> Field:
    charts, enemy = p.charts, p.occupied(enemy_of(side))
    places = _places(p, side)
    return Field(
        slope_of(p, side, style),
        in_enemy_control(p, side),
        places,
        in_danger(charts, places, enemy),
        0 if p.conditions.on_points or side == SOVIET else charts.rail[CHINESE].hexes,
        charts.passage.spread(enemy),
        _may_cut(charts) if style.finish and _finishes(p) else 0,
        not p.second_movement(),
    )


def worths(
    p: War, unit: int, hexes: HexSet, style: WarStyle, *, best: bool = False, special: HexSet = 0
) -> list[tuple[float, Hex]]:
    """What it is worth to have a unit in each of some hexes; or the best of them, and some others.

    Nobody is in most hexes, or near them: what tells these apart is the slope, unless they are
    special.
    """
    charts = p.charts
    side = charts.unit_type[unit].side
    slope, zone, places, danger, rail, *_ = field(p, side, style)
    calm = hexes & ~(zone | p.stacked | places | special)
    found = _calm_worths(charts, calm, slope, style, best=best)
    stacks, own, limit = p.stacks, ~(1 << unit), charts.limit["stack"]
    guns = style.escort and side == SOVIET
    # 10.21: a friend in the next hex is a way to retreat.
    friends = charts.passage.spread(_friends(p, unit)) if style.linked else 0
    for hex_ in members(hexes ^ calm):
        worth = slope[hex_]
        stack = stacks[hex_] & own if hex_ in stacks else 0
        others = stack.bit_count()
        if zone >> hex_ & 1:
            worth += style.zone
            if friends >> hex_ & 1:
                worth += style.linked
            if rail >> hex_ & 1 and not others:
                worth += style.keeps_open
        if charts.rough >> hex_ & 1:
            worth += style.rough
        if others:
            worth -= style.company * others
            if guns and _escorts(charts, unit, stack):
                worth += style.escort
            if others >= limit:
                worth -= TOO_HIGH
        elif places >> hex_ & 1:
            worth += style.garrison * (1.0 if danger >> hex_ & 1 else UNTHREATENED)
        found.append((worth, hex_))
    return found


def _calm_worths(
    charts: Charts, calm: HexSet, slope: Slope, style: WarStyle, *, best: bool
) -> list[tuple[float, Hex]]:
    """The same where only the slope and the ground count."""
    found = []
    rough = calm & charts.rough
    for quiet, bonus in ((calm ^ rough, 0.0), (rough, style.rough)):
        if best and quiet:
            hex_ = max(members(quiet), key=slope.__getitem__)
            found.append((slope[hex_] + bonus, hex_))
        else:
            found += [(slope[hex_] + bonus, hex_) for hex_ in members(quiet)]
    return found


def _places(p: War, side: str) -> HexSet:
    """What a side wants to hold: major cities (13.0), or what scores for the other (1960s)."""
    if p.conditions.on_points and side == CHINESE:
        # Who attacks leaves nobody where there is nothing to fear.
        return in_danger(p.charts, p.charts.cities, p.soviet)
    if side == CHINESE:
        return p.charts.cities
    return set_of(p.charts.victory_points[CHINESE]) if p.conditions.on_points else 0


@lru_cache(maxsize=64)
def in_danger(charts: Charts, places: HexSet, enemy: HexSet) -> HexSet:
    """Which of some places enemy units are near to."""
    return places & charts.grid.within(enemy, DANGER)


def _friends(p: War, unit: int) -> HexSet:
    """The hexes with other units of its side."""
    held = p.occupied(p.charts.unit_type[unit].side)
    if p.units_in(p.where[unit]) == 1 << unit:
        held &= ~(1 << p.where[unit])
    return held


def _escorts(charts: Charts, unit: int, stack: UnitSet) -> bool:
    """Whether guns have somebody beside them in a stack who defends them, thanks to a unit."""
    fighters = stack & ~charts.supporting
    if charts.artillery >> unit & 1:
        return bool(fighters)
    return not fighters and bool(stack & charts.artillery)


def worth_in(p: War, unit: int, hex_: Hex, style: WarStyle) -> float:
    return worths(p, unit, 1 << hex_, style)[0][0]


def promises(
    p: War,
    unit: int,
    way: str,
    hexes: HexSet,
    style: WarStyle,
    *,
    best: bool = False,
    special: HexSet = 0,
) -> list[tuple[float, Hex]]:
    """The same with what the unit can do from there in this turn: it is what units go by."""
    ground = field(p, p.charts.unit_type[unit].side, style)
    cuts = ground.cuts
    beside, adds = 0, added
    # 5.44: whoever has gone by rail does not attack.
    if style.assault and ground.attacks and way != "rail":
        beside = ground.front
        if p.charts.artillery >> unit & 1:
            beside, adds = p.charts.grid.neighbours(beside) & ~beside, added_by_guns  # 9.63
    found = worths(p, unit, hexes, style, best=best, special=special | beside | cuts)
    if not beside and not cuts:
        return found
    promised = []
    for worth, hex_ in found:
        if beside >> hex_ & 1:
            worth += style.assault * adds(p, unit, hex_, style)
        if cuts:
            worth += style.finish * _cut_from(p, unit, hex_ if cuts >> hex_ & 1 else -1)
        promised.append((worth, hex_))
    return promised


@cache
def _may_cut(charts: Charts) -> HexSet:
    """18.2: the hexes from which a unit can cut a railway."""
    rail = charts.rail[CHINESE].hexes
    return rail | charts.passage.spread(rail)


def _finishes(p: War) -> bool:
    """Whether the Soviets move for the last time, and industry decides."""
    last = p.turn == p.charts.limit["turns"] and p.current.side == SOVIET
    return last and not p.conditions.on_points


def _cut_from(p: War, unit: int, hex_: Hex) -> float:
    """What the Soviets cut off for good with a unit in a hex, or anywhere else."""
    holders = _friends(p, unit)
    return lasting_cut(p, holders | 1 << hex_ if hex_ >= 0 else holders)


def going(p: War, unit: int, style: WarStyle, orders: Orders) -> Going | None:
    """Where a unit goes now; None if it stays."""
    if orders.get(unit) == p.where[unit]:
        return None
    # Whoever has orders at the end fills no gaps and blocks no railways.
    bound = set_of(orders) if p.turn == p.charts.limit["turns"] else 0
    return _going(p, unit, style, bound)


# What has moved says who can still go by rail, fly or drop. A unit is thought of twice, when it is
# picked up and then.
@derived(*GROUND, "moved")
def _going(p: War, unit: int, style: WarStyle, bound: UnitSet) -> Going | None:
    if _waits(p, unit, style):
        return None
    if style.mends and is_last(p):
        mender, gap = _mends(p, bound)
        if unit == mender:
            return Going("move", gap, 0.0, 0.0)
        there = _best(p, unit, style)
        return there if there and not _breaks(p, unit, there.hex) else None
    if style.blocks and _finishes(p):
        hex_ = _blocks(p, bound).get(unit, -1)
        if hex_ >= 0:
            return _straight(p, unit, hex_)
    return _best(p, unit, style)


def _straight(p: War, unit: int, hex_: Hex) -> Going | None:
    """To a hex in reach, if the unit is not there already."""
    way = next((way for way, hexes in ways_of(p, unit) if hexes >> hex_ & 1), "")
    return Going(way, hex_, 0.0, 0.0) if way else None


@derived(*GROUND, "moved")
def _blocks(p: War, bound: UnitSet) -> dict[int, Hex]:
    """Who blocks which hex of a railway at the end, of those who can still move."""
    able = eligible_to_move(p, SOVIET, second=p.second_movement()) & ~p.charts.air
    ways = []
    for unit in members(able & ~p.moved & ~p.railed & ~bound):
        hexes = 1 << p.where[unit]
        for way, there in ways_of(p, unit):
            hexes |= there if way != "rail" else 0
        ways.append((unit, hexes))
    return blocking(p, tuple(ways))


def _waits(p: War, unit: int, style: WarStyle) -> bool:
    """5.51: whether a Marine Division stays in Vladivostok, from where it can land once."""
    ready = p.charts.marine >> unit & 1 and p.where[unit] == p.charts.vladivostok
    return bool(ready) and p.landing_of(unit) < 0 and p.turn < style.landing_turn


def _as_ordered(p: War, unit: int, ways: Ways, order: Hex) -> Going | None:
    """Straight to a hex, or as near to it as this phase allows."""
    for way, hexes in ways:
        if hexes >> order & 1:
            return Going(way, order, 0.0, 0.0)
    costs = costs_to(p.charts, column_of(p, unit), order)
    here = costs[p.where[unit]]
    for way, hexes in ways:
        if way in ("move", "rail"):
            nearest = min(members(hexes), key=lambda h: costs[h])
            if costs[nearest] < here:
                return Going(way, nearest, 0.0, 0.0)
    return None


def _best(p: War, unit: int, style: WarStyle) -> Going | None:
    ways = ways_of(p, unit)
    if _supports(p, unit, style):
        return _supporting(p, unit, ways)
    at = 1 << p.where[unit]
    marched = promises(p, unit, "move", destinations(p, unit) | at, style, best=True, special=at)
    here = next(worth for worth, hex_ in marched if at >> hex_ & 1)
    best: Going | None = None
    least = here + style.least_gain
    for way, hexes in ways:
        found = marched if way == "move" else promises(p, unit, way, hexes, style, best=True)
        for worth, hex_ in found:
            if worth > least:
                least = worth
                best = Going(way, hex_, worth, worth - here)
    return best


def _supports(p: War, unit: int, style: WarStyle) -> bool:
    """Whether a unit does not fight itself; Supply units that nobody needs any more are in the way
    of the Chinese like others (6.0, 18.2)."""
    blocks = style.finish and _finishes(p) and p.charts.supply >> unit & 1
    return bool((p.charts.supply | p.charts.air) >> unit & 1) and not blocks


def _supporting(p: War, unit: int, ways: Ways) -> Going | None:
    """Where a unit goes that does not fight itself."""
    at = 1 << p.where[unit]

    def worth_of(hexes: HexSet) -> list[tuple[float, Hex]]:
        if p.charts.supply >> unit & 1:
            return worth_of_supply(p, unit, hexes)
        return worth_of_base(p, hexes)

    here = max(worth_of(at), default=(0.0, -1))[0]
    best = Going("", -1, here + LEAST_SUPPORT, 0.0)
    for way, hexes in ways:
        worth, hex_ = max(worth_of(hexes), default=(0.0, -1))
        if worth > best.worth:
            best = Going(way, hex_, worth, worth - here)
    return best if best.way else None


def advise_movement(
    p: War, decision: Decision, memo: Moving, style: WarStyle, orders: Orders
) -> Choice:
    """Take the units one after the other, those with orders first, and each to its hex."""
    if orders and (ordered := follow_orders(p, decision, memo, orders)):
        return ordered
    if style.finish and p.second_movement() and _finishes(p) and decision.option("break_down"):
        # 8.0: a division is in the way as much as a corps, and there are three of them.
        return decision.first("break_down")
    there = going(p, memo.unit, style, orders) if memo.unit >= 0 and not memo.spent else None
    if there and (step := _step(p, memo, there)):
        return step
    unit = _next_unit(p, decision, style, orders)
    return Choice("select", p.name(unit)) if unit >= 0 else Choice("done")


def _step(p: War, memo: Moving, there: Going) -> Choice | None:
    """What a unit in hand does next to get somewhere; None if it has been entrained for nothing."""
    if there.way == "rail" and not memo.by_rail:
        return Choice("entrain")
    if there.way != "rail" and memo.by_rail:
        return None
    return Choice(there.way, p.label(there.hex))


def follow_orders(p: War, decision: Decision, memo: Moving, orders: Orders) -> Choice | None:
    """The next step of an order that can be carried out; None if there is none."""

    def ordered(unit: int) -> Going | None:
        if p.where[unit] == orders[unit]:
            return None
        return _as_ordered(p, unit, ways_of(p, unit), orders[unit])

    there = ordered(memo.unit) if memo.unit in orders and not memo.spent else None
    if there and (step := _step(p, memo, there)):
        return step
    option = decision.option("select")
    waiting = option.values & set_of(orders) if option else 0
    unit = next((unit for unit in members(waiting) if ordered(unit)), -1)
    return Choice("select", p.name(unit)) if unit >= 0 else None


def _next_unit(p: War, decision: Decision, style: WarStyle, orders: Orders) -> int:
    """The next unit that has somewhere to go, or -1."""
    option = decision.option("select")
    if option is None:
        return -1
    ordered = set_of(orders)
    mends = style.mends and is_last(p)
    if mends:
        mender, _ = _mends(p, ordered)
        if mender >= 0:
            return mender
    # Who blocks a railway goes last, when the others have opened what ways they can.
    blocks = _blocks(p, ordered) if style.blocks and _finishes(p) else {}
    # In the order of the counters; whoever had nowhere to go is not asked again, unless those who
    # fill gaps have gone before all others.
    supporting = p.charts.supply | p.charts.air
    walked = (1 << (p.moved & ~ordered).bit_length()) - 1
    if mends:
        walked &= p.moved | supporting
    for unit in members(option.values & ~walked & ~set_of(blocks)):
        fights = p.charts.unit_type[unit].attack or (style.supports and supporting >> unit & 1)
        if fights and going(p, unit, style, orders):
            return unit
    for unit, hex_ in blocks.items():
        if hex_ != p.where[unit] and option.values >> unit & 1:
            return unit
    return -1


def is_last(p: War) -> bool:
    """4.3: whether the game ends with this Player-Turn."""
    return p.turn == p.charts.limit["turns"] and p.current.side == CHINESE


def _breaks(p: War, unit: int, there: Hex) -> bool:
    """Whether a unit would leave a line of communication broken, or a hex that scores."""
    after = p.clone()
    after.place(unit, there)
    if p.conditions.on_points:
        return points_of(after, CHINESE) < points_of(p, CHINESE)
    return industry_cut_off(after) > industry_cut_off(p)


def _is_needed(p: War, unit: int) -> bool:
    """Whether a unit alone keeps a railway open where it stands."""
    here = 1 << p.where[unit]
    kept_open = in_enemy_control(p, CHINESE) & p.charts.rail[CHINESE].hexes & ~p.charts.cities
    return bool(kept_open & here) and p.units_in(p.where[unit]) == 1 << unit


def _mends(p: War, bound: UnitSet) -> tuple[int, Hex]:
    """The next unit to fill a gap, and the gap: first the one that fewest can reach; or -1."""
    if p.conditions.on_points:
        return -1, -1
    able = eligible_to_move(p, CHINESE, second=p.second_movement()) & ~p.moved & ~p.railed
    return _mender(p, able & ~bound)


@derived(*GROUND)
def _mender(p: War, able: UnitSet) -> tuple[int, Hex]:
    free = {u: destinations(p, u) for u in members(able) if not _is_needed(p, u)}
    gaps = mending(p, union(free.values()))
    choices = []
    for gap in members(gaps):
        reaching = [u for u, hexes in free.items() if hexes >> gap & 1]
        if reaching:
            first = min(reaching, key=lambda u: (free[u].bit_count(), u))
            choices.append((len(reaching), gap, first))
    if not choices:
        return -1, -1
    _, gap, unit = min(choices)
    return unit, gap
