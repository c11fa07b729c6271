"""Games between players who know what they do, and what they chose in them."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from stavka import titles
from stavka.engine import Choice, Decision, Title, View
from stavka.players import Player, new_game, play_out

from .features import Features
from .network import Watched

# So many of the choices that were not taken are looked at in each decision.
OTHERS = 24


class Watching(NamedTuple):
    """A game to be watched."""

    slug: str
    scenario: str
    teacher: str
    seed: str


class _Watcher:
    """Stands beside a player and notes what he was asked and what he chose."""

    sees = True

    def __init__(self, player: Player, features: Features, seed: str) -> None:
        self._player, self._features = player, features
        self._chance = random.Random(seed)
        self.noted: list[tuple[np.ndarray[Any, Any], ...]] = []

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        choice = self._player.choose(decision, view)
        row = self._features.listing.row_of(decision, choice) if len(decision) > 1 else None
        if row is not None and view is not None:
            self._note(view, decision, row)
        return choice

    def _note(self, view: View[Any], decision: Decision, row: int) -> None:
        found = self._features.look(view, decision)
        others = [n for n in range(len(found.rows)) if n != row]
        kept = [row, *self._chance.sample(others, min(OTHERS, len(others)))]
        there = np.arange(OTHERS + 1) < len(kept)
        kept += [row] * (OTHERS + 1 - len(kept))
        rows = found.rows[kept].astype(np.float16)
        self.noted.append((found.numbers[kept], rows, found.shared.astype(np.float16), there))

    def watched(self) -> Watched:
        return Watched(*(np.stack(one) for one in zip(*self.noted, strict=True)))


@lru_cache(maxsize=2)
def _features(title: Title[Any]) -> Features:
    return Features(title)


def watch(game: Watching) -> dict[str, Watched]:
    """What each side chose in a game that the teacher plays with himself."""
    title = titles.load(game.slug)
    names = dict.fromkeys(title.sides, game.teacher)
    options = title.defaults(game.scenario)
    position, players = new_game(title, game.scenario, options, names, game.seed)
    watchers = {
        side: _Watcher(player, _features(title), f"{game.seed} {side} watched")
        for side, player in players.items()
    }
    play_out(position, dict(watchers))
    return {side: watcher.watched() for side, watcher in watchers.items()}
