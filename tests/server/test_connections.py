"""Lines that say nothing, and too many of them."""

from __future__ import annotations

import logging
import resource
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from stavka.server import connections
from stavka.server.connections import Connections, Seldom

from .client import Live, get, hot_seat, http
from .running import PATIENCE, Process, server

HALF = b"GET /api/titles HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
HALF_OPEN = 1100


def line_to(address: str) -> socket.socket:
    host = urlsplit(address)
    return socket.create_connection((host.hostname or "", host.port or 0), PATIENCE)


@contextmanager
def half_open(address: str, count: int) -> Iterator[list[socket.socket]]:
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(address)) for _ in range(count)]
        for line in lines:
            line.sendall(HALF)
        yield lines


def closed(line: socket.socket) -> bool:
    """Whether it is, by now or within a while."""
    line.settimeout(PATIENCE)
    try:
        return not line.recv(1000)
    except ConnectionError:
        return True


def test_a_head_that_does_not_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.3)
    with server(tmp_path) as address, line_to(address) as silent, line_to(address) as slow:
        began = time.monotonic()
        slow.sendall(HALF)
        with http(address) as client:
            assert client.get("/api/titles").status_code == 200
            # Whoever has said what he wants may rest, and take his time over an answer.
            time.sleep(0.4)
            assert client.get("/api/titles").status_code == 200
        assert closed(slow) and closed(silent)
        assert time.monotonic() - began < PATIENCE / 2
        # The second request of a line is timed as the first.
        with line_to(address) as later:
            later.sendall(HALF + b"x\r\n\r\n")
            assert b" 200 " in later.recv(100_000)
            later.sendall(HALF)
            assert closed_after_answer(later)
        # A screen is open for as long as it wants to be.
        with Live(address, hot_seat(address)) as live:
            time.sleep(0.5)
            assert live.choose("recommended")["type"] == "state"


def test_a_body_that_is_cut_off(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Nobody fills the log by going in the middle of a request."""
    head = (
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: 1000\r\n\r\n{"
    )
    with server(tmp_path) as address:
        for _ in range(3):
            with line_to(address) as line:
                line.sendall(head)
                time.sleep(0.1)
        get(address, "/api/titles")
    assert not [r for r in caplog.records if r.name.startswith("stavka")]


def closed_after_answer(line: socket.socket) -> bool:
    line.settimeout(PATIENCE)
    try:
        while line.recv(100_000):
            pass
    except ConnectionError:
        pass
    return True


def test_who_says_nothing_makes_room(tmp_path: Path) -> None:
    """A server with room for twenty lines, and thirty that say nothing."""
    with server(tmp_path, connections=Connections(20)) as address:
        secret = hot_seat(address)
        with Live(address, secret) as live, half_open(address, 30) as lines:
            assert get(address, "/api/titles")
            assert live.choose("recommended")["type"] == "state"
            assert closed(lines[0])


def test_no_room_at_all(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with server(tmp_path, connections=Connections(4)) as address:
        secret = hot_seat(address)
        with ExitStack() as screens:
            for _ in range(4):
                screens.enter_context(Live(address, secret))
            for _ in range(20):
                with line_to(address) as refused:
                    answer = refused.recv(10_000)
                assert answer.startswith(b"HTTP/1.1 503 ") and b"Retry-After" in answer
        told = [r for r in caplog.records if "too many lines" in r.getMessage()]
        assert 1 <= len(told) <= 3
        # When they have gone there is room again.
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                assert get(address, "/api/titles")
                break
            except AssertionError:
                time.sleep(0.05)


class FakeLine:
    gone = False

    def abort(self) -> None:
        self.gone = True


def test_lines_of_one_address() -> None:
    known = Connections(most=6, each=2)
    lines = [FakeLine() for _ in range(8)]
    come = [known.come(line, "203.0.113.5") for line in lines[:3]]  # type: ignore[arg-type]
    assert come == [True, True, False]
    known.go(lines[0])  # type: ignore[arg-type]
    assert known.come(lines[2], "203.0.113.5")  # type: ignore[arg-type]
    # This machine itself has as many as there are.
    for line in lines[3:7]:
        assert known.come(line, "127.0.0.1")  # type: ignore[arg-type]
    assert not known.come(lines[7], "127.0.0.1")  # type: ignore[arg-type]
    known.silent(lines[4])  # type: ignore[arg-type]
    known.silent(lines[3])  # type: ignore[arg-type]
    assert known.come(lines[7], "127.0.0.1")  # type: ignore[arg-type]
    assert [line.gone for line in lines] == [n == 4 for n in range(8)]


def test_half_open_requests_by_the_thousand(tmp_path: Path) -> None:
    """With the few files that a system gives at first: it is asked for more, or makes do."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert hard == resource.RLIM_INFINITY or hard > HALF_OPEN + 200
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        process = Process(tmp_path / "stavka.db")
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, HALF_OPEN + 200), hard))
        try:
            with half_open(process.address, HALF_OPEN):
                secret = hot_seat(process.address)
                with Live(process.address, secret) as live:
                    assert live.choose("recommended")["type"] == "state"
        finally:
            process.kill()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_the_same_message_once_a_second() -> None:
    seldom = Seldom(1000)

    def passes(message: str) -> bool:
        return seldom.filter(logging.makeLogRecord({"name": "asyncio", "msg": message}))

    out_of = "socket.accept() out of system resource\nsocket: <socket.TransportSocket fd={}>"
    assert passes(out_of.format(1))
    assert not any(passes(out_of.format(n)) for n in range(100))
    assert passes("something else")
