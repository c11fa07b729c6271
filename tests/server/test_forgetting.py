"""Tables that nobody has used for long are removed, where somebody wants that."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stavka.cli import main
from stavka.server import forgetting
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Action, Snapshot

from .client import Live, get, new_table
from .older import make_older
from .running import PATIENCE, Process, server

EVERYTHING = ("tables", "seats", "actions", "snapshots", "remarks", "seen", "plans")


def counts(database: Path) -> dict[str, int]:
    with closing(sqlite3.connect(database)) as db:
        return {
            name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in EVERYTHING
        }


def age(database: Path, table: str, days: int) -> None:
    """Nobody has used a table for so many days."""
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE tables SET used = date('now', ?) WHERE id = ?", (f"-{days} days", table))


def used(database: Path, table: str) -> str:
    with closing(sqlite3.connect(database)) as db:
        return str(db.execute("SELECT used FROM tables WHERE id = ?", (table,)).fetchone()[0])


def today() -> str:
    with closing(sqlite3.connect(":memory:")) as db:
        return str(db.execute("SELECT date('now')").fetchone()[0])


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_abandoned_tables_go_with_everything(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    with server(tmp_path, 1e9) as address:
        kept, gone = new_table(address, hot_seat=True), new_table(address, hot_seat=True)
        before = counts(database)
        for links in (kept, gone):
            with Live(address, links["hot_seat"]) as live:
                for text in ["recommended", "done"] * 2:
                    live.choose(text)
                live.ask("say", text="hello")
                live.ask("seen", moves=1)
    both = counts(database)
    assert all(both[name] > 1 for name in EVERYTHING if name != "plans")
    age(database, kept["table"], 29)
    age(database, gone["table"], 31)
    # Never, unless somebody wants it.
    process = Process(database)
    assert get(process.address, "/api/titles")
    process.kill()
    assert counts(database) == both
    process = Process(database, "--forget-after", "30")
    wait_for(lambda: counts(database)["tables"] == 1)
    half = counts(database)
    assert half == {name: number // 2 for name, number in both.items()}
    assert before["tables"] == 2
    assert get(process.address, f"/api/seats/{gone['hot_seat']}", 404)
    assert get(process.address, f"/api/seats/{kept['hot_seat']}")["moves"] == 4
    process.kill()


def test_people_who_do_not_come_back_are_forgotten(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    with closing(SqliteStorage(database)) as storage:
        for name in ("Anna", "Boris"):
            storage.accounts.add(name, name)
        with storage.writing() as db:
            db.execute("UPDATE devices SET used = date('now', '-31 days') WHERE name = 'Anna'")

    def known() -> list[str]:
        with closing(sqlite3.connect(database)) as db:
            return [name for (name,) in db.execute("SELECT name FROM accounts ORDER BY name")]

    process = Process(database)
    assert get(process.address, "/api/titles") and known() == ["Anna", "Boris"]
    process.kill()
    process = Process(database, "--forget-after", "30")
    wait_for(lambda: known() == ["Boris"])
    process.kill()


def test_looking_and_choosing_are_uses(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    with server(tmp_path, 1e9) as address:
        links = [new_table(address, hot_seat=True) for _ in range(3)]
        assert {used(database, one["table"]) for one in links} == {today()}
    looked, played, left = links
    for one in links:
        age(database, one["table"], 99)
    with server(tmp_path, 1e9) as address:
        get(address, f"/api/seats/{looked['spectator']}")
        with Live(address, played["hot_seat"]) as live:
            live.choose("recommended")
    assert used(database, looked["table"]) == used(database, played["table"]) == today()
    assert used(database, left["table"]) < today()


def test_a_use_is_written_once_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    whole = SqliteStorage.use

    def use(storage: SqliteStorage, table: str) -> None:
        written.append(table)
        whole(storage, table)

    monkeypatch.setattr(SqliteStorage, "use", use)
    with server(tmp_path, 1e9) as address:
        links = new_table(address, hot_seat=True)
        for _ in range(5):
            get(address, f"/api/seats/{links['spectator']}")
        with Live(address, links["hot_seat"]) as live:
            live.choose("recommended")
    assert written == [links["table"]]


class Patient(SqliteStorage):
    """A storage that gives nothing up before it may."""

    ready = False

    def give_up(self, days: int | None) -> list[str]:
        return super().give_up(days) if self.ready else []


def test_whoever_sits_there_is_using_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Also if his page has been open for a month, and the server too."""
    database = tmp_path / "stavka.db"
    monkeypatch.setattr("stavka.server.tables.EVERY", 0.05)
    storage = Patient(database)
    with server(tmp_path, 1e9, storage, forget_after=30) as address:
        open_one, left = new_table(address, hot_seat=True), new_table(address, hot_seat=True)
        with Live(address, open_one["hot_seat"]) as live:
            for links in (open_one, left):
                age(database, links["table"], 40)
            # Another day has come.
            monkeypatch.setattr(forgetting.Uses, "first", lambda *_: True)
            wait_for(lambda: used(database, open_one["table"]) == today())
            storage.ready = True
            wait_for(lambda: counts(database)["tables"] == 1)
            # It is told after the last row has gone.
            wait_for(lambda: "1 tables that nobody has used" in caplog.text)
            assert live.choose("recommended")["type"] == "state"
            get(address, f"/api/seats/{left['hot_seat']}", 404)


