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
        for line, first in zip(self._lines, self._first, strict=True):
            line.send(("reset", None if seed is None else seed + first))
        self._answers()
        return self.arrays

    def step(
        self, actions: Sequence[int] | npt.NDArray[Any]
    ) -> tuple[Mapping[str, Array], dict[int, dict[str, Any]]]:
        """Makes a choice in every game, as `Vector.step`."""
        self.arrays[ACTIONS][:] = actions
        for line in self._lines:
            line.send(("step", None))
        ended: dict[int, dict[str, Any]] = {}
        for first, told in zip(self._first, self._answers(), strict=True):
            ended |= {first + row: info for row, info in told.items()}
        return self.arrays, ended

    def _answers(self) -> list[dict[int, dict[str, Any]]]:
        """What every process has to say; whatever went wrong in one is raised here."""
        found = []
        for line in self._lines:
            try:
                answer = line.recv()
            except EOFError:
                raise RuntimeError("a process of the vector has died") from None
            if isinstance(answer, Exception):
                raise answer
            found.append(answer)
        return found

    def close(self) -> None:
        """Ends the processes."""
        for line in self._lines:
            line.close()
        for process in self._processes:
            process.join()


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
    while True:
        try:
            order, seed = line.recv()
        except EOFError:
            return
        try:
            told = {} if order == "reset" else games.step(own[ACTIONS])[1]
            if order == "reset":
                games.reset(seed)
            line.send(told)
        except Exception as error:
            # Whoever has asked is told, and can go on or not.
            line.send(error)
