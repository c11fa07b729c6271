"""Position files of The East Is Red (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ...data import quoted
from ...engine import UnitSet
from ...engine.position_file import Entry, Sheet
from ...hexes import members
from ...kit.keys import (
    DATED_SIDE,
    HEX,
    HEXES,
    HEXSIDE,
    Field,
    Flags,
    Kind,
    number,
    one_of,
    phase,
    row,
    turn,
)
from ...kit.position_file import MARKERS, PositionFile
from .charts import CHINESE, SIDES, SOVIET
from .position import IN_HAND, Marker, War
from .sequence import BEGIN
from .variants.escalation import leads_to_world_war
from .variants.war import VariantWar
from .victory import end_game

# The states that a unit can have, and the fields that keep them; what only the variant article
# knows is at the end.
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
    "second-marine-ready": "second_marine_ready",
    "emergency-called": "emergency_called",
    "airborne-used": "airborne_used",
    "guerrilla-warfare": "guerrilla_warfare",
    "americans-in": "us_in",
}
SETS = {
    "destroyed": "destroyed",
    "contaminated": "contaminated",
    "newly contaminated": "newly_contaminated",
    "expended": "expended",
    "attacked hexes": "hexes_attacked",
    "chinese contaminated": "chinese_contaminated",
    "newly chinese contaminated": "newly_chinese_contaminated",
}
BOXES = {"in hand": IN_HAND}
RAIL_MOVES = Field("rail moves", "rail_moves", number())
MISSIONS = ("strike", "cover", "interdiction")
# INT.2: no zone of a marker reaches farther, whatever the table says.
MOST_RADIUS = 20
WORLD_WARS = ((False, True), (True, False), (True, True))


def _interdiction(by: str) -> Kind:
    """INT.1: the markers of a side, hexes with the radius of the zone: `0618@2`."""

    def read(p: VariantWar, entry: Entry, words: str) -> tuple[Marker, ...]:
        found = [marker for marker in p.interdiction if marker[2] != by]
        for word in entry.words():
            label, _, radius = word.partition("@")
            if not radius.isdigit():
                raise entry.error(f"{quoted(word)} should be a hex and a radius, as 1520@2")
            far = entry.number(radius, MOST_RADIUS)
            found.append((entry.hex(p.names.grid, label), far, by))
        return tuple(found)

    def text(p: VariantWar, markers: tuple[Marker, ...]) -> str:
        return " ".join(f"{p.label(hex_)}@{far}" for hex_, far, side in markers if side == by)

    return Kind(read, text)


def _read_unit(p: War, entry: Entry, name: str) -> int:
    unit = p.names.unit(name)
    if unit is None or p.where[unit] < 0:
        raise entry.error(f"there is no unit {quoted(name)} on the map")
    return unit


def _read_group(p: War, entry: Entry, word: str) -> str:
    """ER.2: a group of emergency reinforcements."""
    groups = p.charts.emergency[p.conditions.decade]
    if word not in groups:
        raise entry.unknown("group", word, groups)
    return word


def _read_turn(p: War, entry: Entry, word: str) -> int:
    return entry.number(word, p.charts.limit["turns"])


UNIT = Kind(_read_unit, lambda p, unit: p.name(unit) if unit >= 0 else "")
GROUP = Kind(_read_group, lambda p, group: group)
TURN = Kind(_read_turn, lambda p, turn: str(turn))


def _world_war(how: tuple[bool, bool], p: War) -> None:
    """SW.3, US.4: ends the game as an attack can, on Americans or not, with missiles or without."""
    on_americans, nuclear = how
    americans = members(p.hexes_of(p.charts.us_marine)) if on_americans else ()
    leads_to_world_war(p, SOVIET, tuple(americans), nuclear=nuclear)


class WarFile(PositionFile[War]):
    header = (
        turn(lambda p: range(p.charts.limit["turns"] + 1)),
        phase(lambda p: p.phases),
    )
    tally = (RAIL_MOVES,)
    sections = SIDES
    states = STATES
    markers = (
        *(Field(key, field, HEXES, unless="") for key, field in SETS.items()),
        Field("mined", "mines", row(HEXSIDE), unless=""),
        Field("neutralized", "neutralized", row(HEXSIDE), unless=""),
        Field("demolished", "demolished", row(DATED_SIDE), unless=""),
        Field("landing", "landing", HEX, unless=""),
        Flags(FLAGS),
        Field("interdiction", "interdiction", _interdiction(SOVIET), unless=""),
        Field("carrier interdiction", "interdiction", _interdiction(CHINESE), unless=""),
        Field("maneuver group", "omg", UNIT, unless=""),
        Field("emergency", "emergency", row(GROUP), unless=""),
        Field("nuclear turn", "nuclear_turn", TURN, unless="0"),
        Field("carriers", "carrier_mission", one_of(MISSIONS), unless=""),
        Field("second landing", "second_landing", HEX, unless=""),
    )

    def begin(self, p: War, sheet: Sheet) -> None:
        BEGIN[p.current.key](p)
        # What the beginning of the phase has taken away.
        for entry in sheet.sections.get(MARKERS, ()):
            if entry.key in SETS:
                self.read_marker(p, entry)
        if RAIL_MOVES.key in sheet.header:
            RAIL_MOVES.read(p, sheet.header[RAIL_MOVES.key])

    def endings(self, p: War) -> Sequence[Callable[[War], object]]:
        return (end_game, *(partial(_world_war, how) for how in WORLD_WARS))

    def clear(self, p: War) -> None:
        p.turn = 1

    def boxes(self, p: War) -> Mapping[str, int]:
        return BOXES

    def alike(self, p: War, word: str) -> UnitSet:
        """7-4-9 is any of that strength."""
        return p.charts.of_strength.get(word, 0)

    def can_be(self, p: War, unit: int, place: int) -> bool:
        return place < 0 or bool(p.charts.land >> place & 1)
