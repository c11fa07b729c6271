"""Attacks that are planned before anybody moves: who can come where, and what it would bring."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from ...engine import UnitSet, derived
from ...hexes import Hex, HexSet, members, set_of, union
from .attacks import PATIENCE, losses, results_of, step_worth
from .charts import NEUTRAL, RED, SEAS, Charts, enemy_of
from .combat import (
    Attack,
    Sum,
    can_join,
    defenders_in,
    modifier,
    odds_number,
    shifts_from,
    support_for,
    targets,
)
from .cuts import relief
from .goals import city_worth, power, worths
from .movement import destinations
from .position import FIGHTS, READY, War
from .results import Battle
from .stacking import manpower_of, stacked_manpower
from .styles import WarStyle
from .supply import coasts
from .tasks import post_worth, spared, tasks
from .territory import beside_poland
from .zones_of_control import enemy_zone

# What a city of common worth counts.
COMMON = 10.0


class Assault(NamedTuple):
    """An attack that active units can make after moving."""

    target: Hex
    worth: float
    # The chance that no defender is left in the hex.
    chance: float
    # Who attacks from where.
    places: tuple[tuple[int, Hex], ...]


class Prospect(NamedTuple):
    """What an attack can be expected to bring, and the chance that the hex is free afterwards."""

    worth: float
    chance: float


@derived(*FIGHTS, "moved", "aif_offensive")
def assaults(p: War, side: str, style: WarStyle) -> tuple[Assault, ...]:
    """The best attacks of the active units, each unit in one of them, the best first."""
    ends = _ends(p, spared(p, side))
    near = p.charts.crossable[p.winter].spread(union(ends.values()))
    filled: dict[Hex, int] = {}
    best = {}
    for target in members(targets(p, side) & near & ~spared(p, side)):
        if found := _best_assault(p, side, style, target, ends, filled):
            best[target] = found
    chosen = []
    while best:
        top = max(best.values(), key=lambda assault: (assault.worth, assault.target))
        chosen.append(top)
        del best[top.target]
        for unit, hex_ in top.places:
            del ends[unit]
            if hex_ != p.where[unit]:
                filled[hex_] = filled.get(hex_, 0) + p.charts.manpower[unit]
        used = {unit for unit, _ in top.places}
        for target in [t for t, one in best.items() if used.intersection(dict(one.places))]:
            del best[target]
            if found := _best_assault(p, side, style, target, ends, filled):
                best[target] = found
    return tuple(chosen)


def _ends(p: War, avoided: HexSet) -> dict[int, HexSet]:
    """Where each active unit that may attack can be at the end of the movement step."""
    charts = p.charts
    able = p.active & p.on_map & charts.army & ~p.fought
    if not p.aif_offensive:
        able &= ~charts.aif  # 11.2
    if p.raider >= 0:
        able &= ~(1 << p.raider)
    found = {}
    for unit in members(able):
        found[unit] = 1 << p.where[unit]
        if not p.moved >> unit & 1:
            found[unit] |= destinations(p, unit) & ~avoided
    return found


def _best_assault(
    p: War,
    side: str,
    style: WarStyle,
    target: Hex,
    ends: Mapping[int, HexSet],
    filled: Mapping[Hex, int],
) -> Assault | None:
    """The best number of attackers on a hex, the strongest first; None if it does not pay."""
    beside = p.charts.crossable[p.winter].spread(1 << target)
    able = [u for u, hexes in ends.items() if hexes & beside and _may_strike(p, u, target)]
    able.sort(key=lambda u: (-power(p, u), u))
    places: list[tuple[int, Hex]] = []
    best: Assault | None = None
    room = dict(filled)
    attackers, taken, effort = 0, 0, 0.0
    for unit in able:
        hex_ = _place(p, unit, ends[unit] & beside, taken, room)
        if hex_ is None:
            continue
        places.append((unit, hex_))
        attackers, taken = attackers | 1 << unit, taken | 1 << hex_
        effort += style.effort
        if hex_ != p.where[unit]:
            room[hex_] = room.get(hex_, 0) + p.charts.manpower[unit]
            effort += style.post * _on_post(p, side, style, unit)
            effort += post_worth(p, side, style, unit, p.where[unit])
        found = prospect(p, style, side, target, attackers, taken)
        worth = style.set_up * found.worth - effort
        if worth >= style.least_set_up and (best is None or worth > best.worth):
            best = Assault(target, worth, found.chance, tuple(places))
    return best


def _may_strike(p: War, unit: int, target: Hex) -> bool:
    """10.11, 10.12, 15.1: whether a unit may attack a hex, from wherever."""
    charts, bit = p.charts, 1 << unit
    if bit & charts.cossacks:
        return bool(charts.krug_range[charts.counters[unit].krug] >> target & 1)
    if bit & charts.estonians:
        return bool(charts.baltic >> target & 1)
    if bit & charts.poles and p.poles_are_neutral():
        return bool(beside_poland(charts) >> target & 1)
    return True


def _on_post(p: War, side: str, style: WarStyle, unit: int) -> float:
    """What a unit keeps by staying where it stands, in cities of common worth."""
    goal = tasks(p, side, style).get(unit)
    return goal.worth / COMMON if goal is not None and goal.hex == p.where[unit] else 0.0


def _place(p: War, unit: int, hexes: HexSet, taken: HexSet, room: Mapping[Hex, int]) -> Hex | None:
    """From where a unit attacks best: where it stands, or where others do not yet."""
    charts, here = p.charts, p.where[unit]
    best, most = None, -100.0
    for hex_ in members(hexes):
        if hex_ == here:
            score = 2.0
        else:
            manpower = stacked_manpower(p, hex_) + room.get(hex_, 0) + charts.manpower[unit]
            if manpower > charts.limit["stack"]:
                continue
            score = 0.5 * (charts.cities >> hex_ & 1)
        score += 0.0 if taken >> hex_ & 1 else 1.0
        if score > most:
            best, most = hex_, score
    return best


def prospect(
    p: War, style: WarStyle, side: str, target: Hex, attackers: UnitSet, hexes: HexSet
) -> Prospect:
    """What an attack out of some hexes would bring, in the worth of units and cities."""
    charts = p.charts
    defending = defenders_in(p, side, target)
    prize = 1.5
    if garrison := defending & charts.garrisons:
        prize += sum(worths(charts)[u] for u in members(garrison))
    if charts.cities >> target & 1:
        prize += 0.7 * city_worth(p, side, target)
    if style.relief:
        prize += style.relief * relief(p, side).get(target, 0.0)
    patience = style.own_losses * (PATIENCE if side == RED and p.withdrawals == 2 else 1.0)
    trapped = style.trap * _trapped(p, side, target, defending, hexes) if style.trap else 0.0
    forces = Forces(attackers, defending, p.disordered & (attackers | defending))
    sum_ = _sum(p, side, target, attackers, defending, hexes)
    return _expected(charts, sum_, forces, prize, patience, trapped)


class Forces(NamedTuple):
    """Who takes part in a battle, and who of them is disordered."""

    attacking: UnitSet
    defending: UnitSet
    disordered: UnitSet


# The same attacks are thought of again after every move.
@lru_cache(maxsize=16384)
def _expected(
    charts: Charts, sum_: Sum, forces: Forces, prize: float, patience: float, trapped: float
) -> Prospect:
    """What two dice bring: a prize for the hex, losses, and what trapped defenders lose more."""
    attacking, defending, disordered = forces
    ours = losses(charts, attacking, disordered & attacking)
    theirs = losses(charts, defending, disordered & defending)
    # 11.5: a single result leaves nobody if there is one unit that does not survive it.
    frail = not defending & charts.two_steps & ~disordered & ~charts.garrisons
    lone = defending.bit_count() == 1 and not defending & charts.garrisons
    worth = chance = 0.0
    for attacker, defender, falls in results_of(charts, sum_):
        value = theirs[defender[:1]] - patience * ours[attacker[:1]]
        if attacker.endswith("R"):
            value -= 1.0
        destroyed = frail and (defender[:1] == "D" or (defender[:1] == "d" and lone))
        if defender.endswith("R") or destroyed:
            value += prize
            chance += falls / 36
            if trapped and not destroyed:
                value += trapped
        worth += falls / 36 * value
    return Prospect(worth, chance)


def _owner(p: War, side: str, defending: UnitSet) -> str:
    enemy = enemy_of(side)
    return enemy if defending & p.charts.units_of[enemy] else NEUTRAL


def _sum(
    p: War, side: str, target: Hex, attackers: UnitSet, defending: UnitSet, hexes: HexSet
) -> Sum:
    """11.3 D-F, with the aircraft and ships that both sides are likely to commit."""
    charts = p.charts
    number = odds_number(manpower_of(charts, attackers), manpower_of(charts, defending))
    for term in shifts_from(p, side, target, hexes):
        number -= term.value
    ready = p.box(READY)
    if ready & charts.aircraft or (ready and coasts(charts, SEAS) >> target & 1):
        owner = _owner(p, side, defending)
        battle = Battle(side, owner, target, members(attackers), members(defending))
        attackers |= _one_aircraft(p, support_for(p, battle, side))
        if owner != NEUTRAL:
            defending |= _one_aircraft(p, support_for(p, battle, owner))
    return Sum(
        column=charts.columns[min(max(number, 0), len(charts.columns) - 1)],
        attackers=attackers.bit_count(),
        attack=modifier(p, attackers, attacking=True),
        defenders=defending.bit_count(),
        defence=modifier(p, defending, attacking=False),
    )


def _one_aircraft(p: War, support: UnitSet) -> UnitSet:
    """20.1: one aircraft a side."""
    aircraft = support & p.charts.aircraft
    return support & ~aircraft | aircraft & -aircraft


def _trapped(p: War, side: str, target: Hex, defending: UnitSet, hexes: HexSet) -> float:
    """11.6: what defenders who must retreat lose more if attackers stand in some hexes."""
    charts, table = p.charts, worths(p.charts)
    passage = charts.crossable[p.winter]
    ours, theirs = p.occupied(side) | hexes, p.occupied(enemy_of(side))
    zone = (enemy_zone(p, enemy_of(side)) | passage.spread(hexes)) & ~theirs
    near = charts.grid.neighbours(hexes | 1 << target)
    first = passage.spread(1 << target) & ~ours & charts.land
    ends = charts.land & ~ours & ~near & ~zone & ~(1 << target)
    if passage.spread(first & ~zone) & ends:
        return 0.0
    units = members(defending & charts.army)
    if passage.spread(first) & ends:
        return min((step_worth(p, table, u) for u in units), default=0.0)
    return sum(table[u] * 0.4 for u in units)


@derived(*FIGHTS)
def best_strike(
    p: War, side: str, style: WarStyle, target: Hex
) -> tuple[Prospect, tuple[int, ...]] | None:
    """The best number of attackers out of where they are, the best of them first."""
    charts = p.charts
    able = can_join(p, Attack(side, target))
    best: tuple[Prospect, tuple[int, ...]] | None = None
    for unit in members(able & charts.partisans):
        found = prospect(p, style, side, target, 1 << unit, 1 << p.where[unit])
        if best is None or found.worth > best[0].worth:
            best = found, (unit,)
    regular = sorted(
        members(able & ~charts.partisans),
        key=lambda u: (bool(charts.needs_company >> u & 1), -power(p, u), u),
    )
    for number in range(1, len(regular) + 1):
        chosen = tuple(regular[:number])
        if set_of(chosen) & charts.army:
            units = set_of(chosen)
            found = prospect(p, style, side, target, units, p.hexes_of(units))
            if best is None or found.worth > best[0].worth:
                best = found, chosen
    return best
