"""Tables outlive the version of the rules that they were set up with."""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import read_record
from stavka.server.imports import BadImport, read_import
from stavka.server.storage import SqliteStorage

from .client import get, make, new_table
from .running import server
from .test_files import import_table

RECORD = Path(__file__).parents[1] / "records" / "east-is-red-m1-full.stavka"


def begun(choices: int) -> str:
    """A game that is going on, as a text."""
    return "\n".join(RECORD.read_text("utf-8").splitlines()[: choices + 1])


def test_a_table_names_the_version_of_its_rules(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, storage=storage) as address:
        stored = storage.table(new_table(address)["table"])
        assert stored is not None and stored.rules == titles.load("east-is-red").rules >= 1


def test_dice_that_do_not_fall_as_they_fell_are_noticed(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        secret = import_table(address, begun(400))["hot_seat"]
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        (number,) = db.execute("SELECT min(number) FROM actions WHERE dice != '[]'").fetchone()
        db.execute("UPDATE actions SET dice = '[7]' WHERE number = ?", (number,))
    db.close()
    with server(tmp_path) as address:
        told = get(address, f"/api/seats/{secret}", 409)["error"]
    # What happened then may be somebody's secret.
    assert "other rules" in told and "7" not in told


# Games of older rules, as they were on the shelf before a rule was mended.
OLDER = sorted((RECORD.parent / "older").glob("*.stavka.gz"))


# Thousands of choices.
LONG = ("red-star-heartland-2", "red-star-russia-resurgent-3")
SHELF = [
    pytest.param(path, id=name, marks=pytest.mark.slow if name in LONG else ())
    for path in OLDER
    for name in [path.name.partition(".")[0]]
]


@pytest.mark.parametrize("path", SHELF)
def test_games_of_older_rules_open_as_far_as_they_go(path: Path) -> None:
    """With a notice from where on which rules hold, which does not say what would be illegal."""
    text = gzip.decompress(path.read_bytes()).decode()
    begun = read_import(text)
    record = read_record(text)
    assert 40 <= len(begun.actions) < len(record.lines)
    assert [action.text for action in begun.actions] == [
        str(line.choice) for line in record.lines[: len(begun.actions)]
    ]
    told = f"holds from here on, it goes otherwise after choice {len(begun.actions)} of"
    assert told in begun.notice and "an older version of the rules" in begun.notice
    stopped = record.lines[len(begun.actions)].choice
    assert stopped.argument not in begun.notice.split()
    # Its dice are known to whoever has the record: what comes is rolled with another seed.
    assert begun.seed is None and begun.rolled


def test_everybody_reads_the_notice_where_the_other_rules_begin(address: str) -> None:
    text = gzip.decompress(OLDER[0].read_bytes()).decode()
    players = {"GMD": "person", "PLA": "person"}
    links = make(address, "/api/tables/import", {"text": text, "players": players})
    for secret in (*links["seats"].values(), links["hot_seat"], links["spectator"]):
        state = get(address, f"/api/seats/{secret}")
        (told,) = state["talk"]
        assert told["speaker"] == "" and "older version" in told["text"]
        assert told["after"] == len(state["log"]) and not told["private"]


def test_a_spoilt_record_of_these_rules_is_not_taken_up() -> None:
    first, *lines = begun(60).splitlines()
    same = first.replace('"scenario"', '"rules": 1, "scenario"', 1)
    with pytest.raises(BadImport):
        read_import("\n".join([same, *lines[:20], *lines[22:]]))
