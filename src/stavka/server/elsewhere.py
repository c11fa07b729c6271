"""Work that keeps the interpreter for seconds, which would keep all threads of the server waiting:
each piece has a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import TypeVar

from .. import titles

T = TypeVar("T")

SPAWN = get_context("spawn")


class Progress:
    """How far a piece of work is, in hundredths; the process that does it tells the other."""

    # In the process that works: where to tell it.
    _told: Synchronized[int] | None = None

    def __init__(self) -> None:
        self.shared: Synchronized[int] = SPAWN.Value("i", 0)

    @property
    def hundredths(self) -> int:
        return self.shared.value

    @classmethod
    def tell(cls, hundredths: int) -> None:
        """Where the work is done: it has come so far."""
        if cls._told is not None:
            cls._told.value = hundredths

    @classmethod
    def begin(cls, shared: Synchronized[int] | None, overlays: dict[str, Path]) -> None:
        """The other process is new: it reads the same data, and knows whom to tell."""
        cls._told = shared
        titles.take_overlays(overlays)


async def elsewhere(progress: Progress | None, work: Callable[..., T], *args: object) -> T:
    """What a function answers in a process that knows the same data as this one."""
    known = (progress.shared if progress else None, titles.overlays())
    pool = ProcessPoolExecutor(1, SPAWN, Progress.begin, known)
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
    finally:
        # The process goes with its work: none is left over if the server dies.
        pool.shutdown(wait=False, cancel_futures=True)
