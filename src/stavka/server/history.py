"""What has happened at a table, as it is stored: a chapter for each stretch between two snapshots.

A table is opened from its last snapshot, the chapters before it and the actions after it, without
playing the game again. And what has been told once stays told: in the words of that day, with the
numbers that each seat counts by, whatever the rules say later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ..engine import Choice, Event, Move
from .messages import LogLine
from .storage import Snapshot


class Chapter(NamedTuple):
    """A stretch of a game: its moves, what came of them, and who has noticed what."""

    moves: Sequence[Move]
    events: Sequence[Event]
    # A line of the log for each event.
    lines: Sequence[LogLine]
    # For each pair of eyes the places in the game of the moves that they have noticed, and how
    # many changes they had noticed by the end, also those that were taken back.
    noticed: dict[str, Sequence[int]]
    changes: dict[str, int]
    # The dice that fell before the first move of the game.
    opening: tuple[int, ...] = ()

    def encode(self) -> bytes:
        told = _Told(
            list(self.moves),
            [(e.kind, e.case, _written(e.facts), e.secret_of, e.not_for) for e in self.events],
            list(self.lines),
            {eyes: list(places) for eyes, places in self.noticed.items()},
            self.changes,
            self.opening,
        )
        return msgspec.json.encode(told)

    @classmethod
    def decode(cls, data: bytes) -> Chapter:
        told = _told(data)
        events = told.events if _SET not in data else [_with_sets(event) for event in told.events]
        return cls(
            told.moves,
            list(map(Event._make, events)),
            told.lines,
            dict(told.noticed),
            told.changes,
            told.opening,
        )


class Past(NamedTuple):
    """How a table has come to its last snapshot."""

    snapshot: Snapshot
    story: Chapter
    # After how many moves its chapters end.
    ends: list[int]

    @classmethod
    def of(cls, snapshots: Sequence[Snapshot]) -> Past | None:
        """Nothing if the chapters are not of the whole game: it is older than they are."""
        chain: list[Snapshot] = []
        for snapshot in reversed(snapshots):
            if not chain or snapshot.moves == chain[-1].first:
                chain.append(snapshot)
        if not chain or chain[-1].first:
            return None
        chain.reverse()
        story = _whole([Chapter.decode(snapshot.history) for snapshot in chain])
        return cls(chain[-1], story, [snapshot.moves for snapshot in chain])


def _whole(chapters: Sequence[Chapter]) -> Chapter:
    """Some chapters, one after the other, as one."""
    last = chapters[-1]
    return Chapter(
        [move for chapter in chapters for move in chapter.moves],
        [event for chapter in chapters for event in chapter.events],
        [line for chapter in chapters for line in chapter.lines],
        {eyes: [p for c in chapters for p in c.noticed[eyes]] for eyes in last.noticed},
        last.changes,
        chapters[0].opening,
    )


# As it is written: so that a table of ten thousand moves is read within milliseconds, and hardly
# anything has to be made anew from what is read.

# Larger numbers, sets of hexes, few readers of JSON take: they are written as texts behind a key.
LARGE = 1 << 63
SET = "set"
_SET = f'{{"{SET}":'.encode()

# Facts, with others in them, and with others in those.
_Plain = str | bool | int | float | None | dict[str, str]
_Fact = _Plain | tuple[_Plain | tuple[_Plain | tuple[Any, ...], ...], ...]
_Row = tuple[str, str, tuple[_Fact, ...], str, str]


class _Told(msgspec.Struct):
    moves: list[Move]
    events: list[_Row]
    lines: list[LogLine]
    noticed: dict[str, list[int]]
    changes: dict[str, int]
    opening: tuple[int, ...] = ()


class _Older(_Told):
    """As chapters were written first."""

    moves: list[tuple[str, str, str, tuple[int, ...], bool, int, bool]]  # type: ignore[assignment]


_read = msgspec.json.Decoder(_Told).decode
_read_older = msgspec.json.Decoder(_Older).decode


def _told(data: bytes) -> _Told:
    try:
        return _read(data)
    except msgspec.ValidationError:
        told = _read_older(data)
    moves = [
        Move(side, Choice(verb, argument), dice, final, events, answer)
        for side, verb, argument, dice, final, events, answer in told.moves
    ]
    return _Told(moves, told.events, told.lines, told.noticed, told.changes, told.opening)


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_written, value))
    return {SET: f"{value:x}"} if isinstance(value, int) and value >= LARGE else value


def _with_sets(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_with_sets, value))
    return int(value[SET], 16) if isinstance(value, dict) else value
