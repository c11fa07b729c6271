"""Tables that are closed and people who are shut out, while servers run and people are there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from stavka import titles
from stavka.server.decrees import Ban
from stavka.server.door import Doorkeeper
from stavka.server.people import HEADER
from stavka.server.seating import StoredSeat, seat_key
from stavka.server.storage import SharedDice, StoredTable

from .client import Json, Live, get, hot_seat, http, make, new_table
from .games import Games, both
from .running import PATIENCE, server

WHY = "the talk here was foul"
NEAR, FAR = "203.0.113.7", "198.51.100.9"


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers look often, so that no test waits for seconds."""
    monkeypatch.setattr("stavka.server.tables.HEED", 0.05)


@pytest.fixture
def address(games: Games) -> Iterator[str]:
    with server(games.folder, 1e9, games.opened()) as found:
        yield found


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def end_of(live: Live) -> tuple[int, str]:
    """How a line ends."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.receive()
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def status(address: str, path: str, origin: str = "", **headers: str) -> tuple[int, Json]:
    with http(address) as client:
        if origin:
            headers["X-Forwarded-For"] = origin
        answer = client.get(path, headers=headers)
        return answer.status_code, answer.json()


# Tables


@both
def test_everybody_at_a_closed_table_reads_why_and_nobody_plays(games: Games, address: str) -> None:
    links = new_table(address, hot_seat=True)
    with Live(address, links["hot_seat"]) as live, Live(address, links["spectator"]) as other:
        assert live.state["closed"] == other.state["closed"] == ""
        live.choose("recommended")
        assert games.admin("close", links["table"], "--why", WHY) == 0
        for one in (live, other):
            one.until(lambda state: state["closed"] == WHY)
        version = live.state["version"]
        for refused in (
            live.choose("done"),
            live.ask("undo"),
            live.ask("say", text="why?"),
        ):
            assert refused["type"] == "refused" and WHY in refused["reason"]
        assert get(address, f"/api/seats/{links['hot_seat']}")["version"] == version
        # What was decided anew is told too.
        assert games.admin("close", links["table"], "--why", "another reason") == 0
        other.until(lambda state: state["closed"] == "another reason")
        assert games.admin("open", links["table"]) == 0
        live.until(lambda state: state["closed"] == "")
        assert live.choose("done")["type"] == "state"


@both
def test_nobody_comes_to_a_closed_table(games: Games, address: str) -> None:
    new = {"title": "east-is-red", "scenario": "m1-full"}
    players = {"Soviet": "person", "Chinese": "person"}
    links = make(address, "/api/tables", {**new, "players": players})
    games.admin("close", links["table"], "--why", WHY)
    wait_for(lambda: get(address, f"/api/seats/{links['spectator']}")["closed"] == WHY)
    claim = {"commitment": "0" * 64, "name": "Anna"}
    secret = links["invitations"][0]["secret"]
    assert WHY in make(address, f"/api/seats/{secret}/claim", claim, 409)["error"]


@both
def test_computer_players_stop_at_a_closed_table(games: Games) -> None:
    title = titles.load("east-is-red")
    with closing(games.opened()) as storage:
        table = StoredTable(
            *("t", title.slug, "m1-full", title.defaults("m1-full")),
            {"Soviet": "cadet", "Chinese": "cadet"},
            storage.new_seed("t"),
            data=titles.data_version(title.slug),
            rules=title.rules,
            dice=SharedDice((), settled=True),
        )
        storage.add_table(table, [StoredSeat(seat_key("t.eyes"), "t", ())], [])
    assert games.admin("close", "t", "--why", WHY) == 0
    with server(games.folder, 1e9, games.opened()) as address:
        with Live(address, "t.eyes") as live:
            assert live.state["closed"] == WHY and not live.state["thinking"]
            assert games.admin("open", "t") == 0
            live.until(lambda state: state["moves"] > 0)
            assert games.admin("close", "t", "--why", WHY) == 0
            live.until(lambda state: state["closed"] == WHY)
            assert not live.state["thinking"]
        moves = get(address, "/api/seats/t.eyes")["moves"]
    with server(games.folder, 1e9, games.opened()) as address:
        assert get(address, "/api/seats/t.eyes")["moves"] == moves


@pytest.mark.hosted
@pytest.mark.parametrize("games", ["postgres"], indirect=True)
def test_all_servers_know_of_it(games: Games, tmp_path: Path) -> None:
    """Whichever holds the table, and without it moving."""
    with (
        server(tmp_path, 1e9, games.opened()) as one,
        server(tmp_path, 1e9, games.opened()) as two,
    ):
        here, there = new_table(one, hot_seat=True), new_table(two, hot_seat=True)
        with Live(one, here["hot_seat"]) as a, Live(two, there["hot_seat"]) as b:
            for live, links in ((a, here), (b, there)):
                assert games.admin("close", links["table"], "--why", WHY) == 0
                live.until(lambda state: state["closed"] == WHY)
                assert WHY in live.choose("recommended")["reason"]
        games.admin("ban", NEAR, "--why", "robots")
        wait_for(lambda: status(one, "/api/titles", NEAR)[0] == 403)
        wait_for(lambda: status(two, "/api/titles", NEAR)[0] == 403)


def test_a_server_that_starts_knows_of_it_before_the_first_request(tmp_path: Path) -> None:
    games = Games(tmp_path)
    games.opened().close()
    assert games.admin("ban", NEAR, "--why", "robots") == 0
    with server(tmp_path, 1e9) as address:
        assert status(address, "/api/titles", NEAR)[0] == 403


def test_what_is_known_holds_on_when_the_database_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = Games(tmp_path)
    storage = games.opened()
    with server(tmp_path, 1e9, storage) as address:
        games.admin("ban", NEAR, "--why", "robots")
        wait_for(lambda: status(address, "/api/titles", NEAR)[0] == 403)
        with storage.writing() as db:
            db.execute("ALTER TABLE bans RENAME TO hidden")
        wait_for(lambda: "cannot be read" in caplog.text)
        assert status(address, "/api/titles", NEAR)[0] == 403
        with storage.writing() as db:
            db.execute("ALTER TABLE hidden RENAME TO bans")
        games.admin("unban", NEAR)
        wait_for(lambda: status(address, "/api/titles", NEAR)[0] == 200)


# People


@both
def test_an_address_is_shut_out_at_once_and_wherever_it_is(games: Games, address: str) -> None:
    secret = hot_seat(address)
    with Live(address, secret, origin=NEAR) as near, Live(address, secret, origin=FAR) as far:
        assert games.admin("ban", "203.0.113.0/24", "--why", "Räuber " * 30) == 0
        code, reason = end_of(near)
        assert code == 4403 and reason.startswith("your address has been shut out: Räuber")
        assert far.choose("recommended")["type"] == "state"
    why = f"your address has been shut out: {' '.join(['Räuber'] * 30)}"
    assert status(address, f"/api/seats/{secret}", NEAR) == (403, {"error": why})
    assert status(address, f"/api/seats/{secret}", FAR)[0] == 200
    with pytest.raises(InvalidStatus) as refused:
        Live(address, secret, origin=NEAR)
    assert refused.value.response.status_code == 403
    assert games.admin("unban", "203.0.113.0/24") == 0
    wait_for(lambda: status(address, f"/api/seats/{secret}", NEAR)[0] == 200)


@both
def test_an_account_is_shut_out_from_its_seats_and_from_all_else(
    games: Games, address: str
) -> None:
    links = new_table(address)
    own, other = links["seats"]["Soviet"], links["seats"]["Chinese"]
    with closing(games.opened()) as storage:
        anna, device = storage.accounts.add("Anna", "phone")
        ben, another = storage.accounts.add("Ben", "phone")
        assert storage.accounts.adopt(anna.id, seat_key(own))
        assert storage.accounts.adopt(ben.id, seat_key(other))
    with Live(address, own) as live, Live(address, other) as beside:
        assert games.admin("ban", anna.id, "--why", "cheating") == 0
        assert end_of(live) == (4403, "this account has been shut out: cheating")
        told = beside.state
    error = {"error": "this account has been shut out: cheating"}
    assert status(address, f"/api/seats/{own}") == (403, error)
    new = {"title": "east-is-red", "scenario": "m1-full"}
    players = {"Soviet": "person", "Chinese": "person"}
    with http(address) as client:
        for secret, answer in ((device, 403), (another, 201)):
            message = {**new, "players": players}
            found = client.post("/api/tables", json=message, headers={HEADER: secret})
            assert found.status_code == answer
    # Nobody else is told.
    assert "cheating" not in str(told) and "cheating" not in str(
        status(address, f"/api/seats/{other}")
    )
    assert games.admin("unban", anna.id) == 0
    wait_for(lambda: status(address, f"/api/seats/{own}")[0] == 200)


@both
def test_whoever_waits_for_news_is_shut_out_too(games: Games, address: str) -> None:
    """As those do whose screens cannot have a line."""
    secret = hot_seat(address)
    version = get(address, f"/api/seats/{secret}")["version"]
    games.admin("ban", NEAR, "--why", "robots")
    found = status(address, f"/api/seats/{secret}/wait?after={version}", NEAR)
    assert found == (403, {"error": "your address has been shut out: robots"})


def test_networks_are_found_whatever_their_length() -> None:
    door = Doorkeeper()
    whom = ("203.0.113.0/24", "198.51.100.9/32", "2001:db8::/48", "2001:db9::/64", "abc")
    assert door.heed([Ban(one, one, "", "") for one in whom])
    assert not door.heed([Ban(one, one, "", "") for one in whom])
    for address, found in {
        "203.0.113.255": whom[0],
        "203.0.114.0": "",
        "198.51.100.9": whom[1],
        "198.51.100.8": "",
        "2001:db8:0:7::/64": whom[2],
        "2001:db8:1::/64": "",
        "2001:db9::/64": whom[3],
        "2001:db9:0:1::/64": "",
        "": "",
        "testclient": "",
    }.items():
        assert door.objection(address).endswith(found) and bool(found) == bool(
            door.objection(address)
        )
    assert door.objection("", "abc") and not door.objection("", "abd")
