"""Where notices may go on the web, and where not."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from stavka.server import posting, webhook
from stavka.server.problems import CannotSend

from .receivers import WebReceiver, receiving


@pytest.fixture
def web() -> Iterator[WebReceiver]:
    with receiving(WebReceiver()) as found:
        yield found


def test_what_is_sent_is_what_discord_takes(web: WebReceiver) -> None:
    webhook.send(f"{web.address}/hook?a=1", "Tuesday ä", nearby=True)
    assert web.next() == ("/hook?a=1", {"content": "Tuesday ä"})


@pytest.mark.parametrize("status", [301, 302, 307, 308, 404, 429, 500])
def test_no_redirect_is_followed_and_no_failure_overlooked(web: WebReceiver, status: int) -> None:
    web.statuses = [status]
    with pytest.raises(CannotSend, match=f"status {status}"):
        webhook.send(f"{web.address}/hook", "x", nearby=True)
    assert web.next()[0] == "/hook"
    assert web.bodies.empty()


@pytest.mark.parametrize(
    "digits",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.5", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "240.0.0.1"),
        *("::1", "::", "fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:10.0.0.1"),
        *("64:ff9b::a00:1", "2002:a00:1::", "2001::1"),
    ],
)
def test_addresses_that_are_not_everybodys_are_told_apart(digits: str) -> None:
    assert not posting.is_public(digits)


def test_everybodys_addresses_are_let_through() -> None:
    assert posting.is_public("8.8.8.8") and posting.is_public("2606:4700:4700::1111")


def test_nothing_goes_to_a_private_address_unless_the_host_allows_it(web: WebReceiver) -> None:
    port = web.server_port
    for name in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"):
        with pytest.raises(CannotSend):
            webhook.send(f"https://{name}:{port}/hook", "x")
    assert web.bodies.empty()


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/", "ftp://example.org/", "//example.org/", "example.org", ""),
        *("https://", "https://user@example.org/", "https://u:p@example.org/"),
        *("https://example.org:99999/", "https://[::1/", "https://example.org/ä"),
        *(
            "https://example.org/a b",
            "https://example.org/\r\nHost: x",
            "https://e.org/" + "a" * 1000,
        ),
    ],
)
def test_other_addresses_are_refused(address: str) -> None:
    with pytest.raises(CannotSend):
        posting.target_of(address)


def test_whoever_never_comes_to_an_end_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """A letter at a time, each in time: the steps alone would take for ever."""
    monkeypatch.setattr(posting, "ALL_SECONDS", 0.2)
    left = threading.Event()

    def drip(listening: socket.socket) -> None:
        line, _ = listening.accept()
        with line:
            try:
                while not left.wait(0.02):
                    line.sendall(b"H")
            except OSError:
                left.set()

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=drip, args=(listening,))
        thread.start()
        with pytest.raises(CannotSend, match="does not answer as it should"):
            webhook.send(f"http://127.0.0.1:{listening.getsockname()[1]}/", "x", nearby=True)
        left.set()
        thread.join()


def test_where_nobody_listens_nothing_arrives() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(CannotSend, match="does not answer"):
        webhook.send(f"http://127.0.0.1:{port}/", "x", nearby=True)
