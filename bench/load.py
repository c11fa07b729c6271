"""How much a server can bear: tables with people who play and look on.

    python -m bench.load                       40, 80, 120 ... clicks a second until it is too slow
    python -m bench.load --rates 60,100 --seconds 8
    python -m bench.load --processes 2         with PostgreSQL and nginx before so many processes
    python -m bench.load --screens 2           nobody looks on
    python -m bench.load --want 250:100:2.2    is it fast enough? (clicks a second : p99 : CPU)
    python -m bench.load --flat 100            what a click costs with one process, and with two

120 tables of all titles, games of the shelf that were broken off somewhere, two players and a
spectator at each. Choices come at times drawn by chance, however busy the server is; the time of a
click counts from when it was due to the news at the screen that made it. Prints for each rate
clicks a second, percentiles in milliseconds, and the time of the processor that the processes of
the server, and those of the database, took for a click. Without `--processes` it is one process
with a file, asked directly.

With `--want RATE:P99[:CPU[:DATABASE]]`, as often as you like, these rates are measured, and it goes
well if clicks come as fast and none of the figures, all in milliseconds, is greater. With `--flat
RATE` one process behind nginx is given so many clicks a second, and two of them twice as many at
twice as many tables, in turns; it goes well if a click takes at most a tenth more of the processor.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from tests.server.client import Json, http, lay, table_of
from tests.server.running import Process
from tools.attack.boards import GAMES, broken_off
from tools.stack import running

TABLES = 120
RATES = tuple(range(40, 401, 40))
SECONDS = 8.0
# Before it is measured a rate has run for so long.
RISING = 2.0
# What people may have to wait, in milliseconds, at the 99th percentile.
LATE = 200.0
# Of the clicks that were due at a rate so many have to be made in time: chance makes some more, or
# less, become due.
SHARE = 0.9
# What a click may take more with two processes than with one, and how often both are measured.
STEEPEST, ROUNDS = 1.1, 2


class Option(msgspec.Struct):
    verb: str
    values: list[str]


class Decision(msgspec.Struct):
    number: int
    options: list[Option]


class Shown(msgspec.Struct):
    # Not told if it is as it was.
    decision: Decision | msgspec.UnsetType | None = msgspec.UNSET
    outcome: Any = msgspec.UNSET


class Told(msgspec.Struct):
    """As much of a message as has to be read: a client that reads more is what is measured."""

    type: str
    state: dict[str, msgspec.Raw] = {}
    presentation: Shown = msgspec.field(default_factory=Shown)
    reason: str = ""


_told = msgspec.json.Decoder(Told).decode
_shown = msgspec.json.Decoder(Shown).decode


class Screen:
    """A seat over the socket, of which only what can be chosen is kept."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.version = -1
        self.decision: Decision | None = None
        self.over = False
        self.heard = asyncio.Event()
        self._socket: ClientConnection | None = None

    async def follow(self, address: str) -> None:
        there = f"{address.replace('http', 'ws')}/ws/{table_of(self.secret)}"
        async with connect(there, proxy=None, max_size=None, compression=None) as socket:
            self._socket = socket
            await socket.send(json.dumps({"type": "enter", "secret": self.secret}))
            async for text in socket:
                self._hear(_told(text))

    def _hear(self, told: Told) -> None:
        if told.type not in ("state", "news"):
            raise AssertionError(f"refused: {told.reason}")
        # A whole state has its presentation inside.
        shown = _shown(told.state["presentation"]) if told.type == "state" else told.presentation
        if shown.decision is not msgspec.UNSET:
            self.decision = shown.decision
        self.over = self.over or shown.outcome not in (msgspec.UNSET, None)
        if "version" in told.state:
            self.version = int(bytes(told.state["version"]))
        self.heard.set()

    async def choose(self, chance: random.Random) -> None:
        """Makes some choice, and waits for what comes of it."""
        assert self.decision is not None and self._socket is not None
        option = chance.choice(self.decision.options)
        argument = chance.choice(option.values) if option.values else ""
        version = self.version
        choice = {"number": version, "verb": option.verb, "argument": argument}
        await self._socket.send(json.dumps({"type": "choose", **choice}))
        while self.version == version:
            self.heard.clear()
            await self.heard.wait()


