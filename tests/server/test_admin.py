"""`stavka admin`, on the database of servers that run or do not."""

from __future__ import annotations

import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stavka.cli import main
from stavka.server.admin import cared_for
from stavka.server.database import now, today
from stavka.server.decrees import Ban
from stavka.server.seating import StoredSeat, seat_key
from stavka.server.sql import SqlStorage

from .client import Live, make, new_table
from .games import Games, both
from .older import make_older
from .running import server
from .test_databases import CHOICE, stored
from .test_shared_dice import BOTH, DRAGON

Read = pytest.CaptureFixture[str]


def fill(storage: SqlStorage, id_: str, ago: int = 0, **more: object) -> None:
    """A table that was last used so many days ago."""
    seat = StoredSeat(b"red" + id_.encode(), id_, ("Red",))
    storage.add_table(stored(storage, id_, **more), [seat], [CHOICE])
    with storage.writing() as db:
        db.execute("UPDATE tables SET used = ? WHERE id = ?", (today(ago), id_))


def listed(games: Games, capsys: Read, *options: str, command: str = "list") -> list[Any]:
    assert games.admin(command, "--json", *options) == 0
    found: list[Any] = json.loads(capsys.readouterr().out)
    return found


def ids(games: Games, capsys: Read, *options: str) -> set[str]:
    return {one["id"] for one in listed(games, capsys, *options)}


def count(games: Games, name: str) -> int:
    with closing(games.opened()) as storage, storage.reading() as db:
        found: int = db.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
        return found


@both
def test_tables_are_listed_by_title_age_and_state(games: Games, capsys: Read) -> None:
    with closing(games.opened()) as storage:
        fill(storage, "new")
        fill(storage, "old", 40)
        fill(storage, "other", 20, title="red-star")
    assert games.admin("close", "old", "--why", "  two\nlines ") == 0
    capsys.readouterr()
    assert [one["id"] for one in listed(games, capsys)] == ["new", "other", "old"]
    assert [one["id"] for one in listed(games, capsys, "--limit", "1")] == ["new"]
    assert ids(games, capsys, "--title", "red-star") == {"other"}
    assert ids(games, capsys, "--unused-for", "30") == {"old"}
    assert ids(games, capsys, "--closed") == {"old"}
    assert ids(games, capsys, "--open") == {"new", "other"}
    assert ids(games, capsys, "--open", "--unused-for", "10", "--title", "river-line") == set()
    (old,) = listed(games, capsys, "--closed")
    assert old["closed"] == "two lines" and old["over"] is False and old["used"] == today(40)
    assert old["players"] == {"Red": "person", "Blue": "cadet"}
    assert games.admin("list", "--closed") == 0
    assert "river-line crossing (Red: person, Blue: cadet)" in capsys.readouterr().out
    assert games.admin("list", "--title", "nothing") == 0
    assert capsys.readouterr().out == "There are none.\n"


@both
def test_unused_tables_go_only_if_that_is_wanted(games: Games, capsys: Read) -> None:
    with closing(games.opened()) as storage:
        fill(storage, "new", 29)
        fill(storage, "old", 31)
        # One that is just being stored, piece by piece.
        storage.prepare(stored(storage, "coming"))
    assert games.admin("close", "old", "--why", "unused") == 0
    assert games.admin("expire", "--unused-for", "30") == 0
    told = capsys.readouterr().out
    assert "old " in told and "new " not in told and "1 table would be removed" in told
    assert count(games, "tables") == 3
    assert games.admin("expire", "--unused-for", "30", "--yes") == 0
    assert "1 table removed" in capsys.readouterr().out
    assert ids(games, capsys) == {"new"}
    assert count(games, "tables") == 2 and count(games, "closings") == 0
    assert count(games, "actions") == count(games, "seats") == 1


