"""What a visitor who asks without end costs the others: how long another table's click takes.

    python -m tools.flood                 all floods, sixteen lines each
    python -m tools.flood record luck     some of them
    python -m tools.flood --from ""       from this machine itself, which has no limits
    python -m tools.flood --scale 0.1     with fewer clicks

A server of its own, a long game that was brought along, a small one at which somebody clicks. For
each flood it prints the click's median and 99th percentile in milliseconds, before and meanwhile,
and how the flood was answered. Calm and flood take turns, so that whatever else the machine does is
in both; the 99th percentile may at most double. One that grows by more and stays below what anybody
notices passes as "unnoticed". What does not hold is measured a second time.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.server.client import Live, hot_seat, http
from tests.server.running import Process

from .floods import Flood, Request, Target, requests

LONG_GAME = Path(__file__).resolve().parents[1] / "tests/records/red-star-motherland.stavka"
# Clicks in each stretch of calm or flood, and how many of both there are.
CLICKS = 300
ROUNDS = 2
# Fast for a person, slow for a seat. In seconds.
BETWEEN_CLICKS = 0.02
# What the 99th percentile may grow by; and in milliseconds what nobody notices.
MOST, UNNOTICED = 2.0, 15.0


class Clicker:
    """Somebody who plays quickly at a small table, and another one when it is over."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._chance = random.Random(address)
        self._live = self._sit()

    def _sit(self) -> Live:
        return Live(self._address, hot_seat(self._address, scenario="m30-full"))

    def click(self, times: int) -> list[float]:
        """Milliseconds from each choice to its update."""
        found = []
        for _ in range(times):
            if self._live.over():
                self.close()
                self._live = self._sit()
            began = time.perf_counter()
            self._live.choose_any(self._chance)
            found.append((time.perf_counter() - began) * 1000)
            time.sleep(BETWEEN_CLICKS)
        return found

    def close(self) -> None:
        self._live.__exit__(None, None, None)


class Times(NamedTuple):
    """Of several stretches of clicks, the middle one's."""

    median: float
    p99: float

    @classmethod
    def of(cls, stretches: Sequence[Sequence[float]]) -> Times:
        ordered = [sorted(stretch) for stretch in stretches]
        return cls(
            median(one[len(one) // 2] for one in ordered),
            median(one[int(len(one) * 0.99)] for one in ordered),
        )

    def __str__(self) -> str:
        return f"{self.median:5.1f} {self.p99:6.1f}"


class Result(NamedTuple):
    before: Times
    meanwhile: Times
    answers: dict[str, int]

    @property
    def growth(self) -> float:
        return self.meanwhile.p99 / self.before.p99

    @property
    def held(self) -> bool:
        return self.growth <= MOST

    @property
    def passed(self) -> bool:
        return self.held or self.meanwhile.p99 <= UNNOTICED

    def told(self, name: str) -> str:
        verdict = "" if self.held else "  unnoticed" if self.passed else "  TOO SLOW"
        times = f"before {self.before}  meanwhile {self.meanwhile}  x {self.growth:4.2f}"
        return f"{name:16} {times}{verdict}  {self.answers}"


def measure(clicker: Clicker, target: Target, request: Request, origin: str, clicks: int) -> Result:
    before, meanwhile = [], []
    answers: dict[str, int] = {}
    for _ in range(ROUNDS):
        before.append(clicker.click(clicks))
        with Flood(target, request, origin) as flood:
            meanwhile.append(clicker.click(clicks))
        for answer, times in flood.answers.items():
            answers[answer] = answers.get(answer, 0) + times
    return Result(Times.of(before), Times.of(meanwhile), answers)


def run(address: str, names: Sequence[str], origin: str, clicks: int) -> dict[str, Result]:
    target = prepared(address)
    asked = requests(target)
    if unknown := set(names) - set(asked):
        sys.exit(f"there is no flood {min(unknown)!r}; there are {', '.join(asked)}")
    clicker = Clicker(address)
    clicker.click(clicks)
    found = {}
    print(f"{'':16} milliseconds of a click: median, 99th percentile", flush=True)
    for name in names or asked:
        result = measure(clicker, target, asked[name], origin, clicks)
        print(result.told(name), flush=True)
        if not result.passed:
            result = measure(clicker, target, asked[name], origin, clicks)
            print(result.told("  once more"), flush=True)
        found[name] = result
    clicker.close()
    return found


def prepared(address: str) -> Target:
    """A long game at a hot seat, of which the flood has the secret and the used invitation."""
    text = LONG_GAME.read_text(encoding="utf-8")
    with http(address) as client:
        return Target.bring(address, client, text)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.flood",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("floods", nargs="*", metavar="FLOOD")
    # As a proxy on this machine would tell of somebody elsewhere.
    parser.add_argument("--from", dest="origin", default="203.0.113.9", metavar="ADDRESS")
    parser.add_argument("--scale", type=float, default=1.0, help="a share of the clicks (1)")
    asked = parser.parse_args(arguments)
    clicks = max(5, round(CLICKS * asked.scale))
    with tempfile.TemporaryDirectory() as folder:
        process = Process(Path(folder) / "stavka.db", "--webhooks-nearby", "--name", "localhost")
        try:
            found = run(process.address, asked.floods, asked.origin, clicks)
        finally:
            process.kill()
    slow = [name for name, result in found.items() if not result.passed]
    worst = max(found, key=lambda name: found[name].growth)
    text = (
        f"{len(found)} floods, the worst {worst}: the 99th percentile x {found[worst].growth:.2f}"
    )
    grown = [name for name, result in found.items() if result.passed and not result.held]
    unnoticed = f"below {UNNOTICED:.0f} ms nevertheless: {', '.join(grown) or 'none'}"
    print(f"{text}; {unnoticed}; too slow: {', '.join(slow) or 'none'}")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())
