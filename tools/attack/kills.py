"""kill -9 while people play: what was seen is still there, and every table opens again."""

from __future__ import annotations

import json
import random
import sqlite3
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

import httpx
from websockets.exceptions import WebSocketException

from stavka.server.limits import MESSAGES_PER_SECOND
from tests.server.client import Json, Live, http, lay, new_table
from tests.server.running import Process

from .boards import GAMES, broken_off
from .tally import Summary, Tally

KILLS = 100
# Tables at which people play all the time.
TABLES = 6
# How long they play before the server is killed, in seconds.
PLAYED = (0.3, 1.2)
# What breaks when a server dies.
BROKEN = (OSError, WebSocketException, httpx.HTTPError, EOFError)


class Seen:
    """A table, and what was last seen from its seats."""

    def __init__(self, links: Json) -> None:
        self.table: str = links["table"]
        self.secrets = [*links["seats"].values(), links["spectator"]]
        self.states: dict[str, Json] = {}
        self.choices = 0

    @property
    def over(self) -> bool:
        return any(state["presentation"]["outcome"] for state in self.states.values())

    def play(self, address: str, chance: random.Random, stop: Event) -> None:
        """Chooses as fast as a seat may from all seats, until the server is gone."""
        lives: list[Live] = []
        try:
            for secret in self.secrets:
                lives.append(Live(address, secret))
            while not stop.is_set():
                self._look(lives)
                live = next((live for live in lives if live.decision is not None), None)
                if live is None:
                    if self.over:
                        return
                    lives[0].receive()
                    continue
                live.choose_any(chance)
                self.choices += 1
                self._look(lives)
                for other in lives[:-1]:
                    self._catch_up(other, live)
                # A quick machine would be told to wait.
                stop.wait(1 / MESSAGES_PER_SECOND)
        except BROKEN:
            pass
        finally:
            self._look(lives)
            for live in lives:
                live.__exit__(None, None, None)

    def _catch_up(self, other: Live, live: Live) -> None:
        """Whoever has to choose next has heard that he has to."""
        side = live.presentation["to_choose"]
        if other is not live and side in other.state["sides"]:
            other.until(lambda state: state["presentation"]["decision"] or self.over)

    def _look(self, lives: list[Live]) -> None:
        for live in lives:
            if live.state:
                self.states[live.secret] = live.state

    def lost(self, client: httpx.Client) -> str:
        """What is not as it was seen; nothing if all is."""
        for secret in self.secrets:
            answer = client.get(f"/api/seats/{secret}")
            if answer.status_code != 200:
                return f"{secret} of {self.table}: {answer.status_code} {answer.text}"
            if secret in self.states and (why := difference(self.states[secret], answer.json())):
                return f"{secret} of {self.table}: {why}"
        return ""


def difference(seen: Json, now: Json) -> str:
    """How a state contradicts what was seen before; nobody has taken anything back."""
    if now["version"] < seen["version"]:
        return f"version {now['version']} after {seen['version']}"
    for name in ("log", "talk"):
        if now[name][: len(seen[name])] != seen[name]:
            return f"the {name} has changed: {seen[name][-3:]} {now[name][-3:]}"
    shown, was = now["presentation"], seen["presentation"]
    same = {name for name in was if name != "decision"}
    if now["version"] == seen["version"] and any(was[name] != shown[name] for name in same):
        return "the same version looks different"
    return ""


class Newcomers:
    """Set up tables and take their seats: whatever secret they were told opens a seat."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def come(self, address: str, stop: Event) -> None:
        try:
            while not stop.is_set():
                links = new_table(address)
                self.told += [*links["seats"].values(), links["spectator"]]
        except (*BROKEN, AssertionError, json.JSONDecodeError):
            # A claim or a share may have been stored and not confirmed.
            pass

    def lost(self, client: httpx.Client) -> str:
        for secret in self.told:
            answer = client.get(f"/api/seats/{secret}")
            if answer.status_code != 200:
                return f"somebody who has come lost his seat {secret}: {answer.text}"
        self.told = self.told[-3:]
        return ""


def run(scale: float, seed: str) -> Summary:
    tally = Tally("kills", max(1, round(KILLS * scale)), "times kill -9")
    chance = random.Random(seed)
    tables: list[Seen] = []
    choices = 0
    newcomers = Newcomers()
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "stavka.db"
        process = Process(database)
        try:
            while not tally.over:
                choices += sum(table.choices for table in tables if table.over)
                tables = [table for table in tables if not table.over]
                while len(tables) < TABLES:
                    tables.append(begin(process.address, len(tables), chance))
                for trouble in play_and_kill(process, tables, newcomers, chance):
                    tally.find(trouble)
                tally.count()
                process = Process(database)
                with http(process.address) as client:
                    lost = [*(table.lost(client) for table in tables), newcomers.lost(client)]
                for text in filter(None, lost):
                    tally.find(text)
        finally:
            process.kill()
        check(database, tally.find)
    choices += sum(table.choices for table in tables)
    return tally.summary(f"; {choices:,} choices were seen, the database is sound")


def begin(address: str, number: int, chance: random.Random) -> Seen:
    with http(address) as client:
        game = broken_off(GAMES[number % len(GAMES)], chance)
        answer = client.post("/api/tables/import", json=game)
        answer.raise_for_status()
    return Seen(lay(address, answer.json()))


def play_and_kill(
    process: Process, tables: list[Seen], newcomers: Newcomers, chance: random.Random
) -> list[str]:
    """What has gone wrong before, or otherwise than a killed server goes wrong."""
    stop, address = Event(), process.address
    troubles: list[str] = []
    works: list[Callable[[], None]] = [lambda: newcomers.come(address, stop)]
    for table in tables:
        own = random.Random(chance.random())
        works.append(lambda table=table, own=own: table.play(address, own, stop))  # type: ignore[misc]
    threads = [Thread(target=_noting, args=(work, troubles)) for work in works]
    for thread in threads:
        thread.start()
    time.sleep(chance.uniform(*PLAYED))
    process.kill()
    stop.set()
    for thread in threads:
        thread.join()
    return troubles


def _noting(work: Callable[[], None], troubles: list[str]) -> None:
    try:
        work()
    except Exception:
        troubles.append(traceback.format_exc())


def check(database: Path, find: Callable[[str], None]) -> None:
    db = sqlite3.connect(database)
    (sound,) = db.execute("PRAGMA integrity_check").fetchone()
    db.close()
    if sound != "ok":
        find(f"the database is damaged: {sound}")
