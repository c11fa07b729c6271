"""Position files of River Line (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from stavka.engine.position_file import Entry, Sheet
from stavka.hexes import HexSet, set_of
from stavka.kit.keys import HEXES, Field, Kind, phase, turn
from stavka.kit.position_file import PositionFile

from .charts import SIDES, UPLAND, VALE
from .outline import PHASES
from .position import OFF_MAP, War
from .sequence import begin_phase
from .victory import end_game

# The states that a unit can have, and the fields that keep them.
STATES = {"moved": "moved", "fought": "fought", "attacked": "attacked"}


def _read_towns(p: War, entry: Entry, words: str) -> HexSet:
    """8.1: whoever is in a town has it, whatever the line says."""
    said, towns = entry.hexes(p.names.grid), set_of(p.charts.towns)
    if wrong := said & ~towns:
        raise entry.error(f"{p.charts.grid.labels(wrong)[0]} is not a town")
    return (said | p.occupied(UPLAND) & towns) & ~p.occupied(VALE)


class WarFile(PositionFile[War]):
    header = (
        turn(lambda p: range(1, p.conditions.turns + 1)),
        phase(lambda p: PHASES),
    )
    sections = SIDES
    states = STATES
    markers = (Field("taken", "taken", Kind(_read_towns, HEXES.text)),)
    nowhere = OFF_MAP

    def begin(self, p: War, sheet: Sheet) -> None:
        begin_phase(p)

    def endings(self, p: War) -> Sequence[Callable[[War], object]]:
        return (end_game,)

    def clear(self, p: War) -> None:
        """Who is not mentioned is not on the map."""
        p.turn = 1
        p.where = [OFF_MAP] * len(p.charts.counters)

    def settle(self, p: War, sheet: Sheet) -> None:
        p.taken = p.occupied(UPLAND) & set_of(p.charts.towns)

    def place(self, p: War, entry: Entry) -> int:
        """3.3: one unit in a hex."""
        hex_ = super().place(p, entry)
        if hex_ in p.where or len(list(entry.units())) > 1:
            raise entry.error(f"two units are in {entry.key}")
        return hex_
