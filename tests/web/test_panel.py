"""The panel: what is not on the map as cards, odds in sight, a log of any height."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from stavka import titles

from .seat import Seat
from .situations import ATTACK, lay, seated, sit
from .tour import places


def at_a_table(page: Page, address: str, slug: str, verb: str, *sides: str) -> Seat:
    """The hot seat of a table where a kind of choice is offered."""
    text, people = places(titles.load(slug))[verb], dict.fromkeys(sides, "person")
    body = {"text": text, "players": people, "hot_seat": True}
    return sit(page, address, lay(address, "api/tables/import", body)["hot_seat"])


def take_the_seat(page: Page) -> None:
    """Where something is hidden, the screen asks first who is in front of it."""
    cover = page.locator(".cover button")
    if cover.count():
        cover.click()


def in_sight(page: Page, selector: str) -> bool:
    """Whether all of a thing can be seen without scrolling the panel."""
    found: bool = page.evaluate(
        """(selector) => {
          const one = document.querySelector(selector).getBoundingClientRect();
          // On a phone it is the panel that scrolls.
          return [".scroll", ".panel"].every((part) => {
            const all = document.querySelector(part).getBoundingClientRect();
            return one.top >= all.top && one.bottom <= all.bottom + 1;
          });
        }""",
        selector,
    )
    return found


def test_units_beside_the_map_are_cards_with_their_counters(page: Page, address: str) -> None:
    seat = at_a_table(page, address, "reds", "partisans", "White", "Red")
    cards = page.locator(".orders .cards .unit-card")
    expect(cards).to_have_count(3)
    expect(cards.locator("svg.counter")).to_have_count(3)
    assert in_sight(page, ".cards")
    assert not seat.axe()
    version = seat.state()["version"]
    cards.nth(1).click()
    seat.until("v => document.querySelector('.table').dataset.version != v", str(version))
    # Who is to be placed is shown too, until that is done.
    expect(page.locator(".about-card svg.counter")).to_have_count(1)


def test_cards_are_large_enough_for_a_finger(phone: Page, address: str) -> None:
    at_a_table(phone, address, "reds", "partisans", "White", "Red")
    expect(phone.locator(".cards .unit-card")).to_have_count(3)
    assert in_sight(phone, ".cards")
    small = phone.locator(".unit-card").evaluate_all(
        "all => all.filter((b) => b.getBoundingClientRect().height < 44).length"
    )
    assert not small


def test_words_that_mean_counters_show_them(page: Page, address: str) -> None:
    seat = Seat(page, address)
    seat.start()
    deploy = page.locator('.orders [data-verb="place"]')
    expect(deploy.first).to_be_visible()
    expect(page.locator('.orders [data-verb="place"] svg.counter')).to_have_count(deploy.count())
    expect(seat.button("place", "7-4-9")).to_contain_text("7-4-9 (3)")


def test_odds_are_in_sight(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    seat.choose("all", "", "none")
    expect(page.locator(".preview .chances")).to_be_visible()
    assert in_sight(page, ".preview")
    # Also where the orders take up most of the panel.
    page.add_style_tag(content=".orders { min-height: 620px }")
    assert in_sight(page, ".preview")


@pytest.mark.parametrize("slug", titles.playable())
def test_odds_are_in_sight_in_a_low_window_and_on_a_phone(
    page: Page, phone: Page, address: str, slug: str
) -> None:
    sides = titles.load(slug).sides
    page.set_viewport_size({"width": 1280, "height": 720})
    for screen in (page, phone):
        at_a_table(screen, address, slug, "all", *sides)
        take_the_seat(screen)
        expect(screen.locator(".preview > .chances")).to_be_visible()
        assert in_sight(screen, ".preview .result")
        assert in_sight(screen, ".preview > .chances")


def test_odds_come_first_on_a_phone(phone: Page, address: str) -> None:
    seat = seated(phone, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    seat.choose("all", "", "none")
    expect(phone.locator(".preview .chances")).to_be_visible()
    phone.locator(".panel").evaluate("e => e.scrollTo(0, 0)")
    assert in_sight(phone, ".preview .result")
    assert in_sight(phone, ".preview .chances")


def test_what_is_pressed_is_chosen_though_odds_move_it_away(phone: Page, address: str) -> None:
    seat = seated(phone, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    version = seat.settled()["version"]
    button = seat.button("all")
    phone.mouse.move(0, 0)

    def press() -> float:
        """Presses, as a mouse in a narrow window does; how far the button moves meanwhile."""
        button.evaluate("e => { e.style.marginTop = ''; e.scrollIntoView(); }")
        before, box = None, button.bounding_box()
        # Until what the button would bring has come, and nothing moves by itself any more.
        while box != before:
            assert box
            before = box
            phone.mouse.move(box["x"] + 20, box["y"] + 10)
            phone.wait_for_timeout(700)
            box = button.bounding_box()
        assert before
        phone.mouse.down()
        button.evaluate("(e, y) => { e.style.marginTop = `${y}px`; }", 200)
        after = button.bounding_box()
        assert after
        return after["y"] - before["y"]

    assert press() > 100
    phone.mouse.move(0, 0)
    phone.mouse.up()
    phone.wait_for_timeout(300)
    assert seat.state()["version"] == version, "who moves away has thought better of it"
    assert press() > 100
    phone.mouse.up()
    seat.until("v => document.querySelector('.table').dataset.version != v", str(version))


def test_the_log_can_be_made_taller(page: Page, address: str) -> None:
    seated(page, address, ATTACK, "Soviet")
    log = page.locator(".log")

    def height() -> float:
        box = log.bounding_box()
        assert box
        return box["height"]

    before = height()
    log.get_by_role("button", name="taller").click()
    assert height() > 2 * before
    log.get_by_role("button", name="smaller").click()
    assert height() == before


def test_answers_say_what_they_bring_until_that_is_enough(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    expect(page.locator(".orders .means").first).to_be_visible()
    options = seat.state()["presentation"]["decision"]["options"]
    expect(page.locator(".orders .means")).to_have_count(len(options))
    page.get_by_role("button", name="Explain less").click()
    expect(page.locator(".orders .means")).to_have_count(0)
    page.reload()
    expect(page.locator(".orders")).to_be_visible()
    expect(page.locator(".orders .means")).to_have_count(0)
    page.get_by_role("button", name="Explain").click()
    expect(page.locator(".orders .means").first).to_be_visible()