@both
def test_a_record_is_written_without_the_dice_to_come(
    games: Games, tmp_path: Path, capsys: Read
) -> None:
    with server(tmp_path, 1e9, games.opened()) as address:
        links = new_table(address, hot_seat=True)
        with Live(address, links["hot_seat"]) as live:
            for text in ["recommended", "done"] * 2:
                live.choose(text)
        file = tmp_path / "game.stavka"
        command = ("export", links["table"], "-o", str(file))
        assert games.admin(*command) == 0
    assert "The game goes on" in capsys.readouterr().out
    record = file.read_text()
    assert "recommended" in record and "commitment" in record and '"seed"' not in record
    with closing(games.opened()) as storage:
        assert storage.new_seed(links["table"]).hex() not in record
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert main(["replay", str(file)]) == 0
    capsys.readouterr()
    assert games.admin(*command) == 2
    assert "--force overwrites it" in capsys.readouterr().err
    assert games.admin(*command, "--force") == 0
    assert games.admin("export", "nowhere", "-o", str(file), "--force") == 2
    assert "no table nowhere" in capsys.readouterr().err


@both
def test_a_table_that_has_not_begun_has_no_record(
    games: Games, tmp_path: Path, capsys: Read
) -> None:
    with server(tmp_path, 1e9, games.opened()) as address:
        table = make(address, "/api/tables", {**DRAGON, "players": BOTH})["table"]
    assert games.admin("export", table, "-o", str(tmp_path / "x")) == 2
    assert "has not begun" in capsys.readouterr().err and not (tmp_path / "x").exists()


@both
def test_accounts_are_listed_and_searched(games: Games, capsys: Read) -> None:
    with closing(games.opened()) as storage:
        anna, _ = storage.accounts.add("Änna", "phone")
        ben, _ = storage.accounts.add("Ben", "desk")
        fill(storage, "t")
        storage.accounts.adopt(ben.id, b"redt")
    assert len(listed(games, capsys, command="accounts")) == 2
    (found,) = listed(games, capsys, "änn", command="accounts")
    assert found["id"] == anna.id and found["devices"] == 1 and found["seats"] == 0
    (found,) = listed(games, capsys, ben.id, command="accounts")
    assert found["name"] == "Ben" and found["seats"] == 1
    assert listed(games, capsys, "%", command="accounts") == []
    assert games.admin("accounts", "ben") == 0
    assert f"{ben.id}  Ben; made {today()}" in capsys.readouterr().out


@both
def test_bans_are_made_ended_and_taken_back(games: Games, capsys: Read) -> None:
    with closing(games.opened()) as storage:
        anna, secret = storage.accounts.add("Anna", "phone")

        def banned() -> str:
            found = storage.accounts.find(secret)
            assert found is not None
            return found.banned

        assert games.admin("ban", anna.id, "--why", "spam", "--days", "2") == 0
        assert games.admin("ban", "203.0.113.7/24", "--why", "robots") == 0
        assert banned().startswith("spam (until 20")
        capsys.readouterr()
        whom = {one["whom"]: one for one in listed(games, capsys, command="bans")}
        assert set(whom) == {anna.id, "203.0.113.0/24"}
        assert whom[anna.id]["until"] > now() and whom["203.0.113.0/24"]["until"] == ""
        # Said again, it is another reason and another end.
        assert games.admin("ban", anna.id, "--why", "much spam") == 0
        assert banned() == "much spam"
        assert games.admin("unban", anna.id) == 0 and banned() == ""
        assert games.admin("unban", "203.0.113.9/24") == 0
        capsys.readouterr()
        assert listed(games, capsys, command="bans") == []
        assert games.admin("unban", anna.id) == 2
        assert "not shut out" in capsys.readouterr().err
        # One that has ended is lifted by whoever reads it.
        storage.decrees.ban(Ban(anna.id, "old", now(-1), now(-100)))
        assert banned() and storage.decrees.read().bans == () and banned() == ""


