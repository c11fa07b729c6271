"""A game being played: a position with its history, chronicle, undo and redo.

Undo is not part of the rules: it goes back to a snapshot and makes the choices again. It stops at
the last choice that rolled a die or showed something hidden, and at somebody else's choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from .choices import Choice
from .dice import Dice
from .position import Event, Illegal, Position

# A snapshot for every so many choices: undo replays fewer than that.
SNAPSHOT_EVERY = 32
# The kinds of events that are headings of the log, by a convention of all titles.
HEADINGS: tuple[Literal["turn", "phase"], ...] = ("turn", "phase")


class Move(NamedTuple):
    """One choice of the history, and what came of it."""

    side: str
    choice: Choice
    dice: tuple[int, ...]
    # No way back: a die was rolled, or something hidden was shown.
    final: bool
    # Where its events begin in the chronicle.
    events: int
    # It was asked for by what another side had done, in the middle of that side's turn as a rule.
    answer: bool


class CannotUndo(Exception):
    """There is nothing that may be taken back."""


class NotAtHand(LookupError):
    """A moment before those whose positions a resumed game has."""


class Game:
    def __init__(self, position: Position, beginning: str = "") -> None:
        """`beginning` is the position file that the game began with, if it did."""
        self.position = position
        self.beginning = beginning
        # A position may come with what happened before anybody had to choose.
        self.chronicle: list[Event] = position.chronicle if position.chronicle is not None else []
        position.chronicle = self.chronicle
        self.moves: list[Move] = []
        self._undone: list[Choice] = []
        self._snapshots: list[tuple[int, Position]] = [(0, position.clone())]
        position.decision()
        # The dice that fell before the first choice.
        self.opening = tuple(position.rolled)

    @classmethod
    def resumed(
        cls,
        position: Position,
        beginning: str,
        opening: tuple[int, ...],
        moves: Sequence[Move],
        chronicle: Sequence[Event],
    ) -> Game:
        """A game that has come to a position by moves that are known; nothing is played again."""
        game = cls.__new__(cls)
        game.position, game.beginning, game.opening = position, beginning, opening
        game.chronicle = position.chronicle = list(chronicle)
        game.moves, game._undone = list(moves), []
        game._snapshots = [(len(moves), position.clone())]
        position.decision()
        return game

    def apply(self, choice: Choice, number: int | None = None) -> Move:
        """Makes a choice; `number` is the decision it was meant for, to refuse a stale one."""
        move = self._make(choice, number)
        self._undone.clear()
        return move

    def _make(self, choice: Choice, number: int | None = None) -> Move:
        position = self.position
        if number is not None and number != position.number:
            raise Illegal(
                f"this choice was meant for decision {number}, the game is at {position.number}"
            )
        decision = position.decision()
        if decision is None:
            raise Illegal("the game is over")
        events, answer = len(self.chronicle), self._is_answer(decision.side)
        position.apply(choice)
        final = position.revealed or bool(position.rolled)
        move = Move(decision.side, choice, tuple(position.rolled), final, events, answer)
        self.moves.append(move)
        if len(self.moves) % SNAPSHOT_EVERY == 0 or move.final:
            self._snapshots.append((len(self.moves), position.clone()))
        return move

    def _is_answer(self, side: str) -> bool:
        """Whether another side's choice led to the present question."""
        cause = self.cause()
        if cause is None:
            return False
        return next((m.side != side for m in reversed(self.moves) if m.events <= cause), False)

    # Going back and forth

    def can_undo(self, side: str) -> bool:
        return bool(self.moves) and self.moves[-1].side == side and not self.moves[-1].final

    def undo(self, side: str, to: int | None = None) -> None:
        """Takes back a side's last choice, or its choices from number `to` on."""
        target = len(self.moves) - 1 if to is None else to
        if not 0 <= target < len(self.moves):
            raise CannotUndo("there is nothing to take back")
        # Somebody else's choices come first: in which order they lie with the final ones may be
        # a secret.
        for move in self.moves[target:]:
            if move.side != side:
                raise CannotUndo(f"{move.side} has chosen since then")
        if any(move.final for move in self.moves[target:]):
            raise CannotUndo("a die has been rolled or something hidden shown since then")
        undone = [move.choice for move in self.moves[target:]]
        self._go_back(target)
        self._undone.extend(reversed(undone))

    def rewind(self, to: int, seed: bytes) -> None:
        """Goes back to before choice `to`, whoever made it and whatever it rolled or showed.

        For boards on which things are tried. What comes next is rolled with another seed; only
        choices that rolled nothing can be done again.
        """
        undone = self.moves[to:]
        self._go_back(to)
        self.position.dice = Dice(seed, self.position.dice.rolls)
        if any(move.dice for move in undone):
            self._undone.clear()
        else:
            self._undone.extend(move.choice for move in reversed(undone))

    def _go_back(self, target: int) -> None:
        if target < self.earliest:
            raise NotAtHand
        while self._snapshots[-1][0] > target:
            self._snapshots.pop()
        start, snapshot = self._snapshots[-1]
        again = [move.choice for move in self.moves[start:target]]
        if start < len(self.moves):
            del self.chronicle[self.moves[start].events :]
        del self.moves[start:]
        self.position = snapshot.clone()
        self.position.chronicle = self.chronicle
        for choice in again:
            self._make(choice)

    def can_redo(self) -> bool:
        return bool(self._undone)

    def redo(self) -> Move:
        if not self._undone:
            raise CannotUndo("there is nothing to do again")
        return self._make(self._undone.pop())

    # Looking back

    @property
    def earliest(self) -> int:
        """The number of moves from which on the game has its positions at hand."""
        return self._snapshots[0][0]

    def at(self, moves: int) -> Position:
        """A copy of the position after so many moves; NotAtHand if that is before the earliest."""
        start, snapshot = self.nearest(moves)
        position = snapshot.clone()
        for move in self.moves[start:moves]:
            position.apply(move.choice)
        return position

    def nearest(self, moves: int) -> tuple[int, Position]:
        """The last position that is at hand after at most so many moves, and after how many it
        is; NotAtHand if there is none."""
        if moves < self.earliest:
            raise NotAtHand
        return next(s for s in reversed(self._snapshots) if s[0] <= moves)

    def events_of(self, number: int) -> list[Event]:
        """What choice `number` (from 0) made happen."""
        start = self.moves[number].events
        end = self.moves[number + 1].events if number + 1 < len(self.moves) else None
        return self.chronicle[start:end]

    def cause(self) -> int | None:
        """The place in the chronicle of what led to the present question, as far as the side that
        is asked may know; None if nobody has told anything that did.

        It stands under the same heading: what came before has been dealt with.
        """
        decision = self.position.decision()
        if decision is None:
            return None
        frame = self.position.frames[-1]
        step = frame.step
        if not step.because:
            return None
        for place in range(len(self.chronicle) - 1, -1, -1):
            event = self.chronicle[place]
            if event.kind in step.because:
                if event.heard_by(decision.side) and step.follows(frame.memo, event):
                    return place
            elif event.kind in HEADINGS:
                return None
        return None
