"""The client in a real browser, against a real server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .seat import Seat
from .situations import lay, sit


def options_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    decision = state["presentation"]["decision"]
    return list(decision["options"]) if decision else []


def deployed(page: Page, address: str, **players: str) -> Seat:
    """A game in which the Soviets are about to move."""
    seat = Seat(page, address)
    seat.start(**players)
    seat.settled()
    seat.button("recommended").click()
    seat.button("done").click()
    expect(page.locator(".prompt")).to_contain_text("Move units")
    seat.settled()
    return seat


def pick_up(seat: Seat) -> list[str]:
    """Picks up the first unit that can go anywhere; returns where it can go."""
    for option in options_of(seat.settled()):
        if option["verb"] == "select":
            seat.choose("select", option["values"][0], "unit")
            break
    seat.page.wait_for_selector('.lit-hexes[data-verb="move"]', state="attached")
    return next(list(o["values"]) for o in options_of(seat.settled()) if o["verb"] == "move")


def empty_hex(seat: Seat, labels: list[str]) -> str:
    """A hex without units: a click there means one thing only."""
    taken = {u["hex"] for u in seat.state()["presentation"]["units"]}
    return next(label for label in labels if label not in taken)


def test_a_game_begins_by_clicking(page: Page, address: str) -> None:
    """Lobby, deployment, a move, the log, undo, the end of a phase."""
    seat = deployed(page, address)
    goal = empty_hex(seat, pick_up(seat))

    x, y = seat.show(goal)
    page.mouse.move(x + 3, y)
    expect(page.locator(".preview .result")).to_contain_text("left")
    expect(page.locator(".layer-preview .path")).to_have_count(1)
    page.mouse.click(x, y)
    last = page.locator(".log li").last
    expect(last).to_contain_text(f"to {goal}")

    page.keyboard.press("u")
    expect(page.locator(".log ol")).not_to_contain_text(f"to {goal}")
    page.keyboard.press("r")
    expect(page.locator(".log li").last).to_contain_text(f"to {goal}")

    before = page.locator(".when").inner_text()
    page.locator(".toolbar .end").click()
    page.locator("[data-confirm]").click()
    expect(page.locator(".when")).not_to_have_text(before)


def test_why_not_and_the_rule_behind_it(page: Page, address: str) -> None:
    seat = deployed(page, address)
    goals = pick_up(seat)
    far = next(label for label in ("0101", "4601", "0135") if label not in goals)
    page.mouse.click(*seat.show(far))
    notice = page.locator(".notice")
    expect(notice).to_be_visible()
    notice.locator("a.case").click()
    expect(page.locator(".rule-help h2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rule-help")).to_have_count(0)


def test_by_keyboard_alone(page: Page, address: str) -> None:
    seat = deployed(page, address)
    say = page.locator("#say")
    page.locator("#stage").focus()
    page.keyboard.press("n")
    expect(say).to_contain_text("Pick up")
    page.keyboard.press("Enter")
    if page.locator(".chooser").count():
        page.keyboard.press("Enter")
    page.wait_for_selector('.lit-hexes[data-verb="move"]', state="attached")
    page.locator("#stage").focus()
    before = say.inner_text()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        expect(say).not_to_have_text(before)
    page.keyboard.press("z")
    expect(page.locator(".area.zoc").first).to_be_attached()
    expect(page.get_by_role("button", name="ZOC")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("u")
    page.wait_for_selector('.lit-hexes[data-verb="move"]', state="detached")
    assert not seat.state()["can_undo"] or seat.state()["can_redo"]


def test_hot_seat_hides_the_map_between_players(page: Page, address: str) -> None:
    seat = Seat(page, address)
    seat.start(Chinese="person")
    page.get_by_role("button", name="I am the Soviet player").click()
    seat.button("recommended").click()
    seat.button("done").click()
    expect(page.get_by_role("heading", name="The Chinese player's turn")).to_be_visible()
    expect(page.locator("#stage")).not_to_be_visible()
    expect(page.locator("#minimap")).not_to_be_visible()
    page.get_by_role("button", name="I am the Chinese player").click()
    expect(page.locator("#stage")).to_be_visible()


def test_without_secrets_nobody_has_to_hand_over(page: Page, address: str) -> None:
    """Reds! at one screen: the other side's turn comes, and the map stays."""
    text = "title: reds\nturn: 8\nphase: second-strategic\ninitiative: Red\n"
    text += "[White]\n2921: W-DON1\n[Red]\n2813: R-A01\n"
    players = {"White": "person", "Red": "person"}
    body = {"text": text, "players": players, "hot_seat": True}
    links = lay(address, "api/tables/import", body)
    seat = sit(page, address, links["hot_seat"])
    for side in ("White", "Red"):
        assert seat.settled()["presentation"]["side"] == side
        expect(page.locator(".cover")).to_have_count(0)
        expect(page.locator("#stage")).to_be_visible()
        expect(page.locator(".head")).to_contain_text(side)
        seat.choose("done", "", "none")


def test_without_websockets(page: Page, address: str) -> None:
    page.add_init_script(
        """window.WebSocket = class { static OPEN = 1; readyState = 3;
             constructor() { setTimeout(() => this.onclose?.({ code: 1006 }), 5); } close() {} }"""
    )
    seat = deployed(page, address)
    assert pick_up(seat)


def test_a_phone(phone: Page, address: str, tmp_path: Path) -> None:
    """The first tap shows, the second one does; nothing is too small or too wide."""
    seat = deployed(phone, address)
    goal = empty_hex(seat, pick_up(seat))
    x, y = seat.show(goal)
    phone.touchscreen.tap(x, y)
    expect(phone.locator(".toolbar .confirm")).to_contain_text(goal)
    assert goal not in phone.locator(".log li").last.inner_text()
    phone.screenshot(path=tmp_path / "phone.png")
    phone.touchscreen.tap(x, y)
    expect(phone.locator(".log li").last).to_contain_text(f"to {goal}")
    small = phone.evaluate(
        """() => [...document.querySelectorAll(".toolbar button, .tools button, .order-button")]
          .filter((b) => b.getBoundingClientRect().height < 44).map((b) => b.innerText)"""
    )
    assert not small
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_axe_finds_nothing(page: Page, address: str) -> None:
    seat = Seat(page, address)
    page.goto(address)
    page.wait_for_selector(".choice")
    assert seat.axe() == []
    seat = deployed(page, address)
    pick_up(seat)
    assert seat.axe() == []


@pytest.mark.timing
def test_ready_soon_and_smooth(page: Page, mapped: str, measured: Callable[[str], None]) -> None:
    """Budgets with generous limits: this may run on a machine without a GPU."""
    seat = deployed(page, mapped)
    page.reload()
    seat.until("() => document.querySelector('.base canvas')")
    page.wait_for_selector(".layer-counters .counter", state="attached")
    ready = page.evaluate("performance.now()")
    figures = {"ready": ready, **seat.frames(), "click": seat.answered()}
    words = ", ".join(f"{name} {value:.0f} ms" for name, value in figures.items())
    measured(f"The East Is Red, deployed: {words}")
    assert figures["ready"] < 3000
    assert figures["pan"] < 40
    assert figures["zoom"] < 40
    assert figures["click"] < 100
