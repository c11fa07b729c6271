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
        moves = [
            (m.side, m.choice.verb, m.choice.argument, m.dice, m.final, m.events, m.answer)
            for m in self.moves
        ]
        told = _Told(
            moves,
            [(e.kind, e.case, _written(e.facts), e.secret_of, e.not_for) for e in self.events],
            list(self.lines),
            {eyes: list(places) for eyes, places in self.noticed.items()},
            self.changes,
            self.opening,
        )
        return msgspec.json.encode(told)

    @classmethod
    def decode(cls, data: bytes) -> Chapter:
        told = _read(data)
        return cls(
            [
                Move(side, Choice(verb, argument), dice, final, events, answer)
                for side, verb, argument, dice, final, events, answer in told.moves
            ],
            [
                Event(kind, case, _facts(facts), secret_of, not_for)
                for kind, case, facts, secret_of, not_for in told.events
            ],
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


# As it is written

# Larger numbers, sets of hexes, few readers of JSON take: they are written as texts behind a key.
LARGE = 1 << 63
SET = "set"


class _Told(msgspec.Struct):
    moves: list[tuple[str, str, str, tuple[int, ...], bool, int, bool]]
    events: list[tuple[str, str, Any, str, str]]
    lines: list[LogLine]
    noticed: dict[str, list[int]]
    changes: dict[str, int]
    opening: tuple[int, ...] = ()


_read = msgspec.json.Decoder(_Told).decode


def _written(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_written, value))
    return {SET: f"{value:x}"} if isinstance(value, int) and value >= LARGE else value


def _facts(value: Any) -> Any:
    """Facts have tuples where JSON has lists."""
    if isinstance(value, list):
        return tuple([_facts(v) if isinstance(v, list | dict) else v for v in value])
    return int(value[SET], 16) if isinstance(value, dict) else value
