"""Copies of a database, made and taken back with a real server in the middle of a game."""

from __future__ import annotations

import os
import random
import sqlite3
import stat
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from stavka.cli import main
from stavka.server import backup as copying
from stavka.server.backup import CannotCopy, backup, restore
from stavka.server.keeping import belongings

from .client import Json, Live, get, hot_seat
from .running import Process, server


def say_nothing(done: int, of: int) -> None:
    pass


class Told(Exception):
    """Something has gone wrong in the middle."""


@pytest.fixture
def game(tmp_path: Path) -> tuple[Path, str, Json]:
    """A database, a seat, and what was seen there last."""
    database = tmp_path / "stavka.db"
    with server(tmp_path, 1e9) as address:
        secret = hot_seat(address)
        play(address, secret, 20)
        seen = get(address, f"/api/seats/{secret}")
    return database, secret, seen


def play(address: str, secret: str, choices: int) -> None:
    rnd = random.Random(choices)
    with Live(address, secret) as live:
        for _ in range(choices):
            live.choose_any(rnd)


def seen_at(database: Path, secret: str) -> Json:
    with server(database.parent) as address:
        found: Json = get(address, f"/api/seats/{secret}")
    return found


def test_there_and_back(
    tmp_path: Path, game: tuple[Path, str, Json], capsys: pytest.CaptureFixture[str]
) -> None:
    database, secret, before = game
    copy = tmp_path / "elsewhere" / "copy.db"
    copy.parent.mkdir()
    process = Process(database)
    # While it runs, and in the middle of a game.
    assert main(["backup", str(copy), "--db", str(database)]) == 0
    assert f"{copy} holds all games of {database}: 1 table\n" in capsys.readouterr().out
    assert {file.name for file in copy.parent.iterdir()} == {"copy.db", "copy.key"}
    assert {stat.S_IMODE(file.stat().st_mode) for file in copy.parent.iterdir()} == {0o600}
    play(process.address, secret, 10)
    later = get(process.address, f"/api/seats/{secret}")
    assert later["version"] > before["version"]
    key = belongings(database)[1]
    own = key.read_text()
    assert main(["restore", str(copy), "--database", str(database)]) == 2
    assert f"(process {process.pid}) keeps its games" in capsys.readouterr().err
    process.kill()
    key.unlink()
    assert main(["restore", str(copy), "--database", str(database)]) == 0
    kept = tmp_path / "stavka-before-restore-1.db"
    told = capsys.readouterr().out
    assert "1 table\n" in told and f"kept in {kept}\n" in told
    assert seen_at(database, secret) == before
    assert key.read_text() == own
    # The way back leads on as well: nothing of what was there before is lost.
    assert main(["restore", str(kept), "--database", str(database)]) == 0
    assert (tmp_path / "stavka-before-restore-2.db").exists()
    assert seen_at(database, secret) == later
    assert key.read_text() == own


