"""The stack as it is shipped: real nginx, real processes, a real database server."""

from __future__ import annotations

import http.server
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar
from urllib.request import urlopen

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from stavka.server import limits
from stavka.server.homes import LEASE
from stavka.server.private import LESSONS
from tests.server.client import Json, Live, get, hot_seat, new_table
from tests.server.client import http as client_of
from tools import stack
from tools.stack import Nginx, Stack, free_ports, own_certificate, site, unit_command

T = TypeVar("T")
SHIPPED = stack.SITE.read_text(encoding="utf-8")
PATHS = (
    *("/ws/{}", "/api/tables/{}", "/api/tables/{}/wait?after=3&log=2", "/api/tables/{}/claim"),
    *("/api/tables/{}/report/page", "/api/tables/{}/what-if", "/ws/{}?x=/ws/0000000000000001"),
)
ELSEWHERE = (
    *("/", "/api/titles", "/api/tables", "/api/tables/import", "/api/lessons", "/health"),
    *("/api/older-seat", "/ws/nothing", "/api/tables/0123456789abcdef0", "/assets/index.js"),
)


def ids(count: int) -> list[str]:
    chance = random.Random("stack")
    return [f"{chance.getrandbits(64):016x}" for _ in range(count)]


# What the file says, without starting anything


def test_what_is_shipped_fits_the_limits_of_the_server() -> None:
    def told(name: str) -> int:
        found = {int(one) for one in re.findall(rf"^ *{name} (?:stavka )?(\d+)", SHIPPED, re.M)}
        return min(found)

    assert told("limit_conn") == limits.LINES_PER_ADDRESS
    assert told("client_max_body_size") * 2**20 > limits.IMPORT_BYTES
    assert told("client_header_timeout") == limits.HEAD_SECONDS
    assert told("client_body_timeout") == limits.BODY_SECONDS
    waits = [int(found) for found in re.findall(r"proxy_read_timeout (\d+)s", SHIPPED)]
    short, whole, again, message, live = waits
    assert short == again > LEASE and min(whole, message) > limits.WORK_SECONDS
    # Whoever asks for all that he may at once waits for less; a screen hears something in time.
    assert short > limits.ADDRESS_POINTS / limits.PACE_POINTS
    assert live > 2 * limits.HEARTBEAT_SECONDS and 2 * live < LEASE + 2
    assert LESSONS == "0" * 8 and "/0{8}[0-9a-f]{8}" in SHIPPED


def test_the_unit_is_run_as_it_is_shipped() -> None:
    settings = {"STAVKA_DATABASE": "postgresql://a b", "STAVKA_KEY": "k", "STAVKA_OPTIONS": "-x y"}
    command = unit_command(8425, settings)
    assert command[:6] == [*stack.STAVKA, "serve", "--no-open", "--port"]
    assert command[6:11] == ["8425", "--database", "postgresql://a b", "--key", "k"]
    assert command[-2:] == ["-x", "y"]


def test_a_file_that_is_not_as_expected_is_not_tried_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "nginx.conf"
    other.write_text(SHIPPED.replace("listen 443 ssl http2;", "listen 444 ssl;"), encoding="utf-8")
    monkeypatch.setattr(stack, "SITE", other)
    with pytest.raises(stack.Failed, match="listen 443"):
        site(1, 2, [3, 4], None)


# Real nginx, tiny servers behind it


class Tiny(http.server.BaseHTTPRequestHandler):
    """Tells who it is and what it was asked."""

    protocol_version = "HTTP/1.1"

    def answer(self) -> None:
        told = {name.lower(): value for name, value in self.headers.items()}
        length = int(told.get("content-length", 0))
        self.rfile.read(length)
        found = {"port": self.server.server_port, "path": self.path, "headers": told}  # type: ignore[attr-defined]
        body = json.dumps(found).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer  # noqa: N815

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def tiny(port: int) -> Iterator[http.server.ThreadingHTTPServer]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Tiny)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def proxied(folder: Path, ports: list[int], *, tls: bool = False) -> Iterator[tuple[str, int]]:
    """nginx before servers at some ports: its address, and its port for those without TLS."""
    port, plain = free_ports(2)
    certificate = own_certificate(folder) if tls else None
    nginx = Nginx(folder / "nginx", site(port, plain, ports, certificate))
    assert "successful" in nginx.check()
    nginx.start(port)
    try:
        yield f"{'https' if tls else 'http'}://127.0.0.1:{port}", plain
    finally:
        nginx.stop()


@contextmanager
def visitor(address: str, source: str = "127.0.0.1") -> Iterator[httpx.Client]:
    transport = httpx.HTTPTransport(local_address=source, verify=False)
    with httpx.Client(base_url=address, transport=transport, timeout=30.0) as client:
        yield client


def asked(client: httpx.Client, path: str, **headers: str) -> Json:
    answer = client.get(path, headers=headers)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


