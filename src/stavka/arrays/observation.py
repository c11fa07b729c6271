"""Views as arrays of a fixed shape: pictures of the map, a table of units, and numbers.

An observation is made from a view and from nothing else, so that there is nothing hidden in it. It
is written into arrays that are there already, and only where something is different from what was
written there last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from itertools import count as count_from
from operator import attrgetter, ne
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..engine import Decision, Frame, Title, View
from ..kit.counters import CounterPosition
from ..kit.sights import Sight, Sights, Source, ValueSource
from .layout import GLOBALS, NOBODY, PLANES, TYPES, UNITS, Globals, Layout, Planes, Units
from .roster import NOWHERE, bits_of

Arrays = Mapping[str, npt.NDArray[Any]]
# If more than so many counters have moved, all of them are noted anew.
FEW = 12
# Where nobody is, and what is said of a counter that is off the map.
NEVER, OFF_MAP = 1 << 30, (NOWHERE,) * 3
# The fields of memos that hold units, by a convention of all titles.
MANY, ONE = ("units", "attackers", "defenders"), "unit"


class Observer(Layout):
    """Makes observations of a title's views."""

    def blank(self) -> dict[str, npt.NDArray[Any]]:
        """Arrays for one observation."""
        return {name: np.zeros(self.shapes[name], type_) for name, type_ in TYPES.items()}

    def writer(self, arrays: Arrays) -> Writer:
        """Who writes observations into some arrays, and nobody else does."""
        return Writer(self, arrays)

    def observe(self, view: View[Any]) -> dict[str, npt.NDArray[Any]]:
        """One observation in arrays of its own."""
        arrays = self.blank()
        self.writer(arrays).write(view)
        return arrays


@lru_cache(maxsize=32)
def observer_of(title: Title[Any]) -> Observer:
    return Observer(title)


# Something that has changed is written down: given what it is now, or the position, what an
# attribute is now, and what it was.
Update = Callable[[Any], None]
Change = Callable[[Any, Any, Any], None]


