"""The course of a game: how it stood after each phase, and when it turned.

Nothing here knows a rule: how a position stands is the title's own rule of thumb (`evaluate`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

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


class _Stretch:
    """A phase while it goes on."""

    def __init__(self, turn: str, phase: str, value: float) -> None:
        self.turn, self.phase = turn, phase
        self.begun = self.last = value
        # Each move that changed something: by how much, its number, what it made happen.
        self.changes: list[tuple[float, int, str]] = []

    def note(self, move: int, value: float, text: str) -> None:
        if value != self.last and text:
            self.changes.append((value - self.last, move, text))
        self.last = value

    @property
    def swing(self) -> float:
        return self.last - self.begun

    def told(self, title: Title, whole: float) -> TurningPoint | None:
        good = self.swing > 0
        most = max(self.changes, key=lambda c: c[0] if good else -c[0], default=None)
        if most is None:
            return None
        side = title.sides[0] if good else title.sides[1]
        share = abs(self.swing) / whole if whole else 0.0
        return TurningPoint(most[1], self.turn, self.phase, side, share, most[2])


def course_of(title: Title, position: Position, moves: Sequence[Move]) -> Course:
    """The course of a game that began with a position, which is used up; everything is told."""
    fell = (die for move in moves for die in move.dice)
    position.dice = RecordedDice(fell, position.dice.rolls)
    position.chronicle = chronicle = list[Event]()
    side, turn, phase = title.sides[0], "", ""
    stretches: list[_Stretch] = []
    standings: list[Standing] = []
    for number, move in enumerate(moves, 1):
        chronicle.clear()
        position.apply(move.choice)
        headings = {e.kind: title.text(e) for e in chronicle if e.kind in HEADINGS}
        last = number == len(moves)
        value = title.evaluate(position, side)
        if stretches:
            stretches[-1].note(number, value, _happened(title, chronicle))
        if headings or last:
            if stretches:
                standings.append(Standing(number, turn, phase, value))
            turn, phase = headings.get("turn", turn), headings.get("phase", phase)
            # Before the first turn units are set up, and nothing is fought for.
            if turn:
                stretches.append(_Stretch(turn, phase, value))
    return Course(tuple(standings), tuple(_turning_points(title, stretches)))


def _happened(title: Title, events: Sequence[Event]) -> str:
    """What a move made happen, in words: a battle before a loss, a loss before all else."""
    told = [e for e in events if e.kind not in HEADINGS and not e.not_for]
    told.sort(key=lambda e: (title.rolled(e) is None, e.kind != LOSS))
    return title.text(told[0]) if told else ""


def _turning_points(title: Title, stretches: Sequence[_Stretch]) -> list[TurningPoint]:
    """The largest swings, in the order in which they came."""
    whole = sum(abs(stretch.swing) for stretch in stretches)
    largest = sorted(stretches, key=lambda stretch: -abs(stretch.swing))[:TOLD]
    told = [point for s in largest if s.swing and (point := s.told(title, whole)) is not None]
    return sorted(told, key=lambda point: point.move)
