"""Do forecasts come true? Games are played, and what was shown is held against what happened.

Of every roll whose result an event tells (`Title.rolled`), the last choice before it that had
chances, or at least columns, is judged, by what its side could know: the result and the column must
have been possible, and over many rolls everything must come as often as it was said to come. Where
something could not be told, because it is hidden or because the other side has a say, the preview
must have named it; then the columns alone are judged.
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from stavka.engine import Choice, Decision, Event, Position, Title, View, seed_from
from stavka.engine.forecast import JOINT, Rolled
from stavka.engine.presentation import Chance, Preview

# Other small choices may come between a choice with chances and its die, but no more than these.
BETWEEN = 12
# Fewer cases than these of a forecast say nothing about it.
EXPECTED = 5.0


class Known(NamedTuple):
    """A choice, and what its side could know when it was made."""

    choice: Choice
    view: View

    def preview(self, title: Title) -> Preview | None:
        return title.preview(self.view.imagine(), self.choice)


class Kept(NamedTuple):
    """A roll, and the forecast that had been shown before it; None if there was none."""

    event: Event
    rolled: Rolled
    preview: Preview | None
    # The choice that it was shown for, and where that was made: enough to try it again.
    choice: str
    before: Position
    # Whether somebody else has had a say in between.
    answered: bool
    # Whether anything is hidden from anybody.
    secrets: bool

    @property
    def exact(self) -> bool:
        """Whether the chances were meant as they are, with nothing that nobody could tell."""
        if self.preview is None or not self.preview.chances:
            return False
        return not (self.preview.uncertain and (self.answered or self.secrets))


def kept(title: Title, position: Position, player: Callable[[Decision], Choice]) -> Iterator[Kept]:
    """Every roll of a game that is played from a position."""
    known: deque[tuple[Position, Known]] = deque(maxlen=BETWEEN)
    position.chronicle = chronicle = list[Event]()
    while (decision := position.decision()) is not None:
        choice = player(decision)
        known.append((position.clone(), Known(choice, position.view(decision.side))))
        chronicle.clear()
        position.apply(choice)
        told = [(event, found) for event in chronicle if (found := title.rolled(event))]
        if position.rolled and told:
            yield from _judged(title, known, told, position.secrets)
            known.clear()


def _judged(
    title: Title,
    known: Iterable[tuple[Position, Known]],
    told: list[tuple[Event, Rolled]],
    secrets: bool,
) -> Iterator[Kept]:
    event, rolled = told[0]
    answered = False
    asked: set[str] = set()
    for before, choice in reversed(list(known)):
        asked.add(choice.view.side)
        preview = choice.preview(title)
        if preview is not None and (preview.chances or preview.columns):
            answered = len(asked) > 1
            yield Kept(event, rolled, preview, str(choice.choice), before, answered, secrets)
            return
    yield Kept(event, rolled, None, "", before, answered, secrets)


@dataclass
class Tally:
    """What came of many forecasts."""

    rolls: int = 0
    wrong: list[str] = field(default_factory=list)
    # How often each result came, by the chances that had been shown.
    came: dict[tuple[tuple[str, float], ...], Counter[str]] = field(default_factory=dict)

    def add(self, title: Title, one: Kept) -> None:
        self.rolls += 1
        preview = one.preview
        if preview is None:
            self._blame(title, one, "nothing had been shown")
            return
        if preview.chances and not math.isclose(sum(c.probability for c in preview.chances), 1):
            self._blame(title, one, "the chances do not add up")
        if not preview.chances and not preview.uncertain:
            self._blame(title, one, "no chances, and no reason why")
        if one.rolled.column and preview.columns and one.rolled.column not in preview.columns:
            self._blame(title, one, f"column {one.rolled.column} was not among {preview.columns}")
        if not one.exact:
            return
        grades = _grades(preview.chances)
        grade = next((g for g in grades if one.rolled.result in g.split(JOINT)), "")
        if not grade:
            self._blame(title, one, f"{one.rolled.result} had no chance")
            return
        shown = tuple(grades.items())
        self.came.setdefault(shown, Counter())[grade] += 1

    def _blame(self, title: Title, one: Kept, what: str) -> None:
        shown = one.preview.chances if one.preview else ()
        said = ", ".join(f"{c.result} {c.probability:.2f} {c.text}" for c in shown)
        self.wrong.append(f"{what}: {title.text(one.event)}\n  after {one.choice!r}: {said}")

    def chi_square(self) -> tuple[float, int, float]:
        """Over all rolls: the statistic, its degrees of freedom, and how likely one as large is."""
        statistic, freedom = 0.0, 0
        rest: Counter[str] = Counter()
        hoped: Counter[str] = Counter()
        for shown, came in self.came.items():
            number = came.total()
            cells = [(name, number * chance) for name, chance in shown]
            if len(cells) > 1 and min(expected for _, expected in cells) >= EXPECTED:
                statistic += sum((came[name] - e) ** 2 / e for name, e in cells)
                freedom += len(cells) - 1
            else:
                rest.update(came)
                hoped.update(dict(cells))
        names = [name for name, expected in hoped.items() if expected >= EXPECTED]
        if len(names) > 1:
            # Of unlike forecasts together the spread is a little smaller: a careful bound.
            statistic += sum((rest[name] - hoped[name]) ** 2 / hoped[name] for name in names)
            freedom += len(names) - 1
        return statistic, freedom, chance_of_chi_square(statistic, freedom)


def _grades(chances: Iterable[Chance]) -> dict[str, float]:
    """Chances by result; those that have a result in common are one."""
    grades: dict[frozenset[str], float] = {}
    for chance in chances:
        results, probability = frozenset(chance.result.split(JOINT)), chance.probability
        for other in [g for g in grades if g & results]:
            probability += grades.pop(other)
            results |= other
        grades[results] = probability
    return {JOINT.join(sorted(results)): round(p, 9) for results, p in grades.items()}


def chance_of_chi_square(statistic: float, freedom: int) -> float:
    """How likely a chi-square at least as large is, after Wilson and Hilferty.

    >>> round(chance_of_chi_square(18.307, 10), 3)
    0.05
    >>> chance_of_chi_square(0.0, 0)
    1.0
    """
    if not freedom:
        return 1.0
    spread = 2 / (9 * freedom)
    z = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return 0.5 * math.erfc(z / math.sqrt(2))


def one_player(title: Title, position: Position, seed: str) -> Callable[[Decision], Choice]:
    """Chooses by chance, or as a cadet, in turns of some dozens of choices."""
    chance = random.Random(f"calibration {seed}")
    cadet = chance.random() < 0.5

    def choose(decision: Decision) -> Choice:
        nonlocal cadet
        if not chance.randrange(40):
            cadet = not cadet
        if cadet:
            return title.advise(position.view(decision.side).imagine(), decision)
        return decision.pick(chance.randrange(len(decision)))

    return choose


def tally(
    title: Title, variants: Iterable[tuple[str, tuple[str, ...]]], games: int, most: int = 10**9
) -> Tally:
    """Plays so many games of each variant, and no more than so many choices of each."""
    found = Tally()
    for scenario, options in variants:
        for number in range(games):
            seed = f"{title.slug} {scenario} {' '.join(options)} {number}"
            position = title.start(scenario, options, seed=seed_from(f"calibration {seed}"))
            chooser = one_player(title, position, seed)
            for one in kept(title, position, chooser):
                found.add(title, one)
                if position.number >= most:
                    break
    return found