@both
@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("close nowhere --why x", "there is no table nowhere"),
        ("close t --why ~", "say why"),
        (f"close t --why {'x' * 301}", "at most 300"),
        ("open t", "table t is not closed"),
        ("expire --unused-for 0", "from 1 to"),
        ("list --unused-for 0", "from 1 to"),
        ("list --limit 0", "from 1 on"),
        ("ban nobody --why x", "there is no account nobody"),
        ("ban 300.1.1.1 --why x", "is no address"),
        ("ban 0.0.0.0/0 --why x", "this machine itself"),
        ("ban ::1 --why x", "this machine itself"),
        ("ban 203.0.113.7 --why ~", "say why"),
        ("ban 203.0.113.7 --why x --days 0", "from 1 to"),
        ("ban 203.0.113.7 --why x --days 99999999", "from 1 to"),
    ],
)
def test_what_cannot_be_done_is_told(games: Games, capsys: Read, command: str, says: str) -> None:
    with closing(games.opened()) as storage:
        fill(storage, "t")
    assert games.admin(*command.replace("~", "\u200b").split(" ")) == 2
    assert says in capsys.readouterr().err
    with closing(games.opened()) as storage:
        assert storage.decrees.read() == ((), {})


@both
def test_nobody_makes_a_database_by_looking(games: Games, capsys: Read) -> None:
    assert games.admin("list") == 2
    assert "there is no database" in (err := capsys.readouterr().err) or "no games" in err
    assert not (games.folder / "stavka.db").exists() and not (games.folder / "stavka.key").exists()


def test_a_database_of_another_format_is_left_alone(tmp_path: Path, capsys: Read) -> None:
    games = Games(tmp_path)
    games.opened().close()
    make_older(tmp_path / "stavka.db", 6)
    assert games.admin("list") == 2
    assert "is of format 6" in capsys.readouterr().err
    with closing(sqlite3.connect(tmp_path / "stavka.db")) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (6,)


def test_a_file_has_its_key_beside_it(tmp_path: Path, capsys: Read) -> None:
    games = Games(tmp_path)
    games.opened().close()
    assert games.admin("list", "--key", "x.key") == 2
    assert "--key is for PostgreSQL" in capsys.readouterr().err


@pytest.mark.hosted
@pytest.mark.parametrize("games", ["postgres"], indirect=True)
def test_a_guest_is_no_server(games: Games) -> None:
    """Nobody waits for it to die, and its tables stay with whoever has them."""
    with closing(games.opened()) as storage:
        fill(storage, "t")
        assert storage.homes.take("t")
        with cared_for(games.address, games.folder / "stavka.key") as guest:
            guest.decrees.close("t", "x")
            assert guest.abandon(1) == []
        storage.append("t", 1, [CHOICE], [])
        with storage.reading() as db:
            assert db.execute("SELECT count(*) FROM nodes").fetchone() == (1,)


@both
def test_copies_are_made_or_it_is_said_how(games: Games, tmp_path: Path, capsys: Read) -> None:
    with server(tmp_path, 1e9, games.opened()) as address:
        secret = new_table(address, hot_seat=True)["hot_seat"]
        copy = tmp_path / "copies"
        copy.mkdir()
        if games.address:
            assert games.admin("backup", str(copy / "copy.db")) == 2
            assert "pg_dump" in capsys.readouterr().err
            assert not list(copy.iterdir())
            return
        assert games.admin("backup", str(copy / "copy.db")) == 0
        assert "1 table" in capsys.readouterr().out
        assert games.admin("backup", str(copy / "copy.db")) == 2
    with closing(SqliteCopy(copy).opened()) as storage:
        found = storage.seating.seat(seat_key(secret))
        assert found is not None


class SqliteCopy(Games):
    def opened(self) -> SqlStorage:
        from stavka.server.sqlite import SqliteStorage

        return SqliteStorage(self.folder / "copy.db")


@both
def test_the_variable_names_the_database(
    games: Games, capsys: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(games.opened()) as storage:
        fill(storage, "t")
    monkeypatch.setenv("STAVKA_DATABASE", games.options[1])
    assert main(["admin", "list", *games.options[2:]]) == 0
    assert capsys.readouterr().out.startswith("t  river-line")
