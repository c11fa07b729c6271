"""The dice of a game that was begun elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from ..engine import Dice, RecordedDice
from ..engine.dice import roll


class ContinuedDice(RecordedDice):
    """Dice that fall as a record says, as far as it goes, and from then on follow from a seed."""

    __slots__ = ()

    def __init__(self, seed: bytes, rolled: Iterable[int], first: int = 0) -> None:
        super().__init__(rolled, first)
        self.seed = seed

    def roll(self, sides: int) -> int:
        if self.rolls - self._first < len(self._values):
            return super().roll(sides)
        value = roll(self.seed, self.rolls, sides)
        self.rolls += 1
        return value

    def copy(self) -> Dice:
        new = ContinuedDice(self.seed, self._values, self._first)
        new.rolls = self.rolls
        return new
