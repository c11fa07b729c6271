"""The dice of a game that was begun elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import Dice
from ..engine.dice import roll


class ContinuedDice(Dice):
    """Dice that fall as a record says, as far as it goes, and from then on follow from a seed."""

    __slots__ = ("_before", "_rolled")

    def __init__(self, seed: bytes, rolled: Sequence[int], rolls: int = 0, before: int = 0) -> None:
        """`before` says how many rolls had been made when the record began."""
        super().__init__(seed, rolls)
        self._rolled = tuple(rolled)
        self._before = before

    def roll(self, sides: int) -> int:
        number = self.rolls - self._before
        if number < len(self._rolled):
            value = self._rolled[number]
        else:
            value = roll(self.seed, self.rolls, sides)
        self.rolls += 1
        return value

    def copy(self) -> Dice:
        return ContinuedDice(self.seed, self._rolled, self.rolls, self._before)
