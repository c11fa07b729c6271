"""How strong people are, from whom they have beaten: Glicko-2, as Mark Glickman describes it
(glicko.net/glicko/glicko2.pdf).

A rating is an estimate with a deviation: with 95 % the strength lies within two of them. Here every
game is rated when it ends, and what is known of somebody fades by the days between his games.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log, pi, sqrt
from typing import NamedTuple

# What is thought of somebody of whom nothing is known; no deviation is larger.
RATING, DEVIATION, VOLATILITY = 1500.0, 350.0, 0.06
# Glickman's points for one of his inner scale, how far volatility moves, and how exactly it is
# found.
SCALE, TAU, EXACT = 173.7178, 0.5, 1e-6
# So many days without a game widen a deviation by one step: in a year 60 becomes about 110.
DAYS = 5.0


class Rating(NamedTuple):
    rating: float = RATING
    deviation: float = DEVIATION
    volatility: float = VOLATILITY

    def after(self, days: float) -> Rating:
        """What is still known after so many days without a game."""
        return self._replace(deviation=_widened(self.deviation, self.volatility, days / DAYS))


def rated(own: Rating, games: Sequence[tuple[Rating, float]], steps: float = 1.0) -> Rating:
    """A rating after games against others, each with its result (1, 0.5 or 0); `steps` is how many
    periods have passed meanwhile."""
    phi = own.deviation / SCALE
    known = [(_weight(other), _expected(own, other), result) for other, result in games]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in known)
    gain = sum(g * (result - e) for g, e, result in known)
    volatility = _volatility(own.volatility, phi, variance, variance * gain)
    before = _widened(own.deviation, volatility, steps) / SCALE
    after = 1 / sqrt(1 / before**2 + 1 / variance)
    return Rating(own.rating + SCALE * after**2 * gain, SCALE * after, volatility)


def _widened(deviation: float, volatility: float, steps: float) -> float:
    return min(DEVIATION, sqrt(deviation**2 + (SCALE * volatility) ** 2 * max(0.0, steps)))


def _weight(other: Rating) -> float:
    """The less is known of somebody, the less it tells to have met him."""
    return 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)


def _expected(own: Rating, other: Rating) -> float:
    return 1 / (1 + exp(-_weight(other) * (own.rating - other.rating) / SCALE))


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5 of the paper: how erratic the results are, by the Illinois algorithm."""

    def f(x: float) -> float:
        both = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - both) / (2 * both**2) - (x - log(sigma**2)) / TAU**2

    low = log(sigma**2)
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        high = next(x for k in range(1, 1000) if f(x := low - k * TAU) >= 0)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > EXACT:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
