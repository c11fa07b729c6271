"""A robot plays by clicking, whatever the title.

It keeps a position of its own beside the browser's: every choice is made twice, by a click on
something lit and by the rules alone. At each step what is lit has to be what its own position
says is legal, and in the end the server's record has to lead to the same position.

The quick robot is a tourist: it prefers what it has never clicked, and goes where that is offered
(`tour.py`), until it has met every kind of choice of the title. The long one plays a whole game.
All lit things are equally likely to it, so that a phase is seldom ended and a game is long. After
PATIENCE choices it hurries: it chooses an option first and then one of its values. With
STAVKA_LONG_ROBOT in the environment it never does.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from stavka import titles
from stavka.engine import Choice, Decision, Dice, Game, Option, Share, read_record, replay
from stavka.server.sqlite import SqliteStorage
from tools.fingerprints import verbs_of

from ..server.client import Person, table_of
from ..server.running import Process, sketch_maps
from .conftest import CLIENT
from .seat import SHOWN, Seat, http
from .tour import last_moves, places, rare

PATIENCE = 10**9 if os.environ.get("STAVKA_LONG_ROBOT") else 1200


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Process]:
    """A server of the robot's own, for it has to reckon the dice beforehand."""
    if not CLIENT.is_file():
        pytest.fail("the client has not been built: run `make web`", pytrace=False)
    sketch_maps(tmp_path / "stavka.db")
    process = Process(tmp_path / "stavka.db")
    yield process
    process.kill()


def dice_of(database: Path, person: Person) -> Dice:
    """The dice of a table at which one person plays all sides."""
    storage = SqliteStorage(database)
    stored = storage.table(table_of(person.secret))
    storage.close()
    assert stored is not None and stored.dice is not None
    share = Share(" and ".join(person.sides), person.commitment, person.share)
    return Dice(stored._replace(dice=stored.dice._replace(shares=(share,))).source().key())


class Robot:
    """Two players at one screen, both of whom click at random."""

    def __init__(self, page: Page, seat: Seat, game: Game, rnd: random.Random) -> None:
        self.page, self.seat, self.game, self._rnd = page, seat, game, rnd
        self._side = ""

    def play(self) -> None:
        """Plays the game to its end."""
        while (decision := self.look()) is not None:
            self.choose(decision)

    def choose(self, decision: Decision) -> str:
        """Makes a choice; answers what kind."""
        option, argument = self._pick(decision)
        self._click(option, argument, len(self.game.moves))
        self.game.apply(Choice(option.verb, argument))
        return option.verb

    def look(self) -> Decision | None:
        """What there is to choose, when the page shows it too."""
        step = len(self.game.moves)
        self._arrive(step)
        decision = self.game.position.decision()
        if decision is None:
            return None
        if decision.side != self._side:
            self._side = decision.side
            if self.game.position.secrets:
                self.page.locator(".cover button").click()
        self._check(decision, step)
        return decision

    def _arrive(self, version: int) -> None:
        """Waits until the page shows so many choices."""
        assert self.page.evaluate(ARRIVED, version), f"the page does not come to {version}"

    def _check(self, decision: Decision, step: int) -> None:
        """What is lit is what is legal."""
        legal: dict[str, set[tuple[str, str]]] = {"hex": set(), "unit": set(), "button": set()}
        for option in decision.options:
            kind = option.kind if option.kind in legal else "button"
            legal[kind] |= {(option.verb, text) for text in decision.texts(option)}
        lit = self.seat.lit()
        assert lit["hex"] == legal["hex"], step
        assert lit["button"] == legal["button"], step
        # A counter on the map is lit as such, a unit in a box with a button for each verb.
        boxed = {unit for _, unit in lit["box"]}
        assert lit["box"] == {(v, u) for v, u in legal["unit"] if u in boxed}, step
        # One that is on the map and in a box too, such as a group's, is lit in both.
        assert {u for _, u in lit["unit"]} | boxed == {u for _, u in legal["unit"]}, step

    def _pick(self, decision: Decision) -> tuple[Option, str]:
        if len(self.game.moves) < PATIENCE:
            every = [(o, text) for o in decision.options for text in decision.texts(o)]
            return self._rnd.choice(every)
        option = self._rnd.choice(decision.options)
        return option, self._rnd.choice(list(decision.texts(option)))

    def _click(self, option: Option, argument: str, version: int) -> None:
        """Clicks on what is lit, then on whatever the page asks about it."""
        name = {"verb": option.verb, "argument": argument, "kind": option.kind}
        # Off the map, so that no stack is fanned out over what is meant.
        self.page.mouse.move(0, 0)
        spot, before = self.page.evaluate(BRING, name), None
        # On a busy machine the page is still being laid out, and what was here is elsewhere then.
        while spot != before:
            before = spot
            self.page.evaluate(FRAMES)
            spot = self.page.evaluate(BRING, name)
        assert spot, f"nothing to click for {name}"
        label = spot.get("label")
        if label and self.page.evaluate(COVERED, spot):
            self.seat.put_card_away()
        for _ in range(4):
            if label:
                self.seat.click_on(spot["x"], spot["y"], label, option.verb, argument)
            else:
                self.page.mouse.click(spot["x"], spot["y"])
            label = None
            spot = self.page.evaluate(ASKED, {**name, "version": version})
            if spot is None:
                return
            assert spot != "nothing", f"nothing comes of {name}; {self.page.evaluate(SHOWN)}"
        raise AssertionError(f"{name} is not taken")


