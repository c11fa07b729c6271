"""Computer players at many tables: they choose in the background, a little at a time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

# How long computer players choose at one table before the next one comes. It is also about the
# longest that a person at that table waits for an answer because of them.
SLICE = 0.01

log = logging.getLogger(__name__)


class Staff:
    """Takes the tables where a computer player has to choose in turns.

    Tables at which people play come first: somebody is waiting there. One slice runs at a time;
    more threads would share the same interpreter and only make everybody's answers later.
    """

    def __init__(self, work: Callable[[str], Awaitable[bool]]) -> None:
        # Plays one slice at a table; tells whether there is more to do.
        self._work = work
        self._urgent: deque[str] = deque()
        self._patient: deque[str] = deque()
        self._known: dict[str, bool] = {}
        self._wake = asyncio.Event()

    def call(self, table: str, *, urgent: bool) -> None:
        """A computer player has to choose at a table."""
        if table not in self._known:
            self._known[table] = urgent
            self._queue(table)

    def busy(self, table: str) -> bool:
        return table in self._known

    def _queue(self, table: str) -> None:
        (self._urgent if self._known[table] else self._patient).append(table)
        self._wake.set()

    async def run(self) -> None:
        while True:
            queue = self._urgent or self._patient
            if not queue:
                self._wake.clear()
                await self._wake.wait()
                continue
            table = queue.popleft()
            try:
                more = await self._work(table)
            except Exception:
                # One table's trouble is not the others'; the next look at the table tries again.
                log.exception("the computer players at table %s have failed", table)
                more = False
            if more:
                self._queue(table)
            else:
                del self._known[table]
