"""How fast a title is on the machine at hand."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from .. import titles
from ..engine import Dice, Position, Title
from ..hexes import compiled
from ..players import Random, new_game, play_out, suited

# Games by advice are long, and each is much like the others.
ADVISED = 3


def bench(slug: str, scenario: str | None = None, games: int = 12) -> dict[str, Any]:
    """The figures of `stavka bench`, for a scenario (the first) in uniform random play; what a
    game by the advice of the title costs, if it has styles."""
    title = titles.load(slug)
    scenario = scenario or title.scenarios[0].key
    title.check(scenario, ())
    # A first game reads the data files and fills the tables that are computed once.
    _random_game(title, scenario, "warm up")
    begin = time.process_time()
    actions = sum(_random_game(title, scenario, f"bench {number}") for number in range(games))
    seconds = time.process_time() - begin
    position = _middle_of_a_game(title, scenario)
    data = position.to_json()
    side = title.sides[0]
    figures: dict[str, Any] = {
        "decisions_per_cpu_s": round(actions / seconds),
        "games_per_cpu_s": round(games / seconds, 2),
        "actions_per_game": round(actions / games, 1),
        "clone_us": round(_microseconds(position.clone), 1),
        "click_ms": round(_microseconds(_Clicks(title, position)) / 1000, 3),
        "position_bytes": len(data),
        "view_bytes": len(position.view(side).to_json()),
        "hex_loops": "C" if compiled.used else "Python",
    }
    if "staff" in suited(title):
        figures["advice_game_cpu_s"] = round(_advised_game(title, scenario, min(games, ADVISED)), 3)
    for name, ask in title.questions(position).items():
        figures[f"{name}_us"] = round(_microseconds(_afresh(position, ask)), 1)
    return figures


def _random_game(title: Title, scenario: str, seed: str) -> int:
    players = dict.fromkeys(title.sides, "random")
    position, machines = new_game(title, scenario, (), players, seed)
    return play_out(position, machines)


def _advised_game(title: Title, scenario: str, games: int) -> float:
    """CPU seconds of a game between the first styles of both sides, on average."""
    styles = dict.fromkeys(title.sides, "portfolio:1")
    begin = time.process_time()
    for number in range(games):
        position, machines = new_game(title, scenario, (), styles, f"advice {number}")
        play_out(position, machines)
    return (time.process_time() - begin) / games


def _middle_of_a_game(title: Title, scenario: str) -> Position:
    """A position with a good many units about, half-way through a random game."""
    length = _random_game(title, scenario, "middle")
    players = dict.fromkeys(title.sides, "random")
    position, machines = new_game(title, scenario, (), players, "middle")
    for _ in range(length // 2):
        decision = position.decision()
        assert decision is not None
        position.apply(machines[decision.side].choose(decision, None))
    return position


class _Clicks:
    """Clicks one after the other, for what is remembered of one helps the next only so far."""

    def __init__(self, title: Title, position: Position) -> None:
        self._title = title
        self._seed = position.dice.seed
        self._player = Random(title, "clicks")
        self._begin = self._data = position.to_json()

    def __call__(self) -> None:
        """What a server does for a click: restore, apply, store form, both views."""
        position = self._title.from_json(self._data, Dice(self._seed))
        decision = position.decision()
        assert decision is not None
        position.apply(self._player.choose(decision, None))
        self._data = position.to_json()
        for side in self._title.sides:
            position.view(side).to_json()
        if position.ended is not None:
            self._data = self._begin


def _afresh(position: Position, ask: Callable[[], object]) -> Callable[[], None]:
    """Asks a position that remembers nothing."""

    def asked() -> None:
        position.kept.clear()
        ask()

    return asked


def _microseconds(act: Callable[[], object], rounds: int = 200) -> float:
    """The median of many calls: a single slow one says nothing."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter_ns()
        act()
        times.append(time.perf_counter_ns() - begin)
    return sorted(times)[rounds // 2] / 1000
