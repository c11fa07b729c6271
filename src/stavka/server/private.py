"""Boards that one person plays on alone and that nobody stores: what-ifs and lessons.

They are tables like any other to whoever sits at them, but live in memory, are few, and are
forgotten when nobody has used them for a while.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .. import titles
from ..engine import Choice, Dice, Position, new_seed, seed_from
from ..lessons import Lesson
from .limits import (
    PRIVATE_BOARDS,
    PRIVATE_LEFT_SECONDS,
    PRIVATE_PER_ADDRESS,
    PRIVATE_SECONDS,
)
from .messages import PERSON, Choose, Undo
from .problems import Refusal
from .storage import Action, Snapshot, StoredTable
from .table import Seat, Table

# Who goes on against somebody who has finished a lesson.
OPPONENT = "cadet"
# The ids of lessons begin with this. They live where they were made, and nothing else tells a proxy
# before several servers where that was: it sends them by address, as the request that made them
# (deploy/nginx.conf).
LESSONS = "00000000"


class Private(Table):
    """A table without a database behind it."""

    # What its id begins with.
    mark = ""

    def __init__(self, position: Position, players: dict[str, str]) -> None:
        self._fork = position
        super().__init__(
            StoredTable(
                id=(self.mark + secrets.token_hex(8))[:16],
                title=position.title,
                scenario=position.scenario,
                options=position.options,
                players=players,
                seed=position.dice.seed,
            )
        )

    def beginning(self) -> Position:
        return self._fork.clone()

    def fork(self, seat: Seat) -> Position:
        raise Refusal("this board is one to try things on already")

    def can_export(self, seat: Seat) -> bool:
        return False

    def snapshot(self, actions: int) -> list[Snapshot]:
        """None: nobody stores them."""
        return []


class WhatIf(Private):
    """A game as one seat knows it, to try things on: that seat plays all sides.

    Nothing of it comes from what the seat may not know, and its dice are not the game's.
    """

    kind = "what-if"

    def __init__(self, position: Position) -> None:
        sides = titles.load(position.title).sides
        super().__init__(position, dict.fromkeys(sides, PERSON))

    def can_undo(self, seat: Seat) -> bool:
        return bool(self.game.moves)

    def undo(self, seat: Seat, message: Undo) -> Action:
        """Anything can be taken back here; whatever is tried again is rolled anew."""
        moves = self.game.moves
        to = self.moves_of(seat) if message.to is None else message.to
        if not 1 <= to <= self.moves_of(seat):
            raise Refusal("there is nothing to take back")
        target = self.places(seat)[to - 1]
        side = moves[target].side
        self.game.rewind(target, new_seed())
        self._sight.undone(target)
        return self._done(Action("undo", side, str(target)))


class LessonTable(Private):
    """A lesson: one choice after the other as it is written, and from then on any."""

    kind = "lesson"
    mark = LESSONS

    def __init__(self, lesson: Lesson) -> None:
        title = titles.load(lesson.slug)
        players = {side: PERSON if side == lesson.side else OPPONENT for side in title.sides}
        self._expected = lesson.choices
        super().__init__(title.read(lesson.position, Dice(seed_from(lesson.seed))), players)

    def choose(self, seat: Seat, message: Choose) -> Action:
        made = len(self.game.moves)
        expected = self._expected[made : made + 1]
        if expected and Choice(message.verb, message.argument) != expected[0]:
            raise Refusal("A good idea for later: the lesson waits for the step that it shows.")
        return super().choose(seat, message)


@dataclass(slots=True)
class Board:
    """Where a secret leads."""

    table: str
    seat: Seat
    # The seat that it was made from, of which there is one board at most.
    owner: bytes
    # The address that it was made for; empty for this machine itself.
    visitor: str
    used: float


class Boards:
    """All private boards, by the hash of the secret that opens them."""

    def __init__(self) -> None:
        self._boards: dict[bytes, Board] = {}

    def find(self, key: bytes) -> Board | None:
        board = self._boards.get(key)
        if board is not None:
            board.used = time.monotonic()
        return board

    def add(self, table: str, seat: Seat, owner: bytes, visitor: str) -> None:
        self._boards[seat.key] = Board(table, seat, owner, visitor, time.monotonic())

    def drop(self, owner: bytes) -> list[str]:
        """Forgets what was made from a seat; returns the tables that are gone."""
        return self._forget([key for key, b in self._boards.items() if b.owner == owner])

    def make_room(self, visitor: str, in_use: Callable[[str], bool]) -> list[str]:
        """Forgets what nobody has used for long. If there is still no room for another board of a
        visitor, it is the oldest of his own that has to go, and of others only what they have left
        some time ago; never one that somebody is at."""
        now = time.monotonic()
        idle = [(key, b) for key, b in self._boards.items() if not in_use(b.table)]
        idle.sort(key=lambda item: item[1].used)
        gone = self._forget([key for key, b in idle if b.used < now - PRIVATE_SECONDS])
        own = [key for key, b in idle if key in self._boards and b.visitor == visitor]
        if self.full(visitor) and own:
            gone += self._forget(own[:1])
        left = [key for key, b in idle if b.used < now - PRIVATE_LEFT_SECONDS]
        left = [key for key in left if key in self._boards]
        if len(self._boards) >= PRIVATE_BOARDS:
            gone += self._forget(left[:1])
        return gone

    def full(self, visitor: str) -> bool:
        """Whether there is no room for another board of a visitor."""
        own = sum(board.visitor == visitor for board in self._boards.values())
        too_many = bool(visitor) and own >= PRIVATE_PER_ADDRESS
        return too_many or len(self._boards) >= PRIVATE_BOARDS

    def _forget(self, keys: Sequence[bytes]) -> list[str]:
        return [self._boards.pop(key).table for key in keys]
