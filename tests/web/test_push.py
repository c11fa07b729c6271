"""Notices on devices, set in the lobby of a real browser, and shown by its worker.

No push service can be reached from here: a receiver on this machine takes its place, to which the
browser says that it has subscribed. What arrives there is handed to the worker as a push service
would. A browser without windows shows no notices either: what it would show is written down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from stavka.server.notices import Sending
from stavka.server.seating import seat_key
from stavka.server.sqlite import SqliteStorage

from ..server import receivers
from ..server.client import http, new_table
from ..server.receivers import PushReceiver, receiving
from ..server.running import server
from ..server.test_notices import pass_on, wait_for
from .seat import PATIENCE

# What a browser with a push service says, which keeps its subscription until it ends it.
SUBSCRIBED = """([endpoint, p256dh, auth]) => {
  const bytes = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const subscription = {
    endpoint,
    getKey: (name) => bytes(name === "auth" ? auth : p256dh).buffer,
    unsubscribe: async () => !localStorage.removeItem("subscribed"),
  };
  PushManager.prototype.getSubscription = async () =>
    localStorage.getItem("subscribed") ? subscription : null;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    localStorage.setItem("subscribed", `${userVisibleOnly} ${applicationServerKey}`);
    return subscription;
  };
}"""


# Without windows a browser says that notices are forbidden, whatever it was told.
GRANTED = "Object.defineProperty(Notification, 'permission', { get: () => 'granted' })"
WRITTEN_DOWN = """() => {
  self.shown = [];
  ServiceWorkerRegistration.prototype.showNotification = async (title, looks) =>
    void self.shown.push({ title, ...looks });
}"""


class House:
    """A server that sends notices to devices, and a browser with an account there."""

    def __init__(self, address: str, storage: SqliteStorage, page: Page) -> None:
        self.address, self.storage, self.page = address, storage, page
        page.add_init_script(GRANTED)
        self.account, self.secret = storage.accounts.add("Ann", "Chrome on Linux")
        page.goto(address)
        page.evaluate("secret => localStorage.setItem('stavka.account', secret)", self.secret)

    def settings(self) -> Any:
        self.page.goto(f"{self.address}/#")
        self.page.reload()
        panel = self.page.locator(".notices")
        expect(panel.locator("summary")).to_be_visible()
        if panel.locator("details").get_attribute("open") is None:
            panel.locator("summary").click()
        return panel

    def subscribes(self, service: PushReceiver) -> receivers.Browser:
        """From now on the browser reaches a push service."""
        keys = receivers.Browser()
        told = [f"{service.address}/device", keys.p256dh, keys.auth]
        self.page.add_init_script(f"({SUBSCRIBED})({json.dumps(told)})")
        return keys


@pytest.fixture
def service() -> Iterator[PushReceiver]:
    with receiving(PushReceiver()) as found:
        yield found


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["desktop", "phone"])
def house(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[House]:
    storage = SqliteStorage(tmp_path / "stavka.db")
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    with server(tmp_path, storage=storage, sending=Sending(nearby=True, push=True)) as address:
        context.grant_permissions(["notifications"], origin=address)
        yield House(address, storage, page)
        context.close()
    assert not problems


class Worker:
    """The worker of a site, as a push service and whoever clicks reach it."""

    def __init__(self, page: Page, address: str) -> None:
        self._address = address
        (self._worker,) = page.context.service_workers
        self._worker.evaluate(WRITTEN_DOWN)
        self._line = page.context.new_cdp_session(page)
        found: list[str] = []
        self._line.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: found.extend(one["registrationId"] for one in told["registrations"]),
        )
        self._line.send("ServiceWorker.enable")

        def arrived() -> bool:
            # While it waits, the page hears what the browser tells.
            page.wait_for_timeout(20)
            return bool(found)

        wait_for(arrived)
        self._id = found[-1]

    def deliver(self, text: str) -> None:
        told = {"origin": self._address, "registrationId": self._id, "data": text}
        self._line.send("ServiceWorker.deliverPushMessage", told)

    def shown(self) -> list[dict[str, str]]:
        found: list[dict[str, str]] = self._worker.evaluate("() => self.shown")
        return found


def test_a_device_is_told_tried_and_taken_off(house: House, service: PushReceiver) -> None:
    keys = house.subscribes(service)
    panel = house.settings()
    panel.get_by_role("button", name="Tell me on this device").click()
    expect(panel.get_by_role("status")).to_have_text("This device will tell you.")
    expect(panel.locator("li")).to_have_text("Chrome on Linux this one Remove Chrome on Linux")
    subscribed = house.page.evaluate("localStorage.getItem('subscribed')")
    with http(house.address) as client:
        headers = {"stavka-account": house.secret}
        key = client.get("/api/account/contact", headers=headers).json()["push_key"]
    assert subscribed == f"true {key}"
    panel.get_by_role("button", name="Try it").click()
    expect(panel.get_by_role("status")).to_have_text("A trial is on its way.")
    assert keys.opened(service.next().body)["title"] == "A trial from Stavka"
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert house.page.evaluate(wide)
    # It is known again, and can be taken off.
    panel = house.settings()
    expect(panel.get_by_role("button", name="Tell me on this device")).to_have_count(0)
    panel.get_by_role("button", name="Remove Chrome on Linux").click()
    expect(panel.locator("li")).to_have_count(0)
    wait_for(lambda: house.page.evaluate("localStorage.getItem('subscribed')") is None)
    assert house.storage.pushes.of(house.account.id) == []


def test_what_is_sent_is_shown_and_leads_to_the_table(house: House, service: PushReceiver) -> None:
    keys = house.subscribes(service)
    links = new_table(house.address)
    assert house.storage.accounts.adopt(house.account.id, seat_key(links["seats"]["Chinese"]))
    panel = house.settings()
    panel.get_by_role("button", name="Tell me on this device").click()
    expect(panel.get_by_role("status")).to_have_text("This device will tell you.")
    pass_on(house.address, links["seats"]["Soviet"])
    worker = Worker(house.page, house.address)
    worker.deliver(json.dumps(keys.opened(service.next().body)))
    wait_for(worker.shown)
    (shown,) = worker.shown()
    assert shown["title"] == "The East Is Red: it is your turn"
    assert shown["data"] == f"{house.address}/#table/{links['table']}"
    assert house.secret not in str(shown)
    house.page.goto(shown["data"])
    expect(house.page.locator("stavka-table")).to_be_visible()


def test_a_browser_that_reaches_no_push_service_says_so(house: House) -> None:
    panel = house.settings()
    panel.get_by_role("button", name="Tell me on this device").click()
    expect(panel.get_by_role("alert")).to_contain_text("push service")
    expect(panel.locator("li")).to_have_count(0)


def test_a_browser_that_was_taken_off_elsewhere_ends_its_subscription(
    house: House, service: PushReceiver
) -> None:
    house.subscribes(service)
    panel = house.settings()
    panel.get_by_role("button", name="Tell me on this device").click()
    expect(panel.locator("li")).to_have_count(1)
    house.storage.channels.close(house.account.id, "push")
    panel = house.settings()
    expect(panel.get_by_role("button", name="Tell me on this device")).to_be_visible()
    wait_for(lambda: house.page.evaluate("localStorage.getItem('subscribed')") is None)


def test_a_device_that_has_left_is_not_listed_after_a_trial(
    house: House, service: PushReceiver
) -> None:
    house.subscribes(service)
    panel = house.settings()
    panel.get_by_role("button", name="Tell me on this device").click()
    expect(panel.locator("li")).to_have_count(1)
    service.statuses["/device"] = [410]
    panel.get_by_role("button", name="Try it").click()
    expect(panel.get_by_role("alert")).to_contain_text("no device takes notices any more")
    expect(panel.locator("li")).to_have_count(0)


def test_where_the_browser_cannot_the_reason_is_told(house: House) -> None:
    house.page.add_init_script("delete window.PushManager")
    panel = house.settings()
    expect(panel.get_by_text("This browser shows no notices from here")).to_be_visible()
    expect(panel.get_by_role("button", name="Tell me on this device")).to_have_count(0)


def test_the_worker_is_looked_at_again_and_is_no_other_site_s(house: House) -> None:
    answer = house.page.request.get(f"{house.address}/push.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
