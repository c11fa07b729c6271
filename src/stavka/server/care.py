"""What whoever keeps a server asks it: whether it is well, and what it has to do."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.datastructures import State as Shared

from .. import __version__
from . import metrics
from .laboratory import is_own
from .problems import NotFound
from .storage import Storage
from .tables import Tables

log = logging.getLogger(__name__)

# What was found holds for so many seconds, however many ask.
KNOWN_FOR = 1.0
# A storage that has not answered after so many is of no use to anybody.
PATIENCE = 3.0


class HealthView(msgspec.Struct, frozen=True):
    """Whether a server can read its storage, and which Stavka it is."""

    well: bool
    version: str = __version__


class Health:
    """Reads the storage when somebody asks: one row that is not there, in a thread of its own, so
    that neither choices nor the event loop wait for it."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._thread = ThreadPoolExecutor(1, "health")
        self._look: asyncio.Task[bool] | None = None
        self._until = 0.0
        self._was_well = True

    async def well(self) -> bool:
        if self._look is None or (self._look.done() and time.monotonic() >= self._until):
            self._look = asyncio.create_task(self._looked())
        try:
            async with asyncio.timeout(PATIENCE):
                # Whoever has lost patience does not end it for the others.
                return await asyncio.shield(self._look)
        except TimeoutError:
            return False

    async def _looked(self) -> bool:
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self._thread, self._storage.table, "")
            well = True
        except Exception as error:
            well = False
            if self._was_well:
                log.error("the storage cannot be read: %s", error)
        if well and not self._was_well:
            log.warning("the storage can be read again")
        self._was_well, self._until = well, time.monotonic() + KNOWN_FOR
        return well

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def time_storing(storage: Storage) -> None:
    """Has the choices that a storage is given counted, and how long it takes for them."""
    append: Callable[..., None] = storage.append

    @wraps(append)
    def timed(table: str, number: int, actions: Any, *more: Any, **named: Any) -> None:
        began = time.perf_counter()
        try:
            append(table, number, actions, *more, **named)
        except Exception:
            metrics.NOT_STORED.add()
            raise
        if actions:
            metrics.STORED.add(times=len(actions))
            metrics.STORING.add(time.perf_counter() - began)

    storage.append = timed  # type: ignore[method-assign]


@get("/health")
async def health(state: Shared) -> Response[HealthView]:
    """Whether the server can be used; nothing of what is stored."""
    known: Health = state.health
    well = await known.well()
    return Response(HealthView(well), status_code=200 if well else 503)


@get("/metrics", include_in_schema=False)
async def counts(state: Shared, request: Request[Any, Any, Any]) -> Response[str]:
    """What was counted, for whoever sits at the machine or has a program there."""
    if not is_own(request):
        raise NotFound("there is nothing at metrics")
    tables: Tables = state.tables
    return Response(metrics.written(tables.load), media_type=metrics.MEDIA_TYPE)


ROUTES = (health, counts)
