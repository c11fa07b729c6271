"""14.0 Reinforcements and replacements, and what Turn B brings with them (13.2)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ...engine import Decision, Option, Step, UnitSet, derived, hexes, plain, units
from ...hexes import HexSet, members, set_of
from ...kit.bars import EVERYTHING, Bars, legal
from .charts import RED, WHITE, Charts, enemy_of
from .control import controlled, enter, red_cities, resource_cities
from .makhno import determine_allegiance, makhno_on_map
from .position import DEAD, GONE, GROUND, POOL, READY, War
from .stacking import bars_of_stacking, may_mix
from .supply import POLES, sources_of, traces_to
from .withdrawal import MAJOR

TURN_B = "B"
# 21.3: no replacements on Turn A.
NO_REPLACEMENTS_ON_A = "21.3"
# 14.3: the factions that get replacements; 14.1: those that enter where they find a city.
REPLACED = ("AFSR", "Siberian", "Poles")
AT_CITIES = ("AFSR", "Siberian", "North")


# 13.2 Turn B


def turn_b_control(p: War) -> None:
    """13.2: Red gains the Red Cities west of the Occupation Line that nobody occupies."""
    free = p.unclaimed & ~(p.white | p.neutrals)
    p.red_held |= free
    p.unclaimed = 0
    if free:
        p.tell("red_cities", "13.2", tuple(members(free)))


# 14.1 Where units enter


@derived(*GROUND)
def entry_hexes(p: War, unit: int) -> HexSet:
    """14.1: the hexes in which a unit may enter, the printed one left aside."""
    charts, counter = p.charts, p.charts.counters[unit]
    if counter.krug >= 0:
        found = 1 << counter.krug
    elif counter.side == RED:
        found = controlled(p, RED) & charts.cities & traces_to(p, RED, 1 << charts.moscow)
    elif counter.faction == POLES:
        found = charts.cities & charts.poland & traces_to(p, POLES, 1 << charts.warsaw)
    elif counter.faction in AT_CITIES:
        found = controlled(p, WHITE) & charts.cities & ~red_cities(p)
        found &= traces_to(p, WHITE, sources_of(p, counter.faction))
    else:
        found = 0
    found = _open_to(p, unit, found)
    crimea = 1 << charts.sevastopol
    if counter.faction == "AFSR" and counter.krug < 0 and found & ~crimea:
        found &= ~crimea
    return found


def _open_to(p: War, unit: int, found: HexSet) -> HexSet:
    """14.1: not into enemy-controlled cities or enemy units, and within the stacking limit."""
    side = p.charts.side_of[unit]
    found &= ~controlled(p, enemy_of(side)) & ~p.occupied(enemy_of(side))
    found &= ~p.neutrals | 1 << p.charts.kiev
    if side == RED:
        found &= ~p.neutrals
    return legal(bars_of_stacking(p, unit, found), found)


def due(p: War, side: str) -> UnitSet:
    """14.1: the units that arrive now, those put off from earlier turns included."""
    charts = p.charts
    movers = (charts.army | charts.naval_flotillas) & charts.units_of[side]
    return movers & p.box(POOL) & _entering(charts, p.turn.key)


@lru_cache(maxsize=64)
def _entering(charts: Charts, turn: str) -> UnitSet:
    """The units that enter on a Strategic Turn or an earlier one."""
    return set_of(u for u, counter in enumerate(charts.counters) if "A" <= counter.setup <= turn)


def begin_reinforcement(p: War, side: str) -> None:
    """Units with a printed hex and naval flotillas arrive; the others are placed by their owner."""
    charts = p.charts
    if side == RED and p.turn.key == TURN_B:
        _place_makhno(p)
    for unit in members(due(p, side)):
        counter = charts.counters[unit]
        if charts.naval_flotillas >> unit & 1:
            p.send(unit, READY)
            p.tell("flotilla", "20.7", unit)
        elif counter.setup_hex >= 0 and _open_to(p, unit, 1 << counter.setup_hex):
            arrive(p, unit, counter.setup_hex)
    p.push(Reinforcement, Arrival(side))


def _place_makhno(p: War) -> None:
    """16.1: he takes the field on Turn B, for the side that is further away."""
    unit = p.charts.makhno_of[RED]
    p.place(unit, p.charts.counters[unit].setup_hex)
    determine_allegiance(p)


def arrive(p: War, unit: int, hex_: int) -> None:
    p.place(unit, hex_)
    if p.charts.counters[unit].starts_disordered:
        p.disordered |= 1 << unit
    enter(p, unit, [hex_])
    p.tell("arrived", "14.1", unit, hex_)


class Arrival(msgspec.Struct, frozen=True):
    side: str
    # The unit in hand; -1 for the first that can be placed.
    unit: int = -1


class Reinforcement(Step[War, Arrival], key="reinforcement"):
    """14.1: every unit that is due is placed if there is a place for it."""

    def decision(self, p: War, memo: Arrival) -> Decision | None:
        waiting = {u: found for u in self._free(p, memo.side) if (found := entry_hexes(p, u))}
        if not waiting:
            return None
        unit = memo.unit if memo.unit in waiting else min(waiting)
        others = sum(1 << u for u in waiting if u != unit)
        options = [hexes("place", "14.1", waiting[unit]), units("select", "14.1", others)]
        prompt = f"Place {p.charts.counters[unit].name}"
        return p.ask(memo.side, prompt, "14.1", options, of=(unit,))

    def _free(self, p: War, side: str) -> list[int]:
        """Those without a printed hex; whoever has one comes there or not at all."""
        return [u for u in members(due(p, side)) if p.charts.counters[u].setup_hex < 0]

    def apply(self, p: War, memo: Arrival, verb: str, value: int) -> None:
        if verb == "select":
            p.remember(Arrival(memo.side, value))
            return
        waiting = [u for u in self._free(p, memo.side) if entry_hexes(p, u)]
        arrive(p, memo.unit if memo.unit in waiting else min(waiting), value)
        p.remember(Arrival(memo.side))

    def end(self, p: War, memo: Arrival) -> None:
        for unit in members(due(p, memo.side)):
            p.tell("put_off", "14.1", unit)


# 14.2 Replacements


class Replacing(msgspec.Struct, frozen=True):
    side: str
    # 14.4: how many units Red may still replace; 14.3: the factions that have had their one.
    left: int = 0
    used: tuple[str, ...] = ()
    unit: int = -1


def begin_replacement(p: War, side: str) -> None:
    if p.turn.key == "A" and NO_REPLACEMENTS_ON_A in p.options:
        return
    p.push(Replacement, Replacing(side, red_allowance(p) if side == RED else 0))


def red_allowance(p: War) -> int:
    """14.4: one each for Moscow, Petrograd and Tula, one for every three further resources."""
    charts = p.charts
    capitals = 1 << charts.moscow | 1 << charts.petrograd | 1 << charts.tula
    supplied = traces_to(p, RED, 1 << charts.moscow)
    held = (resource_cities(p) | capitals) & controlled(p, RED) & supplied
    further = (held & ~capitals).bit_count()
    if p.gold_side == RED and supplied >> p.gold & 1:
        further += 1
    return (held & capitals).bit_count() + further // charts.limit["extra_resources"]


def replaceable(p: War, memo: Replacing) -> UnitSet:
    """14.2-14.4: eliminated units that the allowance still covers and that find a place."""
    charts = p.charts
    dead = charts.army & charts.units_of[memo.side] & ~charts.no_replace & p.box(DEAD)
    if memo.side == RED:
        able = dead if memo.left else 0
    else:
        able = 0
        for faction in REPLACED:
            if faction in memo.used or _denied(p, faction):
                continue
            able |= dead & charts.of_faction[faction]
    return sum(1 << unit for unit in members(able) if entry_hexes(p, unit))


def bars_to_replace(p: War, memo: Replacing) -> Bars:
    charts, side = p.charts, memo.side
    yield ~charts.units_of[side], "14.2", "{} is not yours"
    yield charts.no_replace | p.box(GONE), "14.2", "{} cannot be replaced"
    yield ~charts.army, "14.2", "only infantry and cavalry are replaced"
    army = charts.army & charts.units_of[side]
    yield army & p.box(POOL), "14.1", "{} has not arrived yet"
    dead = army & p.box(DEAD)
    yield ~dead, "14.2", "{} has not been eliminated"
    case = "14.4" if side == RED else "14.3"
    for faction in memo.used if side == WHITE else ():
        had = f"the {faction} faction has had its replacement"
        yield charts.of_faction[faction], case, had
    homeless = set_of(unit for unit in members(dead) if not entry_hexes(p, unit))
    yield homeless, "14.2", "{} finds no place to enter"
    yield ~replaceable(p, memo), case, "the allowance does not cover this unit"
    if memo.unit >= 0:
        yield EVERYTHING, "14.2", "place the unit in hand first"


def _denied(p: War, faction: str) -> bool:
    """14.3, 18.4: none for the Whites after the Major Withdrawal, none for the corrupt."""
    return faction != POLES and (p.withdrawals == MAJOR or p.corruption == faction)


def ukraine_returns(p: War) -> bool:
    """14.3: the eliminated Ukrainian garrison may come back to Kiev if Red does not control it."""
    charts = p.charts
    kiev = 1 << charts.kiev
    held = (controlled(p, RED) | p.red | p.poles) & kiev
    garrison = charts.index["N-UKR"]
    mixes = may_mix(p.charts, garrison, p.units_in(charts.kiev))
    return p.where[garrison] == DEAD and not held and mixes


def makhno_returns(p: War) -> HexSet:
    """14.5: where Red may bring back the eliminated Makhno, once in a game."""
    charts = p.charts
    if p.makhno_replaced or p.great_war or makhno_on_map(p) >= 0:
        return 0
    if not any(p.where[unit] == DEAD for unit in charts.makhno_of.values()):
        return 0
    return charts.within(charts.makhno_district, 1) & charts.land & ~p.stacked


class Replacement(Step[War, Replacing], key="replacement"):
    """14.2: eliminated units come back disordered, within the allowance of the side."""

    def decision(self, p: War, memo: Replacing) -> Decision | None:
        if memo.unit >= 0:
            prompt = f"Place {p.charts.counters[memo.unit].name}, disordered"
            options: list[Option] = [
                hexes("place", "14.2", entry_hexes(p, memo.unit)),
                plain("cancel", "14.2"),
            ]
            return p.ask(memo.side, prompt, "14.2", options, of=(memo.unit,))
        options = [units("replace", "14.2", replaceable(p, memo))]
        if memo.side == RED:
            options.append(hexes("makhno", "14.5", makhno_returns(p)))
        elif ukraine_returns(p):
            options.append(plain("ukraine", "14.3"))
        if all(option.kind != "none" and not option.values for option in options):
            return None
        options.append(plain("done", "14.2"))
        return p.ask(memo.side, self._prompt(memo), "14.2", options)

    def _prompt(self, memo: Replacing) -> str:
        if memo.side == RED:
            return f"Replace eliminated units: {memo.left} left"
        return "Replace one eliminated unit of each faction"

    def apply(self, p: War, memo: Replacing, verb: str, value: int) -> None:
        charts = p.charts
        match verb:
            case "replace":
                p.remember(msgspec.structs.replace(memo, unit=value))
            case "cancel":
                p.remember(msgspec.structs.replace(memo, unit=-1))
            case "place":
                used = (*memo.used, charts.counters[memo.unit].faction)
                self._return(p, memo.unit, value)
                p.remember(Replacing(memo.side, memo.left - 1, used))
            case "ukraine":
                p.place(charts.index["N-UKR"], charts.kiev)
                p.tell("replaced", "14.3", charts.index["N-UKR"], charts.kiev)
            case "makhno":
                for unit in charts.makhno_of.values():
                    p.send(unit, POOL)
                p.makhno_replaced = True
                self._return(p, charts.makhno_of[RED], value)
                determine_allegiance(p)
            case "done":
                p.finish()

    def _return(self, p: War, unit: int, hex_: int) -> None:
        p.place(unit, hex_)
        p.disordered |= 1 << unit
        enter(p, unit, [hex_])
        p.tell("replaced", "14.2", unit, hex_)