class Table:
    """People play here one choice after the other; more can be due than are made."""

    def __init__(self, links: Json, screens: int, chance: random.Random) -> None:
        self._players = [Screen(secret) for secret in links["seats"].values()]
        self.screens = [*self._players, Screen(links["spectator"])][:screens]
        self._chance = chance
        self._turn = asyncio.Lock()
        self.waits: list[float] = []

    @property
    def over(self) -> bool:
        return any(player.over for player in self._players)

    async def click(self, due: float) -> None:
        async with self._turn:
            player = await self._to_choose()
            if player is not None:
                await player.choose(self._chance)
                self.waits.append((time.perf_counter() - due) * 1000)

    async def _to_choose(self) -> Screen | None:
        """Nobody once a game is over. The other one may have to hear first that it is his turn."""
        while not self.over:
            for player in self._players:
                if player.decision is not None:
                    return player
            await asyncio.sleep(0.001)
        return None


class Measured(NamedTuple):
    rate: float
    clicks: float
    p50: float
    p95: float
    p99: float
    cpu: float
    database: float

    def __str__(self) -> str:
        times = f"p50 {self.p50:6.1f}  p95 {self.p95:6.1f}  p99 {self.p99:6.1f} ms"
        cpu = f"{self.cpu:5.2f} + {self.database:4.2f} ms CPU"
        return f"{self.rate:5.0f} due, {self.clicks:6.1f} clicks/s  {times}  {cpu}"


class Wanted(NamedTuple):
    """What is asked of a rate."""

    rate: float
    p99: float
    cpu: float = math.inf
    database: float = math.inf

    @classmethod
    def read(cls, text: str) -> Wanted:
        """
        >>> Wanted.read("250:100:2.2")
        Wanted(rate=250.0, p99=100.0, cpu=2.2, database=inf)
        """
        return cls(*map(float, text.split(":")))

    def held(self, found: Sequence[Measured]) -> bool:
        return any(
            one.rate == self.rate
            and one.clicks >= SHARE * self.rate
            and (one.p99 <= self.p99 and one.cpu <= self.cpu and one.database <= self.database)
            for one in found
        )

    def told(self, found: Sequence[Measured]) -> str:
        limits = f"p99 {self.p99:g} ms"
        for name, most in (("CPU", self.cpu), ("database", self.database)):
            limits += f", {name} {most:g} ms" if most < math.inf else ""
        verdict = "held" if self.held(found) else "NOT HELD"
        return f"wanted {self.rate:g} clicks/s with {limits}: {verdict}"


