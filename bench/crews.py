"""What it costs to have games played by others: the same games by each crew, in one run.

    python -m bench.crews [--games N] [--workers N] [--batch SECONDS] [--crews A,B] [--json]

Every crew has so many processes that play, and they are given batches of about a second. Wall time
would tell more of whatever else the machine does than of a crew, so CPU seconds are counted,
between the first batch that comes back and the last:

beside    what the process that gives out the games and those that play take, less what the games
          themselves take, which is measured inside each game: giving out, sending, storing
standing  what Ray's own processes take of every second, whether anybody plays or not

What a crew costs is the first as a share of the games, and the second by the processors that play
meanwhile. What it takes to come into being is told apart.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from stavka.lab.cluster import Ray, Serving, connected
from stavka.lab.crew import Crew, Inline, Pool
from stavka.lab.experiment import Experiment, read
from stavka.lab.run import Progress, Runner
from stavka.lab.store import Store

# The most that a crew may take more than one process alone, as a share of what the games take.
LIMIT = 0.03

FILE = """
[experiment]
name = "bench"
title = "red-star"
games = {games}
[factors]
scenario = ["turning-point"]
players = [{{ Axis = "random", Soviet = "random" }}]
[run]
batch_seconds = {batch}
"""

TICK = os.sysconf("SC_CLK_TCK")


class Spent(NamedTuple):
    """CPU seconds until now, and the time."""

    working: float
    standing: float
    clock: float


class Cost(NamedTuple):
    """What a crew has taken, in seconds."""

    workers: int
    games: int
    played: float
    beside: float
    standing: float
    begin: float
    clock: float

    @property
    def share(self) -> float:
        """Of what the games take, where those who play have a processor each."""
        return self.beside / self.played + self.standing / self.clock / self.workers


def spent() -> Spent:
    """What this process and all that it has started have taken."""
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        pid = int(stat.parent.name)
        parents[pid] = int(fields[1])
        # With those of its children that have ended.
        seconds[pid] = sum(map(int, fields[11:15])) / TICK

    def started(pid: int) -> Iterator[int]:
        for child, parent in parents.items():
            if parent == pid:
                yield child
                yield from started(child)

    standing = {pid for pid in started(os.getpid()) if _is_rays_own(pid)}
    working = {os.getpid(), *started(os.getpid())} - standing
    return Spent(
        sum(seconds[pid] for pid in working),
        sum(seconds[pid] for pid in standing),
        time.monotonic(),
    )


def _is_rays_own(pid: int) -> bool:
    """Whether a process is Ray's and plays nothing."""
    try:
        command = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except OSError:
        return False
    playing = command.startswith(f"ray::{Serving.__name__}")
    return not playing and (command.startswith("ray::") or "/site-packages/ray/" in command)


def measured(experiment: Experiment, crew: Crew, workers: int) -> Cost:
    begun, marks = spent(), list[tuple[int, Spent]]()

    def mark(progress: Progress) -> None:
        # The first is before anything is played.
        if len(marks) < 2 or progress.done == progress.of:
            marks.append((progress.done, spent()))

    with tempfile.TemporaryDirectory() as folder:
        store = Store.create(Path(folder) / "run.sqlite", experiment)
        Runner(experiment, store).run(crew, mark)
        games = store.games(experiment.cells[0])
        store.close()
    (before, since), (done, until) = marks[1], marks[-1]
    played = sum(game.seconds for game in games[before:])
    return Cost(
        workers=workers,
        games=done - before,
        played=played,
        beside=until.working - since.working - played,
        standing=until.standing - since.standing,
        begin=sum(since[:2]) - sum(begun[:2]),
        clock=until.clock - since.clock,
    )


def costs(experiment: Experiment, names: list[str], workers: int) -> Iterator[tuple[str, Cost]]:
    for name in names:
        if name == "ray":
            # As a run has it, but that the cluster is still there when it is measured.
            with connected(workers=workers):
                yield name, measured(experiment, Ray(workers=workers), workers)
        elif name == "pool":
            yield name, measured(experiment, Pool(workers), workers)
        else:
            yield name, measured(experiment, Inline(), 1)


def main() -> int:
    parser = argparse.ArgumentParser(description="What it costs to have games played by others.")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--batch", type=float, default=1.0, metavar="SECONDS")
    parser.add_argument("--crews", default="inline,pool,ray")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bench.toml"
        file.write_text(FILE.format(games=options.games, batch=options.batch), encoding="utf-8")
        experiment = read(file)
    found = dict(costs(experiment, options.crews.split(","), options.workers))
    if options.json:
        print(json.dumps({name: cost._asdict() for name, cost in found.items()}))
    else:
        for name, cost in found.items():
            print(
                f"{name:7}{cost.games} games, {cost.workers} playing: {cost.played:.2f} CPU s, "
                f"{cost.beside:.2f} beside ({cost.beside / cost.played:.2%}), standing "
                f"{cost.standing / cost.clock:.2%} of a processor: {cost.share:.2%}; "
                f"{cost.begin:.1f} CPU s to begin, {cost.clock:.0f} s by the clock"
            )
    alone = found["inline"].share if "inline" in found else 0.0
    return int(any(cost.share - alone > LIMIT for cost in found.values()))


if __name__ == "__main__":
    raise SystemExit(main())
