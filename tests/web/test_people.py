"""People who are known again: one account, several browsers, and what is kept of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from ..server.running import Process, sketch_maps
from .conftest import _watched
from .seat import Seat
from .test_pages import clean, lobby, screen

__all__ = ["screen"]


@pytest.fixture
def telephone(browser: Browser) -> Iterator[Page]:
    """Another device: a browser that shares nothing with the first."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    yield from _watched(context.new_page())
    context.close()


def known(page: Page, address: str, name: str = "Anna Berg") -> None:
    """Somebody makes an account in the lobby."""
    lobby(page, address)
    page.get_by_label("What others call you").fill(name)
    page.get_by_role("button", name="Make an account").click()
    expect(page.locator(".you .avatar")).to_be_visible()


def link_for_another(page: Page) -> str:
    page.get_by_role("button", name="Use on another device").click()
    expect(page.locator(".you .qr")).to_be_visible()
    return page.get_by_label("Link for Your other device", exact=True).input_value()


def joined(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Use this device").click()
    expect(page.locator(".you .avatar")).to_be_visible()


def unfold(page: Page, summary: str) -> None:
    page.locator(".you summary").filter(has_text=summary).click()


def secret_of(page: Page) -> str:
    found: str = page.evaluate("localStorage['stavka.account']")
    return found


def version(page: Page) -> int:
    return int(page.locator(".table").get_attribute("data-version") or -1)


def choose_something(page: Page) -> None:
    """Presses the first order, and sees that the game goes on."""
    before = version(page)
    button = page.locator(".orders button[data-verb]:not(.unit-card)").first
    button.evaluate("e => { const d = e.closest('details'); if (d) d.open = true; }")
    button.click()
    confirm = page.locator("[data-confirm]")
    if confirm.count():
        confirm.click()
    Seat(page, "").until("v => document.querySelector('.table').dataset.version > v", before)


def test_a_table_is_found_and_played_at_on_another_device(
    page: Page, telephone: Page, address: str
) -> None:
    # A seat from before there was an account comes along.
    Seat(page, address).start()
    known(page, address)
    expect(page.locator(".you .avatar")).to_have_text("AB")
    link = link_for_another(page)
    assert link.startswith(f"{address}#device/")
    joined(telephone, link)
    expect(telephone.get_by_label("What others call you").first).to_have_value("Anna Berg")
    table = telephone.locator(".saved li")
    expect(table).to_have_count(1)
    expect(table).to_contain_text("The East Is Red")
    table.locator("a").click()
    telephone.wait_for_selector(".orders")
    # Whoever looks over somebody's shoulder, or is sent the address, has no account by it.
    assert secret_of(telephone) not in telephone.url
    choose_something(telephone)
    page.locator(".saved li a").first.click()
    page.wait_for_selector(".orders")
    Seat(page, "").until(
        "v => document.querySelector('.table').dataset.version >= v", version(telephone)
    )
    # The telephone remembers the table, once.
    telephone.goto(address)
    expect(telephone.locator(".saved li")).to_have_count(1)
    expect(telephone.locator(".saved li")).to_contain_text("Soviet")


def test_the_seats_of_a_device_come_along_if_that_is_wanted(
    page: Page, telephone: Page, address: str
) -> None:
    known(page, address)
    Seat(telephone, address).start()
    telephone.goto(link_for_another(page))
    box = telephone.get_by_label("Bring along the seat that this browser has")
    expect(box).not_to_be_checked()
    box.check()
    clean(telephone, address)
    telephone.get_by_role("button", name="Use this device").click()
    expect(telephone.locator(".you .avatar")).to_be_visible()
    expect(telephone.locator(".saved li")).to_have_count(1)
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".saved li")).to_contain_text("The East Is Red")


def test_a_device_is_removed_from_another(page: Page, browser: Browser, address: str) -> None:
    # It is refused then, and its browser tells so: nobody watches its console.
    telephone = browser.new_page()
    known(page, address)
    Seat(page, address).start()
    lobby(page, address)
    joined(telephone, link_for_another(page))
    telephone.locator(".saved li a").click()
    telephone.wait_for_selector(".orders")
    page.get_by_role("button", name="Done").click()
    unfold(page, "2 devices")
    expect(page.locator(".devices li")).to_have_count(2)
    page.locator(".devices li").filter(has_text="last used").get_by_role("button").click()
    expect(page.locator(".you summary").filter(has_text="One device")).to_be_visible()
    expect(telephone.get_by_role("heading", name="No such table")).to_be_visible()
    telephone.close()


