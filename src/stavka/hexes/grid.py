"""The grid of a printed map: labels, neighbours, distances, and hexes as bits of an integer.

Layout. A flat-topped map has straight columns, a pointy-topped one straight rows; call either a
*line*, and a hex's number along it its *place*. Every second line is shifted half a hex along. If
each line starts half a hex earlier than the one before (rounded), all six neighbours of every hex
lie at the same six distances in the integer:

    +1, -1                  along the line
    +near, +far             on the next line
    -near, -far             on the line before          (far = near + 1)

so that a whole set of hexes moves in one direction by one shift. Between two lines one bit stays
empty, and `Grid.all` has no bit there: a step off the map never comes out on the other side.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from ..data import quoted

Hex = int
HexSet = int

Orientation = Literal["flat", "pointy"]
Parity = Literal["odd", "even"]
Numbering = Literal["ccrr", "rrcc"]
RowOrder = Literal["down", "up"]

# Directions run clockwise and are numbered 0-5; the opposite of d is d + 3. On a flat-topped map
# they are N, NE, SE, S, SW, NW; on a pointy-topped one NE, E, SE, SW, W, NW.

# For each direction the step in (lines, far or near), see the module docstring. Rows that are
# counted from south to north turn the picture over.
_STEPS: dict[tuple[Orientation, RowOrder], tuple[str, ...]] = {
    ("flat", "down"): ("-1", "+near", "+far", "+1", "-near", "-far"),
    ("flat", "up"): ("+1", "+far", "+near", "-1", "-far", "-near"),
    ("pointy", "down"): ("-near", "+1", "+far", "+near", "-1", "-far"),
    ("pointy", "up"): ("+far", "+1", "-near", "-far", "-1", "+near"),
}

SQRT3 = math.sqrt(3)

# A long set is searched in pieces: short integers are fast.
_WORD_SIZE = 256
_WORD = (1 << _WORD_SIZE) - 1


class UnknownHex(ValueError):
    """A label that is malformed, or that names no hex of the map."""


class NotAdjacent(ValueError):
    """Two hexes that were to share a hexside do not."""


class Window(NamedTuple):
    """A rectangle of printed column and row numbers, both ends included."""

    first_column: int
    first_row: int
    last_column: int
    last_row: int


def opposite(direction: int) -> int:
    return (direction + 3) % 6


# The same stacks and classes of counters are asked for over and over: so many are kept.
KEPT = 4096


@lru_cache(maxsize=KEPT)
def members(hexes: HexSet) -> tuple[Hex, ...]:
    """The hexes of a set, lowest first."""
    # From the highest down, since a long integer gets shorter that way.
    found = []
    while hexes:
        highest = hexes.bit_length() - 1
        found.append(highest)
        hexes ^= 1 << highest
    return tuple(reversed(found))


def set_of(hexes: Iterable[Hex]) -> HexSet:
    """The set that holds some hexes: the inverse of `members`."""
    found = 0
    for hex_ in hexes:
        found |= 1 << hex_
    return found


def union(sets: Iterable[HexSet]) -> HexSet:
    total = 0
    for hexes in sets:
        total |= hexes
    return total


def member(hexes: HexSet, number: int) -> Hex:
    """The hex with a number in `members(hexes)`, without listing the others."""
    first = 0
    while number >= (below := (hexes & _WORD).bit_count()):
        if not hexes:
            raise IndexError("there are not so many hexes")
        number -= below
        hexes >>= _WORD_SIZE
        first += _WORD_SIZE
    # In binary the lowest hex is the last 1: what stands before the one in question counts.
    digits = bin(hexes & _WORD)
    return first + len(digits) - 1 - len(digits.rsplit("1", number + 1)[0])


class Grid:
    """A printed hex grid.

    >>> grid = Grid("flat", "odd", "ccrr", "down", [Window(1, 1, 46, 35)])
    >>> grid.label(grid.neighbour(grid.hex("1423"), 0))
    '1422'
    >>> grid.distance(grid.hex("0101"), grid.hex("0501"))
    4
    """

    def __init__(
        self,
        orientation: Orientation,
        shifted: Parity,
        numbering: Numbering,
        rows: RowOrder,
        windows: Sequence[Window],
    ) -> None:
        if not windows:
            raise ValueError("a grid needs at least one window")
        for window in windows:
            if window.last_column < window.first_column or window.last_row < window.first_row:
                raise ValueError(f"window {tuple(window)} ends before it begins")
            if min(window) < 0 or max(window) > 99:
                raise ValueError(f"window {tuple(window)}: numbers must have two digits")
        self.orientation: Orientation = orientation
        self.shifted: Parity = shifted
        self.numbering: Numbering = numbering
        self.rows: RowOrder = rows
        self.windows = tuple(windows)

        columns = (min(w.first_column for w in windows), max(w.last_column for w in windows))
        row_numbers = (min(w.first_row for w in windows), max(w.last_row for w in windows))
        lines, places = (columns, row_numbers) if orientation == "flat" else (row_numbers, columns)
        self._first_line, self._first_place = lines[0], places[0]
        self._line_shift = 1 if self._is_shifted(lines[0]) else 0
        stride = places[1] - places[0] + 1 + 2
        self._stride = stride
        self.far, self.near = stride, stride - 1
        distances = {
            "+1": 1,
            "-1": -1,
            "+near": self.near,
            "-near": -self.near,
            "+far": self.far,
            "-far": -self.far,
        }
        # What a step in each direction adds to a hex.
        self.offsets = tuple(distances[name] for name in _STEPS[orientation, rows])

        self._hex_of: dict[str, Hex] = {}
        self._label_of: dict[Hex, str] = {}
        self._position_of: dict[Hex, tuple[int, int]] = {}
        everything = 0
        for window in windows:
            for column in range(window.first_column, window.last_column + 1):
                for row in range(window.first_row, window.last_row + 1):
                    hex_ = self._index(column, row)
                    label = (
                        f"{column:02}{row:02}" if numbering == "ccrr" else f"{row:02}{column:02}"
                    )
                    self._hex_of[label] = hex_
                    self._label_of[hex_] = label
                    self._position_of[hex_] = (column, row)
                    everything |= 1 << hex_
        self.all: HexSet = everything
        self.size = len(self._hex_of)

    def __repr__(self) -> str:
        return (
            f"Grid({self.orientation!r}, {self.shifted!r}, {self.numbering!r}, {self.rows!r}, "
            f"{[tuple(w) for w in self.windows]})"
        )

    # Numbering

    def _is_shifted(self, line: int) -> bool:
        return line % 2 == (1 if self.shifted == "odd" else 0)

    def _index(self, column: int, row: int) -> Hex:
        line, place = (column, row) if self.orientation == "flat" else (row, column)
        q = line - self._first_line
        return q * self._stride + (place - self._first_place) - (q + self._line_shift) // 2

    def hex(self, label: str) -> Hex:
        """The hex with a printed label; UnknownHex says what is wrong with a bad one."""
        try:
            return self._hex_of[label]
        except (KeyError, TypeError):
            raise UnknownHex(self._complaint(label)) from None

    def _complaint(self, label: object) -> str:
        order = "column, then row" if self.numbering == "ccrr" else "row, then column"
        if not (isinstance(label, str) and len(label) == 4 and label.isascii() and label.isdigit()):
            return f"{quoted(label)} is not a hex number: four digits are expected, {order}"
        extents = " or ".join(
            f"columns {w.first_column:02}-{w.last_column:02}, rows {w.first_row:02}-{w.last_row:02}"
            for w in self.windows
        )
        return f"hex {label} is not on this map ({order}; {extents})"

    def label(self, hex_: Hex) -> str:
        return self._label_of[hex_]

    def position(self, hex_: Hex) -> tuple[int, int]:
        """The printed column and row of a hex."""
        return self._position_of[hex_]

    def set(self, labels: Iterable[str]) -> HexSet:
        return set_of(map(self.hex, labels))

    def labels(self, hexes: HexSet) -> list[str]:
        """The labels of a set, sorted as text."""
        return sorted(self._label_of[hex_] for hex_ in members(hexes))

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        return tuple(members(self.all))

    # Neighbours

    def step(self, hexes: HexSet, direction: int) -> HexSet:
        """The whole set, moved one hex in a direction; what leaves the map is lost."""
        offset = self.offsets[direction]
        return (hexes << offset if offset > 0 else hexes >> -offset) & self.all

    def neighbours(self, hexes: HexSet) -> HexSet:
        """The hexes next to any hex of the set."""
        ahead = hexes << 1
        behind = hexes >> 1
        near = self.near
        return (ahead | behind | (hexes | ahead) << near | (hexes | behind) >> near) & self.all

    def within(self, hexes: HexSet, steps: int) -> HexSet:
        """The set and all hexes at most so many steps from it, whatever lies between."""
        for _ in range(steps if hexes else 0):
            hexes |= self.neighbours(hexes)
        return hexes

    def neighbour(self, hex_: Hex, direction: int) -> Hex | None:
        there = hex_ + self.offsets[direction]
        return there if there in self._label_of else None

    def adjacent(self, hex_: Hex) -> list[Hex]:
        """The neighbours of one hex that are on the map, clockwise."""
        return [there for o in self.offsets if (there := hex_ + o) in self._label_of]

    def direction(self, here: Hex, there: Hex) -> int:
        """The direction of the hexside that leads from one hex to its neighbour."""
        try:
            return self.offsets.index(there - here)
        except ValueError:
            raise NotAdjacent(
                f"hexes {self.label(here)} and {self.label(there)} are not adjacent"
            ) from None

    def side(self, here: Hex, there: Hex) -> tuple[Hex, Hex]:
        """The hexside between two neighbours, as a pair that does not depend on their order."""
        self.direction(here, there)
        return (here, there) if here < there else (there, here)

    def sides_touch(self, one: tuple[Hex, Hex], other: tuple[Hex, Hex]) -> bool:
        """Whether two different hexsides share a corner: three hexes meet at every corner."""
        corner = {*one, *other}
        if len(corner) != 3:
            return False
        (common,) = set(one) & set(other)
        here, there = corner - {common}
        return there - here in self.offsets

    # Measuring

    def _axial(self, hex_: Hex) -> tuple[int, int]:
        column, row = self._position_of[hex_]
        line, place = (column, row) if self.orientation == "flat" else (row, column)
        q = line - self._first_line
        return q, place - self._first_place - (q + self._line_shift) // 2

    def distance(self, here: Hex, there: Hex) -> int:
        """Hexes from one to the other, the first not counted."""
        q1, r1 = self._axial(here)
        q2, r2 = self._axial(there)
        dq, dr = q2 - q1, r2 - r1
        return max(abs(dq), abs(dr), abs(dq + dr))

    def disc(self, hex_: Hex, radius: int) -> HexSet:
        """All hexes within a distance."""
        if radius < 0:
            return 0
        q, r = self._axial(hex_)
        found = 0
        for dq in range(-radius, radius + 1):
            first = r + max(-radius, -dq - radius)
            last = r + min(radius, -dq + radius)
            line = q + dq
            if line < 0:
                continue
            # A disc meets each line in one unbroken run; cut it to the line before it becomes
            # bits, or it would run over into the next line.
            start = -((line + self._line_shift) // 2)
            first = max(first, start)
            last = min(last, start + self._stride - 3)
            if first <= last:
                found |= ((1 << (last - first + 1)) - 1) << (line * self._stride + first)
        return found & self.all

    def ring(self, hex_: Hex, radius: int) -> HexSet:
        """All hexes at exactly a distance."""
        return self.disc(hex_, radius) & ~self.disc(hex_, radius - 1)

    def line(self, here: Hex, there: Hex) -> list[Hex]:
        """The hexes under a straight line between two centres; gaps of the map are left out.

        Where the line runs along a hexside, the hex on one and the same hand is taken throughout.
        """
        q1, r1 = self._axial(here)
        q2, r2 = self._axial(there)
        steps = self.distance(here, there)
        found = []
        for i in range(steps + 1):
            t = i / steps if steps else 0.0
            q, r = _round_axial(q1 + (q2 - q1) * t + 1e-6, r1 + (r2 - r1) * t + 2e-6)
            hex_ = q * self._stride + r
            if self._axial_on_map(q, r, hex_):
                found.append(hex_)
        return found

    def _axial_on_map(self, q: int, r: int, hex_: Hex) -> bool:
        return hex_ in self._label_of and self._axial(hex_) == (q, r)

    # Drawing: the centre of the first hex of the numbering is near the origin, x grows to the
    # east and y to the south, and a hexside has length 1.

    def centre(self, hex_: Hex) -> tuple[float, float]:
        column, row = self._position_of[hex_]
        down = 1 if self.rows == "down" else -1
        if self.orientation == "flat":
            along = row + (0.5 if self._is_shifted(column) else 0.0)
            return 1.5 * column, SQRT3 * along * down
        along = column + (0.5 if self._is_shifted(row) else 0.0)
        return SQRT3 * along, 1.5 * row * down

    def corner(self, hex_: Hex, number: int) -> tuple[float, float]:
        """Hexside d of a hex runs from its corner d to its corner d + 1, clockwise."""
        x, y = self.centre(hex_)
        first = -120 if self.orientation == "flat" else -90
        angle = math.radians(first + 60 * number)
        return x + math.cos(angle), y + math.sin(angle)


def _round_axial(q: float, r: float) -> tuple[int, int]:
    s = -q - r
    q_, r_, s_ = round(q), round(r), round(s)
    dq, dr, ds = abs(q_ - q), abs(r_ - r), abs(s_ - s)
    if dq > dr and dq > ds:
        q_ = -r_ - s_
    elif dr > ds:
        r_ = -q_ - s_
    return q_, r_
