"""Position files of Red Star Rising (docs/formats.md)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import partial

from ...data import quoted
from ...engine import Dice, UnitSet
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
from ...hexes import Hex, HexSet, UnknownHex, members
from .charts import AXIS, SIDES, Charts, enemy_of
from .outline import NUMBER_OF
from .position import (
    AIR_FLEETS,
    AWAITING_PROMOTION,
    BOX_KEYS,
    BREAKDOWN,
    NO_MARKER,
    PARADROP,
    PROMOTED,
    RETURNING,
    UNUSED,
    War,
)
from .sequence import BEGIN
from .victory import end_game, surrender

# The states that a unit can have, and the attribute that keeps them.
STATES = {
    "out": "out",
    "lack": "lack",
    "emergency": "emergency",
    "flipped": "flipped",
    "fresh": "fresh",
    "moved": "moved",
    "fought": "fought",
    "attacked": "was_attacked",
    "converted": "converted",
}
FLAGS = {
    "sailed": "sailed",
    "siege-used": "siege_used",
    "siege-exposed": "siege_exposed",
    "ruined": "ruined",
}
SETS = {"axis held": "axis_held", "entered": "entered", "captured": "captured"}
COUNTS = {"cups": "cups", "at start": "at_start"}
# A strength marker: its full values and, where several are alike, its number.
MARKER = re.compile(r"([0-9]{1,4})-([0-9]{1,4})(?:\.([0-9]{1,4}))?")
HEADER = ("title", "scenario", "options", "turn", "phase", "number", "rolls", "flow", "outcome")


def read_position(
    text: str, charts: Charts, new: Callable[[str, tuple[str, ...], Dice], War], dice: Dice
) -> War:
    """The position that a text describes; without a `flow` line, its phase begins now."""
    sheet = parse(text)
    sheet.check(War.title, HEADER)
    if sheet.text("options", ""):
        raise sheet.header["options"].error(f"{War.title} has no options")
    p = new(sheet.one_of("scenario", charts.plans, "barbarossa"), (), dice)
    p.chronicle = []
    p.turn = sheet.number("turn", p.plan.first_turn)
    if p.turn not in charts.turns:
        raise sheet.header["turn"].error(f"there is no turn {p.turn}")
    read_counts(p, sheet)
    phase = sheet.one_of("phase", NUMBER_OF)
    p.phase = NUMBER_OF[phase]
    states: dict[str, int] = defaultdict(int)
    said: set[str] = set()
    for name, entries in sheet.sections.items():
        if name not in (*SIDES, "markers"):
            raise BadPosition(
                1, f"unknown section [{quoted(name)[1:-1]}]; there are Axis, Soviet, markers"
            )
        for entry in entries:
            said.add(entry.key)
            if name == "markers":
                _read_marker(p, entry)
            else:
                _read_units(p, name, entry, states)
    # 15.3: a Supply Phase that is to begin now brings the markers of its turn.
    coming = phase == "supply" and "flow" not in sheet.header and p.turn > p.plan.first_turn
    _fill_in(p, said, p.turn - coming)
    p.rebuild()
    read_outcome(p, sheet)
    if "flow" in sheet.header:
        read_flow(p, sheet)
    else:
        # What the beginning of a phase looks at must be known before it.
        for state in ("out", "lack", "emergency"):
            setattr(p, STATES[state], states[state])
        BEGIN[phase](p)
    for state, attribute in STATES.items():
        if "flow" in sheet.header:
            setattr(p, attribute, states[state])
        elif phase != "supply":
            setattr(p, attribute, getattr(p, attribute) | states[state])
    cities = (charts.moscow, charts.baku)
    check_outcome(p, sheet, (end_game, *(partial(surrender, city=city) for city in cities)))
    return p


# Units


def _read_units(p: War, side: str, entry: Entry, states: dict[str, int]) -> None:
    """A line such as `4704: GTK41, GIK01 (3, out)` or `returning: GDEP03 (@5)`."""
    box = -BOX_KEYS.index(entry.key) if entry.key in BOX_KEYS[1:] else 0
    hex_ = _hex(p, entry) if not box else -1
    for name, said in entry.units():
        unit = _unit(p, side, entry, name)
        beside = p.charts.classes.beside >> unit & 1
        if box:
            if not _can_wait_in(p, box) >> unit & 1:
                raise entry.error(f"{p.name(unit)} cannot be in the box {entry.key}")
            p.send(unit, box)
        else:
            allowed = p.charts.area[p.scenario] if p.charts.fleets >> unit & 1 else p.area
            if not allowed >> hex_ & 1:
                raise entry.error(f"{entry.key} is water, out of play or beyond the map in use")
            if not beside and p.occupied(enemy_of(side)) >> hex_ & 1:
                raise entry.error(f"units of both sides are in {entry.key}")
            p.place(unit, hex_)
        for word in said:
            _read_detail(p, entry, unit, word, states)


def _can_wait_in(p: War, box: int) -> UnitSet:
    """15.4.1, 15.5: boxes that are for some units only."""
    charts = p.charts
    only = {
        PARADROP: charts.airborne,
        AWAITING_PROMOTION: charts.guards,
        PROMOTED: charts.infantry_armies,
    }
    return only.get(box, ~0)


def _unit(p: War, side: str, entry: Entry, word: str) -> int:
    """A unit by its name (GTK41), or the next free one of a kind (tank_corps)."""
    unit = p.names.unit(word)
    if unit is None:
        if word not in p.charts.kinds:
            raise entry.error(f"there is no unit and no kind of unit {quoted(word)}")
        free = members(p.box(UNUSED) & p.charts.of_kind[word])
        if not free:
            raise entry.error(f"there are no more counters of kind {word}")
        unit = free[0]
    if p.charts.kind[unit].side != side:
        raise entry.error(f"{word} is not a unit of the {side} side")
    if p.where[unit] != UNUSED:
        raise entry.error(f"{word} stands somewhere already")
    return unit


def _read_detail(p: War, entry: Entry, unit: int, word: str, states: dict[str, int]) -> None:
    """A state, the steps left (3), a strength marker (2-5), the turn of return (@5)."""
    kind = p.charts.kind[unit]
    if word in STATES:
        states[word] |= 1 << unit
    elif word.isdigit():
        steps = entry.number(word)
        if not kind.has_side_for(steps):
            raise entry.error(f"{p.name(unit)} has no side with {steps} steps")
        p.set_steps(unit, steps)
    elif word.startswith("@") and word[1:].isdigit():
        p.due[unit] = entry.number(word[1:])
    elif (match := MARKER.fullmatch(word)) and kind.cup:
        p.marker[unit] = _marker(p, entry, kind.cup, word, match)
    else:
        raise entry.unknown("detail", word, STATES)


def _marker(p: War, entry: Entry, cup: str, word: str, match: re.Match[str]) -> int:
    """A kind of marker by its full strength, and by its number where several are alike."""
    values = (int(match[1]), int(match[2]))
    for number in p.charts.markers_in[cup]:
        right_number = match[3] is None or int(match[3]) == number
        if p.charts.markers[number].full == values and right_number:
            return number
    raise entry.error(f"there is no marker {word} in cup {cup}")


def _hex(p: War, entry: Entry) -> Hex:
    try:
        return p.charts.grid.hex(entry.key)
    except UnknownHex as error:
        boxes = ", ".join(BOX_KEYS[1:])
        raise entry.error(f"{error}; boxes are {boxes}") from None


def _fill_in(p: War, said: set[str], arrived: int) -> None:
    """What the text is silent about is as one would expect, with the markers up to a turn."""
    charts = p.charts
    if "breakdown" not in said:
        foreign = 0
        for key, only in charts.unlisted.items():
            foreign |= only if key != p.scenario else 0
        for unit in members(charts.battlegroups & p.box(UNUSED) & ~foreign):
            p.send(unit, BREAKDOWN)
    if "air_fleets" not in said:
        for base, fleet in charts.fleet_of.items():
            if p.where[base] >= 0 and p.where[fleet] == UNUSED:
                p.send(fleet, AIR_FLEETS)
    if "cups" not in said:
        early = p.plan.first_turn == 1
        for number, marker in enumerate(charts.markers):
            if marker.turn <= arrived and (early or not marker.striped):
                p.cups[number] = marker.count - p.marker.count(number)
    if "axis held" not in said:
        held = charts.axis_held[p.scenario] & ~p.soviet_strong
        p.axis_held = held | charts.controllable & p.axis_strong


# Everything else


def _read_marker(p: War, entry: Entry) -> None:
    if entry.key in SETS:
        setattr(p, SETS[entry.key], entry.hexes(p.names.grid))
    elif entry.key in COUNTS:
        counts = entry.words()
        if len(counts) != len(p.charts.markers):
            raise entry.error(f"{len(p.charts.markers)} numbers are expected")
        setattr(p, COUNTS[entry.key], [entry.number(count) for count in counts])
    elif entry.key == "parts":
        for word in entry.words():
            one, _, other = word.partition("/")
            pair = p.names.unit(one), p.names.unit(other)
            if pair[0] is None or pair[1] is None:
                raise entry.error(f"{quoted(word)} should be two units, such as GIBG01/GIBG02")
            p.parts = (*p.parts, (pair[0], pair[1]))
    elif entry.key == "flags":
        entry.raise_flags(p, FLAGS)
    else:
        raise entry.error(f"unknown marker {quoted(entry.key)}")


# Writing


def write_position(p: War) -> str:
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
        lines += ["", f"[{side}]", *_unit_lines(p, side)]
    lines += ["", "[markers]"]
    for key, attribute in COUNTS.items():
        lines.append(f"{key}: {' '.join(map(str, getattr(p, attribute)))}")
    for key, attribute in SETS.items():
        hexes: HexSet = getattr(p, attribute)
        lines.append(f"{key}: {' '.join(p.charts.grid.labels(hexes))}")
    if p.parts:
        lines.append(f"parts: {' '.join(f'{p.name(a)}/{p.name(b)}' for a, b in p.parts)}")
    lines += flag_lines(p, FLAGS)
    return "\n".join(lines) + "\n"


def _unit_lines(p: War, side: str) -> list[str]:
    at: dict[str, list[str]] = defaultdict(list)
    for unit in members(p.units_on_map(side)):
        at[p.label(p.where[unit])].append(_unit_text(p, unit))
    lines = [f"{label}: {', '.join(units)}" for label, units in sorted(at.items())]
    for number, key in enumerate(BOX_KEYS):
        inside = members(p.box(-number) & p.charts.units_of[side])
        # These two are filled if nothing is said about them.
        spoken_of = side == AXIS and -number in (BREAKDOWN, AIR_FLEETS)
        if key not in ("", "unused") and (inside or spoken_of):
            lines.append(f"{key}: {', '.join(_unit_text(p, u) for u in inside)}")
    return lines


def _unit_text(p: War, unit: int) -> str:
    details = []
    if p.marker[unit] != NO_MARKER:
        attack, defence = p.charts.markers[p.marker[unit]].full
        details.append(f"{attack}-{defence}.{p.marker[unit]}")
    if p.steps[unit] != p.charts.kind[unit].steps:
        details.append(str(p.steps[unit]))
    if p.where[unit] == RETURNING:
        details.append(f"@{p.due[unit]}")
    return unit_text(p, unit, [*details, *states_of(p, unit, STATES)])
