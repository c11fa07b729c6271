"""Inviting others: links to copy and to photograph, and being called to the table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from .seat import Seat
from .situations import ATTACK, CHINESE_MOVE, seated, set_up, sit
from .test_pages import clean, lobby, screen

__all__ = ["screen"]

# What was copied, whatever the browser allows.
CLIPBOARD = """
  window.copied = [];
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: (text) => { window.copied.push(text); return Promise.resolve(); } },
  });
"""
# The dark squares of the code on the page, line by line.
SQUARES = """() => {
  const code = document.querySelector(".qr");
  const path = code.querySelector("path").getAttribute("d");
  return [code.viewBox.baseVal.width, path.match(/M\\d+ \\d+/g).map((m) => m.slice(1))];
}"""


def laid(page: Page, address: str) -> None:
    """A table for two people, just set up."""
    page.add_init_script(CLIPBOARD)
    lobby(page, address)
    page.select_option('select[name="player-Chinese"]', "person")
    page.get_by_label("Each at a screen of their own").check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("heading", name="The table is laid")).to_be_visible()


def test_links_are_copied_and_come_again_at_the_table(screen: Page, address: str) -> None:
    page = screen
    laid(page, address)
    page.get_by_role("button", name="Copy the link for Chinese").click()
    expect(page.get_by_role("button", name="Copied ✓ the link for Chinese")).to_be_visible()
    (chinese,) = page.evaluate("window.copied")
    assert chinese.startswith(f"{address}#join/")
    clean(page, address)
    dialog = page.get_by_role("dialog", name="Invite others")
    dialog.get_by_role("button", name="Close", exact=True).click()
    expect(dialog).to_have_count(0)
    page.locator(".open-sharing").click()
    expect(dialog.get_by_role("heading")).to_have_text("Invite others")
    expect(dialog.locator("li b")).to_have_text(["Chinese", "Spectators", "Yourself"])
    expect(dialog.get_by_label("Link for Chinese", exact=True)).to_have_value(chinese)
    clean(page, address)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_link_as_a_qr_code(page: Page, address: str) -> None:
    laid(page, address)
    button = page.get_by_role("button", name="QR code for Spectators")
    button.click()
    expect(page.get_by_role("img", name="QR code of the link for Spectators")).to_be_visible()
    clean(page, address)
    size, dark = page.evaluate(SQUARES)
    # The three eyes stand in their corners, four squares from the edge.
    squares = {tuple(map(int, square.split())) for square in dark}
    for x, y in ((4, 4), (size - 11, 4), (4, size - 11)):
        ring = {(x + i, y + j) for i in range(7) for j in range(7) if {i, j} & {0, 6}}
        assert ring <= squares
    button.click()
    expect(page.locator(".qr")).to_have_count(0)


def test_a_game_against_the_computer_has_a_link_for_spectators(
    page: Page, browser: Browser, address: str
) -> None:
    seat = Seat(page, address)
    seat.start()
    page.keyboard.press("i")
    watching = page.get_by_label("Link for Spectators", exact=True).input_value()
    guest = browser.new_page()
    guest.goto(watching)
    expect(guest.locator(".prompt")).to_contain_text("Waiting for Soviet")
    # Whoever watches can hand on the link that he came by.
    guest.keyboard.press("i")
    expect(guest.locator(".invitations li b")).to_have_text(["Spectators"])
    expect(guest.locator(".let-watch")).to_have_count(0)
    guest.close()


def test_a_player_who_came_by_a_link_lets_others_watch(
    screen: Page, browser: Browser, address: str
) -> None:
    page = screen
    seated(page, address, ATTACK, "Soviet")
    page.locator(".open-sharing").click()
    names = page.locator(".invitations li b")
    expect(names).to_have_text(["Yourself"])
    clean(page, address)
    page.get_by_role("button", name="Make a link for spectators").click()
    expect(names).to_have_text(["Spectators", "Yourself"])
    expect(page.locator(".let-watch")).to_have_count(0)
    clean(page, address)
    watching = page.get_by_label("Link for Spectators", exact=True).input_value()
    guest = browser.new_page()
    guest.goto(watching)
    expect(guest.locator(".prompt")).to_contain_text("Waiting for Soviet")
    guest.close()
    # This browser keeps it: the next look makes no other one.
    page.reload()
    page.locator(".open-sharing").click()
    link = page.get_by_label("Link for Spectators", exact=True)
    expect(link).to_have_value(watching)


def test_the_links_say_who_can_use_them(page: Page, address: str) -> None:
    laid(page, address)
    expect(page.locator(".reach")).to_contain_text("stavka serve --host 0.0.0.0")
    home = {"alone": False, "origins": ["http://192.168.1.5:8421"]}
    page.route("**/api/reach", lambda route: route.fulfill(json=home))
    laid(page, address)
    expect(page.locator(".reach")).to_contain_text("http://192.168.1.5:8421")
    link = page.get_by_label("Link for Spectators", exact=True)
    assert link.input_value().startswith("http://192.168.1.5:8421/#seat/")


@pytest.mark.parametrize(("wanted", "calls"), [(True, 1), (False, 0)])
def test_the_tab_says_whose_turn_it_is_and_calls(
    browser: Browser, address: str, wanted: bool, calls: int
) -> None:
    links = set_up(address, CHINESE_MOVE, Soviet="person", Chinese="person")
    context = browser.new_context(permissions=["notifications"])
    page = context.new_page()
    # Another window in front, and a browser that notes whom it would call.
    page.add_init_script("""
      window.calls = [];
      window.Notification = class {
        static permission = "granted";
        static requestPermission = async () => "granted";
        constructor(title) { window.calls.push(title); }
        close() {}
      };
      Object.defineProperty(document, "hidden", { get: () => true });
    """)
    sit(page, address, links["seats"]["Soviet"])
    expect(page).to_have_title("The East Is Red")
    page.get_by_role("button", name="Settings").click()
    box = page.get_by_label("Call me when it is my turn")
    box.set_checked(wanted)
    page.get_by_role("button", name="Done").click()
    other = context.new_page()
    seat = Seat(other, address)
    sit(other, address, links["seats"]["Chinese"])
    expect(other).to_have_title("Your turn · The East Is Red")
    for _ in range(20):
        if "Your turn" in page.title():
            break
        state = seat.settled()["presentation"]["decision"]
        end = next(o for o in state["options"] if o["role"] == "end")
        seat.choose(end["verb"], "", "none")
        other.wait_for_timeout(200)
    expect(page).to_have_title("Your turn · The East Is Red")
    assert page.evaluate("window.calls") == ["Your turn · The East Is Red"] * calls
    context.close()


def test_the_settings_of_a_table(page: Page, address: str) -> None:
    seated(page, address, ATTACK, "Soviet")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    clean(page, address)
