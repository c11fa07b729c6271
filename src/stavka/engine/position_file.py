"""Position files: a situation as a text that people write and read (docs/formats.md).

A header of `key: value` lines, then sections in square brackets with more such lines. What the keys
mean is the title's business; this is the grammar they share.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from ..data import newer_format, one_line, quoted
from ..hexes import Grid, Hex, HexSet, UnknownHex
from .dice import RecordedDice
from .position import COUNTED, MOST, Outcome, Position

FORMAT = 1
FIRST_LINE = f"stavka position {FORMAT}"
# So many has a number that is a set of all hexes of a large map.
DIGITS = 2_000
P = TypeVar("P", bound=Position)
# A unit and what is said of it: `7-4-9.1`, `4-6-9 (moved, railed)`.
UNIT = re.compile(r"([^\s,()]+)\s*(?:\(([^()]*)\))?")


class BadPosition(Exception):
    """A position file that cannot be read: the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, one_line(reason)
        super().__init__(f"line {line}: {self.reason}")


@dataclass(frozen=True, slots=True)
class Entry:
    line: int
    key: str
    value: str

    def words(self) -> list[str]:
        return self.value.replace(",", " ").split()

    def error(self, reason: str) -> BadPosition:
        return BadPosition(self.line, reason)

    def unknown(self, what: str, word: str, there_are: Collection[str]) -> BadPosition:
        known = ", ".join(there_are) or "none"
        return self.error(f"unknown {what} {quoted(word)}; there are {known}")

    def units(self) -> Iterator[tuple[str, list[str]]]:
        """The units of a line, each with the words in brackets behind it."""
        for match in UNIT.finditer(self.value):
            yield match[1], (match[2] or "").replace(",", " ").split()

    def number(self, word: str, most: int = MOST) -> int:
        """A number from 0 on; nobody needs large ones, and some could keep a server busy."""
        if not re.fullmatch(r"[0-9]{1,12}", word) or int(word) > most:
            raise self.error(f"{self.key}: {quoted(word)} should be a number from 0 to {most}")
        return int(word)

    def one_of(self, word: str, words: Collection[str]) -> str:
        if word not in words:
            known = ", ".join(words)
            raise self.error(f"{self.key}: {quoted(word)} should be one of {known}")
        return word

    def hex(self, grid: Grid, label: str) -> Hex:
        try:
            return grid.hex(label)
        except UnknownHex as error:
            raise self.error(str(error)) from None

    def hexes(self, grid: Grid) -> HexSet:
        found = 0
        for label in self.words():
            found |= 1 << self.hex(grid, label)
        return found

    def side(self, grid: Grid, word: str) -> tuple[Hex, Hex]:
        """A hexside such as `1423/1424`."""
        here, _, there = word.partition("/")
        try:
            return grid.side(self.hex(grid, here), self.hex(grid, there))
        except ValueError as error:
            raise self.error(str(error)) from None


@dataclass(slots=True)
class Sheet:
    """A parsed position file."""

    header: dict[str, Entry] = field(default_factory=dict)
    sections: dict[str, list[Entry]] = field(default_factory=dict)
    # The line with which each section begins.
    begins: dict[str, int] = field(default_factory=dict)

    def text(self, key: str, default: str | None = None) -> str:
        if key in self.header:
            return self.header[key].value
        if default is None:
            raise self.lacks(key)
        return default

    def lacks(self, key: str) -> BadPosition:
        return BadPosition(1, f"the header lacks {key!r}")

    def count(self, key: str) -> int:
        entry = self.header.get(key)
        return entry.number(entry.value, COUNTED) if entry else 0

    def check(self, title: str, keys: Collection[str]) -> None:
        """Refuses another title's position, and a header line that would not be read."""
        for entry in self.header.values():
            if entry.key not in keys:
                raise entry.unknown("key", entry.key, keys)
        if self.text("title", title) != title:
            raise self.header["title"].error(f"this is not a position of {title}")

    def one_of(self, key: str, there_are: Collection[str], default: str) -> str:
        word = self.text(key, default)
        if word not in there_are:
            raise self.header[key].error(
                f"there is no {key} {quoted(word)}; there are {', '.join(there_are)}"
            )
        return word

    def options(self, there_are: Collection[str]) -> tuple[str, ...]:
        words = self.text("options", "").split()
        for word in words:
            if word not in there_are:
                raise self.header["options"].unknown("option", word, there_are)
        return tuple(words)


