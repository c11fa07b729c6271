"""19.0 Scenarios: how a game begins."""

from __future__ import annotations

from ...engine import Decision, Step, hexes
from ...hexes import members
from ...kit.bars import Bars, legal
from .charts import AXIS, BOXES, SOVIET
from .contested import near_ground_units
from .economy import draw_leader
from .position import (
    AIR_FLEETS,
    AWAITING_PROMOTION,
    BREAKDOWN,
    DESTROYED,
    ELIMINATED,
    EVACUATED,
    FORCE_POOL,
    LEADERS,
    PARADROP,
    PROMOTED,
    TO_PLACE,
    UNUSED,
    War,
)
from .supply import GERMAN, supply_area

BOX_OF = {
    "air_fleets": AIR_FLEETS,
    "force_pool": FORCE_POOL,
    "breakdown": BREAKDOWN,
    "eliminated": ELIMINATED,
    "awaiting_promotion": AWAITING_PROMOTION,
    "promoted": PROMOTED,
    "paradrop": PARADROP,
    "unused": UNUSED,
    "to_place": TO_PLACE,
    "destroyed": DESTROYED,
    "evacuated": EVACUATED,
}
assert set(BOXES) <= set(BOX_OF)


def set_up(p: War) -> None:
    """1.4: puts everything where the scenario has it before the first phase."""
    charts = p.charts
    placed = 0
    for start in charts.set_up[p.scenario]:
        placed |= 1 << start.unit
        if start.hex is not None:
            p.where[start.unit] = start.hex
            p.steps[start.unit] = start.steps
        else:
            p.where[start.unit] = BOX_OF[start.box]
    _fill_boxes(p, placed)
    # All counters have been put down at once.
    p.rebuild()
    _fill_cups(p)
    p.axis_held = charts.axis_held[p.scenario]
    p.ruined = bool(p.axis_held >> charts.sevastopol & 1)


def _fill_boxes(p: War, placed: int) -> None:
    """17.2.4: battlegroups that are not in use; 14.4.1: Leaders that wait to be drawn."""
    charts = p.charts
    foreign = 0
    for key, only in charts.unlisted.items():
        if key != p.scenario:
            foreign |= only
    counters = charts.battlegroups
    if not p.plan.limited_counters:
        counters |= charts.currency  # 19.1.4
    rest = ~placed & ~charts.arriving[p.scenario] & ~foreign
    for unit in members(counters & rest):
        p.where[unit] = BREAKDOWN
    for unit in members(charts.leaders & rest):
        p.where[unit] = LEADERS


def _fill_cups(p: War) -> None:
    """6.2.1: the markers that have arrived; striped ones are gone by 1942 (ruling)."""
    first = p.plan.first_turn
    for number, marker in enumerate(p.charts.markers):
        if marker.turn > first:
            continue
        if not marker.striped or first == 1:
            p.cups[number] = marker.count
        elif p.plan.production:
            p.at_start[number] = marker.count


def bars_to_place_security(p: War, memo: None) -> Bars:
    """19.4.3."""
    charts = p.charts
    found = supply_area(p, GERMAN) & charts.soviet_union & p.area
    found &= ~near_ground_units(p, SOVIET, charts.limit["security_distance"])
    near = charts.grid.within(p.partisan_hexes, charts.limit["security_range"])
    closed = ~(found & ~near & ~p.soviet)
    yield closed, "19.4.3", "a Security Division cannot be placed in {}"


class SecurityPlacement(Step[War, None], key="security_placement"):
    """19.4.3: the Axis player places six Security Divisions before the game."""

    def decision(self, p: War, memo: None) -> Decision | None:
        waiting = members(p.box(TO_PLACE))
        there = legal(bars_to_place_security(p, memo)) if waiting else 0
        if not there:
            return None
        prompt = f"Place {p.called(waiting[0])}"
        options = [hexes("place", "19.4.3", there)]
        return p.ask(AXIS, prompt, "19.4.3", options, of=waiting[:1])

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        unit = members(p.box(TO_PLACE))[0]
        p.place(unit, value)
        p.tell("placed", "19.4.3", unit, value)

    def end(self, p: War, memo: None) -> None:
        """A Leader drawn at random joins the Reserve headquarters."""
        reserve = p.names.unit("SHQ-RESERV")
        if reserve is not None and p.where[reserve] >= 0 and p.box(LEADERS):
            draw_leader(p, p.where[reserve], "19.4.3")
