"""Every request is paid for, by its address and by its seat, plain ones too."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from stavka.server import limits
from stavka.server.limits import Pace
from stavka.server.metering import Meter, price
from stavka.server.pages import STATIC

from .client import hot_seat, http, new_table, table_of
from .running import PATIENCE, server
from .test_guard import elsewhere


@pytest.fixture
def poor(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A server where an address has eighty points, which come back in a year."""
    monkeypatch.setattr("stavka.server.metering.ADDRESS_SECONDS", 365 * 86400.0)
    monkeypatch.setattr(Meter.__init__, "__defaults__", (80.0,))
    with server(tmp_path_factory.mktemp("poor"), messages_per_second=1e9) as found:
        yield found


def statuses(client: httpx.Client, path: str, times: int) -> Counter[int]:
    return Counter(client.get(path).status_code for _ in range(times))


def test_a_cold_browser_loads_at_once(strict: str) -> None:
    files = [f"/assets/{file.name}" for file in (STATIC / "assets").iterdir()]
    with elsewhere(strict, "203.0.113.20") as client:
        for _ in range(5):
            for path in ("/", *files, "/api/titles", "/maps/east-is-red.svg"):
                assert client.get(path).status_code == 200, path


def test_an_address_pays_for_every_request(poor: str) -> None:
    secret = hot_seat(poor)
    with elsewhere(poor, "203.0.113.21") as client, elsewhere(poor, "203.0.113.22") as other:
        assert statuses(client, f"/api/seats/{secret}", 12) == {200: 10, 429: 2}
        # Whatever it asks for now: there is nothing left.
        for path in ("/", "/api/titles", f"/api/seats/{secret}/record", "/maps/east-is-red.svg"):
            refused = client.get(path)
            assert refused.status_code == 429, path
            assert "your address" in refused.json()["error"]
            assert int(refused.headers["retry-after"]) > 1000
        assert client.post("/api/tables", json={}).status_code == 429
        url = f"{poor.replace('http', 'ws')}/ws/{table_of(secret)}"
        there = {"x-forwarded-for": "203.0.113.21"}
        with (
            pytest.raises(InvalidStatus) as denied,
            connect(url, proxy=None, additional_headers=there),
        ):
            pass
        assert denied.value.response.status_code == 429
        # Others do not pay for it, and this machine has no limit of this kind.
        assert other.get(f"/api/seats/{secret}").status_code == 200
    with http(poor) as client:
        assert statuses(client, f"/api/seats/{secret}", 30) == {200: 30}


@pytest.mark.parametrize(
    ("method", "path", "points"),
    [
        ("GET", "/", 2),
        ("GET", "/assets/index.js", 2),
        ("GET", "/api/titles", 4),
        ("GET", "/api/reach", 2),
        ("GET", "/api/rules/red-star", 5),
        ("GET", "/api/titles/red-star/map", 5),
        ("GET", "/api/tables/0123/wait", 8),
        ("GET", "/ws/0123", 15),
        ("GET", "/api/tables/0123", 8),
        ("GET", "/api/tables/0123/record", 20),
        ("POST", "/api/tables/0123/report", 40),
        ("GET", "/api/tables/0123/report/progress", 2),
        ("GET", "/api/tables/0123/report/page", 20),
        ("POST", "/api/tables/import", 50),
    ],
)
def test_prices(method: str, path: str, points: int) -> None:
    assert price(method, path).points == points


