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

    def note(self, title: Title, position: Position, move: int, value: float) -> None:
        change, self.last = value - self.last, value
        hurt = title.sides[change > 0]
        text = _happened(title, position, hurt) if change else ""
        if text:
            self.changes.append((change, move, text))

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
        value = title.evaluate(position, side)
        if stretches and (headings or number == len(moves)):
            standings.append(Standing(number, turn, phase, value))
        turn, phase = headings.get("turn", turn), headings.get("phase", phase)
        # Before the first turn units are set up, and nothing is fought for. What comes of the end
        # of a phase comes with the next as a rule: arrivals, supply.
        if headings and turn:
            stretches.append(_Stretch(turn, phase, stretches[-1].last if stretches else value))
        if stretches:
            stretches[-1].note(title, position, number, value)
    return Course(tuple(standings), tuple(_turning_points(title, stretches)))


def _happened(title: Title, position: Position, hurt: str) -> str:
    """What the last move made happen, in words, if it has hurt a side.

    A battle comes before the losses of that side, these before all else, and what the other side
    has lost last.
    """
    told = [e for e in position.chronicle or () if e.kind not in HEADINGS and not e.not_for]
    battles = [e for e in told if title.rolled(e) is not None]
    gone = {e: position.screen.lost(position, e.facts[0]).side for e in told if e.kind == LOSS}
    losses = [e for e, side in gone.items() if side == hurt]
    others = [e for e in told if e not in gone]
    first = next(iter([*battles, *losses, *others, *told]), None)
    if first is None:
        return ""
    more = len(losses) - 1 if first in losses else 0
    return f"{title.text(first)}, and {more} more" if more > 0 else title.text(first)


def _turning_points(title: Title, stretches: Sequence[_Stretch]) -> list[TurningPoint]:
    """The largest swings, in the order in which they came."""
    whole = sum(abs(stretch.swing) for stretch in stretches)
    largest = sorted(stretches, key=lambda stretch: -abs(stretch.swing))[:TOLD]
    told = [point for s in largest if s.swing and (point := s.told(title, whole)) is not None]
    return sorted(told, key=lambda point: point.move)
