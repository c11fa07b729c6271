"""Choices as numbers: one for everything that can ever be chosen, or places in the list of now."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..engine import Choice, Decision, Option, Title, VerbSpec
from ..hexes import UnknownHex, members
from .roster import NOWHERE, bits_of, roster_of

# How many rows the list of legal choices has.
ROWS = 1024
# What a row of the list says: see `Listing`.
COLUMNS = ("verb", "kind", "hex", "unit", "word")
KINDS = ("none", "hex", "unit", "word", "hexside")
DIRECTIONS = 6
# A few are quicker written one by one than by way of a whole array.
FEW = 24
Mask = npt.NDArray[np.int8]
Rows = npt.NDArray[np.int16]


class Undeclared(LookupError):
    """A choice that the title has not declared, or that does not exist."""


class Block:
    """The numbers that one verb with one kind of argument takes."""

    def __init__(self, spec: VerbSpec, start: int, size: int) -> None:
        self.spec = spec
        self.start, self.end = start, start + size
        self.word = {word: number for number, word in enumerate(spec.words)}


class Encoding:
    """Every choice of a title has a number from 0 to n - 1, whatever scenario is played.

    The numbers come in blocks, in the order of `Title.verbs`: verbs with hexes first, a number for
    each cell of the map (`Cells`), then those with units, with hexsides (six for each cell, by
    direction), with words, and plain ones.
    """

    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        self.roster = roster = roster_of(title)
        self.cells = roster.cells
        self.blocks: list[Block] = []
        self.n = 0
        for spec in title.verbs:
            size = self._size(spec)
            self.blocks.append(Block(spec, self.n, size))
            self.n += size
        self._block = {(b.spec.verb, b.spec.offered): b for b in self.blocks}
        self._cell_of: list[int] = self.cells.cell_of.tolist()
        self._starts = [block.start for block in self.blocks]
        grid = self.cells.grid
        told = (
            *("flat", title.slug, [tuple(spec) for spec in title.verbs], roster.units),
            *(repr(grid), self.cells.width, self.cells.height),
        )
        self.digest = digest_of(told)

    def _size(self, spec: VerbSpec) -> int:
        match spec.kind:
            case "hex":
                return self.cells.count
            case "unit":
                return len(self.roster.units)
            case "hexside":
                return self.cells.count * DIRECTIONS
            case "word":
                return len(spec.words)
        return 1

    # One choice

    def encode(self, choice: Choice) -> int:
        """The number of a choice; Undeclared if it has none."""
        argument = choice.argument
        for offered in ("word", "hex", "unit") if argument else ("none",):
            block = self._block.get((choice.verb, offered))
            if block is not None:
                within = self.argument_number(block, argument)
                if within is not None:
                    return block.start + within
        raise Undeclared(f"{self.title.name} has not declared {str(choice)!r}")

    def argument_number(self, block: Block, argument: str) -> int | None:
        """Which of the arguments of a verb this is; None if it is none of them."""
        match block.spec.kind:
            case "none":
                return 0
            case "word":
                return block.word.get(argument)
            case "unit":
                return self.roster.number(argument)
            case "hex":
                return self._cell(argument)
        here, _, there = argument.partition("/")
        try:
            grid = self.cells.grid
            direction = grid.direction(grid.hex(here), grid.hex(there))
        except ValueError:
            return None
        cell = self._cell(here)
        return None if cell is None else cell * DIRECTIONS + direction

    def _cell(self, label: str) -> int | None:
        try:
            return int(self.cells.cell_of[self.cells.grid.hex(label)])
        except UnknownHex:
            return None

    def decode(self, number: int) -> Choice:
        """The choice with a number; Undeclared if there is none, as for a cell without a hex."""
        if not 0 <= number < self.n:
            raise Undeclared(f"{number} is no choice: there are {self.n}, counted from 0")
        block = self.blocks[bisect_right(self._starts, number) - 1]
        argument = self._argument(block.spec, number - block.start)
        if argument is None:
            raise Undeclared(f"{number} is no choice: there is no such hex or hexside")
        return Choice(block.spec.verb, argument)

    def _argument(self, spec: VerbSpec, within: int) -> str | None:
        match spec.kind:
            case "none":
                return ""
            case "word":
                return spec.words[within]
            case "unit":
                return self.roster.units[within]
            case "hex":
                return self._label(within)
        grid = self.cells.grid
        here = self._label(within // DIRECTIONS)
        if here is None:
            return None
        there = grid.neighbour(grid.hex(here), within % DIRECTIONS)
        return None if there is None else f"{here}/{grid.label(there)}"

    def _label(self, cell: int) -> str | None:
        hex_ = int(self.cells.hex_in[cell])
        return None if hex_ == self.cells.bits - 1 else self.cells.grid.label(hex_)

    # All that is legal

    def mask(
        self, decision: Decision | None, out: Mask, written: Sequence[Block] | None = None
    ) -> list[Block]:
        """Writes a 1 for every legal choice and a 0 for all others; without a decision, only 0.

        Returns the blocks in which there are ones. Who knows them from the last time has no others
        cleared.
        """
        if written is None:
            out.fill(0)
        else:
            for block in written:
                out[block.start : block.end].fill(0)
        if decision is None:
            return []
        blocks = [self.block_of(option) for option in decision.options]
        for option, block in zip(decision.options, blocks, strict=True):
            self._write(decision, option, block, out)
        return blocks

    def _write(self, decision: Decision, option: Option, block: Block, out: Mask) -> None:
        start, kind, few = block.start, option.kind, option.size <= FEW
        if kind == "none":
            out[start] = 1
        elif kind == "word":
            for word in option.values:
                out[start + self.word_number(block, word)] = 1
        elif kind == "hex":
            if few:
                for hex_ in members(option.values):
                    out[start + self._cell_of[hex_]] = 1
            else:
                self.cells.spread(option.values, out[start : block.end].view(np.uint8))
        else:
            rows, numbers = self.roster.rows(decision.names)
            if few:
                for unit in members(option.values):
                    out[start + numbers[unit]] = 1
            else:
                out[start : block.end][rows] = bits_of(option.values, len(numbers))

    def block_of(self, option: Option) -> Block:
        block = self._block.get((option.verb, option.kind))
        if block is None:
            raise Undeclared(f"{self.title.name} has not declared {option.verb} ({option.kind})")
        return block

    def word_number(self, block: Block, word: str) -> int:
        """Which of the words, or hexsides, of a verb this is."""
        number = self.argument_number(block, word)
        if number is None:
            raise Undeclared(f"{self.title.name} has not declared {block.spec.verb} {word}")
        return number


class Listing:
    """The legal choices of now, row by row: a choice is the number of its row.

    A row says the verb (its number in `Roster.verbs`), the kind of argument (its number in
    KINDS), the cell of the hex, the number of the unit and that of the word; what it has not is
    -1. A hexside has the cell of its first hex, and its direction for a word. The rows come in the
    order of `Decision.choices`. Where there are more choices than rows, every option keeps as many
    as there is room for, spread evenly over all it has.
    """

    def __init__(self, encoding: Encoding, rows: int = ROWS) -> None:
        self.encoding, self.rows = encoding, rows
        verbs = {verb: number for number, verb in enumerate(encoding.roster.verbs)}
        # What all rows of an option say.
        self._row = {
            (spec.verb, spec.offered): np.array(
                (verbs[spec.verb], KINDS.index(spec.kind), *(NOWHERE,) * 3), np.int16
            )
            for spec in encoding.title.verbs
        }
        self.digest = digest_of(("list", encoding.digest, rows, COLUMNS, KINDS))

    @property
    def n(self) -> int:
        return self.rows

    def write(self, decision: Decision | None, rows: Rows, mask: Mask) -> int:
        """Writes the rows and which of them are choices; says how many choices were left out."""
        if decision is None:
            rows.fill(NOWHERE)
            mask.fill(0)
            return 0
        at = 0
        for option, kept in zip(decision.options, self._room(decision), strict=True):
            self._fill(decision, option, rows[at : at + kept], kept)
            at += kept
        rows[at:].fill(NOWHERE)
        mask[:at] = 1
        mask[at:] = 0
        return len(decision) - at

    def _fill(self, decision: Decision, option: Option, part: Rows, kept: int) -> None:
        encoding = self.encoding
        block = encoding.block_of(option)
        part[:] = self._row[option.verb, option.kind]
        kind = block.spec.kind
        if kind == "none":
            return
        found: npt.NDArray[Any]
        if kind == "hex":
            found = np.flatnonzero(bits_of(option.values, encoding.cells.bits))
            found = encoding.cells.cell_of[found]
        elif kind == "unit":
            rows, numbers = encoding.roster.rows(decision.names)
            found = np.flatnonzero(bits_of(option.values, len(numbers)))
            found = found if isinstance(rows, slice) else rows[found]
        else:
            found = np.array([encoding.word_number(block, word) for word in option.values])
        if kept < option.size:
            found = found[_spread(option.size, kept)]
        if kind == "hexside":
            part[:, 2], part[:, 4] = np.divmod(found, DIRECTIONS)
        else:
            part[:, COLUMNS.index(kind)] = found

    def _room(self, decision: Decision) -> list[int]:
        """How many choices of each option are listed."""
        sizes = [option.size for option in decision.options]
        if sum(sizes) <= self.rows:
            return sizes
        # The small ones whole, the large ones cut to what is left for each of them.
        kept, left = list(sizes), self.rows
        for number, place in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
            kept[place] = min(sizes[place], left // (len(sizes) - number))
            left -= kept[place]
        return kept

    def choice(self, decision: Decision, row: int) -> Choice:
        """The choice in a row; Undeclared if the row has none."""
        before = at = 0
        for option, kept in zip(decision.options, self._room(decision), strict=True):
            if 0 <= row - at < kept:
                return decision.pick(before + int(_spread(option.size, kept)[row - at]))
            before, at = before + option.size, at + kept
        raise Undeclared(f"row {row} of the list has no choice: there are {at}")

    def row_of(self, decision: Decision, choice: Choice) -> int | None:
        """The row that a legal choice is in; None if it was left out, or is not legal."""
        encoding, at = self.encoding, 0
        for option, kept in zip(decision.options, self._room(decision), strict=True):
            if option.verb == choice.verb and bool(choice.argument) == (option.kind != "none"):
                texts = list(decision.texts(option))
                if choice.argument in texts:
                    place = texts.index(choice.argument)
                    rows = np.flatnonzero(_spread(option.size, kept) == place)
                    return at + int(rows[0]) if len(rows) else None
            at += kept
        encoding.encode(choice)
        return None


def _spread(size: int, kept: int) -> npt.NDArray[np.intp]:
    """So many numbers below a size, evenly spread over all of them."""
    return np.arange(kept) * size // max(kept, 1)


def digest_of(told: object) -> str:
    """A fingerprint of a layout: who has learnt with another cannot play with this one."""
    return hashlib.blake2b(msgspec.json.encode(told), digest_size=16).hexdigest()