def parse(text: str) -> Sheet:
    """Reads the grammar; `#` begins a comment, the first line may be left out."""
    sheet = Sheet()
    section: list[Entry] | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line or line == FIRST_LINE:
            continue
        if (other := re.fullmatch(r"stavka position (\d{1,9})", line)) and int(other[1]) > FORMAT:
            raise BadPosition(number, newer_format(int(other[1]), FORMAT))
        if line.startswith("[") and line.endswith("]"):
            name = line[1:-1].strip()
            section = sheet.sections.setdefault(name, [])
            sheet.begins.setdefault(name, number)
            continue
        key, colon, value = line.partition(":")
        if not colon:
            raise BadPosition(number, f"{quoted(line)} is neither `key: value` nor a [section]")
        entry = Entry(number, key.strip(), value.strip())
        if section is not None:
            section.append(entry)
        elif entry.key in sheet.header:
            raise entry.error(f"{quoted(entry.key)} stands twice in the header")
        else:
            sheet.header[entry.key] = entry
    return sheet


def read_counts(p: Position, sheet: Sheet) -> None:
    """How many choices and rolls have led to the position."""
    p.number = sheet.count("number")
    p.dice.go_on_from(sheet.count("rolls"))


def read_flow(p: Position, sheet: Sheet) -> None:
    """What is going on, in the middle of anything."""
    entry = sheet.header["flow"]
    try:
        for step, memo in _pairs(entry.value):
            # A memo that is a number and nothing else is a set.
            if not isinstance(memo, int):
                _check_numbers(memo)
            p.frames.append(p.frame(step, memo))
    except (ValueError, RecursionError) as error:
        raise entry.error(f"cannot be read: {error}") from None


def _pairs(text: str) -> list[tuple[str, Any]]:
    """Steps and their memos. Sets are larger than the numbers that other readers take."""
    found = json.loads(text, parse_int=_number, parse_constant=_no_number)
    return msgspec.convert(found, list[tuple[str, Any]])


def _number(word: str) -> int:
    if len(word) > DIGITS:
        raise ValueError(f"a number with {len(word)} digits is too large for a flow")
    return int(word)


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number of ours")


def _check_numbers(memo: object) -> None:
    """Memos number hexes and units and count points. Some rules do work for each of them: whoever
    brings a file could keep a server busy with one number."""
    match memo:
        case dict():
            for value in memo.values():
                _check_numbers(value)
        case list():
            for value in memo:
                _check_numbers(value)
        case int() | float() if not -MOST <= memo <= MOST:
            raise ValueError(f"{quoted(memo)} is too large a number for a flow")


def flow_line(p: Position) -> str:
    frames = [[frame.step.key, msgspec.to_builtins(frame.memo)] for frame in p.frames]
    return f"flow: {json.dumps(frames)}"


def read_outcome(p: Position, sheet: Sheet) -> None:
    """The game is over: it is not to be counted, and no dice rolled, a second time."""
    if "outcome" not in sheet.header:
        return
    entry = sheet.header["outcome"]
    try:
        p.ended = Outcome(*msgspec.json.decode(entry.value, type=tuple[str, str, str, str]))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise entry.error(f"cannot be read: {error}") from None


def check_outcome(p: P, sheet: Sheet, endings: Sequence[Callable[[P], object]]) -> None:
    """A game has ended as the rules can end it where it stands, however a die may fall."""
    for end in endings if p.ended is not None else ():
        for die in range(1, 7):
            copy = p.clone()
            copy.ended = None
            copy.dice = RecordedDice((die,) * 9, copy.dice.rolls)
            end(copy)
            if copy.ended == p.ended:
                return
    if p.ended is not None:
        raise sheet.header["outcome"].error("the game cannot have ended like this here")


def outcome_lines(p: Position) -> list[str]:
    return [f"outcome: {json.dumps(p.ended)}"] if p.ended is not None else []
