"""17.0 Leaders; what PLA Leaders do in combat is in `combat`."""

from __future__ import annotations

from collections.abc import Iterable

from ...engine import UnitSet
from ...hexes import Hex, HexSet, members
from .charts import GMD
from .commands import led_by
from .position import BOX, GONE, TRACK, USED, War
from .stacking import legal_stack

# 17.1 PLA Leaders


def refresh_generals(p: War) -> None:
    """17.1.9, 17.1.10: all are available again; Deng from turn 2 on."""
    charts = p.charts
    ready = charts.generals
    if p.turn >= charts.limit["deng_from_turn"]:
        ready |= 1 << charts.deng
    for unit in members(ready):
        if p.where[unit] == USED:
            p.send(unit, BOX)


def general_for(p: War, unit: int, taken: UnitSet = 0) -> int:
    """17.1.3, 17.1.4: an available General of an infantry unit's Command; -1 if there is none.

    17.1.2: he is available while he is in the box.
    """
    charts = p.charts
    if not charts.infantry >> unit & 1:
        return -1
    command = charts.counter[unit].command
    for general in members(charts.generals & ~taken):
        if p.where[general] == BOX and charts.counter[general].command == command:
            return general
    return -1


# 17.2 GMD Leaders: where they can be


def can_fly(p: War, leader: int) -> bool:
    """17.2.3, 17.2.4: whether there are units of his Command elsewhere; not out of an FDP."""
    here = p.where[leader]
    elsewhere = led_by(p, leader) & p.on_map
    if here < 0:
        return bool(elsewhere)
    if p.fdp >> here & 1 or not elsewhere & ~p.units_in(here):
        return False
    # 17.2.9: the tanks that Jiang would leave must be a legal stack without him.
    return leader != p.charts.jiang or _legal_without(p, leader)


def flights(p: War, leader: int) -> HexSet:
    """17.2.3, 17.2.5: hexes with units of his Command."""
    if not can_fly(p, leader):
        return 0
    here = p.where[leader]
    found = p.hexes_of(led_by(p, leader))
    return found & ~(1 << here) if here >= 0 else found


def _legal_without(p: War, leader: int) -> bool:
    here = p.where[leader]
    return legal_stack(p, here, p.units_in(here) & ~(1 << leader), GMD)


def fly(p: War, leader: int, there: Hex) -> None:
    here = p.where[leader]
    p.place(leader, there)
    p.tell("flew", "17.2.3", leader, here, there)


def can_take(p: War, unit: int) -> UnitSet:
    """Leaders in a unit's hex who may go along with it; Jiang moves with all his tanks."""
    found = 0
    for leader in members(p.leaders_in(p.where[unit]) & ~(1 << p.charts.jiang)):
        if led_by(p, leader) >> unit & 1:
            found |= 1 << leader
    return found


def must_follow(p: War, unit: int) -> UnitSet:
    """17.2.1: Leaders who would have nobody left to be with when a unit goes."""
    here = p.where[unit]
    leaders = p.leaders_in(here)
    if not leaders:
        return 0
    rest = p.gmd_in(here) & ~(1 << unit)
    found = 0
    for leader in members(leaders):
        led = led_by(p, leader)
        if not rest or (led >> unit & 1 and not rest & led):
            found |= 1 << leader
    return found


def take_off(p: War, leader: int) -> None:
    """17.2.7c: a Leader alone in his hex is back next turn with a unit of his Command."""
    p.send(leader, TRACK - p.turn - 1)
    p.tell("leader_alone", "17.2.7", leader)


def take_off_lone_leaders(p: War) -> None:
    for leader in members(p.on_map & p.charts.leaders):
        if not p.gmd_in(p.where[leader]):
            take_off(p, leader)


# 17.2.6 What they do


def leading(p: War, units: UnitSet) -> UnitSet:
    """Leaders whose rating counts for some units: each in a hex with one that he leads."""
    found = 0
    for hex_ in members(p.hexes_of(units)):
        here = p.units_in(hex_)
        for leader in members(here & p.charts.leaders):
            if leader == p.charts.jiang:
                # 17.2.9: any Command, as long as tanks are with him, fighting or not.
                leads = here & led_by(p, leader)
            else:
                # 16.2.2a: Commands do not matter in an FDP.
                leads = here & units & led_by(p, leader) or p.fdp >> hex_ & 1
            if leads:
                found |= 1 << leader
    return found


def best_rating(p: War, leaders: UnitSet) -> int:
    return max((p.charts.rating[leader] for leader in members(leaders)), default=0)


def rating_in(p: War, hex_: Hex) -> int:
    """17.2.6b: the best single Leader in a hex; 17.2.9: Jiang is none without tanks."""
    here = p.units_in(hex_)
    if not here & p.charts.armor:
        here &= ~(1 << p.charts.jiang)
    return best_rating(p, here & p.charts.leaders)


def leader_loss(p: War, leaders: Iterable[tuple[int, tuple[int, ...]]]) -> None:
    """17.2.7: after a combat every Leader must survive two dice; with him the units he was with.

    17.2.8: that is all; his loyalty is never in doubt.
    """
    charts = p.charts
    for leader, stack in leaders:
        if p.where[leader] < 0:
            continue
        survivors = any(p.where[unit] >= 0 for unit in stack)
        roll = p.roll(later=True) + p.roll(later=True)
        lost = charts.leader_lost[roll][0 if survivors else 1]
        p.tell("leader_loss", "17.2.7", leader, roll, lost)
        if lost:
            p.send(leader, GONE)
    take_off_lone_leaders(p)


def leader_lost_on(p: War, *, survivors: bool) -> int:
    """With how many of the 36 falls of two dice a Leader is lost."""
    lost = p.charts.leader_lost
    faces = range(1, 7)
    return sum(lost[one + two][0 if survivors else 1] for one in faces for two in faces)


def without_units(leaders: UnitSet) -> list[tuple[int, tuple[int, ...]]]:
    """Leaders of whose stacks nobody is left."""
    return [(leader, ()) for leader in members(leaders)]
