"""Lets a crew play an experiment, and stores what comes back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .crew import Crew
from .experiment import Cell, Experiment
from .games import Batch, Played, play_batch
from .statistics import SprtPath, sprt
from .store import Store

# The first batch of a cell is one game: how long one takes is not known yet.
FIRST = 1
# A batch has no more games than this, however short they are.
MOST = 500


class Progress(NamedTuple):
    """How far a run is."""

    done: int
    of: int
    # Seconds that are left, as far as can be told; nothing before the first game.
    left: float | None


class Runner:
    def __init__(self, experiment: Experiment, store: Store) -> None:
        self.experiment = experiment
        self._store = store
        # What could not be played, because it killed everybody who tried; it is tried again when
        # the run goes on.
        self.lost: list[str] = []
        # How many games were played twice and compared.
        self.repeated = 0
        self._played = {cell.id: store.numbers(cell) for cell in experiment.cells}
        self._seconds: dict[str, list[float]] = {cell.id: [] for cell in experiment.cells}
        # Where the sequential tests stand, if there are any, and what they go by.
        self._games: dict[str, dict[int, Played]] = {}
        self._tests: dict[str, SprtPath] = {}
        if experiment.heading.stop.sprt:
            for cell in experiment.cells:
                self._games[cell.id] = {}
                self._test(cell, store.games(cell))

    def run(self, crew: Crew, progress: Callable[[Progress], None] = lambda _: None) -> None:
        """Plays what has not been played yet. To be interrupted at any moment."""
        began, before = time.monotonic(), self._done()
        progress(Progress(before, self._of(), None))
        for come in crew.run(play_batch, self._batches()):
            batch, games = come.batch, come.result
            if games is None:
                first, last = batch.numbers[0], batch.numbers[-1]
                self.lost.append(f"{batch.cell.name}, games {first} to {last}: {come.lost}")
                continue
            if come.again:
                self._store.compare(batch.cell, games)
                self.repeated += len(games)
                continue
            self._store.add(batch.cell, games)
            self._note(batch.cell, games)
            done, of = self._done(), self._of()
            spent = time.monotonic() - began
            progress(Progress(done, of, spent * (of - done) / max(1, done - before)))

    def _note(self, cell: Cell, games: list[Played]) -> None:
        self._seconds[cell.id] += [game.seconds for game in games]
        if cell.id in self._games:
            self._test(cell, games)

    def _test(self, cell: Cell, games: list[Played]) -> None:
        test = self.experiment.heading.stop.sprt
        assert test is not None
        known = self._games[cell.id]
        known.update((game.number, game) for game in games)
        self._tests[cell.id] = sprt(test, known, self.experiment.heading.games)

    def _decided(self, cell: Cell) -> bool:
        """Whether nothing more has to be played."""
        return cell.id in self._tests and bool(self._tests[cell.id].verdict)

    def _batches(self) -> Iterator[Batch]:
        """Cell by cell in turns, so that whoever stops early has something of each."""
        left = {cell.id: self._missing(cell) for cell in self.experiment.cells}
        while True:
            given = False
            for cell in self.experiment.cells:
                if self._decided(cell):
                    continue
                numbers = tuple(_take(left[cell.id], self._size(cell)))
                if numbers:
                    given = True
                    yield Batch(cell, numbers, self.experiment.outputs)
            if not given:
                return

    def _missing(self, cell: Cell) -> Iterator[int]:
        played = self._played[cell.id]
        return iter([n for n in range(self.experiment.heading.games) if n not in played])

    def _size(self, cell: Cell) -> int:
        """So many games as take about as long as a batch should."""
        seconds = self._seconds[cell.id][-50:]
        if not seconds:
            return FIRST
        mean = max(1e-4, sum(seconds) / len(seconds))
        return max(1, min(MOST, round(self.experiment.run.batch_seconds / mean)))

    def test(self, cell: Cell) -> SprtPath:
        """Where the sequential test of a cell stands."""
        return self._tests[cell.id]

    def _done(self) -> int:
        return sum(len(played) + len(self._seconds[id_]) for id_, played in self._played.items())

    def _of(self) -> int:
        """How many games there will be; a cell that is decided has no more."""
        games = 0
        for cell in self.experiment.cells:
            done = len(self._played[cell.id]) + len(self._seconds[cell.id])
            games += done if self._decided(cell) else self.experiment.heading.games
        return games


def _take(numbers: Iterator[int], count: int) -> Iterator[int]:
    for _ in range(count):
        number = next(numbers, None)
        if number is None:
            return
        yield number
