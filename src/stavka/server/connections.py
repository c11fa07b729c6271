"""Lines to the server: how many there may be, and how long one may stay silent.

Whoever opens a line and does not say what he wants costs a file of the process, of which there is
an end. So a head of a request has to come within some seconds; there may be so many lines from one
address and in all; and when there is no room, whoever has been silent longest has to go.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .limits import (
    FILES,
    FILES_LEFT,
    HEAD_SECONDS,
    HEARTBEAT_SECONDS,
    LINES,
    LINES_PER_ADDRESS,
    network,
)
from .metrics import REFUSED

try:
    import resource
except ImportError:  # There is no such thing on Windows, and no such limit.
    resource = None  # type: ignore[assignment]

log = logging.getLogger(__name__)

FULL = b'{"error":"too many lines to this server; try again in a moment"}'
REFUSAL = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 5\r\n"
    b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(FULL), FULL)
)


class Connections:
    """All lines that are open."""

    def __init__(self, most: int | None = None, each: int = LINES_PER_ADDRESS) -> None:
        self._most = most if most is not None else room()
        self._each = each
        # Where each comes from, and how many come from there.
        self._open: dict[asyncio.Transport, str] = {}
        self._from: Counter[str] = Counter()
        # Those that have not said yet what they want; the oldest stand first.
        self._silent: dict[asyncio.Transport, None] = {}

    def come(self, line: asyncio.Transport, address: str) -> bool:
        """Whether there is room for another line."""
        key = network(address)
        if key and self._from[key] >= self._each:
            return False
        if len(self._open) >= self._most:
            if not self._silent:
                return False
            oldest = next(iter(self._silent))
            self.go(oldest)
            oldest.abort()
        self._open[line] = key
        self._from[key] += 1
        return True

    def go(self, line: asyncio.Transport) -> None:
        self._silent.pop(line, None)
        key = self._open.pop(line, None)
        if key is not None:
            self._from[key] -= 1
            if not self._from[key]:
                del self._from[key]

    def silent(self, line: asyncio.Transport) -> None:
        self._silent[line] = None

    def heard(self, line: asyncio.Transport) -> None:
        self._silent.pop(line, None)


class _Http(H11Protocol):
    connections_known: Connections

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._head: asyncio.TimerHandle | None = None
        peer = transport.get_extra_info("peername")
        if not self.connections_known.come(transport, peer[0] if peer else ""):
            self.transport = transport
            REFUSED.add("lines")
            log.warning("there are too many lines: some are refused")
            transport.write(REFUSAL)
            transport.close()
            return
        super().connection_made(transport)
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._expect_head()
        else:
            self._forget_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_head()
        self.connections_known.go(self.transport)
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        if self._head is None and not self.transport.is_closing():
            self._head = self.loop.call_later(HEAD_SECONDS, self.transport.abort)
            self.connections_known.silent(self.transport)

    def _forget_head(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None
            self.connections_known.heard(self.transport)


class _WebSocket(WebSocketsSansIOProtocol):
    """A line that has become a screen; it was let in before."""

    connections_known: Connections
    _next_beat: asyncio.TimerHandle | None = None

    def start_keepalive(self) -> None:
        super().start_keepalive()
        self._expect_beat()

    def stop_keepalive(self) -> None:
        if self._next_beat is not None:
            self._next_beat.cancel()
            self._next_beat = None
        super().stop_keepalive()

    def _expect_beat(self) -> None:
        self._next_beat = self.loop.call_later(HEARTBEAT_SECONDS, self._beat)

    def _beat(self) -> None:
        """A sign of life that asks for none: pings wait for their answers, which take as long as
        the way there and back."""
        if self.close_sent or self.transport.is_closing():
            return
        # A line that takes nothing is not filled any further.
        if not self.transport.get_write_buffer_size():
            self.conn.send_pong(b"")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self._expect_beat()

    def connection_lost(self, exc: Exception | None) -> None:
        self.connections_known.go(self.transport)
        super().connection_lost(exc)


def protocols(known: Connections) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """How a server speaks HTTP and over WebSockets, to lines that are counted."""
    own = {"connections_known": known}
    return type("Http", (_Http,), own), type("WebSocket", (_WebSocket,), own)


def raise_file_limit() -> None:
    """As many lines as the system allows; what it gives at first is for programs that need few."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def room() -> int:
    """How many lines there may be: other things need files too."""
    if resource is None:
        return LINES
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return LINES if soft == resource.RLIM_INFINITY else max(16, min(LINES, soft - FILES_LEFT))


class Seldom(logging.Filter):
    """Of the same message, and kind of error, at most one a second: somebody who does a thing again
    and again does not fill the disk."""

    def __init__(self, seconds: float = 1.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        # An error that the loop has noticed is all text, the lines and addresses in it differ.
        kind = record.exc_info[0] if record.exc_info else None
        key, now = f"{record.name} {str(record.msg)[:40]} {kind}", time.monotonic()
        if now - self._last.get(key, -self._seconds) < self._seconds:
            return False
        if len(self._last) > 1000:
            self._last.clear()
        self._last[key] = now
        return True


# What writes of requests and messages that went wrong.
_VISITED = ("app", "connections", "imports", "live", "opening", "tables", "table", "workshop")


def log_seldom() -> None:
    """What visitors can cause as often as they like is told once a second."""
    own = (f"{__package__}.{module}" for module in _VISITED)
    for name in ("asyncio", "uvicorn.error", *own):
        logger: Any = logging.getLogger(name)
        # What an earlier server of this process has told does not count.
        for known in [one for one in logger.filters if isinstance(one, Seldom)]:
            logger.removeFilter(known)
        logger.addFilter(Seldom())
