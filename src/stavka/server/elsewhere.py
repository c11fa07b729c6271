"""Work that keeps the interpreter for seconds, which would keep all threads of the server waiting:
each piece has a process of its own."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import TypeVar

from .. import titles

T = TypeVar("T")

SPAWN = get_context("spawn")
# Other processes stand back for whoever waits for an answer of the server.
NICE = 10


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
        cls.tell_to(shared)
        begin_worker(overlays)

    @classmethod
    def tell_to(cls, shared: Synchronized[int] | None) -> None:
        cls._told = shared


async def elsewhere(progress: Progress | None, work: Callable[..., T], *args: object) -> T:
    """What a function answers in a process that knows the same data as this one."""
    known = (progress.shared if progress else None, titles.overlays())
    pool = ProcessPoolExecutor(1, SPAWN, Progress.begin, known)
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
    finally:
        # The process goes with its work: none is left over if the server dies.
        pool.shutdown(wait=False, cancel_futures=True)


def begin_worker(overlays: dict[str, Path]) -> None:
    """Another process begins: it knows the same data as the server, stands back for it, and goes
    with it."""
    titles.take_overlays(overlays)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    threading.Thread(target=_go_with_the_server, daemon=True).start()


def _go_with_the_server() -> None:
    """No process is left over if the server is killed."""
    server = parent_process()
    if server is not None:
        connection.wait([server.sentinel])
        os._exit(0)


def end_pool(pool: ProcessPoolExecutor) -> None:
    """Ends a pool and its processes, in the middle of whatever they do."""
    processes = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
