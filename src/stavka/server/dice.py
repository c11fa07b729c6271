"""The dice of a table whose players have not all added to them yet."""

from __future__ import annotations

from ..engine import Dice, NoSuchRoll, RecordedDice


class DiceWait(Exception):
    """A die would have to be rolled, and nobody may know it yet."""


class WaitingDice(RecordedDice):
    """Dice that fall as a file says, as far as it goes, and cannot be rolled after that."""

    __slots__ = ()

    def roll(self, sides: int) -> int:
        try:
            return super().roll(sides)
        except NoSuchRoll:
            raise DiceWait from None

    def copy(self) -> Dice:
        new = WaitingDice(self._values, self._first)
        new.rolls = self.rolls
        return new
