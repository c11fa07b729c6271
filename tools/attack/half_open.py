"""Requests that are begun and never ended: everybody else is answered meanwhile."""

from __future__ import annotations

import random
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.client import Live, get, hot_seat
from tests.server.running import Process
from tests.server.test_connections import half_open

from .tally import Summary, Tally

REQUESTS = 1_100
# Files that this process needs besides.
OTHER_FILES = 200
# What the others do meanwhile, and how long it may take them, in seconds.
PAGES, CLICKS = 20, 50
PATIENCE = 2.0
# Between two clicks: nobody is refused for being quick.
PAUSE = 0.03


def run(scale: float, seed: str) -> Summary:
    requests = max(1, round(REQUESTS * scale))
    tally = Tally("half-open", requests, "half-open requests")
    longest = 0.0
    with tempfile.TemporaryDirectory() as folder, files(requests + OTHER_FILES):
        process = Process(Path(folder) / "stavka.db")
        try:
            chance = random.Random(seed)
            # What is done for the first time takes longer, half-open requests or not.
            for _ in others(process.address, chance):
                pass
            with half_open(process.address, requests):
                tally.count(requests)
                for wait in others(process.address, chance):
                    longest = max(longest, wait)
                    if wait > PATIENCE:
                        tally.find(f"somebody else has waited {wait:.1f} s")
        finally:
            process.kill()
    return tally.summary(f"; others waited at most {1000 * longest:.0f} ms")


@contextmanager
def files(wanted: int) -> Iterator[None]:
    """As many files as the lines need that this process opens."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def others(address: str, chance: random.Random) -> Iterator[float]:
    """How long people wait who want something: a table, a page, a choice."""
    began = time.perf_counter()
    secret = hot_seat(address)
    yield time.perf_counter() - began
    for _ in range(PAGES):
        began = time.perf_counter()
        get(address, "/api/titles")
        yield time.perf_counter() - began
    with Live(address, secret) as live:
        for _ in range(CLICKS):
            began = time.perf_counter()
            live.choose_any(chance)
            yield time.perf_counter() - began
            time.sleep(PAUSE)
