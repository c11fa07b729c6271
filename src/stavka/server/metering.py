"""Every request has its price, which is paid by the address that it comes from and by its seat.

The price is by the kind of the request, about one point for each millisecond that it costs the
server. Whoever has spent his points is refused, and not at once: a machine that asks again
as soon as it is refused would else cost as much as one that is answered. Nor can they be spent all
at once: what comes on many lines at the same time waits for its turn.
"""

from __future__ import annotations

import asyncio
from contextvars import ContextVar
from typing import Any, NamedTuple

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from .guard import refuse
from .limits import ADDRESS_POINTS, ADDRESS_SECONDS, REFUSAL_PAUSE, AddressAllowance, Pace, network

TOO_MUCH = "too many requests from your address; wait a moment"


class Price(NamedTuple):
    """What a request costs: points of its address, and questions of its seat."""

    points: float
    questions: float = 1.0


ORDINARY = Price(2.0)
# A message pays as such, by what it asks for: `Place.may_send`.
MESSAGE = Price(5.0, 0.0)
STATE = Price(8.0, 2.0)
# A new line, and the whole state on it; its messages pay one by one.
SCREEN = Price(15.0, 0.0)
RULES = Price(5.0)
# Whoever looks after a server asks every second, also when his address has nothing left.
HEALTH = Price(0.1)
# By the last part of a path.
PRICES = {
    "titles": Price(4.0),
    "map": Price(5.0),
    "wait": Price(8.0, 2.0),
    "position": Price(5.0, 2.0),
    "record": Price(20.0, 10.0),
    "report": Price(40.0, 20.0),
    # Megabytes, once they are written.
    "page": Price(20.0, 10.0),
    "import": Price(50.0),
    "tables": Price(10.0),
    "lessons": Price(10.0),
    "what-if": Price(10.0),
    # Accounts: all seats with their tables; all that is kept.
    "people": Price(5.0),
    "join": Price(5.0),
    "account": Price(8.0),
    "data": Price(20.0),
    # The laboratory.
    "lab": Price(4.0),
    "play": Price(10.0),
}


def price(method: str, path: str) -> Price:
    """What a request costs, by its method and its path."""
    parts = path.strip("/").split("/")
    if parts[0] == "ws":
        return SCREEN
    if parts == ["health"]:
        return HEALTH
    if parts[0] != "api":
        # Maps and pages.
        return Price(2.0)
    known = RULES if parts[1:2] == ["rules"] else PRICES.get(parts[-1])
    if known is None and len(parts) == 3 and parts[1] == "tables":
        return STATE if method in ("GET", "HEAD") else MESSAGE
    return known or ORDINARY


class Visit(NamedTuple):
    """Who has sent the request that is being carried out, and what its seat pays for it."""

    # Nothing for this machine itself.
    address: str = ""
    questions: float = 0.0


HERE = Visit()
visit: ContextVar[Visit] = ContextVar("visit", default=HERE)


class Meter:
    """Lets every address pay, tells the rest of the server whose visit it is, and lets nobody who
    is refused come back at once."""

    def __init__(self, app: ASGIApp, points: float = ADDRESS_POINTS) -> None:
        self._app = app
        self._points = AddressAllowance(points, ADDRESS_SECONDS)
        self._pace = Pace()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        request: Any = scope
        address = request["client"][0] if request.get("client") else ""
        cost = price(request.get("method", "GET"), request["path"])
        if not self._points.take(address, cost.points):
            await refuse(scope, _slow(send), 429, TOO_MUCH, self._points.wait(address, cost.points))
            return
        wait = self._pace.wait(address, cost.points)
        if wait and request["type"] == "http":
            await asyncio.sleep(wait)
        elif wait:
            send = _after_accepting(send, wait)
        visit.set(Visit(network(address), cost.questions))
        await self._app(scope, receive, _slow(send))


def _after_accepting(send: Send, wait: float) -> Send:
    """A screen waits for its turn on a line that is open: a proxy that is not answered takes the
    process for dead."""

    async def accepted(message: Message) -> None:
        await send(message)
        if message["type"] == "websocket.accept":
            await asyncio.sleep(wait)

    return accepted


def _slow(send: Send) -> Send:
    """Refusals for too much come after a pause."""

    async def slow(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            start: Any = message
            if start["status"] == 429:
                await asyncio.sleep(REFUSAL_PAUSE)
        await send(message)

    return slow
