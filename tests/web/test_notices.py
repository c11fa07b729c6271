"""How somebody is told elsewhere that it is his turn, set in the lobby; and where notices lead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from stavka.server.mail import mail_server
from stavka.server.notices import Sending
from stavka.server.seating import seat_key
from stavka.server.sqlite import SqliteStorage

from ..server.client import new_table
from ..server.receivers import MailReceiver, WebReceiver, receiving, text_of
from ..server.running import server
from .seat import PATIENCE


class House:
    """A server that sends notices, and a browser with an account there."""

    def __init__(self, address: str, storage: SqliteStorage, page: Page) -> None:
        self.address, self.storage, self.page = address, storage, page
        self.account, secret = storage.accounts.add("Ann", "laptop")
        page.goto(address)
        page.evaluate("secret => localStorage.setItem('stavka.account', secret)", secret)

    def lobby(self) -> None:
        self.page.goto(f"{self.address}/#")
        self.page.reload()


@pytest.fixture
def web() -> Iterator[WebReceiver]:
    with receiving(WebReceiver()) as found:
        yield found


@pytest.fixture
def mails() -> Iterator[MailReceiver]:
    with receiving(MailReceiver()) as found:
        yield found


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["desktop", "phone"])
def house(
    request: pytest.FixtureRequest, browser: Browser, tmp_path: Path, mails: MailReceiver
) -> Iterator[House]:
    storage = SqliteStorage(tmp_path / "stavka.db")
    sending = Sending("", mail_server(mails.address, "games@example.org"), nearby=True)
    width, height = request.param
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    problems: list[str] = []
    # What the server refuses is an error for the console, and here what is tested.
    page.on("pageerror", lambda error: problems.append(str(error)))
    with server(tmp_path, storage=storage, sending=sending) as address:
        yield House(address, storage, page)
        context.close()
    assert not problems


def test_channels_and_quiet_hours_are_set_in_the_lobby(
    house: House, web: WebReceiver, mails: MailReceiver
) -> None:
    house.lobby()
    panel = house.page.locator(".notices")
    panel.locator("summary").click()
    panel.get_by_label("Webhook").fill(f"{web.address}/hook")
    panel.get_by_role("button", name="Add").first.click()
    panel.get_by_role("button", name="Try it").click()
    expect(panel.get_by_role("status")).to_have_text("A trial is on its way.")
    assert "trial" in web.next()[1]["content"]
    panel.get_by_label("Mail address").fill("ann@example.org")
    panel.get_by_role("button", name="Add").click()
    code = text_of(mails.next()).partition(" is ")[2].partition(".")[0]
    panel.get_by_label("The code from the mail").fill(code)
    panel.get_by_role("button", name="Confirm").click()
    expect(panel.get_by_role("status")).to_have_text("The address is confirmed.")
    panel.get_by_label("No notices from").fill("22:00")
    panel.get_by_label("to", exact=True).fill("07:00")
    panel.get_by_role("button", name="Keep").click()
    expect(panel.get_by_role("status")).to_have_text("Kept.")
    rest = house.storage.channels.rest(house.account.id)
    assert (rest.start, rest.end, rest.away) == ("22:00", "07:00", "")
    wide = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    assert house.page.evaluate(wide)
    panel.get_by_role("button", name="Remove").first.click()
    expect(panel.locator(".channel")).to_have_count(1)


def test_what_is_wrong_with_an_address_is_told(house: House) -> None:
    house.lobby()
    panel = house.page.locator(".notices")
    panel.locator("summary").click()
    panel.get_by_label("Webhook").fill("ftp://example.org/")
    panel.get_by_role("button", name="Add").first.click()
    expect(panel.get_by_role("alert")).to_contain_text("https://")


def test_whoever_has_no_account_is_asked_nothing(house: House) -> None:
    house.page.evaluate("localStorage.removeItem('stavka.account')")
    house.lobby()
    house.page.wait_for_selector(".choice")
    expect(house.page.locator(".notices")).to_have_count(0)


def test_a_notice_leads_to_the_seat_of_the_account(house: House) -> None:
    links = new_table(house.address)
    assert house.storage.accounts.adopt(house.account.id, seat_key(links["seats"]["Soviet"]))
    house.page.goto(f"{house.address}/#table/{links['table']}")
    expect(house.page.locator("stavka-table")).to_be_visible()
    assert house.page.evaluate("location.hash").startswith(f"#seat/{links['table']}.")


def test_a_table_at_which_one_has_no_seat_is_not_shown(house: House) -> None:
    links = new_table(house.address)
    house.page.goto(f"{house.address}/#table/{links['table']}")
    expect(house.page.get_by_role("alert")).to_contain_text("no seat at that table")


def test_a_link_ends_the_mails(house: House) -> None:
    channel, code = house.storage.channels.offer(house.account.id, "mail", "ann@example.org")
    assert house.storage.channels.confirm(house.account.id, code)
    house.page.evaluate("localStorage.removeItem('stavka.account')")
    house.page.goto(f"{house.address}/#stop/{channel.stop}")
    house.page.get_by_role("button", name="Send me no more").click()
    expect(house.page.get_by_role("status")).to_contain_text("No more mails")
    assert house.storage.channels.of(house.account.id) == []
