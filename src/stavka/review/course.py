"""The course of a game: how it stood after each phase, and when it turned.

Nothing here knows a rule: how a position stands is the title's own rule of thumb (`evaluate`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from ..engine import Event, Move, Position, RecordedDice, Title
from ..engine.forces import LOSS
from ..engine.game import HEADINGS

# So many turning points are told.
TOLD = 5


class Standing(msgspec.Struct, frozen=True):
    """How the game stood at the end of a phase."""

    # The number of the last move, and the headings under which it was made.
    move: int
    turn: str
    phase: str
    # For the first side of the title; only to be compared with others of the same game.
    value: float


class TurningPoint(msgspec.Struct, frozen=True):
    """A phase in which much changed, and what changed most in it."""

    # The number of the move that changed most.
    move: int
    turn: str
    phase: str
    # The side that it was good for, and how much of all that ever changed hands.
    side: str
    swing: float
    # What that move made happen.
    text: str


class Course(msgspec.Struct, frozen=True):
    standings: tuple[Standing, ...]
    turning_points: tuple[TurningPoint, ...]

    def counted(self, number: Callable[[int], int]) -> Course:
        """The same with other numbers of moves."""
        replace = msgspec.structs.replace
        return Course(
            tuple(replace(one, move=number(one.move)) for one in self.standings),
            tuple(replace(one, move=number(one.move)) for one in self.turning_points),
        )


class _Change(NamedTuple):
    """What a move made happen, in words, and the headings under which it stands in the log."""

    text: str
    turn: str
    phase: str


class _Stretch:
    """A phase while it goes on."""

    def __init__(self, turn: str, phase: str, value: float) -> None:
        self.turn, self.phase = turn, phase
        self.begun = self.last = value
        # Each move that changed something: by how much, its number, what it made happen.
        self.changes: list[tuple[float, int, _Change]] = []

    def note(self, move: int, value: float, change: _Change | None) -> None:
        if change is not None:
            self.changes.append((value - self.last, move, change))
        self.last = value

    @property
    def swing(self) -> float:
        return self.last - self.begun

    def told(self, title: Title, whole: float) -> TurningPoint | None:
        good = self.swing > 0
        most = max(self.changes, key=lambda c: c[0] if good else -c[0], default=None)
        if most is None:
            return None
        _, move, change = most
        side, share = title.sides[not good], abs(self.swing) / whole
        return TurningPoint(move, change.turn, change.phase, side, share, change.text)


def course_of(title: Title, position: Position, moves: Sequence[Move]) -> Course:
    """The course of a game that began with a position, which is used up; everything is told."""
    fell = (die for move in moves for die in move.dice)
    position.dice = RecordedDice(fell, position.dice.rolls)
    position.chronicle = chronicle = list[Event]()
    turn, phase = "", ""
    stretches: list[_Stretch] = []
    standings: list[Standing] = []
    for number, move in enumerate(moves, 1):
        chronicle.clear()
        position.apply(move.choice)
        value = title.evaluate(position, title.sides[0])
        now = stretches[-1] if stretches else None
        change = None
        if now is not None and value != now.last:
            change = _happened(title, position, title.sides[value > now.last], (turn, phase))
        headings = {e.kind: title.text(e) for e in chronicle if e.kind in HEADINGS}
        if now is not None and (headings or number == len(moves)):
            standings.append(Standing(number, turn, phase, value))
        if now is not None and (change is None or (change.turn, change.phase) == (turn, phase)):
            now.note(number, value, change)
            change = None
        turn, phase = headings.get("turn", turn), headings.get("phase", phase)
        # Before the first turn units are set up, and nothing is fought for.
        if headings and turn:
            stretches.append(_Stretch(turn, phase, now.last if now else value))
            stretches[-1].note(number, value, change)
    return Course(tuple(standings), tuple(_turning_points(title, stretches)))


def _happened(
    title: Title, position: Position, hurt: str, under: tuple[str, str]
) -> _Change | None:
    """What the last move made happen if it has hurt a side; `under` are the headings before it.

    A battle comes before the losses of that side, these before all else, and what the other side
    has lost last.
    """
    turn, phase = under
    found: list[tuple[int, _Change]] = []
    for event in position.chronicle or ():
        text = title.text(event)
        if event.kind in HEADINGS:
            turn, phase = (text, phase) if event.kind == "turn" else (turn, text)
        elif not event.not_for:
            found.append((_rank(title, position, event, hurt), _Change(text, turn, phase)))
    if not found:
        return None
    best = min(rank for rank, _ in found)
    first, *others = [change for rank, change in found if rank == best]
    if best != LOST or not others:
        return first
    return first._replace(text=f"{first.text}, and {len(others)} more")


BATTLE, LOST, OTHER, GAINED = range(4)


def _rank(title: Title, position: Position, event: Event, hurt: str) -> int:
    if title.rolled(event) is not None:
        return BATTLE
    if event.kind != LOSS:
        return OTHER
    return LOST if position.screen.lost(position, event.facts[0]).side == hurt else GAINED


def _turning_points(title: Title, stretches: Sequence[_Stretch]) -> list[TurningPoint]:
    """The largest swings, in the order in which they came."""
    whole = sum(abs(stretch.swing) for stretch in stretches)
    largest = sorted(stretches, key=lambda stretch: -abs(stretch.swing))[:TOLD]
    told = [point for s in largest if s.swing and (point := s.told(title, whole)) is not None]
    return sorted(told, key=lambda point: point.move)
