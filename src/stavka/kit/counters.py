"""Counters on a map: who is in which hex or box, and where each class of counters is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Protocol

from ..engine import Dice, Names, Position, UnitSet
from ..hexes import Hex, HexSet, members


class Classes:
    """Classes of counters, by the attribute of a position that holds the hexes they are in."""

    def __init__(self, count: int, units: Mapping[str, UnitSet], beside: UnitSet = 0) -> None:
        # Counters that are in a hex and in no stack: aircraft, and whoever hinders nobody.
        self.beside = beside
        units = {"stacked": ~beside, **units}
        self.names = tuple(units)
        # For each counter its classes, with all counters of the class.
        self.of = tuple(
            tuple((name, those) for name, those in units.items() if those >> unit & 1)
            for unit in range(count)
        )


class Sheets(Protocol):
    """What a title's charts have in common."""

    names: Names
    units_of: dict[str, UnitSet]
    classes: Classes


class CounterPosition(Position):
    """A position of counters in hexes, which are numbers from 0 on, and in boxes, below 0.

    `where` belongs to the state; the rest is kept along with it. Whatever changes `where` goes
    through `place` and `send`.
    """

    # The sets of units that a counter is out of when it leaves the map: it comes back as new.
    FORGOTTEN: ClassVar[tuple[str, ...]] = ()
    _copied: ClassVar[tuple[str, ...]] = ("where", "stacks", "beside", "boxes")

    # Hexes with a stack, whosever it is.
    stacked: HexSet

    def __init__(
        self,
        charts: Sheets,
        scenario: str,
        options: tuple[str, ...],
        dice: Dice,
        box: int,
    ) -> None:
        """All counters are in one box at first."""
        super().__init__(scenario, options, dice)
        self.names = charts.names
        self.units_of, self._classes = charts.units_of, charts.classes
        self.where: list[int] = [box] * len(charts.classes.of)

    def rebuild(self) -> None:
        # Who is in a hex: in its stack, and beside it.
        self.stacks: dict[Hex, UnitSet] = {}
        self.beside: dict[Hex, UnitSet] = {}
        self.boxes: dict[int, UnitSet] = {}
        self.on_map: UnitSet = 0
        self.__dict__.update(dict.fromkeys(self._classes.names, 0))
        for unit, at in enumerate(self.where):
            if at < 0:
                self.boxes[at] = self.boxes.get(at, 0) | 1 << unit
            else:
                self.on_map |= 1 << unit
                self._put_down(unit, at)
        # Stands for where all counters are, and is another with every change.
        self.placed = object()

    # Changes

    def place(self, unit: int, hex_: Hex) -> None:
        """Puts a counter into a hex, from wherever it was."""
        at = self.where[unit]
        if at >= 0:
            self._lift(unit, at)
        else:
            self._take_out(unit, at)
            self.on_map |= 1 << unit
        self.where[unit] = hex_
        self._put_down(unit, hex_)
        self.placed = object()

    def send(self, unit: int, box: int) -> None:
        """Puts a counter into a box, from wherever it was."""
        at, keep = self.where[unit], ~(1 << unit)
        if at >= 0:
            self._lift(unit, at)
            self.on_map &= keep
            sets = self.__dict__
            for name in self.FORGOTTEN:
                sets[name] &= keep
        else:
            self._take_out(unit, at)
        self.where[unit] = box
        self.boxes[box] = self.boxes.get(box, 0) | 1 << unit
        self.placed = object()

    def _put_down(self, unit: int, hex_: Hex) -> None:
        """Enters a counter in the sets of who is where."""
        stacks = self.beside if self._classes.beside >> unit & 1 else self.stacks
        stacks[hex_] = stacks.get(hex_, 0) | 1 << unit
        sets, at = self.__dict__, 1 << hex_
        for name, _ in self._classes.of[unit]:
            sets[name] |= at

    def _lift(self, unit: int, hex_: Hex) -> None:
        """Takes a counter out of the sets of who is where."""
        stacks = self.beside if self._classes.beside >> unit & 1 else self.stacks
        rest = stacks[hex_] & ~(1 << unit)
        if rest:
            stacks[hex_] = rest
        else:
            del stacks[hex_]
        sets, elsewhere = self.__dict__, ~(1 << hex_)
        for name, those in self._classes.of[unit]:
            if not rest & those:
                sets[name] &= elsewhere

    def _take_out(self, unit: int, box: int) -> None:
        rest = self.boxes[box] & ~(1 << unit)
        if rest:
            self.boxes[box] = rest
        else:
            del self.boxes[box]

    # Questions

    def units_in(self, hex_: Hex) -> UnitSet:
        """The counters of the stack in a hex."""
        return self.stacks.get(hex_, 0)

    def units_at(self, hexes: HexSet) -> UnitSet:
        """The counters of the stacks in any of some hexes."""
        found, stacks = 0, self.stacks
        for hex_ in members(hexes & self.stacked):
            found |= stacks[hex_]
        return found

    def units_on_map(self, side: str) -> UnitSet:
        return self.on_map & self.units_of[side]

    def box(self, box: int) -> UnitSet:
        """The counters in a box."""
        return self.boxes.get(box, 0)

    def hexes_of(self, units: UnitSet) -> HexSet:
        """Where those of some counters are that are on the map."""
        found, where = 0, self.where
        for unit in members(units & self.on_map):
            found |= 1 << where[unit]
        return found
