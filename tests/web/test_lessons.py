"""The lesson of each title, followed to its end by clicking or tapping what it points at and
nothing else."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from stavka import titles
from stavka.lessons import Lesson, LessonStep, lesson

from ..server.client import http
from .seat import Seat
from .situations import touch

LESSONS = [found for slug in titles.playable() if (found := lesson(slug)) is not None]
# By touch one of them is followed each time, the others in the long tier.
BY_TOUCH = [LESSONS[0], *(pytest.param(found, marks=pytest.mark.slow) for found in LESSONS[1:])]
# What a step can point at on the screen; where it is among the orders, it is one button.
BUTTONS = {"orders", "end"}


def begin(page: Page, address: str, lesson: Lesson) -> Seat:
    with http(address) as client:
        secret = client.post("/api/lessons", json={"title": lesson.slug}).json()["secret"]
    page.goto(f"{address}#seat/{secret}")
    page.wait_for_selector(".base canvas", state="attached")
    return Seat(page, address)


def click_what_is_meant(page: Page, seat: Seat, step: LessonStep) -> None:
    """Clicks the first thing that a step points at, and says which is meant where it has to."""
    verb, _, argument = step.choice.partition(" ")
    before = str(seat.settled()["version"])
    if step.point[0] in BUTTONS:
        seat.press(page.locator("button.pointed"))
    else:
        seat.put_card_away()
        ring = page.locator(".layer-point .pointer").first.bounding_box()
        assert ring, step.text
        options = seat.state()["presentation"]["decision"]["options"]
        # Rare things are in a second menu.
        rare = any(o["verb"] == verb and o["click"] == "menu" for o in options)
        x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
        page.mouse.click(x, y, button="right" if rare else "left")
        seat.until(
            "v => document.querySelector('.chooser')"
            " || document.querySelector('.table').dataset.version != v",
            before,
        )
        entry = seat.button(verb, argument, within=".chooser")
        if entry.count():
            entry.click()
    if page.locator("[data-confirm]").count():
        page.locator("[data-confirm]").click()
    seat.until("v => document.querySelector('.table').dataset.version != v", before)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_it_is_followed_by_clicking_what_it_points_at(
    page: Page, address: str, lesson: Lesson
) -> None:
    seat = begin(page, address, lesson)
    *steps, last = lesson.steps
    for step in steps:
        expect(page.locator(".guide p")).to_contain_text(step.text)
        if step.choice:
            click_what_is_meant(page, seat, step)
        else:
            page.locator("[data-next]").click()
    expect(page.locator(".guide p")).to_contain_text(last.text)
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".guide")).to_have_count(0)
    # The learner is asked something, and nothing stands in the way any more.
    assert seat.settled()["presentation"]["decision"]["side"] == lesson.side


def tap_what_is_meant(phone: Page, seat: Seat, step: LessonStep) -> None:
    """The same with a finger: nothing that is meant is out of sight."""
    verb, _, argument = step.choice.partition(" ")
    before = str(seat.settled()["version"])
    if step.point[0] in BUTTONS:
        button = phone.locator("button.pointed")
        seat.until(REACHED, "button.pointed")
        button.tap()
    else:
        x, y = pointed_hex(phone)
        options = seat.state()["presentation"]["decision"]["options"]
        if any(o["verb"] == verb and o["click"] == "menu" for o in options):
            # Rare things come with a long press.
            touch(phone, [(x, y)], hold_ms=900)
        else:
            phone.touchscreen.tap(x, y)
        seat.until(
            "v => document.querySelector('.chooser, .toolbar .confirm')"
            " || document.querySelector('.table').dataset.version != v",
            before,
        )
        entry = seat.button(verb, argument, within=".chooser")
        confirm = phone.locator(".toolbar .confirm")
        if entry.count():
            entry.tap()
        elif confirm.count():
            confirm.tap()
    if phone.locator("[data-confirm]").count():
        phone.locator("[data-confirm]").tap()
    seat.until("v => document.querySelector('.table').dataset.version != v", before)


# Whether a finger that comes down in the middle of a thing touches it.
REACHED = """(selector) => {
  const found = document.querySelector(selector);
  const box = found?.getBoundingClientRect();
  return !!box && found.contains(
    document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 40)));
}"""


def pointed_hex(phone: Page) -> tuple[float, float]:
    """Where on the screen the hex is that a step points at, which has to be free."""
    ring = phone.locator(".layer-point .pointer").first.bounding_box()
    card = phone.locator(".guide").bounding_box()
    sheet = phone.locator(".panel").bounding_box()
    assert ring and card and sheet
    x, y = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    assert card["y"] + card["height"] < y < sheet["y"], "what is meant can be seen"
    return x, y


@pytest.mark.parametrize("lesson", BY_TOUCH, ids=lambda lesson: lesson.slug)
def test_it_is_followed_by_touch(phone: Page, address: str, lesson: Lesson) -> None:
    seat = begin(phone, address, lesson)
    *steps, last = lesson.steps
    for step in steps:
        expect(phone.locator(".guide p")).to_contain_text(step.text)
        if step.choice:
            tap_what_is_meant(phone, seat, step)
        else:
            if step.point and phone.locator(".panel .pointed").count():
                seat.until(REACHED, ".panel .pointed")
            phone.locator("[data-next]").tap()
    expect(phone.locator(".guide p")).to_contain_text(last.text)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    small = phone.locator(".guide button").evaluate_all(
        "all => all.filter((b) => b.getBoundingClientRect().height < 44).length"
    )
    assert small == 0
    phone.get_by_role("button", name="Play on").tap()
    expect(phone.locator(".guide")).to_have_count(0)
    assert seat.settled()["presentation"]["decision"]["side"] == lesson.side
