"""Tables outlive the version of the rules that they were set up with."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from stavka import titles
from stavka.server.storage import SqliteStorage

from .client import Live, get, new_table
from .running import server


def test_a_table_names_the_version_of_its_rules(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, storage=storage) as address:
        stored = storage.table(new_table(address)["table"])
        assert stored is not None and stored.rules == titles.load("east-is-red").rules >= 1


def test_dice_that_do_not_fall_as_they_fell_are_noticed(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    with server(tmp_path) as address:
        links = new_table(address, "cadet", "cadet")
        with Live(address, links["spectator"]) as live:
            while not any(line["dice"] for line in live.log):
                live.receive()
    with sqlite3.connect(database) as db:
        (number,) = db.execute("SELECT min(number) FROM actions WHERE dice != '[]'").fetchone()
        db.execute("UPDATE actions SET dice = '[7]' WHERE number = ?", (number,))
    db.close()
    with server(tmp_path) as address:
        told = get(address, f"/api/seats/{links['spectator']}", 409)["error"]
    # What happened then may be somebody's secret.
    assert "other rules" in told and "7" not in told
