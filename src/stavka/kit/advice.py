"""A plain adviser, for a title that says what a position is worth and no more.

It takes one look at what each choice would bring. A unit is picked up if it can go where it stands
better; an attack is thought of with everybody who can join, and is worth what can come of it, each
by its chance, when both sides have done what they are advised to do about it. Titles with more to
look at bring an `advise` of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Generic

from ..engine import Choice, Decision
from ..engine.forecast import made, ways
from ..engine.position import P
from .previews import with_everybody

# So much better a position has to be that something is done for it.
LEAST = 0.001
# No more values of an option than these are looked at, for somebody is waiting.
MOST = 100


class Adviser(Generic[P]):
    """Advises a side, by what positions are worth to it."""

    def __init__(self, side: str, evaluate: Callable[[P, str], float]) -> None:
        self.side = side
        self.evaluate = evaluate

    def advise(self, p: P, decision: Decision) -> Choice:
        if decision.option("cancel"):
            return decision.first("all", "add", "resolve", "cancel")
        # Without an argument, a choice ends something and leaves everything as it is.
        end = next((Choice(o.verb) for o in decision.options if o.kind == "none"), None)
        enough = self.evaluate(p, self.side) + LEAST if end else float("-inf")
        worth, best = self.best(p, decision)
        if best is not None and worth > enough:
            return best
        for choice in _values(decision, "select"):
            after = made(p, choice)
            if (moves := after.decision()) and self.best(after, moves)[0] > enough:
                return choice
        return end or decision.pick(0)

    def best(self, p: P, decision: Decision) -> tuple[float, Choice | None]:
        """The best of the choices that do something by themselves, and what it is worth."""
        found: tuple[float, Choice | None] = (float("-inf"), None)
        for option in decision.options:
            if option.kind != "none" and option.verb != "select":
                for choice in _values(decision, option.verb):
                    worth = self.worth(p, choice)
                    if worth > found[0]:
                        found = worth, choice
        return found

    def worth(self, p: P, choice: Choice) -> float:
        """What a position is worth after a choice."""
        if choice.verb != "attack":
            return self.evaluate(made(p, choice), self.side)
        together = with_everybody(p, choice)
        attack = together.decision()
        if attack is None or not attack.option("resolve"):
            return float("-inf")
        found = ways(together, attack.first("resolve"), len(p.frames), self.answer)
        return sum(float(way.chance) * self.evaluate(way.after, self.side) for way in found or ())

    def answer(self, p: P, decision: Decision) -> Choice:
        """What anybody does about an attack."""
        return advice(p, decision, self.evaluate)


def advice(p: P, decision: Decision, evaluate: Callable[[P, str], float]) -> Choice:
    """What looks best to the side that has to choose."""
    return Adviser(decision.side, evaluate).advise(p, decision)


def _values(decision: Decision, verb: str) -> list[Choice]:
    option = decision.option(verb)
    texts = islice(decision.texts(option), MOST) if option else ()
    return [Choice(verb, text) for text in texts]
