"""Life among other servers: telling them that one lives, taking tables, and handing them over."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Any, Protocol, TypeVar

from .homes import BEAT, LEASE, MARGIN, STAY, Heard, Homes
from .open_table import OpenTable
from .storage import Elsewhere, StorageError

log = logging.getLogger(__name__)

T = TypeVar("T")

# Seconds between two looks whether a table is free, and after which somebody has waited enough.
LOOK = 0.3
ENOUGH = LEASE + STAY + 2 * BEAT


class Stored(Protocol):
    async def __call__(self, work: Callable[..., T], *args: Any, **named: Any) -> T:
        """What the storage answers."""


class Moving:
    def __init__(
        self,
        homes: Homes,
        tables: Mapping[str, OpenTable],
        leave: Callable[[OpenTable], None],
        inherit: Callable[[], Awaitable[None]],
        stored: Stored,
    ) -> None:
        """With the tables that are in memory, what to do to leave one and to inherit, and how to
        ask the storage."""
        self._homes, self._tables_here, self._stored = homes, tables, stored
        self._leave, self._inherit = leave, inherit
        # Since when tables are here.
        self._since: dict[str, float] = {}
        # By itself, so that no queue of clicks makes others believe that this server is dead.
        self._thread = ThreadPoolExecutor(1, "home")
        # What is done beside the signs of life, which wait for nothing.
        self._tasks: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        self._thread.shutdown()

    async def take(self, id_: str) -> None:
        """Makes this server the home of a table; one that holds it has a while to hand it over."""
        until = monotonic() + ENOUGH
        while not await self._stored(self._homes.take, id_):
            if monotonic() > until:
                raise Elsewhere(f"table {id_} is held by another server, which does not let go")
            # Where a server has died, many look at once.
            await asyncio.sleep(LOOK * random.uniform(0.5, 1.5))
        self._since.setdefault(id_, monotonic())

    async def take_if_free(self, id_: str) -> bool:
        return await self._stored(self._homes.take, id_, ask=False)

    async def live(self) -> None:
        """Tells the others again and again that this server lives. If nobody can have heard it for
        too long, they may have taken its tables: it shows them no longer."""
        loop, heard = asyncio.get_running_loop(), monotonic()
        while True:
            began = monotonic()
            beat = loop.run_in_executor(self._thread, self._homes.beat)
            # A database that does not answer may keep this waiting for longer than others wait.
            await asyncio.wait((beat,), timeout=max(0.0, heard + LEASE - MARGIN - began))
            if monotonic() - heard > LEASE - MARGIN:
                self._leave_all()
            try:
                news: Heard | None = await beat
            except Exception as error:
                # Whatever it is: a server that is silent for ever would lose all tables for ever.
                log.warning("the other servers cannot be told that this one lives: %s", error)
                news = None
            if news is not None:
                heard = began
                for id_ in news.wanted:
                    if began - self._since.get(id_, 0.0) >= STAY:
                        self._begin(f"table {id_} cannot be handed over", self._hand_over(id_))
                if news.heir:
                    self._begin("games of another server do not go on", self._inherit())
            await asyncio.sleep(max(0.0, began + BEAT - monotonic()))

    def _leave_all(self) -> None:
        for open_table in list(self._tables_here.values()):
            if not open_table.private:
                self.forget(open_table)

    def forget(self, open_table: OpenTable) -> None:
        """A table that is, or may be, held elsewhere is shown here no longer."""
        self._since.pop(open_table.id, None)
        self._leave(open_table)

    def _begin(self, otherwise: str, work: Awaitable[None]) -> None:
        """Does something beside the signs of life; says what is wrong if it fails."""

        async def done() -> None:
            try:
                await work
            except StorageError as error:
                log.warning("%s: %s", otherwise, error)

        task = asyncio.create_task(done())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _hand_over(self, id_: str) -> None:
        """Lets another server have a table, when whoever is at it has finished."""
        open_table = self._tables_here.get(id_)
        if open_table is not None:
            async with open_table.lock:
                self.forget(open_table)
        await self._stored(self._homes.leave, [id_])
