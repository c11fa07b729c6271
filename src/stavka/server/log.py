"""A table's log: its chronicle in words, for each pair of eyes."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate, compress
from typing import Any, Literal

import msgspec

from .. import titles
from ..engine import Event, Game, Title
from ..engine.game import HEADINGS
from ..engine.presentation import CauseView
from .messages import LogLine
from .sight import Sight

# The kinds of events that are headings, by a convention of all titles.
_HEADINGS: dict[str, Literal["", "turn", "phase"]] = {kind: kind for kind in HEADINGS}


class Log:
    """Kept beside a game; `update` brings it up to date after every change."""

    def __init__(
        self, title: Title[Any], game: Game, sight: Sight, told: Sequence[LogLine] = ()
    ) -> None:
        """`told` are the lines of the first events, as they were told then."""
        self._title = title
        self._labels = _labels(title.slug)
        self._sight = sight
        # A line for each event; all moves are counted.
        self._lines: list[tuple[LogLine, Event]] = []
        # The lines that a pair of eyes may read, with its own numbers of moves.
        self._seen: dict[str, list[LogLine]] = {eyes: [] for eyes in sight.eyes}
        # How many of the first events each pair of eyes has heard of, for every number of events.
        self._heard: dict[str, list[int]] = {eyes: [0] for eyes in sight.eyes}
        if told:
            self._resume(told, game)
            return
        self._moves = 0
        first = game.moves[0].events if game.moves else len(game.chronicle)
        self._add(0, "", (), game.chronicle[:first])
        self.update(game)

    def _resume(self, told: Sequence[LogLine], game: Game) -> None:
        """Goes on from the lines of all events so far."""
        self._moves = len(game.moves)
        self._lines = list(zip(told, game.chronicle, strict=True))
        # Nearly all are for everybody.
        apart = [(n, e) for n, e in enumerate(game.chronicle) if e.secret_of or e.not_for]
        for eyes in self._sight.eyes:
            hears = [True] * len(told)
            for place, event in apart:
                hears[place] = event.heard_by(eyes)
            self._heard[eyes] = list(accumulate(hears, initial=0))
            self._seen[eyes] = self._renumbered(eyes, compress(told, hears))

    def _renumbered(self, eyes: str, lines: Iterable[LogLine]) -> list[LogLine]:
        """Lines with the numbers of moves that these eyes count by."""
        places = self._sight.places(eyes)
        if not places or places[-1] == len(places) - 1:
            # No move is left out before the last that they have noticed.
            return list(lines)
        numbers = {at + 1: number for number, at in enumerate(places, 1)}
        return [_numbered(line, numbers.get(line.move, 0)) for line in lines]

    def update(self, game: Game) -> None:
        """Drops what has been taken back, adds what is new."""
        if len(game.moves) < self._moves:
            self._moves = len(game.moves)
            del self._lines[len(game.chronicle) :]
            for counts in self._heard.values():
                del counts[len(game.chronicle) + 1 :]
            for eyes, lines in self._seen.items():
                left = self._sight.count(eyes)
                while lines and lines[-1].move > left:
                    lines.pop()
        for number in range(self._moves, len(game.moves)):
            move = game.moves[number]
            self._add(number + 1, move.side, move.dice, game.events_of(number))
        self._moves = len(game.moves)

    def since(self, place: int) -> list[LogLine]:
        """The lines from a place of the chronicle on, for nobody's eyes."""
        return [line for line, _ in self._lines[place:]]

    def lines(self, eyes: str) -> list[LogLine]:
        """What a side may know, or, without a side, what everybody may; all moves are counted."""
        return [line for line, event in self._lines if event.heard_by(eyes)]

    def seen(self, eyes: str) -> list[LogLine]:
        """The same, and no other moves are counted than those that the side has noticed."""
        return self._seen[eyes].copy()

    def count(self, eyes: str, moves: int) -> int:
        """How many lines tell of what happened up to a move, as the side counts."""
        return bisect_right(self._seen[eyes], moves, key=lambda line: line.move)

    def cause(self, game: Game) -> CauseView | None:
        """What led to the present question, by the line that the side that is asked has read."""
        place, decision = game.cause(), game.position.decision()
        if place is None or decision is None:
            return None
        line, _ = self._lines[place]
        return CauseView(self.number(decision.side, place), line.text, line.case)

    def number(self, eyes: str, events: int) -> int:
        """How many of the first events of the game the eyes have heard of."""
        counts = self._heard[eyes]
        return counts[min(events, len(counts) - 1)]

    def place(self, eyes: str, number: int) -> int | None:
        """The place in the game of the line that the eyes count as `number`, from 0."""
        counts = self._heard[eyes]
        return bisect_right(counts, number) - 1 if 0 <= number < counts[-1] else None

    def hears(self, eyes: str, place: int) -> bool:
        return 0 <= place < len(self._lines) and self._lines[place][1].heard_by(eyes)

    def _add(self, move: int, side: str, dice: tuple[int, ...], events: Iterable[Event]) -> None:
        for event in events:
            text = self._title.text(event)
            heading = _HEADINGS.get(event.kind, "")
            line = LogLine(
                move=move,
                side=side,
                heading=heading,
                text=text,
                case=event.case,
                dice=() if heading else dice,
                hexes=self._hexes(text),
                traces=self._title.traces(event),
                battle=self._is_battle(event),
            )
            if not heading:
                dice = ()
            self._lines.append((line, event))
            for eyes in self._sight.eyes:
                heard = event.heard_by(eyes)
                self._heard[eyes].append(self._heard[eyes][-1] + heard)
                if heard:
                    # What happened before the first move has no number.
                    number = self._sight.number(eyes, move - 1) or 0
                    self._seen[eyes].append(_numbered(line, number))

    def _is_battle(self, event: Event) -> bool:
        rolled = self._title.rolled(event)
        return rolled is not None and bool(rolled.targets)

    def _hexes(self, text: str) -> tuple[str, ...]:
        """The labels in a text: what an event tells in words is what it may light up."""
        return tuple(dict.fromkeys(w for w in re.findall(r"\w+", text) if w in self._labels))


def _numbered(line: LogLine, number: int) -> LogLine:
    return line if number == line.move else msgspec.structs.replace(line, move=number)


@cache
def _labels(slug: str) -> frozenset[str]:
    grid = titles.board(slug).grid
    return frozenset(grid.labels(grid.all))
