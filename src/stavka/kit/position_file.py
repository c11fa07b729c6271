"""Position files from tables (docs/formats.md): what a key means is said once, for both ways.

A title lists the keys of its header and of its markers (`keys`). The lines of units are alike in
all titles; what is special about a title is in a method of its `PositionFile`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from ..data import quoted
from ..engine import BadPosition, Dice, Position, Title, UnitSet
from ..engine.position_file import (
    FIRST_LINE,
    Entry,
    Sheet,
    check_outcome,
    flow_line,
    outcome_lines,
    parse,
    read_counts,
    read_flow,
    read_outcome,
)
from ..hexes import HexSet, UnknownHex, members
from .counters import CounterPosition
from .keys import Key, fields_of

MARKERS = "markers"
# The positions of a title.
P = TypeVar("P", bound=CounterPosition)


@cache
def _known_states(file: type[PositionFile[Any]], position: type[Position]) -> Mapping[str, str]:
    """The states of units that positions of a kind have: the variants of a game may have more."""
    fields = fields_of(position)
    return {state: field for state, field in file.states.items() if field in fields}


class PositionFile(ABC, Generic[P]):
    """How a title tells its positions."""

    # The keys of the header in their order: turn and phase, then whatever else there is; `tally`
    # stands behind the numbers of choices and rolls. `heard` are those that `begin` looks at.
    header: ClassVar[tuple[Key, ...]]
    tally: ClassVar[tuple[Key, ...]] = ()
    heard: ClassVar[tuple[str, ...]] = ()
    required: ClassVar[tuple[str, ...]] = ("phase",)
    # The scenario if no line names one; the title's first if there is nothing here.
    scenario: ClassVar[str] = ""
    # The sections of units, and the keys of the markers, in their order.
    sections: ClassVar[tuple[str, ...]]
    markers: ClassVar[tuple[Key, ...]]
    # The states that a unit can have, and the fields that keep them; those of them that the
    # beginning of a phase looks at.
    states: ClassVar[Mapping[str, str]]
    lasting: ClassVar[tuple[str, ...]] = ()
    # Where units are that no line names, and boxes that are told even if they are empty.
    nowhere: ClassVar[int] = -1
    always: ClassVar[Collection[tuple[str, int]]] = ()

    def __init__(self, title: Title[P]) -> None:
        self.title = title

    # What a title says

    @abstractmethod
    def begin(self, p: P, sheet: Sheet) -> None:
        """Begins the present phase."""

    @abstractmethod
    def endings(self, p: P) -> Sequence[Callable[[P], object]]:
        """What can end a game."""

    def units_of(self, p: P, section: str) -> UnitSet:
        """The units that a section can name."""
        return p.units_of[section]

    def clear(self, p: P) -> None:
        """Makes a blank position what it is if no line says anything."""

    def settle(self, p: P, sheet: Sheet) -> None:
        """What follows from the units unless a marker says otherwise."""

    def boxes(self, p: P) -> Mapping[str, int]:
        """Where units can be beside the map, in the order of the lines."""
        return {}

    def place(self, p: P, entry: Entry) -> int:
        """The hex or the box of a line of units."""
        boxes = self.boxes(p)
        if entry.key in boxes:
            return boxes[entry.key]
        try:
            return p.names.grid.hex(entry.key)
        except UnknownHex as error:
            # Boxes of a track by one name.
            names = dict.fromkeys(re.sub(r"[0-9]+$", "N", box) for box in boxes)
            more = f"; boxes are {', '.join(names)}" if names else ""
            raise entry.error(f"{error}{more}") from None

    def alike(self, p: P, word: str) -> UnitSet:
        """The units of a kind, of which the next free one is meant."""
        return 0

    def can_be(self, p: P, unit: int, place: int) -> bool:
        return True

    def blocking(self, p: P) -> UnitSet:
        """Units that are never in a hex with enemies."""
        return -1

    def read_detail(self, p: P, entry: Entry, unit: int, word: str) -> None:
        """A word in brackets behind a unit."""
        states = self._states(p)
        if word not in states:
            raise entry.unknown("state", word, states)
        setattr(p, states[word], getattr(p, states[word]) | 1 << unit)

    def details(self, p: P, unit: int) -> list[str]:
        """The words in brackets behind a unit."""
        return [word for word, field in self._states(p).items() if getattr(p, field) >> unit & 1]

    # Reading

    def read(self, text: str, dice: Dice) -> P:
        """The position that a text describes; without a `flow` line, its phase begins now."""
        sheet = parse(text)
        p = self._read_header(sheet, dice)
        self._read_sections(p, sheet)
        read_outcome(p, sheet)
        if "flow" in sheet.header:
            self.read_flow(p, sheet)
        else:
            self._begin(p, sheet)
        p.rebuild()
        check_outcome(p, sheet, self.endings(p))
        return p

    def read_flow(self, p: P, sheet: Sheet) -> None:
        read_flow(p, sheet)

    def _read_header(self, sheet: Sheet, dice: Dice) -> P:
        keys = (*self.header, *self.tally)
        known = ("title", "rules", "scenario", "options", *(key.key for key in keys), *self.heard)
        sheet.check(self.title.slug, (*known, "number", "rolls", "flow", "outcome"))
        # By which rules a position came about is told; what it is does not depend on it.
        sheet.count("rules")
        scenarios = [scenario.key for scenario in self.title.scenarios]
        scenario = sheet.one_of("scenario", scenarios, self.scenario or scenarios[0])
        options = sheet.options([option.key for option in self.title.options])
        p = self.title.blank(scenario, options, dice)
        p.chronicle = []
        self.clear(p)
        for key in keys:
            if key.key in sheet.header:
                key.read(p, sheet.header[key.key])
            elif key.key in self.required:
                raise sheet.lacks(key.key)
        read_counts(p, sheet)
        return p

    def _read_sections(self, p: P, sheet: Sheet) -> None:
        known = (*self.sections, MARKERS)
        held = dict.fromkeys(self.sections, 0)
        for name, entries in sheet.sections.items():
            if name not in known:
                section = f"[{quoted(name)[1:-1]}]"
                raise BadPosition(
                    sheet.begins[name],
                    f"unknown section {section}; there are {', '.join(known)}",
                )
            for entry in entries if name != MARKERS else ():
                self._read_units(p, name, entry, held)
        p.rebuild()
        self.settle(p, sheet)
        for entry in sheet.sections.get(MARKERS, ()):
            self.read_marker(p, entry)

    def _read_units(self, p: P, section: str, entry: Entry, held: dict[str, HexSet]) -> None:
        """A line such as `1611: 7-4-9, 4-6-9 (moved, railed)` or `dead: R-A11`."""
        place = self.place(p, entry)
        for word, said in entry.units():
            unit = self._unit(p, section, entry, word)
            if not self.can_be(p, unit, place):
                why = ", which is water or out of play" if place >= 0 else ""
                raise entry.error(f"{p.name(unit)} cannot be in {entry.key}{why}")
            p.where[unit] = place
            if place >= 0 and self.blocking(p) >> unit & 1:
                held[section] |= 1 << place
                if sum(hexes >> place & 1 for hexes in held.values()) > 1:
                    raise entry.error(f"units of both sides are in {entry.key}")
            for detail in said:
                self.read_detail(p, entry, unit, detail)

    def _unit(self, p: P, section: str, entry: Entry, word: str) -> int:
        """A unit by its name, or the next free one of a kind."""
        unit = p.names.unit(word)
        if unit is None:
            alike = members(self.alike(p, word))
            if not alike:
                raise entry.error(f"there is no unit {quoted(word)}")
            unit = next((u for u in alike if p.where[u] == self.nowhere), None)
            if unit is None:
                raise entry.error(f"there are no more counters {word}")
        if not self.units_of(p, section) >> unit & 1:
            raise entry.error(f"{word} is not one of the {section} units")
        if p.where[unit] != self.nowhere:
            raise entry.error(f"{word} stands somewhere already")
        return unit

    def read_marker(self, p: P, entry: Entry) -> None:
        known = {key.key: key for key in self.markers if key.is_of(p)}
        if entry.key not in known:
            raise entry.unknown("marker", entry.key, known)
        known[entry.key].read(p, entry)

    def _begin(self, p: P, sheet: Sheet) -> None:
        """Begins the phase; what the text says of units holds, whatever the beginning forgets."""
        said = {field: getattr(p, field) for field in self._states(p).values()}
        for field in said.keys() - set(self.lasting):
            setattr(p, field, 0)
        if p.ended is None:
            p.rebuild()
            self.begin(p, sheet)
        for field, units in said.items():
            setattr(p, field, getattr(p, field) | units)

    def _states(self, p: P) -> Mapping[str, str]:
        return _known_states(type(self), type(p))

    # Writing

    def write(self, p: P) -> str:
        """A position as a text that reads back to the identical position."""
        made = (f"title: {p.title}", f"rules: {self.title.rules}")
        lines = [FIRST_LINE, *made, f"scenario: {p.scenario}"]
        if self.title.options:
            lines.append(f"options: {' '.join(p.options)}")
        lines += self._lines(p, self.header)
        lines += [f"number: {p.number}", f"rolls: {p.dice.rolls}"]
        lines += self._lines(p, self.tally)
        lines += [flow_line(p), *outcome_lines(p)]
        for section in self.sections:
            lines += ["", f"[{section}]", *self.unit_lines(p, section)]
        lines += ["", f"[{MARKERS}]", *self._lines(p, self.markers)]
        return "\n".join(lines) + "\n"

    def _lines(self, p: P, keys: Iterable[Key]) -> list[str]:
        told = ((key.key, key.text(p)) for key in keys if key.is_of(p))
        return [f"{key}: {text}" for key, text in told if text is not None]

    def unit_lines(self, p: P, section: str) -> list[str]:
        keys = {place: key for key, place in self.boxes(p).items()}
        return [
            f"{keys.get(place) or p.label(place)}: {', '.join(self.unit_text(p, u) for u in units)}"
            for place, units in self.stacks(p, section).items()
        ]

    def stacks(self, p: P, section: str) -> dict[int, list[int]]:
        """Which units are together, in the order of their lines: hexes by number, then boxes."""
        found: dict[int, list[int]] = {}
        for unit in members(self.units_of(p, section)):
            found.setdefault(p.where[unit], []).append(unit)
        hexes = sorted((place for place in found if place >= 0), key=p.label)
        boxes = [
            box
            for box in self.boxes(p).values()
            if (box in found and box != self.nowhere) or (section, box) in self.always
        ]
        return {place: found.get(place, []) for place in (*hexes, *boxes)}

    def unit_text(self, p: P, unit: int) -> str:
        details = self.details(p, unit)
        return f"{p.name(unit)} ({', '.join(details)})" if details else p.name(unit)
