"""What can be said of results, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import atan, comb, cos, inf, log, pi, sin, sqrt
from statistics import fmean, variance
from typing import Literal, NamedTuple

from .experiment import Sprt
from .games import Played
from .rating import wilson

# Of two cells that are alike such a difference, or a larger one, is found once in twenty.
SIGNIFICANT = 0.05
# How sure the bounds of an interval are.
SURE = 0.95
# The band that four of five games lie in.
LOW, HIGH = 0.1, 0.9


class RateOf(NamedTuple):
    """A rate, and between which the true one lies with 95 %."""

    times: int
    of: int
    low: float
    high: float

    @classmethod
    def over(cls, times: int, of: int) -> RateOf:
        return cls(times, of, *wilson(times, of))

    @property
    def rate(self) -> float:
        return self.times / self.of if self.of else 0.0


class Band(NamedTuple):
    """The middle of many numbers, and between which four of five lie."""

    low: float
    middle: float
    high: float
    games: int


def band(values: Sequence[float]) -> Band:
    """
    >>> band([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    Band(low=2, middle=6, high=10, games=11)
    """
    ordered = sorted(values)
    low, middle, high = (quantile(ordered, at) for at in (LOW, 0.5, HIGH))
    return Band(low, middle, high, len(ordered))


def quantile(ordered: Sequence[float], at: float) -> float:
    """
    >>> quantile([1, 2], 0.5)
    1.5
    """
    place = at * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    share = place - below
    return ordered[below] + share * (ordered[above] - ordered[below]) if share else ordered[below]


class Paired(NamedTuple):
    """Two cells, game by game: how often a side won in one and not in the other."""

    games: int
    # Won in both; in the first only; in the second only.
    both: int
    first: int
    second: int
    # How likely so uneven a split is if the cells are alike.
    chance: float

    @property
    def difference(self) -> float:
        """By how much the second is better for the side."""
        return (self.second - self.first) / self.games if self.games else 0.0

    @property
    def significant(self) -> bool:
        return self.chance < SIGNIFICANT


def paired(first: Iterable[Played], second: Iterable[Played], side: str) -> Paired:
    """McNemar's test, exact, over the games that both cells have."""
    ours = {game.number: game.winner == side for game in first if not game.error}
    theirs = {game.number: game.winner == side for game in second if not game.error}
    pairs = [(ours[number], theirs[number]) for number in sorted(ours.keys() & theirs.keys())]
    only_first = sum(a and not b for a, b in pairs)
    only_second = sum(b and not a for a, b in pairs)
    both = sum(a and b for a, b in pairs)
    return Paired(len(pairs), both, only_first, only_second, sign_test(only_first, only_second))


class Shift(NamedTuple):
    """By how much the result of a cell differs from that of another, game by game."""

    games: int
    # For the first side of the title, on the scale from -1 to 1; with 95 % it is within these.
    mean: float
    low: float
    high: float
    # How likely so large a difference is if the cells are alike.
    chance: float


def shift(first: Iterable[Played], second: Iterable[Played]) -> Shift | None:
    """The mean of the differences, over the games that both cells have, by Student's t.

    Nothing can be said of less than three games.
    """
    ours = {game.number: game.value for game in first if not game.error}
    theirs = {game.number: game.value for game in second if not game.error}
    apart = [theirs[number] - ours[number] for number in sorted(ours.keys() & theirs.keys())]
    if len(apart) < 3:
        return None
    mean, free = fmean(apart), len(apart) - 1
    error = sqrt(variance(apart) / len(apart))
    t = abs(mean) / error if error else inf if mean else 0.0
    spread = error * _bound(free)
    return Shift(len(apart), mean, mean - spread, mean + spread, t_test(t, free))


def t_test(t: float, free: int) -> float:
    """How likely so large a t is by chance, in either direction, with so many degrees of freedom.

    >>> round(t_test(2.776, 4), 3), round(t_test(2.571, 5), 3), round(t_test(1.984, 100), 3)
    (0.05, 0.05, 0.05)
    """
    angle = atan(t / sqrt(free))
    odd, square = free % 2, cos(angle) ** 2
    term = cos(angle) if odd else 1.0
    total = term if free > 1 else 0.0
    for n in range(1, (free - odd) // 2):
        term *= square * (2 * n - 1 + odd) / (2 * n + odd)
        total += term
    within = sin(angle) * total
    if odd:
        within = 2 / pi * (angle + within)
    return max(0.0, 1 - within)


@cache
def _bound(free: int) -> float:
    """Within so many errors the true mean lies with 95 %."""
    low, high = 1.0, 100.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if t_test(middle, free) > 1 - SURE else (low, middle)
    return high


def corrected(chances: Sequence[float]) -> list[float]:
    """Holm's correction: where many differences are looked at, some look large by chance alone.

    >>> corrected([0.01, 0.5, 0.02])
    [0.03, 0.5, 0.04]
    """
    found, so_far = [0.0] * len(chances), 0.0
    for place, number in enumerate(sorted(range(len(chances)), key=lambda n: chances[n])):
        so_far = max(so_far, min(1.0, chances[number] * (len(chances) - place)))
        found[number] = so_far
    return found


def sign_test(one: int, other: int) -> float:
    """How likely so uneven a split is, or a more uneven one, where both are as likely.

    >>> sign_test(5, 5), sign_test(0, 6)
    (1.0, 0.03125)
    """
    count = one + other
    tail = sum(comb(count, n) for n in range(min(one, other) + 1))
    return float(min(1.0, 2 * tail / 2**count))


Verdict = Literal["p0", "p1", ""]


class SprtPath(NamedTuple):
    """Where the sequential test stood after each game, the bounds, and what it came to."""

    path: tuple[float, ...]
    lower: float
    upper: float
    verdict: Verdict


def sprt(test: Sprt, games: Mapping[int, Played], most: int) -> SprtPath:
    """Wald's test over the games in the order of their numbers, up to the first that is missing;
    what was played beyond its end changes nothing. A draw is no victory."""
    lower = log(test.beta / (1 - test.alpha))
    upper = log((1 - test.beta) / test.alpha)
    won, lost = log(test.p1 / test.p0), log((1 - test.p1) / (1 - test.p0))
    path, at = [], 0.0
    for number in range(most):
        game = games.get(number)
        if game is None:
            break
        if game.error:
            continue
        at += won if game.winner == test.side else lost
        path.append(at)
        if at >= upper or at <= lower:
            return SprtPath(tuple(path), lower, upper, "p1" if at >= upper else "p0")
    return SprtPath(tuple(path), lower, upper, "")
