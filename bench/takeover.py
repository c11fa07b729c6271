"""How soon tables go on elsewhere when the process that holds them dies.

    python -m bench.takeover                     200 tables, two processes
    python -m bench.takeover --tables 10

The whole stack on this machine (tools/stack.py). All tables are laid at one process, which is
killed; then everybody comes at once, through nginx, and comes again until he is shown his table.
Prints the median and the longest time since the kill, which may be the lease and three seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from stavka.server.homes import LEASE
from tests.server.client import hot_seat, table_of
from tools.stack import Stack, running

TABLES = 200
# Seconds: the longest that anybody may wait, and when it is given up.
LONGEST = LEASE + 3
PATIENCE = 60.0
# So many tables are laid at the same time.
LAYING = 4


async def shown(address: str, secret: str, since: float, chance: random.Random) -> float:
    """After how many seconds somebody is shown his table."""
    there = f"{address.replace('http', 'ws')}/ws/{table_of(secret)}"
    while True:
        try:
            async with connect(there, proxy=None, max_size=None, open_timeout=None) as line:
                await line.send(json.dumps({"type": "enter", "secret": secret}))
                if json.loads(await line.recv())["type"] == "state":
                    return time.monotonic() - since
        except (ConnectionClosed, InvalidHandshake, OSError):
            pass
        await asyncio.sleep(chance.uniform(0.15, 0.3))


async def _all(stack: Stack, secrets: Sequence[str], since: float) -> list[float]:
    coming = (shown(stack.address, one, since, random.Random(one)) for one in secrets)
    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*coming)


def waits(tables: int) -> list[float]:
    """How long everybody has to wait."""
    with running() as stack:
        home = stack.apps[0].address
        with ThreadPoolExecutor(LAYING) as laying:
            secrets = list(laying.map(lambda _: hot_seat(home), range(tables)))
        began = time.monotonic()
        stack.kill(0)
        return asyncio.run(_all(stack, secrets, began))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m bench.takeover",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--tables", type=int, default=TABLES)
    wanted = parser.parse_args(arguments)
    found = waits(wanted.tables)
    held = max(found) <= LONGEST
    print(
        f"{len(found)} tables are taken over after {median(found):.1f} s in the middle, the last"
        f" after {max(found):.1f} s, at most {LONGEST:.0f} s: {'held' if held else 'NOT HELD'}"
    )
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
