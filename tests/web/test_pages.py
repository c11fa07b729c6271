"""Every page and state: nothing for axe to find, and the lobby does what it says."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, FilePayload, Page, Route, expect

from stavka import titles

from .conftest import _watched
from .seat import Seat
from .situations import ATTACK, CHINESE_MOVE, LAST_PHASE, post, seated, set_up, sit, touch
from .test_table import deployed

SIZES = {"desktop": (1440, 900), "tablet": (1024, 768), "phone": (390, 844)}


@pytest.fixture(params=list(SIZES))
def screen(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A window of each size."""
    width, height = SIZES[request.param]
    small = request.param == "phone"
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=small, is_mobile=small
    )
    yield from _watched(context.new_page())
    context.close()


def clean(page: Page, address: str) -> None:
    """axe finds nothing, and nothing is wider than the screen."""
    assert Seat(page, address).axe() == []
    fits(page)


def fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    width = page.viewport_size["width"] if page.viewport_size else 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# The lobby


def lobby(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector(".choice")


def test_the_lobby_with_every_choice(screen: Page, address: str) -> None:
    lobby(screen, address)
    clean(screen, address)
    for scenario in screen.locator("input[name=scenario]").all():
        scenario.check()
        screen.wait_for_timeout(80)
        fits(screen)
    for option in screen.locator(".choice input[type=checkbox]:enabled").all():
        option.check()
    screen.select_option('select[name="player-Chinese"]', "person")
    clean(screen, address)
    screen.get_by_label("Each at a screen of their own").check()
    clean(screen, address)
    screen.get_by_role("button", name="Start the game").click()
    expect(screen.get_by_role("heading", name="The table is laid")).to_be_visible()
    clean(screen, address)


def test_a_lobby_with_four_games(screen: Page, address: str) -> None:
    """All titles of the collection, playable or not yet: names, colours and cards fit."""

    def four(route: Route) -> None:
        first = route.fetch().json()[0]
        entries = [e for e in titles.TITLES.values() if not e.shelf]
        route.fulfill(
            json=[
                {
                    **first,
                    "slug": e.slug,
                    "name": e.name,
                    "subtitle": e.subtitle,
                    "sides": e.sides,
                    "liveries": msgspec.to_builtins(e.looks),
                }
                for e in entries
            ]
        )

    pixel = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    screen.route("**/api/titles", four)
    screen.route("**/check", lambda route: route.fulfill(json={"problem": "", "refused": {}}))
    screen.route(
        "**/maps/*.png*", lambda route: route.fulfill(body=pixel, content_type="image/svg+xml")
    )
    lobby(screen, address)
    expect(screen.locator(".game")).to_have_count(4)
    for name, red in (("Reds!", "Red"), ("Red Dragon", "PLA"), ("Red Star", "Soviet")):
        screen.locator(".game").filter(has_text=name).click()
        expect(screen.locator(".players .mark-stripe")).to_have_text(red)
        clean(screen, address)


def test_options_that_do_not_fit_say_why(page: Page, address: str) -> None:
    lobby(page, address)
    korea = page.locator('input[name="option-17.5"]')
    expect(korea).to_be_disabled()
    expect(page.locator(".choice.refused .why")).to_contain_text("does not fit")
    page.locator(".choice").filter(has_text="M+30, Full Readiness").first.click()
    expect(korea).to_be_enabled()
    expect(page.locator(".choice.refused")).to_have_count(1)
    expect(page.locator(".choice.refused .why")).to_contain_text("never received in M+30")
    korea.check()
    # A scenario that refuses it takes it away again.
    page.locator(".choice").filter(has_text="M+1, Full Readiness").first.click()
    expect(korea).not_to_be_checked()
    expect(korea).to_be_disabled()
    expect(page.locator(".choice.refused")).to_contain_text("Two North Korean corps")


def test_a_scenario_starts_with_its_options_unless_they_are_switched_off(
    page: Page, address: str
) -> None:
    lobby(page, address)
    escalation, guerrillas, americans = (
        page.locator(f'input[name="option-{key}"]') for key in ("SW.3", "GW", "US")
    )
    expect(guerrillas).not_to_be_checked()
    americans.check()
    late = page.locator(".choice").filter(has_text="1980s, M+30")
    late.click()
    expect(escalation).to_be_checked()
    expect(guerrillas).to_be_checked()
    expect(americans).to_be_checked()
    expect(page.get_by_text("On in this scenario unless you switch it off.")).to_have_count(4)
    escalation.uncheck()
    # Another scenario has its own; what was switched on by hand goes along.
    page.locator(".choice").filter(has_text="M+30, Full Readiness").first.click()
    expect(guerrillas).not_to_be_checked()
    expect(americans).to_be_checked()
    late.click()
    expect(escalation).to_be_checked()


def test_a_set_up_that_the_title_refuses_cannot_be_started(page: Page, address: str) -> None:
    """Combinations too: whatever the title's own check says is shown."""
    reason = "17.5 and 19.0 do not go together"

    def check(route: Route) -> None:
        both = len(json.loads(route.request.post_data or "{}")["options"]) > 1
        route.fulfill(json={"problem": reason if both else "", "refused": {}})

    page.route("**/check", check)
    lobby(page, address)
    for key in ("17.5", "19.0"):
        page.locator(f'input[name="option-{key}"]').check()
    expect(page.get_by_role("alert")).to_have_text(reason)
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    page.locator('input[name="option-19.0"]').uncheck()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()


def test_the_tables_of_this_browser(page: Page, address: str) -> None:
    seat = seated(page, address, ATTACK, "Soviet")
    page.get_by_role("link", name="To the lobby").click()
    entry = page.locator(".saved li")
    expect(entry).to_contain_text("The East Is Red")
    expect(entry).to_contain_text("Soviet · turn 2 of 10, Soviet Combat Phase")
    entry.get_by_role("link").click()
    expect(page.locator(".prompt")).to_contain_text("Attack enemy hexes")
    assert Seat(page, address).secret == seat.secret
    page.get_by_role("link", name="To the lobby").click()
    entry.get_by_role("button", name="Forget this table").click()
    expect(page.locator(".saved")).to_contain_text("No games in this browser yet")


def test_bringing_a_game_and_one_that_is_none(browser: Browser, address: str) -> None:
    page = browser.new_page()
    lobby(page, address)
    field = page.locator("input[type=file]")
    wrong = FilePayload(name="x.txt", mimeType="text/plain", buffer=b"Dear Sir")
    field.set_input_files(wrong)
    expect(page.get_by_role("alert")).to_contain_text("line 1")
    right = FilePayload(name="x.txt", mimeType="text/plain", buffer=ATTACK.encode())
    field.set_input_files(right)
    expect(page.locator(".prompt")).to_contain_text("Attack enemy hexes")
    page.close()


def test_the_rules_from_the_lobby(page: Page, address: str) -> None:
    lobby(page, address)
    page.get_by_role("link", name="Rules of The East Is Red").click()
    expect(page.locator(".rule-help")).to_contain_text("Movement")
    clean(page, address)
    page.keyboard.press("Escape")
    page.locator(".choice").get_by_role("link", name="Rule 19.0").click()
    expect(page.locator(".rule-help h2")).to_contain_text("19.0")


# The table


def test_the_table_and_what_opens_over_it(screen: Page, address: str) -> None:
    page = screen
    seat = seated(page, address, CHINESE_MOVE, "Chinese")
    clean(page, address)
    page.keyboard.press("n")
    clean(page, address)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    clean(page, address)
    page.keyboard.press("Escape")
    page.locator(".prompt a.case").click()
    expect(page.locator(".rule-help h2")).to_be_visible()
    box = page.locator(".rule-help").bounding_box()
    assert box and box["width"] > 340 and box["x"] >= 0, "a rule can be read"
    clean(page, address)
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.get_by_role("alertdialog")).to_be_visible()
    clean(page, address)
    page.keyboard.press("Escape")
    # The menu that asks which of three units is meant.
    x, y = seat.show("1812")
    page.keyboard.down("Shift")
    page.mouse.click(x, y)
    page.keyboard.up("Shift")
    expect(page.get_by_role("menu")).to_be_visible()
    clean(page, address)
    page.keyboard.press("Enter")
    for key in "zsc":
        page.keyboard.press(key)
    expect(page.locator(".legend li")).to_have_count(6)
    clean(page, address)
    page.mouse.click(*seat.show("1507"))
    expect(page.locator(".notice")).to_be_visible()
    clean(page, address)


