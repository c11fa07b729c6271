"""The lobby: quick to come, and its one important button always in sight."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from .conftest import _watched
from .seat import Seat

SIZES = {"phone": (390, 844), "tablet": (820, 1180), "desktop": (1440, 900), "large": (2560, 1440)}
# What makes a browser stop for longer than a frame is a map of ten thousand lines.
ELEMENTS = 400


@pytest.fixture(params=list(SIZES))
def screen(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = SIZES[request.param]
    small = request.param in ("phone", "tablet")
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=small, is_mobile=small
    )
    yield from _watched(context.new_page())
    context.close()


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".choice")


def start_is_in_sight(page: Page) -> bool:
    box = page.get_by_role("button", name="Start the game").bounding_box()
    size = page.viewport_size
    assert box and size
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


def test_start_is_in_sight_wherever_one_reads(screen: Page, address: str) -> None:
    opened(screen, address)
    for game in screen.locator(".game").all():
        game.click()
        expect(screen.locator(".go")).to_contain_text("You play")
        assert start_is_in_sight(screen)
    screen.mouse.wheel(0, 500)
    assert start_is_in_sight(screen)


def test_start_is_in_sight_with_many_tables_too(phone: Page, address: str) -> None:
    tables = [
        {"secret": f"s{n}", "name": f"Game {n}", "seat": "Red", "detail": "", "seen": n}
        for n in range(12)
    ]
    phone.add_init_script(f"localStorage['stavka.tables'] = {json.dumps(json.dumps(tables))}")
    opened(phone, address)
    assert start_is_in_sight(phone)
    saved = phone.locator(".saved")
    expect(saved.get_by_text("Game 3", exact=True)).to_be_visible()
    expect(saved.get_by_text("Game 4", exact=True)).not_to_be_visible()
    saved.get_by_text("8 older").click()
    expect(saved.get_by_text("Game 11", exact=True)).to_be_visible()


def test_the_bar_says_what_would_be_started(page: Page, address: str) -> None:
    opened(page, address)
    bar = page.locator(".go")
    expect(bar).to_contain_text("M+1, Current Readiness")
    expect(bar).to_contain_text("You play Soviet")
    page.locator(".choice").filter(has_text="M+30, Full Readiness").first.click()
    page.select_option('select[name="player-Chinese"]', "person")
    expect(bar).to_contain_text("M+30, Full Readiness")
    expect(bar).to_contain_text("2 people play")
    for side in ("Soviet", "Chinese"):
        page.select_option(f'select[name="player-{side}"]', "cadet")
    expect(bar).to_contain_text("You watch")


def test_the_lobby_draws_no_map(page: Page, address: str) -> None:
    """Small pictures come instead, and the page does not wait for them."""
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "/maps/" in r.url else None)
    opened(page, address)
    pictures = page.locator(".game img")
    expect(pictures).to_have_count(5)
    for number in range(5):
        width = f"() => document.querySelectorAll('.game img')[{number}].naturalWidth"
        Seat(page, address).until(width)
        assert page.evaluate(width) <= 400
    assert len(asked) == 5 and all(".png?v=" in url for url in asked)
    assert pictures.evaluate_all("all => all.every((e) => e.loading === 'lazy')")
    assert page.locator("*").count() < ELEMENTS
