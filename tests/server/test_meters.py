"""What is rare and expensive is counted by address and by account, over all servers."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from stavka.server import spending
from stavka.server.limits import AddressAllowance, Allowance
from stavka.server.meters import SharedMeters
from stavka.server.people import HEADER

from .client import Live, hot_seat, http
from .conftest import YEAR
from .games import Games, both
from .running import server

NEAR, FAR, FARTHER = "203.0.113.7", "198.51.100.9", "198.51.100.10"
MOST = 3
NEW = {
    "title": "east-is-red",
    "scenario": "m1-full",
    "players": {"Soviet": "person", "Chinese": "person"},
}


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was used up comes back in a year: how much has come back by then would depend on how
    busy the machine is."""
    monkeypatch.setattr(Allowance.__init__, "__defaults__", (YEAR, "seat"))
    monkeypatch.setattr(AddressAllowance.__init__, "__defaults__", (YEAR, "address"))
    monkeypatch.setattr(spending, "MINUTE", YEAR)
    for name in ("TABLES_PER_MINUTE", "IMPORTS_PER_MINUTE", "SEATS_PER_MINUTE"):
        monkeypatch.setattr(f"stavka.server.app.{name}", MOST)


def set_up(address: str, origin: str = "", account: str = "") -> tuple[int, Any]:
    headers = {"X-Forwarded-For": origin} if origin else {}
    if account:
        headers[HEADER] = account
    with http(address) as client:
        answer = client.post("/api/tables", json=NEW, headers=headers)
        return answer.status_code, answer.json()


@both
def test_an_address_and_an_account_pay(games: Games, tmp_path: Path) -> None:
    """With one server or several, who take turns."""
    with closing(games.opened()) as storage:
        _, account = storage.accounts.add("Anna", "phone")
    with ExitStack() as ends:
        several = 2 if games.address else 1
        servers = [
            ends.enter_context(server(tmp_path, 1e9, games.opened())) for _ in range(several)
        ]

        def status(number: int, *who: str) -> int:
            return set_up(servers[number % several], *who)[0]

        assert [status(n, NEAR) for n in range(MOST + 2)] == [201] * MOST + [429] * 2
        # Others have used up nothing; whoever has an account pays with both.
        assert [status(n, FAR, account) for n in range(MOST)] == [201] * MOST
        found, problem = set_up(servers[0], FARTHER, account)
        assert (found, problem["error"]) == (
            429,
            "too many tables from your account; wait a minute",
        )
        assert status(1, FARTHER) == 201
        assert set_up(servers[0], NEAR)[1]["error"] == (
            "too many tables from your address; wait a minute"
        )
        # This machine itself pays nothing, and each kind of thing is counted apart.
        assert [status(n) for n in range(MOST + 2)] == [201] * (MOST + 2)
        with http(servers[0]) as client:
            there = {"X-Forwarded-For": NEAR}
            brought = client.post(
                "/api/tables/import", json={"text": "?", "players": {}}, headers=there
            ).status_code
            assert brought not in (429, 404)


@pytest.mark.hosted
@pytest.mark.parametrize("games", ["postgres"], indirect=True)
def test_meters_fill_again_and_are_forgotten(games: Games) -> None:
    with closing(games.opened()) as one, closing(games.opened()) as two:
        first, second = one.meters, two.meters
        assert first is not None and second is not None
        taken = [meters.take("tables", NEAR, 3, YEAR) for meters in (first, second) * 2]
        assert taken == [True, True, True, False]
        assert first.take("games", NEAR, 3, YEAR) and first.take("tables", FAR, 3, YEAR)
        with one.writing() as db:
            # Nobody reads an address in the database, and other servers have made the same of it.
            rows = db.execute("SELECT key FROM meters WHERE name = 'tables'").fetchall()
            assert len(rows) == 2 and all(NEAR not in key and FAR not in key for (key,) in rows)
            # A year has passed, for those who have used up most.
            db.execute("UPDATE meters SET since = since - ? WHERE used > 2", (YEAR,))
        assert [second.take("tables", NEAR, 3, YEAR) for _ in range(4)] == [True] * 3 + [False]
        with one.writing() as db:
            db.execute("UPDATE meters SET since = since - 90000 WHERE used > 2")
        first.forget()
        with one.reading() as db:
            assert db.execute("SELECT count(*) FROM meters").fetchone() == (2,)


def test_one_server_asks_no_database(tmp_path: Path) -> None:
    with closing(Games(tmp_path).opened()) as storage:
        assert storage.meters is None


@pytest.mark.hosted
@pytest.mark.parametrize("games", ["postgres"], indirect=True)
def test_a_click_asks_no_meter_in_the_database(
    games: Games, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    take = SharedMeters.take

    def noted(meters: SharedMeters, name: str, who: str, most: float, seconds: float) -> bool:
        asked.append(name)
        return take(meters, name, who, most, seconds)

    monkeypatch.setattr(SharedMeters, "take", noted)
    with server(tmp_path, 1e9, games.opened()) as address:
        secret = hot_seat(address)
        with Live(address, secret, origin=NEAR) as live:
            for text in ["recommended", "done"] * 2:
                live.choose(text)
        assert asked == []
        assert set_up(address, NEAR)[0] == 201
        assert asked == ["tables"]
        # Whoever has used up everything here is asked about nowhere else.
        for _ in range(MOST + 5):
            set_up(address, NEAR)
        assert asked == ["tables"] * MOST