class Writer:
    """Keeps the arrays of one pair of eyes up to date."""

    def __init__(self, observer: Observer, arrays: Arrays) -> None:
        self._observer = observer
        self._planes: Planes = arrays[PLANES].reshape(len(observer.planes), -1)
        if not np.shares_memory(self._planes, arrays[PLANES]):
            raise ValueError("the planes have to lie together in memory")
        self._units: Units = arrays[UNITS]
        self._globals: Globals = arrays[GLOBALS]
        self._names: object = None
        self._side = ""
        self._cell_of: list[int] = observer.cells.cell_of.tolist()
        self._steps = {key: observer.steps + n for n, key in enumerate(observer.roster.steps)}
        self._step = -1
        # Attributes, with what is to be written when one is different.
        self._attributes: list[str] = []
        self._updates: list[list[Change]] = []
        self._watch("where", lambda _p, where, _last: self._place(where))
        self._watch("frames", lambda _p, frames, _last: self._note_frames(frames))
        self._watch_sights(observer.sights)
        self._read = attrgetter(*self._attributes)
        self._all = range(len(self._attributes))
        self._last: tuple[Any, ...] = ()
        # Whether sums have to be made anew because of others than where units are.
        self._values_changed = False

    # What is watched

    def _watch(self, attribute: str, update: Change) -> None:
        if attribute not in self._attributes:
            self._attributes.append(attribute)
            self._updates.append([])
        self._updates[self._attributes.index(attribute)].append(update)

    def _watch_source(self, source: Source, by: tuple[str, ...], update: Update) -> None:
        if isinstance(source, str):
            self._watch(source, lambda _p, value, _last: update(value))
            return
        for attribute in by:
            self._watch(attribute, lambda p, _value, _last: update(source(p)))

    def _watch_sights(self, sights: Sights) -> None:
        observer = self._observer

        def watch(told: Mapping[str, Sight], start: int, update: Callable[[int], Update]) -> None:
            for number, sight in enumerate(told.values(), start):
                self._watch_source(sight.of, sight.by, update(number))

        watch(sights.hexes, observer.hexes, self._hexes)
        watch(sights.sides, observer.sides, self._sides)
        for number, value in enumerate(sights.values.values(), observer.values):
            for attribute in value.by or (str(value.of),):
                self._watch(attribute, self._values(number, value.of))
        watch(sights.units, observer.flags, self._flags)
        watch(sights.numbers, observer.numbers, self._number)
        at = observer.rows
        for told, make in ((sights.rows, self._row), (sights.words, self._words)):
            for sight in told.values():
                self._watch_source(sight.of, sight.by, make(at, sight.labels))
                at += len(sight.labels)

    # How each kind of thing is written

    def _hexes(self, number: int) -> Update:
        plane, spread = self._planes[number], self._observer.cells.spread
        return lambda hexes: spread(hexes, plane)

    def _sides(self, number: int) -> Update:
        plane, cells = self._planes[number], self._observer.cells

        def update(sides: Sequence[tuple[int, ...]]) -> None:
            plane.fill(0)
            for here, there, *_ in sides:
                plane[cells.cell_of[here]] |= 1 << cells.grid.direction(here, there)
                plane[cells.cell_of[there]] |= 1 << cells.grid.direction(there, here)

        return update

    def _flags(self, number: int) -> Update:
        column = self._units[:, number]

        def update(units: int) -> None:
            column[self._rows] = bits_of(units, self._count)

        return update

    def _values(self, number: int, source: ValueSource) -> Change:
        column, summed = self._units[:, number], number in self._observer.summed

        def change(p: CounterPosition, values: Sequence[int], last: object) -> None:
            # Of a few hundred units hardly ever more than a handful is different.
            known = last if isinstance(last, list) else (NEVER,) * self._count
            for unit in compress(self._everybody, map(ne, values, known)):
                value = source(p, unit) if callable(source) else values[unit]
                column[self._numbers[unit]] = value
            self._values_changed = self._values_changed or summed

        return change

    def _number(self, number: int) -> Update:
        globals_ = self._globals

        def update(value: float) -> None:
            globals_[number] = value

        return update

    def _row(self, start: int, labels: tuple[str, ...]) -> Update:
        part = self._globals[start : start + len(labels)]

        def update(values: Sequence[float]) -> None:
            part[:] = values

        return update

    def _words(self, start: int, labels: tuple[str, ...]) -> Update:
        part = self._globals[start : start + len(labels)]
        places = {label: number for number, label in enumerate(labels)}

        def update(words: str | int | tuple[str, ...]) -> None:
            if isinstance(words, int):
                part[:] = bits_of(words, len(labels))
                return
            part.fill(0)
            for word in (words,) if isinstance(words, str) else words:
                if word in places:
                    part[places[word]] = 1

        return update

    # An observation

    def write(self, view: View[Any]) -> None:
        """Writes what a view shows."""
        p: CounterPosition = view.position
        if p.names is not self._names:
            self._begin(p)
        if view.side != self._side:
            self._look_as(view.side)
        self._ask(view.decision)
        last, now = self._last, self._read(p)
        self._last = now
        for number in compress(self._all, map(ne, now, last)):
            for update in self._updates[number]:
                update(p, now[number], last[number])
        if self._values_changed:
            self._add_up()

    def _begin(self, p: CounterPosition) -> None:
        """The first look at a game, or at one with other counters: nothing is known."""
        observer, units = self._observer, self._units
        self._planes.fill(0)
        units.fill(0)
        units[:, 2:5] = NOWHERE
        self._globals.fill(0)
        self._names, self._side, self._step = p.names, "", -1
        self._rows, self._numbers = observer.roster.rows(p.names)
        self._count = len(self._numbers)
        self._everybody = range(self._count)
        self._where: Sequence[int] = (NEVER,) * self._count
        self._last = (object(),) * len(self._attributes)
        self._at: Sequence[int] = ()
        self._of: Sequence[int] = ()
        # Hexes and units of the question, and units of what goes on.
        self._marks: list[list[int]] = [[], [], []]
        units[self._rows, 0] = 1
        self._owner = _owners(p, observer)
        units[self._rows, 1] = self._owner
        for number, sight in enumerate(observer.sights.printed.values(), observer.printed):
            assert callable(sight.of)
            units[self._rows, number] = sight.of(p)
        self._values_changed = True
        for key in (f"scenario {p.scenario}", *(f"option {option}" for option in p.options)):
            self._globals[self._place_of(key)] = 1

    def _place_of(self, name: str) -> int:
        return next(m.number for m in self._observer.globals.meanings if m.name == name)

    def _look_as(self, side: str) -> None:
        for number, name in enumerate(self._observer.title.sides):
            self._globals[number] = name == side
        self._side = side

    def _ask(self, decision: Decision | None) -> None:
        """Notes what is asked."""
        observer = self._observer
        self._globals[observer.asked] = decision is not None
        at: Sequence[int] = decision.at if decision is not None else ()
        of: Sequence[int] = decision.of if decision is not None else ()
        if at != self._at:
            cells, self._at = self._cell_of, at
            self._marked(self._planes[observer.at], [cells[hex_] for hex_ in at if hex_ >= 0], 0)
        if of != self._of:
            numbers, self._of = self._numbers, of
            self._marked(self._units[:, observer.of], [numbers[u] for u in of if u >= 0], 1)

    def _marked(self, array: npt.NDArray[Any], places: list[int], which: int) -> None:
        """Marks a few places of an array, and no longer those that were marked before."""
        for place in self._marks[which]:
            array[place] = 0
        for place in places:
            array[place] = 1
        self._marks[which] = places

    def _note_frames(self, frames: Sequence[Frame]) -> None:
        """Notes what goes on, and whom it is about."""
        if self._step >= 0:
            self._globals[self._step] = 0
        self._step = self._steps[frames[-1].step.key] if frames else -1
        if self._step >= 0:
            self._globals[self._step] = 1
        engaged: list[int] = []
        for frame in frames:
            engaged += _units_in(frame.memo)
        if engaged or self._marks[2]:
            numbers = [self._numbers[unit] for unit in engaged]
            self._marked(self._units[:, self._observer.engaged], numbers, 2)

    def _place(self, where: Sequence[int]) -> None:
        """Notes where everybody is: of a few that have moved one by one, else all at once."""
        moved = tuple(compress(self._everybody, map(ne, where, self._where)))
        self._where = where
        if len(moved) > FEW or self._values_changed:
            self._place_all(where)
            return
        cells, units, planes = self._observer.cells, self._units, self._planes
        cell_of, width = self._cell_of, cells.width
        for unit in moved:
            at, before = where[unit], self._cell[unit]
            cell = self._cell[unit] = cell_of[at] if at >= 0 else NOWHERE
            row = units[self._numbers[unit]]
            row[2:6] = (cell, cell // width, cell % width, 0) if at >= 0 else (*OFF_MAP, -at)
            for plane, values in self._sums:
                value = values[unit]
                if before >= 0:
                    planes[plane + self._owner[unit], before] -= value
                if cell >= 0:
                    planes[plane + self._owner[unit], cell] += value

    def _place_all(self, where: Sequence[int]) -> None:
        cells, units, rows = self._observer.cells, self._units, self._rows
        at = np.array(where, np.intp)
        off = at < 0
        cell = cells.cell_of[np.where(off, cells.bits - 1, at)]
        row, column = np.divmod(cell, cells.width)
        row[off] = column[off] = NOWHERE
        for number, values in enumerate((cell, row, column, np.where(off, -at, 0)), 2):
            units[rows, number] = values
        self._cell = cell.tolist()
        self._add_up()

    def _add_up(self) -> None:
        """Counts counters and adds up their values, hex by hex and side by side."""
        observer, self._values_changed = self._observer, False
        owners, count = len(observer.owners), observer.cells.count
        cell = np.array(self._cell, np.intp)
        on_map = np.flatnonzero(cell >= 0)
        places = np.array(self._owner, np.intp)[on_map] * count + cell[on_map]
        columns: list[npt.NDArray[Any]] = [np.ones(self._count, np.uint8)]
        columns += [self._units[self._rows, number] for number in observer.summed]
        self._sums = []
        for first, values in zip(count_from(observer.counted, owners), columns, strict=False):
            total = self._planes[first : first + owners].reshape(-1)
            total.fill(0)
            np.add.at(total, places, values[on_map].astype(np.uint8))
            self._sums.append((first, values.tolist()))


def _owners(p: CounterPosition, observer: Observer) -> list[int]:
    """For each unit of a position the number of its owner."""
    number = {owner: n for n, owner in enumerate(observer.owners)}
    own = observer.sights.owners
    if own is not None:
        return [number.get(side, number[NOBODY]) for side in own(p)]
    found = [number[NOBODY]] * len(p.names.units)
    for side in observer.title.sides:
        for unit in range(len(found)):
            if p.units_of[side] >> unit & 1:
                found[unit] = number[side]
    return found


def _units_in(memo: object) -> list[int]:
    """The units that a step remembers."""
    found: list[int] = []
    if not isinstance(memo, msgspec.Struct):
        return found
    for name in memo.__struct_fields__:
        value = getattr(memo, name)
        if name == ONE:
            found += (value,) if value >= 0 else ()
        elif name in MANY:
            found += value
        elif isinstance(value, msgspec.Struct):
            found += _units_in(value)
    return found
