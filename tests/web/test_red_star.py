"""Red Star Rising in a real browser: a part of a turn of each side, by clicking."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .seat import Seat

# More choices than two phases with a few moves and attacks take.
CHOICES = 120


def sit_down(page: Page, address: str, side: str, scenario: str = "Turning Point") -> Seat:
    """A new game against the computer."""
    page.goto(address)
    page.locator('label:has(input[name="title"])', has_text="Red Star Rising").click()
    page.locator('label:has(input[name="scenario"])', has_text=scenario).click()
    for other in ("Axis", "Soviet"):
        player = "person" if other == side else "cadet"
        page.select_option(f'select[name="player-{other}"]', player)
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".wrap img", state="attached")
    return Seat(page, address)


class Player:
    """Moves three units, attacks twice, and ends its phases until it has done both."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.moves = self.attacks = 0
        self.handled: set[str] = set()

    def play(self) -> None:
        for _ in range(CHOICES):
            shown = self.seat.settled()["presentation"]
            if shown["outcome"] or (self.moves >= 3 and self.attacks >= 2):
                return
            options = {option["verb"]: option for option in shown["decision"]["options"]}
            verb, argument = self.choose(shown, options)
            self.seat.choose(verb, argument, options[verb]["kind"])
        raise AssertionError("nothing gets done")

    def choose(self, shown: dict[str, Any], options: dict[str, dict[str, Any]]) -> tuple[str, str]:
        taken = {unit["hex"] for unit in shown["units"]}
        if "move" in options and self.moves < 3:
            free = [label for label in options["move"]["values"] if label not in taken]
            if free:
                self.moves += 1
                if self.moves == 1:
                    self.look_at_the_way(free[0])
                return "move", free[0]
        if "resolve" in options:
            self.look_at_the_odds()
            return "resolve", ""
        if "attack" in options and self.attacks < 2:
            self.attacks += 1
            return "attack", options["attack"]["values"][0]
        if "select" in options and "place" not in options and self.moves < 3:
            fresh = [u for u in options["select"]["values"] if u not in self.handled]
            if fresh:
                self.handled.add(fresh[0])
                return "select", fresh[0]
        for verb in ("add", "hold", "halt", "stand", "stay", "hold_fire", "done"):
            if verb in options:
                values = options[verb]["values"]
                return verb, values[0] if values else ""
        verb, option = next(iter(options.items()))
        return verb, option["values"][0] if option["values"] else ""

    def look_at_the_way(self, goal: str) -> None:
        page = self.seat.page
        x, y = self.seat.show(goal)
        page.mouse.move(x + 3, y)
        expect(page.locator(".preview .result")).to_contain_text("left")

    def look_at_the_odds(self) -> None:
        page = self.seat.page
        self.seat.button("resolve").hover()
        expect(page.locator(".preview .result")).to_contain_text(" to ")


@pytest.mark.parametrize("side", ["Soviet", pytest.param("Axis", marks=pytest.mark.slow)])
def test_a_part_of_a_turn_by_clicking(page: Page, address: str, side: str) -> None:
    seat = sit_down(page, address, side)
    player = Player(seat)
    player.play()
    assert player.moves >= 3
    log = page.locator(".log ol")
    expect(log).to_contain_text(" attack ")
    expect(log).to_contain_text("moves from")


def test_why_not_on_the_map(page: Page, address: str) -> None:
    seat = sit_down(page, address, "Soviet")
    state = seat.settled()["presentation"]
    assert state["phase"] == "Soviet Combat Phase"
    axis = {u["hex"] for u in state["units"] if u["side"] == "Axis" and u["hex"]}
    attack = next(o for o in state["decision"]["options"] if o["verb"] == "attack")
    behind = min(axis - set(attack["values"]))
    page.mouse.click(*seat.show(behind))
    expect(page.locator(".notice")).to_be_visible()


@pytest.mark.timing
def test_the_large_map_does_not_lag(
    page: Page, mapped: str, measured: Callable[[str], None]
) -> None:
    """Budgets as for the smallest map, with the whole front of June 1941 on the screen."""
    seat = sit_down(page, mapped, "Axis", "Barbarossa")
    for _ in range(CHOICES):
        decision = seat.settled()["presentation"]["decision"]
        options = {option["verb"]: option for option in decision["options"]}
        if len(options.get("select", {"values": ()})["values"]) > 20:
            break
        verb, option = next(iter(options.items()))
        seat.choose(verb, option["values"][0] if option["values"] else "", option["kind"])
    figures = {**seat.frames(), "click": seat.answered()}
    words = ", ".join(f"{name} {value:.0f} ms" for name, value in figures.items())
    measured(f"Barbarossa with {page.locator('.counter').count()} counters: {words}")
    assert figures["pan"] < 40
    assert figures["zoom"] < 40
    assert figures["click"] < 100


# Fills the map up to a number of units: no scenario has as many for long.
FILL = """(most) => {
  const { board, presentation: p } = document.querySelector("stavka-table");
  const far = ({ x, y }) => Math.hypot(x - 1300, y - 1200);
  const free = [...board.map.hexes.values()].filter((hex) => !board.stacks.has(hex.label));
  free.sort((a, b) => far(a) - far(b));
  const placed = p.units.filter((unit) => unit.hex);
  const more = free.slice(0, Math.max(0, most - placed.length))
    .map(({ label }, i) => ({ ...placed[i % placed.length], id: `more-${i}`, hex: label }));
  const none = { units: new Set(), hexes: new Set() };
  board.show({ ...p, units: [...placed, ...more] }, { hexes: [], units: new Set() }, none);
  return [placed.length + more.length, document.querySelectorAll(".layer-trails path").length];
}"""


@pytest.mark.timing
def test_a_full_map_with_trails_does_not_lag(
    page: Page, mapped: str, measured: Callable[[str], None]
) -> None:
    """Budgets as before, with 270 units and everything that the other side has just done."""
    seat = sit_down(page, mapped, "Soviet", "Motherland")
    for _ in range(CHOICES):
        shown = seat.settled()["presentation"]
        if shown["phase"].startswith("Soviet"):
            break
        options = shown["decision"]["options"]
        verb, values, kind = (options[0][part] for part in ("verb", "values", "kind"))
        seat.choose(verb, values[0] if values else "", kind)
    units, trails = page.evaluate(FILL, 270)
    assert units == 270 and trails >= 50
    figures = seat.frames()
    words = ", ".join(f"{name} {value:.0f} ms" for name, value in figures.items())
    measured(f"Motherland with {units} units and {trails} trails: {words}")
    assert figures["pan"] < 40
    assert figures["zoom"] < 40
