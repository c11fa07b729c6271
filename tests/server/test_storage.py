"""What is stored stays, whatever happens to the server."""

from __future__ import annotations

import random
import sqlite3
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from stavka.cli import main
from stavka.engine import Choice, Game, Move
from stavka.engine.presentation import Presentation
from stavka.server.limits import MESSAGES_PER_SECOND
from stavka.server.opening import Opening
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Action, Snapshot, StorageError
from stavka.server.table import Table

from .client import Json, Live, get, hot_seat, new_table, post, table_of
from .running import Process, server

KILLS = 5


def play_until_killed(process: Process, secret: str, rnd: random.Random) -> Json:
    """Plays until the server is killed under the player; returns what was seen last."""
    killer = threading.Timer(rnd.uniform(0.3, 0.9), process.kill)
    seen: Json = {}
    try:
        with Live(process.address, secret) as live:
            known = live.state["version"]
            while not live.over():
                seen = live.state
                # On a busy machine nothing might have happened yet.
                if seen["version"] > known and killer.ident is None:
                    killer.start()
                if live.decision is None:
                    live.receive()
                    continue
                # Phases are seldom ended, so that the game outlives all the killing.
                options = live.decision["options"]
                going_on = [o for o in options if o["role"] != "end" or rnd.random() < 0.1]
                option = rnd.choice(going_on or options)
                argument = rnd.choice(option["values"]) if option["values"] else ""
                live.choose(option["verb"], argument)
                seen = live.state
                # No faster than a seat may be.
                time.sleep(1 / MESSAGES_PER_SECOND)
    except ConnectionClosed:
        pass
    killer.join()
    return seen


