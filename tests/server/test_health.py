"""Whether a server is well, as whoever looks after it asks."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from stavka import __version__
from stavka.server import care, metering
from stavka.server.care import Health
from stavka.server.limits import Allowance
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import StorageError, StoredTable

from .client import get, http, new_table
from .running import server
from .test_guard import elsewhere

HEALTHY = Path(__file__).parents[2] / "deploy" / "healthy.py"


class Failing(SqliteStorage):
    """A database that is away for a while, or does not answer."""

    away = False
    asked = 0

    def table(self, id_: str) -> StoredTable | None:
        self.asked += 1
        if self.away:
            raise StorageError("the disk is on fire")
        return super().table(id_)


def healthy(address: str) -> bool:
    """Whether the health check of the container ends well."""
    port = address.rpartition(":")[2]
    done = subprocess.run(
        [sys.executable, HEALTHY], env={**os.environ, "STAVKA_PORT": port}, capture_output=True
    )
    return done.returncode == 0


def test_a_server_that_can_read_its_games_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(care, "KNOWN_FOR", 0.0)
    storage = Failing(tmp_path / "stavka.db")
    with server(tmp_path, storage=storage) as address:
        assert get(address, "/health") == {"well": True, "version": __version__}
        assert healthy(address)
        storage.away = True
        # No word of why: that is for the log.
        assert get(address, "/health", 503) == {"well": False, "version": __version__}
        assert not healthy(address)
        storage.away = False
        assert get(address, "/health")["well"]


def test_whoever_asks_often_does_not_read_often(tmp_path: Path) -> None:
    storage = Failing(tmp_path / "stavka.db")
    with server(tmp_path, storage=storage) as address, http(address) as client:
        began = time.monotonic()
        for _ in range(40):
            assert client.get("/health").status_code == 200
        assert storage.asked <= 1 + (time.monotonic() - began) / care.KNOWN_FOR


def test_an_address_that_has_spent_everything_may_still_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert metering.price("GET", "/health").points <= 0.1
    assert Allowance(2_000, 10.0).wait(2_000) == 0.0
    monkeypatch.setattr(metering.Meter.__init__, "__defaults__", (20.0,))
    with server(tmp_path) as address, elsewhere(address, "203.0.113.61") as client:
        codes = [client.get("/api/rules/east-is-red").status_code for _ in range(6)]
        assert 429 in codes
        assert client.get("/health").status_code == 200


def test_a_storage_that_does_not_answer_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(care, "PATIENCE", 0.1)
    answer = threading.Event()

    class Hanging:
        asked = 0

        def table(self, _: str) -> None:
            self.asked += 1
            answer.wait(10)

    async def look() -> None:
        storage: Any = Hanging()
        health = Health(storage)
        assert await asyncio.gather(*(health.well() for _ in range(5))) == [False] * 5
        assert not await health.well() and storage.asked == 1
        answer.set()
        assert await health.well()
        health.stop()

    asyncio.run(look())


def test_a_change_is_told_once_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr(care, "KNOWN_FOR", 0.0)
    storage = Failing(tmp_path / "stavka.db")

    async def look() -> None:
        health = Health(storage)
        for away in (False, True, True, False, False):
            storage.away = away
            assert await health.well() is not away
        health.stop()

    asyncio.run(look())
    storage.close()
    assert [record.getMessage() for record in caplog.records] == [
        "the storage cannot be read: the disk is on fire",
        "the storage can be read again",
    ]


def test_nobody_is_told_anything_else(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        links = new_table(address)
        with elsewhere(address, "203.0.113.62") as client:
            answer = client.get("/health")
    assert set(answer.json()) == {"well", "version"}
    assert links["table"] not in answer.text
    assert answer.headers["cache-control"] == "no-store"
