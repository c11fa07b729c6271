"""A browser shows a page of another site, which knows a secret of a server on this machine."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from ..server.client import get, new_table
from ..server.running import Process
from ..server.test_data import changed

# Not even another port of this machine is the same site.
OTHER = "http://localhost:9/"

TRY_SOCKET = """(url) => new Promise((done) => {
  const socket = new WebSocket(url);
  socket.onmessage = (event) => done(event.data);
  socket.onclose = () => done("closed");
})"""
TRY_POST = """([url, body]) => fetch(url, { method: "POST", mode: "no-cors", body })
  .then((answer) => answer.type, () => "unreadable")"""
TRY_READ = "(url) => fetch(url).then((answer) => answer.text(), () => 'unreadable')"


def open_page(browser: Browser, url: str, text: str) -> Page:
    page = browser.new_context().new_page()
    page.route(url, lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(url)
    return page


def test_another_site_can_neither_act_nor_read(browser: Browser, address: str) -> None:
    here = address.rstrip("/")
    secret = new_table(here)["seats"]["Soviet"]
    socket = f"{here.replace('http', 'ws')}/ws/{secret}"
    choice = '{"type": "choose", "number": 0, "verb": "recommended"}'
    page = open_page(browser, OTHER, "<p>Come and play")
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