def test_a_copy_is_of_one_moment(
    tmp_path: Path, game: tuple[Path, str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However much is played while it is made."""
    database, secret, _ = game
    monkeypatch.setattr(copying, "STEP", 1)
    counts: list[int] = []
    with server(tmp_path, 1e9) as address:
        playing = threading.Thread(target=play, args=(address, secret, 200))
        playing.start()
        while playing.is_alive():
            copy = tmp_path / f"copy-{len(counts)}.db"
            backup(database, copy, say_nothing)
            with closing(sqlite3.connect(copy)) as db:
                last, actions = db.execute("SELECT max(number), count(*) FROM actions").fetchone()
            assert actions == last + 1
            counts.append(actions)
        playing.join()
    assert len(set(counts)) > 3 and counts == sorted(counts)


def test_a_copy_ends_though_players_do_not(
    tmp_path: Path, game: tuple[Path, str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It does not begin again whenever somebody has chosen something."""
    database, *_ = game
    monkeypatch.setattr(copying, "STEP", 1)
    told: list[int] = []
    with closing(sqlite3.connect(database)) as db:

        def meanwhile(done: int, of: int) -> None:
            with db:
                db.execute("UPDATE tables SET data = data || 'x'")
            told.append(done)
            assert len(told) <= of

        backup(database, tmp_path / "copy.db", meanwhile)
    assert len(told) > 10 and told == sorted(told)


def test_nothing_is_overwritten_unless_one_insists(
    tmp_path: Path, game: tuple[Path, str, Json], capsys: pytest.CaptureFixture[str]
) -> None:
    database, *_ = game
    copy = tmp_path / "letter.txt"
    copy.write_text("Dear Sir")
    command = ["backup", str(copy), "--db", str(database)]
    assert main(command) == 2 and "--force" in capsys.readouterr().err
    assert copy.read_text() == "Dear Sir"
    assert main([*command, "--force"]) == 0
    assert copy.read_bytes().startswith(b"SQLite format 3")
    copy.unlink()
    # The key beside it counts as well.
    assert main(command) == 2 and "letter.key" in capsys.readouterr().err


def damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    # Every page after the first: the header still tells of a database.
    content[4096:] = os.urandom(len(content) - 4096)
    file.write_bytes(content)


def frayed(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:-4096] + os.urandom(4096))


def foreign(file: Path) -> None:
    file.unlink()
    with closing(sqlite3.connect(file)) as db:
        db.execute("CREATE TABLE letters (text)")


def newer(file: Path) -> None:
    with closing(sqlite3.connect(file)) as db:
        db.execute("PRAGMA user_version = 99")


def no_database(file: Path) -> None:
    file.write_text("Dear Sir, " * 500)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (damaged, "damaged|malformed|corrupt"),
        (frayed, "is damaged"),
        (foreign, "not written by Stavka"),
        (newer, "format 99"),
        (no_database, "not a database"),
        (Path.unlink, "no database"),
    ],
)
def test_what_cannot_be_restored(
    tmp_path: Path, game: tuple[Path, str, Json], spoil: Callable[[Path], None], why: str
) -> None:
    database, secret, before = game
    copy = tmp_path / "copy.db"
    backup(database, copy, say_nothing)
    spoil(copy)
    there = {file.name for file in tmp_path.iterdir()}
    with pytest.raises(CannotCopy, match=why):
        restore(copy, database, say_nothing)
    assert {file.name for file in tmp_path.iterdir()} - there <= {"stavka.db.lock"}
    assert seen_at(database, secret) == before


def test_names_that_do_not_do(tmp_path: Path, game: tuple[Path, str, Json]) -> None:
    database, *_ = game
    with pytest.raises(CannotCopy, match="the same database"):
        backup(database, tmp_path / "x" / ".." / "stavka.db", say_nothing, force=True)
    with pytest.raises(CannotCopy, match="another name"):
        backup(database, tmp_path / "copy.key", say_nothing)
    with pytest.raises(CannotCopy, match="No such file"):
        backup(database, tmp_path / "nowhere" / "copy.db", say_nothing)


def test_a_restore_that_is_interrupted_leaves_what_was_there(
    tmp_path: Path, game: tuple[Path, str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At every step, also where the system takes no orders any more."""
    database, secret, before = game
    copy = tmp_path / "copy.db"
    backup(database, copy, say_nothing)
    with server(tmp_path, 1e9) as address:
        play(address, secret, 10)
        later = get(address, f"/api/seats/{secret}")

    def interrupted(*_: object) -> None:
        raise Told

    for place in ("_copy_games", "_kept", "_put"):
        with monkeypatch.context() as broken, pytest.raises(Told):
            broken.setattr(copying, place, interrupted)
            restore(copy, database, say_nothing)
        assert seen_at(database, secret) == later
    with monkeypatch.context() as broken, pytest.raises(Told):
        broken.setattr(copying, "STEP", 1)
        restore(copy, database, interrupted)
    assert seen_at(database, secret) == later
    restore(copy, database, say_nothing)
    assert seen_at(database, secret) == before


def test_a_damaged_database_is_kept_with_its_journal(
    tmp_path: Path, game: tuple[Path, str, Json]
) -> None:
    """Whoever restores because something is broken may want it back to look into."""
    database, secret, before = game
    copy = tmp_path / "copy.db"
    backup(database, copy, say_nothing)
    database.write_text("broken")
    journal = tmp_path / "stavka.db-wal"
    journal.write_text("this too")
    done = restore(copy, database, say_nothing)
    assert done.before is not None and done.before.read_text() == "broken"
    assert not journal.exists()
    assert (tmp_path / "stavka-before-restore-1.db-wal").read_text() == "this too"
    assert seen_at(database, secret) == before


def test_large_ones_tell_how_far_they_are(
    tmp_path: Path,
    game: tuple[Path, str, Json],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database, *_ = game
    monkeypatch.setattr(copying, "STEP", 2)
    assert main(["backup", str(tmp_path / "copy.db"), "--db", str(database)]) == 0
    told = [int(line.split("%")[0]) for line in capsys.readouterr().err.splitlines()]
    assert len(told) > 3 and told == sorted(told) and told[-1] < 100
