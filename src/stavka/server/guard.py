"""What stands before every request: only our own pages may use this server, and nobody dawdles.

A server on somebody's own machine can be reached by every page that the browser there shows. Pages
of other sites are kept out in two ways: a browser tells from which site a request comes (`Origin`),
and which name was asked for (`Host`); a foreign name that leads to this machine is refused.
"""

from __future__ import annotations

import asyncio
import ipaddress
import math
import re
import socket
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .limits import BODY_SECONDS
from .messages import Problem

# What this server speaks; docs/protocol.md says what may change under the same number.
PROTOCOL = 2
# Nothing is loaded from elsewhere, no other site may put ours into a frame, and a secret link is
# not told to the sites that a page links to.
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data: blob:; font-src 'self' data:; "
        "style-src 'self' 'unsafe-inline'; connect-src 'self'; worker-src 'self' blob:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "Stavka-Protocol": str(PROTOCOL),
    "X-Content-Type-Options": "nosniff",
}
_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
# Whatever does not say how long it may be kept belongs to a seat, or to the moment.
_NOT_KEPT = (b"cache-control", b"no-store")
# A name or an address, and a port: nobody's name and password, and no list.
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]+)?", re.IGNORECASE)
JSON_TYPE = "application/json"
# No name, word or text has it, and databases differ in what they make of it.
NO_NUL = "the character NUL has no place here"
# As it stands in JSON, behind whole pairs of backslashes; as such it is no JSON at all.
_NUL = re.compile(r"(?<!\\)(?:\\\\)*\\u0000")


def has_nul(text: str) -> bool:
    r"""Whether a text of JSON has the character NUL in it.

    >>> has_nul(r'["x\u0000"]'), has_nul(r'["\\u0000"]')
    (True, False)
    """
    return r"\u0000" in text and _NUL.search(text) is not None


def own_names(*names: str) -> frozenset[str]:
    """The names by which this machine may be asked for, apart from addresses in digits."""
    machine = socket.gethostname().lower()
    return frozenset({"localhost", machine, f"{machine}.local", *(name.lower() for name in names)})


class Guard:
    """Refuses what comes from other sites or too slowly, and sets the headers of every answer."""

    def __init__(self, app: ASGIApp, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        kind: Any = scope["type"]
        if kind not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                own = list(message.get("headers", ()))
                kept = any(name.lower() == b"cache-control" for name, _ in own)
                message["headers"] = [*own, *_HEADERS] if kept else [*own, _NOT_KEPT, *_HEADERS]
            await send(message)

        reason = self._objection(scope)
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            await refuse(scope, send_with_headers, 404, NO_NUL)
        elif reason:
            await refuse(scope, send_with_headers, 403, reason)
        elif kind == "http" and not _is_json(scope):
            await refuse(scope, send_with_headers, 415, f"a body has to be {JSON_TYPE}")
        elif kind == "http":
            await self._app(scope, _hurried(receive), send_with_headers)
        else:
            await self._app(scope, receive, send_with_headers)

    def _objection(self, scope: Any) -> str:
        hosts = _values(scope, b"host")
        host = hosts[0] if len(hosts) == 1 else ", ".join(hosts)
        if not self._is_own(host):
            return f"this server is not called {host!r}; see `stavka serve --name`"
        # Only what can change something has to come from our own pages. Nobody else can read the
        # rest, for the browser does not let them.
        asks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        for origin in () if asks else _values(scope, b"origin"):
            if urlsplit(origin).netloc.lower() != host.lower():
                return f"pages of {origin} may not use this server"
        return ""

    def _is_own(self, host: str) -> bool:
        try:
            name = (urlsplit(f"//{host}").hostname or "") if _HOST.fullmatch(host) else ""
        except ValueError:
            return False
        try:
            # An address in digits leads to where it says: no foreign site can be called so.
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._names
        return True


def _values(scope: Any, header: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == header]


def _is_json(scope: Any) -> bool:
    """Whether a request has a body of the only kind that is read here, or none."""
    empty = all(length == "0" for length in _values(scope, b"content-length"))
    if empty and not _values(scope, b"transfer-encoding"):
        return True
    kinds = [kind.partition(";")[0].strip().lower() for kind in _values(scope, b"content-type")]
    return kinds == [JSON_TYPE]


def _hurried(receive: Receive) -> Receive:
    """The body of a request has to come within a time; after it, waiting costs nobody anything."""
    until = asyncio.get_running_loop().time() + BODY_SECONDS
    complete = False

    async def hurried() -> Any:
        nonlocal complete
        if complete:
            return await receive()
        try:
            async with asyncio.timeout_at(until):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        complete = message["type"] != "http.request" or not message.get("more_body")
        return message

    return hurried


async def refuse(
    scope: Any, send: Send, status: int, reason: str, after: float | None = None
) -> None:
    """Answers a request, also one for a WebSocket, with a problem, and when to come again."""
    kind = "http" if scope["type"] == "http" else "websocket.http"
    start: Any = {
        "type": f"{kind}.response.start",
        "status": status,
        "headers": [(b"content-type", JSON_TYPE.encode())],
    }
    if after is not None:
        start["headers"].append((b"retry-after", retry_after(after)))
    await send(start)
    body: Any = {"type": f"{kind}.response.body", "body": msgspec.json.encode(Problem(reason))}
    await send(body)


def retry_after(seconds: float) -> bytes:
    """As the header wants it: whole seconds, at least one."""
    return str(max(1, math.ceil(seconds))).encode()
