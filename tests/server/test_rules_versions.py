"""Tables outlive the version of the rules that they were set up with."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import read_record
from stavka.server.imports import BadImport, read_import
from stavka.server.sqlite import SqliteStorage

from .client import get, lay, make, new_table
from .running import server

RECORD = Path(__file__).parents[1] / "records" / "east-is-red-m1-full.stavka"


def begun(choices: int) -> str:
    """A game that is going on, as a text."""
    return "\n".join(RECORD.read_text("utf-8").splitlines()[: choices + 1])


def test_a_table_names_the_version_of_its_rules(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, storage=storage) as address:
        stored = storage.table(new_table(address)["table"])
        assert stored is not None and stored.rules == titles.load("east-is-red").rules >= 1


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
    assert begun.rolled


def test_everybody_reads_the_notice_where_the_other_rules_begin(address: str) -> None:
    text = gzip.decompress(OLDER[0].read_bytes()).decode()
    players = {"GMD": "person", "PLA": "person"}
    links = lay(address, make(address, "/api/tables/import", {"text": text, "players": players}))
    for secret in (*links["seats"].values(), links["spectator"]):
        state = get(address, f"/api/seats/{secret}")
        told, *_ = state["talk"]
        assert told["speaker"] == "" and "older version" in told["text"]
        assert told["after"] == len(state["log"]) and not told["private"]


def test_a_spoilt_record_of_these_rules_is_not_taken_up() -> None:
    first, *lines = begun(60).splitlines()
    same = first.replace('"scenario"', '"rules": 1, "scenario"', 1)
    with pytest.raises(BadImport):
        read_import("\n".join([same, *lines[:20], *lines[22:]]))
