"""What a server writes about itself, and what it never does."""

from __future__ import annotations

import json
import logging
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from stavka.server.loglines import FORMATS, write_as
from stavka.server.seating import new_secret

from .client import Json, Live, get, http, make, new_table
from .running import PATIENCE

FIELDS = {"time", "level", "logger", "message"}


@contextmanager
def logged(database: Path, *options: str) -> Iterator[tuple[str, list[str]]]:
    """A server: its address, and the lines of its log, which are there once it has ended."""
    lines: list[str] = []
    command = [sys.executable, "-m", "stavka", "serve", "--port", "0", "--no-open"]
    with subprocess.Popen(
        [*command, "--database", str(database), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].rstrip("/"), lines
        finally:
            process.terminate()
            lines += process.communicate(timeout=PATIENCE)[1].splitlines()


def go_wrong(address: str, database: Path) -> list[str]:
    """Lets every way in end in an error, each with the secret of a seat; returns the secrets."""
    links = new_table(address)
    fresh = make(address, "/api/tables", NEW)["invitations"][0]["secret"]
    seat = links["seats"]["Soviet"]
    with Live(address, seat) as open_screen, http(address) as client:
        with closing(sqlite3.connect(database)) as db:
            db.executescript("DROP TABLE browsers; DROP TABLE seats; DROP TABLE actions;")
        options = open_screen.options()
        verb = next(iter(options))
        assert open_screen.choose(verb, *options[verb][:1])["type"] == "refused"
        for secret in (seat, fresh, links["spectator"]):
            assert client.get(f"/api/seats/{secret}").status_code == 503
        claim = {"commitment": "0" * 64, "name": "Ann"}
        assert client.post(f"/api/seats/{fresh}/claim", json=claim).status_code == 503
        with pytest.raises(Exception, match="4503"):
            Live(address, seat)
        # A secret that stands where none belongs.
        assert client.get(f"/api/tables/{seat}").status_code == 404
    return [seat, fresh, links["spectator"], links["seats"]["Chinese"]]


NEW: Json = {
    "title": "east-is-red",
    "scenario": "m1-full",
    "players": {"Soviet": "person", "Chinese": "person"},
}


@pytest.mark.parametrize("form", FORMATS)
def test_no_secret_of_a_seat_is_written(tmp_path: Path, form: str) -> None:
    database = tmp_path / "stavka.db"
    with logged(database, "--log-format", form) as (address, lines):
        secrets = go_wrong(address, database)
    text = "\n".join(lines)
    assert "no such table: seats" in text and "Traceback" in text
    for secret in secrets:
        # Neither the whole nor what makes it one.
        assert secret.partition(".")[2][:12] not in text
    if form == "json":
        found = [json.loads(line) for line in lines]
        assert all(FIELDS <= set(line) <= {*FIELDS, "traceback"} for line in found)
        (first, *_) = [line for line in found if line["message"] == "request failed"]
        assert (first["level"], first["logger"]) == ("error", "stavka.server.app")
        assert first["traceback"].startswith("Traceback") and first["time"].endswith("Z")
    else:
        assert "request failed" in lines


def test_what_an_error_quotes_is_taken_out(capsys: pytest.CaptureFixture[str]) -> None:
    secret = new_secret("0123456789abcdef")
    root = logging.getLogger()
    before = list(root.handlers)
    for form in FORMATS:
        write_as(form)
        try:
            raise KeyError(secret)
        except KeyError:
            logging.getLogger("some").exception("seat %s", secret)
        finally:
            for handler in set(root.handlers) - set(before):
                root.removeHandler(handler)
    told = capsys.readouterr().err
    assert secret.partition(".")[2] not in told
    assert told.count("seat 0123456789abcdef.(secret)") == 2
    assert told.count("KeyError: '0123456789abcdef.(secret)'") == 2
    assert json.loads(told.splitlines()[-1])["message"] == "seat 0123456789abcdef.(secret)"


def test_what_the_server_beneath_says_is_written_alike(tmp_path: Path) -> None:
    with logged(tmp_path / "stavka.db", "--log-format", "json") as (address, lines):
        where = urlsplit(address)
        assert where.hostname and where.port
        with socket.create_connection((where.hostname, where.port)) as line:
            line.sendall(b"\x16\x03\x01 this is TLS\r\n\r\n")
            line.recv(100)
        assert get(address, "/health")
    (told,) = map(json.loads, lines)
    assert (told["logger"], told["level"]) == ("uvicorn.error", "warning")
