"""What the computer wanted: told with the news of its turn, and drawn on the map."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from ..server.client import Live
from ..server.test_thinking import mine, through_the_turn, until
from .seat import Seat


def test_a_teaching_table_tells_what_the_staff_wanted(page: Page, address: str) -> None:
    page.goto(address)
    page.locator('label:has(input[name="title"])', has_text="The East Is Red").click()
    page.select_option('select[name="player-Soviet"]', "person")
    page.select_option('select[name="player-Chinese"]', "cadet")
    teaching = page.get_by_role("checkbox", name="Teaching table")
    expect(teaching).to_be_hidden()
    page.select_option('select[name="player-Chinese"]', "staff")
    teaching.check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".wrap img", state="attached")
    seat = Seat(page, address)
    with Live(address, seat.secret) as live:
        assert live.state["teaching"]
        while live.presentation["turn"] <= 1:
            through_the_turn(live)
            until(live, mine, 120)
        told = live.ask("query", id=1, kind="wishes")["wishes"][-1]
    wish = page.locator(".wish")
    expect(wish).to_contain_text(told["lines"][0])
    expect(page.locator(".layer-wishes path")).to_have_count(0)
    wish.get_by_role("button", name="Show it on the map").click()
    drawn = sum(1 + len(intention["origins"]) for intention in told["intentions"])
    assert drawn
    expect(page.locator(".layer-wishes path")).to_have_count(drawn)
    assert seat.axe() == []
    # Whoever plays on has seen it.
    with Live(address, seat.secret) as live:
        live.choose("done")
    expect(wish).to_be_hidden()
    expect(page.locator(".layer-wishes path")).to_have_count(0)
