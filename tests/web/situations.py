"""Tables that begin with a position file, so that a test need not play its way there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from ..server import client
from .seat import BROWSER, Seat, http

# Chinese to move: only picking up is possible, so that a click means one thing.
CHINESE_MOVE = """
title: east-is-red
scenario: m1-current
turn: 2
phase: chinese-initial-movement
[Soviet]
1507: 12-3-12.1
[Chinese]
1812: 4-6-6.1, 4-6-6.2, 5-3-6.1
2014: 4-6-6.3
"""
# Soviet to attack, with a stack and a way round.
ATTACK = """
title: east-is-red
scenario: m1-current
turn: 2
phase: soviet-combat
[Soviet]
1712: 7-4-9.1, 7-4-9.2
1513: 4-6-9.1
[Chinese]
1613: 4-6-6.1
2014: 4-6-6.2
"""
SOVIET_MOVE = """
title: east-is-red
scenario: m1-current
turn: 2
phase: soviet-initial-movement
[Soviet]
1511: 12-3-12.1
1709: 12-3-12.2
[Chinese]
2014: 4-6-6.2
"""
# Chinese to attack, and to detonate mines after that.
CHINESE_COMBAT = """
title: east-is-red
scenario: m1-current
turn: 2
phase: chinese-combat
[Soviet]
1507: 12-3-12.1
[Chinese]
1812: 4-6-6.1
"""
# The last phase of the last turn: whoever ends it ends the game.
LAST_PHASE = """
title: east-is-red
scenario: m1-current
turn: 10
phase: chinese-second-movement
[Soviet]
1507: 12-3-12.1
[Chinese]
1812: 5-3-6.1
"""


def post(address: str, path: str, body: object) -> dict[str, Any]:
    with http(address) as asking:
        answer = asking.post(f"/{path}", json=body)
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
    return found


def lay(address: str, path: str, body: object) -> dict[str, Any]:
    """A new table at which everybody has sat down, in this browser."""
    return client.lay(address, post(address, path, body), BROWSER)


def set_up(address: str, text: str, *, hot_seat: bool = False, **players: str) -> dict[str, Any]:
    """A table that begins with a position; people play both sides unless said otherwise."""
    everybody = {"Soviet": "person", "Chinese": "person", **players}
    body = {"text": text, "players": everybody, "hot_seat": hot_seat}
    return lay(address, "api/tables/import", body)


def sit(page: Page, address: str, secret: str) -> Seat:
    page.goto(f"{address}#seat/{secret}")
    page.wait_for_selector(".base canvas", state="attached")
    return Seat(page, address)


def seated(page: Page, address: str, text: str, side: str) -> Seat:
    """One side's seat at a new table, that side to choose."""
    seat = sit(page, address, set_up(address, text)["seats"][side])
    expect(page.locator(".orders")).to_be_visible()
    return seat


def play_to_the_end(page: Page) -> None:
    """Ends the phases of a hot seat until the game is over."""
    for _ in range(12):
        if page.locator(".ending").count():
            break
        if page.locator(".cover").count():
            page.locator(".cover button").click()
        page.keyboard.press("e")
        if page.locator("[data-confirm]").count():
            page.keyboard.press("Enter")
        page.wait_for_timeout(150)


def say(page: Page) -> str:
    return page.locator("#say").inner_text()


def scale(page: Page) -> float:
    """How large the map is drawn."""
    found: float = page.evaluate("document.querySelector('stavka-table').board.transform.k")
    return found


def middle_of_the_map(page: Page) -> list[float]:
    found: list[float] = page.evaluate(
        """() => {
          const { board } = document.querySelector('stavka-table');
          const { clientWidth, clientHeight } = board.element;
          return board.transform.invert([clientWidth / 2, clientHeight / 2]);
        }"""
    )
    return found


def touch(page: Page, *steps: list[tuple[float, float]], hold_ms: int = 0) -> None:
    """Fingers that come down, move and go: the points of all fingers, step by step."""
    session = page.context.new_cdp_session(page)
    for number, points in enumerate(steps):
        session.send(
            "Input.dispatchTouchEvent",
            {
                "type": "touchMove" if number else "touchStart",
                "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)],
            },
        )
        page.wait_for_timeout(20)
    page.wait_for_timeout(hold_ms)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
