"""The end of a game, as a page over the table."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from .seat import ROOT, Seat
from .situations import lay, sit


def over(page: Page, address: str, record: str) -> Seat:
    """A game that has ended, seen from its first side."""
    path = ROOT / "tests" / "records" / f"{record}.stavka"
    players = {"Axis": "person", "Soviet": "person"}
    body = {"text": path.read_text(encoding="utf-8"), "players": players}
    links = lay(address, "api/tables/import", body)
    return sit(page, address, links["seats"]["Axis"])


def test_the_end_tells_who_has_won_by_what(page: Page, address: str) -> None:
    seat = over(page, address, "red-star-turning-point")
    sheet = page.locator(".ending")
    expect(sheet.locator("h2")).to_have_text("Draw")
    expect(sheet.locator(".score .total")).to_contain_text("53")
    expect(sheet.locator(".levels .reached")).to_contain_text("Draw")
    expect(sheet.locator(".score tr")).to_have_count(9)
    expect(sheet.get_by_role("region", name="Losses")).to_contain_text("units")
    expect(sheet.get_by_role("region", name="Luck")).to_contain_text("rolls")
    expect(sheet.get_by_role("button", name="Save the record")).to_be_visible()
    assert seat.axe() == []


def test_a_turning_point_leads_to_its_moment(page: Page, address: str) -> None:
    over(page, address, "red-star-turning-point")
    sheet = page.locator(".ending")
    turned = sheet.locator(".turning button").first
    text = turned.locator("span").last.inner_text().partition(", and ")[0]
    turned.click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".log .now", has_text=text).first).to_be_visible()
    # The page waits behind the replay, on a banner.
    page.keyboard.press("Escape")
    page.locator(".outcome button").click()
    expect(sheet.locator(".turning button").first).to_be_visible()


def test_keys_of_the_table_do_nothing_under_the_page(page: Page, address: str) -> None:
    over(page, address, "red-star-turning-point")
    expect(page.locator(".ending h2")).to_be_focused()
    for key in ("t", "o", "p"):
        page.keyboard.press(key)
    expect(page.locator(".charts, .forces, .replay-bar")).to_have_count(0)
