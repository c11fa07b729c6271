"""What observations of a title consist of: every plane, column and number, with its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from ..board import Board
from ..engine import Title
from ..kit.sights import Sights
from ..kit.title import Wargame
from .encoding import digest_of
from .roster import roster_of

Planes = npt.NDArray[np.uint8]
Units = npt.NDArray[np.int16]
Globals = npt.NDArray[np.float32]
# What an observation consists of, by these keys.
PLANES, UNITS, GLOBALS = "planes", "units", "globals"
# How units of no side are called.
NOBODY = "nobody"


class Meaning(NamedTuple):
    """What one plane, column or number of an observation is."""

    part: str
    number: int
    name: str
    text: str


class Part:
    """Names and texts of one part of an observation, in order."""

    def __init__(self, part: str) -> None:
        self.part = part
        self.meanings: list[Meaning] = []

    def add(self, name: str, text: str) -> int:
        """Adds one; returns its number."""
        number = len(self.meanings)
        self.meanings.append(Meaning(self.part, number, name, text))
        return number

    def __len__(self) -> int:
        return len(self.meanings)


class Layout:
    """The shape of a title's observations, the same for all of its scenarios."""

    def __init__(self, title: Title[Any]) -> None:
        if not isinstance(title, Wargame):
            raise TypeError(f"{title.name} has no counters on a map")
        self.title, self.sights = title, title.sights
        self.roster = roster_of(title)
        self.cells = self.roster.cells
        self.owners = (*title.sides, NOBODY)
        self.planes, self.units, self.globals = Part(PLANES), Part(UNITS), Part(GLOBALS)
        self._lay_out_planes(self.sights)
        self._lay_out_units(self.sights)
        self._lay_out_globals(self.sights)
        cells = self.cells
        self.shapes: dict[str, tuple[int, ...]] = {
            PLANES: (len(self.planes), cells.height, cells.width),
            UNITS: (len(self.roster.units), len(self.units)),
            GLOBALS: (len(self.globals),),
        }
        names = [(meaning.part, meaning.name) for meaning in self.meanings()]
        told = (title.slug, names, self.roster.units, repr(cells.grid), cells.width, cells.height)
        self.digest = digest_of(told)

    def _lay_out_planes(self, sights: Sights) -> None:
        add = self.planes.add
        self.at = add("asked", "hexes that the question is about")
        self.counted = len(self.planes)
        for owner in self.owners:
            add(f"counters {owner}", f"how many counters are in the hex: those of {owner}")
        texts = {name: sight.text for name, sight in sights.printed.items()}
        texts |= {name: value.text for name, value in sights.values.items()}
        for name in sights.summed:
            text = texts[name]
            for owner in self.owners:
                add(f"{name} {owner}", f"{text}, added up over the counters of {owner}")
        self.hexes = len(self.planes)
        for name, sight in sights.hexes.items():
            add(name, sight.text)
        self.sides = len(self.planes)
        for name, sight in sights.sides.items():
            add(name, f"hexsides, {SIDES_TEXT}: {sight.text}")

    def _lay_out_units(self, sights: Sights) -> None:
        add = self.units.add
        add("present", "1 if there is such a counter in the scenario")
        add("owner", "whose it is: 0 or 1 as in the title's sides, 2 for nobody")
        add("hex", "the cell it is in (row * width + column), -1 off the map")
        add("row", "the row of that cell, -1 off the map")
        add("column", "the column of that cell, -1 off the map")
        add("box", "off the map the number of its box, 0 on the map")
        self.of = add("asked", "the question is about it")
        self.engaged = add("engaged", "what is going on remembers it: it moves, attacks, retreats")
        self.printed = len(self.units)
        for told in (sights.printed, sights.values, sights.units):
            for name, sight in told.items():
                add(name, sight.text)
        self.values = self.printed + len(sights.printed)
        self.flags = self.values + len(sights.values)
        # The columns that are added up.
        self.summed = [
            self.printed + [*sights.printed, *sights.values].index(s) for s in sights.summed
        ]

    def _lay_out_globals(self, sights: Sights) -> None:
        add, title = self.globals.add, self.title
        for side in title.sides:
            add(f"side {side}", f"1 if this is what {side} sees")
        self.asked = add("asked", "1 if this side has to choose now")
        self.steps = len(self.globals)
        for step in self.roster.steps:
            add(f"step {step}", "1 if this is what goes on, as far as the side may know")
        self.scenarios = len(self.globals)
        for scenario in title.scenarios:
            add(f"scenario {scenario.key}", "1 if this scenario is played")
        self.options = len(self.globals)
        for option in title.options:
            add(f"option {option.key}", f"1 if it is played with: {option.name}")
        self.numbers = len(self.globals)
        for name, sight in sights.numbers.items():
            add(name, sight.text)
        self.rows = len(self.globals)
        for told in (sights.rows, sights.words):
            for name, sight in told.items():
                for label in sight.labels:
                    add(f"{name} {label}", sight.text)

    def meanings(self) -> list[Meaning]:
        """Every plane, column and number, with what it means."""
        return [*self.planes.meanings, *self.units.meanings, *self.globals.meanings]

    # What never changes

    def ground(self) -> tuple[Planes, list[Meaning]]:
        """The map in planes, for whoever wants to lay it under the others: it never changes, and
        is no part of observations."""
        layout, board = Part("ground"), cast(Any, self.title).charts.board
        planes = [self._plane(board.grid.all, layout.add("hex", "1 where there is a hex"))]
        for name, text, facing in _features(board):
            layout.add(name, text)
            planes.append(self._bits(facing))
        return np.stack(planes).reshape(-1, self.cells.height, self.cells.width), layout.meanings

    def _plane(self, hexes: int, _number: int = 0) -> Planes:
        out = np.zeros(self.cells.count, np.uint8)
        self.cells.spread(hexes, out)
        return out

    def _bits(self, facing: Sequence[int]) -> Planes:
        planes = [self._plane(hexes) << bit for bit, hexes in enumerate(facing)]
        return cast(Planes, np.bitwise_or.reduce(planes))


TYPES: dict[str, Any] = {PLANES: np.uint8, UNITS: np.int16, GLOBALS: np.float32}
SIDES_TEXT = "bit d (1, 2, 4, ...) for the side in direction d, clockwise"


def _features(board: Board) -> Iterator[tuple[str, str, Sequence[int]]]:
    """Everything on a map: name, text, and hex sets for the bits of the plane."""
    kinds = board.kinds
    yield "in play", "1 where units can be", (board.in_play,)
    for key, hexes in board.terrain.items():
        yield f"terrain {key}", kinds["terrain"][key].name, (hexes,)
    for key, kind in kinds["places"].items():
        yield f"place {key}", kind.name, (board.kind(key),)
    for key, sides in board.sides.items():
        yield f"side {key}", f"{kinds['sides'][key].name}, {SIDES_TEXT}", sides.facing
    for key, network in board.networks.items():
        yield f"network {key}", f"{kinds['networks'][key].name}, {SIDES_TEXT}", network.leading
