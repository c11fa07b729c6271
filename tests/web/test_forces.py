"""Order of battle, arrivals and losses, in a drawer of the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .seat import ROOT
from .situations import ATTACK, lay, seated, sit


def test_the_forces_are_at_hand_and_lead_to_the_map(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    page.keyboard.press("o")
    drawer = page.locator(".forces")
    corps = drawer.locator("details", has_text="Tank Corps")
    expect(corps.locator("summary")).to_contain_text("2 on the map")
    corps.locator("summary").click()
    corps.locator("[data-unit='7-4-9.2']").click()
    expect(page.locator(".inspector")).to_contain_text("1712")
    assert seat.axe() == []
    drawer.get_by_role("tab", name="Due to arrive").click()
    expect(drawer.locator("h2").first).to_have_text("Game-Turn 2")
    expect(drawer.locator("li").first).to_contain_text("Infantry Army")
    drawer.get_by_role("tab", name="Losses").click()
    expect(drawer).to_contain_text("Nobody has been lost yet")
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


def test_a_loss_leads_to_its_moment_in_the_replay(page: Page, address: str) -> None:
    text = (ROOT / "tests" / "records" / "reds-1918-19.stavka").read_text(encoding="utf-8")
    lines = text.splitlines()
    people = {"Red": "person", "White": "person"}
    body = {"text": "\n".join(lines[:200]), "players": people, "hot_seat": True}
    links = lay(address, "api/tables/import", body)
    seat = sit(page, address, links["hot_seat"])
    page.locator(".open-forces").click()
    drawer = page.locator(".forces")
    drawer.get_by_role("tab", name="Losses").click()
    loss = drawer.locator("li").first
    name = loss.locator("b").inner_text()
    assert seat.axe() == []
    loss.locator("button").click()
    expect(drawer).to_have_count(0)
    expect(page.locator(".replay-bar")).to_be_visible()
    expect(page.locator(".log .now", has_text=f"{name} is eliminated")).to_be_visible()