def test_what_is_asked_for_at_once_comes_one_after_the_other(
    strict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pace = Pace(points=1, at_once=10)
    began = time.monotonic()
    waits = [pace.wait("203.0.113.40", 50) for _ in range(6)]
    passed = time.monotonic() - began
    # One at once, the next ten seconds earlier than the pace would have it; then one in fifty.
    for wait, expected in zip(waits, (0, 40, 90, 140, 190, 240), strict=True):
        assert expected - passed <= wait <= expected
    assert pace.wait("203.0.113.41", 5) == 0.0 == pace.wait("127.0.0.1", 5000)
    monkeypatch.setattr(limits, "REMEMBERED", 2)
    assert pace.wait("203.0.113.42", 5) == 0.0
    assert pace.wait("203.0.113.40", 5) > 150, "whoever waits is not forgotten"
    # Over the real line: forty points at once, and then four hundred a second.
    with elsewhere(strict, "203.0.113.43") as client:
        began = time.monotonic()
        for _ in range(8):
            assert client.get("/api/rules/east-is-red").status_code == 200
        assert statuses(client, "/api/rules/east-is-red", 20) == {200: 20}
        assert time.monotonic() - began >= (28 * 5 - 5 - limits.PACE_AT_ONCE) / limits.PACE_POINTS


def test_a_screen_waits_for_its_turn_on_an_open_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proxy that is not answered takes the process for dead."""
    # One line at once, and the next one after all patience.
    monkeypatch.setattr(Pace.__init__, "__defaults__", (0.001, 15.0))
    with server(tmp_path) as address, ExitStack() as lines:
        for _ in range(3):
            there = f"{address.replace('http', 'ws')}/ws/0123456789abcdef"
            headers = {"X-Forwarded-For": "203.0.113.44"}
            line = lines.enter_context(
                connect(
                    there,
                    proxy=None,
                    additional_headers=headers,
                    open_timeout=PATIENCE,
                    # Nobody reads that it is closed.
                    close_timeout=0.1,
                )
            )
            line.send('{"type": "enter", "secret": "0123456789abcdef.x"}')
        with pytest.raises(TimeoutError):
            line.recv(0.2)


def test_a_seat_pays_for_plain_requests_too(strict: str) -> None:
    """Also from this machine; and refusals come slowly."""
    links = new_table(strict)
    seat = f"/api/seats/{hot_seat(strict)}"
    with http(strict) as client:
        answers = [client.get(f"{seat}/record") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429]
        refused = answers[-1]
        assert "too many" in refused.json()["error"]
        assert int(refused.headers["retry-after"]) >= 1
        assert refused.elapsed.total_seconds() >= limits.REFUSAL_PAUSE
        # Other seats have their own.
        other = links["seats"]["Soviet"]
        assert statuses(client, f"/api/seats/{other}", 21) == {200: 20, 429: 1}


def test_spectators_have_an_allowance_each(strict: str) -> None:
    links = new_table(strict)
    path = f"/api/seats/{links['spectator']}"
    with elsewhere(strict, "203.0.113.23") as greedy, elsewhere(strict, "203.0.113.24") as other:
        assert statuses(greedy, path, 21) == {200: 20, 429: 1}
        assert statuses(other, path, 20) == {200: 20}
    # A player is one person, wherever he asks from.
    path = f"/api/seats/{links['seats']['Soviet']}"
    with elsewhere(strict, "203.0.113.25") as here, elsewhere(strict, "203.0.113.26") as there:
        found = Counter(c.get(path).status_code for _ in range(11) for c in (here, there))
        assert found == {200: 20, 429: 2}


def test_screens_of_spectators_are_counted_by_address(strict: str) -> None:
    secret = new_table(strict)["spectator"]
    url = f"{strict.replace('http', 'ws')}/ws/{table_of(secret)}"

    with ExitStack() as screens:

        def look(address: str) -> None:
            there = {"x-forwarded-for": address}
            line = screens.enter_context(connect(url, proxy=None, additional_headers=there))
            line.send(json.dumps({"type": "enter", "secret": secret}))
            line.recv(PATIENCE)

        for _ in range(limits.CONNECTIONS_PER_SEAT):
            look("203.0.113.27")
        with pytest.raises(ConnectionClosed) as closed:
            look("203.0.113.27")
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4429
        look("203.0.113.28")


def test_what_costs_more_than_there_is_is_owed() -> None:
    allowance = limits.Allowance(5, 1000.0)
    assert allowance.take(10)
    assert not allowance.take(1)
    assert 1000 < allowance.wait(1) <= 1200 and allowance.wait(99) <= 2000
