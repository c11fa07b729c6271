"""A table with a guest and a person, and a language model's end of the wire."""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from anyio.from_thread import start_blocking_portal
from mcp import Client, StdioServerParameters, stdio_client

from stavka.guest.keep import Keeping, file_for
from stavka.guest.link import read_link
from stavka.guest.play import Guest
from stavka.guest.seat import Seat
from tests.server.client import Json, Person, http, make


class Company:
    """A table between a guest and a person, who has not come yet."""

    def __init__(
        self, address: str, title: str, scenario: str, guest: str, person: str, **new: Any
    ) -> None:
        self.address = address
        message = {"title": title, "scenario": scenario, "players": {}, **new}
        message["players"] = {guest: "person", person: "person"}
        links = make(address, "/api/tables", message)
        invitations = {one["sides"][0]: one for one in links["invitations"]}
        self.invitation: str = invitations[guest]["secret"]
        self.link = f"{address}/#join/{self.invitation}"
        self._http = http(address)
        self.person = Person(self._http, invitations[person], "Anna")

    def person_comes(self) -> None:
        """The person takes his seat and, if everybody is there, opens his share."""
        self.person.claim()
        if self.person.state()["dice"]["wanted"]:
            self.person.open_share()

    def person_opens(self) -> None:
        answer = self.person.open_share()
        assert answer["type"] == "state", answer

    def person_chooses(self, *choices: str) -> None:
        for text in choices:
            verb, _, argument = text.partition(" ")
            number = self.person.state()["presentation"]["decision"]["number"]
            answer = self.person.send("choose", number=number, verb=verb, argument=argument)
            assert answer["type"] == "state", answer


def guest_of(link: str, folder: Path) -> Guest:
    """A guest who keeps his seat in a folder, without a language model before him."""
    found = read_link(link)
    return Guest(Seat(found, Keeping(file_for(folder, found.secret)), "A guest"))


def any_choice(guest: Guest, rnd: random.Random) -> str:
    """A choice as it stands in the list of all."""
    lines = guest.choices().splitlines()
    verbs = [n for n, line in enumerate(lines) if re.match(r"\w", line)]
    at = rnd.choice(verbs)
    values = []
    for line in lines[at + 1 :]:
        if not line.startswith("  "):
            break
        values.append(" ".join(line.split()[:2]).rstrip(":"))
    return rnd.choice(values) if values else lines[at].split()[0].rstrip(":")


def east(address: str) -> Company:
    """The guest plays the Soviets."""
    return Company(address, "east-is-red", "m1-full", "Soviet", "Chinese")


class Model:
    """A language model's client, which keeps everything that it is told."""

    def __init__(self, portal: Any, client: Client) -> None:
        self._portal, self.client = portal, client
        self.heard: list[str] = []

    def ask(self, tool: str, *, wrong: bool = False, **arguments: Any) -> str:
        """What a tool answers; `wrong` if it has to say that it cannot be."""
        answer = self._portal.call(self.client.call_tool, tool, arguments)
        text = "\n".join(part.text for part in answer.content)
        self.heard.append(text)
        assert bool(answer.is_error) == wrong, text
        return text

    def tools(self) -> dict[str, Json]:
        answer = self._portal.call(self.client.list_tools)
        return {tool.name: tool.model_dump() for tool in answer.tools}

    def prompt(self, name: str) -> str:
        answer = self._portal.call(self.client.get_prompt, name)
        return str(answer.messages[0].content.text)


@contextmanager
def model(log: Path, *arguments: str) -> Iterator[Model]:
    """A language model's client before a real `stavka mcp`; `log` is for its standard error."""
    command = StdioServerParameters(
        command=sys.executable,
        args=["-m", "stavka", "mcp", *arguments],
        env={"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    with (
        log.open("w", encoding="utf-8") as errors,
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(Client(stdio_client(command, errors))) as client,
    ):
        yield Model(portal, client)
