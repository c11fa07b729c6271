"""What people notice when parts of a hosted server fail while they play.

    python -m bench.failover                     100 kills, 20 pauses, 10 restarts of the database
    python -m bench.failover --kills 5 --pauses 2 --restarts 1
    python -m bench.failover --detour            as behind a proxy that checks its servers

The whole stack on this machine (tools/stack.py): PostgreSQL, two processes, nginx. At each table
somebody clicks as fast as he is answered, and somebody looks on; when a game is over they play
another one. Lines that end are opened again, as the page does, and everything goes through nginx as
it is shipped. With `--detour` whoever is not answered for long comes to another process directly.
Counted are

- states that were told and are not there any more, or are others when they are told again;
- holes: actions in the database whose number is not the next one;
- stale lines: a screen that is open and shows an older state than one that another screen of the
  table was told two seconds ago;
- how long the longest click took, for each kind of failure, whether it was answered or not.

None of the first three may be, and nobody may wait longer than the lease and two seconds.
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
from contextlib import suppress
from typing import Any, NamedTuple

import httpx
import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from stavka.server.homes import LEASE
from tests.server.client import Json, hot_seat, http, table_of, updated
from tools.stack import Failed, Stack, running

TABLES = 20
# Seconds: between two clicks at a table, after which somebody who is not answered comes another
# way if there is one, how long a pause is, and how far behind a line may be.
BETWEEN = 0.25
GIVE_UP = 3.0
PAUSE = LEASE + 3
STALE = 2.0
# Seconds that are played between two failures, and the longest that anybody may wait.
QUIET = 3.0
PATIENCE = LEASE + 2

Counts = Counter[str]
WRONG = ("told states lost", "told otherwise", "holes", "stale lines")


class Way(NamedTuple):
    """How people come to their tables."""

    stack: Stack
    # Whether whoever is not answered tries another process, past nginx.
    detour: bool


class Screen:
    """A seat with a line that comes back by itself."""

    def __init__(self, way: Way, secret: str, counts: Counts, chance: random.Random) -> None:
        self._way, self.secret = way, secret
        self._counts, self._chance = counts, chance
        self.state: Json = {}
        self.line: ClientConnection | None = None
        self.refused = 0
        # Which process to come to directly, once; the proxy, if none.
        self._detour: int | None = None

    @property
    def version(self) -> int:
        return int(self.state.get("version", -1))

    def sit_at(self, secret: str) -> None:
        """Comes to another table."""
        self.secret, self.state = secret, {}
        self._leave()

    def _leave(self) -> None:
        if self.line is not None:
            self.line.transport.abort()
        self.line = None

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
        stack, secret = self._way.stack, self.secret
        at = stack.address if detour is None else stack.apps[detour].address
        there = f"{at.replace('http', 'ws')}/ws/{table_of(secret)}"
        # As a browser: it neither asks whether anybody is there, nor gives up before the proxy.
        patient: Any = {
            "ping_interval": None,
            "open_timeout": GIVE_UP if self._way.detour else None,
        }
        async with connect(there, proxy=None, max_size=None, compression=None, **patient) as line:
            await line.send(json.dumps({"type": "enter", "secret": secret}))
            first = json.loads(await line.recv())
            if first["type"] != "state" or self.secret != secret:
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
        """Makes some choice; whether it was made before the line ended, or before somebody would
        look elsewhere."""
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
            # Whoever follows the line has to hear of it.
            await asyncio.sleep(0.005)
            return False
        until = time.monotonic() + GIVE_UP
        while self.version == version and self.refused == refused and self.line is line:
            if self._way.detour and time.monotonic() > until:
                self.come_another_way()
                return False
            await asyncio.sleep(0.005)
        return self.version > version

    def come_another_way(self) -> None:
        self._detour = self._chance.randrange(len(self._way.stack.apps))
        self._leave()


class Table:
    """Somebody plays, and somebody looks on."""

    def __init__(self, way: Way, secret: str, counts: Counts, chance: random.Random) -> None:
        self.player = Screen(way, secret, counts, chance)
        self.spectator = Screen(way, secret, counts, chance)
        self._way, self._counts = way, counts
        # Games that are over, by what opens them, with how far they were told.
        self.before: dict[str, int] = {}
        # Whether a process stands still.
        self.frozen = False
        self._longest = 0.0
        # Since when somebody waits; nobody, if never.
        self._since = 0.0
        self._told: deque[tuple[float, int]] = deque()
        # The line that has been found behind.
        self._stale: ClientConnection | None = None

    @property
    def longest(self) -> float:
        """How long somebody had to wait, or has waited by now."""
        return max(self._longest, time.monotonic() - self._since if self._since else 0.0)

    def measure_anew(self) -> None:
        self._longest = 0.0

    async def play(self) -> None:
        while True:
            if self.player.state and self.player.state["presentation"]["outcome"]:
                await self._play_another()
            self._since = time.monotonic()
            while not await self.player.click():
                waits = time.monotonic() - self._since
                if self._way.detour and waits > GIVE_UP and self.player.line is None:
                    self.player.come_another_way()
            self._longest, self._since = self.longest, 0.0
            self._counts["clicks"] += 1
            await asyncio.sleep(BETWEEN)

    async def _play_another(self) -> None:
        secret = ""
        while not secret:
            try:
                secret = await asyncio.to_thread(new_game, self._way.stack)
            except (AssertionError, httpx.HTTPError, ValueError):
                # Not while everything fails: to lay a table is no click.
                await asyncio.sleep(1.0)
        self.before[self.player.secret] = self.player.version
        self._told.clear()
        for screen in (self.player, self.spectator):
            screen.sit_at(secret)

    async def compare(self) -> None:
        """Whether the other screen shows what this one was told two seconds ago. As long as a
        process stands still nobody can tell those who look at it."""
        while True:
            now, other = time.monotonic(), self.spectator
            if self.frozen:
                self._told.clear()
            self._told.append((now, self.player.version))
            while self._told and self._told[0][0] < now - STALE:
                _, told = self._told.popleft()
                behind = other.line is not None and other.version < told
                if behind and other.line is not self._stale:
                    self._counts["stale lines"] += 1
                    self._stale = other.line
                    if self._way.detour:
                        other.come_another_way()
            await asyncio.sleep(0.1)


def new_game(stack: Stack) -> str:
    return hot_seat(stack.address, scenario="m30-full")


class Failures:
    def __init__(self, stack: Stack, tables: Sequence[Table]) -> None:
        self._stack, self._tables = stack, tables
        self.longest: dict[str, float] = {}

    async def run(self, kinds: Sequence[str]) -> None:
        for number, kind in enumerate(kinds, 1):
            for table in self._tables:
                table.measure_anew()
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
        # Somebody may have ended it meanwhile.
        with suppress(ProcessLookupError, Failed):
            self._stack.go_on(victim)
        self._freeze(False)
        await asyncio.to_thread(self._have_back, victim)

    def _have_back(self, victim: int) -> None:
        """Whoever was ended comes back."""
        try:
            self._stack.apps[victim].ready()
        except Failed:
            self._stack.start(victim)

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


async def play(way: Way, secrets: Sequence[str], kinds: Sequence[str], counts: Counts) -> Json:
    tables = [Table(way, secret, counts, random.Random(secret)) for secret in secrets]
    failures = Failures(way.stack, tables)
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
    with http(way.stack.apps[0].address) as client:
        for table in tables:
            told = {**table.before, table.player.secret: table.player.version}
            for secret, version in told.items():
                now = client.get(f"/api/seats/{secret}").json()
                counts["told states lost"] += now["version"] < version
            counts["games that ended"] += len(table.before)
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
    parser.add_argument(
        "--detour",
        action="store_true",
        help="whoever is not answered for long comes to another process, past nginx",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    wanted = parser.parse_args(arguments)
    kinds = list(_mixed(kill=wanted.kills, pause=wanted.pauses, restart=wanted.restarts))
    counts: Counts = Counter()
    with running() as stack:
        secrets = [new_game(stack) for _ in range(wanted.tables)]
        longest = asyncio.run(play(Way(stack, wanted.detour), secrets, kinds, counts))
        counts["holes"] = holes(stack.database)
    found = {**{name: counts[name] for name in WRONG}, **counts, "failures": len(kinds)}
    way = "past nginx if nobody answers" if wanted.detour else "all through nginx as shipped"
    if wanted.json:
        print(json.dumps({**found, "longest_s": longest, "way": way, "limit_s": PATIENCE}))
    else:
        for name, count in found.items():
            print(f"{name:20} {count:8,}")
        print(told(way, counts, longest))
    return int(not well(counts, longest))


def well(counts: Counts, longest: dict[str, float]) -> bool:
    return not any(counts[name] for name in WRONG) and max(longest.values(), default=0) <= PATIENCE


def told(way: str, counts: Counts, longest: dict[str, float]) -> str:
    """All of it in a line."""
    wrong = ", ".join(f"{counts[name]} {name}" for name in WRONG if counts[name])
    waits = ", ".join(f"{kind} {seconds:.1f} s" for kind, seconds in sorted(longest.items()))
    verdict = "held" if well(counts, longest) else "NOT HELD"
    return (
        f"{way}: {wrong or 'nothing lost, no holes, no stale lines'}; longest click at most"
        f" {PATIENCE:.0f} s: {waits or 'nothing failed'}: {verdict}"
    )


def _mixed(**kinds: int) -> Iterator[str]:
    """All failures, in an order drawn by chance."""
    all_ = [kind for kind, count in kinds.items() for _ in range(count)]
    random.Random("kinds").shuffle(all_)
    yield from all_


if __name__ == "__main__":
    sys.exit(main())
