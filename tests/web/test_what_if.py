"""A board of one's own on which things are tried."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from .seat import Seat, http
from .situations import ATTACK, CHINESE_MOVE, middle_of_the_map, seated, set_up, sit


def try_out(page: Page, seat: Seat) -> Seat:
    """From the game to a what-if."""
    page.keyboard.press("w")
    expect(page.locator(".what-if-banner")).to_be_visible()
    page.wait_for_selector(".base canvas", state="attached")
    return WhatIf(page, seat.address)


class WhatIf(Seat):
    @property
    def secret(self) -> str:
        return self.page.url.rpartition("/what-if/")[2]


def test_trying_an_attack_and_discarding_it(page: Page, address: str) -> None:
    game = seated(page, address, ATTACK, "Soviet")
    own, before = game.secret, game.state()
    game.show("1613")
    middle = middle_of_the_map(page)
    board = try_out(page, game)
    assert middle_of_the_map(page) == middle, "the eyes stay where they were"
    expect(page.locator(".table")).to_have_class(re.compile("kind-what-if"))
    board.choose("attack", "1613", "hex")
    board.choose("all", "", "none")
    board.choose("resolve", "6-1", "word")
    expect(page.locator(".log .die")).to_have_count(1)
    # The die is taken back, and the attack is there to be made again.
    page.keyboard.press("u")
    expect(page.locator(".log .die")).to_have_count(0)
    expect(board.button("resolve", "6-1")).to_be_visible()
    board.choose("resolve", "6-1", "word")
    expect(page.locator(".log .die")).to_have_count(1)

    page.keyboard.press("w")
    expect(page.locator(".what-if-banner")).to_have_count(0)
    expect(page.locator(".prompt")).to_contain_text("Attack enemy hexes")
    assert Seat(page, address).secret == own
    assert game.state() == before


def test_both_sides_are_played_without_handing_over(page: Page, address: str) -> None:
    """From one seat, while it is the other's turn to choose."""
    links = set_up(address, CHINESE_MOVE)
    game = sit(page, address, links["seats"]["Soviet"])
    expect(page.locator(".prompt")).to_contain_text("Waiting for Chinese")
    board = try_out(page, game)
    board.choose("select", "4-6-6.3", "unit")
    board.choose("move", "2013", "hex")
    for _ in range(8):
        if board.settled()["presentation"]["to_choose"] == "Soviet":
            break
        page.keyboard.press("e")
        if page.locator("[data-confirm]").count():
            page.keyboard.press("Enter")
        page.wait_for_timeout(150)
    assert board.settled()["presentation"]["to_choose"] == "Soviet"
    expect(page.locator(".cover")).to_have_count(0)
    expect(page.locator(".orders")).to_be_visible()


def test_a_what_if_is_no_table_of_this_browser(page: Page, address: str) -> None:
    game = seated(page, address, ATTACK, "Soviet")
    board = try_out(page, game)
    board.choose("attack", "1613", "hex")
    expect(page.locator(".prompt")).to_contain_text("Attack 1613")
    page.get_by_role("link", name="To the lobby").click()
    expect(page.locator(".saved li")).to_have_count(1)
    assert page.locator(".saved li a").get_attribute("href") == f"#seat/{game_secret(page)}"


def game_secret(page: Page) -> str:
    found: str = page.evaluate("JSON.parse(localStorage.getItem('stavka.tables'))[0].secret")
    return found


def test_a_forgotten_what_if_leads_back(browser: Browser, address: str) -> None:
    page = browser.new_page()
    own = set_up(address, ATTACK)["seats"]["Soviet"]
    page.goto(f"{address}#seat/{own}/what-if/long-gone")
    expect(page.get_by_role("heading", name="The what-if is gone")).to_be_visible()
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator(".prompt")).to_contain_text("Attack enemy hexes")
    page.close()


def test_a_what_if_that_is_forgotten_while_the_line_is_lost(browser: Browser, address: str) -> None:
    """As after a restart of the server: the page does not try for ever."""
    page = browser.new_page()
    game = sit(page, address, set_up(address, ATTACK)["seats"]["Soviet"])
    own = game.secret
    try_out(page, game)
    with http(address) as client:
        client.delete(f"/api/seats/{own}/what-if")
    page.evaluate("document.querySelector('stavka-table').connection.socket.close()")
    expect(page.get_by_role("heading", name="The what-if is gone")).to_be_visible()
    page.close()


def test_on_a_phone(phone: Page, address: str) -> None:
    game = seated(phone, address, ATTACK, "Soviet")
    phone.locator("button.what-if").scroll_into_view_if_needed()
    phone.locator("button.what-if").tap()
    banner = phone.locator(".what-if-banner")
    expect(banner).to_be_visible()
    box = banner.bounding_box()
    assert box and box["height"] < 70
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    banner.get_by_role("button").tap()
    expect(banner).to_have_count(0)
    assert Seat(phone, address).secret == game.secret
