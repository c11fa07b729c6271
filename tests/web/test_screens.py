"""Screens that are neither a desk's nor a telephone's: tablets held upright, and large ones."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from .situations import ATTACK, CHINESE_MOVE, seated
from .test_pages import clean

TABLETS = [(768, 1024), (820, 1180), (1024, 1366)]


def window(browser: Browser, width: int, height: int, *, touch: bool) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
    )
    return context.new_page()


def box(page: Page, selector: str) -> dict[str, Any]:
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return dict(found)


@pytest.mark.parametrize(("width", "height"), TABLETS)
def test_a_tablet_held_upright_has_room_for_the_question(
    browser: Browser, address: str, width: int, height: int
) -> None:
    page = window(browser, width, height, touch=True)
    seated(page, address, ATTACK, "Soviet")
    clean(page, address)
    asked = box(page, ".asked")
    assert asked["width"] > width * 0.8
    # A line that is cut off would be 19 pixels more; the link has some for fingers.
    hidden = page.locator(".prompt").evaluate("e => e.scrollHeight - e.clientHeight")
    assert hidden < 15
    # The map keeps most of the screen, and all of its width.
    stage = box(page, "#stage")
    assert stage["width"] == width and stage["height"] > height * 0.4
    page.context.close()


def test_a_large_screen_has_large_print(browser: Browser, address: str) -> None:
    sizes: list[dict[str, float]] = []
    for width, height in ((1440, 900), (2560, 1440)):
        page = window(browser, width, height, touch=False)
        page.goto(address)
        page.wait_for_selector(".choice")
        start = box(page, ".go .primary")["height"]
        seated(page, address, CHINESE_MOVE, "Chinese")
        page.keyboard.press("t")
        page.wait_for_selector(".charts")
        found = {
            "start": start,
            "panel": box(page, ".panel")["width"],
            "prompt": box(page, ".prompt")["height"],
            "button": box(page, ".toolbar button")["height"],
            "tool": box(page, ".tools button")["height"],
            "heading": box(page, ".scroll h2")["height"],
            "log": box(page, ".log h2")["height"],
            "chart": box(page, ".charts caption b")["height"],
            "minimap": box(page, "#minimap")["width"],
        }
        sizes.append(found)
        page.context.close()
    small, large = sizes
    grown = {name: round(large[name] / small[name], 2) for name in small}
    assert all(1.3 <= factor <= 1.5 for factor in grown.values()), grown


def test_the_pictures_on_the_buttons_are_of_one_size(page: Page, address: str) -> None:
    seated(page, address, ATTACK, "Soviet")
    sizes = page.locator(".tools .icon").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map((b) => [b.width, b.height])"
    )
    assert len(sizes) == 5 and all(size == [16, 16] for size in sizes)
    heights = page.locator(".tools > button, .zooms > button, .open-settings").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect().height)"
    )
    assert len(set(heights)) == 1
