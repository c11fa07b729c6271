"""Other sites, other names, too slow, too often: what the server keeps out."""

from __future__ import annotations

import json
import socket
import time
from contextlib import nullcontext
from types import SimpleNamespace
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from stavka.server import limits
from stavka.server.guard import HEADERS, Guard, own_names
from stavka.server.seating import new_secret

from .client import Json, Live, get, hot_seat, http, new_table, table_of
from .running import PATIENCE
from .test_files import GOOD_POSITION

GOOD: Json = {
    "title": "east-is-red",
    "scenario": "m1-full",
    "players": {"Soviet": "person", "Chinese": "person"},
}


# Other sites


def from_site(address: str, secret: str, **headers: str) -> int:
    """The status that a request for a WebSocket from some site is answered with."""
    url = f"{address.replace('http', 'ws')}/ws/{table_of(secret)}"
    try:
        with connect(url, proxy=None, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


FOREIGN = ("http://evil.example", "https://evil.example:8421", "null", "", "http://127.0.0.1:1")


@pytest.mark.parametrize("origin", FOREIGN)
def test_foreign_pages_cannot_play(address: str, origin: str) -> None:
    """Even if they know a secret: a page of another site could have been told it."""
    secret = new_table(address)["seats"]["Soviet"]
    assert from_site(address, secret, origin=origin) == 403
    choice = {"type": "choose", "number": 0, "verb": "recommended"}
    with http(address) as client:
        # What a page may send without asking first: text, whatever is in it.
        headers = {"origin": origin, "content-type": "text/plain"}
        for path, body in (
            (f"/api/seats/{secret}", choice),
            ("/api/tables", GOOD),
            ("/api/tables/import", {"text": GOOD_POSITION, "players": GOOD["players"]}),
        ):
            answer = client.post(path, content=json.dumps(body), headers=headers)
            assert answer.status_code == 403, path
            assert "may not use" in answer.json()["error"]
        # What they may ask for they cannot read: nothing allows it to them.
        answer = client.get(f"/api/seats/{secret}", headers=headers)
        assert answer.json()["version"] == 0
        assert not [name for name in answer.headers if name.startswith("access-control")]
        asked = {"origin": origin, "access-control-request-method": "POST"}
        preflight = client.request("OPTIONS", "/api/tables", headers=asked)
        assert not [name for name in preflight.headers if name.startswith("access-control")]


def test_own_pages_can_play(address: str) -> None:
    secret = new_table(address)["seats"]["Soviet"]
    port = urlsplit(address).port
    for name in ("127.0.0.1", "localhost"):
        host = f"{name}:{port}"
        assert from_site(f"http://{host}", secret, origin=f"http://{host}") == 101
        with http(address) as client:
            headers = {"host": host, "origin": f"http://{host}"}
            assert client.post("/api/tables", json=GOOD, headers=headers).status_code == 201


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:80", "127.0.0.1.evil.example", "[", ""),
        *("a@127.0.0.1", "evil.example@localhost", "localhost, localhost", "localhost:", "[::1"),
        *("localhost/", "localhost#", "localhost:80:80", "local\thost"),
    ],
)
def test_foreign_names_do_not_lead_here(address: str, host: str) -> None:
    """A site whose name is made to lead to this machine is still another site."""
    links = new_table(address)
    secret = links["seats"]["Soviet"]
    with http(address) as client:
        for path in (
            "/",
            "/api/titles",
            f"/api/seats/{secret}",
            "/maps/east-is-red.svg",
            "/schema",
        ):
            answer = client.get(path, headers={"host": host})
            assert answer.status_code in (400, 403), path
            assert secret not in answer.text
        headers = {"host": host, "origin": f"http://{host}"}
        assert client.post("/api/tables", json=GOOD, headers=headers).status_code in (400, 403)


