"""What the network looks at: numbers for each legal choice, and some that all of them share.

The same is said once more as a graph in `file`, which a test compares with this.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stavka.arrays import Encoding, Listing, Observer
from stavka.engine import Decision, Title, View

Floats = npt.NDArray[np.float32]
# Planes and columns hold small whole numbers: an eighth of them is about 1.
SCALE = np.float32(1 / 8)
# Squares around a hex over which what changes is averaged as well, in cells to each side.
AROUND = (1, 3)
# Columns of the table of units: where a unit is, and whether it is in hand.
CELL, ROW, COLUMN, ENGAGED = 2, 3, 4, 7
# How a place beside that of the units in hand is told: down, to the right, how far, whether at all.
BESIDE = 4
# Words beyond this many are alike.
WORDS = 64


class Situation(NamedTuple):
    """One decision in numbers."""

    # For each row of the list: the numbers of verb, hex, unit and word, the last of each for none,
    # and what there is to see of hex and unit.
    numbers: npt.NDArray[np.int32]
    rows: Floats
    # What is the same for all rows.
    shared: Floats
    # Which of the sides it is.
    side: int


class Features:
    def __init__(self, title: Title[Any]) -> None:
        self.title = title
        encoding = Encoding(title)
        self.listing, self.observer = Listing(encoding), Observer(title)
        self.cells, self.units = encoding.cells.count, len(encoding.roster.units)
        self.verbs, self.width = len(encoding.roster.verbs), encoding.cells.width
        ground, _ = self.observer.ground()
        self.ground: Floats = ground.astype(np.float32)
        self.columns = len(self.observer.units)
        # How much is seen of a cell.
        self.seen = len(ground) + len(self.observer.planes) * (1 + len(AROUND))
        # How long a row is, and what all rows share.
        self.length = 2 * self.seen + self.columns + BESIDE
        self.shared = len(self.observer.globals) + self.columns
        # The map as it was seen last, and by what it is multiplied.
        self._seen = np.zeros((self.seen, self.cells + 1), np.float32)
        self._seen[-len(ground) :, :-1] = self.ground.reshape(len(ground), -1)
        self._scale = np.full(self.seen, SCALE)
        self._scale[-len(ground) :] = 1
        self.arrays = self.observer.blank()
        self._writer = self.observer.writer(self.arrays)
        self.choices = np.zeros((self.listing.rows, 5), np.int16)
        self._mask = np.zeros(self.listing.rows, np.int8)

    def look(self, view: View[Any], decision: Decision) -> Situation:
        """What there is to see of a decision."""
        self._writer.write(view)
        self.listing.write(decision, self.choices, self._mask)
        listed = self.choices[self._mask.astype(bool)].astype(np.int32)
        arrays = self.arrays
        return self.situation(arrays["planes"], arrays["units"], arrays["globals"], listed)

    def situation(
        self,
        planes: npt.NDArray[np.uint8],
        units: npt.NDArray[np.int16],
        globals_: Floats,
        listed: npt.NDArray[np.int32],
    ) -> Situation:
        verb, hex_, unit, word = listed[:, 0], listed[:, 2], listed[:, 3], listed[:, 4]
        hex_ = np.where(hex_ < 0, self.cells, hex_)
        unit = np.where(unit < 0, self.units, unit)
        word = np.where(word < 0, WORDS, np.minimum(word, WORDS - 1))
        map_ = self._map(planes)
        table = np.vstack([units.astype(np.float32) * SCALE, np.zeros((1, self.columns), "f4")])
        cell = np.append(units[:, CELL].astype(np.int32), -1)
        own = np.where(cell < 0, self.cells, cell)[unit]
        in_hand = units[:, ENGAGED].astype(np.float32)
        count = np.maximum(in_hand.sum(), 1).astype(np.float32)
        beside = self._beside(units, in_hand, count, hex_)
        scale = self._scale
        rows = np.hstack([map_[:, hex_].T * scale, table[unit], map_[:, own].T * scale, beside])
        shared = np.concatenate([globals_, in_hand @ table[:-1] / count])
        side = int(globals_[1] > globals_[0])
        return Situation(np.stack([verb, hex_, unit, word], axis=1), rows, shared, side)

    def _map(self, planes: npt.NDArray[np.uint8]) -> Floats:
        """Everything in each cell and around it; a last cell for nowhere."""
        count, map_ = len(planes), self._seen
        map_[:count, :-1] = planes.reshape(count, -1)
        for number, reach in enumerate(AROUND, 1):
            map_[number * count : (number + 1) * count, :-1] = _averaged(planes, reach)
        return map_

    def _beside(
        self,
        units: npt.NDArray[np.int16],
        in_hand: Floats,
        count: np.float32,
        hex_: npt.NDArray[np.int32],
    ) -> Floats:
        """Where a hex lies, seen from the middle of the units in hand."""
        middle = in_hand @ units[:, [ROW, COLUMN]].astype(np.float32) / count
        there = (hex_ < self.cells) & (in_hand.sum() > 0)
        place = np.stack([hex_ // self.width, hex_ % self.width], axis=1).astype(np.float32)
        away = (place - middle) * SCALE * there[:, None]
        far = np.abs(away).sum(axis=1, keepdims=True)
        return np.hstack([away, far, there[:, None].astype(np.float32)])


def _averaged(planes: npt.NDArray[np.uint8], reach: int) -> Floats:
    """The mean over a square around each cell; beyond the map is nothing."""
    size = 2 * reach + 1
    padded = np.pad(planes, ((0, 0), (reach + 1, reach), (reach + 1, reach)))
    sums = padded.cumsum(axis=1, dtype=np.int32).cumsum(axis=2, dtype=np.int32)
    upper, lower = sums[:, :-size], sums[:, size:]
    total: npt.NDArray[np.int32]
    total = lower[:, :, size:] - lower[:, :, :-size] - upper[:, :, size:] + upper[:, :, :-size]
    return total.reshape(len(planes), -1) * np.float32(1 / size**2)
