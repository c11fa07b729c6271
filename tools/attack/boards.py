"""Tables to be attacked: games of the shelf, broken off somewhere, with people at them."""

from __future__ import annotations

import json
import random
from pathlib import Path

import httpx

from stavka import titles
from tests.server.client import Json, Live, Person, table_of

SHELF = Path(__file__).resolve().parents[2] / "tests" / "records"
# One game of each title, of which the first so many choices are played at most: enough for every
# phase, and quickly brought.
GAMES = (
    "east-is-red-m1-full",
    "red-dragon-campaign",
    "red-star-turning-point",
    "reds-1918-19",
)
CHOICES = 400


def broken_off(game: str, chance: random.Random) -> Json:
    """What to import: the beginning of a recorded game, to be played on by people."""
    lines = (SHELF / f"{game}.stavka").read_text(encoding="utf-8").splitlines()
    most = min(len(lines) - 2, CHOICES)
    text = "\n".join(lines[: chance.randrange(1, most)]) + "\n"
    sides = titles.load(json.loads(lines[0])["title"]).sides
    return {"text": text, "players": dict.fromkeys(sides, "person")}


class Board:
    """A table at which everybody has a screen, and all secrets that open or opened something."""

    def __init__(self, address: str, client: httpx.Client, game: str, seed: str) -> None:
        chance = random.Random(seed)
        self.game = game
        self._client = client
        links = client.post("/api/tables/import", json=broken_off(game, chance)).json()
        self.table: str = links["table"]
        people = [Person(client, one) for one in links["invitations"]]
        for person in people:
            person.claim()
        for person in people:
            person.open_share()
        self.shares = [person.share.hex() for person in people]
        # Invitations that were used, or are void; and a seat that was handed over.
        self.used = [person.invitation for person in people]
        self.given_away = [people[0].secret]
        people[0] = self._hand_over(people[0])
        self.seats = {person.sides[0]: person.secret for person in people}
        self.spectator: str = links["spectator"]
        secrets = (*self.seats.values(), self.spectator)
        self.lives = {secret: Live(address, secret) for secret in secrets}
        self.catch_up()

    def _hand_over(self, before: Person) -> Person:
        there = f"/api/seats/{before.secret}/invite"
        first, second = (
            self._client.post(there, json={"sides": before.sides}).json() for _ in range(2)
        )
        heir = Person(self._client, second)
        heir.claim()
        self.used += [first["secret"], second["secret"]]
        return heir

    @property
    def deciding(self) -> Live | None:
        """The screen of whoever has to choose; nobody's once the game is over."""
        return next((live for live in self.lives.values() if live.decision is not None), None)

    def state(self, secret: str) -> str:
        return self._client.get(f"/api/seats/{secret}").text

    def states(self) -> dict[str, str]:
        return {secret: self.state(secret) for secret in self.lives}

    def catch_up(self) -> None:
        """Everybody hears of everything that has happened."""
        for secret, live in self.lives.items():
            now = json.loads(self.state(secret))
            # How much there is in the log is told apart from who is here.
            live.until(lambda state, now=now: state == now)  # type: ignore[misc]

    def play(self, choices: int, chance: random.Random) -> None:
        """Goes on as people do."""
        for _ in range(choices):
            live = self.deciding
            if live is None:
                return
            live.choose_any(chance)
            self.catch_up()

    def close(self) -> None:
        for live in self.lives.values():
            live.__exit__(None, None, None)


class Waiting:
    """A table to which one side has not come."""

    def __init__(self, client: httpx.Client) -> None:
        new = {
            "title": "east-is-red",
            "scenario": "m1-full",
            "players": {"Soviet": "person", "Chinese": "person"},
        }
        links = client.post("/api/tables", json=new).json()
        self.person = Person(client, links["invitations"][0])
        self.person.claim()
        self.table = table_of(self.person.secret)
        # Nobody has used it.
        self.invitation: str = links["invitations"][1]["secret"]
        self.state()

    def state(self) -> Json:
        return self.person.state()
