"""Links for spectators that a player asks for himself."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from stavka.server.limits import SPECTATORS_PER_TABLE
from stavka.server.seating import StoredSeat
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import StorageError

from .client import Json, get, hot_seat, http, make, new_table
from .running import server


def invite(address: str, secret: str, status: int = 201) -> Json:
    return make(address, f"/api/seats/{secret}/spectator", status=status)


def test_a_new_link_opens_a_seat_without_sides(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        links = new_table(address)
        made = invite(address, links["seats"]["Chinese"])["secret"]
        first = get(address, f"/api/seats/{links['spectator']}")
        assert get(address, f"/api/seats/{made}") == first and first["sides"] == []
    # It is stored like those that were told with the table.
    with server(tmp_path) as address:
        assert get(address, f"/api/seats/{made}") == first


def test_there_are_so_many_for_a_table(address: str) -> None:
    links = new_table(address)
    # All at once, from both sides.
    asked = [links["seats"][side] for side in ("Soviet", "Chinese")] * SPECTATORS_PER_TABLE
    with http(address) as client, ThreadPoolExecutor(8) as pool:
        statuses = list(
            pool.map(lambda s: client.post(f"/api/seats/{s}/spectator").status_code, asked)
        )
    # The one that was told with the table is among them.
    assert statuses.count(201) == SPECTATORS_PER_TABLE - 1
    assert statuses.count(409) == len(asked) - SPECTATORS_PER_TABLE + 1
    assert "enough links" in invite(address, asked[0], 409)["error"]
    # Other tables have their own.
    invite(address, hot_seat(address))


def test_who_cannot_ask_for_one(address: str) -> None:
    links = new_table(address)
    assert "whoever watches" in invite(address, links["spectator"], 403)["error"]
    invite(address, "nobody", 404)
    with http(address) as client:
        board = client.post(f"/api/seats/{links['seats']['Soviet']}/what-if").json()["secret"]
    assert "board of one's own" in invite(address, board, 403)["error"]


def test_a_seat_needs_a_table(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with pytest.raises(StorageError):
        storage.seating.add_seat(StoredSeat(b"key", "nowhere", ()), 9)
    storage.close()