@pytest.mark.hosted
def test_a_table_always_leads_to_the_same_process(tmp_path: Path) -> None:
    with ExitStack() as all_of:
        ports = free_ports(2)
        servers = [tiny(port) for port in ports]
        for server in servers:
            all_of.enter_context(server)
        address, _ = all_of.enter_context(proxied(tmp_path, ports))
        here, there, third = (
            all_of.enter_context(visitor(address, f"127.0.0.{n}")) for n in (1, 2, 3)
        )
        homes = {}
        for id_ in ids(40):
            found = {asked(c, path.format(id_))["port"] for path in PATHS for c in (here, there)}
            assert len(found) == 1, id_
            homes[id_] = found.pop()
        shares = [list(homes.values()).count(port) for port in ports]
        assert min(shares) >= 8, "both have tables"
        # What names no table goes by address, and addresses are spread.
        by_address = {}
        for n in range(1, 25):
            with visitor(address, f"127.0.1.{n}") as client:
                found = {asked(client, path)["port"] for path in ELSEWHERE}
                found |= {asked(client, f"/ws/{LESSONS}{n:08x}{m}")["port"] for m in ("", "/x")}
                found |= {asked(client, f"/api/tables/{LESSONS}0000abcd/what-if")["port"]}
                assert len(found) == 1
                by_address[n] = found.pop()
        assert set(by_address.values()) == set(ports)
        # What the processes are told; a visitor cannot say that he is somebody else.
        said = {"x-forwarded-for": "198.51.100.7", "origin": "http://x"}
        told = asked(third, "/api/titles", **said)["headers"]
        assert told["x-forwarded-for"] == "127.0.0.3" and told["origin"] == "http://x"
        assert f"http://{told['host']}" == address and told["connection"] == "close"
        told = asked(here, f"/ws/{ids(1)[0]}", upgrade="websocket", connection="upgrade")["headers"]
        assert (told["upgrade"], told["connection"]) == ("websocket", "upgrade")
        assert here.get("/metrics").status_code == 404
        answer = here.post("/api/tables/import", content=b"x" * (limits.IMPORT_BYTES + 1))
        assert answer.status_code == 200, "the process itself says that it is too large"
        assert here.post("/api/tables/import", content=b"x" * 6_000_000).status_code == 413


@pytest.mark.hosted
def test_when_one_process_is_gone_only_its_tables_move(tmp_path: Path) -> None:
    ports = free_ports(2)
    with ExitStack() as rest, visitor_of(tmp_path, ports) as client:
        rest.enter_context(tiny(ports[0]))
        with tiny(ports[1]):
            before = {id_: asked(client, f"/ws/{id_}")["port"] for id_ in ids(30)}
        after = {id_: asked(client, f"/ws/{id_}")["port"] for id_ in ids(30)}
        assert set(before.values()) == set(ports) and set(after.values()) == {ports[0]}
        with tiny(ports[1]):
            until = time.monotonic() + 20
            while {id_: asked(client, f"/ws/{id_}")["port"] for id_ in ids(30)} != before:
                assert time.monotonic() < until, "they come back where they were"
                time.sleep(0.2)


@pytest.mark.hosted
def test_a_process_that_is_back_is_asked_when_the_other_one_dies(tmp_path: Path) -> None:
    """nginx would remember for long who has failed: an open line is no success before it ends."""
    ports = free_ports(2)
    with visitor_of(tmp_path, ports) as client:
        with tiny(ports[0]):
            assert {asked(client, f"/ws/{id_}")["port"] for id_ in ids(30)} == {ports[0]}
        with tiny(ports[1]):
            assert {asked(client, f"/ws/{id_}")["port"] for id_ in ids(30)} == {ports[1]}


@contextmanager
def visitor_of(folder: Path, ports: list[int]) -> Iterator[httpx.Client]:
    with proxied(folder, ports) as (address, _), visitor(address) as client:
        yield client


@pytest.mark.hosted
def test_it_is_encrypted_and_whoever_comes_plainly_is_sent_there(tmp_path: Path) -> None:
    ports = free_ports(2)
    with ExitStack() as all_of:
        for port in ports:
            all_of.enter_context(tiny(port))
        address, plain = all_of.enter_context(proxied(tmp_path, ports, tls=True))
        client = all_of.enter_context(visitor(address))
        told = asked(client, "/api/titles")["headers"]
        assert told["x-forwarded-proto"] == "https"
        assert "max-age" in client.get("/").headers["strict-transport-security"]
        sent = client.get(f"http://127.0.0.1:{plain}/some?x=1")
        assert (sent.status_code, sent.headers["location"]) == (301, f"{address}/some?x=1")


# Real processes


@pytest.fixture(scope="module")
def two() -> Iterator[Stack]:
    """Two processes, each with games of its own."""
    with stack.running(2, hosted=False) as found:
        yield found


