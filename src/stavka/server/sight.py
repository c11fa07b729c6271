"""What each pair of eyes has noticed of a game.

A choice that changes nothing that a side may know does not happen for that side: it is not told
and not counted. So nobody learns from a number how much the others do in secret.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from ..engine import Game, Position


class Sight:
    """Moves and changes as a side counts them, or, without a side, as everybody may."""

    def __init__(self, sides: Sequence[str]) -> None:
        self.eyes = (*sides, "")
        # The moves that were noticed, by their places in the game.
        self._moves: dict[str, list[int]] = {eyes: [] for eyes in self.eyes}
        # How many changes were; it never falls.
        self._changes = dict.fromkeys(self.eyes, 0)
        # How many changes there had been with each of the moves.
        self._made: dict[str, list[int]] = {eyes: [] for eyes in self.eyes}

    @classmethod
    def resumed(
        cls, sides: Sequence[str], noticed: Mapping[str, Sequence[int]], changes: Mapping[str, int]
    ) -> Sight:
        """What has been noticed of a game that is known."""
        sight = cls(sides)
        sight._moves = {eyes: list(noticed[eyes]) for eyes in sight.eyes}
        sight._changes = {eyes: changes[eyes] for eyes in sight.eyes}
        # When each was made is not stored: as far as is known, all with the last change.
        sight._made = {eyes: [changes[eyes]] * len(noticed[eyes]) for eyes in sight.eyes}
        return sight

    def made(self, before: Position, game: Game) -> None:
        """A move was made; `before` is the position as it was."""
        number = len(game.moves) - 1
        side = game.moves[number].side
        events = game.events_of(number)
        for eyes in self.eyes:
            told = eyes == side or any(event.heard_by(eyes) for event in events)
            if told or _differs(before, game.position, eyes):
                self._moves[eyes].append(number)
                self._changes[eyes] += 1
                self._made[eyes].append(self._changes[eyes])

    def undone(self, left: int) -> None:
        """Moves were taken back; so many are left."""
        for eyes, moves in self._moves.items():
            kept = bisect_left(moves, left)
            if kept < len(moves):
                del moves[kept:]
                del self._made[eyes][kept:]
                self._changes[eyes] += 1

    def skip(self, changes: int) -> None:
        """So many things may have been noticed that nobody can tell any more."""
        for eyes in self.eyes:
            self._changes[eyes] += changes

    def changes(self, eyes: str) -> int:
        return self._changes[eyes]

    def count(self, eyes: str) -> int:
        """How many moves there are for these eyes."""
        return len(self._moves[eyes])

    def kept(self, eyes: str, changes: int) -> int:
        """How many of the first moves were made when there had been so many changes, and have
        not been taken back since."""
        return bisect_right(self._made[eyes], changes)

    def number(self, eyes: str, move: int) -> int | None:
        """How these eyes count, from 1, the move at a place of the game; None if they do not."""
        moves = self._moves[eyes]
        place = bisect_left(moves, move)
        return place + 1 if place < len(moves) and moves[place] == move else None

    def places(self, eyes: str) -> Sequence[int]:
        """The places in the game of the moves that these eyes count."""
        return self._moves[eyes]


def _differs(before: Position, after: Position, eyes: str) -> bool:
    return not before.view(eyes).shows_the_same(after.view(eyes))