def test_an_attack_being_put_together(screen: Page, address: str) -> None:
    seat = seated(screen, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    seat.choose("all", "", "none")
    # Away from whatever button has come to lie under the pointer.
    screen.mouse.move(5, 5)
    expect(screen.locator(".chances")).to_be_visible()
    clean(screen, address)
    seat.button("resolve", "6-1").focus()
    screen.keyboard.press("Enter")
    expect(screen.locator(".log .die")).to_have_count(1)
    clean(screen, address)


def test_deployment_boxes(page: Page, address: str) -> None:
    seat = Seat(page, address)
    seat.start()
    expect(page.locator(".facts details")).to_be_visible()
    clean(page, address)


def test_the_hand_over(screen: Page, address: str) -> None:
    links = set_up(address, CHINESE_MOVE, hot_seat=True)
    sit(screen, address, links["hot_seat"])
    expect(screen.get_by_role("button", name="I am the Chinese player")).to_be_visible()
    for hidden in ("#stage", "#minimap", ".panel", ".bar"):
        expect(screen.locator(hidden)).not_to_be_visible()
    clean(screen, address)
    screen.get_by_role("button", name="I am the Chinese player").click()
    expect(screen.locator("#stage")).to_be_visible()


def test_the_end_of_a_game(screen: Page, address: str) -> None:
    links = set_up(address, LAST_PHASE, Soviet="random", Chinese="random")
    sit(screen, address, links["spectator"])
    expect(screen.locator(".ending .score")).to_be_visible()
    expect(screen.locator(".ending")).not_to_contain_text("Reckoning")
    clean(screen, address)
    screen.keyboard.press("Escape")
    expect(screen.locator(".outcome h2")).to_be_visible()
    clean(screen, address)


def test_a_what_if(screen: Page, address: str) -> None:
    seated(screen, address, ATTACK, "Soviet")
    screen.keyboard.press("w")
    expect(screen.locator(".what-if-banner")).to_be_visible()
    clean(screen, address)


def test_a_lesson(screen: Page, address: str) -> None:
    lobby(screen, address)
    screen.get_by_role("button", name="Learn in five minutes").click()
    expect(screen.locator(".guide")).to_be_visible()
    clean(screen, address)
    screen.locator("[data-next]").click()
    clean(screen, address)


def test_a_touch_that_shows_before_it_does(phone: Page, address: str) -> None:
    seat = seated(phone, address, CHINESE_MOVE, "Chinese")
    seat.choose("select", "4-6-6.3", "unit")
    x, y = seat.show("2013")
    touch(phone, [(x, y)])
    expect(phone.locator(".toolbar .confirm")).to_be_visible()
    clean(phone, address)
    phone.locator(".grip").tap()
    clean(phone, address)


def test_a_link_that_leads_nowhere(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}#seat/nowhere")
    expect(page.get_by_role("heading", name="No such table")).to_be_visible()
    clean(page, address)
    page.close()


def test_a_full_map(page: Page, mapped: str) -> None:
    deployed(page, mapped)
    clean(page, mapped)


DRAWN = """() => {
  // How many different colours a row of pixels in the middle of the map has.
  const map = document.querySelector(".base canvas");
  const row = new OffscreenCanvas(map.width, 1).getContext("2d");
  row.drawImage(map, 0, -map.height / 2);
  const { data } = row.getImageData(0, 0, map.width, 1);
  const colours = new Set();
  for (let i = 0; i < data.length; i += 4) colours.add(data.slice(i, i + 3).join());
  return colours.size;
}"""


@pytest.mark.parametrize("slug", titles.playable())
def test_the_browser_draws_the_map_of_every_title(page: Page, mapped: str, slug: str) -> None:
    title = titles.load(slug)
    players = dict.fromkeys(title.sides, "person")
    body = {"title": slug, "scenario": title.scenarios[0].key, "players": players}
    sit(page, mapped, post(mapped, "api/tables", body)["spectator"])
    assert page.evaluate(DRAWN) > 20


def test_a_browser_that_makes_no_bitmaps_of_maps_draws_them_itself(page: Page, mapped: str) -> None:
    page.add_init_script("window.createImageBitmap = () => Promise.reject(new Error('no'))")
    title = titles.load("river-line")
    body = {
        "title": title.slug,
        "scenario": title.scenarios[0].key,
        "players": dict.fromkeys(title.sides, "person"),
    }
    sit(page, mapped, post(mapped, "api/tables", body)["spectator"])
    assert page.evaluate(DRAWN) > 20
