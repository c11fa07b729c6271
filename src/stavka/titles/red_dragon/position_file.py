"""Position files of Red Dragon, Blue Dragon (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ...data import quoted
from ...engine import UnitSet
from ...engine.position_file import Entry, Sheet
from ...hexes import set_of
from ...kit.keys import DATED_SIDE, HEXES, Field, Flags, number, one_of, phase, row, turn
from ...kit.position_file import PositionFile
from .charts import COMMANDS, GMD, PLA, WEATHERS, Charts
from .outline import GAME_TURN
from .position import (
    ABSENT,
    ASIDE,
    BEYOND,
    BOX,
    DEFECTORS,
    EDGE,
    GONE,
    OFF,
    SCHOOL,
    TRACK,
    UNDER,
    USED,
    War,
)
from .sequence import BEGIN
from .victory import end_turn

# The boxes beside the map, by the key that stands for them.
BOXES = {
    "reinforcements": OFF,
    "edge": EDGE,
    "available": BOX,
    "used": USED,
    "eliminated": GONE,
    "aside": ASIDE,
    "beyond": BEYOND,
    "defectors": DEFECTORS,
}
# The boxes of the Turn Record Track: `turn 5`, `school 5`.
TRACKS = {"turn": TRACK, "school": SCHOOL}
# 15.2.3: an L-L Defector stands with its PLA Corps: `under ecfa-9`.
UNDER_KEY = "under "

# The states that a counter can have, and the fields that keep them.
STATES = {
    "moved": "moved",
    "fought": "fought",
    "struck": "struck",
    "negated": "negated",
    "face-up": "face_up",
    "again": "sorties",
}
FLAGS = {
    "great-victory": "great_victory",
    "great-victory-next": "great_victory_next",
    "trenches": "trenches",
    "begun": "begun",
    "watching": "watching",
}
FREEZABLE = [key for command, subs in COMMANDS.items() for key in (command, *subs)]


@cache
def _counters_of(charts: Charts, side: str) -> UnitSet:
    return set_of(unit for unit, counter in enumerate(charts.counter) if counter.side == side)


@cache
def _boxes(charts: Charts) -> Mapping[str, int]:
    """17.2.7d: a leader perhaps waits for a turn that will not come."""
    turns = range(1, charts.limit["turns"] + 2)
    track = {f"{word} {turn}": box - turn for word, box in TRACKS.items() for turn in turns}
    return dict(sorted((BOXES | track).items()))


class WarFile(PositionFile[War]):
    header = (
        turn(lambda p: range(p.charts.limit["turns"] + 1)),
        phase(lambda p: GAME_TURN),
        Field("weather", "weather", one_of(WEATHERS)),
        Field("frozen", "frozen", one_of(FREEZABLE), unless=""),
        Field("news", "news", number()),
        Field("short attacks", "short_attacks", number()),
        Field("popas", "popas", number()),
        Field("offensive", "offensive", number()),
        Field("rail moves", "rail_moves", number()),
        Field("bridges left", "bridges_left", number()),
    )
    sections = (PLA, GMD)
    states = STATES
    lasting = tuple(STATES.values())
    markers = (
        Field("fdp", "fdp", HEXES),
        Field("pla cities", "pla_cities", HEXES),
        Field("attacked", "attacked", HEXES),
        Field("bridges", "bridges", row(DATED_SIDE), unless=""),
        Flags(FLAGS),
    )
    nowhere = ABSENT

    def units_of(self, p: War, section: str) -> UnitSet:
        return _counters_of(p.charts, section)

    def begin(self, p: War, sheet: Sheet) -> None:
        BEGIN[p.current.key](p)

    def endings(self, p: War) -> Sequence[Callable[[War], object]]:
        return (end_turn,)

    def clear(self, p: War) -> None:
        """A counter that is not mentioned is not in the game."""
        p.turn = 1
        p.where = [ABSENT] * len(p.charts.counter)

    def settle(self, p: War, sheet: Sheet) -> None:
        # 7.2.1: whoever is in a city controls it.
        p.pla_cities = p.pla_cities & ~p.gmd | p.pla & p.charts.cities
        for entry in sheet.sections.get(GMD, ()):
            if entry.key.startswith(UNDER_KEY):
                corps = _corps(p, entry)
                p.under += tuple((p.charts.unit(word), corps) for word, _ in entry.units())

    def read_flow(self, p: War, sheet: Sheet) -> None:
        super().read_flow(p, sheet)
        if not p.frames and p.ended is None:
            end_turn(p)  # older files of finished games do not tell the outcome

    def boxes(self, p: War) -> Mapping[str, int]:
        return _boxes(p.charts)

    def place(self, p: War, entry: Entry) -> int:
        if entry.key.startswith(UNDER_KEY):
            _corps(p, entry)
            return UNDER
        first, _, turn = entry.key.partition(" ")
        if first in TRACKS and entry.key not in self.boxes(p):
            raise entry.error(f"there is no turn {quoted(turn)} on the track")
        return super().place(p, entry)

    def can_be(self, p: War, unit: int, place: int) -> bool:
        if place == UNDER:
            return bool(p.charts.units_of[GMD] >> unit & 1)
        return place < 0 or bool(p.charts.air >> unit & 1 or p.charts.land >> place & 1)

    def blocking(self, p: War) -> UnitSet:
        """6.1.1, 6.1.7: the two sides are not together in a hex, except with Guerrillas."""
        return p.charts.combat_units & ~p.charts.guerrillas

    def unit_lines(self, p: War, section: str) -> list[str]:
        """Defectors under a Corps have an order of their own."""
        lines = super().unit_lines(p, section)
        if section == GMD:
            lines += [
                f"{UNDER_KEY}{p.name(corps)}: {self.unit_text(p, defector)}"
                for defector, corps in p.under
            ]
        return lines


def _corps(p: War, entry: Entry) -> int:
    """15.2.3: the PLA Corps that an L-L Defector is under."""
    corps = p.names.unit(entry.key.removeprefix(UNDER_KEY))
    if corps is None or not p.charts.units_of[PLA] & p.charts.corps & 1 << corps:
        raise entry.error(f"{quoted(entry.key)} should name a PLA Corps")
    return corps