class Tourist(Robot):
    """A robot that wants to have clicked everything once."""

    def __init__(
        self, page: Page, seat: Seat, game: Game, rnd: random.Random, met: set[str]
    ) -> None:
        super().__init__(page, seat, game, rnd)
        self._met = met

    def look_round(self, patience: int = 0) -> None:
        """Plays on while there is something new to click, and a little longer; then looks."""
        bored = 0
        while (decision := self.look()) is not None:
            new = any(option.verb not in self._met for option in decision.options)
            bored = 0 if new else bored + 1
            if bored > patience:
                return
            self._met.add(self.choose(decision))

    def _pick(self, decision: Decision) -> tuple[Option, str]:
        new = [option for option in decision.options if option.verb not in self._met]
        option = self._rnd.choice(new or decision.options)
        return option, self._rnd.choice(list(decision.texts(option)))


# A promise that is kept as soon as the page shows a version and, unless it is over, is drawn.
ARRIVED = """(version) => new Promise((done) => {
  const until = performance.now() + 60000;
  const look = () => {
    const table = document.querySelector(".table");
    if (performance.now() > until) return done(false);
    if (table && Number(table.dataset.version) >= version
        && (document.querySelector(".wrap svg") || table.classList.contains("is-covered")))
      return done(true);
    setTimeout(look, 4);
  };
  look();
})"""

# Brings what is lit for a choice onto the screen; answers where it is there.
BRING = """({ verb, argument, kind }) => {
  const { board } = document.querySelector("stavka-table");
  const middle = (e) => {
    e.scrollIntoView({ block: "nearest" });
    const box = e.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const named = `[data-verb="${verb}"][data-argument="${argument}"]`;
  let label = argument;
  if (kind === "unit") {
    const boxed = document.querySelector(`.cards button${named}`);
    if (boxed) return middle(boxed);
    for (const [hex, stack] of board.stacks)
      if (stack.some((unit) => unit.id === argument)) label = hex;
  } else if (kind !== "hex") {
    const button = document.querySelector(`.orders button${named}`);
    const folded = button?.closest("details");
    if (folded) folded.open = true;
    return button && middle(button);
  }
  const hex = board.map.get(label);
  if (!hex) return null;
  const { x, y } = board.onScreen(hex);
  const top = document.elementFromPoint(x, y);
  if (!top?.closest("#stage")) board.centre(hex.x, hex.y, Math.max(board.transform.k, 0.7));
  return { label, ...board.onScreen(hex) };
}"""

# Lets the page be drawn twice.
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))"

# Whether the card of a battle lies over a place.
COVERED = "({ x, y }) => !!document.elementFromPoint(x, y)?.closest('.battle')"

# Waits until a click is taken (nothing) or the page asks something (where to click next).
ASKED = """({ verb, argument, version }) => new Promise((done) => {
  const until = performance.now() + 60000;
  const look = () => {
    if (performance.now() > until) return done("nothing");
    if (Number(document.querySelector(".table").dataset.version) > version) return done(null);
    const entry = document.querySelector(
      `[data-confirm], .chooser [data-verb="${verb}"][data-argument="${argument}"]`);
    if (entry) {
      entry.scrollIntoView({ block: "nearest" });
      const box = entry.getBoundingClientRect();
      return done({ x: box.left + box.width / 2, y: box.top + box.height / 2 });
    }
    setTimeout(look, 4);
  };
  look();
})"""


