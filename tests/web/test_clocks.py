"""A clock is chosen when a table is set up, is seen at it, and decides the game when it is up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from stavka.server.database import today
from stavka.server.sqlite import SqliteStorage

from ..server.running import server, sketch_maps
from ..server.test_clocks import let_pass
from .seat import PATIENCE, Seat
from .test_seats import dice_are_there, take


class House:
    """A server whose time can be let pass, and the windows of two people."""

    def __init__(self, address: str, storage: SqliteStorage, windows: list[Page]) -> None:
        self.address, self.storage = address, storage
        self.mine, self.other = windows

    def laid(self, days: str = "3") -> None:
        """A table with a clock, at which both have come; the other has to choose first."""
        page = self.mine
        page.goto(self.address)
        page.locator(".game", has_text="The East Is Red").click()
        for choice in page.locator(".players select[name^=player]").all():
            choice.select_option("person")
        page.get_by_label("Each at a screen of their own").check()
        page.get_by_label("You play").select_option("Chinese")
        if days:
            page.locator(".players select[name=clock]").select_option(days)
            expect(page.locator(".time-note")).to_be_visible()
        page.get_by_role("button", name="Start the game").click()
        expect(page.get_by_role("heading", name="The table is laid")).to_be_visible()
        link = page.locator(".invitations input").first.input_value()
        page.get_by_role("button", name="Close", exact=True).click()
        take(self.other, link)
        dice_are_there(self.mine, self.other)

    def pass_(self, days: float) -> None:
        """So many days pass, and everybody looks again."""
        let_pass(self.storage, days)
        for page in (self.mine, self.other):
            page.reload()
            page.wait_for_selector(".table", state="attached")


@pytest.fixture(params=[(1440, 900), (390, 844)], ids=["desktop", "phone"])
def house(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[House]:
    storage = SqliteStorage(tmp_path / "stavka.db")
    sketch_maps(tmp_path / "stavka.db")
    width, height = request.param
    problems: list[str] = []
    windows = []
    for _ in range(2):
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: problems.append(str(error)))
        windows.append(page)
    with server(tmp_path, storage=storage) as address:
        yield House(address, storage, windows)
        for page in windows:
            page.context.close()
    assert not problems, problems


def unclear(page: Page) -> list[str]:
    """What axe finds on the page."""
    return Seat(page, "").axe()


def test_a_clock_is_chosen_and_seen_and_a_win_claimed(house: House) -> None:
    house.laid()
    mine, other = house.mine, house.other
    for page in (mine, other):
        expect(page.locator(".bar .clock")).to_have_text("2 days 23 h left")
        expect(page.locator(".company .clock")).to_have_text(["2 days 23 h left", "3 days left"])
        expect(page.locator(".bar .clock.soon, .time-is-up")).to_have_count(0)
    house.pass_(2.5)
    expect(mine.locator(".bar .clock.soon")).to_contain_text("11 h")
    assert unclear(mine) == []
    house.pass_(1)
    expect(other.get_by_role("heading", name="Your time is up")).to_be_visible()
    expect(other.get_by_role("button", name="Claim the win")).to_have_count(0)
    mine.get_by_role("button", name="Claim the win").click()
    expect(other.locator(".time-is-up")).to_contain_text("Chinese claims the win. Choose until")
    expect(mine.get_by_role("button", name="Give more time")).to_be_visible()
    assert unclear(mine) == [] and unclear(other) == []
    house.pass_(1.01)
    for page, sides in ((mine, "Chinese"), (other, "Chinese")):
        expect(page.get_by_role("heading", name=f"{sides} victory")).to_be_visible()
        expect(page.locator(".ending .detail")).to_contain_text("On time: Soviet did not choose")
        expect(page.locator(".ending")).to_contain_text("the time of Soviet was up")
        expect(page.get_by_role("heading", name="Turning points")).to_have_count(0)
        assert unclear(page) == []


def test_more_time_is_given_and_a_choice_ends_a_claim(house: House) -> None:
    house.laid("1")
    mine, other = house.mine, house.other
    house.pass_(1.2)
    mine.get_by_role("button", name="Claim the win").click()
    mine.get_by_role("button", name="Give more time").click()
    expect(other.locator(".time-is-up")).to_have_count(0)
    house.pass_(1.2)
    mine.get_by_role("button", name="Claim the win").click()
    expect(other.locator(".time-is-up")).to_contain_text("claims the win")
    other.locator(".orders [data-verb=recommended]").click()
    expect(mine.locator(".time-is-up")).to_have_count(0)
    expect(other.locator(".time-is-up")).to_have_count(0)
    expect(mine.locator(".bar .clock")).to_contain_text("23 h")


def test_a_table_without_a_clock_shows_none(house: House) -> None:
    house.laid("")
    expect(house.mine.locator(".company li")).to_have_count(2)
    expect(house.mine.locator(".clock, .time-is-up")).to_have_count(0)


def test_who_is_away_reads_how_long_his_clocks_stand(house: House) -> None:
    _, secret = house.storage.accounts.add("Ann", "laptop")
    page = house.mine
    page.goto(house.address)
    page.evaluate("secret => localStorage.setItem('stavka.account', secret)", secret)
    page.reload()
    panel = page.locator(".notices")
    panel.locator("summary").click()
    expect(panel).to_contain_text("30 are left")
    panel.get_by_label("Away; back on").fill(today(ago=-200))
    panel.get_by_role("button", name="Keep").click()
    expect(panel).to_contain_text("from then on they run, also if you are still away")
