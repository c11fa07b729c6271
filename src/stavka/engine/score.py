"""What decides a game, line by line, and the levels that it can come to."""

from __future__ import annotations

import msgspec

from .presentation import Line


class Rung(msgspec.Struct, frozen=True):
    """A level of victory: what it takes, and whether the game stands there."""

    level: str
    # In words: from 23 on, below 7.
    takes: str
    # A side; nothing for a draw.
    winner: str
    reached: bool


class Score(msgspec.Struct, frozen=True):
    lines: tuple[Line, ...] = ()
    # What the lines come to; nothing where they are conditions and no sum.
    total: Line | None = None
    # From the worst to the best for the side that scores.
    levels: tuple[Rung, ...] = ()
