"""Several servers that share a database: tables move between them, and nothing is lost. How long
that takes, `bench/failover.py` measures."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from stavka.server.homes import BEAT, LEASE
from stavka.server.live import AGAIN

from .client import Live, get, hot_seat, make, new_table
from .cluster import Cluster
from .running import PATIENCE, Process
from .test_files import RECORDS

pytestmark = pytest.mark.hosted


@pytest.fixture
def serve(
    postgres: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[], Process]]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    address = postgres.new(tmp_path.name)
    with ExitStack() as ends:

        def start() -> Process:
            process = Process(address)
            ends.callback(process.kill)
            return process

        yield start


def closed_with(live: Live) -> int | None:
    """The code with which a line ends; whatever is told before that is passed over."""
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            live.receive()
    return closed.value.rcvd.code if closed.value.rcvd else None


def play_on(process: Process, secret: str) -> int:
    """Chooses something, and comes again as often as it is asked to; returns the version then."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with Live(process.address, secret) as live:
                live.choose_any(random.Random(1))
                found: int = live.state["version"]
                return found
        except ConnectionClosed:
            assert time.monotonic() < until


def send_first_choice(live: Live) -> None:
    """Chooses without waiting for what comes of it."""
    assert live.decision is not None
    option = live.decision["options"][0]
    argument = option["values"][0] if option["values"] else ""
    number = live.decision["number"]
    live.send("choose", number=number, verb=option["verb"], argument=argument)


def test_a_table_moves_to_where_people_come(serve: Callable[[], Process]) -> None:
    one, other = serve(), serve()
    secret, rnd = hot_seat(one.address), random.Random(3)
    with Live(one.address, secret) as here:
        for _ in range(5):
            here.choose_any(rnd)
        with Live(other.address, secret) as there:
            assert there.presentation == here.presentation
            # Whoever looks at the old place is sent away, and shown nothing more.
            assert closed_with(here) == AGAIN
            there.choose_any(rnd)
            there.choose_any(rnd)
            version = there.state["version"]
    assert get(other.address, f"/api/seats/{secret}")["version"] == version


def test_a_server_that_dies_is_replaced(serve: Callable[[], Process]) -> None:
    one, other = serve(), serve()
    secret, rnd = hot_seat(one.address), random.Random(4)
    with Live(one.address, secret) as here:
        for _ in range(5):
            here.choose_any(rnd)
        seen = here.state
        one.kill()
    with Live(other.address, secret) as there:
        assert there.state["version"] == seen["version"]
        assert there.presentation == seen["presentation"]
        there.choose_any(rnd)


def test_a_server_that_stops_hands_over_at_once(serve: Callable[[], Process]) -> None:
    one, other = serve(), serve()
    secret, rnd = hot_seat(one.address), random.Random(5)
    with Live(one.address, secret) as here:
        here.choose_any(rnd)
        one.end()
        assert closed_with(here) == AGAIN
    with Live(other.address, secret) as there:
        there.choose_any(rnd)


def test_whoever_wakes_up_finds_his_tables_taken(serve: Callable[[], Process]) -> None:
    """A machine that sleeps for a while believes to hold what it held."""
    one, other = serve(), serve()
    secret, rnd = hot_seat(one.address), random.Random(6)
    with Live(one.address, secret) as here:
        here.choose_any(rnd)
        one.freeze()
        with Live(other.address, secret) as there:
            there.choose_any(rnd)
            there.choose_any(rnd)
            version = there.state["version"]
            # It is waiting in the line when the machine wakes up.
            send_first_choice(here)
            one.thaw()
            assert closed_with(here) == AGAIN
            there.choose_any(rnd)
            assert there.state["version"] == version + 1


def test_a_database_that_starts_again(serve: Callable[[], Process], postgres: Cluster) -> None:
    """Whoever clicks meanwhile waits, or is told to look again."""
    one = serve()
    secret, rnd = hot_seat(one.address), random.Random(7)
    with Live(one.address, secret) as here:
        here.choose_any(rnd)
        seen = here.state["version"]
        postgres.stop("immediate")
        send_first_choice(here)
        postgres.start()
        with suppress(ConnectionClosed):
            while here.state["version"] == seen:
                told = here.receive()
                if told["type"] == "refused":
                    assert "look whether" in told["reason"]
                    break
    assert play_on(one, secret) in (seen + 1, seen + 2)


def test_without_a_database_nothing_is_shown_for_long(
    serve: Callable[[], Process], postgres: Cluster
) -> None:
    """Others may hold the tables by then."""
    one = serve()
    secret = hot_seat(one.address)
    with Live(one.address, secret) as here:
        postgres.stop("immediate")
        try:
            assert closed_with(here) == AGAIN
        finally:
            postgres.start()
    play_on(one, secret)


def test_games_between_computers_have_an_heir(serve: Callable[[], Process]) -> None:
    one, other = serve(), serve()
    links = new_table(one.address, "random", "random", "m30-full")
    one.kill()
    time.sleep(LEASE + 2 * BEAT)
    first = get(other.address, f"/api/seats/{links['spectator']}")["version"]
    assert first > 0
    until = time.monotonic() + 60
    while True:
        found = get(other.address, f"/api/seats/{links['spectator']}")
        if found["version"] > first or found["presentation"]["outcome"]:
            break
        assert time.monotonic() < until


def test_people_against_computers_wait_for_nobody(serve: Callable[[], Process]) -> None:
    """Wherever the table is set up: the computer chooses where the person is."""
    one, other = serve(), serve()
    links = new_table(one.address, "cadet", "person", "m30-full")
    with Live(other.address, links["seats"]["Chinese"]) as live:
        live.until(lambda state: state["presentation"]["decision"] is not None)


def test_a_game_that_is_brought_is_nobody_s_but_its_server_s(
    serve: Callable[[], Process],
) -> None:
    """A long one is stored piece by piece, and looks like one that was given up meanwhile."""
    one, other = serve(), serve()
    record = (RECORDS / "east-is-red-m30-full.stavka").read_text(encoding="utf-8")
    new = {"text": record, "players": {"Soviet": "person", "Chinese": "person"}}
    links = make(one.address, "/api/tables/import", new)
    found = [get(there.address, f"/api/seats/{links['spectator']}") for there in (one, other)]
    assert found[0]["presentation"] == found[1]["presentation"] and found[0]["moves"] > 500
