"""What people notice when parts of a hosted server fail while they play.

    python -m bench.failover                     100 kills, 20 pauses, 10 restarts of the database
    python -m bench.failover --kills 5 --pauses 2 --restarts 1

The whole stack on this machine (tools/stack.py): PostgreSQL, two processes, nginx. At each table
somebody clicks as fast as he is answered, and somebody looks on. Lines that end are opened again,
as the page does; whoever is not answered for long comes to another process, as a proxy that checks
its servers would send him. Counted are

- states that were told and are not there any more, or are others when they are told again;
- holes: actions in the database whose number is not the next one;
- stale lines: a screen that is open and shows an older state than one that another screen of the
  table was told two seconds ago;
- how long the longest click took, for each kind of failure.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from stavka.server.homes import LEASE
from tests.server.client import Json, hot_seat, http, table_of, updated
from tools.stack import Stack, running

TABLES = 20
# Seconds: between two clicks at a table, after which somebody who is not answered comes another
# way, how long a pause is, and how far behind a line may be.
BETWEEN = 0.25
GIVE_UP = 3.0
PAUSE = LEASE + 3
STALE = 2.0
# Seconds that are played between two failures, and the longest that anybody may wait.
QUIET = 3.0
PATIENCE = LEASE + 2

Counts = Counter[str]


class Screen:
    """A seat with a line that comes back by itself."""

    def __init__(self, stack: Stack, secret: str, counts: Counts, chance: random.Random) -> None:
        self._stack, self._secret = stack, secret
        self._counts, self._chance = counts, chance
        self.state: Json = {}
        self.line: ClientConnection | None = None
        self.refused = 0
        # Which process to come to directly, once; the proxy, if none.
        self._detour: int | None = None

    @property
    def version(self) -> int:
        return int(self.state.get("version", -1))

    async def follow(self) -> None:
        while True:
            try:
                await self._follow_once()
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
                self._counts["lines that ended"] += 1
            self.line = None
            await asyncio.sleep(self._chance.uniform(0.15, 0.3))

    async def _follow_once(self) -> None:
        detour, self._detour = self._detour, None
        at = self._stack.address if detour is None else self._stack.apps[detour].address
        there = f"{at.replace('http', 'ws')}/ws/{table_of(self._secret)}"
        async with connect(there, proxy=None, max_size=None, compression=None) as line:
            await line.send(json.dumps({"type": "enter", "secret": self._secret}))
            first = json.loads(await line.recv())
            if first["type"] != "state":
                return
            self._begin(first["state"])
            self.line = line
            async for text in line:
                self._hear(json.loads(text))

    def _begin(self, state: Json) -> None:
        """Nothing that was told is lost, and nothing is told otherwise."""
        if state["version"] < self.version:
            self._counts["told states lost"] += 1
        if state["version"] == self.version and state["presentation"] != self.state["presentation"]:
            self._counts["told otherwise"] += 1
        self.state = state

    def _hear(self, message: Json) -> None:
        if message["type"] == "news":
            self.state = updated(self.state, message)
        elif message["type"] == "refused":
            self.refused += 1
            self._counts["clicks refused"] += 1

    async def click(self) -> bool:
        """Makes some choice; whether it was made before somebody would look elsewhere."""
        decision = self.state["presentation"]["decision"] if self.state else None
        if self.line is None or decision is None:
            await asyncio.sleep(0.05)
            return False
        option = self._chance.choice(decision["options"])
        argument = self._chance.choice(option["values"]) if option["values"] else ""
        choice = {"number": decision["number"], "verb": option["verb"], "argument": argument}
        line, version, refused = self.line, self.version, self.refused
        try:
            await line.send(json.dumps({"type": "choose", **choice}))
        except ConnectionClosed:
            return False
        until = time.monotonic() + GIVE_UP
        while self.version == version and self.refused == refused and self.line is line:
            if time.monotonic() > until:
                self.come_another_way()
                return False
            await asyncio.sleep(0.005)
        return self.version > version

    def come_another_way(self) -> None:
        self._detour = self._chance.randrange(len(self._stack.apps))
        if self.line is not None:
            self.line.transport.abort()


class Table:
    """Somebody plays, and somebody looks on."""

    def __init__(self, stack: Stack, secret: str, counts: Counts, chance: random.Random) -> None:
        self.player = Screen(stack, secret, counts, chance)
        self.spectator = Screen(stack, secret, counts, chance)
        self._counts = counts
        self.longest = 0.0
        # Whether a process stands still.
        self.frozen = False
        self._told: deque[tuple[float, int]] = deque()

    async def play(self) -> None:
        while not (self.player.state and self.player.state["presentation"]["outcome"]):
            due = time.monotonic()
            while not await self.player.click():
                self.longest = max(self.longest, time.monotonic() - due)
                if time.monotonic() - due > GIVE_UP and self.player.line is None:
                    self.player.come_another_way()
            self.longest = max(self.longest, time.monotonic() - due)
            self._counts["clicks"] += 1
            await asyncio.sleep(BETWEEN)

    async def compare(self) -> None:
        """Whether the other screen shows what this one was told two seconds ago. As long as a
        process stands still nobody can tell those who look at it."""
        while True:
            now = time.monotonic()
            if self.frozen:
                self._told.clear()
            self._told.append((now, self.player.version))
            while self._told and self._told[0][0] < now - STALE:
                _, told = self._told.popleft()
                if self.spectator.line is not None and self.spectator.version < told:
                    self._counts["stale lines"] += 1
                    self.spectator.come_another_way()
            await asyncio.sleep(0.1)


class Failures:
    def __init__(self, stack: Stack, tables: Sequence[Table]) -> None:
        self._stack, self._tables = stack, tables
        self.longest: dict[str, float] = {}

    async def run(self, kinds: Sequence[str]) -> None:
        for number, kind in enumerate(kinds, 1):
            for table in self._tables:
                table.longest = 0.0
            await getattr(self, kind)()
            await asyncio.sleep(QUIET)
            longest = max(table.longest for table in self._tables)
            self.longest[kind] = max(self.longest.get(kind, 0.0), longest)
            if sys.stderr.isatty() or number % 10 == 0:
                print(f"{number} of {len(kinds)}: {kind}, {longest:.1f} s", file=sys.stderr)

    def _busiest(self) -> int:
        """The process at which most people look on: whoever has come stays where he is."""
        screens = [_screens(app.address) for app in self._stack.apps]
        return screens.index(max(screens))

    async def kill(self) -> None:
        victim = await asyncio.to_thread(self._busiest)
        await asyncio.to_thread(self._stack.kill, victim)
        await asyncio.sleep(PATIENCE)
        await asyncio.to_thread(self._stack.start, victim)

    async def pause(self) -> None:
        victim = await asyncio.to_thread(self._busiest)
        self._freeze(True)
        self._stack.pause(victim)
        await asyncio.sleep(PAUSE)
        self._stack.go_on(victim)
        self._freeze(False)

    def _freeze(self, frozen: bool) -> None:
        for table in self._tables:
            table.frozen = frozen

    async def restart(self) -> None:
        await asyncio.to_thread(self._stack.stop_database)
        await asyncio.to_thread(self._stack.start_database)


def _screens(address: str) -> int:
    with http(address) as client:
        lines = client.get("/metrics").text.splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("stavka_screens "))


async def play(stack: Stack, secrets: Sequence[str], kinds: Sequence[str], counts: Counts) -> Json:
    tables = [Table(stack, secret, counts, random.Random(secret)) for secret in secrets]
    failures = Failures(stack, tables)
    works = [w for t in tables for w in (t.player.follow(), t.spectator.follow(), t.compare())]
    tasks = [asyncio.create_task(work) for work in (*works, *(t.play() for t in tables))]
    await asyncio.sleep(QUIET)
    await failures.run(kinds)
    for task in tasks:
        task.cancel()
    ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error
    with http(stack.apps[0].address) as client:
        for table, secret in zip(tables, secrets, strict=True):
            now = client.get(f"/api/seats/{secret}").json()
            if now["version"] < table.player.version:
                counts["told states lost"] += 1
    return failures.longest


def holes(database: str) -> int:
    """How many games have a number without an action."""
    query = "SELECT count(*), max(number) + 1 FROM actions GROUP BY table_id"
    with psycopg.connect(database) as db:
        return sum(count != last for count, last in db.execute(query))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m bench.failover",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--pauses", type=int, default=20)
    parser.add_argument("--restarts", type=int, default=10)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--json", action="store_true", help="print JSON")
    wanted = parser.parse_args(arguments)
    kinds = list(_mixed(kill=wanted.kills, pause=wanted.pauses, restart=wanted.restarts))
    counts: Counts = Counter()
    with running() as stack:
        secrets = [hot_seat(stack.address, scenario="m30-full") for _ in range(wanted.tables)]
        longest = asyncio.run(play(stack, secrets, kinds, counts))
        counts["holes"] = holes(stack.database)
    wrong = ("told states lost", "told otherwise", "holes", "stale lines")
    found = {**{name: counts[name] for name in wrong}, **counts, "failures": len(kinds)}
    if wanted.json:
        print(json.dumps({**found, "longest_s": longest}))
    else:
        for name, count in found.items():
            print(f"{name:20} {count:8,}")
        for kind, seconds in longest.items():
            print(f"longest click, {kind:8} {seconds:6.1f} s")
    return int(any(counts[name] for name in wrong))


def _mixed(**kinds: int) -> Iterator[str]:
    """All failures, in an order drawn by chance."""
    all_ = [kind for kind, count in kinds.items() for _ in range(count)]
    random.Random("kinds").shuffle(all_)
    yield from all_


if __name__ == "__main__":
    sys.exit(main())