def test_a_code_is_typed_and_good_once(page: Page, telephone: Page, address: str) -> None:
    known(page, address)
    page.get_by_role("button", name="Use on another device").click()
    code = page.locator(".code b").first.inner_text()
    lobby(telephone, address)
    unfold(telephone, "I have a code")
    telephone.get_by_label("The code").fill(code.lower())
    telephone.get_by_role("button", name="Go on").click()
    telephone.get_by_role("button", name="Use this device").click()
    expect(telephone.locator(".you .avatar")).to_be_visible()
    # Whoever has an account keeps it.
    telephone.goto(f"{address}#device/{code}")
    expect(telephone.get_by_role("heading", name="This browser has an account")).to_be_visible()


def test_a_code_that_is_used_up(browser: Browser, address: str) -> None:
    # The browser tells of every refusal, so nobody watches its console here.
    page = browser.new_page()
    page.goto(f"{address}#device/AAAAA-AAAAA")
    page.get_by_role("button", name="Use this device").click()
    expect(page.get_by_role("alert")).to_contain_text("not good any more")
    page.close()


def test_another_name_is_told(page: Page, address: str) -> None:
    known(page, address)
    field = page.locator(".known input")
    field.fill("Zoë")
    field.press("Enter")
    expect(page.locator(".you .avatar")).to_have_text("Z")
    lobby(page, address)
    expect(field).to_have_value("Zoë")


def test_whoever_sits_at_a_table_has_initials(page: Page, address: str) -> None:
    known(page, address)
    Seat(page, address).start()
    seated = page.locator(".company li.own")
    expect(seated.locator(".avatar")).to_have_text("AB")
    expect(seated).to_contain_text("Anna Berg")
    clean(page, address)


def test_data_are_downloaded(page: Page, address: str) -> None:
    known(page, address)
    Seat(page, address).start()
    lobby(page, address)
    unfold(page, "Your data")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download my data").click()
    found = json.loads(Path(download.value.path()).read_text())
    assert found["account"]["name"] == "Anna Berg" and len(found["seats"]) == 1
    assert secret_of(page) not in json.dumps(found)


@pytest.mark.parametrize("leave", [True, False])
def test_data_are_deleted_when_somebody_is_sure(
    browser: Browser, address: str, leave: bool
) -> None:
    # A seat that is given back is a refusal that the browser tells of.
    page = browser.new_page()
    known(page, address)
    Seat(page, address).start()
    lobby(page, address)
    unfold(page, "Your data")
    page.get_by_role("button", name="Delete my data").click()
    page.get_by_role("button", name="No, keep").click()
    expect(page.locator(".you .avatar")).to_be_visible()
    page.get_by_role("button", name="Delete my data").click()
    page.locator("input[name=leave]").set_checked(leave)
    page.get_by_role("button", name="Yes, delete").click()
    expect(page.get_by_text("Your data are deleted.")).to_be_visible()
    expect(page.get_by_role("button", name="Make an account")).to_be_visible()
    assert secret_of(page) == ""
    if leave:
        expect(page.locator(".saved li")).to_have_count(0)
    else:
        page.locator(".saved li a").click()
        page.wait_for_selector(".orders")
        expect(page.locator(".company li.own .who")).to_have_text("You")
    page.close()


def test_the_pages_of_people_are_clean(screen: Page, address: str) -> None:
    lobby(screen, address)
    unfold(screen, "I have a code")
    clean(screen, address)
    known(screen, address)
    link = link_for_another(screen)
    unfold(screen, "One device")
    unfold(screen, "Your data")
    clean(screen, address)
    screen.get_by_role("button", name="Delete my data").click()
    clean(screen, address)
    screen.goto(link)
    expect(screen.get_by_role("heading", name="This browser has an account")).to_be_visible()
    clean(screen, address)
    screen.evaluate("localStorage.clear()")
    screen.reload()
    expect(screen.get_by_role("button", name="Use this device")).to_be_visible()
    clean(screen, address)
    screen.get_by_role("link", name="To the lobby").click()
    screen.get_by_role("link", name="What is kept of you").click()
    expect(screen.get_by_role("heading", name="With an account")).to_be_visible()
    clean(screen, address)


def test_the_words_of_the_host_stay_words(page: Page, tmp_path: Path) -> None:
    sketch_maps(tmp_path / "stavka.db")
    words = tmp_path / "words.txt"
    words.write_text("# Our club\n\nAsk <b>Anna</b><script>document.title = 'no'</script>.\n")
    process = Process(tmp_path / "stavka.db", "--privacy", str(words), "--forget-after", "90")
    page.goto(f"{process.address}/#privacy")
    host = page.locator(".privacy section").first
    expect(host).to_contain_text("Ask <b>Anna</b><script>")
    expect(host.locator("b, script")).to_have_count(0)
    expect(page.locator(".privacy")).to_contain_text("nobody has used for 90 days")
    process.kill()
