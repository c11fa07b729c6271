"""Where people begin who have never pushed a counter: the shelf of the lobby, and its lesson."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from stavka.lessons import lesson

from .seat import Seat


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> Page:
    page: Page = request.getfixturevalue(request.param)
    return page


@pytest.mark.parametrize("screen", ["page", "phone"], indirect=True)
def test_the_lobby_has_a_shelf_to_learn_on(screen: Page, address: str) -> None:
    screen.goto(address)
    expect(screen.get_by_role("heading", name="Learn")).to_be_visible()
    expect(screen.locator(".on-shelf .game")).to_have_count(1)
    expect(screen.locator(".on-shelf .lesson-offer")).to_contain_text("Never pushed a counter?")
    screen.locator(".game").filter(has_text="River Line").click()
    # One offer of one lesson.
    expect(screen.locator(".lesson-offer")).to_have_count(1)
    screen.get_by_role("link", name="Rules of River Line").click()
    expect(screen.locator("rule-help")).to_contain_text("The war")
    wide = screen.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    assert Seat(screen, address).axe() == []


def test_the_first_lesson_is_followed_to_its_end(page: Page, address: str) -> None:
    found = lesson("river-line")
    assert found is not None
    page.goto(address)
    page.get_by_role("button", name=found.name).click()
    page.wait_for_selector(".base canvas", state="attached")
    seat = Seat(page, address)
    for step in found.steps[:-1]:
        expect(page.locator(".guide p")).to_contain_text(step.text)
        if not step.choice:
            page.locator("[data-next]").click()
            continue
        verb, _, argument = step.choice.partition(" ")
        options = seat.settled()["presentation"]["decision"]["options"]
        seat.choose(verb, argument, next(o["kind"] for o in options if o["verb"] == verb))
    expect(page.locator(".guide p")).to_contain_text(found.steps[-1].text)
    for told in ("at 2-1: roll 2, Ar", "at 4-1: roll 6, De", "advances into 0607"):
        expect(page.locator(".log")).to_contain_text(told)
