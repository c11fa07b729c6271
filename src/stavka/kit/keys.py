"""The keys of position files: which fields of the state a line tells, and how they read.

One entry of a table serves both ways, so that what is written can be read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, Protocol

from ..data import quoted
from ..engine import Position
from ..engine.position import MOST
from ..engine.position_file import Entry
from ..hexes import Hex, HexSet

# Kinds of things


class Kind(NamedTuple):
    """How something of the state reads in a file: from the words of a line, and as words."""

    read: Callable[[Any, Entry, str], Any]
    text: Callable[[Any, Any], str]


def _read_hexes(p: Position, entry: Entry, words: str) -> HexSet:
    return entry.hexes(p.names.grid)


def _labels(p: Position, hexes: HexSet) -> str:
    return " ".join(p.names.grid.labels(hexes))


def _read_hex(p: Position, entry: Entry, label: str) -> Hex:
    return entry.hex(p.names.grid, label)


def _read_side(p: Position, entry: Entry, word: str) -> tuple[Hex, Hex]:
    return entry.side(p.names.grid, word)


def _side(p: Position, side: Iterable[Hex]) -> str:
    return "/".join(map(p.label, side))


def _read_dated_side(p: Position, entry: Entry, word: str) -> tuple[Hex, Hex, int]:
    side, _, turn = word.partition("@")
    if not turn.isdigit():
        raise entry.error(f"{quoted(word)} should be a hexside and a turn, such as 1423/1424@2")
    return (*entry.side(p.names.grid, side), entry.number(turn))


def _dated_side(p: Position, dated: tuple[Hex, Hex, int]) -> str:
    *side, turn = dated
    return f"{_side(p, side)}@{turn}"


HEXES = Kind(_read_hexes, _labels)
HEX = Kind(_read_hex, lambda p, hex_: p.label(hex_) if hex_ >= 0 else "")
HEXSIDE = Kind(_read_side, _side)
# A hexside and a turn: `1423/1424@2`.
DATED_SIDE = Kind(_read_dated_side, _dated_side)


def number(most: int = MOST) -> Kind:
    return Kind(lambda p, entry, word: entry.number(word, most), lambda p, value: str(value))


def one_of(words: Collection[str]) -> Kind:
    return Kind(lambda p, entry, word: entry.one_of(word, words), lambda p, word: word)


def either(yes: str, no: str) -> Kind:
    """A flag that is told by one of two words."""
    return Kind(
        lambda p, entry, word: entry.one_of(word, (yes, no)) == yes,
        lambda p, flag: yes if flag else no,
    )


def row(kind: Kind, count: Callable[[Any], int] | None = None) -> Kind:
    """Several of a kind; as many as there have to be, if that is certain."""

    def read(p: Position, entry: Entry, _: str) -> tuple[Any, ...]:
        found = tuple(kind.read(p, entry, word) for word in entry.words())
        if count is not None and len(found) != count(p):
            raise entry.error(f"{count(p)} numbers are expected, not {len(found)}")
        return found

    return Kind(read, lambda p, things: " ".join(kind.text(p, thing) for thing in things))


# Keys


@cache
def fields_of(position: type[Position]) -> frozenset[str]:
    """The names of all that is part of the state."""
    return frozenset(name for name, _ in position.FIELDS)


class Key(ABC):
    """A line of the header or of the markers."""

    key: str

    @abstractmethod
    def is_of(self, p: Position) -> bool:
        """Whether the state of a position has what the line is about."""

    @abstractmethod
    def read(self, p: Position, entry: Entry) -> None:
        """Takes over what a line says."""

    @abstractmethod
    def text(self, p: Position) -> str | None:
        """What the line says of a position; None if it is left out."""


@dataclass(frozen=True, slots=True)
class Field(Key):
    """A line about one field of the state, or about several that are told together."""

    key: str
    fields: str | tuple[str, ...]
    kind: Kind
    # The text that goes without saying; None if the line is always there.
    unless: str | None = None

    def is_of(self, p: Position) -> bool:
        fields = (self.fields,) if isinstance(self.fields, str) else self.fields
        return fields_of(type(p)).issuperset(fields)

    def read(self, p: Position, entry: Entry) -> None:
        value = self.kind.read(p, entry, entry.value)
        if isinstance(self.fields, str):
            setattr(p, self.fields, value)
            return
        for field, part in zip(self.fields, value, strict=True):
            setattr(p, field, part)

    def text(self, p: Position) -> str | None:
        if isinstance(self.fields, str):
            value = getattr(p, self.fields)
        else:
            value = tuple(getattr(p, field) for field in self.fields)
        text = self.kind.text(p, value)
        return text if text != self.unless else None


@dataclass(frozen=True, slots=True)
class Flags(Key):
    """The line `flags`: those that are raised, by the fields that keep them."""

    flags: Mapping[str, str]
    key: str = "flags"

    def _known(self, p: Position) -> dict[str, str]:
        fields = fields_of(type(p))
        return {flag: field for flag, field in self.flags.items() if field in fields}

    def is_of(self, p: Position) -> bool:
        return True

    def read(self, p: Position, entry: Entry) -> None:
        known = self._known(p)
        for word in entry.words():
            if word not in known:
                raise entry.unknown("flag", word, known)
            setattr(p, known[word], True)

    def text(self, p: Position) -> str | None:
        raised = [flag for flag, field in self._known(p).items() if getattr(p, field)]
        return " ".join(raised) or None


class Named(Protocol):
    @property
    def key(self) -> str: ...


def turn(turns: Callable[[Any], Collection[int]]) -> Field:
    """The line `turn`, where turns are numbered."""

    def read(p: Position, entry: Entry, word: str) -> int:
        found = entry.number(word)
        if found not in turns(p):
            raise entry.error(f"there is no turn {found}")
        return found

    return Field("turn", "turn", Kind(read, lambda p, value: str(value)))


def phase(phases: Callable[[Any], Sequence[Named]]) -> Field:
    """The line `phase`: a place in the sequence of play."""

    def read(p: Position, entry: Entry, word: str) -> int:
        keys = [phase.key for phase in phases(p)]
        if word not in keys:
            raise entry.error(f"there is no phase {quoted(word)}; there are {', '.join(keys)}")
        return keys.index(word)

    return Field("phase", "phase", Kind(read, lambda p, value: phases(p)[value].key))
