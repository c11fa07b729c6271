"""Tables outlive the version of the rules that they were set up with."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stavka import titles
from stavka.server.storage import SqliteStorage

from .client import get, new_table
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
