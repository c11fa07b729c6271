"""Reds! in a real browser: a turn of each side, by clicking."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .seat import Seat

# More choices than a turn of a sensible player takes.
CHOICES = 160


def sit_down(page: Page, address: str, side: str) -> Seat:
    """A new game against the computer."""
    page.goto(address)
    page.locator('label:has(input[name="title"])', has_text="Reds!").click()
    for other in ("White", "Red"):
        player = "person" if other == side else "cadet"
        page.select_option(f'select[name="player-{other}"]', player)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".wrap img", state="attached")
    return Seat(page, address)


def decisions(seat: Seat) -> Iterator[tuple[dict[str, Any], dict[str, dict[str, Any]]]]:
    """Each decision of turn 1 with its options by verb, as long as the turn lasts."""
    for _ in range(CHOICES):
        shown = seat.settled()["presentation"]
        if shown["outcome"] or shown["turn"] > 1 or shown["phase"].startswith("Strategic"):
            return
        yield shown, {option["verb"]: option for option in shown["decision"]["options"]}
    raise AssertionError("the turn does not end")


def around(label: str) -> set[str]:
    """The six hexes next to one; odd columns stand half a hex lower."""
    column, row = int(label[:2]), int(label[2:])
    up = row - 1 if column % 2 == 0 else row
    near = [(column, row - 1), (column, row + 1)]
    near += [(column + side, up + step) for side in (-1, 1) for step in (0, 1)]
    return {f"{c:02}{r:02}" for c, r in near}


class Player:
    """Moves a few units up to the enemy, attacks three times, and ends its steps."""

    def __init__(self, seat: Seat, side: str) -> None:
        self.seat = seat
        self.side = side
        self.moves = self.attacks = 0
        self.handled: set[str] = set()

    def play_turn(self) -> None:
        for shown, options in decisions(self.seat):
            verb, argument = self.choose(shown, options)
            self.seat.choose(verb, argument, options[verb]["kind"])

    def choose(self, shown: dict[str, Any], options: dict[str, dict[str, Any]]) -> tuple[str, str]:
        taken = {unit["hex"] for unit in shown["units"]}
        if "move" in options:
            free = sorted(
                (hex_ for hex_ in options["move"]["values"] if hex_ not in taken),
                key=lambda hex_: not around(hex_) & self.enemies(shown),
            )
            if free:
                self.moves += 1
                if self.moves == 1:
                    self.look_at_the_way(free[0])
                return "move", free[0]
        if "front" in options and options["front"]["values"]:
            # The Fronts where there is something to fight.
            fronts = options["front"]["values"]
            return "front", next((f for f in ("East", "South") if f in fronts), fronts[0])
        if "select" in options and "done" in options and self.moves < 4:
            fresh = [u for u in options["select"]["values"] if u not in self.handled]
            if fresh:
                self.handled.add(fresh[0])
                return "select", fresh[0]
        if "attack" in options and self.attacks < 3:
            self.attacks += 1
            return "attack", options["attack"]["values"][0]
        if "resolve" in options:
            self.look_at_the_odds(shown)
            return "resolve", ""
        for verb in ("add", "hold", "halt", "enough", "rally", "done", "stay"):
            if verb in options:
                values = options[verb]["values"]
                return verb, values[0] if values else ""
        verb, option = next(iter(options.items()))
        return verb, option["values"][0] if option["values"] else ""

    def enemies(self, shown: dict[str, Any]) -> set[str]:
        other = {"White": "Red", "Red": "White"}[self.side]
        return {unit["hex"] for unit in shown["units"] if unit["side"] == other and unit["hex"]}

    def look_at_the_way(self, goal: str) -> None:
        page = self.seat.page
        x, y = self.seat.show(goal)
        page.mouse.move(x + 3, y)
        expect(page.locator(".preview")).to_contain_text(re.compile(r"\d points?, \d+ left"))

    def look_at_the_odds(self, shown: dict[str, Any]) -> None:
        """Attackers and target are marked, and the sum stands beside the button."""
        page = self.seat.page
        assert any("attacking" in unit["states"] for unit in shown["units"])
        assert any(marker["kind"] == "target" for marker in shown["markers"])
        self.seat.button("resolve").hover()
        expect(page.locator(".preview .result")).to_contain_text("against die x")
        expect(page.locator(".preview")).to_contain_text("manpower")


@pytest.mark.parametrize("side", ["White", pytest.param("Red", marks=pytest.mark.slow)])
def test_a_turn_of_each_side(page: Page, address: str, side: str) -> None:
    seat = sit_down(page, address, side)
    player = Player(seat, side)
    player.play_turn()
    assert player.moves >= 4
    assert player.attacks >= 1
    log = page.locator(".log ol")
    for words in ("Chit: ", "event, roll", " moves from ", "differential"):
        expect(log).to_contain_text(words)
    facts = page.locator(".facts")
    for words in ("White resources", "Red resources", "White event", "Red event", "Allies"):
        expect(facts).to_contain_text(words)


def to_the_movement(seat: Seat) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Plays on until units can be picked up."""
    turn = decisions(seat)
    shown, options = next(turn)
    while not {"select", "done"} <= set(options):
        verb, option = next(iter(options.items()))
        seat.choose(verb, option["values"][0] if option["values"] else "", option["kind"])
        shown, options = next(turn)
    return shown, options


def test_the_menu_of_a_hex_stays_in_the_window(page: Page, address: str) -> None:
    """Units are described in three lines here, and the menu opens near the lower edge."""
    seat = sit_down(page, address, "White")
    to_the_movement(seat)
    page.evaluate(
        """() => {
          const table = document.querySelector("stavka-table");
          const option = table.presentation.decision.options.find((o) => o.verb === "select");
          const picks = option.values.slice(0, 5).map((argument) => ({ option, argument }));
          return table.openMenu(picks, 500, innerHeight - 20);
        }"""
    )
    expect(page.locator(".chooser button")).to_have_count(5)
    box = page.locator(".chooser").bounding_box()
    assert box is not None
    assert box["height"] > 300
    assert box["y"] + box["height"] <= page.evaluate("innerHeight")


def test_activated_units_are_lit_and_control_is_shown(page: Page, address: str) -> None:
    seat = sit_down(page, address, "White")
    shown, options = to_the_movement(seat)
    active = {unit["id"] for unit in shown["units"] if "active" in unit["states"]}
    assert active >= set(options["select"]["values"])
    assert {unit for _, unit in seat.lit()["unit"]} >= set(options["select"]["values"])
    kinds = {marker["kind"] for marker in shown["markers"]}
    assert {"white", "red", "gold", "locomotive", "verdun"} <= kinds
    page.keyboard.press("c")
    expect(page.locator(".area.control").first).to_be_attached()
