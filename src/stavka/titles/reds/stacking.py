"""9.0 Stacking."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from ...engine import Decision, Event, Step, UnitSet, derived, units
from ...hexes import Hex, HexSet, members
from ...kit.bars import Bars, Reason
from .charts import FRONTS, NEUTRAL, RED, WHITE, Charts, enemy_of
from .position import GROUND, War
from .special_units import eliminate

FACTIONS = ("9.5", "White factions do not stack together")


@lru_cache(maxsize=8)
def front_numbers(charts: Charts) -> dict[Hex, int]:
    """The number of the Front of every hex, in the order of the chits."""
    return {
        hex_: number for number, name in enumerate(FRONTS) for hex_ in members(charts.front[name])
    }


def front_of(p: War, hex_: Hex) -> int:
    return front_numbers(p.charts)[hex_]


def stacked_manpower(p: War, hex_: Hex) -> int:
    """9.1, 9.3: manpower that counts: infantry and cavalry, and partisans, who stand alone."""
    return manpower_of(p.charts, p.units_in(hex_) & p.charts.army)


@lru_cache(maxsize=4096)
def manpower_of(charts: Charts, units_: UnitSet) -> int:
    """Asked of the same few stacks over and over."""
    return sum(charts.manpower[unit] for unit in members(units_))


def stack_limit(p: War, side: str, hex_: Hex, coming: UnitSet = 0) -> int:
    """9.1; 9.7: a leader lets some hexes of his Front hold more.

    The stack that a unit leaves to come here is counted as it will be without the unit.
    """
    limit = p.charts.limit
    if side != RED:
        return limit["stack"]
    front = front_of(p, hex_)
    leader = p.leader_in(front)
    if leader < 0:
        return limit["stack"]
    higher = 0
    for other in big_stacks(p):
        if other != hex_ and front_of(p, other) == front and _stays_big(p, other, coming):
            higher += 1
    rating = p.charts.leaders[leader].rating
    return limit["leader_stack"] if higher < rating else limit["stack"]


def _stays_big(p: War, hex_: Hex, leaving: UnitSet) -> bool:
    units_ = p.stacks[hex_] & p.charts.army & ~leaving
    return manpower_of(p.charts, units_) > p.charts.limit["stack"]


@derived(*GROUND)
def big_stacks(p: War) -> list[Hex]:
    """The hexes in which Red units have more manpower than the normal limit."""
    charts = p.charts
    most, red = charts.limit["stack"], charts.units_of[RED] & charts.army
    return [
        hex_
        for hex_, stack in p.stacks.items()
        if (army := stack & red) and manpower_of(charts, army) > most
    ]


@lru_cache(maxsize=8192)
def against_mixing(charts: Charts, unit: int, others: UnitSet) -> Reason | None:
    """9.3-9.6: why a unit cannot share a hex with others at all, whatever their manpower."""
    bit = 1 << unit
    others &= ~bit
    if not others:
        return None
    if (others | bit) & charts.partisans:
        return "9.4", "partisans stack with nobody"
    counter = charts.counters[unit]
    if bit & (charts.special | charts.garrisons) and others & charts.of_kind[counter.kind]:
        return "9.3", "there is such a unit in {} already"
    if counter.side != WHITE:
        return None
    others &= ~charts.units_of[NEUTRAL]  # 17.2
    if counter.faction == "Generic":
        return None
    if bit & charts.poles:
        strangers = others & ~charts.poles  # 15.1
    elif others & charts.poles:
        return FACTIONS  # 15.1
    elif counter.faction == "AIF":
        return None  # 9.5
    else:
        strangers = others & ~charts.of_faction[counter.faction] & ~charts.of_faction["AIF"]
    return FACTIONS if strangers & ~charts.of_faction["Generic"] else None


def may_mix(charts: Charts, unit: int, others: UnitSet) -> bool:
    return against_mixing(charts, unit, others) is None


def against_stacking(p: War, unit: int, hex_: Hex) -> Reason | None:
    """9.1: why a unit may not end a move in a hex as things stand."""
    charts = p.charts
    others = p.units_in(hex_) & ~(1 << unit)
    if not others:
        return None
    if why := against_mixing(charts, unit, others):
        return why
    total = manpower_of(charts, (others | 1 << unit) & charts.army)
    if total <= charts.limit["stack"]:
        return None
    limit = stack_limit(p, charts.side_of[unit], hex_, coming=1 << unit)
    if total <= limit:
        return None
    return "9.1", lambda there: f"more than {limit} manpower points would be in {there}"


def may_stack(p: War, unit: int, hex_: Hex) -> bool:
    return against_stacking(p, unit, hex_) is None


def bars_of_stacking(p: War, unit: int, among: HexSet) -> Bars:
    """9.0: those of some hexes in which a unit may not end a move."""
    for hex_ in members(among & p.stacked):
        if why := against_stacking(p, unit, hex_):
            yield 1 << hex_, *why


class Excess(msgspec.Struct, frozen=True):
    """Hexes that have to be brought down to the limit, and who chooses."""

    side: str
    chooser: str
    hexes: tuple[int, ...]


class Overstacked(Step[War, Excess], key="overstacked", because=("battle",)):
    """9.7, 11.6 (4): excess units are eliminated."""

    def decision(self, p: War, memo: Excess) -> Decision | None:
        for hex_ in memo.hexes:
            if stacked_manpower(p, hex_) > stack_limit(p, memo.side, hex_):
                case = "9.7" if memo.chooser != memo.side else "11.6"
                there = p.units_in(hex_) & p.charts.army
                prompt = f"Too many units in {p.label(hex_)}: eliminate one"
                return p.ask(
                    memo.chooser, prompt, case, [units("eliminate", case, there)], at=(hex_,)
                )
        return None

    def apply(self, p: War, memo: Excess, verb: str, value: int) -> None:
        eliminate(p, value, "9.7" if memo.chooser != memo.side else "11.6")

    def follows(self, memo: Excess, event: Event) -> bool:
        """A lost leader (9.7) is no battle; whoever has lost him knows."""
        return memo.chooser == memo.side


def too_many(p: War, side: str, hexes_: list[Hex], chooser: str = "") -> None:
    """Asks for eliminations where a side has too many units in a hex."""
    over = tuple(h for h in hexes_ if stacked_manpower(p, h) > stack_limit(p, side, h))
    if over:
        p.push(Overstacked, Excess(side, chooser or side, over))


def leaderless_stacks(p: War, front: int) -> None:
    """9.7: Red stacks that a lost leader allowed are put right when their Front has moved."""
    here = members(p.red & p.charts.front[FRONTS[front]])
    most = p.charts.limit["stack"]
    too_many(p, RED, [h for h in here if stacked_manpower(p, h) > most], enemy_of(RED))
