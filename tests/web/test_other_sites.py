"""A browser shows a page of another site, which knows a secret of a server on this machine."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..server.client import get, hot_seat, new_table, table_of
from ..server.running import Process
from ..server.test_data import changed

TRY_SOCKET = """([url, secret]) => new Promise((done) => {
  const socket = new WebSocket(url);
  socket.onopen = () => socket.send(JSON.stringify({ type: "enter", secret, browser: "" }));
  socket.onmessage = (event) => done(event.data);
  socket.onclose = () => done("closed");
})"""
TRY_POST = """([url, secret, body]) => fetch(url, {
  method: "POST",
  headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
  body,
}).then((answer) => answer.type, () => "unreadable")"""
TRY_READ = """([url, secret]) => fetch(url, { headers: { authorization: `Bearer ${secret}` } })
  .then((answer) => answer.text(), () => "unreadable")"""


# What keeps a page of ours from connecting to somewhere, or what it heard there.
TRY_ELSEWHERE = """(url) => new Promise((done) => {
  document.addEventListener("securitypolicyviolation", (event) => done(event.effectiveDirective));
  const socket = new WebSocket(url);
  socket.onmessage = (event) => done(event.data);
  socket.onclose = () => setTimeout(() => done("closed"), 500);
})"""


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
    seat = f"{here}/api/tables/{table_of(secret)}"
    socket = f"{here.replace('http', 'ws')}/ws/{table_of(secret)}"
    choice = '{"type": "choose", "number": 0, "verb": "recommended"}'
    page = browser.new_context().new_page()
    page.goto(other_site)
    assert page.evaluate(TRY_SOCKET, [socket, secret]) == "closed"
    assert page.evaluate(TRY_POST, [seat, secret, choice]) == "unreadable"
    assert page.evaluate(TRY_READ, [seat, secret]) == "unreadable"
    page.context.close()
    assert get(here, f"/api/seats/{secret}")["version"] == 0
    # The same from our own page does play.
    page = browser.new_context().new_page()
    page.goto(address)
    assert "presentation" in page.evaluate(TRY_SOCKET, [socket, secret])
    assert page.evaluate(TRY_POST, [seat, secret, choice]) == "basic"
    page.context.close()
    assert get(here, f"/api/seats/{secret}")["version"] == 1


def test_a_table_with_other_data_says_so(browser: Browser, tmp_path: Path) -> None:
    data = changed(tmp_path / "own", "counters.csv", "Tank Corps", "Guards Tank Corps")
    process = Process(tmp_path / "stavka.db", "--data", str(data))
    secret = hot_seat(process.address)
    process.kill()
    process = Process(tmp_path / "stavka.db")
    try:
        page = browser.new_context().new_page()
        page.goto(f"{process.address}/#seat/{secret}")
        expect(page.locator(".proposal")).to_contain_text("with the --data folder")
        page.locator(".cover button").click()
        page.get_by_role("button", name="Agree").click()
        expect(page.locator(".proposal")).to_have_count(0)
        expect(page.locator(".log")).to_contain_text("From here on the game is played with version")
        page.context.close()
    finally:
        process.kill()


def test_our_page_connects_to_nobody_else(browser: Browser, address: str, other_site: str) -> None:
    """Whatever somebody has got into it: it can tell what it sees to no other machine."""
    here = address.rstrip("/")
    secret = new_table(here)["seats"]["Soviet"]
    page = browser.new_context().new_page()
    page.goto(address)
    there = f"{here.replace('http', 'ws')}/ws/{table_of(secret)}"
    own = page.evaluate(TRY_SOCKET, [there, secret])
    assert '"type":"state"' in own
    for elsewhere in (other_site, other_site.replace("127.0.0.1", "localhost")):
        socket = elsewhere.replace("http", "ws")
        assert page.evaluate(TRY_ELSEWHERE, socket) == "connect-src"
    page.context.close()
