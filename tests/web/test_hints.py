"""The staff suggests: on request, always in a first game, and never to who looks on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from .seat import Seat
from .situations import ATTACK, SOVIET_MOVE, lay, say, seated, set_up, sit

FOLLOW = "[data-hint]"
ASK = ".ask-staff"


def experienced(page: Page, address: str, hints: str = "") -> None:
    """Somebody who has played the title before, in this browser."""
    page.goto(address)
    page.evaluate(
        """(hints) => {
          localStorage.setItem("stavka.first-games", JSON.stringify({ "east-is-red": "before" }));
          if (hints) localStorage.setItem("stavka.hints", hints);
        }""",
        hints,
    )


def follow(page: Page, seat: Seat) -> None:
    """Does what the staff says, with a hand that has moved there."""
    before = str(seat.settled()["version"])
    page.mouse.move(0, 0)
    page.locator(FOLLOW).click()
    if page.locator("[data-confirm]").count():
        page.locator("[data-confirm]").click()
    seat.until("v => document.querySelector('.table').dataset.version != v", before)


def test_in_a_first_game_the_staff_speaks_by_itself(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    expect(page.locator(FOLLOW)).to_have_text(re.compile(r"^Attack 16\d\d"))
    expect(page.locator(".hint")).to_contain_text("Then: Everybody attacks")
    # The odds of the attack that the staff would make, and the likeliest results.
    expect(page.locator(".hint li").first).to_contain_text(re.compile(r"to \d+: \d-1"))
    expect(page.locator(".hint li").nth(1)).to_contain_text(" %: ")
    expect(page.locator(".layer-point .suggests")).to_have_count(1)
    assert seat.axe() == []
    follow(page, seat)
    expect(page.locator(FOLLOW)).to_have_text("Everybody attacks")
    expect(page.locator(".orders .suggested")).to_have_attribute("data-verb", "all")
    expect(page.locator(".layer-point .suggests")).to_have_count(0)


def test_what_the_forecast_says_is_not_said_twice(page: Page, address: str) -> None:
    players = {"Axis": "person", "Soviet": "person"}
    new = {"title": "red-star", "scenario": "turning-point", "players": players}
    seat = sit(page, address, lay(address, "api/tables", new)["seats"]["Soviet"])
    odds = page.locator(".hint li").first.inner_text()
    follow(page, seat)
    # One after the other joins in, until the attack is the one that was spoken of.
    for _ in range(8):
        expect(page.locator(FOLLOW)).to_be_visible()
        if page.locator(".preview .result").all_inner_texts() == [odds.removesuffix(".")]:
            break
        follow(page, seat)
    expect(page.locator(".preview .result")).to_have_text(odds.removesuffix("."))
    expect(page.locator(".hint li")).to_have_count(0)


def test_a_later_game_waits_to_be_asked(page: Page, address: str) -> None:
    experienced(page, address)
    seat = seated(page, address, SOVIET_MOVE, "Soviet")
    expect(page.locator(ASK)).to_be_visible()
    expect(page.locator(FOLLOW)).to_have_count(0)
    page.keyboard.press("g")
    expect(page.locator(FOLLOW)).to_contain_text("Pick up")
    assert "The staff suggests: Pick up" in say(page)
    # The unit, and where it would go.
    expect(page.locator(".layer-point .suggests")).to_have_count(2)
    follow(page, seat)
    # Asked once is answered once.
    expect(page.locator(ASK)).to_be_visible()
    # Whoever comes by keyboard goes on from the button to the hint.
    page.locator(ASK).focus()
    page.keyboard.press("Enter")
    expect(page.locator(FOLLOW)).to_contain_text("Move here")
    expect(page.locator(FOLLOW)).to_be_focused()


def test_hints_stay_as_they_are_left(page: Page, address: str) -> None:
    seated(page, address, SOVIET_MOVE, "Soviet")
    always = page.get_by_label("always")
    expect(always).to_be_checked()
    always.uncheck()
    expect(page.locator(FOLLOW)).to_have_count(0)
    page.reload()
    expect(page.locator(ASK)).to_be_visible()
    expect(always).not_to_be_checked()
    always.check()
    # In a second game, which would be without.
    seated(page, address, SOVIET_MOVE, "Soviet")
    expect(page.locator(FOLLOW)).to_be_visible()
    expect(always).to_be_checked()


def test_nobody_who_looks_on_or_back_is_advised(page: Page, address: str) -> None:
    links = set_up(address, SOVIET_MOVE)
    for secret in (links["spectator"], links["seats"]["Chinese"]):
        sit(page, address, secret)
        expect(page.locator(".log")).to_be_visible()
        expect(page.locator(".hint")).to_have_count(0)
        page.keyboard.press("g")
        expect(page.locator(".notice")).to_contain_text("nothing for you to choose")
    seat = sit(page, address, links["seats"]["Soviet"])
    follow(page, seat)
    expect(page.locator(".hint")).to_be_visible()
    page.keyboard.press("p")
    expect(page.locator(".replaying")).to_be_visible()
    expect(page.locator(".hint")).to_have_count(0)
    expect(page.locator(".layer-point .suggests")).to_have_count(0)


def test_on_a_phone_the_hint_is_large_enough(phone: Page, address: str) -> None:
    seat = seated(phone, address, ATTACK, "Soviet")
    expect(phone.locator(FOLLOW)).to_have_text(re.compile(r"^Attack 16\d\d"))
    small = phone.locator(".hint button, .hint label").evaluate_all(
        "all => all.filter((b) => b.getBoundingClientRect().height < 44).length"
    )
    assert small == 0
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    before = str(seat.state()["version"])
    phone.locator(FOLLOW).tap()
    seat.until("v => document.querySelector('.table').dataset.version != v", before)
