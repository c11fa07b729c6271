"""How many clicks the first turn takes a plain robot: it moves every stack once, towards the enemy,
and leaves out whatever can be left out. It clicks twice to move, or drags: the button is pressed
once.

How many questions there are depends on the dice, which fall differently each time: totals are
reported and not held. What moving takes does not depend on them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from stavka import titles

from .seat import Seat
from .situations import lay, sit

# Brings a hex onto the screen; answers where it is there.
SPOT = """label => {
  const { board } = document.querySelector("stavka-table");
  const hex = board.map.get(label);
  const { x, y } = board.onScreen(hex);
  const top = document.elementFromPoint(x, y);
  if (!top?.closest("#stage")) board.centre(hex.x, hex.y, Math.max(board.transform.k, 0.7));
  return board.onScreen(hex);
}"""
LIT = """() => [...document.querySelectorAll('.lit-hexes[data-verb="move"]')]
  .flatMap((e) => e.dataset.hexes.split(" "))"""
ON_SCREEN = """label => {
  const { board } = document.querySelector("stavka-table");
  return board.onScreen(board.map.get(label));
}"""
# A drag leads no farther than the screen: of what can be seen, the middle is the best beginning.
CENTRE = """label => {
  const { board } = document.querySelector("stavka-table");
  const hex = board.map.get(label);
  board.centre(hex.x, hex.y, 0.6);
  return board.onScreen(hex);
}"""
IN_SIGHT = """labels => {
  const { board } = document.querySelector("stavka-table");
  return labels.filter((label) => board.isVisible(board.map.get(label)));
}"""
AT_REST = """v => Number(document.querySelector(".table").dataset.version) > v
  && !document.querySelector("stavka-table").carrying.busy"""
HEXES = """() => [...document.querySelector("stavka-table").board.map.hexes.values()]
  .map(({ label, x, y }) => [label, [x, y]])"""


class Plain:
    """A robot that counts its clicks."""

    def __init__(self, page: Page, seat: Seat) -> None:
        self.page, self.seat = page, seat
        self.clicks = self.moving = self.first = 0
        # Stacks that were put down elsewhere with how many units, and those that could go nowhere.
        self.stacks = self.units = self.stuck = 0
        self._handled = set[tuple[str, str]]()
        self._places: dict[str, tuple[float, float]] = dict(page.evaluate(HEXES))

    def play(self) -> None:
        """Plays until the turn is over in which something has moved first."""
        turn = 0
        while not (shown := self.seat.settled()["presentation"])["outcome"]:
            if turn and shown["turn"] > turn:
                return
            if label := self._waiting(shown):
                self._carry(label, shown)
                turn = turn or shown["turn"]
            else:
                self._answer(shown["decision"]["options"])

    def _waiting(self, shown: dict[str, Any]) -> str:
        """The hex of a stack that has not been tried in this phase."""
        options = {o["verb"]: o["values"] for o in shown["decision"]["options"]}
        if "select" not in options or not {"done", "move"} & options.keys():
            return ""
        for unit in shown["units"]:
            key = (f"{shown['turn']} {shown['phase']}", unit["id"])
            if unit["hex"] and unit["id"] in options["select"] and key not in self._handled:
                return str(unit["hex"])
        return ""

    def _carry(self, label: str, shown: dict[str, Any]) -> None:
        """Picks a stack up and puts it down next to the enemy, or as near as it gets."""
        when = f"{shown['turn']} {shown['phase']}"
        self._handled |= {(when, unit["id"]) for unit in shown["units"] if unit["hex"] == label}
        lit = self._pick_up(label)
        self.stuck += not lit
        side = shown["decision"]["side"]
        enemies = {u["hex"] for u in shown["units"] if u["side"] != side} & self._places.keys()
        there = min(lit, key=lambda there: (self._distance(there, enemies), there), default="")
        self._put_down(there)
        if there:
            self.stacks += 1
            before = {unit["id"] for unit in shown["units"] if unit["hex"] == label}
            after = self.seat.state()["presentation"]["units"]
            self.units += sum(unit["id"] in before and unit["hex"] == there for unit in after)
            self.first = self.first or self.clicks

    def _distance(self, here: str, enemies: set[str]) -> float:
        place = self._places[here]
        return min((math.dist(place, self._places[enemy]) for enemy in enemies), default=0)

    def _pick_up(self, label: str) -> list[str]:
        """Takes a stack in hand; answers where it can go."""
        self._click(label)
        found: list[str] = self.page.evaluate(LIT)
        return found

    def _put_down(self, there: str) -> None:
        """Puts down what is in hand; what can go nowhere stays there until another is clicked."""
        if there:
            self._click(there)

    def _click(self, label: str) -> None:
        version = self.seat.state()["version"]
        self.page.mouse.move(0, 0)
        spot = self.page.evaluate(SPOT, label)
        self.page.mouse.click(spot["x"], spot["y"])
        self.clicks += 1
        self.moving += 1
        self.seat.until(AT_REST, version)
        assert not self.page.locator(".chooser").count(), "a menu is in the way"

    def _answer(self, options: list[dict[str, Any]]) -> None:
        """Ends what can be ended, else takes the first that there is."""
        plain = [o for o in options if o["kind"] == "none"]
        ends = [o for o in plain if o["role"] == "end" and o["verb"] != "watch"]
        ways = [o for o in plain if o["verb"] == "recommended"] or ends or plain or options
        option = next((o for o in ways if o["role"] != "back"), ways[0])
        argument = option["values"][0] if option["values"] else ""
        self.clicks += 2 if option["confirm"] else 1
        self.seat.choose(option["verb"], argument, option["kind"])


class Dragging(Plain):
    """The same with the button held down from where a stack is to where it goes."""

    def _pick_up(self, label: str) -> list[str]:
        version = self.seat.state()["version"]
        self.page.mouse.move(0, 0)
        spot = self.page.evaluate(CENTRE, label)
        self.page.mouse.move(spot["x"], spot["y"])
        self.page.mouse.down()
        self.page.mouse.move(spot["x"] + 12, spot["y"] + 12, steps=3)
        self.clicks += 1
        self.moving += 1
        self.seat.until(AT_REST, version)
        found: list[str] = self.page.evaluate(IN_SIGHT, self.page.evaluate(LIT))
        return found

    def _put_down(self, there: str) -> None:
        version = self.seat.state()["version"]
        # Where nothing is lit it goes back to where it was.
        spot = self.page.evaluate(ON_SCREEN, there) if there else {"x": 1, "y": 1}
        self.page.mouse.move(spot["x"], spot["y"], steps=3)
        self.page.mouse.up()
        self.seat.until(AT_REST, version)


@pytest.mark.slow
@pytest.mark.parametrize(("robots", "presses"), [(Plain, 2), (Dragging, 1)])
@pytest.mark.parametrize("slug", titles.playable())
def test_moving_a_stack_takes_two_clicks_or_a_drag(
    page: Page,
    address: str,
    slug: str,
    robots: type[Plain],
    presses: int,
    measured: Callable[[str], None],
) -> None:
    title = titles.load(slug)
    side, other = title.sides
    body = {
        "title": slug,
        "scenario": title.scenarios[0].key,
        "players": {side: "person", other: "cadet"},
    }
    seat = sit(page, address, lay(address, "api/tables", body)["seats"][side])
    robot = robots(page, seat)
    robot.play()
    measured(
        f"{slug}, {robots.__name__}: {robot.clicks} clicks in the first turn,"
        f" the first move after {robot.first};"
        f" {robot.moving} of them moved {robot.units} units in {robot.stacks} stacks"
    )
    assert robot.stacks and robot.units >= robot.stacks
    assert robot.moving == presses * robot.stacks + robot.stuck