class Tables:
    """Tables at which a robot plays both sides, and what has to be true of them in the end."""

    def __init__(self, page: Page, server: Process, database: Path, slug: str) -> None:
        self.page, self.server, self.database = page, server, database
        self.title = titles.load(slug)
        # A small window is drawn faster, and much has to be brought into it first.
        page.set_viewport_size({"width": 1000, "height": 640})

    def lay(self, beginning: str = "") -> tuple[Seat, Game]:
        """A new table, of the first scenario or with a position file."""
        players = dict.fromkeys(self.title.sides, "person")
        scenario = self.title.scenarios[0].key
        with http(self.server.address) as client:
            body: dict[str, Any] = {"players": players, "hot_seat": True}
            if beginning:
                answer = client.post("/api/tables/import", json={**body, "text": beginning})
            else:
                new = {**body, "title": self.title.slug, "scenario": scenario}
                answer = client.post("/api/tables", json=new)
            person = Person(client, answer.json()["invitations"][0])
            person.claim()
        dice = dice_of(self.database, person)
        if beginning:
            game = Game(self.title.read(beginning, dice), beginning)
        else:
            game = Game(self.title.start(scenario, dice=dice))
        seat = Seat(self.page, f"{self.server.address}/")
        self.page.goto(f"{self.server.address}/#seat/{person.secret}")
        # The table that was shown before would count other choices.
        seat.until(
            "secret => document.querySelector('stavka-table')?.secret === secret",
            person.secret,
        )
        return seat, game

    def close(self, seat: Seat, game: Game) -> None:
        """The same choices without a browser lead to the same position."""
        if game.position.outcome() is not None:
            self.page.wait_for_selector(".ending")
        with http(self.server.address) as client:
            record = read_record(client.get(f"/api/seats/{seat.secret}/record").text)
        assert [line.choice for line in record.lines] == [move.choice for move in game.moves]
        assert replay(record, self.title).position.digest() == game.position.digest()


@contextmanager
def told_where(game: Game) -> Iterator[None]:
    """Says what is needed to play the same game again, if something goes wrong in it."""
    try:
        yield
    except BaseException as error:
        seed = game.position.dice.seed.hex()
        error.add_note(f"after {len(game.moves)} choices with the seed {seed}")
        error.add_note("\n".join(str(move.choice) for move in game.moves))
        raise


@pytest.mark.parametrize("slug", titles.playable())
def test_a_robot_meets_every_kind_of_choice(
    page: Page, server: Process, tmp_path: Path, slug: str, measured: Callable[[str], None]
) -> None:
    tables = Tables(page, server, tmp_path / "stavka.db", slug)
    title, rnd, met = tables.title, random.Random(f"{slug} 1"), set[str]()
    known = {**rare(slug), **places(title)}
    assert known.keys() == verbs_of(title), "python -m tests.web.tour looks for what is missing"
    visited = choices = 0

    def visit(beginning: str, patience: int = 0) -> Game:
        nonlocal visited, choices
        seat, game = tables.lay(beginning)
        with told_where(game):
            Tourist(page, seat, game, rnd, met).look_round(patience)
            tables.close(seat, game)
        visited, choices = visited + 1, choices + len(game.moves)
        return game

    visit("", patience=6)
    # The end of a game is seen whatever comes before it.
    ended = visit(last_moves(title), patience=100)
    while new := sorted(known.keys() - met):
        visit(known[new[0]])
    measured(
        f"{slug}: a robot clicked {choices} choices at {visited} tables and met all"
        f" {len(met)} kinds: {', '.join(sorted(met))}"
    )
    assert met == verbs_of(title)
    assert ended.position.outcome() is not None


@pytest.mark.slow
@pytest.mark.parametrize("slug", titles.playable())
def test_a_robot_plays_a_whole_game(
    page: Page, server: Process, tmp_path: Path, slug: str, measured: Callable[[str], None]
) -> None:
    tables = Tables(page, server, tmp_path / "stavka.db", slug)
    seat, game = tables.lay()
    began = time.monotonic()
    with told_where(game):
        Robot(page, seat, game, random.Random(f"{slug} 1")).play()
        tables.close(seat, game)
    took = time.monotonic() - began
    measured(f"{slug}: a robot clicked a game of {len(game.moves)} choices in {took:.0f} s")
    assert game.position.outcome() is not None
