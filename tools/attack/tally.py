"""How far a part of the attack is, and what it has found."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[2] / "build" / "soak"
# Seconds between two lines about how far it is.
TICK = 10.0
# Of what is found again and again no more is kept.
KEPT = 200


class Summary(NamedTuple):
    name: str
    passed: bool
    text: str

    def __str__(self) -> str:
        return f"{self.name:10} {'passed' if self.passed else 'FAILED':7} {self.text}"


class Tally:
    """Counts what was tried; what should not have come of it is kept in a file."""

    def __init__(self, name: str, goal: int, things: str, folder: Path = FOLDER) -> None:
        self.name, self.goal, self.things = name, goal, things
        self.done = 0
        self.findings = 0
        self._file = folder / f"{name}.found"
        self._file.unlink(missing_ok=True)
        self._began = self._told = time.monotonic()

    def count(self, things: int = 1) -> None:
        self.done += things
        now = time.monotonic()
        if now - self._told > TICK:
            self._told = now
            print(f"{self.done:,} of {self.goal:,} {self.things}, {self._found()}", flush=True)

    def find(self, text: str) -> None:
        self.findings += 1
        if self.findings > KEPT:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(f"{text}\n")
        print(f"FOUND {text[:300]}", flush=True)

    @property
    def over(self) -> bool:
        return self.done >= self.goal

    def summary(self, more: str = "") -> Summary:
        minutes = (time.monotonic() - self._began) / 60
        text = f"{self.done:,} {self.things} in {minutes:.1f} min, {self._found()}"
        # Whoever has tried less than he should has proven nothing.
        return Summary(self.name, self.over and not self.findings, f"{text}{more}")

    def _found(self) -> str:
        return f"{self.findings} found" if self.findings else "nothing found"
