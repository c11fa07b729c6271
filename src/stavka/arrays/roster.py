"""What a title has over all its scenarios: units, steps, and the cells of its map.

Positions number units by scenario. Who learns wants one number for a unit whatever is played, so
that units are numbered here by their names, in the order in which scenarios bring them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..engine import Dice, Names, Position, Title, VerbSpec
from ..hexes import Grid, HexSet

Bits = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.intp]
# Where a table of hexes has nothing.
NOWHERE = -1


def bits_of(set_: int, count: int) -> Bits:
    """A set of hexes or units as an array of noughts and ones, so many of them."""
    data = set_.to_bytes(count + 7 >> 3, "little")
    return np.unpackbits(np.frombuffer(data, np.uint8), count=count, bitorder="little")


class Cells:
    """The map as a picture: row by row, column by column; some cells may be no hex.

    A hex has the number `row * width + column` everywhere in here, counted from the first row and
    column of the printed numbers. Every second line is shifted half a hex along.
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        at = {hex_: grid.position(hex_) for hex_ in grid.hexes}
        columns = [column for column, _ in at.values()]
        rows = [row for _, row in at.values()]
        self.width = max(columns) - min(columns) + 1
        self.height = max(rows) - min(rows) + 1
        self.count = self.width * self.height
        # The number of bits of a hex set, one that is always empty included.
        self.bits = grid.all.bit_length() + 1
        # For each bit of a hex set its cell, and the other way round.
        self.cell_of: Numbers = np.full(self.bits, NOWHERE, np.intp)
        self.hex_in: Numbers = np.full(self.count, self.bits - 1, np.intp)
        for hex_, (column, row) in at.items():
            cell = (row - min(rows)) * self.width + column - min(columns)
            self.cell_of[hex_], self.hex_in[cell] = cell, hex_

    def spread(self, hexes: HexSet, out: npt.NDArray[Any]) -> None:
        """Writes a hex set into the cells of a picture."""
        bits_of(hexes, self.bits).take(self.hex_in, out=out, mode="clip")


class Roster:
    """The units, steps and verbs of a title in one order for all scenarios."""

    def __init__(self, title: Title[Any]) -> None:
        if not title.verbs:
            raise ValueError(f"{title.name} does not declare its verbs (Title.verbs)")
        self.title = title
        blanks = blanks_of(title)
        self.units: tuple[str, ...] = tuple(dict.fromkeys(u for p in blanks for u in p.names.units))
        self.steps: tuple[str, ...] = tuple(dict.fromkeys(s.key for p in blanks for s in p.STEPS))
        self.cells = Cells(blanks[0].names.grid)
        self.verbs: tuple[str, ...] = tuple(dict.fromkeys(spec.verb for spec in title.verbs))
        self.specs: dict[tuple[str, str], VerbSpec] = {
            (spec.verb, spec.offered): spec for spec in title.verbs
        }
        self._number = {name: number for number, name in enumerate(self.units)}
        self._numbers: dict[int, tuple[Names, Numbers]] = {}
        self._rows: dict[int, tuple[slice | Numbers, list[int]]] = {}

    def numbers(self, names: Names) -> Numbers:
        """For each unit of a position its number among all units of the title."""
        known = self._numbers.get(id(names))
        if known is None:
            found = np.array([self._number[name] for name in names.units], np.intp)
            # The names are kept too, so that nobody else can come to have their id.
            known = self._numbers[id(names)] = names, found
        return known[1]

    def rows(self, names: Names) -> tuple[slice | Numbers, list[int]]:
        """The numbers as an index of an array, and as a list. Most titles have the same units in
        all scenarios, so that they follow each other."""
        known = self._rows.get(id(names))
        if known is None:
            numbers = self.numbers(names)
            in_order = np.array_equal(numbers, range(len(numbers)))
            known = slice(0, len(numbers)) if in_order else numbers, numbers.tolist()
            self._rows[id(names)] = known
        return known

    def number(self, unit: str) -> int | None:
        return self._number.get(unit)


def blanks_of(title: Title[Any]) -> list[Position]:
    """A position of every scenario, without options and with all that it allows."""
    found: list[Position] = []
    for scenario in title.scenarios:
        allowed = [o.key for o in title.options if not o.scenarios or scenario.key in o.scenarios]
        for options in dict.fromkeys(((), title.check(scenario.key, allowed))):
            found.append(title.blank(scenario.key, options, Dice(b"blank")))
    return found


@lru_cache(maxsize=32)
def roster_of(title: Title[Any]) -> Roster:
    return Roster(title)
