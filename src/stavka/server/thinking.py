"""Plans of computer players: made in processes of their own, which are given a view and no more.

A worker gets the state that a side's view shows, so that it cannot cheat: there is no database, no
secret seed and no other side's counter where it works. Tables at which people wait come first.
A plan that nobody wants any more is given up within one playout.
"""

from __future__ import annotations

import asyncio
import logging
import os
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import count
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

import msgspec

from .. import titles
from ..players import Plan, Stopped, think_from
from .elsewhere import SPAWN, Progress, begin_worker, end_pool

log = logging.getLogger(__name__)

# After so many seconds the cadet's advice has to do.
TIME_OUT = 120.0
# How long a worker is given to notice that its plan is not wanted.
GRACE = 5.0
# How often people are told how far a plan is.
TOLD_EVERY = 0.7
WHOLE = 100


class Job(msgspec.Struct, frozen=True):
    """All that a worker is told."""

    title: str
    # The player's name, its side and its seed, which has nothing to do with the dice.
    player: str
    side: str
    seed: bytes
    # What the side sees, and what it had planned before.
    view: bytes
    plan: Plan | None


class Wanted:
    """A plan that somebody waits for."""

    def __init__(self, job: Job, *, urgent: bool) -> None:
        self.job = job
        self.urgent = urgent
        self.stopped = False
        # Hundredths.
        self.done = 0
        self.plan: asyncio.Future[Plan | None] = asyncio.get_running_loop().create_future()

    def stop(self) -> None:
        self.stopped = True
        if not self.plan.done():
            self.plan.cancel()


class Thinkers:
    """Workers that make plans, one at a time each."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._queue: asyncio.PriorityQueue[tuple[bool, int, Wanted]] = asyncio.PriorityQueue()
        self._numbers = count()
        self._desks: list[Desk] = []
        self._tasks: list[asyncio.Task[None]] = []
        # How many plans are being made.
        self.under_way = 0

    @property
    def waiting(self) -> int:
        """How many plans nobody has begun to make, with those that nobody wants any more."""
        return self._queue.qsize()

    def want(self, job: Job, *, urgent: bool) -> Wanted:
        """Asks for a plan; it comes as the future of what is returned, None if there is none."""
        if not self._tasks:
            # Nobody pays for workers before a player has to think.
            self._desks = [Desk() for _ in range(self._workers)]
            self._tasks = [asyncio.create_task(self._work(desk)) for desk in self._desks]
        wanted = Wanted(job, urgent=urgent)
        self._queue.put_nowait((not urgent, next(self._numbers), wanted))
        return wanted

    async def _work(self, desk: Desk) -> None:
        while True:
            _, _, wanted = await self._queue.get()
            if wanted.stopped:
                continue
            self.under_way += 1
            try:
                plan = await desk.plan(wanted)
            finally:
                self.under_way -= 1
            if not wanted.plan.done():
                wanted.plan.set_result(plan)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for desk in self._desks:
            desk.close()


class Desk:
    """One worker process, and what it shares with this one."""

    def __init__(self) -> None:
        self._progress = Progress()
        # Whether the plan is not wanted any more.
        self._stop: Synchronized[int] = SPAWN.Value("i", 0)
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        known = (self._progress.shared, titles.overlays(), self._stop)
        return ProcessPoolExecutor(1, SPAWN, _begin, known)

    async def plan(self, wanted: Wanted) -> Plan | None:
        """The plan, or nothing if there is none in time."""
        self._progress.shared.value = self._stop.value = 0
        try:
            thought = asyncio.wrap_future(self._pool.submit(_thought, wanted.job))
            try:
                await self._wait(wanted, thought)
                if thought.done():
                    return await thought
            finally:
                # If the server stops meanwhile, nobody asks for it any more.
                thought.cancel()
            log.warning("a player does not stop thinking: its process is ended")
            self._begin_again()
        except BrokenProcessPool:
            log.exception("the process of a computer player has died")
            self._begin_again()
        except Exception:
            log.exception("a computer player could not make a plan")
        return None

    async def _wait(self, wanted: Wanted, thought: asyncio.Future[Plan | None]) -> None:
        """Until it is thought out; not for long after nobody wants it, or after its time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + TIME_OUT
        while not thought.done():
            if wanted.stopped or loop.time() > until:
                self._stop.value = 1
                await asyncio.wait((thought,), timeout=GRACE)
                return
            await asyncio.wait((thought,), timeout=TOLD_EVERY)
            wanted.done = self._progress.hundredths

    def _begin_again(self) -> None:
        self.close()
        self._pool = self._new_pool()

    def close(self) -> None:
        self._stop.value = 1
        end_pool(self._pool)


# In the other process


class _Here:
    """What the server tells this process."""

    stop: Synchronized[int]


def _begin(shared: Synchronized[int], overlays: dict[str, Path], stop: Synchronized[int]) -> None:
    Progress.tell_to(shared)
    _Here.stop = stop
    begin_worker(overlays)


def _thought(job: Job) -> Plan | None:
    def tell(done: int, total: int) -> None:
        if _Here.stop.value:
            raise Stopped
        Progress.tell(min(WHOLE - 1, WHOLE * done // max(1, total)))

    title = titles.load(job.title)
    try:
        return think_from(title, job.player, job.side, job.seed, job.view, job.plan, tell)
    except Stopped:
        return None
