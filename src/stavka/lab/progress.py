"""How far long work is, on a terminal."""

from __future__ import annotations

import sys
from typing import TextIO


class ProgressBar:
    """A line that grows, on a terminal only."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stderr
        self._live = self._out.isatty()

    def show(self, done: int, total: int, note: str = "") -> None:
        if self._live:
            filled = 40 * done // max(1, total)
            bar = "#" * filled + "." * (40 - filled)
            # Whatever was longer before is overwritten.
            self._write(f"\r[{bar}] {done}/{total}{note}   ")

    def close(self) -> None:
        if self._live:
            self._write("\n")

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
