"""Sides whose first turn is played by somebody else: what do the first choices matter?"""

from __future__ import annotations

from typing import Any

from ..engine import Choice, Decision, Title, View
from ..players import Player


class Opening:
    """Plays the first Game-Turn, its set-up included, as one player would, and all the rest as
    another."""

    sees = True

    def __init__(self, title: Title[Any], opener: Player, player: Player) -> None:
        self._title, self._opener, self._player = title, opener, player
        # The number of the first turn, once it is known; a set-up before it has number 0.
        self._first = 0
        self._over = False

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        assert view is not None
        if not self._over:
            turn = self._title.present(view).turn
            self._first = self._first or max(1, turn)
            self._over = turn > self._first
        who = self._player if self._over else self._opener
        return who.choose(decision, view if who.sees else None)
