"""Red Dragon, Blue Dragon in two browsers: a turn of each side, and what the GMD's one is told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket, expect

from stavka.titles.red_dragon.charts import charts

from .seat import PATIENCE, Seat
from .situations import lay


class Ear:
    """Everything that goes over a page's socket and comes in answer to its requests."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("websocket", self._socket)
        page.on("response", self._response)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def _response(self, response: Response) -> None:
        if "/api/tables/" in response.url and response.ok:
            self.heard.append(response.text())


def open_table(address: str) -> dict[str, str]:
    """A table for two people; the secret of each side's seat."""
    wanted = {
        "title": "red-dragon",
        "scenario": "campaign",
        "options": [],
        "players": {"GMD": "person", "PLA": "person"},
    }
    seats: dict[str, str] = lay(address, "api/tables", wanted)["seats"]
    return seats


@pytest.fixture
def pages(browser: Browser) -> Iterator[dict[str, Page]]:
    """A window for each side, far apart; nothing may go wrong in either."""
    problems: list[str] = []
    found = {}
    contexts = []
    for side in ("GMD", "PLA"):
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        contexts.append(context)
        page = found[side] = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda m: problems.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: problems.append(str(e)))
    yield found
    for context in contexts:
        context.close()
    assert not problems, problems


def options_of(seat: Seat) -> dict[str, dict[str, Any]]:
    decision = seat.state()["presentation"]["decision"]
    return {option["verb"]: option for option in decision["options"]} if decision else {}


class Commander:
    """Moves two units, makes one attack, and lets everything else take its course."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.moved: set[str] = set()
        self.attackers: set[str] = set()

    def act(self) -> None:
        self.seat.settled()
        options = options_of(self.seat)
        verb, argument = self._choice(options)
        self.seat.choose(verb, argument, options[verb]["kind"])

    def _choice(self, options: dict[str, dict[str, Any]]) -> tuple[str, str]:
        if "move" in options:
            # A hex without units: a click there means one thing only.
            taken = {unit["hex"] for unit in self.seat.state()["presentation"]["units"]}
            empty = [hex_ for hex_ in options["move"]["values"] if hex_ not in taken]
            if empty and len(self.moved) < 3:
                return "move", empty[0]
        if "select" in options and len(self.moved) < 2:
            unit = self._alone(options["select"]["values"])
            if unit:
                self.moved.add(unit)
                return "select", unit
        if "add" in options and not self.attackers:
            unit = options["add"]["values"][0]
            self.attackers.add(unit)
            return "add", unit
        if "resolve" in options:
            return "resolve", ""
        if "attack" in options and not self.attackers:
            return "attack", options["attack"]["values"][0]
        ends = [verb for verb in ("done", "pass", "hold", "cancel") if verb in options]
        if ends:
            return ends[0], ""
        verb, option = next(iter(options.items()))
        return verb, option["values"][0] if option["kind"] != "none" else ""

    def _alone(self, units: list[str]) -> str:
        """The first that shares its hex with nobody."""
        shown = self.seat.state()["presentation"]["units"]
        hexes = {unit["id"]: unit["hex"] for unit in shown}
        places = list(hexes.values())
        return next(
            (u for u in units if hexes[u] and places.count(hexes[u]) == 1 and u not in self.moved),
            "",
        )


def test_a_turn_of_each_side_and_no_identity_for_the_gmd(
    pages: dict[str, Page], address: str
) -> None:
    secrets = open_table(address)
    ears = {side: Ear(page) for side, page in pages.items()}
    commanders = {}
    for side, page in pages.items():
        page.goto(f"{address}#seat/{secrets[side]}")
        page.wait_for_selector(".wrap img", state="attached")
        commanders[side] = Commander(Seat(page, address))

    sources: list[str] = []
    phases: set[str] = set()
    for _ in range(200):
        shown = commanders["GMD"].seat.state()["presentation"]
        phases.add(shown["phase"])
        if shown["turn"] == 2 or shown["outcome"]:
            break
        commanders[shown["to_choose"]].act()
        sources.append(pages["GMD"].content())
    else:
        raise AssertionError("the turn does not end")

    assert commanders["GMD"].moved
    assert commanders["PLA"].moved
    assert {"GMD Movement Segment", "PLA Movement Segment"} <= phases
    # The PLA sees its units; the GMD sees counters.
    assert '"ecfa-9"' in "".join(ears["PLA"].heard)
    told = "\n".join((*ears["GMD"].heard, *sources))
    assert len(ears["GMD"].heard) > 10
    assert "face down" in told
    # Units of the one attack were shown in it (18.2.2); nobody else ever was.
    known = charts()
    for unit, counter in enumerate(known.counter):
        if known.face_down >> unit & 1 and counter.id not in commanders["PLA"].attackers:
            in_battle = any(
                counter.name in line and " against " in line for line in told.split('"')
            )
            if not in_battle:
                assert f'"{counter.id}"' not in told, counter.id
                assert counter.name not in told, counter.name


def test_the_log_tells_of_loyalty_from_the_start(pages: dict[str, Page], address: str) -> None:
    """The 3rd Pacification Area checks its loyalty before anybody chooses; everybody reads it."""
    secrets = open_table(address)
    for side, page in pages.items():
        page.goto(f"{address}#seat/{secrets[side]}")
        page.wait_for_selector(".wrap img", state="attached")
        log = page.locator(".log ol")
        log.get_by_text("59 Corps").first.wait_for(state="attached")
        assert "Roll" in log.inner_text()


LOOK = """all => all.map((e) => {
  const { fill, stroke, strokeDasharray } = getComputedStyle(e);
  return [fill, stroke, strokeDasharray];
})"""


def test_the_supply_of_three_armies_is_told_apart_by_form(page: Page, address: str) -> None:
    """By line and filling, not by colour alone; the legend shows the same."""
    page.goto(f"{address}#seat/{open_table(address)['GMD']}")
    page.wait_for_selector(".base canvas", state="attached")
    page.keyboard.press("s")
    legend = page.locator(".legend li")
    expect(legend).to_contain_text(["GMD supply", "ECFA supply", "CPFA supply"])
    drawn = page.locator(".layer-areas .area.supply").evaluate_all(LOOK)
    for looks in zip(*drawn, strict=True):
        assert len(set(looks)) == 3
    assert legend.locator(".area").evaluate_all(LOOK) == drawn
