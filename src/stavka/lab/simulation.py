"""Games between computer players by the thousand."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from .. import titles
from ..players import new_game, play_out
from .crew import crew_of


@dataclass(frozen=True, slots=True)
class Series:
    """What to play: a title and scenario, who plays which side, how often, from which seed."""

    slug: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    games: int
    seed: str
    overlay: Path | None = None


# How games end that no side has won.
NO_WINNER = ("draw", "nobody")


@dataclass(frozen=True, slots=True)
class GameResult:
    number: int
    # A side, or one of the above.
    winner: str
    level: str
    actions: int
    digest: str
    error: str = ""


@dataclass(slots=True)
class Summary:
    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    actions: int = 0

    def add(self, result: GameResult) -> None:
        self.games += 1
        self.actions += result.actions
        if result.error:
            self.errors.append(f"game {result.number}: {result.error}")
            return
        self.wins[result.winner] += 1
        self.levels[result.level] += 1

    def as_json(self, sides: tuple[str, ...]) -> dict[str, Any]:
        return {
            "games": self.games,
            "wins": {side: self.wins[side] for side in (*sides, *NO_WINNER)},
            "levels": dict(self.levels.most_common()),
            "errors": len(self.errors),
            "mean_actions": round(self.actions / self.games, 1) if self.games else 0.0,
        }


def play_one(series: Series, number: int) -> GameResult:
    """Game `number` of a series: the same every time it is played."""
    title = titles.load(series.slug, series.overlay)
    seed = f"{series.seed} {number}"
    try:
        position, players = new_game(title, series.scenario, series.options, series.players, seed)
        actions = play_out(position, players)
    except Exception as error:
        # One broken game must not hide the result of the others; it is counted and shown.
        return GameResult(number, "", "", 0, "", f"{type(error).__name__}: {error}")
    ended = position.outcome()
    shown = title.present(position.view("")).outcome
    assert ended is not None and shown is not None
    return GameResult(number, ended.goes_to, shown.level, actions, position.digest())


def simulate(series: Series, workers: int, progress: Callable[[int], None]) -> Summary:
    """Plays a whole series and counts; `progress` hears how many games are done."""
    titles.load(series.slug, series.overlay).check(series.scenario, series.options)
    summary = Summary()
    for done in crew_of(workers).run(partial(play_one, series), range(series.games)):
        summary.add(done.result or GameResult(done.batch, "", "", 0, "", done.lost))
        progress(summary.games)
    return summary


def default_workers() -> int:
    return os.cpu_count() or 1