@pytest.mark.hosted
def test_lessons_are_played_where_they_were_made(two: Stack) -> None:
    used = set()
    for n in range(1, 9):
        with visitor(two.address, f"127.0.2.{n}") as client:
            answer = client.post("/api/lessons", json={"title": "east-is-red"})
            secret = answer.json()["secret"]
            id_ = secret.partition(".")[0]
            headers = {"authorization": f"Bearer {secret}"}
            state = client.get(f"/api/tables/{id_}", headers=headers)
            assert state.json()["kind"] == "lesson"
            used.add(two.nginx.answered(f"/api/tables/{id_}"))
        with connect(
            f"{two.address.replace('http', 'ws')}/ws/{id_}",
            proxy=None,
            source_address=(f"127.0.2.{n}", 0),
        ) as line:
            line.send(json.dumps({"type": "enter", "secret": secret}))
            assert json.loads(line.recv(30))["type"] == "state"
    assert used >= {app.port for app in two.apps}


@pytest.mark.hosted
def test_a_game_is_played_through_nginx(two: Stack) -> None:
    """At the process that the table's id leads to."""
    chance = random.Random(7)
    for app in two.apps:
        while True:
            secret = hot_seat(app.address)
            id_ = secret.partition(".")[0]
            with client_of(two.address) as client:
                found = client.get(f"/api/seats/{secret}").status_code
            if found == 200:
                break
            # The other one has no such table.
            assert found == 404
        with Live(two.address, secret) as live:
            for _ in range(10):
                live.choose_any(chance)
        assert app is two.apps[two.home_of(id_)]


@pytest.mark.hosted
def test_a_visitor_of_the_proxy_is_told_no_figures(two: Stack) -> None:
    with client_of(two.address) as client:
        assert client.get("/metrics").status_code == 404
        assert client.get("/health").json()["well"]
    with client_of(two.apps[0].address) as client:
        assert "stavka_tables" in client.get("/metrics").text


# All of it


@pytest.mark.hosted
def test_a_game_goes_on_when_processes_die_and_the_database_restarts() -> None:
    with stack.running(2) as whole:
        links = new_table(whole.address, hot_seat=True)
        secret, table = links["hot_seat"], links["table"]
        chance = random.Random(3)

        def play() -> int:
            """Some choices; how many there have been then."""
            with Live(whole.address, secret) as live:
                for _ in range(3):
                    live.choose_any(chance)
                version: int = live.state["version"]
            return version

        version = play()
        home = whole.home_of(table)
        whole.kill(home)
        assert _patiently(lambda: get(whole.address, f"/api/seats/{secret}"))["version"] == version
        assert whole.home_of(table) == 1 - home
        assert play() > version
        whole.start(home)
        whole.stop_database()
        whole.start_database()
        assert _patiently(play) > version
        assert _patiently(lambda: new_table(whole.address))["seats"]


def _patiently(work: Callable[[], T]) -> T:
    """What comes of something that may fail for some seconds."""
    until = time.monotonic() + 30
    while True:
        try:
            return work()
        except Exception:
            if time.monotonic() > until:
                raise
            time.sleep(0.3)


@pytest.mark.hosted
def test_the_command_starts_all_and_leaves_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "tools.stack", "--sqlite", "--processes", "1"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=stack.ROOT,
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[4]
        pid = int(process.stdout.readline().split()[1])
        with urlopen(f"{address}health") as answer:
            assert answer.status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.hosted
def test_whoever_plays_at_a_process_that_hangs_goes_on_at_another() -> None:
    """It still takes connections: nginx has to notice that nothing comes on them."""
    with stack.running(2) as whole:
        links = new_table(whole.address, hot_seat=True)
        secret = links["hot_seat"]
        home = whole.home_of(links["table"])
        with Live(whole.address, secret) as live:
            whole.pause(home)
            began = time.monotonic()
            with pytest.raises(ConnectionClosed):
                while True:
                    live.receive()

        def again() -> float:
            with Live(whole.address, secret) as live:
                live.choose_any(random.Random(3))
            return time.monotonic() - began

        # Six seconds, where nothing else keeps the machine busy: two for the line and as many more
        # as the process has to have been silent before others may take its tables.
        assert _patiently(again) < 2 * (LEASE + 2)
        # Whoever looks without a line waits once, and whoever wants to change something is told.
        assert get(whole.address, f"/api/seats/{secret}")["sides"] == ["Soviet", "Chinese"]
        whole.go_on(home)


@pytest.mark.hosted
def test_one_address_cannot_ask_without_end(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with proxied(tmp_path, [port]) as (address, _):
        with visitor(address, "127.0.3.1") as client:
            # Nobody is there to answer, so that nothing but nginx takes time.
            found = [client.get("/api/titles").status_code for _ in range(1000)]
            assert set(found) == {502, 429} and found.count(502) > 400
        # Others may, and this machine itself as often as it likes.
        with tiny(port), visitor(address, "127.0.3.2") as client:
            _patiently(lambda: asked(client, "/api/titles"))
        with visitor(address) as client:
            assert 429 not in [client.get("/api/titles").status_code for _ in range(600)]
