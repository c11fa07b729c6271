"""The whole stack in a browser: PostgreSQL, two processes, nginx, two people far apart."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tools.stack import running

from ..server.client import table_of
from .seat import Seat
from .test_seats import NewWindow, dice_are_there, laid, take, window

__all__ = ["window"]

# It needs what the quick tests do without, and a minute.
pytestmark = pytest.mark.slow

CHOICES = 6


def play(seats: list[Seat], rnd: random.Random) -> None:
    """Makes some choices; whoever has to makes the next one."""
    for _ in range(CHOICES):
        seat = next(s for s in seats if s.state()["presentation"]["decision"])
        decision = seat.settled()["presentation"]["decision"]
        option = rnd.choice([o for o in decision["options"] if o["kind"] in ("none", "word")])
        argument = option["values"][0] if option["values"] else ""
        seat.choose(option["verb"], argument, option["kind"])


def shown(page: Page, seat: Seat) -> dict[str, Any]:
    """What the server holds for a seat, once the page shows it."""
    state = seat.state()
    expect(page.locator(".table")).to_have_attribute("data-version", str(state["version"]))
    return state


def test_two_people_play_on_when_a_process_is_killed(window: NewWindow) -> None:
    rnd = random.Random(1)
    with running() as stack:
        boris, anna = window(), window()
        address = f"{stack.address}/"
        link = laid(boris, address, mine="Chinese")
        take(anna, link)
        dice_are_there(boris, anna)
        pages = {page: Seat(page, address) for page in (anna, boris)}
        seats = list(pages.values())
        play(seats, rnd)
        seen = {page: shown(page, seat)["presentation"] for page, seat in pages.items()}
        # The process that holds the table, with everything that people look at.
        stack.kill(stack.home_of(table_of(seats[0].secret)))
        # Both come back by themselves, and nothing that was seen is lost.
        for page, seat in pages.items():
            assert shown(page, seat)["presentation"] == seen[page]
        play(seats, rnd)
        for page, seat in pages.items():
            assert shown(page, seat)["presentation"] != seen[page]
