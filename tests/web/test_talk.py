"""Talk at the table in a real browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .situations import SOVIET_MOVE, post, set_up, sit


def test_talk_at_the_table(page: Page, address: str) -> None:
    links = set_up(address, SOVIET_MOVE)
    seat = sit(page, address, links["seats"]["Soviet"])
    expect(page.locator(".orders")).to_be_visible()
    seat.choose("select", "12-3-12.1", "unit")
    seat.choose("move", "1510", "hex")
    page.get_by_label("Say something to the table").fill("You are late.")
    page.keyboard.press("Enter")
    remark = page.locator(".log .remark", has_not_text="has taken the seat")
    expect(remark).to_contain_text("Soviet")
    expect(remark).to_contain_text("You are late.")
    # About a line of the log.
    line = page.locator(".log li", has_text="1510").last
    line.hover()
    line.get_by_role("button", name="Say something about this line").click()
    expect(page.locator(".say .about")).to_contain_text("1510")
    page.keyboard.type("A bold move")
    page.keyboard.press("Enter")
    expect(remark.last.locator("q")).to_contain_text("1510")
    # A note to oneself.
    page.get_by_label("only me").check()
    page.get_by_label("A note to yourself").fill("watch 2014")
    page.keyboard.press("Enter")
    expect(remark.last).to_contain_text("Note to myself")
    assert seat.axe() == []
    # What the other side says is heard.
    message = {"type": "say", "text": "Not at all."}
    post(address, f"api/seats/{links['seats']['Chinese']}", message)
    expect(remark.last).to_contain_text("Not at all.")
    expect(page.locator("#say")).to_have_text("Chinese: Not at all.")
    page.goto("about:blank")
    sit(page, address, links["seats"]["Chinese"])
    expect(remark).to_have_count(3)
