"""Position files of The East Is Red (docs/formats.md)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from functools import partial

from ...data import quoted
from ...engine import Dice
from ...engine.position_file import (
    FIRST_LINE,
    BadPosition,
    Entry,
    check_outcome,
    flag_lines,
    flow_line,
    outcome_lines,
    parse,
    read_counts,
    read_flow,
    read_outcome,
    states_of,
    unit_text,
)
from ...hexes import HexSet, members
from .charts import CHINESE, SIDES, SOVIET, Charts, enemy_of
from .demolitions import side_text
from .options import TABLE
from .position import IN_HAND, POOL, War
from .sequence import BEGIN
from .variants.escalation import leads_to_world_war
from .variants.war import VariantWar
from .victory import end_game

# The states that a unit can have, and the attribute that keeps them.
STATES = {
    "moved": "moved",
    "moved-this-turn": "moved_this_turn",
    "railed": "railed",
    "from-rail": "began_on_rail",
    "unsupplied": "unsupplied",
    "fought": "fought",
    "attacked": "was_attacked",
    "struck": "struck",
    "fired": "fired",
}
FLAGS = {
    "marine-ready": "marine_ready",
    "koreans-in": "koreans_in",
    "strategic-strike": "strategic_strike",
    "declines": "declines",
}
SETS = {
    "destroyed": "destroyed",
    "contaminated": "contaminated",
    "newly contaminated": "newly_contaminated",
    "expended": "expended",
    "attacked hexes": "hexes_attacked",
}
# The same for what only the variant article knows.
VARIANT_FLAGS = {
    "second-marine-ready": "second_marine_ready",
    "emergency-called": "emergency_called",
    "airborne-used": "airborne_used",
    "guerrilla-warfare": "guerrilla_warfare",
    "americans-in": "us_in",
}
VARIANT_SETS = {
    "chinese contaminated": "chinese_contaminated",
    "newly chinese contaminated": "newly_chinese_contaminated",
}
MARKERS = {"interdiction": SOVIET, "carrier interdiction": CHINESE}
WORLD_WARS = ((False, True), (True, False), (True, True))
MISSIONS = ("strike", "cover", "interdiction")
# INT.2: no zone of a marker reaches farther, whatever the table says.
MOST_RADIUS = 20
IN_HAND_KEY = "in hand"
OPTIONS = tuple(entry.key for entry in TABLE)
HEADER = (
    "title",
    "scenario",
    "options",
    "turn",
    "phase",
    "number",
    "rolls",
    "rail moves",
    "flow",
    "outcome",
)


def read_position(
    text: str, charts: Charts, new: Callable[[str, tuple[str, ...], Dice], War], dice: Dice
) -> War:
    """The position that a text describes; without a `flow` line, its phase begins now."""
    sheet = parse(text)
    sheet.check(War.title, HEADER)
    p = new(sheet.one_of("scenario", charts.orders, "m1-current"), sheet.options(OPTIONS), dice)
    p.chronicle = []
    p.turn = sheet.number("turn", 1)
    if not 0 <= p.turn <= charts.limit["turns"]:
        raise sheet.header["turn"].error(f"there is no Game-Turn {p.turn}")
    read_counts(p, sheet)
    keys = [known.key for known in p.phases]
    phase = sheet.one_of("phase", keys)
    p.phase = keys.index(phase)
    states: dict[str, int] = defaultdict(int)
    for name, entries in sheet.sections.items():
        if name in SIDES:
            for entry in entries:
                _read_units(p, name, entry, states)
        elif name == "markers":
            for entry in entries:
                _read_marker(p, entry)
        else:
            raise BadPosition(
                1, f"unknown section [{quoted(name)[1:-1]}]; there are Soviet, Chinese, markers"
            )
    read_outcome(p, sheet)
    if "flow" in sheet.header:
        read_flow(p, sheet)
    else:
        BEGIN[phase](p)
        for entry in sheet.sections.get("markers", []):
            if entry.key in _sets(p):
                _read_marker(p, entry)  # what the beginning of the phase has taken away
    for state, attribute in STATES.items():
        if "flow" in sheet.header:
            setattr(p, attribute, states[state])
        elif states[state]:
            setattr(p, attribute, getattr(p, attribute) | states[state])
    p.rail_moves = sheet.number("rail moves", p.rail_moves)
    check_outcome(p, sheet, (end_game, *(partial(_world_war, how) for how in WORLD_WARS)))
    return p


def _world_war(how: tuple[bool, bool], p: War) -> None:
    """SW.3, US.4: ends the game as an attack can, on Americans or not, with missiles or without."""
    on_americans, nuclear = how
    americans = members(p.hexes_of(p.charts.us_marine)) if on_americans else ()
    leads_to_world_war(p, SOVIET, tuple(americans), nuclear=nuclear)


def _read_units(p: War, side: str, entry: Entry, states: dict[str, int]) -> None:
    """A line such as `1611: 7-4-9, 4-6-9 (moved, railed), 3-7-9.2`."""
    hex_ = IN_HAND if entry.key == IN_HAND_KEY else entry.hex(p.names.grid, entry.key)
    if hex_ >= 0 and not p.charts.land >> hex_ & 1:
        raise entry.error(f"{entry.key} is all sea or out of play")
    if hex_ >= 0 and p.occupied(enemy_of(side)) >> hex_ & 1:
        raise entry.error(f"units of both sides are in {entry.key}")
    for word, said in entry.units():
        unit = _unit(p, side, entry, word)
        if hex_ == IN_HAND:
            p.send(unit, IN_HAND)
        else:
            p.place(unit, hex_)
        for state in said:
            if state not in STATES:
                raise entry.unknown("state", state, STATES)
            states[state] |= 1 << unit


def _unit(p: War, side: str, entry: Entry, word: str) -> int:
    """A unit by its name (7-4-9.1), or the next free one of a strength (7-4-9)."""
    unit = p.names.unit(word)
    if unit is None:
        if word not in p.charts.types:
            raise entry.error(f"there is no unit {quoted(word)}")
        free = p.in_pool(word)
        if not free:
            raise entry.error(f"there are no more counters {word}")
        unit = free[0]
    if p.charts.unit_type[unit].side != side:
        raise entry.error(f"{word} is not a {side} unit")
    if not p.box(POOL) >> unit & 1:
        raise entry.error(f"{word} stands somewhere already")
    return unit


def _flags(p: War) -> dict[str, str]:
    return FLAGS | VARIANT_FLAGS if isinstance(p, VariantWar) else FLAGS


def _sets(p: War) -> dict[str, str]:
    return SETS | VARIANT_SETS if isinstance(p, VariantWar) else SETS


def _read_marker(p: War, entry: Entry) -> None:
    if entry.key in _sets(p):
        setattr(p, _sets(p)[entry.key], entry.hexes(p.names.grid))
    elif entry.key in ("mined", "neutralized"):
        sides = tuple(entry.side(p.names.grid, word) for word in entry.words())
        setattr(p, "mines" if entry.key == "mined" else "neutralized", sides)
    elif entry.key == "demolished":
        for word in entry.words():
            text, _, turn = word.partition("@")
            if not turn.isdigit():
                raise entry.error(
                    f"{quoted(word)} should be a hexside and a turn, such as 1423/1424@2"
                )
            side = entry.side(p.names.grid, text)
            p.demolished = (*p.demolished, (*side, entry.number(turn)))
    elif entry.key == "landing":
        p.landing = entry.hex(p.names.grid, entry.value)
    elif entry.key == "flags":
        entry.raise_flags(p, _flags(p))
    elif isinstance(p, VariantWar):
        _read_variant_marker(p, entry)
    else:
        raise entry.error(f"unknown marker {quoted(entry.key)}")


def _read_variant_marker(p: VariantWar, entry: Entry) -> None:
    match entry.key:
        case "interdiction" | "carrier interdiction":
            for word in entry.words():
                label, _, radius = word.partition("@")
                if not radius.isdigit():
                    raise entry.error(f"{quoted(word)} should be a hex and a radius, as 1520@2")
                far = entry.number(radius, MOST_RADIUS)
                p.interdict(entry.hex(p.names.grid, label), far, MARKERS[entry.key])
        case "maneuver group":
            unit = p.names.unit(entry.value)
            if unit is None or p.where[unit] < 0:
                raise entry.error(f"there is no unit {quoted(entry.value)} on the map")
            p.omg = unit
        case "emergency":
            groups = p.charts.emergency[p.conditions.decade]
            for word in entry.words():
                if word not in groups:
                    raise entry.unknown("group", word, groups)
            p.emergency = tuple(entry.words())
        case "nuclear turn":
            p.nuclear_turn = entry.number(entry.value, p.charts.limit["turns"])
        case "carriers":
            if entry.value not in MISSIONS:
                raise entry.error(f"{quoted(entry.value)} should be one of {', '.join(MISSIONS)}")
            p.carrier_mission = entry.value
        case "second landing":
            p.second_landing = entry.hex(p.names.grid, entry.value)
        case _:
            raise entry.error(f"unknown marker {quoted(entry.key)}")


def write_position(p: War) -> str:
    """A position as a text that reads back to the identical position."""
    lines = [
        FIRST_LINE,
        f"title: {p.title}",
        f"scenario: {p.scenario}",
        f"options: {' '.join(p.options)}",
        f"turn: {p.turn}",
        f"phase: {p.current.key}",
        f"number: {p.number}",
        f"rolls: {p.dice.rolls}",
        f"rail moves: {p.rail_moves}",
        flow_line(p),
        *outcome_lines(p),
    ]
    for side in SIDES:
        lines += ["", f"[{side}]"]
        for hex_, stack in sorted(p.stacks.items(), key=lambda item: p.label(item[0])):
            if p.occupied(side) >> hex_ & 1:
                lines.append(
                    f"{p.label(hex_)}: {', '.join(_unit_text(p, u) for u in members(stack))}"
                )
        waiting = [p.name(u) for u in members(p.charts.units_of[side]) if p.where[u] == IN_HAND]
        if waiting:
            lines.append(f"{IN_HAND_KEY}: {', '.join(waiting)}")
    lines += ["", "[markers]"]
    for key, attribute in _sets(p).items():
        hexes: HexSet = getattr(p, attribute)
        if hexes:
            lines.append(f"{key}: {' '.join(p.charts.grid.labels(hexes))}")
    for key, sides in (("mined", p.mines), ("neutralized", p.neutralized)):
        if sides:
            lines.append(f"{key}: {' '.join(side_text(p, side) for side in sides)}")
    if p.demolished:
        texts = (f"{side_text(p, (a, b))}@{turn}" for a, b, turn in p.demolished)
        lines.append(f"demolished: {' '.join(texts)}")
    if p.landing >= 0:
        lines.append(f"landing: {p.label(p.landing)}")
    lines += flag_lines(p, _flags(p))
    if isinstance(p, VariantWar):
        lines += _variant_markers(p)
    return "\n".join(lines) + "\n"


def _variant_markers(p: VariantWar) -> list[str]:
    lines = []
    for key, by in MARKERS.items():
        words = [f"{p.label(hex_)}@{radius}" for hex_, radius, side in p.interdiction if side == by]
        if words:
            lines.append(f"{key}: {' '.join(words)}")
    if p.omg >= 0:
        lines.append(f"maneuver group: {p.name(p.omg)}")
    if p.emergency:
        lines.append(f"emergency: {' '.join(p.emergency)}")
    if p.nuclear_turn:
        lines.append(f"nuclear turn: {p.nuclear_turn}")
    if p.carrier_mission:
        lines.append(f"carriers: {p.carrier_mission}")
    if p.second_landing >= 0:
        lines.append(f"second landing: {p.label(p.second_landing)}")
    return lines


def _unit_text(p: War, unit: int) -> str:
    return unit_text(p, unit, states_of(p, unit, STATES))
