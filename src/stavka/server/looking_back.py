"""Questions about the past of a table: what to play again for them, and how a seat counts it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec

from ..data import quoted
from ..engine import Move, NotAtHand
from ..engine.presentation import Presentation
from ..review.battle import Battle
from ..review.course import Course
from ..review.luck import BETWEEN, Luck
from . import played_again
from .messages import Answer, Ending, Frame, Query
from .problems import Refusal
from .replay import FRAMES
from .storage import Snapshot
from .table import Table
from .workshop import Workshop

if TYPE_CHECKING:
    from .open_table import OpenTable, Place

_decode = msgspec.msgpack.decode


class LookingBack:
    """Answers from copies, which are all that is needed: the table is free meanwhile."""

    def __init__(
        self,
        hold: Callable[[OpenTable], AbstractAsyncContextManager[Table]],
        snapshot: Callable[[str, int], Awaitable[Snapshot | None]],
        quick: Workshop,
        long: Workshop,
    ) -> None:
        self._hold, self._snapshot = hold, snapshot
        # For a moment or a few of them, and for a whole game: nobody who steps through a game
        # waits for somebody who wants to know all about another.
        self._quick, self._long = quick, long
        self.kinds = {
            "history": self._history,
            "replay": self._replay,
            "battle": self._battle,
            "luck": self._luck,
            "ending": self._ending,
        }

    async def _stretch(
        self, place: Place, table: Table, start: int, line: Sequence[Move]
    ) -> tuple[bytes, int]:
        """What is needed to play the moves of a line again from move `start` on, and how many come
        before that: the nearest position that is known lies before it. What was played by other
        rules is not played again: it stands still at the last position that was stored."""
        if start < table.base:
            snapshot = await self._snapshot(place.open_table.id, start)
            state = snapshot.state if snapshot else table.beginning().to_json()
            return played_again.stretch(table.title, state, ()), 0
        try:
            known, position = table.game.nearest(start)
            state = position.to_json()
        except NotAtHand:
            snapshot = await self._snapshot(place.open_table.id, start)
            if snapshot is not None:
                known, state = snapshot.moves, snapshot.state
            else:
                known, state = 0, table.beginning().to_json()
        return played_again.stretch(table.title, state, line[known:]), start - known

    async def _history(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            moves = number_of_move(query.argument, table.moves_of(place.seat))
            line = table.line(place.seat, moves)
            eyes = table.eyes(place.seat)
            data, before = await self._stretch(place, table, len(line), line)
        found = await self._quick.do(place.who, played_again.last_moment, data, before, eyes)
        return Answer(query.id, query.kind, history=_decode(found, type=Presentation))

    async def _replay(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            places = table.places(place.seat)
            first = number_of_move(query.argument, len(places))
            # The moments after the moves that the seat has noticed, as places in the game.
            ends = [0, *(at + 1 for at in places[: first + FRAMES])][first : first + FRAMES]
            if ends[0] < table.base:
                return await self._stills(place, table, query, first, ends)
            line = table.game.moves[: ends[-1]]
            eyes = table.eyes(place.seat)
            data, before = await self._stretch(place, table, ends[0], line)
        lengths = [b - a for a, b in pairwise(ends)]
        work = played_again.moments
        found = await self._quick.do(place.who, work, data, before, first, lengths, eyes)
        return Answer(query.id, query.kind, replay=_decode(found, type=tuple[Frame, ...]))

    async def _stills(
        self, place: Place, table: Table, query: Query, first: int, ends: Sequence[int]
    ) -> Answer:
        """A replay of what was played by other rules: from one stored position to the next."""
        states = []
        for end in ends:
            if end > table.base:
                break
            snapshot = await self._snapshot(place.open_table.id, end)
            states.append(snapshot.state if snapshot else table.beginning().to_json())
        work, eyes = played_again.stills, table.eyes(place.seat)
        found = await self._quick.do(place.who, work, table.title.slug, states, first, eyes)
        return Answer(query.id, query.kind, replay=_decode(found, type=tuple[Frame, ...]))

    async def _battle(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            moves = number_of_move(query.argument, table.moves_of(place.seat))
            line = table.line(place.seat, moves)
            if len(line) <= table.base:
                return Answer(query.id, query.kind)
            eyes = table.eyes(place.seat)
            start = max(table.base, len(line) - BETWEEN - 1)
            data, before = await self._stretch(place, table, start, line)
        found = await self._quick.do(place.who, played_again.battle, data, before, eyes)
        return Answer(query.id, query.kind, battle=_decode(found, type=Battle | None))

    async def _luck(self, place: Place, query: Query) -> Answer:
        async with self._hold(place.open_table) as table:
            base = table.base
            data, _ = await self._stretch(place, table, base, table.game.moves)
            eyes = table.eyes(place.seat)
            number = table.numbers(place.seat)
        found = _decode(await self._long.do(place.who, played_again.luck, data, eyes), type=Luck)
        # A roll that is told was noticed, so that the seat has a number for it.
        replace = msgspec.structs.replace
        rolls = tuple(replace(roll, move=number[base + roll.move - 1]) for roll in found.rolls)
        return Answer(query.id, query.kind, luck=replace(found, rolls=rolls))

    async def _ending(self, place: Place, query: Query) -> Answer:
        """Everything is told, as it is in the record: nothing is hidden when a game is over."""
        async with self._hold(place.open_table) as table:
            if table.on_time:
                raise Refusal("the game was not played to its end")
            if table.game.position.decision() is not None:
                raise Refusal("the game is not over")
            score = table.title.score(table.game.position)
            base = table.base
            data, _ = await self._stretch(place, table, base, table.game.moves)
            places = table.places(place.seat)
        found = await self._long.do(place.who, played_again.course, data)
        course = _decode(found, type=Course).counted(lambda move: bisect_left(places, base + move))
        return Answer(query.id, query.kind, ending=Ending(score, course))


def number_of_move(text: str, moves: int) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Refusal(f"{quoted(text)} is not the number of a move")
    if int(text) > moves:
        raise Refusal(f"there are {moves} moves only")
    return int(text)
