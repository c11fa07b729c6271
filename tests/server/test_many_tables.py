"""Many tables at once: computer players work, and nobody waits for them."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect

from stavka.server.sqlite import SqliteStorage
from stavka.server.table import Seat, Table

from .client import Json, Live, get, hot_seat, new_table, table_of, updated
from .running import Process, server

TABLES = 20
SECONDS = 3.0
CLICKS = 50


@pytest.mark.timing
def test_nobody_waits_for_computer_players(tmp_path: Path, measured: Callable[[str], None]) -> None:
    waits = answered_beside_computer_players(tmp_path)
    measured(_percentiles(f"a click beside {TABLES} tables of computer players", waits))
    assert max(waits) < 1.0


def test_a_person_is_answered_while_computer_players_work(tmp_path: Path) -> None:
    assert len(answered_beside_computer_players(tmp_path)) >= CLICKS


def answered_beside_computer_players(tmp_path: Path) -> list[float]:
    """How long a person waited for each answer while many tables of computer players went on."""
    with server(tmp_path, 1e9) as address:
        busy = [new_table(address, "cadet", "random")["spectator"] for _ in range(TABLES)]
        own = hot_seat(address)
        rnd = random.Random(1)
        waits: list[float] = []
        until = time.monotonic() + SECONDS
        with Live(address, own) as live, Live(address, busy[0]) as watching:
            while (time.monotonic() < until or len(waits) < CLICKS) and not live.over():
                began = time.perf_counter()
                live.choose_any(rnd)
                waits.append(time.perf_counter() - began)
            # Whoever looks on at a table of computer players sees it go on.
            version = watching.state["version"]
            while watching.state["version"] <= version and not watching.over():
                watching.receive()
    # Everybody has had a turn. A seat cannot tell: mines are laid in secret, one after the other.
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        rows = db.execute("SELECT count(*) FROM actions GROUP BY table_id")
        choices = [count for (count,) in rows]
    db.close()
    assert len(choices) >= TABLES
    assert max(choices) < 20 * min(choices), choices
    return waits


THINKING_TABLES = 40
THINKING_SECONDS = 20.0


@pytest.mark.timing
def test_nobody_waits_for_players_that_think(
    tmp_path: Path, measured: Callable[[str], None]
) -> None:
    """Forty tables where marshals think all the time, and a person who clicks at another one."""
    with server(tmp_path, 1e9) as address:
        for _ in range(THINKING_TABLES):
            new_table(address, "marshal", "marshal", "m30-current")
        rnd = random.Random(2)
        waits: list[float] = []
        until = time.monotonic() + THINKING_SECONDS
        with Live(address, hot_seat(address)) as live:
            while time.monotonic() < until and not live.over():
                began = time.perf_counter()
                live.choose_any(rnd)
                waits.append(time.perf_counter() - began)
                # As fast as a person can who knows what he wants.
                time.sleep(0.05)
    measured(_percentiles(f"a click beside {THINKING_TABLES} tables that think", waits))
    assert sorted(waits)[int(0.99 * len(waits))] < 0.2


def test_a_computer_player_that_is_waited_for_comes_first(tmp_path: Path) -> None:
    """Hardly any other table gets a slice before it."""
    with server(tmp_path, 1e9) as address:
        for _ in range(TABLES):
            new_table(address, "cadet", "random")
        links = new_table(address, "person", "cadet")
        with Live(address, links["seats"]["Soviet"]) as live:
            live.choose("recommended")
            live.choose("done")
            while live.decision is None:
                live.receive()
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        rows = db.execute("SELECT table_id FROM actions ORDER BY rowid").fetchall()
    db.close()
    made = [table for (table,) in rows]
    # From the second choice of the person to the last of the computer player that he waits for.
    ours = [number for number, table in enumerate(made) if table == links["table"]][1:]
    assert len(ours) > 5
    slices = [table for table, _ in groupby(made[ours[0] : ours[-1]]) if table != links["table"]]
    assert len(slices) <= TABLES / 4, "those who were at it when he had chosen, and no others"


# Two hundred tables

MANY = 200
# So many of them are between computer players, with somebody who looks on; at the others a person
# plays against a computer player.
LOOKED_ON = 40
CROWD_SECONDS = 20.0
# How long a person thinks about a choice, at random between these: one who knows what he wants. A
# move takes three choices, so that this is a move in six seconds at each table, all the time.
THINKS = (1.0, 3.0)
LATE = 1.0


@dataclass
class Guest:
    """Somebody at a table, over a real socket."""

    table: str
    secret: str
    sides: tuple[str, ...]
    rnd: random.Random
    state: Json = field(default_factory=dict)
    log: list[Json] = field(default_factory=list)
    # When each version that was heard of came, by the clock on the wall.
    came: list[tuple[int, float]] = field(default_factory=list)
    # From the sending of a choice to the state that follows from it.
    waits: list[float] = field(default_factory=list)
    left: float = 0.0

    async def sit(self, address: str, until: float) -> None:
        url = f"{address.replace('http', 'ws')}/ws/{table_of(self.secret)}"
        async with connect(url, proxy=None, max_size=None) as socket:
            await socket.send(json.dumps({"type": "enter", "secret": self.secret}))
            thinks_until, sent, asked = _now() + self.rnd.uniform(*THINKS), 0.0, -1
            while True:
                left = (thinks_until if asked < 0 and self._can_choose() else until) - _now()
                try:
                    async with asyncio.timeout(max(left, 0)):
                        text = await socket.recv()
                except TimeoutError:
                    if _now() >= until:
                        break
                    asked = self.state["version"]
                    sent = _now()
                    await socket.send(json.dumps(self._choice()))
                    continue
                self._hear(json.loads(text))
                if asked >= 0 and self.state["version"] > asked:
                    self.waits.append(_now() - sent)
                    asked = -1
                    thinks_until = _now() + self.rnd.uniform(*THINKS)
            self.left = time.time()
            await self._hear_the_rest(socket)

    async def _hear_the_rest(self, socket: ClientConnection) -> None:
        """Nobody chooses any more: what is still under way comes within the time it may take."""
        while True:
            try:
                async with asyncio.timeout(LATE):
                    self._hear(json.loads(await socket.recv()))
            except TimeoutError:
                break
            if time.time() > self.left + 3 * LATE:
                # Among themselves computer players go on for ever.
                break

    def _hear(self, message: Json) -> None:
        assert message["type"] == ("news" if self.state else "state"), message
        state = updated(self.state, message) if self.state else message["state"]
        version = self.state.get("version", -1)
        assert state["version"] > version, "the same again, or older"
        self.state = state
        self.came.append((state["version"], time.time()))

    def _can_choose(self) -> bool:
        return bool(self.state) and self.state["presentation"]["decision"] is not None

    def _choice(self) -> Json:
        decision = self.state["presentation"]["decision"]
        options = {option["verb"]: option for option in decision["options"]}
        option = options.get("recommended") or self.rnd.choice(decision["options"])
        argument = self.rnd.choice(option["values"]) if option["values"] else ""
        choice = {"verb": option["verb"], "argument": argument}
        return {"type": "choose", "number": decision["number"], **choice}

    def delays(self, database: Path) -> list[float]:
        """From the storing of every action that can be noticed to the state that tells of it."""
        storage = SqliteStorage(database)
        stored = storage.table(self.table)
        assert stored is not None
        table, seat = Table(stored), Seat(b"", self.sides)
        actions = zip(storage.actions(self.table), _made(database, self.table), strict=True)
        found, came = [], iter(self.came)
        version, when = next(came)
        for action, made in actions:
            if made > self.left - LATE:
                # Computer players go on among themselves when everybody has gone.
                break
            noticed = table.version_of(seat)
            table.repeat(action)
            if table.version_of(seat) == noticed or made < self.came[0][1]:
                continue
            while version < table.version_of(seat):
                version, when = next(came)
            found.append(when - made)
        storage.close()
        return found


def _now() -> float:
    return time.perf_counter()


def _made(database: Path, table: str) -> list[float]:
    with sqlite3.connect(database) as db:
        rows = db.execute(
            "SELECT made FROM actions WHERE table_id = ? ORDER BY number", (table,)
        ).fetchall()
    db.close()
    return [datetime.fromisoformat(made).replace(tzinfo=UTC).timestamp() for (made,) in rows]


def _guests(address: str) -> list[Guest]:
    found = []
    for number in range(MANY):
        rnd = random.Random(number)
        if number < LOOKED_ON:
            links = new_table(address, "cadet", "cadet")
            found.append(Guest(links["table"], links["spectator"], (), rnd))
        else:
            links = new_table(
                address, *(("person", "cadet") if number % 2 else ("cadet", "person"))
            )
            ((side, secret),) = links["seats"].items()
            found.append(Guest(links["table"], secret, (side,), rnd))
    return found


async def _all_sit(guests: Sequence[Guest], address: str) -> None:
    until = _now() + CROWD_SECONDS
    await asyncio.gather(*(guest.sit(address, until) for guest in guests))


def _percentiles(name: str, seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    shares = {"50 %": 0.5, "95 %": 0.95, "99 %": 0.99, "longest": 1.0}
    parts = [
        f"{label} {1000 * ordered[round((len(ordered) - 1) * share)]:.0f} ms"
        for label, share in shares.items()
    ]
    return f"{name}: {len(ordered)}, {', '.join(parts)}"


@pytest.mark.timing
def test_two_hundred_tables(tmp_path: Path, measured: Callable[[str], None]) -> None:
    """Nothing is lost and nobody waits for a second, neither for what he does himself nor for what
    a computer player does. A noisy machine may have a second try."""
    for attempt in (1, 2):
        database = tmp_path / f"{attempt}.db"
        process = Process(database)
        try:
            guests = _guests(process.address)
            # In a thread of its own: tests in a browser leave an event loop in this one.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, _all_sit(guests, process.address)).result()
            for guest in guests[LOOKED_ON:]:
                now = get(process.address, f"/api/seats/{guest.secret}")
                # Everything but who is looking on: he has left.
                assert now | {"seats": guest.state["seats"]} == guest.state
        finally:
            process.kill()
        waits = [wait for guest in guests for wait in guest.waits]
        delays = [delay for guest in guests for delay in guest.delays(database)]
        measured(f"{MANY} tables, {len(waits) / CROWD_SECONDS:.0f} choices of people a second:")
        measured(_percentiles("  from sending a choice to its update", waits))
        measured(_percentiles("  from storing any choice to its update", delays))
        if max(waits) < LATE and max(delays) < LATE:
            break
    assert len(waits) > 4 * MANY and len(delays) > 2 * len(waits)
    assert max(waits) < LATE and max(delays) < LATE