def cpu_seconds(pid: int) -> float:
    """What a process has used, without those that it has started."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def with_children(pid: int) -> list[int]:
    """A process and those that it has started."""
    found = [pid]
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(file.parent.name))
    return found


class Served(NamedTuple):
    """A server, with the processes that it consists of and those of its database."""

    address: str
    pids: list[int]
    database: Callable[[], list[int]]

    def cpu(self) -> tuple[float, float]:
        """What its processes and the database have used."""
        return sum(map(cpu_seconds, self.pids)), sum(map(cpu_seconds, self.database()))


@contextmanager
def served(processes: int) -> Iterator[Served]:
    """One process with a file, or so many that share a database behind a proxy."""
    if processes:
        with running(processes) as stack:
            file = stack.folder / "postgres" / "data" / "postmaster.pid"
            postmaster = int(file.read_text().split()[0])
            pids = [app.pid for app in stack.apps]
            yield Served(stack.address, pids, lambda: with_children(postmaster))
        return
    with tempfile.TemporaryDirectory() as folder:
        process = Process(Path(folder) / "stavka.db")
        try:
            yield Served(process.address, [process.pid], list)
        finally:
            process.kill()


class Load:
    def __init__(self, server: Served, tables: Sequence[Table], chance: random.Random) -> None:
        self._server, self._tables, self._chance = server, tables, chance
        self._clicks: set[asyncio.Task[None]] = set()

    async def run(self, rates: Sequence[float], seconds: float) -> list[Measured]:
        screens = [screen for table in self._tables for screen in table.screens]
        following = [asyncio.create_task(s.follow(self._server.address)) for s in screens]
        while any(screen.version < 0 for screen in screens):
            await asyncio.sleep(0.05)
            _raise_what_failed(following)
        found = []
        for rate in rates:
            found.append(await self._measure(rate, seconds))
            print(found[-1], flush=True)
            _raise_what_failed(following)
            # Once can be something else that the machine did.
            if len(found) > 1 and min(found[-2].p99, found[-1].p99) > LATE:
                break
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
        return found

    async def _measure(self, rate: float, seconds: float) -> Measured:
        await self._click(rate, RISING)
        for table in self._tables:
            table.waits.clear()
        used, began = self._server.cpu(), time.perf_counter()
        await self._click(rate, seconds)
        spent = time.perf_counter() - began
        waits = sorted(wait for table in self._tables for wait in table.waits)
        spent_by = [
            1000 * (now - before) / len(waits)
            for now, before in zip(self._server.cpu(), used, strict=True)
        ]
        p50, p95, p99 = (waits[int(len(waits) * share)] for share in (0.5, 0.95, 0.99))
        return Measured(rate, len(waits) / spent, p50, p95, p99, *spent_by)

    async def _click(self, rate: float, seconds: float) -> None:
        """Lets clicks become due for so long, and waits until all are made."""
        for due in self._due(rate, seconds):
            await asyncio.sleep(due - time.perf_counter())
            going_on = [table for table in self._tables if not table.over]
            click = asyncio.create_task(self._chance.choice(going_on).click(due))
            self._clicks.add(click)
            click.add_done_callback(self._clicks.discard)
        await asyncio.gather(*self._clicks)

    def _due(self, rate: float, seconds: float) -> Iterator[float]:
        due = time.perf_counter()
        until = due + seconds
        while (due := due + self._chance.expovariate(rate)) < until:
            yield due


def _raise_what_failed(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        if task.done():
            task.result()


def tables_at(address: str, count: int, screens: int, chance: random.Random) -> list[Table]:
    found = []
    with http(address) as client:
        for number in range(count):
            game = broken_off(GAMES[number % len(GAMES)], chance)
            answer = client.post("/api/tables/import", json=game)
            answer.raise_for_status()
            found.append(Table(lay(address, answer.json()), screens, random.Random(number)))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m bench.load",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--rates", help="clicks due a second, 40,80,120 ... if left out")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--processes", type=int, default=0, help="with PostgreSQL and nginx")
    parser.add_argument("--screens", type=int, default=3, choices=(2, 3), help="at each table")
    parser.add_argument(
        "--want",
        action="append",
        default=[],
        type=Wanted.read,
        metavar="RATE:P99[:CPU[:DATABASE]]",
        help="what decides whether it goes well",
    )
    parser.add_argument(
        "--flat", type=float, metavar="RATE", help="clicks a second for each of one and two"
    )
    wanted = parser.parse_args(arguments)
    if wanted.flat:
        return flat(wanted.flat, wanted.tables, wanted.screens, wanted.seconds)
    rates: Sequence[float] = RATES
    if wanted.rates or wanted.want:
        asked = (float(rate) for rate in (wanted.rates or "").split(",") if rate)
        rates = sorted({*asked, *(one.rate for one in wanted.want)})
    found = measured(wanted.processes, wanted.tables, wanted.screens, rates, wanted.seconds)
    good = [one for one in found if one.p99 <= LATE]
    best = max((one.clicks for one in good), default=0.0)
    people = f"{wanted.tables} tables, {wanted.screens * wanted.tables} screens"
    said = [f"{people}: {best:.0f} clicks a second with p99 below {LATE:.0f} ms"]
    said += [one.told(found) for one in wanted.want]
    print("; ".join(said))
    if wanted.want:
        return int(not all(one.held(found) for one in wanted.want))
    return int(not good)


def measured(
    processes: int, tables: int, screens: int, rates: Sequence[float], seconds: float
) -> list[Measured]:
    chance = random.Random("load")
    with served(processes) as server:
        load = Load(server, tables_at(server.address, tables, screens, chance), chance)
        return asyncio.run(load.run(rates, seconds))


def flat(rate: float, tables: int, screens: int, seconds: float) -> int:
    """Whether a click costs as much when twice as much is played at twice as many processes; of
    each the cheaper run counts, for whatever else the machine does makes it only dearer."""
    found: dict[int, list[Measured]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for processes, runs in found.items():
            share = processes * tables // 2
            runs += measured(processes, share, screens, [processes * rate], seconds)
    one, two = (min(runs, key=lambda run: run.cpu) for runs in found.values())
    growth = two.cpu / one.cpu
    print(
        f"CPU of a click with one process {one.cpu:.2f} ms, with two {two.cpu:.2f} ms: x"
        f" {growth:.2f} (database {one.database:.2f} and {two.database:.2f} ms); wanted at most x"
        f" {STEEPEST:g}: {'held' if growth <= STEEPEST else 'NOT HELD'}"
    )
    return int(growth > STEEPEST)


if __name__ == "__main__":
    sys.exit(main())
