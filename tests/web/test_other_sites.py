"""A browser shows a page of another site, which knows a secret of a server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..server.client import get, new_table
from ..server.running import Process
from ..server.test_data import changed

TRY_SOCKET = """(url) => new Promise((done) => {
  const socket = new WebSocket(url);
  socket.onmessage = (event) => done(event.data);
  socket.onclose = () => done("closed");
})"""
TRY_POST = """([url, body]) => fetch(url, { method: "POST", mode: "no-cors", body })
  .then((answer) => answer.type, () => "unreadable")"""
TRY_READ = "(url) => fetch(url).then((answer) => answer.text(), () => 'unreadable')"


class Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<!doctype html><p>Come and play")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def other_site() -> Iterator[str]:
    """Not even another port of this machine is the same site."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as site:
        thread = threading.Thread(target=site.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}/"
        site.shutdown()
        thread.join()


def test_another_site_can_neither_act_nor_read(
    browser: Browser, address: str, other_site: str
) -> None:
    here = address.rstrip("/")
    secret = new_table(here)["seats"]["Soviet"]
    socket = f"{here.replace('http', 'ws')}/ws/{secret}"
    choice = '{"type": "choose", "number": 0, "verb": "recommended"}'
    page = browser.new_context().new_page()
    page.goto(other_site)
    assert page.evaluate(TRY_SOCKET, socket) == "closed"
    assert page.evaluate(TRY_POST, [f"{here}/api/seats/{secret}", choice]) == "unreadable"
    assert page.evaluate(TRY_READ, f"{here}/api/seats/{secret}") == "unreadable"
    page.context.close()
    assert get(here, f"/api/seats/{secret}")["version"] == 0
    # The same from our own page does play.
    page = browser.new_context().new_page()
    page.goto(address)
    assert "presentation" in page.evaluate(TRY_SOCKET, socket)
    assert page.evaluate(TRY_POST, [f"{here}/api/seats/{secret}", choice]) == "basic"
    page.context.close()
    assert get(here, f"/api/seats/{secret}")["version"] == 1


def test_a_table_with_other_data_says_so(browser: Browser, tmp_path: Path) -> None:
    data = changed(tmp_path / "own", "counters.csv", "Tank Corps", "Guards Tank Corps")
    process = Process(tmp_path / "stavka.db", "--data", str(data))
    secret = new_table(process.address)["hot_seat"]
    process.kill()
    process = Process(tmp_path / "stavka.db")
    try:
        page = browser.new_context().new_page()
        page.goto(f"{process.address}/#seat/{secret}")
        expect(page.get_by_role("heading")).to_have_text("This table cannot be shown")
        expect(page.locator("main")).to_contain_text("start it with the --data folder")
        page.context.close()
    finally:
        process.kill()
