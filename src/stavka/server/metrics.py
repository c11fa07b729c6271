"""What is counted for whoever keeps a server, written as Prometheus reads it.

Each process counts for itself, from its start on. What is counted has a few kinds that are known
beforehand; nothing tells one table, seat or address from another.
"""

from __future__ import annotations

import os
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .. import __version__

# The text format of which everybody reads this version.
MEDIA_TYPE = "text/plain; version=0.0.4"
STARTED = time.time()
# Seconds: from what a disk needs at best to what nobody wants to wait.
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Counted:
    """How often something has happened, by kinds if a label says what they are."""

    def __init__(self, name: str, text: str, label: str = "", kinds: tuple[str, ...] = ()) -> None:
        self._name, self._text, self._label = name, text, label
        # Those that may happen are told before they have.
        self._times = dict.fromkeys(kinds if label else ("",), 0)
        self._lock = threading.Lock()

    def add(self, kind: str = "", times: int = 1) -> None:
        with self._lock:
            self._times[kind] = self._times.get(kind, 0) + times

    def lines(self) -> Iterator[str]:
        yield from _head(self._name, self._text, "counter")
        for kind, times in sorted(self._times.items()):
            label = f'{{{self._label}="{kind}"}}' if self._label else ""
            yield f"{self._name}{label} {times}"


class Timed:
    """How long something has taken: how often up to which bound."""

    def __init__(self, name: str, text: str) -> None:
        self._name, self._text = name, text
        self._within = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0
        self._lock = threading.Lock()

    def add(self, seconds: float) -> None:
        with self._lock:
            self._within[bisect_left(BOUNDS, seconds)] += 1
            self._seconds += seconds

    def lines(self) -> Iterator[str]:
        yield from _head(self._name, self._text, "histogram")
        with self._lock:
            sums, seconds = list(accumulate(self._within)), self._seconds
        for bound, times in zip((*map(str, BOUNDS), "+Inf"), sums, strict=True):
            yield f'{self._name}_bucket{{le="{bound}"}} {times}'
        yield f"{self._name}_sum {seconds:.6f}"
        yield f"{self._name}_count {sums[-1]}"


class Load(NamedTuple):
    """How much there is to do at this moment."""

    tables: int
    boards: int
    screens: int
    plans: int
    plans_waiting: int
    work: int


REQUESTS = Counted(
    "stavka_requests_total",
    "Requests by how they were answered; 1xx is a screen that was let in.",
    "status",
    ("1xx", "2xx", "3xx", "4xx", "5xx"),
)
CLOSED = Counted(
    "stavka_screens_closed_total", "Lines of screens that the server has closed, by code.", "code"
)
REFUSED = Counted(
    "stavka_refusals_total",
    "What was refused because there was too much of it, by what counts it.",
    "meter",
    (
        "accounts",
        "address",
        "codes",
        "games",
        "letters",
        "lines",
        "lookups",
        "passkeys",
        "screens",
        "seat",
        "seats",
        "tables",
        "work",
    ),
)
STORED = Counted("stavka_choices_stored_total", "Choices, also taken back ones, that were stored.")
NOT_STORED = Counted("stavka_storing_failed_total", "How often choices could not be stored.")
STORING = Timed("stavka_storing_seconds", "How long the storage took for choices.")
COUNTED = (REQUESTS, CLOSED, REFUSED, STORED, NOT_STORED, STORING)
LOAD = {
    "tables": "Tables in memory.",
    "boards": "Boards of one's own in memory: what-ifs and lessons.",
    "screens": "Screens that look at a table, over a socket or with a request that waits.",
    "plans": "Plans of computer players that are being made.",
    "plans_waiting": "Plans of computer players that wait for a process.",
    "work": "Pieces of long work, under way or waiting.",
}


class Tally:
    """Counts how requests are answered."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def counted(message: Message) -> None:
            told: Any = message
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    REQUESTS.add(f"{told['status'] // 100}xx")
                case "websocket.accept":
                    REQUESTS.add("1xx")
                case "websocket.close":
                    CLOSED.add(str(told.get("code", 1000)))
            await send(message)

        await self._app(scope, receive, counted)


def written(load: Load) -> str:
    """Everything that is known of this process."""
    lines = [line for counted in COUNTED for line in counted.lines()]
    for name, text in LOAD.items():
        lines += _gauge(f"stavka_{name}", text, getattr(load, name))
    lines += _gauge("stavka_info", "Which Stavka this is.", 1, f'{{version="{__version__}"}}')
    lines += _process()
    return "\n".join(lines) + "\n"


def _process() -> Iterator[str]:
    """Under the names that everybody uses; the processes that this one has started count apart."""
    name = "process_cpu_seconds_total"
    yield from _head(name, "Time of the processor that was used.", "counter")
    yield f"{name} {time.process_time():.3f}"
    yield from _gauge("process_start_time_seconds", "When it was started.", round(STARTED, 3))
    memory, files = Path("/proc/self/statm"), Path("/proc/self/fd")
    # Elsewhere than on Linux nobody tells.
    if memory.exists():
        held = int(memory.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        yield from _gauge("process_resident_memory_bytes", "Memory that it holds.", held)
        yield from _gauge("process_open_fds", "Files and lines.", sum(1 for _ in files.iterdir()))


def _gauge(name: str, text: str, value: float, label: str = "") -> Iterator[str]:
    yield from _head(name, text, "gauge")
    yield f"{name}{label} {value}"


def _head(name: str, text: str, kind: str) -> Iterator[str]:
    yield f"# HELP {name} {text}"
    yield f"# TYPE {name} {kind}"
