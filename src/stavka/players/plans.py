"""Plans, and how they are made: by trying styles, by changing orders, by trying attacks.

A plan is a policy and no list of choices: dice cannot make it illegal. It holds for a turn of its
side; a thinker is asked again when another turn begins, and about the next attack after each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Generic, TypeVar

import msgspec

from ..engine import NO_ORDERS, Choice, Decision, Orders, Pace, Position, Style, Title, View
from ..hexes import Hex
from .intentions import Plan, intentions_of
from .playouts import ATTACK, Course, Playouts, fingerprint

T = TypeVar("T")

# Hears how many playouts of how many are done.
Progress = Callable[[int, int], None]
# So many ways to go on are tried where an attack can be made.
ATTACKS = 4
# So many playouts compare two sets of orders, and after so few it can be given up; so many others
# prove in the end what was found.
COMPARED = 8
AT_LEAST = 2
PROVING = 8
# Fewer playouts say nothing about what is better.
FEWEST = 3
# So many playouts at least there have to be for each style that is tried.
PER_STYLE = 5
# By so many standard errors something has to be better.
SURE = 1.2


def unheard(done: int, total: int) -> None:
    """Nobody wants to know how far it is."""


class Stopped(Exception):
    """Raised by whoever hears of the progress and does not want the plan any more."""


class Effort(msgspec.Struct, frozen=True):
    """How much is thought. Playouts are counted and not seconds, so that a seed repeats a game."""

    # For the choice of a style at the beginning of a turn.
    styles: int
    # Then for orders to single units.
    orders: int = 0
    # For each attack.
    attacks: int = 0
    # How many turns of either player a playout goes on.
    turns: int = 4

    @classmethod
    def of(cls, pace: Pace, styles: float, orders: float = 0, attacks: float = 0) -> Effort:
        """So many seconds of thought, about."""
        each = pace.playouts
        return cls(round(styles * each), round(orders * each), round(attacks * each), pace.turns)


class Thinker:
    """Makes plans for a side and follows them: what it does depends on views, effort and seed."""

    def __init__(self, title: Title[Any], seed: bytes, effort: Effort) -> None:
        self.title = title
        self._seed = seed
        self._effort = effort
        # All playouts so far: nothing depends on it.
        self.played = 0

    # When to think

    def due(self, view: View[Any], plan: Plan | None) -> bool:
        """Whether a plan is wanted, or a better one than there is."""
        if view.decision is None or len(view.decision) < 2:
            return False
        p = view.imagine()
        return self._turn_begins(p, view.side, plan) or self._attack_comes(p, view.decision, plan)

    def _turn_begins(self, p: Position, side: str, plan: Plan | None) -> bool:
        turn = self.title.turn_of(p)
        return turn.side == side and (plan is None or plan.turn != str(turn))

    def _attack_comes(self, p: Position, decision: Decision, plan: Plan | None) -> bool:
        if plan is None or not self._effort.attacks or decision.option(ATTACK) is None:
            return False
        return plan.seen != fingerprint(p)

    # Thinking

    def think(self, view: View[Any], plan: Plan | None, progress: Progress = unheard) -> Plan:
        """A plan for what a view shows, which goes on with the one that there is."""
        assert view.decision is not None
        playouts = Playouts(self.title, view, self._seed, self._effort.turns)
        if plan is None or self._turn_begins(playouts.here, view.side, plan):
            plan = self._plan_turn(playouts, progress)
        if self._attack_comes(playouts.here, view.decision, plan):
            plan = self._plan_attack(playouts, view.decision, plan, progress)
        self.played += playouts.played
        return plan

    def _plan_turn(self, playouts: Playouts, progress: Progress) -> Plan:
        """The best of the styles, with orders that improve on it."""
        effort = self._effort
        total = effort.styles + effort.orders
        portfolio: Sequence[Style | None] = self._portfolio(playouts.side)

        def play(style: Style | None, number: int) -> Course:
            progress(playouts.played, total)
            return playouts.play(number, style)

        # One style needs no choice, but what it is worth is of interest.
        budget = effort.styles if len(portfolio) > 1 else min(effort.styles, COMPARED)
        first, *others = best_of(portfolio, budget, play)
        style, courses = first.what, first.courses
        orders: Orders = NO_ORDERS
        if effort.orders and style is not None:
            search = OrderSearch(playouts, style, courses, progress, total)
            orders, courses = search.improve(effort.orders)
        value = fmean(course.value for course in courses)
        return Plan(
            turn=str(self.title.turn_of(playouts.here)),
            style=style.name if style else "",
            orders=dict(orders),
            value=value,
            margin=value - others[0].mean if others else 0.0,
            playouts=playouts.played,
            intentions=intentions_of(playouts.here, playouts.side, courses),
        )

    def _plan_attack(
        self, playouts: Playouts, decision: Decision, plan: Plan, progress: Progress
    ) -> Plan:
        """The plan with the best of the attacks that are thought of, or none."""
        style = self._style(playouts.side, plan)
        considered = self.title.consider(playouts.here, decision, style, plan.orders)
        # Few playouts for many attacks would tell nothing of any.
        most = min(ATTACKS, max(2, self._effort.attacks // FEWEST))
        choices = [c.choice for c in considered[:most]]
        chosen = choices[0]
        if len(choices) > 1:

            def play(choice: Choice, number: int) -> Course:
                progress(playouts.played, self._effort.attacks)
                return playouts.play(number, style, plan.orders, choice)

            chosen = best_of(choices, self._effort.attacks, play)[0].what
        return msgspec.structs.replace(
            plan,
            seen=fingerprint(playouts.here),
            choice=(chosen.verb, chosen.argument),
            playouts=plan.playouts + playouts.played,
        )

    def leader(self, side: str) -> Style | None:
        """The character who leads the staff, if the title has any: the seed says which."""
        characters = self.title.styles(side).characters
        return Random(self._seed).choice(characters) if characters else None

    def _portfolio(self, side: str) -> Sequence[Style | None]:
        """What is tried out: the leader's own way, which only a better one can talk him out of."""
        styles = self.title.styles(side).portfolio
        leader = self.leader(side)
        tried: Sequence[Style | None] = styles or (None,)
        if leader:
            # A style may be the leader's own under another name.
            tried = (leader, *(style for style in styles if not style.plays_as(leader)))
        # Few playouts for many styles would tell nothing of any.
        return tried[: max(FEWEST, self._effort.styles // PER_STYLE)]

    def _style(self, side: str, plan: Plan | None) -> Style | None:
        if plan is None:
            return self._portfolio(side)[0]
        return self.title.styles(side).named(plan.style)

    def without_thought(self, view: View[Any]) -> Plan:
        """What has to do where a plan could not be made: a cadet's advice for this turn."""
        p = view.imagine()
        return Plan(turn=str(self.title.turn_of(p)), style="", seen=fingerprint(p))

    # Doing it

    def follow(self, view: View[Any], plan: Plan | None) -> Choice:
        """What to choose in accordance with a plan."""
        assert view.decision is not None
        p = view.imagine()
        style = self._style(view.side, plan)
        if plan is None or plan.turn != str(self.title.turn_of(p)):
            return self.title.advise(p, view.decision, style)
        if plan.choice and plan.seen == fingerprint(p):
            return Choice(*plan.choice)
        return self.title.advise(p, view.decision, style, plan.orders)


class Trial(Generic[T]):
    """Something that was tried out, and how it went."""

    def __init__(self, what: T) -> None:
        self.what = what
        self.courses: list[Course] = []

    @property
    def mean(self) -> float:
        return fmean(course.value for course in self.courses)


def best_of(those: Sequence[T], budget: int, play: Callable[[T, int], Course]) -> list[Trial[T]]:
    """Tries things out, the better half longer than the worse, the best first.

    Somebody's first thought is given up only for what is clearly better: with few playouts chance
    favours the odd ones.
    """
    trials = [Trial(what) for what in those]
    first, rivals = trials[0], list(trials)
    rounds = max(1, ceil(log2(len(trials))))
    for _ in range(rounds):
        for trial in rivals:
            done = len(trial.courses)
            for number in range(done, done + max(1, budget // (rounds * len(rivals)))):
                trial.courses.append(play(trial.what, number))
        rivals.sort(key=lambda trial: -trial.mean)
        rivals = rivals[: max(2, ceil(len(rivals) / 2))]
        if first not in rivals:
            rivals.append(first)
    best = rivals[0]
    if best is not first:
        for trial in (best, first):
            for number in range(len(trial.courses), FEWEST):
                trial.courses.append(play(trial.what, number))
        if not clearly_better(best.courses, first.courses):
            best = first
    trials.sort(key=lambda trial: (trial is not best, -len(trial.courses), -trial.mean))
    return trials


def clearly_better(new: Sequence[Course], old: Sequence[Course]) -> bool:
    """Whether the same chances have gone better by more than they scatter."""
    gains = [a.value - b.value for a, b in zip(new, old, strict=False)]
    if len(gains) < FEWEST:
        return False
    return fmean(gains) > SURE * stdev(gains) / sqrt(len(gains))


class OrderSearch:
    """Changes orders one after the other, and keeps what is better.

    Whatever is tried long enough on the same chances does well on these: so in the end what was
    found has to be better on others too, and is worth what it brings there.
    """

    def __init__(
        self,
        playouts: Playouts,
        style: Style,
        courses: Sequence[Course],
        progress: Progress,
        total: int,
    ) -> None:
        self._playouts = playouts
        self._style = style
        self._courses = list(courses)
        self._progress = progress
        self._total = total
        here = playouts.here
        self._ideas = playouts.title.proposals(here, playouts.side, style)
        self._chance = Random(playouts.seed)

    def improve(self, budget: int) -> tuple[Orders, list[Course]]:
        """The best orders that were found, and how they go."""
        until = self._playouts.played + budget
        orders: dict[int, Hex] = {}
        while len(self._courses) < COMPARED:
            self._courses.append(self._play(orders, len(self._courses)))
        without = self._courses
        while self._ideas and self._playouts.played < until:
            changed = self._changed(orders)
            courses = self._trial(changed)
            if courses:
                orders, self._courses = changed, courses
        return self._proven(orders, without) if orders else (NO_ORDERS, without)

    def _proven(self, orders: Orders, without: Sequence[Course]) -> tuple[Orders, list[Course]]:
        """Orders, or none, whichever does better on chances that nothing was chosen by."""
        fresh = range(COMPARED, COMPARED + PROVING)
        known = list(without[COMPARED : COMPARED + PROVING])
        plain = known + [self._play(NO_ORDERS, number) for number in fresh[len(known) :]]
        ordered = [self._play(orders, number) for number in fresh]
        if fmean(c.value for c in ordered) > fmean(c.value for c in plain):
            return orders, ordered
        return NO_ORDERS, plain

    def _changed(self, orders: dict[int, Hex]) -> dict[int, Hex]:
        """Orders with one idea more, or with one less; the first ideas are the best ones."""
        place = min(int(self._chance.expovariate(4.0 / len(self._ideas))), len(self._ideas) - 1)
        unit, hex_ = self._ideas[place]
        changed = dict(orders)
        if changed.get(unit) == hex_:
            del changed[unit]
        else:
            changed[unit] = hex_
        return changed

    def _trial(self, orders: Orders) -> list[Course]:
        """How other orders go, if they are better; nothing if not."""
        courses: list[Course] = []
        for number in range(COMPARED):
            courses.append(self._play(orders, number))
            if len(courses) >= AT_LEAST and self._gain(courses) <= 0:
                return []
        return courses if clearly_better(courses, self._courses) else []

    def _gain(self, courses: Sequence[Course]) -> float:
        return fmean(a.value - b.value for a, b in zip(courses, self._courses, strict=False))

    def _play(self, orders: Orders, number: int) -> Course:
        self._progress(self._playouts.played, self._total)
        return self._playouts.play(number, self._style, orders)
