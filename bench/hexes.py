"""Micro-benchmark of the hex sets against a dictionary and a heap, on one map in one run.

    python -m bench.hexes [--json]

The map has 60 x 40 hexes of three terrains with rivers, and a front of 300 units, one half on each
side; enemy units block the way and hold the hexes round them. Both techniques answer the same
questions, and are checked to give the same answers, before anything is timed.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
import random
import sys
import time
from collections.abc import Callable

from stavka.hexes import Grid, Lane, Movement, Passage, Window, flood, members, reach

GRID = Grid("flat", "odd", "ccrr", "down", [Window(1, 1, 60, 40)])

# The slowest ratios that are acceptable, reference time by our time.
LIMITS = {"reach_6": 1.5, "reach_12": 3.0, "flood": 20.0}


def _front(hex_: int) -> int:
    """The column in which the front crosses a hex's row."""
    row = GRID.position(hex_)[1]
    return round(32 + 6 * math.sin(row / 6) + 3 * math.sin(row / 2.3))


class Situation:
    """A random map with units on it, for both techniques."""

    def __init__(self, seed: int) -> None:
        rnd = random.Random(seed)
        hexes = GRID.hexes
        terrain = {h: rnd.choices([1, 2, 3], [6, 3, 1])[0] for h in hexes}
        river = {
            GRID.side(h, n)
            for h in hexes
            for n in GRID.adjacent(h)
            if h < n and rnd.random() < 0.08
        }
        west = [h for h in hexes if 1 <= _front(h) - GRID.position(h)[0] <= 8]
        east = [h for h in hexes if 1 <= GRID.position(h)[0] - _front(h) <= 8]
        friends = rnd.sample(west, 150)
        enemy = sum(1 << h for h in rnd.sample(east, 150))
        self.starts = rnd.sample(friends, 60)
        self.sources = sum(1 << h for h in hexes if GRID.position(h)[0] == 1) & ~enemy
        self.enemy = enemy
        self.zoc = GRID.neighbours(enemy) & ~sum(1 << h for h in friends)

        crossing = [0] * 6
        for here, there in river:
            crossing[GRID.direction(here, there)] |= 1 << there
            crossing[GRID.direction(there, here)] |= 1 << here
        costs = tuple((c, sum(1 << h for h in hexes if terrain[h] == c)) for c in (1, 2, 3))
        self.movement = Movement(
            GRID,
            [
                Lane(tuple(GRID.all & ~c for c in crossing), costs),
                Lane(tuple(crossing), tuple((cost + 1, h) for cost, h in costs)),
            ],
        )
        self.passage = Passage(GRID)
        # The same map as dictionaries.
        self.steps = {
            h: [
                (n, terrain[n] + (GRID.side(h, n) in river))
                for n in GRID.adjacent(h)
                if not enemy >> n & 1
            ]
            for h in hexes
        }
        self.open_steps = {
            h: [n for n, _ in steps if not self.zoc >> n & 1] for h, steps in self.steps.items()
        }
        self.stop = set(members(self.zoc))

    def reach(self, start: int, points: int) -> int:
        found = reach(self.movement, 1 << start, points, blocked=self.enemy, stop=self.zoc)
        return found.hexes

    def reference_reach(self, start: int, points: int) -> dict[int, int]:
        best = {start: 0}
        queue = [(0, start)]
        steps, stop = self.steps, self.stop
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here] or (here in stop and here != start):
                continue
            for there, cost in steps[here]:
                total = spent + cost
                if total <= points and total < best.get(there, 1000):
                    best[there] = total
                    heapq.heappush(queue, (total, there))
        return best

    def flood(self) -> int:
        return flood(self.passage, self.sources, blocked=self.enemy | self.zoc)

    def reference_flood(self) -> dict[int, int]:
        best = dict.fromkeys(members(self.sources), 0)
        queue = [(0, h) for h in best]
        steps = self.open_steps
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here]:
                continue
            for there in steps[here]:
                if spent + 1 < best.get(there, 10000):
                    best[there] = spent + 1
                    heapq.heappush(queue, (spent + 1, there))
        return best


def microseconds(act: Callable[[], object], rounds: int) -> float:
    """The best of several rounds, so that a busy machine does not decide."""
    best = float("inf")
    for _ in range(rounds):
        begin = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - begin)
    return best * 1e6


def measure(seed: int = 1941, rounds: int = 7) -> dict[str, dict[str, float]]:
    """Microseconds per question for both techniques, and their ratio."""
    here = Situation(seed)
    for start in here.starts:
        if list(members(here.reach(start, 12))) != sorted(here.reference_reach(start, 12)):
            raise AssertionError("the two techniques disagree on reach")
    if list(members(here.flood())) != sorted(here.reference_flood()):
        raise AssertionError("the two techniques disagree on the flood")

    found = {}
    for name, points in (("reach_6", 6), ("reach_12", 12)):
        ours = microseconds(lambda p=points: [here.reach(s, p) for s in here.starts], rounds)  # type: ignore[misc]
        reference = microseconds(
            lambda p=points: [here.reference_reach(s, p) for s in here.starts],  # type: ignore[misc]
            rounds,
        )
        found[name] = (ours / len(here.starts), reference / len(here.starts))
    found["flood"] = (
        microseconds(here.flood, rounds * 5),
        microseconds(here.reference_flood, rounds),
    )
    return {
        name: {"us": round(ours, 1), "reference_us": round(ref, 1), "ratio": round(ref / ours, 1)}
        for name, (ours, ref) in found.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="print JSON")
    figures = measure()
    if parser.parse_args().json:
        print(json.dumps(figures, indent=2))
    else:
        for name, row in figures.items():
            print(
                f"{name:10} {row['us']:8.1f} us   dict and heap {row['reference_us']:8.1f} us   "
                f"{row['ratio']:5.1f} x faster (at least {LIMITS[name]:g})"
            )
    return 0 if all(figures[name]["ratio"] >= limit for name, limit in LIMITS.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
