"""What a choice can bring: the rules are asked what they would do, for every fall of the dice.

Nothing here reads a table of results. The choice is made on copies of the position whose dice fall
as they are told to; where the rules roll on, a copy for each face goes on. What is shown is
therefore what will happen, as far as nobody else has a say in it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeVar

from ..hexes import Hex
from .choices import Choice, Decision
from .dice import Dice, seed_from
from .position import Event, Position
from .presentation import Chance, Face

# More copies than this would keep somebody waiting: then a sample of them has to do.
MOST = 2000
SAMPLE = 400

# Between results of the table that come to the same.
JOINT = ", "

P = TypeVar("P", bound=Position)

# What is answered to a question that comes before the die; None to stop and look at the outcome.
Answer = Callable[[Any, Decision], Choice | None]


class _Undecided(Exception):
    """A roll that nobody has told yet."""

    def __init__(self, lots: Sequence[int], falls: Sequence[Any] = ()) -> None:
        super().__init__()
        self.lots = lots
        # What is told for each lot, if it is not a ticket.
        self.falls = falls


class _ToldDice(Dice):
    """Dice that fall as they are told, and stop where they have not been told."""

    __slots__ = ("_first", "_told")

    def __init__(self, told: tuple[Any, ...], first: int) -> None:
        super().__init__(b"", first)
        self._told = told
        self._first = first

    def roll(self, sides: int) -> int:
        return self.draw((1,) * sides)

    def draw(self, lots: Sequence[int]) -> int:
        """Tickets of one lot are alike: the first of them stands for all."""
        number = self.rolls - self._first
        if number == len(self._told):
            raise _Undecided(lots)
        self.rolls += 1
        ticket: int = self._told[number]
        return ticket

    def throw(
        self, counts: Sequence[int], sides: int, alike: Callable[[Sequence[int]], object]
    ) -> list[tuple[int, ...]]:
        """Of falls that are alike, one stands for all."""
        number = self.rolls - self._first
        if number < len(self._told):
            self.rolls += 1
            fall: list[tuple[int, ...]] = self._told[number]
            return fall
        lots: dict[object, int] = {}
        falls: dict[object, list[tuple[int, ...]]] = {}
        for thrown in product(*(_throws(count, sides) for count in counts)):
            key = alike([sum(dice) for dice, _ in thrown])
            lots[key] = lots.get(key, 0) + prod(ways for _, ways in thrown)
            falls.setdefault(key, [dice for dice, _ in thrown])
        raise _Undecided(tuple(lots.values()), tuple(falls.values()))

    def roll_later(self, sides: int) -> int:
        """Falls high, and nobody is told: what it decides is not looked into."""
        return sides

    def copy(self) -> Dice:
        new = _ToldDice(self._told, self._first)
        new.rolls = self.rolls
        return new


@cache
def _throws(count: int, sides: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """One fall of so many dice for each sum, and in how many ways they come to it."""
    found: dict[int, tuple[tuple[int, ...], int]] = {0: ((), 1)}
    for _ in range(count):
        longer: dict[int, tuple[tuple[int, ...], int]] = {}
        for total, (dice, number) in found.items():
            for face in range(1, sides + 1):
                fall, before = longer.get(total + face, ((*dice, face), 0))
                longer[total + face] = (fall, before + number)
        found = longer
    return tuple(found.values())


class Way(NamedTuple):
    """One fall of the dice: how likely it is, and what the rules made of it."""

    chance: Fraction
    # With the chronicle of everything since the choice.
    after: Any
    # What the dice were told to fall like, in the order in which they fell.
    told: tuple[Any, ...] = ()


class Rolled(NamedTuple):
    """What an event tells of a table: the result, and the column that it was read from.

    An attack has units that make it, and hexes that it goes against.
    """

    result: str
    column: str = ""
    attackers: tuple[int, ...] = ()
    targets: tuple[Hex, ...] = ()


def rolled_in(after: Position, rolled: Callable[[Event], Rolled | None]) -> Rolled:
    """What the first event since the choice tells that tells of a table."""
    return next(found for event in after.chronicle or () if (found := rolled(event)) is not None)


class Effect(NamedTuple):
    """What a way comes to: what was rolled, and in words what takes effect."""

    rolled: Rolled
    text: str


class Forecast(NamedTuple):
    # From the worst to the best.
    chances: tuple[Chance, ...]
    # The columns of the table that are used, in its order.
    columns: tuple[str, ...]
    # Whether every fall of the dice has been tried.
    exact: bool
    # What each face of the first die brings, if that is all that decides.
    faces: tuple[Face, ...] = ()


def nothing_more(position: Position, decision: Decision) -> None:
    """The answer of somebody who looks at the outcome at the first question."""


def forced(position: Position, decision: Decision) -> Choice | None:
    """The answer if there is only one."""
    return decision.pick(0) if len(decision) == 1 else None


def made(position: P, choice: Choice) -> P:
    """A copy in which a choice has been made, and nothing that follows from it has happened."""
    after = position.clone()
    after.horizon = sys.maxsize
    after.apply(choice)
    after.horizon = position.horizon
    return after


def ways(
    position: Position, choice: Choice | None, horizon: int, answer: Answer = nothing_more
) -> Iterator[Way] | None:
    """Every fall of the dice after a choice; None if there are too many.

    The game goes on as long as more than `horizon` frames are left: what follows is no consequence
    of the choice. Without a choice the game goes on by itself. The given position is not changed.
    """
    return _every_fall(
        position, lambda dice: _play(position, choice, horizon, answer, dice), alike=()
    )


def falls(
    position: P, act: Callable[[P], object], alike: Sequence[object] = ()
) -> Iterator[Way] | None:
    """Every fall of the dice of a small part of the rules, on copies; None if there are too many.

    Lots that stand for the same in `alike` are drawn as one.
    """

    def play(dice: Dice) -> Position:
        after = position.clone()
        after.dice = dice
        after.rolled = []
        act(after)
        return after

    return _every_fall(position, play, alike)


def _every_fall(
    position: Position, play: Callable[[Dice], Position], alike: Sequence[object]
) -> Iterator[Way] | None:
    found: list[Way] = []
    todo: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    for _ in range(MOST):
        if not todo:
            return iter(found)
        told, chance = todo.pop()
        try:
            after = play(_ToldDice(told, position.dice.rolls))
        except _Undecided as die:
            total = sum(die.lots)
            falls = zip(die.falls, die.lots, strict=True)
            todo += (
                ((*told, fall), chance * Fraction(tickets, total))
                for fall, tickets in (falls if die.falls else _tickets(die.lots, alike))
            )
        else:
            found.append(Way(chance, after, told))
    return None


def _tickets(lots: Sequence[int], alike: Sequence[object]) -> Iterable[tuple[int, int]]:
    """The first ticket of each lot that has any, and how many there are that stand for the same."""
    found: dict[object, tuple[int, int]] = {}
    first = 1
    for number, tickets in enumerate(lots):
        if tickets:
            key = alike[number] if alike else number
            ticket, before = found.get(key, (first, 0))
            found[key] = (ticket, before + tickets)
        first += tickets
    return found.values()


def _sample(
    position: Position, choice: Choice | None, horizon: int, answer: Answer
) -> Iterator[Way]:
    for number in range(SAMPLE):
        dice = Dice(seed_from(f"forecast {number}"), position.dice.rolls)
        yield Way(Fraction(1, SAMPLE), _play(position, choice, horizon, answer, dice))


def _play(
    position: Position, choice: Choice | None, horizon: int, answer: Answer, dice: Dice
) -> Position:
    after = position.clone()
    after.dice = dice
    after.horizon = horizon
    after.chronicle = []
    if choice is not None:
        after.apply(choice)
    while (decision := after.decision()) is not None:
        reply = answer(after, decision)
        if reply is None:
            break
        after.apply(reply)
    return after


def forecast(
    position: Position,
    choice: Choice | None,
    *,
    effect: Callable[[Any], Effect],
    order: Sequence[str],
    columns: Sequence[str] = (),
    horizon: int,
    answer: Answer = forced,
) -> Forecast:
    """The chances of a choice. `order` has all results from the worst to the best."""
    found = ways(position, choice, horizon, answer)
    exact = found is not None
    tried = [
        (way, effect(way.after)) for way in found or _sample(position, choice, horizon, answer)
    ]
    used = {e.rolled.column for _, e in tried}
    return Forecast(
        chances=merged([(way.chance, e) for way, e in tried], order),
        columns=tuple(column for column in columns if column in used),
        exact=exact,
        faces=faces_of(tried),
    )


def faces_of(tried: Iterable[tuple[Way, Effect]]) -> tuple[Face, ...]:
    """What each face of the first die brings; nothing if something else decides too.

    What further dice decide within a result (who is lost on the way) is told by the chances.
    """
    faces: dict[int, tuple[Fraction, set[str], set[Rolled]]] = {}
    for way, effect in tried:
        # A throw of no dice is none.
        die = next((fall for fall in way.told if isinstance(fall, int) or any(fall)), None)
        if not isinstance(die, int):
            return ()
        chance, texts, found = faces.get(die, (Fraction(), set(), set()))
        faces[die] = (chance + way.chance, texts | {effect.text}, found | {effect.rolled})
    dice = range(1, len(faces) + 1)
    even = all(die in faces and faces[die][0] * len(faces) == 1 for die in dice)
    columns = {each.column for _, _, found in faces.values() for each in found}
    if not even or len(columns) > 1 or any(len(found) > 1 for _, _, found in faces.values()):
        return ()
    found_faces = []
    for die in dice:
        _, texts, (rolled,) = faces[die]
        text = next(iter(texts)) if len(texts) == 1 else ""
        found_faces.append(Face(die, rolled.column, rolled.result, text))
    return tuple(found_faces)


def merged(effects: Iterable[tuple[Fraction, Effect]], order: Sequence[str]) -> tuple[Chance, ...]:
    """Chances by what happens: results of the table that come to the same are one."""
    chances: dict[str, Fraction] = {}
    results: dict[str, set[int]] = {}
    for chance, effect in effects:
        chances[effect.text] = chances.get(effect.text, Fraction()) + chance
        results.setdefault(effect.text, set()).add(order.index(effect.rolled.result))
    # What can come of several results stands where the worst of them would.
    texts = sorted(chances, key=lambda text: (sorted(results[text]), text))
    return tuple(
        Chance(JOINT.join(order[n] for n in sorted(results[text])), text, float(chances[text]))
        for text in texts
    )
