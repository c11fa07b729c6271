"""Floods: every route of the server, asked without end on several lines by a process of its own."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections import Counter
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from stavka.engine.shares import committed
from tests.server.client import Person, table_of

LINES = 16
# Seconds until a flood is in full flow.
RISING = 0.5
PLAYERS = {"Axis": "person", "Soviet": "person"}
SPAWN = multiprocessing.get_context("spawn")


class Target(NamedTuple):
    """What the flood has: a seat at a long game, and what once opened it."""

    address: str
    secret: str
    invitation: str
    spectator: str
    # The game, to be brought again and again.
    text: str

    @classmethod
    def bring(cls, address: str, client: httpx.Client, text: str) -> Target:
        game = {"text": text, "players": PLAYERS, "hot_seat": True}
        answer = client.post("/api/tables/import", json=game)
        answer.raise_for_status()
        links = answer.json()
        (invited,) = links["invitations"]
        person = Person(client, invited)
        person.claim()
        return cls(address, person.secret, person.invitation, links["spectator"], text)


class Request(NamedTuple):
    method: str
    path: str
    body: bytes
    secret: str
    # Over a WebSocket: a line that is opened again and again, or one that is kept open.
    socket: str = ""


def requests(target: Target) -> dict[str, Request]:
    """Every kind of flood by its name."""
    seat = f"/api/tables/{table_of(target.secret)}"
    found = {
        name: Request(method, path, _body(message), target.secret)
        for name, (method, path, message) in (_open_to_all() | _of_a_seat(seat)).items()
    }
    for kind in ("luck", "ending", "replay", "history", "battle", "overlay", "forces", "preview"):
        message = {"type": "query", "id": 1, "kind": kind, "verb": "move", "argument": "0"}
        found[kind] = Request("POST", seat, _body(message), target.secret)
    claim = _body({"commitment": committed("", "", b""), "name": "Nobody"})
    game = _body({"text": target.text, "players": PLAYERS})
    ask = _body({"type": "query", "id": 1, "kind": "overlay", "argument": "zoc"})
    there = f"/ws/{table_of(target.secret)}"
    return found | {
        "invitation": Request("GET", f"{seat}/invitation", b"", target.invitation),
        "claim": Request("POST", f"{seat}/claim", claim, target.invitation),
        "ask": Request("POST", f"{seat}/ask", _body({"name": "Nobody"}), target.secret),
        "import": Request("POST", "/api/tables/import", game, target.secret),
        "no-seat": Request("GET", seat, b"", target.secret[:-3] + "abc"),
        "spectators": Request("GET", seat, b"", target.spectator),
        "ws-connect": Request("GET", there, b"", target.secret, "again and again"),
        "ws-no-seat": Request("GET", there, b"", target.invitation, "again and again"),
        "ws-messages": Request("GET", there, ask, target.secret, "kept open"),
        "ws-nonsense": Request("GET", there, b"[" * 10_000, target.secret, "kept open"),
    }


Asked = dict[str, tuple[str, str, object]]


def _open_to_all() -> Asked:
    new = {"title": "east-is-red", "scenario": "m1-full"}
    people = {"Soviet": "person", "Chinese": "person"}
    return {
        "titles": ("GET", "/api/titles", None),
        "check": ("POST", "/api/titles/red-star/check", {"scenario": "motherland"}),
        "lesson": ("GET", "/api/titles/east-is-red/lesson", None),
        "charts": ("GET", "/api/titles/red-star/charts", None),
        "map": ("GET", "/api/titles/red-star/map", None),
        "map-svg": ("GET", "/maps/red-star.svg", None),
        "map-png": ("GET", "/maps/red-star.png", None),
        "rules": ("GET", "/api/rules/red-star", None),
        "rule": ("GET", "/api/rules/red-star/1.0", None),
        "reach": ("GET", "/api/reach", None),
        "health": ("GET", "/health", None),
        "metrics": ("GET", "/metrics", None),
        "schema": ("GET", "/schema", None),
        "page": ("GET", "/", None),
        "nowhere": ("GET", "/nothing/is/here", None),
        "older-seat": ("GET", "/api/older-seat", None),
        "new-table": ("POST", "/api/tables", {**new, "players": people}),
        "new-lesson": ("POST", "/api/lessons", {"title": "east-is-red"}),
    }


def _of_a_seat(seat: str) -> Asked:
    choice = {"type": "choose", "number": 0, "verb": "done", "argument": ""}
    return {
        "state": ("GET", seat, None),
        "wait": ("GET", f"{seat}/wait?after=-1", None),
        "choose": ("POST", seat, choice),
        "say": ("POST", seat, {"type": "say", "text": "again"}),
        "undo": ("POST", seat, {"type": "undo"}),
        "record": ("GET", f"{seat}/record", None),
        "position": ("GET", f"{seat}/position", None),
        "report": ("GET", f"{seat}/report", None),
        "report-html": ("POST", f"{seat}/report", None),
        "progress": ("GET", f"{seat}/report/progress", None),
        "report-page": ("GET", f"{seat}/report/page", None),
        "what-if": ("POST", f"{seat}/what-if", None),
        "no-what-if": ("DELETE", f"{seat}/what-if", None),
        "spectator": ("POST", f"{seat}/spectator", None),
        "invite": ("POST", f"{seat}/invite", {"sides": ["Axis", "Soviet"]}),
    }


def _body(message: object) -> bytes:
    return b"" if message is None else json.dumps(message).encode()


class Flood:
    """Asks the same again and again until it is told to stop; in a process of its own, so that
    what asking costs does not slow down whoever measures."""

    def __init__(self, target: Target, request: Request, origin: str) -> None:
        self._line, theirs = SPAWN.Pipe()
        arguments = (target.address, request, origin, theirs)
        self._process = SPAWN.Process(target=_run, args=arguments, daemon=True)
        self.answers: dict[str, int] = {}

    def __enter__(self) -> Self:
        self._process.start()
        # It says when it has begun.
        self._line.recv()
        return self

    def __exit__(self, *_: object) -> None:
        self._line.send(None)
        self.answers = self._line.recv()
        self._process.join()


def _run(address: str, request: Request, origin: str, line: Connection) -> None:
    asyncio.run(_Asking(address, request, origin).all(line))


class _Asking:
    def __init__(self, address: str, request: Request, origin: str) -> None:
        self._address, self._asked = address, request
        self._host = urlsplit(address)
        self._forwarded = {"X-Forwarded-For": origin} if origin else {}
        forwarded = f"X-Forwarded-For: {origin}\r\n" if origin else ""
        head = (
            f"{request.method} {request.path} HTTP/1.1\r\nHost: {self._host.netloc}\r\n{forwarded}"
            f"Authorization: Bearer {request.secret}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(request.body)}\r\n\r\n"
        )
        self._request = head.encode() + request.body
        self._answers: Counter[str] = Counter()

    async def all(self, line: Connection) -> None:
        lines = [asyncio.create_task(self._for_ever()) for _ in range(LINES)]
        await asyncio.sleep(RISING)
        line.send(None)
        await asyncio.to_thread(line.recv)
        for asking in lines:
            asking.cancel()
        await asyncio.gather(*lines, return_exceptions=True)
        line.send(dict(self._answers))

    async def _for_ever(self) -> None:
        ask = {"": self._ask, "again and again": self._come, "kept open": self._stay}
        while True:
            try:
                await ask[self._asked.socket]()
            except (OSError, asyncio.IncompleteReadError, ValueError, WebSocketException):
                self._answers["closed"] += 1
                await asyncio.sleep(0.01)

    async def _ask(self) -> None:
        reader, writer = await asyncio.open_connection(self._host.hostname, self._host.port)
        try:
            while True:
                writer.write(self._request)
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                self._answers[head.split()[1]] += 1
                length = head.partition("content-length: ")[2].partition("\r")[0]
                if length:
                    await reader.readexactly(int(length))
                elif "chunked" in head:
                    # A refusal: a line of JSON.
                    await reader.readuntil(b"0\r\n\r\n")
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    def _screen(self) -> connect:
        there = f"{self._address.replace('http', 'ws')}{self._asked.path}"
        return connect(there, proxy=None, max_size=None, additional_headers=self._forwarded)

    async def _come(self) -> None:
        async with self._screen() as socket:
            await socket.send(_enter(self._asked))
            self._answers[_kind(await socket.recv())] += 1

    async def _stay(self) -> None:
        async with self._screen() as socket:
            await socket.send(_enter(self._asked))
            while True:
                self._answers[_kind(await socket.recv())] += 1
                await socket.send(self._asked.body.decode())


def _enter(request: Request) -> str:
    return json.dumps({"type": "enter", "secret": request.secret})


def _kind(text: Any) -> str:
    """What a message is; it stands at its beginning."""
    found: str = text[:20].split('"')[3]
    return found
