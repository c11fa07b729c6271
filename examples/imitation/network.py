"""A network of two layers that scores choices, one for each side, and how it learns.

Every choice is scored by itself: what there is to see of it, what all of them share, and a row of a
table for its verb, its hex, its unit and its word. The scores of a decision are made likely by a
softmax, and the chosen one more likely by Adam.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .features import WORDS, Features, Floats

WIDTH = 64
RATE, DECAY, EPS = 2e-3, (0.9, 0.999), 1e-8
BATCH = 128
TABLES = ("verb", "hex", "unit", "word")


class Watched(NamedTuple):
    """Decisions of one side, each with as many choices: the chosen one first, and whether there is
    one at all."""

    numbers: npt.NDArray[np.int32]
    rows: npt.NDArray[np.float16]
    shared: npt.NDArray[np.float16]
    there: npt.NDArray[np.bool_]

    def part(self, of: npt.NDArray[np.intp]) -> Watched:
        return Watched(self.numbers[of], self.rows[of], self.shared[of], self.there[of])


class Network:
    """Its weights by name, all of one side."""

    def __init__(self, features: Features, seed: int) -> None:
        chance = np.random.default_rng(seed)

        def drawn(*shape: int) -> Floats:
            return chance.standard_normal(shape, np.float32) / np.float32(shape[0] ** 0.5)

        sizes = (features.verbs, features.cells, features.units, WORDS)
        self.weights: dict[str, Floats] = {
            name: np.zeros((size + 1, WIDTH), np.float32)
            for name, size in zip(TABLES, sizes, strict=True)
        }
        self.weights |= {
            "rows": drawn(features.length, WIDTH),
            "shared": drawn(features.shared, WIDTH),
            "second": drawn(WIDTH, WIDTH),
            "second_bias": np.zeros(WIDTH, np.float32),
            "score": drawn(WIDTH, 1),
        }
        self._moments = {
            name: (np.zeros_like(one), np.zeros_like(one)) for name, one in self.weights.items()
        }
        self._steps = 0

    def scores(self, seen: Watched) -> tuple[Floats, Floats, Floats]:
        """The scores of all choices, and what the layers have said."""
        w = self.weights
        first = seen.rows.astype(np.float32) @ w["rows"]
        first += (seen.shared.astype(np.float32) @ w["shared"])[:, None, :]
        for place, name in enumerate(TABLES):
            first += w[name][seen.numbers[:, :, place]]
        np.maximum(first, 0, out=first)
        second = np.maximum(first @ w["second"] + w["second_bias"], 0)
        scores = (second @ w["score"])[:, :, 0]
        return np.where(seen.there, scores, -np.inf), first, second

    def learn(self, seen: Watched) -> None:
        """One step towards what was chosen."""
        w = self.weights
        scores, first, second = self.scores(seen)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        likely /= likely.sum(axis=1, keepdims=True)
        likely[:, 0] -= 1
        wrong = (likely / len(likely))[:, :, None].astype(np.float32)
        slopes = {"score": _sum(second, wrong)}
        wrong = (wrong @ w["score"].T) * (second > 0)
        slopes["second"], slopes["second_bias"] = _sum(first, wrong), wrong.sum(axis=(0, 1))
        wrong = (wrong @ w["second"].T) * (first > 0)
        slopes["rows"] = _sum(seen.rows.astype(np.float32), wrong)
        slopes["shared"] = seen.shared.astype(np.float32).T @ wrong.sum(axis=1)
        for place, name in enumerate(TABLES):
            slopes[name] = np.zeros_like(w[name])
            np.add.at(slopes[name], seen.numbers[:, :, place], wrong)
        self._steps += 1
        for name, slope in slopes.items():
            self._adam(name, slope)

    def _adam(self, name: str, slope: Floats) -> None:
        mean, square = self._moments[name]
        one, two = DECAY
        mean += (1 - one) * (slope - mean)
        square += (1 - two) * (slope * slope - square)
        right = np.sqrt(1 - two**self._steps) / (1 - one**self._steps)
        self.weights[name] -= RATE * right * mean / (np.sqrt(square) + EPS)

    def agrees(self, seen: Watched) -> float:
        """In what share of decisions it would have chosen the same."""
        found = [self.scores(part)[0].argmax(axis=1) == 0 for part in parts(seen, None)]
        return float(np.concatenate(found).mean()) if found else 0.0


def parts(seen: Watched, chance: np.random.Generator | None) -> Iterator[Watched]:
    """Everything in batches, shuffled if there is a chance."""
    order = np.arange(len(seen.rows))
    if chance is not None:
        chance.shuffle(order)
    for start in range(0, len(order), BATCH):
        yield seen.part(order[start : start + BATCH])


def _sum(given: Floats, wrong: Floats) -> Floats:
    """How much each weight of a layer has to do with what is wrong."""
    return given.reshape(-1, given.shape[-1]).T @ wrong.reshape(-1, wrong.shape[-1])
