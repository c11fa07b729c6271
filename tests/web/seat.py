"""A person at the screen: what a test reads off a page, and what it clicks."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from ..server import client

ROOT = Path(__file__).parents[2]
# Milliseconds. On a busy machine things take their time; what never comes is still found out, and
# how fast a thing has to be is measured where it counts.
PATIENCE = 60_000
# What the browser of a test tells itself from others by.
BROWSER = "the browser of the tests"
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

# Milliseconds for a frame while the map is moved and zoomed.
FRAMES = """async () => {
  const { board } = document.querySelector("stavka-table");
  const frame = () => new Promise(requestAnimationFrame);
  // Whatever else the machine does only adds: the best of three means counts.
  const measure = async (step) => {
    let best = Infinity;
    for (let round = 0; round < 3; round++) {
      const from = performance.now();
      for (let i = 0; i < 60; i++) { step(i); await frame(); }
      best = Math.min(best, (performance.now() - from) / 60);
    }
    return best;
  };
  await frame();
  return {
    pan: await measure((i) => board.centre(1200 + i * 6, 1100 + i * 4, 1)),
    zoom: await measure((i) => board.centre(1300, 1200, 0.5 + i / 40)),
  };
}"""
# Whether a plain click on a hex is one choice and no other.
PLAIN = """({ label, verb, argument }) => {
  const { board, choosing } = document.querySelector("stavka-table");
  const meant = choosing.meant({ hex: board.map.get(label), unit: null });
  return meant.length === 1 && meant[0].option.verb === verb && meant[0].argument === argument;
}"""
# What the page shows, for whoever wants to know why a test has failed.
SHOWN = """() => {
  const table = document.querySelector("stavka-table");
  const { board, choosing } = table ?? {};
  const text = (name) => document.querySelector(name)?.innerText ?? null;
  return JSON.stringify({
    version: document.querySelector(".table")?.dataset.version,
    status: table?.seat?.status,
    hovered: board?.hovered?.label,
    said: table?.notices?.said,
    armed: choosing?.armed?.argument,
    menu: text(".chooser"),
    asking: text(".question"),
    notice: text(".notice"),
    bar: text(".bar"),
    active: document.activeElement?.outerHTML.slice(0, 120),
  });
}"""
# Picks a unit up, waits for the new view, and takes it back; answers how long the first took.
CLICK = """async () => {
  const table = document.querySelector(".table");
  const changed = () => new Promise((done) =>
    new MutationObserver((_, me) => { me.disconnect(); done(); })
      .observe(table, { attributes: true, attributeFilter: ["data-version"] }));
  const from = performance.now();
  let news = changed();
  document.querySelector(".inspector [data-verb=select]").click();
  await news;
  await new Promise(requestAnimationFrame);
  const took = performance.now() - from;
  news = changed();
  document.querySelector(".toolbar button").click();
  await news;
  return took;
}"""


def http(address: str) -> httpx.Client:
    """The server, asked as the browser of the test asks it: nobody is told of a second one."""
    return client.http(address, BROWSER)


class Seat:
    """A table in a browser, and the same seat asked over HTTP: the one has to show the other."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    @property
    def secret(self) -> str:
        return self.page.url.rpartition("#seat/")[2]

    def start(self, **players: str) -> None:
        """Sets up a game in the lobby; without a word the first side is a person's, the other a
        cadet's."""
        page = self.page
        page.goto(self.address)
        for side, player in players.items():
            page.select_option(f'select[name="player-{side}"]', player)
        expect(page.locator(".players select")).to_have_count(2)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_selector(".wrap img", state="attached")

    def state(self) -> dict[str, Any]:
        """What the server holds for this seat."""
        with http(self.address) as asking:
            found: dict[str, Any] = asking.get(f"/api/seats/{self.secret}").json()
        return found

    def settled(self) -> dict[str, Any]:
        """The state once the page shows it and a person has to choose, or the game is over."""
        until = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < until:
            state = self.state()
            p = state["presentation"]
            if p["outcome"] or (p["decision"] and not state["thinking"]):
                self.page.wait_for_selector(
                    f'.table[data-version="{state["version"]}"]', state="attached"
                )
                return state
            self.page.wait_for_timeout(50)
        raise AssertionError("nobody gets to choose")

    def lit(self) -> dict[str, set[tuple[str, str]]]:
        """Everything that the page offers, by kind, as pairs of verb and argument."""
        found: dict[str, list[list[str]]] = self.page.evaluate(
            """() => {
              const all = (selector) => [...document.querySelectorAll(selector)];
              const pair = (e) => [e.dataset.verb, e.dataset.argument];
              return {
                hex: all(".lit-hexes").flatMap((e) =>
                  e.dataset.hexes.split(" ").map((label) => [e.dataset.verb, label])),
                unit: all(".layer-counters .counter.lit").map((e) => ["", e.dataset.unit]),
                box: all(".cards button[data-verb]").map(pair),
                button: all(".orders button[data-verb]:not(.unit-card)").map(pair),
              };
            }"""
        )
        return {kind: {(a, b) for a, b in pairs} for kind, pairs in found.items()}

    def button(self, verb: str, argument: str = "", within: str = ".orders") -> Locator:
        return self.page.locator(f'{within} [data-verb="{verb}"][data-argument="{argument}"]')

    def show(self, label: str) -> tuple[float, float]:
        """Brings a hex into the middle of the map; returns where that is on the screen."""
        self.put_card_away()
        field = self.page.locator("#find")
        field.fill(label)
        field.press("Enter")
        return self.middle()

    def pointed_at(self, label: str) -> tuple[float, float]:
        """Brings a hex under the mouse, which stays there: with a new question the map may go to
        what it is about."""
        hovered = "document.querySelector('stavka-table').board.hovered?.label"
        for _ in range(20):
            x, y = self.show(label)
            self.page.mouse.move(x - 1, y)
            self.page.mouse.move(x, y)
            if self.page.evaluate(hovered) == label:
                break
        return x, y

    def put_card_away(self) -> None:
        """The card of a battle may lie over what is wanted."""
        card = self.page.locator(".battle")
        if card.count():
            card.get_by_role("button", name="Close the battle").click()
            expect(card).to_have_count(0)

    def middle(self) -> tuple[float, float]:
        box = self.page.locator("#stage").bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def choose(self, verb: str, argument: str, kind: str) -> None:
        """Makes a choice as a person would: on the map, or with a button."""
        page = self.page
        version = self.state()["version"]
        if kind in ("none", "word"):
            self.press(self.button(verb, argument))
        else:
            label = argument if kind == "hex" else self.hex_of(argument)
            if not label:
                self.button(verb, argument, within=".cards").click()
            else:
                x, y = self.pointed_at(label)
                self.click_on(x, y, label, verb, argument)
                self.until(
                    "v => document.querySelector('.chooser, .question')"
                    " || document.querySelector('.table').dataset.version != v",
                    str(version),
                )
                entry = self.button(verb, argument, within=".chooser")
                if entry.count():
                    entry.click()
        confirm = page.locator("[data-confirm]")
        if confirm.count():
            confirm.click()
        self.until("v => document.querySelector('.table').dataset.version != v", str(version))

    def click_on(self, x: float, y: float, label: str, verb: str, argument: str) -> None:
        """A plain click where that is enough; else one that asks for everything there is."""
        named = {"label": label, "verb": verb, "argument": argument}
        plain = self.page.evaluate(PLAIN, named)
        if not plain:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(x, y)
        if not plain:
            self.page.keyboard.up("Shift")

    def press(self, button: Locator) -> None:
        """Clicks one of the orders as a hand does that has moved there, and unfolds it before."""
        button.evaluate("e => { const d = e.closest('details'); if (d) d.open = true; }")
        self.page.mouse.move(0, 0)
        # Odds that come when a mouse rests on a button would push it away on a telephone.
        if self.page.evaluate("navigator.maxTouchPoints > 0"):
            button.tap()
        else:
            button.click()

    def until(self, condition: str, argument: object = None) -> None:
        """Waits for something to be true in the page, whose policy forbids it to be told code."""
        until = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < until:
            if self.page.evaluate(condition, argument):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"never true: {condition}; the page: {self.page.evaluate(SHOWN)}")

    def hex_of(self, unit: str) -> str:
        units = self.state()["presentation"]["units"]
        return str(next(u["hex"] for u in units if u["id"] == unit))

    def axe(self) -> list[str]:
        """What axe-core finds wrong with the page."""
        if not AXE.is_file():
            raise AssertionError("axe-core is missing: run `make web`")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text())
        found: list[dict[str, Any]] = self.page.evaluate(
            "axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)"
        )
        return [f"{v['id']}: {[n['target'] for n in v['nodes']]}" for v in found]

    def frames(self) -> dict[str, float]:
        """Milliseconds for a frame, moving (`pan`) and zooming (`zoom`)."""
        found: dict[str, float] = self.page.evaluate(FRAMES)
        return found

    def answered(self) -> float:
        """Milliseconds from picking a unit up to the new view: the best of five."""
        times: list[float] = []
        for _ in range(5):
            self.page.keyboard.press("n")
            self.page.wait_for_selector(".inspector [data-verb=select]")
            times.append(self.page.evaluate(CLICK))
        return min(times)
