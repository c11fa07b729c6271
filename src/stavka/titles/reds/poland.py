"""15.0 Poland."""

from __future__ import annotations

from ...engine import Decision, Step, units
from ...hexes import members
from .charts import RED, WHITE
from .control import controlled
from .position import (
    GONE,
    POLAND_AT_PEACE,
    POLAND_AT_WAR,
    POLAND_CONQUERED,
    POLAND_NEUTRAL,
    War,
)
from .special_units import remove_stranded
from .supply import in_supply


def polish_entry(p: War) -> None:
    """15.2: checked when the Polish chit comes up."""
    if p.poland != POLAND_NEUTRAL or p.great_war:
        return
    reason = reason_to_enter(p)
    if reason:
        p.poland = POLAND_AT_WAR
        p.poland_since = p.track
        p.tell("poland_at_war", "15.2", reason)


def reason_to_enter(p: War) -> str:
    """15.2: why Poland goes to war; nothing if it does not."""
    charts, limit = p.charts, p.charts.limit
    red = p.units_on_map(RED)
    regular = red & ~charts.partisans
    if (p.units_at(charts.baltic) & regular).bit_count() >= limit["polish_entry_units"]:
        return "Red units are in the Baltic Republics"
    if controlled(p, RED) & charts.baltic:
        return "Red controls a city in the Baltic Republics"
    near = p.units_at(charts.within(charts.poland, limit["polish_entry_distance"])) & red
    supplied = sum(charts.manpower[u] for u in members(near) if in_supply(p, u))
    if supplied < limit["polish_entry_manpower"]:
        return "hardly any Red units stand near Poland"
    if p.withdrawals == 2 and p.initiative == WHITE:
        return "the Allies have withdrawn and White has the initiative"
    return ""


def end_of_polish_activation(p: War) -> None:
    """15.4: Red in control of Warsaw has conquered Poland."""
    if p.poland == POLAND_AT_WAR and controlled(p, RED) >> p.charts.warsaw & 1:
        p.tell("poland_conquered", "15.4")
        _remove_poles(p)
        p.poland = POLAND_CONQUERED


def _remove_poles(p: War) -> None:
    for unit in members(p.charts.poles):
        p.send(unit, GONE)
    remove_stranded(p)


def red_manpower_in_poland(p: War) -> int:
    return p.manpower(p.units_at(p.charts.poland) & p.charts.units_of[RED])


# 15.5 Peace with Poland


def may_seek_peace(p: War) -> bool:
    """15.5: in a turn after that of Poland's entry, with nobody where he should not be."""
    charts = p.charts
    if p.poland != POLAND_AT_WAR or p.poland_since >= p.track:
        return False
    if p.units_at(charts.baltic) & charts.units_of[RED]:
        return False
    home = charts.poland | charts.baltic
    abroad = p.on_map & charts.poles & ~p.units_at(home)
    return not any(in_supply(p, unit) for unit in members(abroad))


def seek_peace(p: War) -> None:
    die = p.roll()
    made = die <= p.charts.limit["peace_roll"]
    p.tell("peace", "15.5", die, made)
    if not made:
        return
    _remove_poles(p)
    p.poland = POLAND_AT_PEACE
    if border_guards(p):
        p.push(BorderGuard)


def border_guards(p: War) -> int:
    """15.5: armies of which Red removes one, those of the West and Southwest first."""
    charts = p.charts
    armies = sum(1 << u for u, c in enumerate(charts.counters) if c.size == "XXXX")
    armies &= p.units_on_map(RED) & charts.army
    near = armies & p.units_at(charts.front["West"] | charts.front["Southwest"])
    return near or armies


class BorderGuard(Step[War, None], key="border_guard", because=("peace",)):
    """15.5: one army stays on the Polish border for good."""

    def decision(self, p: War, memo: None) -> Decision | None:
        options = [units("remove", "15.5", border_guards(p))]
        return p.ask(RED, "Choose the army that guards the Polish border", "15.5", options)

    def apply(self, p: War, memo: None, verb: str, value: int) -> None:
        p.frames.pop()
        p.tell("border_guard", "15.5", value)
        p.send(value, GONE)
        remove_stranded(p)