@pytest.mark.parametrize("hosts", [[], ["localhost", "localhost"], ["localhost", "evil.example"]])
def test_one_host_no_more_and_no_less(address: str, hosts: list[str]) -> None:
    lines = "".join(f"Host: {host}\r\n" for host in hosts)
    with socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), 10) as line:
        line.sendall(f"GET /api/titles HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode())
        assert int(line.recv(65536).split()[1]) in (400, 403)
    # Other readers of HTTP than the one that is installed let them through to us.
    scope = {"type": "http", "headers": [(b"host", host.encode()) for host in hosts]}
    assert "not called" in Guard(nobody, own_names())._objection(scope)


async def nobody(*_: object) -> None:
    raise AssertionError("nobody is asked")


def test_names_that_were_given() -> None:
    assert {"localhost", "games.example"} <= own_names("Games.example")
    assert socket.gethostname().lower() in own_names()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/titles"),
        ("GET", "/api/nothing"),
        ("GET", "/assets/missing.js"),
        ("GET", "/api/seats/wrong"),
        ("GET", "/maps/east-is-red.svg"),
        ("POST", "/api/tables"),
        ("POST", "/nowhere"),
        ("PUT", "/api/tables"),
    ],
)
def test_headers_of_every_answer(address: str, method: str, path: str) -> None:
    with http(address) as client:
        answer = client.request(method, path)
    for name, value in HEADERS.items():
        assert answer.headers.get_list(name) == [value], (answer.status_code, name)
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "script-src" not in policy
    assert "unsafe-eval" not in policy and "frame-ancestors 'none'" in policy
    # No other machine is spoken to, by whatever protocol.
    assert "connect-src 'self';" in policy and "ws:" not in policy and "*" not in policy


def test_nothing_of_a_seat_is_kept(address: str) -> None:
    """Not by browsers, and not by proxies on the way."""
    secret = hot_seat(address)
    with http(address) as client:
        path = f"/api/seats/{secret}"
        answers = [
            client.get(path),
            client.get(f"{path}/wait?after=-1"),
            client.get(f"{path}/record"),
            client.get(f"{path}/position"),
            client.post(path, json={"type": "undo"}),
            client.post(f"{path}/what-if"),
            client.post(f"{path}/spectator"),
            client.get("/api/seats/wrong"),
            client.post("/api/tables", json=GOOD),
        ]
        assert [a.headers.get_list("cache-control") for a in answers] == [["no-store"]] * 9
        # What is the same for all may be kept, as it says.
        for path in ("/", "/maps/east-is-red.svg"):
            assert client.get(path).headers.get_list("cache-control") == ["no-cache"]


