"""A small client: a seat over the WebSocket, choosing from what it is offered."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import Callable, Generator
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self, TypeVar

import httpx
from websockets.sync.client import ClientConnection, connect

from stavka.engine.shares import committed

from .running import PATIENCE

Json = dict[str, Any]
T = TypeVar("T")


class Beside(httpx.Auth):
    """Tests write `/api/seats/SECRET/record`: the path is to name the table, and the secret to
    travel beside it."""

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
        path = request.url.raw_path.decode()
        if path.startswith(SEATS):
            secret, slash, rest = path[len(SEATS) :].partition("/")
            secret, mark, query = secret.partition("?")
            there = f"/api/tables/{table_of(secret)}{slash}{rest}{mark}{query}"
            request.url = request.url.copy_with(raw_path=there.encode())
            request.headers["Authorization"] = f"Bearer {secret}"
        yield request


SEATS = "/api/seats/"


def table_of(secret: str) -> str:
    return secret.partition(".")[0]


def http(address: str, browser: str = "") -> httpx.Client:
    # Whatever proxy the environment names, this machine is reached directly. Nothing is encrypted:
    # reading certificates would take longer than all the rest.
    return httpx.Client(
        base_url=address,
        timeout=PATIENCE,
        trust_env=False,
        verify=False,
        # Whatever a test writes into a body is meant as this.
        headers={"content-type": "application/json", "stavka-browser": browser},
        auth=Beside(),
    )


def new_table(
    address: str,
    soviet: str = "person",
    chinese: str = "person",
    scenario: str = "m1-full",
    options: tuple[str, ...] = (),
    *,
    teaching: bool = False,
    hot_seat: bool = False,
) -> Json:
    """A table at which everybody has taken his seat, and the dice can be rolled."""
    new = {
        "title": "east-is-red",
        "scenario": scenario,
        "options": options,
        "players": {"Soviet": soviet, "Chinese": chinese},
        "teaching": teaching,
        "hot_seat": hot_seat,
    }
    return lay(address, make(address, "/api/tables", new))


def hot_seat(address: str, **new: Any) -> str:
    """The secret of a seat that plays both sides of a new table."""
    found: str = new_table(address, hot_seat=True, **new)["hot_seat"]
    return found


def lay(address: str, links: Json, browser: str = "") -> Json:
    """Has all seats of a new table taken, and everybody's share of the dice opened; what opens it:
    `seats` by their sides, the `hot_seat` of those who share one, and the `spectator`."""
    with http(address, browser) as client:
        people = [Person(client, one) for one in links["invitations"]]
        for person in people:
            person.claim()
        for person in people if len(people) > 1 else ():
            person.open_share()
    seats = {side: p.secret for p in people for side in p.sides}
    both = next((p.secret for p in people if len(p.sides) > 1), "")
    return {**links, "seats": seats, "hot_seat": both}


class Person:
    """Somebody with an invitation, as his browser is: it draws a share of the dice and keeps it."""

    def __init__(self, client: httpx.Client, invitation: Json, name: str = "") -> None:
        self._client = client
        self.invitation: str = invitation["secret"]
        self.sides: list[str] = invitation["sides"]
        self.name = name
        self.share = secrets.token_bytes(32)
        self.secret = ""

    @property
    def commitment(self) -> str:
        who = " and ".join(self.sides)
        return committed(table_of(self.invitation), who, self.share)

    def claim(self, status: int = 201, **changed: Any) -> Json:
        there = f"/api/seats/{self.invitation}"
        message = {"commitment": self.commitment, "name": self.name}
        if status == 201 and self._client.get(f"{there}/invitation").json()["last"]:
            message["share"] = self.share.hex()
        answer = self._client.post(f"{there}/claim", json={**message, **changed})
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        self.secret = found.get("secret", self.secret)
        return found

    def state(self) -> Json:
        found: Json = self._client.get(f"/api/seats/{self.secret}").json()
        return found

    def send(self, type_: str, **fields: Any) -> Json:
        message = {"type": type_, **fields}
        found: Json = self._client.post(f"/api/seats/{self.secret}", json=message).json()
        return found

    def open_share(self) -> Json:
        return self.send("share", share=self.share.hex())


def get(address: str, path: str, status: int = 200) -> Any:
    with http(address) as client:
        answer = client.get(path)
    assert answer.status_code == status, answer.text
    return answer.json()


def make(address: str, path: str, message: Json | None = None, status: int = 201) -> Json:
    with http(address) as client:
        answer = client.post(path, json=message)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def post(address: str, secret: str, message: Json, status: int = 200) -> Json:
    return make(address, f"/api/seats/{secret}", message, status)


def changed(before: list[T], changes: Json) -> list[T]:
    """A list as it is now, from what it was and what is different."""
    now = [thing for place, thing in enumerate(before) if place not in changes["gone"]]
    for place, thing in zip(changes["places"], changes["new"], strict=True):
        assert place <= len(now)
        now.insert(place, thing)
    return now


def updated(before: Json, news: Json) -> Json:
    """A whole state, from the one before and what is different."""
    shown = before["presentation"]
    lists = {name: changed(shown[name], changes) for name, changes in news["lists"].items()}
    return {
        **before,
        **news["state"],
        "presentation": {**shown, **news["presentation"], **lists},
        "log": before["log"][: news["log_from"]] + news["log"],
        "talk": before["talk"][: news["talk_from"]] + news["talk"],
    }


class Live:
    """A seat over the WebSocket; keeps the latest state, whole."""

    def __init__(self, address: str, secret: str, browser: str = "", origin: str = "") -> None:
        """`origin` is the address from which it comes, as a proxy would tell."""
        self._open = ExitStack()
        there = f"{address.replace('http', 'ws')}/ws/{table_of(secret)}"
        headers = {"X-Forwarded-For": origin} if origin else None
        self._socket: ClientConnection = self._open.enter_context(
            connect(there, proxy=None, max_size=None, additional_headers=headers)
        )
        self.secret = secret
        self.send("enter", secret=secret, browser=browser)
        self.state: Json = {}
        self.raw: list[str] = []
        # How often it was told what is different.
        self._news = 0
        self.receive()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._open.close()

    def until(self, seen: Callable[[Json], bool]) -> None:
        """Waits for a state in which something is so."""
        while not seen(self.state):
            self.receive()

    def receive(self) -> Json:
        text = self._socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Json = json.loads(text)
        if message["type"] == "state":
            assert not self.state and message["state"]["log_from"] == 0
            self.state = message["state"]
        elif message["type"] == "news":
            self._news += 1
            assert message["number"] == self._news
            self.state = updated(self.state, message)
            # Whoever waits for a state need not know how it was told.
            return {"type": "state", "state": self.state}
        return message

    @property
    def log(self) -> list[Json]:
        lines: list[Json] = self.state["log"]
        return lines

    def send_text(self, text: str | bytes) -> None:
        self._socket.send(text)

    def send(self, type_: str, **fields: Any) -> None:
        self.send_text(json.dumps({"type": type_, **fields}))

    def ask(self, type_: str, **fields: Any) -> Json:
        """Sends a message and returns what comes of it, passing over states before an answer."""
        self.send(type_, **fields)
        version = self.state["version"]
        message = self.receive()
        # That somebody has come to the table is no answer.
        while message["type"] == "state" and (
            type_ == "query"
            or (type_ in ("choose", "undo", "redo") and self.state["version"] == version)
        ):
            message = self.receive()
        return message

    # Choosing

    @property
    def presentation(self) -> Json:
        shown: Json = self.state["presentation"]
        return shown

    @property
    def decision(self) -> Json | None:
        found: Json | None = self.presentation["decision"]
        return found

    def options(self) -> dict[str, list[str]]:
        """What can be chosen: verb -> arguments."""
        assert self.decision is not None
        return {option["verb"]: option["values"] for option in self.decision["options"]}

    def choose(self, verb: str, argument: str = "") -> Json:
        assert self.decision is not None
        return self.ask("choose", number=self.decision["number"], verb=verb, argument=argument)

    def choose_any(self, rnd: random.Random) -> tuple[str, str]:
        """Any legal choice; returns it."""
        assert self.decision is not None
        option = rnd.choice(self.decision["options"])
        argument = rnd.choice(option["values"]) if option["values"] else ""
        message = self.choose(option["verb"], argument)
        assert message["type"] == "state", message
        return option["verb"], argument

    def over(self) -> bool:
        return self.presentation["outcome"] is not None
