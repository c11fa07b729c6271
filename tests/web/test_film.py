"""What others do, as it is watched: the film of their turn, its trails, the card of a battle."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from ..server.client import get
from .seat import Seat
from .situations import ATTACK, CHINESE_MOVE, lay, post, seated, set_up, sit

PEOPLE = {"Soviet": "person", "Chinese": "person"}


class Rival:
    """The other side, played without a screen."""

    def __init__(self, address: str, secret: str) -> None:
        self.address, self.secret = address, secret

    def choose(self, *choices: str) -> None:
        for text in choices:
            verb, _, argument = text.partition(" ")
            number = get(self.address, f"api/seats/{self.secret}")["version"]
            message = {"type": "choose", "number": number, "verb": verb, "argument": argument}
            post(self.address, f"api/seats/{self.secret}", message)


def watched(page: Page, address: str, position: str, pace: str) -> tuple[Seat, Rival]:
    """The Soviets at a screen, the Chinese elsewhere."""
    page.add_init_script(f"localStorage.setItem('stavka.film', '{pace}')")
    links = lay(address, "api/tables/import", {"text": position, "players": PEOPLE})
    page.goto(f"{address}#seat/{links['seats']['Soviet']}")
    page.wait_for_selector(".layer-counters .counter", state="attached")
    return Seat(page, address), Rival(address, links["seats"]["Chinese"])


def hex_on_screen(page: Page, unit: str) -> str:
    """Where a counter is drawn, by the map itself."""
    found: str = page.evaluate(
        """(id) => {
          const { board } = document.querySelector("stavka-table");
          return [...board.stacks].find(([, units]) => units.some((u) => u.id === id))?.[0] ?? "";
        }""",
        unit,
    )
    return found


MOVES = ("select 4-6-6.3", "move 2015", "halt", "select 4-6-6.1", "move 1913", "halt")


def test_the_turn_of_others_is_watched_step_by_step(page: Page, address: str) -> None:
    _, rival = watched(page, address, CHINESE_MOVE, "slow")
    rival.choose(*MOVES)
    bar = page.locator(".film-bar")
    expect(bar).to_contain_text("1 of 2")
    expect(bar).to_contain_text("Chinese")
    # The first unit has moved, the second has not yet.
    assert hex_on_screen(page, "4-6-6.3") == "2015"
    assert hex_on_screen(page, "4-6-6.1") == "1812"
    bar.get_by_role("button", name="Pause").click()
    bar.get_by_role("button", name="Go on").click()
    expect(bar).to_contain_text("2 of 2")
    assert hex_on_screen(page, "4-6-6.1") == "1913"
    expect(bar).to_have_count(0)


def test_units_come_along_their_way(page: Page, address: str) -> None:
    _, rival = watched(page, address, CHINESE_MOVE, "slow")
    rival.choose(*MOVES[:3])
    expect(page.locator(".film-bar")).to_have_count(1)
    node = page.locator('[data-unit="4-6-6.3"]')
    running = "e => e.getAnimations().map((a) => a.effect.getKeyframes().length)"
    assert node.evaluate(running) == [2]


def test_who_wants_no_motion_sees_steps(browser: Browser, address: str) -> None:
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    _, rival = watched(page, address, CHINESE_MOVE, "slow")
    rival.choose(*MOVES[:3])
    expect(page.locator(".film-bar")).to_have_count(1)
    assert page.locator('[data-unit="4-6-6.3"]').evaluate("e => e.getAnimations().length") == 0
    context.close()


@pytest.mark.parametrize("key", ["Escape", "button"])
def test_a_film_can_be_skipped(page: Page, address: str, key: str) -> None:
    _, rival = watched(page, address, CHINESE_MOVE, "slow")
    rival.choose(*MOVES)
    bar = page.locator(".film-bar")
    expect(bar).to_have_count(1)
    if key == "Escape":
        page.keyboard.press(key)
    else:
        bar.get_by_role("button", name="Skip").click()
    expect(bar).to_have_count(0)
    assert hex_on_screen(page, "4-6-6.1") == "1913"


def test_a_film_never_keeps_anybody_from_choosing(page: Page, address: str) -> None:
    """The turn has come meanwhile: what is chosen is chosen, and the map is in the present."""
    seat, rival = watched(page, address, CHINESE_MOVE, "slow")
    rival.choose(*MOVES)
    expect(page.locator(".film-bar")).to_contain_text("1 of 2")
    rival.choose("done", "done", "done", "done")
    expect(page.locator(".orders")).to_have_count(1)
    expect(page.locator(".film-bar")).to_have_count(1)
    version = seat.state()["version"]
    page.keyboard.press("e")
    if page.locator("[data-confirm]").count():
        page.locator("[data-confirm]").click()
    seat.until("v => document.querySelector('.table').dataset.version != v", str(version))
    expect(page.locator(".film-bar")).to_have_count(0)
    assert hex_on_screen(page, "4-6-6.1") == "1913"


def test_the_pace_is_remembered(page: Page, address: str) -> None:
    _, rival = watched(page, address, CHINESE_MOVE, "slow")
    rival.choose(*MOVES[:3])
    page.locator(".film-bar select").select_option("at once")
    expect(page.locator(".film-bar")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('stavka.film')") == "at once"
    rival.choose(*MOVES[3:])
    expect(page.locator(".log ol")).to_contain_text("1913")
    expect(page.locator(".film-bar")).to_have_count(0)


def test_a_turn_leaves_trails(page: Page, address: str) -> None:
    _, rival = watched(page, address, CHINESE_MOVE, "at once")
    rival.choose(*MOVES)
    trails = page.locator(".layer-trails .trail.move")
    expect(trails).to_have_count(2)
    assert [each.get_attribute("data-way") for each in trails.all()] == [
        "2014 2015",
        "1812 1912 1913",
    ]
    page.keyboard.press("v")
    expect(trails).to_have_count(0)
    page.reload()
    page.wait_for_selector(".layer-counters .counter", state="attached")
    expect(page.get_by_role("button", name="Trails")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("v")
    expect(trails).to_have_count(2)
    # In a replay they grow with the moment.
    page.keyboard.press("p")
    page.keyboard.press("Home")
    expect(trails).to_have_count(0)


def attacked(page: Page, address: str) -> Seat:
    seat = seated(page, address, ATTACK, "Soviet")
    seat.choose("attack", "1613", "hex")
    seat.choose("all", "", "none")
    return seat


def roll(seat: Seat) -> dict[str, Any]:
    """Resolves the attack; returns the line that tells of it."""
    seat.choose("resolve", "6-1", "word")
    lines = [line for line in seat.state()["log"] if line["battle"]]
    found: dict[str, Any] = lines[-1]
    return found


def test_a_forecast_shows_the_faces_of_the_die(page: Page, address: str) -> None:
    seat = attacked(page, address)
    preview = page.locator(".preview")
    expect(preview.locator(".faces li")).to_have_count(6)
    expect(preview.locator(".columns .used")).to_have_text("6-1")
    expect(preview.get_by_role("img", name="Attackers")).to_have_count(1)
    assert seat.axe() == []


def test_each_battle_has_its_card(page: Page, address: str) -> None:
    seat = attacked(page, address)
    line = roll(seat)
    card = page.locator(".battle")
    expect(card).to_contain_text("Attack on 1613")
    (die,) = line["dice"]
    expect(card.locator(".faces .fell b")).to_have_text(str(die))
    result = line["text"].rpartition(", ")[2]
    expect(card.locator(".faces .fell span").first).to_have_text(result)
    expect(card.locator(".fell-out")).to_contain_text(result)
    expect(card.locator(".columns .used")).to_have_text("6-1")
    assert seat.axe() == []
    # Beside the battle and not on it.
    box = card.bounding_box()
    spot = page.evaluate(
        """() => {
          const { board } = document.querySelector("stavka-table");
          return board.onScreen(board.map.get("1613"));
        }"""
    )
    assert box
    inside = box["x"] < spot["x"] < box["x"] + box["width"]
    assert not (inside and box["y"] < spot["y"] < box["y"] + box["height"])
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Show the battle").last.click()
    expect(card).to_contain_text("Attack on 1613")


def test_what_is_asked_after_a_battle_stands_in_its_card(page: Page, address: str) -> None:
    """The advance, or the retreat of the defenders (10.2, 10.3)."""
    seat = attacked(page, address)
    roll(seat)
    decision = seat.settled()["presentation"]["decision"]
    assert decision and decision["cause"], "somebody may advance whatever has fallen at 6-1"
    card = page.locator(".battle")
    expect(card.locator(".question-of-battle")).to_contain_text(decision["prompt"])
    expect(page.locator(".orders")).to_have_count(1)
    card.get_by_role("button", name="Close the battle").click()
    expect(page.locator(".panel .orders")).to_have_count(1)


def test_a_card_can_close_by_itself_or_not_come(page: Page, address: str) -> None:
    page.add_init_script("localStorage.setItem('stavka.battles', 'never')")
    seat = attacked(page, address)
    roll(seat)
    page.get_by_role("button", name="Show the battle").last.click()
    card = page.locator(".battle")
    expect(card.locator(".card-foot select")).to_have_value("never")
    card.locator(".card-foot select").select_option("moment")
    assert page.evaluate("localStorage.getItem('stavka.battles')") == "moment"


def test_a_replay_shows_the_card_of_its_battle(page: Page, address: str) -> None:
    seat = attacked(page, address)
    line = roll(seat)
    expect(page.locator(".battle")).to_have_count(1)
    page.keyboard.press("p")
    expect(page.locator(".replay-bar input")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator(".battle")).to_have_count(0)
    for _ in range(line["move"]):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".battle")).to_contain_text("Attack on 1613")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".battle")).to_have_count(0)


def test_the_card_is_a_sheet_on_a_phone(phone: Page, address: str) -> None:
    links = set_up(address, ATTACK)
    seat = sit(phone, address, links["seats"]["Soviet"])
    expect(phone.locator(".orders")).to_be_visible()
    Rival(address, seat.secret).choose("attack 1613", "all", "resolve 6-1")
    card = phone.locator(".battle")
    expect(card).to_have_count(1)
    box = card.bounding_box()
    stage = phone.locator("#stage").bounding_box()
    assert box and box["x"] == 0 and box["width"] == 390
    assert stage and box["y"] >= stage["y"] + stage["height"] - 14, "the map is free"
    # What is asked, with all its answers, is in sight as soon as the die has fallen.
    seat.until(
        """() => {
          const card = document.querySelector(".battle").getBoundingClientRect();
          const asked = document.querySelector(".question-of-battle").getBoundingClientRect();
          return asked.top >= card.top && asked.bottom <= card.bottom + 1;
        }"""
    )
    assert seat.axe() == []
