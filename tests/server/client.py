"""A small client: a seat over the WebSocket, choosing from what it is offered."""

from __future__ import annotations

import json
import random
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from .running import PATIENCE

Json = dict[str, Any]


def http(address: str) -> httpx.Client:
    # Whatever proxy the environment names, this machine is reached directly. Nothing is encrypted:
    # reading certificates would take longer than all the rest.
    return httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False, verify=False)


def new_table(
    address: str,
    soviet: str = "person",
    chinese: str = "person",
    scenario: str = "m1-full",
    options: tuple[str, ...] = (),
    *,
    teaching: bool = False,
) -> Json:
    return make(
        address,
        "/api/tables",
        {
            "title": "east-is-red",
            "scenario": scenario,
            "options": options,
            "players": {"Soviet": soviet, "Chinese": chinese},
            "teaching": teaching,
        },
    )


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


class Live:
    """A seat over the WebSocket; keeps the latest state and the whole log."""

    def __init__(self, address: str, secret: str) -> None:
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(f"{address.replace('http', 'ws')}/ws/{secret}", proxy=None, max_size=None)
        )
        self.state: Json = {}
        self.log: list[Json] = []
        self.raw: list[str] = []
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

    def receive(self) -> Json:
        text = self._socket.recv(PATIENCE)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Json = json.loads(text)
        if message["type"] == "state":
            self.state = message["state"]
            self.log = self.log[: self.state["log_from"]] + self.state["log"]
        return message

    def send_text(self, text: str | bytes) -> None:
        self._socket.send(text)

    def send(self, type_: str, **fields: Any) -> None:
        self.send_text(json.dumps({"type": type_, **fields}))

    def ask(self, type_: str, **fields: Any) -> Json:
        """Sends a message and returns what comes of it, passing over states before an answer."""
        self.send(type_, **fields)
        message = self.receive()
        while type_ == "query" and message["type"] == "state":
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
