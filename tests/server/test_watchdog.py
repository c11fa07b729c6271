"""Signs of life: to systemd, and on every line to a screen."""

from __future__ import annotations

import base64
import secrets
import socket
from pathlib import Path

import pytest

from stavka.server import connections

from .running import PATIENCE, Process, server

EVERY = 0.05


@pytest.mark.parametrize("abstract", [False, True])
def test_a_process_that_stands_still_gives_no_sign(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abstract: bool
) -> None:
    name = f"@stavka-{secrets.token_hex(8)}" if abstract else str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", name)
    monkeypatch.setenv("WATCHDOG_USEC", str(int(4 * EVERY * 1_000_000)))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(name.replace("@", "\0"))
        systemd.settimeout(PATIENCE)
        process = Process(tmp_path / "stavka.db")
        try:
            assert systemd.recv(100) == b"READY=1\nWATCHDOG=1"
            assert systemd.recv(100)
            process.freeze()
            # What was on its way has come.
            systemd.settimeout(20 * EVERY)
            with pytest.raises(TimeoutError):
                while True:
                    systemd.recv(100)
            systemd.settimeout(PATIENCE)
            process.thaw()
            assert systemd.recv(100)
        finally:
            process.thaw()
            process.kill()


def test_without_anybody_to_tell_it_tells_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nobody suffers for a name that leads nowhere."""
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nowhere"))
    with server(tmp_path):
        pass
    monkeypatch.delenv("NOTIFY_SOCKET")
    with server(tmp_path):
        pass


def test_every_screen_is_sent_signs_of_life(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also before anybody has said who he is, and with nothing to tell."""
    monkeypatch.setattr(connections, "HEARTBEAT_SECONDS", EVERY)
    host, port = address.removeprefix("http://").split(":")
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        asked = (
            *("GET /ws/0123456789abcdef HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket"),
            *("Connection: Upgrade", f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"),
        )
        line.sendall("".join(f"{words}\r\n" for words in (*asked, "")).encode())
        heard = b""
        while heard.count(b"\x8a\x00") < 3:
            more = line.recv(1000)
            assert more, "the line has ended"
            heard += more
    assert heard.startswith(b"HTTP/1.1 101")