def test_bodies_are_called_what_they_are(address: str) -> None:
    """A page of another site can send text, forms and files without asking, and no JSON."""
    links = new_table(address)
    path = f"/api/seats/{links['seats']['Soviet']}"
    choice = json.dumps({"type": "choose", "number": 0, "verb": "recommended"})
    wrong = ("text/plain", "application/x-www-form-urlencoded", "", "application/jsonp")
    with http(address) as client:
        for kind in (*wrong, "multipart/form-data; boundary=x", "text/plain; application/json"):
            headers = {"content-type": kind}
            for where in (path, "/api/tables", "/api/tables/import", "/api/lessons"):
                answer = client.post(where, content=choice, headers=headers)
                assert answer.status_code == 415 and "application/json" in answer.json()["error"]
            parts = client.post(path, content=iter([choice.encode()]), headers=headers)
            assert parts.status_code == 415
            deleted = client.request("DELETE", f"{path}/what-if", content="x", headers=headers)
            assert deleted.status_code == 415
        assert client.get(path).json()["version"] == 0
        for kind in ("application/json", "Application/JSON; charset=utf-8"):
            answer = client.post(path, content=choice, headers={"content-type": kind})
            assert answer.status_code == 200
        assert client.get(path).json()["version"] == 1
        # Where there is nothing to call, nothing has to be called anything.
        bare = client.build_request("POST", f"{path}/what-if")
        del bare.headers["content-type"]
        assert client.send(bare).status_code == 201


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("", {"type": "choose", "number": "0", "verb": "recommended"}),
        ("", {"type": "choose", "number": 0.0, "verb": "recommended"}),
        ("", {"type": "choose", "number": True, "verb": "recommended"}),
        ("", {"type": "undo", "to": "1"}),
        ("", {"type": "say", "text": "x", "private": "true"}),
        ("", {"type": "say", "text": "x", "private": 1}),
        ("", {"type": "seen", "moves": "0"}),
        ("", {"type": "query", "id": "1", "kind": "luck"}),
        ("/api/tables", {**GOOD, "teaching": "true"}),
        ("/api/tables", {**GOOD, "teaching": 1}),
        ("/api/tables", {**GOOD, "options": "null"}),
    ],
)
def test_bodies_are_read_to_the_letter(address: str, path: str, body: Json) -> None:
    """As strictly as over the WebSocket: a text is no number and no yes."""
    secret = hot_seat(address)
    with http(address) as client:
        answer = client.post(path or f"/api/seats/{secret}", json=body)
        assert answer.status_code == 400 and "Expected" in answer.json()["error"]
    if not path:
        with Live(address, secret) as live:
            live.send_text(json.dumps(body))
            refused = live.receive()
            assert refused["type"] == "refused" and "Expected" in refused["reason"]
            assert live.state["version"] == 0


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/../../cli.py",
        "/assets/../../app.py",
        "/%2e%2e/app.py",
        "/%2e%2e%2fapp.py",
        "/..%5capp.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00.png",
        "/.",
        "/..",
    ],
)
def test_no_way_out_of_the_clients_files(address: str, path: str) -> None:
    """Sent as it is: a well-behaved client would tidy the path up first."""
    host = urlsplit(address).netloc
    with socket.create_connection(("127.0.0.1", urlsplit(address).port or 0), 10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while part := line.recv(65536):
            answer += part
    status = int(answer.split()[1])
    # At most the client's first page, which finds its way from the address.
    assert status in (400, 404) or b"<!doctype html>" in answer.lower(), answer[:200]
    assert b"import annotations" not in answer and b"root:" not in answer


# Secrets


def test_secrets_are_long_and_random() -> None:
    found = [new_secret("table").partition(".")[2] for _ in range(2000)]
    assert len(set(found)) == 2000
    # 32 bytes: 43 letters of 64 kinds, every one of which turns up everywhere.
    assert {len(secret) for secret in found} == {43}
    for place in range(42):
        assert len({secret[place] for secret in found}) == 64


# Too slow


def test_a_body_that_does_not_come(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stavka.server.guard.BODY_SECONDS", 0.5)
    host = urlsplit(address)
    with socket.create_connection((host.hostname or "", host.port or 0), 10) as line:
        head = f"POST /api/tables HTTP/1.1\r\nHost: {host.netloc}\r\nContent-Length: 500\r\n\r\n{{"
        line.sendall(head.encode())
        # Meanwhile nobody else waits.
        assert get(address, "/api/titles")
        line.settimeout(PATIENCE)
        answer = line.recv(65536)
        assert not answer or int(answer.split()[1]) >= 400


def test_slow_letters_do_not_keep_anybody_waiting(address: str) -> None:
    """Halves of requests and of messages, and nobody who goes on to send them."""
    secret = new_table(address)["seats"]["Soviet"]
    host = urlsplit(address)
    lines = [socket.create_connection((host.hostname or "", host.port or 0), 10) for _ in range(50)]
    for line in lines[:25]:
        line.sendall(b"GET /api/titles HT")
    for line in lines[25:]:
        line.sendall(
            f"GET /ws/{table_of(secret)} HTTP/1.1\r\nHost: {host.netloc}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        # The beginning of a frame of 100 bytes.
        line.sendall(b"\x81\xe4\x00\x00\x00\x00{")
    # They are not waited for: they would never end.
    other = new_table(address)["seats"]["Soviet"]
    with Live(address, other) as live:
        live.choose("recommended")
    for line in lines:
        line.close()


# Too strange


def test_frames_that_are_no_text(address: str) -> None:
    secret = new_table(address)["seats"]["Soviet"]
    with Live(address, secret) as live:
        for data in (b"", b"\xff\xfe", b'{"type": "undo"}', bytes(range(256))):
            live.send_text(data)
            assert "text" in live.receive()["reason"]
        # Many small frames make one message.
        live._socket.send(iter(['{"type": "ch', 'oose", "number": 0,', ' "verb": "recommended"}']))
        assert live.receive()["type"] == "state"
    with Live(address, secret) as live, pytest.raises(ConnectionClosed):
        live._socket.send(iter(["x" * 1000] * 200))
        live.receive()
    # Text that is not UTF-8 ends the line, as the protocol of WebSockets wants.
    with Live(address, secret) as live, pytest.raises(ConnectionClosed):
        live._socket.send(b"\xff\xfe{", text=True)
        live.receive()
    assert get(address, f"/api/seats/{secret}")["version"] == 1


DEEP = ("[" * 5000, '{"a":' * 3000, "[" * 3000 + "]" * 3000, '{"type": ' + "[" * 4000)


@pytest.mark.parametrize("text", DEEP, ids=["open", "objects", "closed", "within"])
def test_deep_nesting(address: str, text: str) -> None:
    secret = new_table(address)["seats"]["Soviet"]
    with Live(address, secret) as live:
        live.send_text(text)
        assert live.receive()["type"] == "refused"
    with http(address) as client:
        for path in (f"/api/seats/{secret}", "/api/tables", "/api/tables/import"):
            assert client.post(path, content=text).status_code == 400
        # Nested in what an import brings: a record is JSON too.
        record = {"text": text, "players": GOOD["players"]}
        assert client.post("/api/tables/import", json=record).status_code == 400


def test_bodies_that_are_not_utf_8(address: str) -> None:
    secret = new_table(address)["seats"]["Soviet"]
    with http(address) as client:
        for path in (f"/api/seats/{secret}", "/api/tables", "/api/tables/import"):
            for body in (b"\xff\xfe\x00", b'{"type": "\xc3\x28"}', b'{"title": "\xed\xa0\x80"}'):
                assert client.post(path, content=body).status_code == 400, (path, body)
        assert client.get("/api/seats/%ff%fe").status_code == 404
        assert client.get("/api/rules/east-is-red/%ff").status_code == 404
        assert client.get(f"/api/seats/{secret}/wait?after=one").status_code == 400


# Too often


def elsewhere(address: str, client: str) -> httpx.Client:
    """A client at another address: a proxy on this machine is believed when it tells so."""
    found = http(address)
    found.headers["x-forwarded-for"] = client
    return found


def test_tables_for_one_address(strict: str) -> None:
    with elsewhere(strict, "203.0.113.7") as client, elsewhere(strict, "203.0.113.8") as other:
        most = limits.TABLES_PER_MINUTE
        answers = [client.post("/api/tables", json=GOOD) for _ in range(most)]
        assert [a.status_code for a in answers] == [201] * most
        refused = client.post("/api/tables", json=GOOD)
        assert refused.status_code == 429 and "wait a minute" in refused.json()["error"]
        assert other.post("/api/tables", json=GOOD).status_code == 201
        # Who plays already plays on.
        secret = answers[0].json()["spectator"]
        assert client.get(f"/api/seats/{secret}").status_code == 200
    # This machine itself has no such limit.
    for _ in range(most + 1):
        new_table(strict)


def test_imports_for_one_address(strict: str) -> None:
    game = {"text": GOOD_POSITION, "players": GOOD["players"]}
    with elsewhere(strict, "2001:db8::1") as client, elsewhere(strict, "2001:db8::2") as same:
        most, begun = limits.IMPORTS_PER_MINUTE, time.monotonic()
        statuses = [client.post("/api/tables/import", json=game).status_code for _ in range(most)]
        assert statuses == [201] * most
        # All addresses of one network of the sixth version are one.
        statuses = [same.post("/api/tables/import", json=game).status_code for _ in range(most)]
        come_back = (time.monotonic() - begun) * most / 60
        assert 429 in statuses and statuses.count(201) <= come_back


def test_lines_for_one_address(strict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = limits.Lines(2)
    with lines.hold("203.0.113.9") as one, lines.hold("203.0.113.9") as two:
        assert one and two
        with lines.hold("203.0.113.9") as three, lines.hold("203.0.113.10") as other:
            assert not three and other
        with lines.hold("127.0.0.1") as own, lines.hold("127.0.0.1"), lines.hold("::1") as again:
            assert own and again
    with lines.hold("203.0.113.9") as free:
        assert free
    monkeypatch.setattr(limits.Lines, "hold", lambda *_: nullcontext(False))
    secret = new_table(strict)["spectator"]
    assert from_site(strict, secret) == 429
    assert "lines" in get(strict, f"/api/seats/{secret}/wait?after=0", 429)["error"]


def test_rested_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "REMEMBERED", 3)
    now = [1000.0]
    # Another clock for this module alone: with the clock of all, servers in other threads would
    # sleep until the end of a day.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    allowance = limits.AddressAllowance(2)
    for last in range(3):
        assert allowance.take(f"203.0.113.{last}")
    assert allowance.take("203.0.113.2") and not allowance.take("203.0.113.2")
    now[0] += 40
    assert allowance.take("203.0.113.9")
    assert set(allowance._known) == {"203.0.113.2", "203.0.113.9"}
    now[0] += 20
    assert allowance.take("203.0.113.2")


def test_a_crowd_of_addresses_is_looked_through_once_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each of them would else make the server look at all others."""
    monkeypatch.setattr(limits, "REMEMBERED", 3)
    now = [1000.0]
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now[0]))
    allowance, pace = limits.AddressAllowance(1), limits.Pace(1.0, 0.0)
    before = []
    for last in range(20):
        allowance.take(f"203.0.113.{last}")
        pace.wait(f"203.0.113.{last}", 5.0)
        before.append((allowance._known, pace._until))
        now[0] += 0.15
    # Once when there are too many, and then once a second: in 2.4 seconds three times.
    assert [len({id(one[place]) for one in before}) for place in (0, 1)] == [4, 4]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("::ffff:127.0.0.1", ""),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"),
        ("somebody", "somebody"),
    ],
)
def test_what_counts_as_one_address(address: str, counted: str) -> None:
    assert limits.network(address) == counted
