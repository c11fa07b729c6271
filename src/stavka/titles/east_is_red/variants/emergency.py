"""ER Soviet emergency reinforcements."""

from __future__ import annotations

from ....engine import Decision, Step, hexes, plain, words
from ....hexes import HexSet, members
from ....kit.bars import EVERYTHING, Bars, legal
from ..charts import SOVIET
from ..position import War
from ..supply import has_supply
from .war import VariantWar

AIRBORNE = "airborne"
# What the step is about: the request, the airborne division, one of the other units.
REQUEST, LANDING, ARRIVAL = "request", "landing", "arrival"


def begin_emergency(p: War) -> None:
    assert isinstance(p, VariantWar)
    p.push(Emergency, ARRIVAL if p.emergency_called else REQUEST)


def places_for_airborne(p: War) -> HexSet:
    """ER.4: the hex of entry, or any air base that is in supply."""
    found = entry_hex(p)
    for unit in members(p.charts.air & p.on_map):
        if has_supply(p, unit, p.where[unit]):
            found |= 1 << p.where[unit]
    return found


def bars_to_arrive(p: War, memo: str) -> Bars:
    places = places_for_airborne(p)
    yield p.charts.emergency_entry & ~places, "ER.4", "{} is closed"
    yield ~places, "ER.4", "{} is neither 0701 nor an air base in supply"
    if memo != LANDING:
        yield EVERYTHING, "ER.4", "no airborne division arrives now"


def entry_hex(p: War) -> HexSet:
    """ER.4: 0701, unless the enemy is there or nobody can enter it."""
    return p.charts.emergency_entry & ~p.chinese & ~p.all_contaminated


def to_come(p: VariantWar) -> list[str]:
    """ER.2: the kinds of units that can still come, counters permitting."""
    groups = p.charts.emergency[p.conditions.decade]
    return [key for group in p.emergency for key in groups[group] if p.in_pool(key)]


class Emergency(Step[VariantWar, str], key="emergency"):
    def decision(self, p: VariantWar, memo: str) -> Decision | None:
        if p.strategic_strike:
            return None  # 19.0: nobody comes any more but Militia
        if memo == REQUEST:
            if p.turn < p.charts.limit["emergency_from_turn"]:
                return None
            options = [plain("call", "ER.3"), plain("pass", "ER.3")]
            return p.ask(SOVIET, "Call for emergency reinforcements?", "ER.3", options)
        if memo == LANDING:
            airborne = p.charts.emergency[p.conditions.decade][AIRBORNE][0]
            places = legal(bars_to_arrive(p, memo))
            if not places or not p.in_pool(airborne):
                return None
            prompt = "Where does the airborne division arrive?"
            return p.ask(SOVIET, prompt, "ER.4", [hexes("arrive", "ER.4", places)])
        if not entry_hex(p) or not to_come(p):
            return None
        prompt = "Which emergency reinforcement arrives in this turn?"
        return p.ask(SOVIET, prompt, "ER.4", [words("receive", "ER.4", to_come(p))])

    def apply(self, p: VariantWar, memo: str, verb: str, value: int) -> None:
        groups = p.charts.emergency[p.conditions.decade]
        match verb:
            case "call":
                p.emergency_called = True
                p.emergency = tuple(group for group in groups if group != AIRBORNE)
                p.tell("called", "ER.3")
                p.remember(LANDING)
                return
            case "arrive":
                unit = p.in_pool(groups[AIRBORNE][0])[0]
                p.place(unit, value)
                p.tell("reinforced", "ER.4", unit, value)
        p.finish()

    def apply_word(self, p: VariantWar, memo: str, verb: str, word: str) -> None:
        groups = p.charts.emergency[p.conditions.decade]
        unit = p.in_pool(word)[0]
        p.emergency = tuple(group for group in p.emergency if word not in groups[group])
        p.place(unit, members(entry_hex(p))[0])
        p.tell("reinforced", "ER.4", unit, p.where[unit])
        p.finish()
