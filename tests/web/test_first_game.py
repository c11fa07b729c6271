"""The scenario that the lobby proposes to whoever has not played a title yet."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from stavka import titles

from .situations import SOVIET_MOVE, seated


def chosen(page: Page) -> str:
    """The name of the scenario that is chosen in the lobby."""
    return page.locator(".choice:has(input[name=scenario]:checked) b").inner_text()


def test_each_title_has_a_scenario_that_is_marked(page: Page, address: str) -> None:
    page.goto(address)
    for slug in titles.playable():
        title, entry = titles.load(slug), titles.entry(slug)
        name = next(s.name for s in title.scenarios if s.key == entry.first_game)
        page.get_by_role("radio", name=entry.name).check(force=True)
        marked = page.locator(".choice:has(.first-game)")
        expect(marked).to_have_count(1)
        expect(marked.locator("b")).to_have_text(name)
        assert chosen(page) == name


def test_it_is_chosen_until_the_title_has_been_played(page: Page, address: str) -> None:
    """With a title whose first game is not its first scenario."""

    def otherwise(route: Route) -> None:
        found = route.fetch().json()
        found[0]["first_game"] = found[0]["scenarios"][2]["key"]
        route.fulfill(json=found)

    page.route("**/api/titles", otherwise)
    scenarios = titles.load("east-is-red").scenarios
    page.goto(address)
    expect(page.locator(".first-game")).to_be_visible()
    assert chosen(page) == scenarios[2].name
    seated(page, address, SOVIET_MOVE, "Soviet")
    expect(page.locator(".hint")).to_be_visible()
    page.goto(address)
    expect(page.locator(".first-game")).to_be_visible()
    assert chosen(page) == scenarios[0].name
