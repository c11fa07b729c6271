"""The line to a server that is none, or leads elsewhere."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from stavka.guest.trouble import Trouble

from .company import guest_of


@contextmanager
def answering(status: int, headers: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """A server that answers everything alike; its address, and the secrets that it is sent."""
    heard: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.headers.get("Authorization", ""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(b"[]")

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", heard
        finally:
            server.shutdown()
            thread.join()


def test_a_secret_does_not_go_where_a_server_sends_it(tmp_path: Path) -> None:
    with (
        answering(200, {}) as (elsewhere, stolen),
        answering(302, {"Location": f"{elsewhere}/api"}) as (address, heard),
    ):
        with pytest.raises(Trouble, match="status 302"):
            guest_of(f"{address}/#seat/0123.secret", tmp_path).look()
        assert heard == ["Bearer 0123.secret"] and stolen == []


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({}, "is no Stavka server that this program can talk to"),
        ({"Stavka-Protocol": "3"}, "speaks protocol 3, and this is 2"),
        ({"Stavka-Protocol": "2"}, "server and program are of different versions"),
    ],
)
def test_another_server_is_told_in_a_sentence(
    headers: dict[str, str], words: str, tmp_path: Path
) -> None:
    with answering(200, headers) as (address, _):
        with pytest.raises(Trouble) as told:
            guest_of(f"{address}/#seat/0123.secret", tmp_path).look()
        assert words in str(told.value) and "secret" not in str(told.value)
