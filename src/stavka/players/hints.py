"""What the staff would do in somebody's place, and why, as far as that can be told honestly.

The choice is the title's own advice, as a cadet follows it or, with a plan, as a staff does that
has thought about the turn. Reasons are what the rules, the title and the plan say of it: the odds,
what it is worth, which attack it makes possible, what the turn is for. Where they say nothing,
nothing is made up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ..engine import NO_ORDERS, Choice, Decision, Orders, Position, Style, Title
from ..engine.presentation import Hint, OptionView
from .intentions import Plan, purpose_of

# So many choices the staff looks ahead, for somebody is waiting.
AHEAD = 24
# No more choices than these are compared with the one that is advised.
COMPARED = 30
# So many results are told, the likeliest first.
MOST_LIKELY = 2
# Less than this is no difference in what positions are worth.
LEAST = 0.001


@dataclass(frozen=True)
class Step:
    """A choice in the line of play that the staff would follow."""

    before: Position
    choice: Choice
    # Nothing if a die is rolled or somebody else is asked: nobody knows what comes after that.
    after: Position | None
    # Whether something has happened; what is only picked up or announced is no event yet.
    told: bool

    @cached_property
    def option(self) -> OptionView:
        """What a screen says of the choice."""
        decision = self.before.decision()
        assert decision is not None
        shown = self.before.view(decision.side).present().decision
        assert shown is not None
        return next(option for option in shown.options if option.verb == self.choice.verb)


class Way(NamedTuple):
    """How somebody would play on: by a style, with orders."""

    title: Title[Any]
    style: Style | None
    orders: Orders

    def choice(self, p: Position, decision: Decision) -> Choice:
        return self.title.advise(p.clone(), decision, self.style, self.orders)

    def reasons(self, step: Step) -> list[str]:
        """What the title says for a choice, if it says anything."""
        decision = step.before.decision()
        assert decision is not None
        thoughts = self.title.consider(step.before.clone(), decision, self.style, self.orders)
        return [
            f"{thought.reason[0].upper()}{thought.reason[1:]}."
            for thought in thoughts
            if thought.choice == step.choice and thought.reason
        ]


def hint(title: Title[Any], position: Position, plan: Plan | None = None) -> Hint:
    """What the staff would do; the position is one that the side could be in."""
    decision = position.decision()
    assert decision is not None
    style = title.styles(decision.side).named(plan.style) if plan else None
    if plan is not None and plan.turn != str(title.turn_of(position)):
        # Of an earlier turn, nothing but the style still holds.
        plan = None
    way = Way(title, style, plan.orders if plan else NO_ORDERS)
    first = way.choice(position, decision)
    line = list(_line(way, position, decision.side, first))
    deed = _deed(line)
    option, begins = deed.option, deed is not line[0]
    reasons = _odds(title, line)
    if not reasons:
        why = way.reasons(deed) if style else _worth(title, decision.side, line[0], deed)
        reasons = [*why, *_attack(title, line, deed)]
    return Hint(
        first.verb,
        first.argument,
        # Who joins in is told by names that are not for people.
        next=_words(option, deed.choice.argument) if begins and option.kind != "unit" else "",
        reasons=tuple(reasons),
        purpose=purpose_of(plan) if plan else "",
        hexes=(deed.choice.argument,) if begins and option.kind == "hex" else (),
    )


def _line(way: Way, p: Position, side: str, choice: Choice) -> Iterator[Step]:
    """The choice, and what the staff would choose after it."""
    for _ in range(AHEAD):
        after = p.clone()
        after.chronicle = []
        after.apply(choice)
        decision = after.decision()
        told = bool(after.chronicle)
        if decision is None or decision.side != side or after.dice.rolls != p.dice.rolls:
            yield Step(p, choice, None, told)
            return
        yield Step(p, choice, after, told)
        p, choice = after, way.choice(after, decision)


def _deed(line: Sequence[Step]) -> Step:
    """What is done with what the first choice only picks up; else the first choice itself."""
    first = line[0]
    if len(line) > 1 and not first.told and first.option.role == "select":
        return line[1] if line[1].option.role == "act" else first
    return first


def _gamble(line: Sequence[Step]) -> Step:
    """The step at which what the first choice begins comes to a roll, perhaps itself."""
    first = line[0]
    for step in line:
        if step.told or step.after is None:
            return step
        # What is picked up or announced goes on; what ends or puts down is about something else.
        opened = len(step.after.frames) - len(first.before.frames)
        goes_on = ("act", "select") if step is first else ("act",)
        if opened < 0 or (opened == 0 and step.option.role not in goes_on):
            return first
    return first


def _words(option: OptionView, argument: str) -> str:
    if option.kind in ("none", "unit") or argument in option.label:
        return option.label
    return f"{option.label} {argument}"


# Reasons


def _odds(title: Title[Any], line: Sequence[Step]) -> list[str]:
    """What can come of it, if that is a matter of dice: with all whom the staff would send."""
    step = _gamble(line)
    preview = title.preview(step.before.clone(), step.choice)
    if preview is None or not (preview.chances or preview.uncertain):
        return []
    likely = sorted(preview.chances, key=lambda chance: -chance.probability)
    told = [f"{100 * chance.probability:.0f} %: {chance.text}." for chance in likely[:MOST_LIKELY]]
    return [f"{preview.result}.", *told] if preview.result else told


def _worth(title: Title[Any], side: str, first: Step, deed: Step) -> list[str]:
    """How the title's own count of the position changes, and whether anything would do better."""
    if deed.after is None or deed.option.kind == "none":
        return []
    gain = title.evaluate(deed.after, side) - title.evaluate(first.before, side)
    best = _best_other(title, side, deed)
    behind = best is not None and best < title.evaluate(deed.after, side) - LEAST
    counted = f" of {title.counted}" if title.counted else ""
    if gain > LEAST:
        more = ", and nothing else that could be chosen is worth as much" if behind else ""
        return [f"It is worth {gain:.3g} in the staff's count{counted}{more}."]
    if gain < -LEAST and behind:
        return [f"It costs {-gain:.3g} in the staff's count{counted}; everything else costs more."]
    return []


def _best_other(title: Title[Any], side: str, deed: Step) -> float | None:
    """What the position is worth after the best of the other choices, if they can be compared."""
    decision = deed.before.decision()
    assert decision is not None
    if not 1 < len(decision) <= COMPARED:
        return None
    found = []
    for choice in decision.choices():
        after = deed.before.clone()
        after.apply(choice)
        after.decision()
        if after.dice.rolls != deed.before.dice.rolls:
            return None
        if choice != deed.choice:
            found.append(title.evaluate(after, side))
    return max(found)


def _attack(title: Title[Any], line: Sequence[Step], deed: Step) -> list[str]:
    """The attack that the staff would make from there before anybody else has a say."""
    grid = deed.before.names.grid
    if deed.option.kind != "hex":
        return []
    around = grid.neighbours(1 << grid.hex(deed.choice.argument))
    for step in line[line.index(deed) + 1 :]:
        option = step.option
        if option.kind != "hex" or step.choice.verb == deed.choice.verb:
            continue
        if around >> grid.hex(step.choice.argument) & 1:
            preview = title.preview(step.before.clone(), step.choice)
            if preview is None or not (preview.chances or preview.uncertain):
                return []
            words = _words(option, step.choice.argument)
            return [f"From there the staff would go on: {words}, {preview.result}."]
    return []
