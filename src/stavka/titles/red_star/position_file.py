"""Position files of Red Star Rising (docs/formats.md)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...data import quoted
from ...engine import UnitSet
from ...engine.position_file import Entry, Sheet
from ...hexes import members
from ...kit.keys import HEXES, Field, Flags, Kind, number, phase, row, turn
from ...kit.position_file import PositionFile
from .charts import AXIS, SIDES
from .outline import PHASES
from .position import (
    AIR_FLEETS,
    AWAITING_PROMOTION,
    BOX_KEYS,
    BREAKDOWN,
    EVACUATED,
    LEADERS,
    NO_MARKER,
    PARADROP,
    PROMOTED,
    RETURNING,
    UNUSED,
    War,
)
from .sequence import BEGIN
from .victory import end_game, surrender

# The states that a unit can have, and the fields that keep them.
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
BOXES = {key: -box for box, key in enumerate(BOX_KEYS) if key}
# A strength marker: its full values and, where several are alike, its number.
MARKER = re.compile(r"([0-9]{1,4})-([0-9]{1,4})(?:\.([0-9]{1,4}))?")
# How many markers of each row of the table.
_COUNTED = row(number(), lambda p: len(p.charts.markers))
COUNTS = Kind(lambda p, entry, words: list(_COUNTED.read(p, entry, words)), _COUNTED.text)


def _read_pair(p: War, entry: Entry, word: str) -> tuple[int, int]:
    one, _, other = word.partition("/")
    first, second = p.names.unit(one), p.names.unit(other)
    if first is None or second is None:
        raise entry.error(f"{quoted(word)} should be two units, such as GIBG01/GIBG02")
    return first, second


PAIR = Kind(_read_pair, lambda p, pair: "/".join(map(p.name, pair)))


class WarFile(PositionFile[War]):
    header = (turn(lambda p: p.charts.turns), phase(lambda p: PHASES))
    scenario = "barbarossa"
    sections = SIDES
    states = STATES
    lasting = ("out", "lack", "emergency")
    markers = (
        Field("cups", "cups", COUNTS),
        Field("at start", "at_start", COUNTS),
        Field("axis held", "axis_held", HEXES),
        Field("entered", "entered", HEXES),
        Field("captured", "captured", HEXES),
        Field("parts", "parts", row(PAIR), unless=""),
        Flags(FLAGS),
    )
    nowhere = UNUSED
    # They are filled if nothing is said about them.
    always = ((AXIS, BREAKDOWN), (AXIS, AIR_FLEETS))

    def begin(self, p: War, sheet: Sheet) -> None:
        BEGIN[p.current.key](p)

    def endings(self, p: War) -> Sequence[Callable[[War], object]]:
        cities = (p.charts.moscow, p.charts.baku)
        return (end_game, *(partial(surrender, city=city) for city in cities))

    def boxes(self, p: War) -> Mapping[str, int]:
        return BOXES

    def alike(self, p: War, word: str) -> UnitSet:
        """`tank_corps` is any of that kind."""
        return p.charts.of_kind.get(word, 0)

    def can_be(self, p: War, unit: int, place: int) -> bool:
        """14.2.2, 14.4.4, 15.4.1, 15.5: boxes that are for some units only; a fleet can be over the
        sea."""
        charts = p.charts
        if place >= 0:
            area = charts.area[p.scenario] if charts.fleets >> unit & 1 else p.area
            return bool(area >> place & 1)
        only = {
            PARADROP: charts.airborne,
            AWAITING_PROMOTION: charts.guards,
            PROMOTED: charts.infantry_armies,
            EVACUATED: charts.assets,
            LEADERS: charts.leaders,
            AIR_FLEETS: charts.fleets,
        }
        return bool(only.get(place, ~0) >> unit & 1)

    def blocking(self, p: War) -> UnitSet:
        return ~p.charts.classes.beside

    def read_detail(self, p: War, entry: Entry, unit: int, word: str) -> None:
        """A state, the steps left (3), a strength marker (2-5), the turn of return (@5)."""
        kind = p.charts.kind[unit]
        if word.isdigit():
            steps = entry.number(word)
            if not kind.has_side_for(steps):
                raise entry.error(f"{p.name(unit)} has no side with {steps} steps")
            p.set_steps(unit, steps)
        elif word.startswith("@") and word[1:].isdigit():
            p.due[unit] = entry.number(word[1:])
        elif (match := MARKER.fullmatch(word)) and kind.cup:
            p.marker[unit] = _marker(p, entry, kind.cup, match)
        else:
            super().read_detail(p, entry, unit, word)

    def details(self, p: War, unit: int) -> list[str]:
        found = []
        if p.marker[unit] != NO_MARKER:
            attack, defence = p.charts.markers[p.marker[unit]].full
            found.append(f"{attack}-{defence}.{p.marker[unit]}")
        if p.steps[unit] != p.charts.kind[unit].steps:
            found.append(str(p.steps[unit]))
        if p.where[unit] == RETURNING:
            found.append(f"@{p.due[unit]}")
        return [*found, *super().details(p, unit)]

    def settle(self, p: War, sheet: Sheet) -> None:
        """What the text is silent about is as one would expect."""
        charts = p.charts
        said = {entry.key for entries in sheet.sections.values() for entry in entries}
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
            _fill_cups(p, begins="flow" not in sheet.header)
        held = charts.axis_held[p.scenario] & ~p.soviet_strong
        p.axis_held = held | charts.controllable & p.axis_strong


def _marker(p: War, entry: Entry, cup: str, match: re.Match[str]) -> int:
    """A kind of marker by its full strength, and by its number where several are alike."""
    values = (int(match[1]), int(match[2]))
    for kind in p.charts.markers_in[cup]:
        right_number = match[3] is None or int(match[3]) == kind
        if p.charts.markers[kind].full == values and right_number:
            return kind
    raise entry.error(f"there is no marker {match[0]} in cup {cup}")


def _fill_cups(p: War, *, begins: bool) -> None:
    """The markers that have arrived and are not on an army."""
    # 15.3: a Supply Phase that is to begin now brings the markers of its turn.
    coming = begins and p.current.key == "supply" and p.turn > p.plan.first_turn
    early = p.plan.first_turn == 1
    for kind, marker in enumerate(p.charts.markers):
        if marker.turn <= p.turn - coming and (early or not marker.striped):
            p.cups[kind] = marker.count - p.marker.count(kind)