def test_a_large_table_goes_in_small_steps(tmp_path: Path) -> None:
    """None of which keeps anybody waiting, and an interrupted one is gone on with."""
    database = tmp_path / "stavka.db"
    storage = SqliteStorage(database)
    with server(tmp_path, 1e9, storage=storage) as address:
        links = new_table(address, hot_seat=True)
        table = links["table"]
        many = [Action("choose", "Soviet", "x")] * 950
        storage.append(table, 0, many, [Snapshot(n, b"x" * 20_000) for n in range(250)])
        age(database, table, 40)
        assert storage.give_up(41) == []
        assert storage.give_up(30) == [table]
        # It is gone at once, also for whoever comes just now.
        get(address, f"/api/seats/{links['hot_seat']}", 404)
        assert storage.table(table) is None and storage.seating.seat(b"") is None
        storage.use(table)
        assert storage.remove(table, 100)
        before = counts(database)
        steps = 1
        assert storage.give_up(30) == [table]
        while storage.remove(table, 100):
            after = counts(database)
            assert sum(before.values()) - sum(after.values()) <= 100
            before, steps = after, steps + 1
        assert steps == 10 + 3
        assert set(counts(database).values()) == {0}


def test_a_table_of_an_older_database_counts_as_used_today(tmp_path: Path) -> None:
    """Nobody has noted before who looked at it."""
    database = tmp_path / "stavka.db"
    with server(tmp_path) as address:
        table = new_table(address, hot_seat=True)["table"]
    make_older(database, 5)
    storage = SqliteStorage(database)
    assert used(database, table) == today() and storage.give_up(1) == []
    storage.close()


def test_a_day_at_least(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["serve", "--no-open", "--port", "0", "--database", str(tmp_path / "x.db")]
    assert main([*command, "--forget-after", "0"]) == 2
    assert "from 1 on" in capsys.readouterr().err


def test_a_game_that_was_half_stored_is_removed(tmp_path: Path) -> None:
    """A long game is stored piece by piece; nobody can enter before all of it is there."""
    database = tmp_path / "stavka.db"
    with server(tmp_path, 1e9) as address:
        kept = new_table(address)
    with closing(sqlite3.connect(database)) as db, db:
        row = db.execute("SELECT * FROM tables").fetchone()
        names = [name for _, name, *_ in db.execute("PRAGMA table_info(tables)")]
        half = {**dict(zip(names, row, strict=True)), "id": "half", "used": forgetting.GIVEN_UP}
        marks = ", ".join("?" * len(names))
        db.execute(f"INSERT INTO tables VALUES ({marks})", list(half.values()))
        db.execute(
            "INSERT INTO actions (table_id, number, kind, side, action, dice)"
            " VALUES ('half', 0, 'choose', 'Soviet', 'x', '[]')"
        )
    before = counts(database)["tables"]
    with server(tmp_path, 1e9) as address:
        wait_for(lambda: counts(database)["tables"] == before - 1)
        assert get(address, f"/api/seats/{kept['seats']['Soviet']}")["table"] == kept["table"]
    assert counts(database)["actions"] == 0
