"""Where units had better go in a movement step, as a style sees it."""

from __future__ import annotations

from typing import NamedTuple

from ...engine import Orders, derived
from ...hexes import Hex, HexSet, members, set_of
from .assaults import Assault, assaults
from .charts import RED
from .control import controlled
from .cuts import relief, starved
from .evaluation import BACK_IN_SUPPLY, IN_THE_WAY, STATION, holds_poland
from .goals import FAR, SHORT_WAY, city_worth, disc, distances, enemies_of, power, power_in, way_to
from .movement import destinations
from .position import FIGHTS, War
from .styles import WarStyle
from .supply import supplied_hexes
from .tasks import hold_of, post_worth, posts, sea_of, spared, tasks
from .zones_of_control import enemy_zone

# 15.2: what it costs to stand where the Poles do not want to see anybody.
PROVOCATION = 8.0
# What the Red Train is worth to a disordered unit next to it (20.10).
NEAR_TRAIN = 2.0
# What a unit must gain by a move to make it.
LEAST_GAIN = 0.3


class Move(NamedTuple):
    """Where a unit is to go, and what that is worth more than to stay."""

    unit: int
    hex: Hex
    gain: float
    # The attack that it goes there for.
    assault: Assault | None = None


def ordered(p: War, unit: int, hexes: HexSet, orders: Orders) -> Hex | None:
    """Where an order leads a unit now: there, or as near as it comes; None if it stays."""
    goal, here = orders[unit], p.where[unit]
    if hexes >> goal & 1:
        return goal
    field = distances(p.charts, goal)
    best = min((*members(hexes), here), key=lambda hex_: (field[hex_], hex_ != here))
    return None if best == here else best


@derived(*FIGHTS, "moved", "aif_offensive")
def assigned(p: War, side: str, style: WarStyle) -> dict[int, Move]:
    """Who goes where for an attack that is planned, or stays where he is for it."""
    found = {}
    if style.set_up:
        for assault in assaults(p, side, style):
            for unit, hex_ in assault.places:
                found[unit] = Move(unit, hex_, assault.worth, assault)
    return found


def ranked(p: War, side: str, style: WarStyle, unit: int, hexes: HexSet) -> list[tuple[float, Hex]]:
    """What it is worth to a unit to be in some hexes, the best first."""
    charts, here = p.charts, p.where[unit]
    goal = tasks(p, side, style).get(unit)
    sea = sea_of(p, side, style)
    own = controlled(p, side)
    avoided = spared(p, side)
    taking = charts.cities & ~own & ~avoided
    zone = enemy_zone(p, side)
    fed = supplied_hexes(p, unit, leaving=True) if p.unsupplied >> unit & 1 else 0
    broken = p.disordered >> unit & 1
    stations = own & charts.cities if side == RED else 0
    train = disc(charts, p.train, 1) if side == RED and broken and p.train >= 0 else 0
    fixed = [(fed, BACK_IN_SUPPLY), (train, NEAR_TRAIN), (avoided, -PROVOCATION)]
    fixed = [(some, bonus) for some, bonus in fixed if some]
    last = side == RED and p.withdrawals == 2 and charts.partisans >> unit & 1
    close = _close(p, side) if style.company else 0
    army = charts.army >> unit & 1
    held = posts(p, side) if hold_of(p, style, unit) else {}
    opened = relief(p, side) if style.relief else None
    mates = charts.units_of[side] & charts.army & ~(1 << unit)
    found = []
    for hex_ in members(hexes):
        bit = 1 << hex_
        worth = 0.0
        if goal is not None:
            way = way_to(charts, goal.hex, sea, hex_)
            worth -= style.per_point * min(way, FAR)
            if way > SHORT_WAY and stations & bit:
                worth += STATION  # 10.2: from here it can go by rail
        if taking & bit:
            worth += 0.5 * city_worth(p, side, hex_)
            if opened:
                worth += style.relief * opened.get(hex_, 0.0)
        worth += sum([bonus for some, bonus in fixed if some & bit])
        if zone & bit:
            worth -= 5.0 if broken else _danger(p, side, unit, hex_)
        if close & bit and (there := p.units_in(hex_) & mates):
            worth += style.company * there.bit_count()
        if style.cut and army:
            worth += style.cut * starved(p, side, hex_)
        if last and charts.crossable[p.winter].spread(bit) & taking:
            worth -= IN_THE_WAY  # 9.4
        if army and hex_ in held:
            worth += post_worth(p, side, style, unit, hex_)
        if hex_ == here:
            worth += LEAST_GAIN
        found.append((worth, hex_))
    found.sort(key=lambda pair: (-pair[0], pair[1] != here, pair[1]))
    return found


@derived(*FIGHTS)
def _close(p: War, side: str) -> HexSet:
    """The hexes within two of an enemy army."""
    enemies = p.hexes_of(p.units_at(enemies_of(p, side)) & p.charts.army)
    return p.charts.within(enemies, 2) if enemies else 0


def _danger(p: War, side: str, unit: int, hex_: Hex) -> float:
    """What it costs to stand next to stronger enemies."""
    charts = p.charts
    around = disc(charts, hex_, 1)
    theirs = p.units_at(around & enemies_of(p, side)) & charts.army
    ours = p.units_at(around) & charts.units_of[side] & charts.army
    odds = (power_in(p, ours) + power(p, unit)) / max(power_in(p, theirs), 0.5)
    return 2.0 if odds < 0.8 else 0.0


def best_move(p: War, side: str, style: WarStyle, orders: Orders, unit: int) -> Move | None:
    """Where a unit that waits goes now; None if it stays."""
    hexes = destinations(p, unit)
    if not hexes or (side == RED and holds_poland(p, unit)):
        return None
    here = p.where[unit]
    if unit in orders:
        there = ordered(p, unit, hexes, orders)
        return None if there is None else Move(unit, there, FAR)
    move = assigned(p, side, style).get(unit)
    if move is not None:
        return move if move.hex != here else None
    if p.charts.needs_company >> unit & 1:
        return _join(p, side, style, unit, hexes)
    found = ranked(p, side, style, unit, hexes | 1 << here)
    worth, best = found[0]
    if best == here:
        return None
    return Move(unit, best, worth - next(w for w, hex_ in found if hex_ == here))


def _join(p: War, side: str, style: WarStyle, unit: int, hexes: HexSet) -> Move | None:
    """20.3, 20.12, 20.13: special units go with those who attack, or to the largest stack near."""
    charts, here = p.charts, p.where[unit]
    attacking = set_of(move.hex for move in assigned(p, side, style).values())
    close = _close(p, side)

    def use(hex_: Hex) -> float:
        army = p.units_in(hex_) & charts.army & charts.units_of[side]
        if not army:
            return -FAR
        return 4.0 * (attacking >> hex_ & 1) + 2.0 * (close >> hex_ & 1) + power_in(p, army) / 10

    best = max(members(hexes), key=lambda hex_: (use(hex_), -hex_))
    gain = use(best) - use(here)
    return Move(unit, best, gain) if gain > LEAST_GAIN else None
