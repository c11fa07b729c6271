"""Dice against expectation, and luck in the choices whose chances were known beforehand.

Nothing here knows a rule. A choice whose preview lists chances, from the worst result to the best,
and the event that tells one of these results make a judged roll. Its luck is the chance of a worse
result minus the chance of a better one: 1 would be a miracle, -1 a disaster, and whatever the
chances are, 0 is what one has to expect. Only the order of results is judged, never their worth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from ..engine import Choice, Dice, Event, Move, Position, Title, View
from ..engine.forecast import JOINT, Rolled
from ..engine.game import HEADINGS
from ..engine.presentation import Chance, Preview

# Other small choices may come between a choice with chances and its die, but no more than these.
BETWEEN = 12


class DiceCount(msgspec.Struct, frozen=True):
    """How often each face of the dice with so many sides came up, from 1 on."""

    sides: int
    counts: tuple[int, ...]


class JudgedRoll(msgspec.Struct, frozen=True):
    # The number of the move that rolled, and the side that had chosen to.
    move: int
    side: str
    # What happened, as the log tells it.
    text: str
    result: str
    # How likely this result was, and how likely one worse or better for the side.
    chance: float
    worse: float
    better: float
    luck: float


class SideLuck(msgspec.Struct, frozen=True):
    side: str
    dice: tuple[DiceCount, ...]
    # How many rolls could be judged, and the sum of their luck.
    judged: int
    luck: float
    # The standard deviation of that sum: two games in three stay within it.
    spread: float


class Luck(msgspec.Struct, frozen=True):
    sides: tuple[SideLuck, ...]
    rolls: tuple[JudgedRoll, ...]


class NotedDice(Dice):
    """Dice that fall as they fell, and note how many sides each had."""

    __slots__ = ("_values", "noted")

    def __init__(self, values: Iterable[int], rolls: int) -> None:
        super().__init__(b"", rolls)
        self._values = iter(values)
        self.noted: list[tuple[int, int]] = []

    def roll(self, sides: int) -> int:
        value = next(self._values)
        self.rolls += 1
        self.noted.append((sides, value))
        return value

    def copy(self) -> Dice:
        """For those who try things on a copy: their rolls are none of the game's."""
        return Dice(b"imagined", self.rolls)


def luck_of(title: Title, position: Position, moves: Sequence[Move], eyes: str | None) -> Luck:
    """The dice of a game that began with a position, which is used up.

    Only what the side `eyes` may know is told (without a side, what everybody may; None for
    everything): rolls that its log shows, against chances that it could reckon then.
    """
    dice = NotedDice((value for move in moves for value in move.dice), position.dice.rolls)
    position.dice = dice
    position.chronicle = chronicle = list[Event]()
    counted: dict[str, Counter[tuple[int, int]]] = {side: Counter() for side in title.sides}
    rolls: list[JudgedRoll] = []
    variances = dict.fromkeys(title.sides, 0.0)
    reckoned = _to_be_reckoned(moves)
    known: list[Known] = []
    for number, move in enumerate(moves):
        if number in reckoned:
            seen = position.view(move.side if eyes is None else eyes)
            known.append(Known(move.side, move.choice, seen))
        chronicle.clear()
        dice.noted.clear()
        position.apply(move.choice)
        if not move.dice:
            continue
        events = [e for e in chronicle if eyes is None or e.heard_by(eyes)]
        teller = next((e for e in chronicle if e.kind not in HEADINGS), None)
        if teller is not None and teller in events:
            judged = judge(title, number + 1, known, events)
            if judged is not None:
                rolls.append(judged.roll)
                variances[judged.roll.side] += judged.variance
            counted[judged.roll.side if judged else move.side].update(dice.noted)
        known.clear()
    return Luck(
        tuple(
            SideLuck(
                side=side,
                dice=_counts(counted[side]),
                judged=sum(roll.side == side for roll in rolls),
                luck=round(sum(roll.luck for roll in rolls if roll.side == side), 6),
                spread=math.sqrt(variances[side]),
            )
            for side in title.sides
        ),
        tuple(rolls),
    )


def _to_be_reckoned(moves: Sequence[Move]) -> set[int]:
    """The numbers of the moves that may have led to a die: all others need no preview."""
    found: set[int] = set()
    last = -1
    for number, move in enumerate(moves):
        if move.dice:
            found.update(range(max(last + 1, number - BETWEEN), number + 1))
            last = number
    return found


class Known(NamedTuple):
    """A choice that may have led to a die, and what the eyes could know when it was made."""

    side: str
    choice: Choice
    seen: View

    def preview(self, title: Title) -> Preview:
        return title.preview(self.seen.imagine(), self.choice) or Preview()


class Judged(NamedTuple):
    """A roll, what its luck may vary by, what was shown before it, and what tells of it."""

    roll: JudgedRoll
    variance: float
    preview: Preview
    rolled: Rolled


def judge(
    title: Title, move: int, known: Sequence[Known], events: Sequence[Event]
) -> Judged | None:
    """The roll that the events tell of, against the last chances that name its result."""
    told = [(event, found) for event in events if (found := title.rolled(event)) is not None]
    for choice in reversed(known) if told else ():
        preview = choice.preview(title)
        grades = _grades(preview.chances)
        for event, rolled in told:
            result = rolled.result
            place = next((n for n, grade in enumerate(grades) if result in grade.results), None)
            if place is None:
                continue
            worse = sum(grade.probability for grade in grades[:place])
            better = sum(grade.probability for grade in grades[place + 1 :])
            lucks = _lucks([grade.probability for grade in grades])
            variance = sum(g.probability * x * x for g, x in zip(grades, lucks, strict=True))
            roll = JudgedRoll(
                move=move,
                side=choice.side,
                text=title.text(event),
                result=result,
                chance=grades[place].probability,
                worse=worse,
                better=better,
                luck=lucks[place],
            )
            return Judged(roll, variance, preview, rolled)
    return None


class _Grade(NamedTuple):
    """Results of a table between which the chances do not tell a better and a worse."""

    results: frozenset[str]
    probability: float


def _grades(chances: Iterable[Chance]) -> list[_Grade]:
    """From the worst to the best; chances that have a result in common are of one grade.

    >>> [(sorted(g.results), g.probability) for g in _grades([
    ...     Chance("Ar", "attacker retreats", 0.5),
    ...     Chance("Dr", "defender retreats", 0.25),
    ...     Chance("Dr, De", "defender eliminated", 0.25),
    ... ])]
    [(['Ar'], 0.5), (['De', 'Dr'], 0.5)]
    """
    grades: list[_Grade] = []
    for chance in chances:
        grade = _Grade(frozenset(chance.result.split(JOINT)), chance.probability)
        first = next((n for n, g in enumerate(grades) if g.results & grade.results), len(grades))
        alike = [*grades[first:], grade]
        results = frozenset[str]().union(*(g.results for g in alike))
        grades[first:] = [_Grade(results, sum(g.probability for g in alike))]
    return grades


def _lucks(probabilities: Sequence[float]) -> list[float]:
    """The luck of each result, the worst first.

    >>> _lucks([0.5, 0.5])
    [-0.5, 0.5]
    >>> _lucks([1.0])
    [0.0]
    """
    return [
        sum(probabilities[:place], 0.0) - sum(probabilities[place + 1 :], 0.0)
        for place in range(len(probabilities))
    ]


def _counts(counted: Counter[tuple[int, int]]) -> tuple[DiceCount, ...]:
    return tuple(
        DiceCount(sides, tuple(counted[sides, face] for face in range(1, sides + 1)))
        for sides in sorted({sides for sides, _ in counted})
    )