def test_kill_9_loses_nothing_that_was_seen(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    rnd = random.Random(5)
    process = Process(database)
    secret = new_table(process.address, chinese="cadet", scenario="m30-full")["seats"]["Soviet"]
    versions = [0]
    for _ in range(KILLS):
        seen = play_until_killed(process, secret, rnd)
        assert seen["version"] > versions[-1], "the test has seen nothing new"
        versions.append(seen["version"])
        process = Process(database)
        now = get(process.address, f"/api/seats/{secret}")
        assert now["version"] >= seen["version"]
        query = {"type": "query", "id": 1, "kind": "history", "argument": str(seen["moves"])}
        past = post(process.address, secret, query)["history"]
        assert past == {**seen["presentation"], "decision": None}
    process.kill()


def test_a_restart_keeps_everything(tmp_path: Path) -> None:
    """Undo, redo, log and questions go on as if nothing had been."""
    rnd = random.Random(2)
    with server(tmp_path, 1e9) as address:
        secret = hot_seat(address)
        with Live(address, secret) as live:
            for _ in range(150):
                live.choose_any(rnd)
                if live.state["can_undo"] and rnd.random() < 0.3:
                    live.ask("undo")
                    if rnd.random() < 0.5:
                        live.ask("redo")
            while not live.state["can_undo"]:
                live.choose_any(rnd)
            live.ask("undo")
        before = get(address, f"/api/seats/{secret}")
        assert before["version"] > before["moves"] + 20 and before["can_redo"]
    with server(tmp_path, 1e9) as address:
        assert get(address, f"/api/seats/{secret}") == before
        redone = post(address, secret, {"type": "redo"})
        assert redone["state"]["moves"] == before["moves"] + 1


def test_computer_players_go_on_after_a_restart(tmp_path: Path) -> None:
    """Nobody looks: the database tells. A game that is over is not opened again."""
    database = tmp_path / "stavka.db"
    process = Process(database)
    tables = [new_table(process.address, "cadet", "random")["table"] for _ in range(3)]
    waiting = new_table(process.address, "cadet", "person")["table"]
    process.kill()
    storage = SqliteStorage(database)
    assert set(storage.without("person", 9)) == set(tables)
    assert len(storage.without("person", 2)) == 2
    before = {table: len(storage.actions(table)) for table in (*tables, waiting)}
    process = Process(database)
    until = time.monotonic() + 30
    while storage.without("person", 9) and time.monotonic() < until:
        time.sleep(0.1)
    process.kill()
    assert storage.without("person", 9) == []
    for table in tables:
        assert len(storage.actions(table)) > before[table]
        stored = storage.table(table)
        assert stored is not None
        assert Table(stored, storage.actions(table)).game.position.outcome() is not None
    assert len(storage.actions(waiting)) == before[waiting]
    storage.close()


def test_a_table_that_cannot_go_on_does_not_stop_the_others(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    process = Process(database)
    tables = [new_table(process.address, "cadet", "random")["table"] for _ in range(2)]
    process.kill()
    db = sqlite3.connect(database)
    with db:
        # It comes first, for it is the newest.
        db.execute("UPDATE tables SET data = 'other', created = '9999' WHERE id = ?", (tables[1],))
    (before,) = db.execute("SELECT count(*) FROM actions").fetchone()
    process = Process(database)
    until = time.monotonic() + 20
    after = before
    while after == before and time.monotonic() < until:
        time.sleep(0.05)
        (after,) = db.execute("SELECT count(*) FROM actions").fetchone()
    process.kill()
    db.close()
    assert after > before


class Stubborn(SqliteStorage):
    """A storage that sometimes cannot write."""

    broken = False

    def append(
        self, table: str, number: int, actions: Sequence[Action], *more: Any, **named: Any
    ) -> None:
        if self.broken:
            raise StorageError("the disk is full")
        super().append(table, number, actions, *more, **named)


def test_what_cannot_be_stored_is_not_shown(tmp_path: Path) -> None:
    storage = Stubborn(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage) as address:
        links = new_table(address)
        secret = links["seats"]["Soviet"]
        with Live(address, secret) as live, Live(address, links["spectator"]) as spectator:
            live.choose("recommended")
            spectator.receive()
            before = get(address, f"/api/seats/{secret}")
            storage.broken = True
            assert "could not be stored" in live.choose("done")["reason"]
            assert "could not be stored" in live.ask("undo")["reason"]
            assert get(address, f"/api/seats/{secret}") == before
            storage.broken = False
            assert live.choose("done")["state"]["version"] == 2
            # The spectator has heard of what was stored, and of nothing else.
            assert spectator.receive()["state"]["version"] == 2


def test_a_computer_player_tries_again_to_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for it has nothing to press that would make it go on."""
    monkeypatch.setattr("stavka.server.tables.AGAIN", 0.1)
    storage = Stubborn(tmp_path / "stavka.db")
    with server(tmp_path, 1e9, storage=storage) as address:
        links = new_table(address, chinese="cadet")
        with Live(address, links["seats"]["Soviet"]) as live:
            live.choose("recommended")
            append = storage.append

            def once(table: str, number: int, actions: Sequence[Action], *more: Any) -> None:
                append(table, number, actions, *more)
                storage.broken = number == 1

            monkeypatch.setattr(storage, "append", once)
            live.choose("done")
            assert live.decision is None and live.state["thinking"]
            time.sleep(0.5)
            storage.broken = False
            while live.decision is None:
                live.receive()


def test_a_rule_that_breaks_down_leaves_the_table_as_it_was(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = new_table(address)["seats"]["Soviet"]
    before = get(address, f"/api/seats/{secret}")
    whole = Game.apply

    def half(game: Game, choice: Choice, number: int | None = None) -> Move:
        whole(game, choice, number)
        raise RuntimeError("a mistake in the rules")

    choice = {"type": "choose", "number": 0, "verb": "recommended"}
    with Live(address, secret) as live:
        monkeypatch.setattr(Game, "apply", half)
        # What went wrong inside is not for the client.
        assert "mistake" not in post(address, secret, choice, 500)["error"]
        live.send("choose", number=0, verb="recommended")
        with pytest.raises(ConnectionClosed):
            live.receive()
    monkeypatch.undo()
    assert get(address, f"/api/seats/{secret}") == before
    assert post(address, secret, choice)["state"]["version"] == 1


def test_who_cannot_be_shown_anything_is_sent_away(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that stays open and says nothing would leave a player waiting for ever."""
    links = new_table(address)

    def fails(table: Table, eyes: str) -> Presentation:
        raise RuntimeError("a mistake in the title")

    with Live(address, links["spectator"]) as spectator, monkeypatch.context() as broken:
        broken.setattr(Table, "presentation", fails)
        post(
            address,
            links["seats"]["Soviet"],
            {"type": "choose", "number": 0, "verb": "recommended"},
            500,
        )
        with pytest.raises(ConnectionClosed):
            spectator.receive()
    with Live(address, links["spectator"]) as spectator:
        assert spectator.state["version"] == 1


def test_tables_are_put_away_and_opened_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stavka.server.tables.KEEP_OPEN", 1)
    opened: list[str] = []
    whole = Opening.load

    def load(opening: Opening, id_: str) -> Table:
        opened.append(id_)
        return whole(opening, id_)

    monkeypatch.setattr(Opening, "load", load)
    secrets = [hot_seat(address) for _ in range(3)]
    rnd = random.Random(3)
    with Live(address, secrets[0]) as live:
        opened.clear()
        for number in range(10):
            live.choose_any(rnd)
            for secret in secrets[1:]:
                state = get(address, f"/api/seats/{secret}")
                decision = state["presentation"]["decision"]
                option = decision["options"][-1]
                argument = option["values"][0] if option["values"] else ""
                choice = {"verb": option["verb"], "argument": argument}
                post(address, secret, {"type": "choose", "number": number, **choice})
                assert get(address, f"/api/seats/{secret}")["version"] == number + 1
        # A table at which somebody sits stays; the others were opened again and again.
        assert live.state["version"] == 10
    assert table_of(secrets[0]) not in opened and len(opened) > 20


def test_actions_are_only_appended(tmp_path: Path) -> None:
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, storage=storage) as address:
        table = new_table(address)["table"]
        action = Action("choose", "Soviet", "recommended")
        storage.append(table, 0, [action], [Snapshot(1, b"{}")])
        with pytest.raises(StorageError):
            storage.append(table, 0, [action, action], [Snapshot(2, b"{}")])
        assert storage.actions(table) == [action]
        assert storage.snapshot(table, 9) == Snapshot(1, b"{}")
        storage.append(table, 1, [Action("undo", "Soviet", "0")], [])
        assert storage.snapshot(table, 9) is None
        with pytest.raises(StorageError):
            storage.append("nowhere", 0, [action], [])


def test_the_past_has_one_position(tmp_path: Path) -> None:
    """The last: a long game has hundreds that nobody would look at."""
    storage = SqliteStorage(tmp_path / "stavka.db")
    with server(tmp_path, storage=storage) as address:
        table = new_table(address)["table"]
        told = [Snapshot(moves, b"[%d]" % moves, b"{}", moves - 1, moves, 1) for moves in (1, 2, 3)]
        storage.append(table, 0, [], [*told, Snapshot(4, b"[4]")])
        one, two, three = told
        assert storage.past(table) == [one._replace(state=b""), two._replace(state=b""), three]
        assert storage.past("nowhere") == []


def test_a_database_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir, " * 200)
    with pytest.raises(StorageError, match="not a database"):
        SqliteStorage(file)
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StorageError, match="newer Stavka: format 99, this one reads 7"):
        SqliteStorage(newer)


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with server(tmp_path) as address:
        port = address.rpartition(":")[2]
        arguments = ["serve", "--no-open", "--database", str(tmp_path / "other.db")]
        assert main([*arguments, "--port", port]) == 2
        assert f"port {port}" in capsys.readouterr().err
        assert main([*arguments, "--port", "70000"]) == 2
        assert "no port 70000" in capsys.readouterr().err
    (tmp_path / "file").write_text("in the way")
    wrong = ["serve", "--no-open", "--port", "0", "--database", str(tmp_path / "file" / "x.db")]
    assert main(wrong) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_the_default_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from stavka.server.run import default_database

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_database() == tmp_path / "stavka" / "stavka.db"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_database() == tmp_path / ".local" / "share" / "stavka" / "stavka.db"
