"""The character NUL, which no database of texts can be trusted with, is stopped at the door."""

from __future__ import annotations

import json
import logging

import pytest

from stavka import titles
from stavka.server import guard
from stavka.server.connections import Seldom, log_seldom
from stavka.server.imports import BadImport, read_import

from .client import Live, Person, http, make, new_table
from .games import Games, both
from .running import server
from .test_seats import NEW, PEOPLE
from .test_secrecy import closed_with


@both
def test_nothing_with_a_nul_gets_to_a_database(
    games: Games, caplog: pytest.LogCaptureFixture
) -> None:
    with server(games.folder, storage=games.opened()) as address, http(address) as client:
        links = new_table(address)
        seat = links["seats"]["Soviet"]
        paths = ("people/%00", "tables/%00/offer", f"tables/{links['table']}%00", "ratings/a%00b")
        for path in (*paths, "account/apart?account=%00&kind=muted"):
            answer = client.get(f"/api/{path}")
            assert (answer.status_code, answer.json()["error"]) == (404, guard.NO_NUL), path
        said = client.post(f"/api/seats/{seat}", json={"type": "say", "text": "a\0b"})
        stopped = client.post("/api/contact/stop", json={"word": "\0"})
        named = client.post("/api/people", json={"name": "\0", "device": "x"})
        for answer in (said, stopped, named):
            assert (answer.status_code, answer.json()["error"]) == (400, guard.NO_NUL)
        guest = Person(
            client, make(address, "/api/tables", {**NEW, "players": PEOPLE})["invitations"][0]
        )
        guest.name = "An\0na"
        assert guest.claim(400)["error"] == guard.NO_NUL
        with Live(address, seat) as live:
            assert live.ask("say", text="a\0b")["reason"] == guard.NO_NUL
            # What only looks like one is a text as any other.
            live.send("say", text=r"a\u0000")
            live.until(lambda state: state["talk"][-1]["text"] == r"a\u0000")
        assert closed_with(address, f"{links['table']}.{'x' * 43}.\0") == 4404
    assert not [record for record in caplog.records if record.exc_info]


def test_a_position_brings_none_along() -> None:
    title = titles.load("river-line")
    position = title.write(title.start(title.scenarios[0].key))
    assert read_import(position).position
    with pytest.raises(BadImport, match="NUL"):
        read_import(f"{position}\n# \0\n")


def test_raw_ones_are_no_json(address: str) -> None:
    with http(address) as client:
        body = json.dumps({"word": "xx"}).replace("xx", "\0")
        assert client.post("/api/contact/stop", content=body).status_code == 400


def test_what_visitors_can_cause_is_told_seldom() -> None:
    log_seldom()
    for name in ("app", "live", "opening", "tables", "workshop", "imports"):
        logger = logging.getLogger(f"stavka.server.{name}")
        assert any(isinstance(one, Seldom) for one in logger.filters)


def test_other_errors_are_told_beside_each_other() -> None:
    seldom, told = Seldom(), []
    for error in (ValueError("a"), TypeError("b"), ValueError("c")):
        info = (type(error), error, None)
        record = logging.LogRecord("stavka", logging.ERROR, "", 1, "request failed", (), info)
        told.append(seldom.filter(record))
    assert told == [True, True, False]
