"""Many games at once, shared out among processes that write into the same memory."""

from __future__ import annotations

import ctypes
import multiprocessing
from collections.abc import Mapping, Sequence
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ... import titles
from .desk import Array
from .opposed import Opponent
from .recipe import Recipe
from .vector import Vector, step_arrays

ACTIONS = "actions"
DIED = "a process of the vector has died"
# Type, shape and memory of each array.
Memory = Mapping[str, tuple[str, tuple[int, ...], Any]]


class Workers:
    """A vector of games (`Vector`) whose rows belong to several processes."""

    def __init__(
        self, recipe: Recipe, count: int, workers: int, side: str, opponent: Opponent
    ) -> None:
        self.shape, self.count, self.side = recipe.shape(), count, side
        arrays = {**self.shape.blank(count), **step_arrays(count)}
        arrays[ACTIONS] = np.zeros(count, np.int64)
        context = multiprocessing.get_context("spawn")
        memory: Memory = {
            key: (array.dtype.str, array.shape, context.RawArray(ctypes.c_byte, array.nbytes))
            for key, array in arrays.items()
        }
        self.arrays = _mapped(memory)
        self._lines: list[Connection] = []
        self._processes = []
        self._first: list[int] = []
        cuts = np.linspace(0, count, min(workers, count) + 1).astype(int).tolist()
        for first, last in pairwise(cuts):
            ours, theirs = context.Pipe()
            job = (theirs, memory, recipe, (first, last), side, opponent, titles.overlays())
            process = context.Process(target=_work, args=job, daemon=True)
            process.start()
            theirs.close()
            self._lines.append(ours)
            self._processes.append(process)
            self._first.append(first)

    def reset(self, seed: int | None = None) -> Mapping[str, Array]:
        """New games; that in row i is the game of seed + i."""
        self._ask([("reset", None if seed is None else seed + first) for first in self._first])
        return self.arrays

    def step(
        self, actions: Sequence[int] | npt.NDArray[Any]
    ) -> tuple[Mapping[str, Array], dict[int, dict[str, Any]]]:
        """Makes a choice in every game, as `Vector.step`."""
        self.arrays[ACTIONS][:] = actions
        answers = self._ask([("step", None)] * len(self._lines))
        ended: dict[int, dict[str, Any]] = {}
        for first, told in zip(self._first, answers, strict=True):
            ended |= {first + row: info for row, info in told.items()}
        return self.arrays, ended

    def _ask(self, orders: Sequence[tuple[str, int | None]]) -> list[dict[int, dict[str, Any]]]:
        """What every process has to say to its order. The first thing that went wrong is raised
        here, after all have answered: nothing stays in a line to be taken for the next answer."""
        sent = [_sent(line, order) for line, order in zip(self._lines, orders, strict=True)]
        answers = [
            _answer(line) if there else RuntimeError(DIED)
            for line, there in zip(self._lines, sent, strict=True)
        ]
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return [answer for answer in answers if not isinstance(answer, Exception)]

    def close(self) -> None:
        """Ends the processes."""
        for line in self._lines:
            line.close()
        for process in self._processes:
            process.join()


def _sent(line: Connection, order: tuple[str, int | None]) -> bool:
    """Gives an order, if there is still somebody to take it."""
    try:
        line.send(order)
    except OSError:
        return False
    return True


def _answer(line: Connection) -> dict[int, dict[str, Any]] | Exception:
    """What a process has to say, or what went wrong with it."""
    try:
        answer: dict[int, dict[str, Any]] | Exception = line.recv()
    except (EOFError, OSError):
        return RuntimeError(DIED)
    return answer


def _mapped(memory: Memory) -> dict[str, Array]:
    return {
        key: np.frombuffer(raw, np.dtype(type_)).reshape(shape)
        for key, (type_, shape, raw) in memory.items()
    }


def _work(
    line: Connection,
    memory: Memory,
    recipe: Recipe,
    rows: tuple[int, int],
    side: str,
    opponent: Opponent,
    overlays: dict[str, Path],
) -> None:
    """Plays the games of some rows until nobody asks any more."""
    titles.take_overlays(overlays)
    own = {key: array[slice(*rows)] for key, array in _mapped(memory).items()}
    games = Vector(recipe, rows[1] - rows[0], side, opponent, own)
    try:
        while True:
            line.send(_done(games, own[ACTIONS], *line.recv()))
    except (EOFError, OSError):
        # Nobody asks any more, or waits for the answer.
        return


def _done(
    games: Vector, actions: Array, order: str, seed: int | None
) -> dict[int, dict[str, Any]] | Exception:
    """What comes of an order."""
    try:
        if order == "step":
            return games.step(actions)[1]
        games.reset(seed)
    except Exception as error:
        # Whoever has asked is told, and can go on or not.
        return error
    return {}
