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
SMALL = {
    "title": "east-is-red",
    "scenario": "m1-full",
    "players": {"Soviet": "person", "Chinese": "person"},
}
SPAWN = multiprocessing.get_context("spawn")


# Where nobody listens.
HOOK = {"kind": "webhook", "address": "http://127.0.0.1:9/hook"}
# Of the shape of what browsers send: a point of the curve, and bytes that nobody has signed.
POINT = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"
PUSH = {"endpoint": "http://127.0.0.1:9/push", "p256dh": POINT, "auth": "A" * 22}
PASSKEY = {"credential": "none", "client": "e30"}
# Routes that are not flooded, and why. A laboratory is for whoever sits at the machine.
NOT_FLOODED = {
    ("POST", "/api/tables/{table:str}/give-back"): "a seat that was given back is gone",
    ("DELETE", "/api/account"): "an account that was deleted is gone",
}


class Target(NamedTuple):
    """What the flood has: a seat at a long game, and what once opened it; an account, and the id of
    somebody else's; and a seat at a table of which the other one is offered to everybody."""

    address: str
    secret: str
    invitation: str
    spectator: str
    # The game, to be brought again and again.
    text: str
    account: str
    stranger: str
    waiting: str

    @classmethod
    def bring(cls, address: str, client: httpx.Client, text: str) -> Target:
        game = {"text": text, "players": PLAYERS, "hot_seat": True}
        links = _made(client, "/api/tables/import", game)
        (invited,) = links["invitations"]
        person = Person(client, invited)
        person.claim()
        own, other = (_made(client, "/api/people", {"name": name}) for name in ("Anna", "Boris"))
        reached = client.post(
            "/api/account/contact", json=HOOK, headers={"Stavka-Account": own["secret"]}
        )
        reached.raise_for_status()
        return cls(
            address,
            person.secret,
            person.invitation,
            links["spectator"],
            text,
            own["secret"],
            other["id"],
            _waiting(client),
        )


def _made(client: httpx.Client, path: str, message: object) -> Any:
    answer = client.post(path, json=message)
    answer.raise_for_status()
    return answer.json()


def _waiting(client: httpx.Client) -> str:
    """The seat of somebody who has offered the other one."""
    links = _made(client, "/api/tables", SMALL)
    own, other = links["invitations"]
    person = Person(client, own)
    person.claim()
    offer = {"sides": other["sides"], "words": "anybody"}
    client.post(f"/api/seats/{person.secret}/offer", json=offer).raise_for_status()
    return person.secret


class Request(NamedTuple):
    method: str
    path: str
    body: bytes
    secret: str
    # Over a WebSocket: a line that is opened again and again, or one that is kept open.
    socket: str = ""
    account: str = ""


def requests(target: Target) -> dict[str, Request]:
    """Every kind of flood by its name."""
    seat = f"/api/tables/{table_of(target.secret)}"
    found = {
        name: Request(method, path, _body(message), target.secret)
        for name, (method, path, message) in (_open_to_all() | _of_a_seat(seat)).items()
    }
    for name, (method, path, message) in _of_an_account(target, seat).items():
        body = _body(message)
        found[name] = Request(method, path, body, target.secret, account=target.account)
    for name, (method, path, message) in _of_an_offer(target.waiting).items():
        found[name] = Request(method, path, _body(message), target.waiting)
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
        # The first asks; the others are told, as late, that somebody asks already.
        "ask": Request("POST", f"{seat}/ask", _body({"name": "Nobody"}), target.invitation),
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
    signed = PASSKEY | {"authenticator": "", "signature": "", "user": ""}
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
        "privacy": ("GET", "/api/privacy", None),
        "ratings": ("GET", "/api/ratings/red-star", None),
        "new-table": ("POST", "/api/tables", SMALL),
        "new-lesson": ("POST", "/api/lessons", {"title": "east-is-red"}),
        "new-account": ("POST", "/api/people", {"name": "Nobody"}),
        "join": ("POST", "/api/people/join", {"code": "0000000000"}),
        "stop": ("POST", "/api/contact/stop", {"word": "0000000000"}),
        "passkeys": ("GET", "/api/passkeys", None),
        "challenge": ("POST", "/api/people/challenge", None),
        "sign-in": ("POST", "/api/people/sign-in", signed),
    }


def _of_an_account(target: Target, seat: str) -> Asked:
    own, contact = "/api/account", "/api/account/contact"
    apart = {"account": target.stranger, "kind": "mute"}
    again = f"apart?account={target.stranger}&kind=mute"
    quiet = {"start": "22:00", "end": "07:00", "zone": "Europe/Berlin"}
    return {
        "account": ("GET", own, None),
        "change-account": ("POST", own, {"name": "Anne", "settings": {"call": True}}),
        "code": ("POST", f"{own}/code", None),
        "shut-out": ("DELETE", f"{own}/devices/none", None),
        "adopt": ("POST", f"{own}/seats", None),
        "data": ("GET", f"{own}/data", None),
        "person": ("GET", f"/api/people/{target.stranger}", None),
        "kept-apart": ("GET", f"{own}/apart", None),
        "keep-apart": ("POST", f"{own}/apart", apart),
        "forgive": ("DELETE", f"{own}/{again}", None),
        "keep-apart-here": ("POST", f"{seat}/apart", apart),
        "forgive-here": ("DELETE", f"{seat}/{again}", None),
        "contact": ("GET", contact, None),
        "new-channel": ("POST", contact, HOOK),
        "quiet": ("POST", f"{contact}/quiet", quiet),
        "confirm": ("POST", f"{contact}/confirm", {"code": "0000000000"}),
        "try-channel": ("POST", f"{contact}/webhook/test", None),
        "close-channel": ("DELETE", f"{contact}/webhook", None),
        "push": ("POST", f"{contact}/devices", PUSH),
        "no-push": ("DELETE", f"{contact}/devices/none", None),
        "own-passkeys": ("GET", f"{own}/passkeys", None),
        "own-challenge": ("POST", f"{own}/passkeys/challenge", None),
        "new-passkey": ("POST", f"{own}/passkeys", PASSKEY | {"attestation": ""}),
        "no-passkey": ("DELETE", f"{own}/passkeys/none", None),
    }


def _of_an_offer(secret: str) -> Asked:
    """The last one can be had once; the others are told, as late, that it is gone."""
    offer = f"/api/tables/{table_of(secret)}/offer"
    other = {"sides": ["Chinese"], "words": "anybody"}
    take = {"sides": ["Chinese"], "commitment": committed("", "", b"")}
    return {
        "offers": ("GET", "/api/offers", None),
        "look-at-offer": ("GET", offer, None),
        "take-back-offer": ("DELETE", offer, None),
        "offer": ("POST", offer, other),
        "take-offer": ("POST", f"{offer}/take", take),
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
        account = f"Stavka-Account: {request.account}\r\n" if request.account else ""
        head = (
            f"{request.method} {request.path} HTTP/1.1\r\nHost: {self._host.netloc}\r\n{forwarded}"
            f"Authorization: Bearer {request.secret}\r\n{account}"
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
