"""What a screen is told: everything at first, and from then on what is different."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from ..engine.presentation import Presentation
from .messages import Changes, LogLine, News, SeatState, State

# What is told whole if it is different; of everything else only the part that is.
_LISTS = ("units", "markers", "tracks", "boxes", "facts")
_SHOWN = tuple(name for name in Presentation.__struct_fields__ if name not in _LISTS)
_PARTS = ("presentation", "log_from", "log", "talk")
_STATE = tuple(name for name in SeatState.__struct_fields__ if name not in _PARTS)


class Watch:
    """One screen that follows a seat: whether there is news for it, and what it was sent last."""

    def __init__(self, browser: str = "") -> None:
        self.browser = browser
        self.changed = asyncio.Event()
        self.changed.set()
        self.version = -1
        # All lines that it has; its last state holds the newest of them only.
        self._log: list[LogLine] = []
        self._state: SeatState | None = None
        # How often it was sent what is different.
        self._number = 0

    def known(self, lines: list[LogLine]) -> int:
        """How many of the first lines of a log it has; it is going to have all of them."""
        before, self._log = self._log, lines
        return _common(before, lines)

    def message(self, state: SeatState) -> State | News:
        """What to send for it to have a state, in which the log begins with what is not known."""
        before, self._state = self._state, state
        if before is None:
            return State(state)
        self._number += 1
        return _news(self._number, before, state)


def _news(number: int, before: SeatState, now: SeatState) -> News:
    talk_from = _common(before.talk, now.talk)
    old, new = before.presentation, now.presentation
    return News(
        number=number,
        state=_different(before, now, _STATE),
        presentation=_different(old, new, _SHOWN),
        lists={
            name: changes_of(getattr(old, name), list_)
            for name, list_ in _different(old, new, _LISTS).items()
        },
        log_from=now.log_from,
        log=now.log,
        talk_from=talk_from,
        talk=now.talk[talk_from:],
    )


def _different(before: object, now: object, names: Sequence[str]) -> dict[str, Any]:
    return {name: new for name in names if (new := getattr(now, name)) != getattr(before, name)}


def changes_of(before: Sequence[Any], now: Sequence[Any]) -> Changes:
    """Few as long as what stays is in the same order as before, and right in any case."""
    first = _common(before, now)
    last = _common(before[first:][::-1], now[first:][::-1])
    old, new = before[first : len(before) - last], now[first : len(now) - last]
    place_of = {thing: place for place, thing in enumerate(new)}
    gone, staying, latest = [], set(), -1
    for place, thing in enumerate(old, first):
        there = place_of.get(thing, -1)
        if there > latest:
            staying.add(there)
            latest = there
        else:
            gone.append(place)
    arrived = [place for place in range(len(new)) if place not in staying]
    return Changes(
        tuple(gone),
        tuple([new[place] for place in arrived]),
        tuple([first + place for place in arrived]),
    )


def _common(old: Sequence[object], new: Sequence[object]) -> int:
    """How many things at the beginning are the same."""
    count = min(len(old), len(new))
    if old[:count] == new[:count]:
        return count
    return next(n for n in range(count) if old[n] != new[n])
