"""Players that think: they make a plan with playouts and follow it."""

from __future__ import annotations

from typing import Any, ClassVar

from ..engine import Choice, Decision, Title, View, seed_from
from .intentions import Plan
from .plans import Effort, Progress, Thinker


class Thinking:
    """Plays by plans. A host that thinks elsewhere asks `due`, and brings the plan back."""

    sees = True
    # Seconds for the styles, for orders, and for each attack.
    seconds: ClassVar[tuple[float, float, float]]

    def __init__(self, title: Title[Any], seed: int | str, effort: float = 1.0) -> None:
        self.seed = seed_from(f"thinking {seed}")
        self.thinker = self.thinker_of(title, self.seed, effort)
        self.plan: Plan | None = None

    @classmethod
    def thinker_of(cls, title: Title[Any], seed: bytes, effort: float = 1.0) -> Thinker:
        """One who thinks so many times as much as is usual."""
        seconds = [effort * usual for usual in cls.seconds]
        return Thinker(title, seed, Effort.of(title.pace, *seconds))

    def due(self, view: View[Any]) -> bool:
        return self.thinker.due(view, self.plan)

    def choose(self, decision: Decision, view: View[Any] | None) -> Choice:
        if view is None:
            raise ValueError("a staff needs a view")
        if self.due(view):
            self.plan = self.thinker.think(view, self.plan)
        return self.follow(view)

    def follow(self, view: View[Any]) -> Choice:
        """What the plan that there is says."""
        return self.thinker.follow(view, self.plan)


def think_from(
    title: Title[Any],
    name: str,
    side: str,
    seed: bytes,
    state: bytes,
    plan: Plan | None,
    progress: Progress,
) -> Plan:
    """What a player thinks where there is nothing but the state of its view."""
    thinker = THINKING[name].thinker_of(title, seed)
    return thinker.think(title.view_from(state, side), plan, progress)


class Staff(Thinking):
    """Tries the styles of its side and takes the best: about a second of thought a turn."""

    seconds = (1.0, 0.0, 0.0)


class Marshal(Thinking):
    """Gives orders to single units too, and tries its attacks: five to ten seconds a turn."""

    seconds = (1.5, 4.0, 0.5)


THINKING: dict[str, type[Thinking]] = {"staff": Staff, "marshal": Marshal}
