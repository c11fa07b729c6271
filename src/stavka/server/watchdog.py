"""Signs of life for systemd, sent by the event loop: a process whose loop stands still sends none,
and is started anew (`WatchdogSec=` of the unit)."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress

# Seconds between two signs where systemd does not say how many it waits for.
EVERY = 2.5
ALIVE = b"READY=1\nWATCHDOG=1"


async def watch() -> None:
    """Tells whoever has started this process again and again that it can be used; nobody, if
    nobody wants to know."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    patience = int(os.environ.get("WATCHDOG_USEC") or 0) / 1_000_000
    # A name that is no file is written with @.
    where = "\0" + address[1:] if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
        line.setblocking(False)
        while True:
            # One that does not arrive is followed by the next.
            with suppress(OSError):
                line.sendto(ALIVE, where)
            await asyncio.sleep(patience / 4 or EVERY)
