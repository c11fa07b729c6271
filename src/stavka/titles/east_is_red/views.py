"""What a side may know, as plain data for screens, files and players."""

from __future__ import annotations

from typing import Any

from ...engine import Decision, UnitSet
from ...hexes import HexSet, members
from .charts import CHINESE, SOVIET
from .demolitions import side_text
from .position import IN_HAND, War
from .victory import industry_cut_off, level_of


def view_data(p: War, side: str, to_choose: str, decision: Decision | None) -> dict[str, Any]:
    """Everything but undetonated mines, which only the Chinese Player knows (16.0)."""
    charts = p.charts
    cut_off = industry_cut_off(p)
    states = _states(p)
    view: dict[str, Any] = {
        "title": p.title,
        "scenario": p.scenario,
        "options": list(p.options),
        "number": p.number,
        "turn": p.turn,
        "phase": p.current.key if p.phase >= 0 else "",
        "phase_name": p.current.name if p.phase >= 0 else "",
        "to_choose": to_choose,
        "decision": decision.as_json() if decision else None,
        "units": [
            {
                "id": p.name(unit),
                "side": kind.side,
                "kind": kind.kind,
                "strength": kind.strength,
                "hex": p.label(p.where[unit]) if p.where[unit] >= 0 else "",
                "in_hand": p.where[unit] == IN_HAND,
                "states": [name for name, units in states if units >> unit & 1],
            }
            for unit, kind in enumerate(charts.unit_type)
        ],
        "cities": {p.label(h): _owner(p, h) for h in members(charts.cities)},
        "destroyed": _labels(p, p.destroyed),
        "contaminated": _labels(p, p.all_contaminated),
        "demolished": [{"side": side_text(p, (a, b)), "turn": turn} for a, b, turn in p.demolished],
        "cut_off": cut_off,
        "level": level_of(p, cut_off)[0],
        "rail_moves": p.rail_moves,
        "strategic_strike": p.strategic_strike,
        "koreans_in": p.koreans_in,
        "outcome": p.ended._asdict() if p.ended else None,
    }
    if side == CHINESE:
        view["mines"] = [side_text(p, mine) for mine in p.mines]
        view["neutralized"] = [side_text(p, mine) for mine in p.neutralized]
    return view


def _states(p: War) -> list[tuple[str, UnitSet]]:
    """The states that some unit is in, and the units."""
    flags = {
        "moved": p.moved,
        "railed": p.railed,
        "unsupplied": p.unsupplied,
        "fought": p.fought,
        "attacked": p.was_attacked,
        "struck": p.struck,
    }
    return [(name, units) for name, units in flags.items() if units]


def _owner(p: War, city: int) -> str:
    """13.16."""
    return SOVIET if p.soviet >> city & 1 else CHINESE


def _labels(p: War, hexes: HexSet) -> list[str]:
    return p.charts.grid.labels(hexes)
