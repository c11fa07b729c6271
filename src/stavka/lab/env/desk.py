"""What whoever has to choose finds before him: the observation, and which numbers are choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ...arrays.encoding import COLUMNS, ROWS, Block, Encoding, Listing
from ...arrays.layout import TYPES
from ...arrays.observation import observer_of
from ...engine import Choice, Decision, Title, View

# By these keys, beside those of the observation.
MASK, CHOICES = "action_mask", "choices"
EncodingName = Literal["flat", "list"]
Array = npt.NDArray[Any]


class Shape:
    """The arrays of a title and an encoding, and how choices and numbers go together."""

    def __init__(self, title: Title[Any], encoding: EncodingName) -> None:
        if encoding not in ("flat", "list"):
            raise ValueError(f"there is no encoding {encoding!r}; there are flat and list")
        self.title = title
        self.observer = observer_of(title)
        self.encoding = Encoding(title)
        self.listing = Listing(self.encoding) if encoding == "list" else None
        self.n = ROWS if self.listing else self.encoding.n
        self.shapes = {**self.observer.shapes, MASK: (self.n,)}
        self.types: dict[str, Any] = {**TYPES, MASK: np.int8}
        if self.listing:
            self.shapes[CHOICES] = (ROWS, len(COLUMNS))
            self.types[CHOICES] = np.int16

    def blank(self, *before: int) -> dict[str, Array]:
        """Arrays for one desk, or for as many as the dimensions before say."""
        return {key: np.zeros((*before, *self.shapes[key]), self.types[key]) for key in self.shapes}

    def choice(self, decision: Decision, action: int) -> Choice:
        """The choice that a number means now; it need not be legal."""
        if self.listing:
            return self.listing.choice(decision, int(action))
        return self.encoding.decode(int(action))

    def action(self, decision: Decision, choice: Choice) -> int | None:
        """The number of a legal choice now; None if it was left out of a list."""
        if self.listing:
            return self.listing.row_of(decision, choice)
        return self.encoding.encode(choice)

    def left_out(self, decision: Decision) -> int:
        """How many choices have no number now."""
        return max(0, len(decision) - ROWS) if self.listing else 0


class Desk:
    """The arrays of one pair of eyes, which are written in place."""

    def __init__(self, shape: Shape, arrays: Mapping[str, Array] | None = None) -> None:
        self.shape = shape
        self.arrays = dict(arrays) if arrays is not None else shape.blank()
        self._writer = shape.observer.writer(self.arrays)
        self._written: list[Block] | None = None

    def show(self, view: View[Any]) -> None:
        """Writes what a side sees and may choose; whoever is not asked may choose nothing."""
        self._writer.write(view)
        if self.shape.listing:
            self.shape.listing.write(view.decision, self.arrays[CHOICES], self.arrays[MASK])
        else:
            mask = self.arrays[MASK]
            self._written = self.shape.encoding.mask(view.decision, mask, self._written)

    def observation(self, *, copy: bool = True) -> dict[str, Any]:
        """The arrays as environments hand them out."""
        found = {key: array.copy() if copy else array for key, array in self.arrays.items()}
        return nested(found)


def nested(parts: Mapping[str, Any]) -> dict[str, Any]:
    """What is seen under `observation`, what can be chosen beside it."""
    seen = {key: part for key, part in parts.items() if key in TYPES}
    return {"observation": seen, **{key: parts[key] for key in parts if key not in TYPES}}
