"""Dice that anybody can check afterwards.

Roll n of a game is a function of a secret seed and of n, so that a position stores no more than the
number of rolls made. The hash of the seed is published before the first roll, the seed itself after
the last: nobody can change a roll that is to come, and everybody can recompute all of them. Whoever
draws the seed could have tried many; `shares.py` is for those who play against each other.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterable, Sequence

SEED_BYTES = 32
_COMMITMENT = b"stavka seed commitment 1"


def new_seed() -> bytes:
    return secrets.token_bytes(SEED_BYTES)


def seed_from(text: str) -> bytes:
    """A seed from a word or a number, for experiments that are to be repeated."""
    return hashlib.blake2b(text.encode(), digest_size=SEED_BYTES, person=b"stavka text").digest()


def commitment(seed: bytes) -> str:
    return hashlib.sha256(_COMMITMENT + seed).hexdigest()


def keeps_commitment(seed: bytes, published: str) -> bool:
    return hmac.compare_digest(commitment(seed).encode(), published.encode(errors="replace"))


def roll(seed: bytes, number: int, sides: int) -> int:
    """Roll `number` (from 0) of a die with so many sides, 1 to `sides`, all equally likely."""
    key = seed[:64]
    limit = 2**64 - 2**64 % sides
    for attempt in range(64):
        message = number.to_bytes(8, "big") + attempt.to_bytes(1, "big")
        value = int.from_bytes(hashlib.blake2b(message, digest_size=8, key=key).digest(), "big")
        # The few values above the last full multiple would favour the low sides.
        if value < limit:
            return value % sides + 1
    raise AssertionError("a fair generator never comes here")


class Dice:
    """The dice of one game: the seed, and how many rolls have been made."""

    __slots__ = ("rolls", "seed")

    def __init__(self, seed: bytes, rolls: int = 0) -> None:
        self.seed = seed
        self.rolls = rolls

    def roll(self, sides: int) -> int:
        value = roll(self.seed, self.rolls, sides)
        self.rolls += 1
        return value

    def throw(
        self, counts: Sequence[int], sides: int, alike: Callable[[Sequence[int]], object]
    ) -> list[tuple[int, ...]]:
        """Several handfuls of dice of which nothing but the sums matters.

        Sums for which `alike` is the same come to the same.
        """
        return [tuple(self.roll(sides) for _ in range(count)) for count in counts]

    def roll_later(self, sides: int) -> int:
        """A roll like any other, but for forecasts."""
        return self.roll(sides)

    def draw(self, lots: Sequence[int]) -> int:
        """The number (from 1) of a ticket out of several lots of so many tickets each."""
        return self.roll(sum(lots))

    def go_on_from(self, rolls: int) -> None:
        """So many rolls were made before this game, of which it knows the outcome alone."""
        self.rolls = rolls

    def copy(self) -> Dice:
        return Dice(self.seed, self.rolls)


class NoSuchRoll(LookupError):
    """A record does not have the roll that the rules ask for."""


class RecordedDice(Dice):
    """Dice that fall as a record says: for replaying a game whose seed is not known."""

    __slots__ = ("_first", "_values")

    def __init__(self, values: Iterable[int], first: int = 0) -> None:
        """`first` is the number of the first roll in the record."""
        super().__init__(b"", first)
        self._values = tuple(values)
        self._first = first

    def go_on_from(self, rolls: int) -> None:
        super().go_on_from(rolls)
        self._first = rolls

    def roll(self, sides: int) -> int:
        try:
            value = self._values[self.rolls - self._first]
        except IndexError:
            raise NoSuchRoll("the record has no more rolls") from None
        if not 1 <= value <= sides:
            raise NoSuchRoll(f"the record has a {value} where a die with {sides} sides is rolled")
        self.rolls += 1
        return value

    def copy(self) -> Dice:
        new = RecordedDice(self._values, self._first)
        new.rolls = self.rolls
        return new


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
