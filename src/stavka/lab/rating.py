"""What matches tell: who has won, and how strong the players are.

Who is better off in both games of a match together, by how high he won or lost, has won the match:
so a side that can hardly win does not hide who plays it better. Elo is that of a Bradley-Terry
model of the matches, with bounds from their information.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp, log, sqrt
from statistics import fmean

import msgspec

from .simulation import NO_WINNER

# Elo points for a factor of e in the odds.
POINTS = 400 / log(10)
# 95 % of a normal distribution lie within so many standard deviations.
BOUND = 1.96
# A difference in value that is none: no victory level is as small.
LEAST = 1e-6


class Half(msgspec.Struct, frozen=True):
    """One game of a match, as `a` sees it. If the other one is missing it counts for nothing."""

    a: str
    b: str
    match: int
    # The side that `a` had.
    side: str
    # How it ended for `a`, from -1 to 1, and who won.
    value: float
    winner: str
    # CPU seconds, own turns and playouts, of `a` and of `b`.
    seconds: tuple[float, float]
    turns: tuple[int, int]
    playouts: tuple[int, int]


class Pair(msgspec.Struct, frozen=True):
    """How two players did against each other; `games` are matches of two games."""

    a: str
    b: str
    games: int
    a_wins: int
    draws: int
    # The mean result for `a`, from -1 to 1.
    mean_level: float
    # How many of the single games each has won.
    single_wins: tuple[int, int]
    cpu_s_per_turn: tuple[float, float]
    playouts_per_turn: tuple[float, float]


class Rating(msgspec.Struct, frozen=True):
    elo: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    players: dict[str, Rating]
    pairs: tuple[Pair, ...]


def standing(players: Sequence[str], halves: Iterable[Half]) -> Standing:
    """How strong those are who have met in a whole match at least."""
    by_match: dict[tuple[str, str, int], list[Half]] = {}
    for half in halves:
        by_match.setdefault((half.a, half.b, half.match), []).append(half)
    by_pair: dict[tuple[str, str], list[Half]] = {pair: [] for pair in combinations(players, 2)}
    for (a, b, _), match in by_match.items():
        # Of which one half is missing a match tells nothing, and its sides would be uneven.
        if len(match) == 2:
            by_pair[a, b] += match
    pairs = tuple(_pair(a, b, found) for (a, b), found in by_pair.items() if found)
    met = {name for pair in pairs for name in (pair.a, pair.b)}
    return Standing(ratings([name for name in players if name in met], pairs), pairs)


def _pair(a: str, b: str, halves: Sequence[Half]) -> Pair:
    sums: dict[int, float] = {}
    for half in halves:
        sums[half.match] = sums.get(half.match, 0.0) + half.value
    results = [*sums.values()]
    winners = [half.winner == half.side for half in halves]
    lost = [half.winner not in (half.side, *NO_WINNER) for half in halves]
    turns = [max(1, sum(half.turns[n] for half in halves)) for n in (0, 1)]
    seconds = [sum(half.seconds[n] for half in halves) for n in (0, 1)]
    playouts = [sum(half.playouts[n] for half in halves) for n in (0, 1)]
    return Pair(
        a,
        b,
        len(results),
        sum(result > LEAST for result in results),
        sum(abs(result) <= LEAST for result in results),
        round(fmean(half.value for half in halves), 4),
        (sum(winners), sum(lost)),
        (round(seconds[0] / turns[0], 3), round(seconds[1] / turns[1], 3)),
        (round(playouts[0] / turns[0], 1), round(playouts[1] / turns[1], 1)),
    )


def ratings(players: Sequence[str], pairs: Iterable[Pair]) -> dict[str, Rating]:
    """Elo of the players, the cadet's or the first one's being 0, with 95 % bounds.

    One drawn match between every two that met keeps whoever always wins at a finite height.
    """
    number = {name: n for n, name in enumerate(players)}
    met = [
        (number[p.a], number[p.b], p.a_wins + p.draws / 2 + 0.5, p.games + 1)
        for p in pairs
        if p.games
    ]
    anchor = number.get("cadet", 0)
    strength = [0.0] * len(players)
    free = [n for n in range(len(players)) if n != anchor]
    information: list[list[float]] = []
    for _ in range(50):
        slope = [0.0] * len(players)
        information = [[0.0] * len(players) for _ in players]
        for a, b, won, games in met:
            chance = 1 / (1 + exp(strength[b] - strength[a]))
            slope[a] += won - games * chance
            slope[b] -= won - games * chance
            weight = games * chance * (1 - chance)
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                information[i][j] += sign * weight
        step = _solved([[information[i][j] for j in free] for i in free], [slope[i] for i in free])
        for n, change in zip(free, step, strict=True):
            strength[n] += max(-1.0, min(1.0, change))
    found = {}
    for name, n in number.items():
        spread = 0.0
        if n != anchor:
            unit = [float(i == n) for i in free]
            column = _solved([[information[i][j] for j in free] for i in free], unit)
            spread = BOUND * sqrt(max(0.0, column[free.index(n)]))
        ends = (strength[n], strength[n] - spread, strength[n] + spread)
        found[name] = Rating(*(round(POINTS * end, 1) for end in ends))
    return found


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Between which rates the true one lies with 95 %, if so many of so many were won.

    >>> [round(bound, 2) for bound in wilson(8, 10)]
    [0.49, 0.94]
    """
    if not games:
        return 0.0, 1.0
    rate, square = wins / games, BOUND * BOUND / games
    middle = (rate + square / 2) / (1 + square)
    spread = sqrt(rate * (1 - rate) * square + square * square / 4) / (1 + square)
    return max(0.0, middle - spread), min(1.0, middle + spread)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a few linear equations, by elimination; 0 for what nothing is known of."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for n in range(size):
        pivot = max(range(n, size), key=lambda i: abs(rows[i][n]))
        rows[n], rows[pivot] = rows[pivot], rows[n]
        if abs(rows[n][n]) < 1e-12:
            continue
        for i in range(size):
            if i != n:
                factor = rows[i][n] / rows[n][n]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[n], strict=True)]
    return [row[-1] / row[n] if abs(row[n]) >= 1e-12 else 0.0 for n, row in enumerate(rows)]
