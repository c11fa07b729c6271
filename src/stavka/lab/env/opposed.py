"""A game in which one side is played by the machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...engine import Title, Unsuitable
from ...players import Player, player
from .match import Match, Seeds

# A player by its name, as everywhere, or made for a title, a side and a seed.
Opponent = str | Callable[[Title[Any], str, str], Player]


class Opposed:
    """A match in which the other side is played by the machine."""

    def __init__(self, match: Match, side: str, opponent: Opponent) -> None:
        if side not in match.title.sides:
            sides = " and ".join(match.title.sides)
            raise Unsuitable(f"{match.title.name} has no side {side!r}; there are {sides}")
        self.match, self.side = match, side
        self._other = next(s for s in match.title.sides if s != side)
        self._opponent = opponent
        self._player: Player
        self._sit_down("nobody")

    def _sit_down(self, seed: str) -> None:
        title, own = self.match.title, f"{seed} {self._other}"
        make = self._opponent
        if callable(make):
            self._player = make(title, self._other, own)
        else:
            self._player = player(title, self._other, make, own)

    def begin(self, seeds: Seeds) -> None:
        """A game in which the side is asked at least once."""
        while True:
            seed = seeds.next()
            self._sit_down(seed)
            self.match.begin(seed)
            self.answer()
            if not self.match.over:
                return

    def answer(self) -> None:
        """Lets the opponent choose until the side is asked, or the game is over."""
        match = self.match
        while not match.over and match.decision is not None and match.decision.side != self.side:
            view = match.position.view(self._other) if self._player.sees else None
            match.apply(self._player.choose(match.decision, view))
