"""Long work: done by a process of its own, one piece after the other, with a place in a queue.

A game that is played again takes from a tenth of a second to some seconds, in which the interpreter
of the server would have no time for anybody else. What goes there and comes back are bytes and
texts. Everybody who waits comes in turn, however much each has asked for; and nobody may ask for
more than a few things at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import TypeVar

from .. import titles
from .elsewhere import SPAWN, begin_worker, end_pool
from .limits import WORK_EACH, WORK_SECONDS, WORK_WAITING
from .metrics import REFUSED
from .problems import Busy

log = logging.getLogger(__name__)

T = TypeVar("T")

TOO_MUCH = "too much is being worked on; try again in a moment"


class TakesTooLong(Exception):
    """Work that was given up."""


class Turns:
    """One at a time. Of those who wait one after the other has a turn, each with what he asked for
    first, so that whoever asks for much waits for himself."""

    def __init__(self, each: int, most: int, reason: str = TOO_MUCH) -> None:
        self._each, self._most, self._reason = each, most, reason
        self._asked: Counter[Hashable] = Counter()
        # Whose turn is next stands first.
        self._waiting: dict[Hashable, deque[asyncio.Future[None]]] = {}
        self._taken = False

    @property
    def asked(self) -> int:
        """How many pieces are under way or waited for."""
        return self._asked.total()

    def check(self, owner: Hashable) -> None:
        """Busy if somebody may not ask for more."""
        if self._asked[owner] >= self._each or self._asked.total() >= self._most:
            REFUSED.add("work")
            raise Busy(self._reason, 5.0)

    @asynccontextmanager
    async def turn(self, owner: Hashable) -> AsyncIterator[None]:
        self.check(owner)
        self._asked[owner] += 1
        try:
            if self._taken:
                await self._wait(owner)
            self._taken = True
            try:
                yield
            finally:
                self._next()
        finally:
            self._asked[owner] -= 1
            if not self._asked[owner]:
                del self._asked[owner]

    async def _wait(self, owner: Hashable) -> None:
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(owner, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():
                # It had just come.
                self._next()
            raise

    def _next(self) -> None:
        while self._waiting:
            owner = next(iter(self._waiting))
            turns = self._waiting.pop(owner)
            turn = turns.popleft()
            if turns:
                # Behind all others.
                self._waiting[owner] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self._taken = False


class Workshop:
    """A process that is started when there is first something to do."""

    def __init__(
        self, each: int = WORK_EACH, most: int = WORK_WAITING, *, own_data: bool = False
    ) -> None:
        """`own_data`: whatever lies over the titles' own data in the server is not read there."""
        self._turns = Turns(each, most)
        self._own_data = own_data
        self._pool: ProcessPoolExecutor | None = None

    @property
    def asked(self) -> int:
        """How many pieces are under way or waited for."""
        return self._turns.asked

    async def do(
        self, owner: Hashable, work: Callable[..., T], *known: object, seconds: float = WORK_SECONDS
    ) -> T:
        """What a function answers there; Busy if there is too much to do already."""
        async with self._turns.turn(owner):
            try:
                return await self._done(work, known, seconds)
            except BrokenProcessPool:
                # Whatever it died of, the next one is not to suffer; nor this one, if it was not
                # the work itself.
                log.warning("the process for %s has died; once more", work.__name__)
                return await self._done(work, known, seconds)

    async def _done(self, work: Callable[..., T], known: tuple[object, ...], seconds: float) -> T:
        if self._pool is None:
            overlays = {} if self._own_data else titles.overlays()
            self._pool = ProcessPoolExecutor(1, SPAWN, begin_worker, (overlays,))
        doing = asyncio.wrap_future(self._pool.submit(work, *known))
        try:
            await asyncio.wait((doing,), timeout=seconds)
            if not doing.done():
                raise TakesTooLong(work.__name__)
            return await doing
        except (BrokenProcessPool, TakesTooLong, asyncio.CancelledError):
            self.end()
            raise

    def end(self) -> None:
        """Ends the process; whatever is to be done afterwards has a new one."""
        if self._pool is not None:
            end_pool(self._pool)
            self._pool = None
