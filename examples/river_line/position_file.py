"""Position files of River Line (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable

from stavka.data import quoted
from stavka.engine import BadPosition, Dice
from stavka.engine.position_file import (
    FIRST_LINE,
    Entry,
    check_outcome,
    flow_line,
    outcome_lines,
    parse,
    read_counts,
    read_flow,
    read_outcome,
    states_of,
    unit_text,
)
from stavka.hexes import members

from .charts import SIDES, Charts
from .outline import PHASES
from .position import OFF_MAP, Campaign
from .sequence import begin_phase
from .victory import end_game

HEADER = (*("title", "scenario", "options", "turn", "phase", "number", "rolls", "flow", "outcome"),)
# The states that a unit can have, and the attribute that keeps them.
STATES = {"moved": "moved", "fought": "fought", "attacked": "attacked"}


def read_position(
    text: str, charts: Charts, new: Callable[[str, tuple[str, ...], Dice], Campaign], dice: Dice
) -> Campaign:
    """The position that a text describes; without a `flow` line, its phase begins now."""
    sheet = parse(text)
    sheet.check(Campaign.title, HEADER)
    scenario = sheet.one_of("scenario", charts.scenarios, next(iter(charts.scenarios)))
    p = new(scenario, sheet.options(()), dice)
    p.chronicle = []
    p.turn = sheet.number("turn", 1)
    if not 1 <= p.turn <= p.conditions.turns:
        raise sheet.header["turn"].error(f"there is no turn {p.turn}")
    keys = [phase.key for phase in PHASES]
    p.phase = keys.index(sheet.one_of("phase", keys))
    read_counts(p, sheet)
    # Who is not mentioned is not on the map.
    p.where = [OFF_MAP] * len(charts.counters)
    if "flow" not in sheet.header and "outcome" not in sheet.header:
        begin_phase(p)
    for name in sheet.sections:
        if name not in (*SIDES, "markers"):
            raise BadPosition(
                1, f"unknown section [{quoted(name)[1:-1]}]; there are {', '.join(SIDES)}, markers"
            )
    # The markers first: whoever stands in a town has it (8.1).
    for entry in sheet.sections.get("markers", []):
        _read_marker(p, entry)
    for side in SIDES:
        for entry in sheet.sections.get(side, []):
            _read_unit(p, side, entry)
    if "flow" in sheet.header:
        read_flow(p, sheet)
    read_outcome(p, sheet)
    check_outcome(p, sheet, (end_game,))
    return p


def _read_unit(p: Campaign, side: str, entry: Entry) -> None:
    """A line such as `0505: guard (moved)`."""
    hex_ = entry.hex(p.names.grid, entry.key)
    for word, said in entry.units():
        unit = p.names.unit(word)
        if unit is None or p.charts.counters[unit].side != side:
            raise entry.error(f"{side} has no unit {quoted(word)}")
        if p.where[unit] != OFF_MAP:
            raise entry.error(f"{word} stands somewhere already")
        if p.unit_in(hex_) is not None:
            raise entry.error(f"two units are in {entry.key}")
        p.place(unit, hex_)
        for state in said:
            if state not in STATES:
                raise entry.unknown("state", state, STATES)
            setattr(p, STATES[state], getattr(p, STATES[state]) | 1 << unit)


def _read_marker(p: Campaign, entry: Entry) -> None:
    if entry.key != "taken":
        raise entry.unknown("marker", entry.key, ("taken",))
    taken = entry.hexes(p.names.grid)
    if wrong := [h for h in members(taken) if h not in p.charts.towns]:
        raise entry.error(f"{p.label(wrong[0])} is not a town")
    p.taken = taken


def write_position(p: Campaign) -> str:
    """A position as a text that reads back to the identical position."""
    lines = [
        FIRST_LINE,
        f"title: {p.title}",
        f"scenario: {p.scenario}",
        f"turn: {p.turn}",
        f"phase: {p.current.key}",
        f"number: {p.number}",
        f"rolls: {p.dice.rolls}",
        flow_line(p),
        *outcome_lines(p),
    ]
    for side in SIDES:
        lines += ["", f"[{side}]"]
        for unit in members(p.units(side)):
            told = unit_text(p, unit, states_of(p, unit, STATES))
            lines.append(f"{p.label(p.where[unit])}: {told}")
    lines += ["", "[markers]", f"taken: {' '.join(p.charts.grid.labels(p.taken))}"]
    return "\n".join(lines) + "\n"
