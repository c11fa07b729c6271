"""The files of a database: for their owner alone, for one server alone, and still there."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stavka.server.keeping import Held, held
from stavka.server.sqlite import SqliteStorage

from .client import Live, get, http, new_table
from .running import PATIENCE, Process, server

NEW = {
    "title": "east-is-red",
    "scenario": "m1-full",
    "players": {"Soviet": "person", "Chinese": "person"},
}


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def files_of(database: Path) -> list[Path]:
    return sorted(database.parent.glob(f"{database.name}*"))


@pytest.fixture
def careless() -> object:
    """Somebody whose files everybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
def test_only_the_owner_reads_a_database(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    process = Process(database)
    new_table(process.address)
    names = {file.name for file in files_of(database)}
    assert names == {"stavka.db", "stavka.db-wal", "stavka.db-shm", "stavka.db.lock"}
    assert {rights(file) for file in files_of(database)} == {0o600}
    process.kill()


@pytest.mark.usefixtures("careless")
def test_a_database_that_others_could_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = tmp_path / "stavka.db"
    process = Process(database)
    new_table(process.address)
    process.kill()
    for file in files_of(database):
        file.chmod(0o664)
    storage = SqliteStorage(database)
    assert {rights(file) for file in files_of(database) if file.suffix != ".lock"} == {0o600}
    assert "others could read" in caplog.text and "stavka.db-wal" in caplog.text
    storage.close()
    caplog.clear()
    SqliteStorage(database).close()
    assert caplog.text == ""


def second_server(database: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "stavka", "serve", "--port", "0", "--no-open"]
    return subprocess.run(
        [*command, "--database", str(database)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    database = tmp_path / "stavka.db"
    process = Process(database)
    # Whatever it is called.
    (tmp_path / "same.db").symlink_to(database)
    for name in ("stavka.db", "same.db"):
        refused = second_server(tmp_path / name)
        assert refused.returncode == 2 and not refused.stdout
        assert f"(process {process.pid}) keeps its games in" in refused.stderr
    assert new_table(process.address)
    process.kill()
    # Whoever is dead holds nothing.
    again = Process(database)
    again.kill()


def test_the_lock_is_left(tmp_path: Path) -> None:
    one, other = tmp_path / "a.db", tmp_path / "b.db"
    with held(one), held(other), pytest.raises(Held, match=f"process {os.getpid()}"), held(one):
        pass
    with held(one):
        pass


def delete(file: Path, away: Path) -> None:
    file.rename(away)


def replace(file: Path, away: Path) -> None:
    file.rename(away)
    file.write_bytes(away.read_bytes())


@pytest.mark.parametrize("name", ["stavka.db", "stavka.db-wal"])
@pytest.mark.parametrize("lose", [delete, replace])
def test_a_file_that_is_gone_is_noticed(
    tmp_path: Path, name: str, lose: Callable[[Path, Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    """Before the next choice is confirmed: what is not in a file that is there is not told."""
    with server(tmp_path, 1e9) as address:
        links = new_table(address)
        secret = links["seats"]["Soviet"]
        with Live(address, secret) as live, Live(address, links["spectator"]) as spectator:
            live.choose("recommended")
            spectator.receive()
            before = get(address, f"/api/seats/{secret}")
            file, away = tmp_path / name, tmp_path / "away"
            lose(file, away)
            refused = live.choose("done")
            assert refused["type"] == "refused" and "could not be stored" in refused["reason"]
            assert live.ask("say", text="hello")["type"] == "refused"
            assert f"the file of the games is gone: {file}" in caplog.text
            assert get(address, f"/api/seats/{secret}") == before
            with http(address) as client:
                answer = client.post("/api/tables", json=NEW)
            # Where the files of the server lie is nobody's business.
            assert answer.status_code == 503 and str(tmp_path) not in answer.text
            # Whoever puts it back has lost nothing.
            away.replace(file)
            assert live.choose("done")["state"]["version"] == 2
            assert spectator.receive()["state"]["version"] == 2
