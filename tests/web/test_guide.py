"""The guided first game, followed to its end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from stavka.lessons import lesson

from .seat import Seat

LESSON = lesson("east-is-red")
assert LESSON is not None
STEPS = LESSON.steps


def begin(page: Page, address: str) -> Seat:
    page.goto(address)
    page.get_by_role("button", name=LESSON.name).click()  # type: ignore[union-attr]
    expect(page.locator(".guide")).to_be_visible()
    page.wait_for_selector(".base canvas", state="attached")
    return Seat(page, address)


def step_is(page: Page, number: int) -> None:
    expect(page.locator(".guide p")).to_contain_text(STEPS[number].text)


def follow(page: Page, seat: Seat, until: int, choose: Any) -> None:
    """Does what each step says."""
    for number, step in enumerate(STEPS[:until]):
        step_is(page, number)
        for name in step.point:
            if name.isdigit():
                expect(page.locator(".layer-point .pointer")).to_have_count(len(step.point))
            else:
                expect(page.locator(".pointed")).to_be_visible()
        if step.choice:
            verb, _, argument = step.choice.partition(" ")
            choose(verb, argument)
        else:
            page.locator("[data-next]").click()


def kind_of(seat: Seat, verb: str) -> str:
    options = seat.settled()["presentation"]["decision"]["options"]
    return str(next(o["kind"] for o in options if o["verb"] == verb))


def test_the_lesson_is_followed_to_the_end(page: Page, address: str) -> None:
    seat = begin(page, address)
    follow(
        page,
        seat,
        len(STEPS) - 1,
        lambda verb, argument: seat.choose(verb, argument, kind_of(seat, verb)),
    )
    step_is(page, len(STEPS) - 1)
    expect(page.locator(".log")).to_contain_text("at 6-1: roll")
    # From here on one can play on, without the guide.
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(".guide")).to_have_count(0)
    page.keyboard.press("e")
    page.locator("[data-confirm]").click()
    expect(page.locator(".prompt")).not_to_contain_text("Move units")
    # A lesson is no game that one comes back to.
    page.get_by_role("link", name="To the lobby").click()
    expect(page.locator(".saved")).to_contain_text("No games in this browser yet")


def test_something_else_is_refused_kindly(page: Page, address: str) -> None:
    seat = begin(page, address)
    page.locator("[data-next]").click()
    page.keyboard.press("e")
    page.locator("[data-confirm]").click()
    expect(page.locator(".notice")).to_contain_text("the lesson waits for the step")
    assert seat.state()["moves"] == 0
    step_is(page, 1)


def test_what_is_taken_back_is_asked_for_again(page: Page, address: str) -> None:
    seat = begin(page, address)
    seat.choose("select", "4-6-9.1", "unit")
    step_is(page, 2)
    page.keyboard.press("u")
    step_is(page, 1)
    # The page may be loaded again at any time.
    page.reload()
    expect(page.locator(".guide")).to_be_visible()
    seat.choose("select", "4-6-9.1", "unit")
    step_is(page, 2)


def test_the_lesson_can_be_left(page: Page, address: str) -> None:
    begin(page, address)
    page.get_by_role("button", name="Leave the lesson").click()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
