"""What lies in deploy/ for whoever keeps a server: units, copies, containers."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from stavka.server.seating import StoredSeat
from stavka.server.storage import Action

from .client import get
from .cluster import INSTALLED, Cluster
from .test_databases import stored

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("stavka*.[st]*"))
NAME = "games.example.org"


def test_every_request_of_a_table_is_sent_to_its_process(address: str) -> None:
    """Whatever route is added: its path leads to the table by the expressions of nginx.conf."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    lesson, table = re.findall(r'"~(\^/\(\?:ws\|api/tables\).+?)" ', text)
    table = table.replace("(?<", "(?P<")
    paths = [*get(address, "/schema")["paths"], "/ws/{table}"]
    named = [path for path in paths if "{table}" in path]
    assert len(named) > 10
    for path in named:
        found = re.search(table, path.replace("{table}", "0123456789abcdef"))
        assert found and found["stavka_table"] == "0123456789abcdef", path
        assert re.search(lesson, path.replace("{table}", "0000000089abcdef")), path
    for path in set(paths) - set(named):
        assert not re.search(table, path), path


def test_what_has_to_be_filled_in_is_told() -> None:
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    # In a comment too.
    assert "five times" in site and site.count(NAME) == 5 + 1
    told = (DEPLOY / "README.md").read_text(encoding="utf-8")
    for file in ("nginx.conf", "systemd/", "backup.sh", "install.sh", "stavka.env", "compose.yml"):
        assert file in told, file
    settings = (DEPLOY / "systemd" / "stavka.env").read_text(encoding="utf-8")
    known = set(re.findall(r"^([A-Z_]+)=", settings, re.MULTILINE))
    used = "".join(file.read_text(encoding="utf-8") for file in (*UNITS, DEPLOY / "backup.sh"))
    assert known == set(re.findall(r"STAVKA_[A-Z_]+", used))


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not here")
def test_the_units_are_sound(tmp_path: Path) -> None:
    """With programs that are there."""
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8")
        text = re.sub("/opt/stavka/bin/[a-z.]+", "/bin/true", text)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    (tmp_path / "stavka@.service").rename(tmp_path / "stavka@8421.service")
    names = [str(tmp_path / name) for name in ("stavka@8421.service", "stavka-backup.timer")]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *names, str(tmp_path / "stavka-backup.service")],
        capture_output=True,
        text=True,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    # Other units of the machine may be odd; ours may not.
    ours = [line for line in done.stderr.splitlines() if "stavka" in line]
    assert ours == []


@pytest.mark.hosted
def test_containers_are_of_the_same_parts() -> None:
    """They cannot be tried out here, but read."""
    yaml: Any = pytest.importorskip("yaml")
    parts = yaml.safe_load((DEPLOY / "compose.yml").read_text(encoding="utf-8"))["services"]
    assert set(parts) == {"proxy", "database", "first", "second"}
    ports = [parts[name]["environment"]["STAVKA_PORT"] for name in ("first", "second")]
    site = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert re.findall(r"server 127\.0\.0\.1:(\d+)", site) == ports
    for volume in parts["proxy"]["volumes"][:1]:
        assert (DEPLOY / volume.split(":")[0]).is_file()


def client_program(name: str) -> str:
    return shutil.which(name) or str(INSTALLED[-1] / name)


def settings(address: str, folder: Path) -> dict[str, str]:
    return {
        "PATH": f"{Path(client_program('pg_dump')).parent}:/usr/bin:/bin",
        "STAVKA_DATABASE": address,
        "STAVKA_KEY": str(folder / "stavka.key"),
        "STAVKA_BACKUPS": str(folder / "copies"),
        "STAVKA_BACKUP_DAYS": "3",
    }


@pytest.mark.hosted
def test_a_copy_brings_all_games_back(postgres: Cluster, tmp_path: Path) -> None:
    from stavka.server.postgres import PostgresStorage

    address, key = postgres.new("copied"), tmp_path / "stavka.key"
    storage = PostgresStorage(address, key)
    table = stored(storage, "one")
    storage.add_table(table, [StoredSeat(b"red", "one", ("Red",))], [Action("choose", "Red", "a")])
    copies = tmp_path / "copies"
    copies.mkdir()
    for name, days in (("stavka-old.dump", 5), ("stavka-old.key", 5), ("stavka-new.dump", 1)):
        (copies / name).write_text("x")
        then = time.time() - days * 86_400
        os.utime(copies / name, (then, then))
    (copies / "other").write_text("x")
    os.utime(copies / "other", (0, 0))
    # While a server has the database open.
    told = subprocess.run(
        [DEPLOY / "backup.sh"], env=settings(address, tmp_path), capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    dump = Path(told.stdout.split()[0])
    assert {file.name for file in copies.iterdir()} == {
        *("other", "stavka-new.dump", dump.name, dump.with_suffix(".key").name)
    }
    assert {file.stat().st_mode & 0o777 for file in (dump, dump.with_suffix(".key"))} == {0o600}
    assert storage.homes.take("one")
    storage.append("one", 1, [Action("choose", "Red", "later")], [])
    storage.close()
    # As deploy/README.md says: into a new database, so that nothing is lost of the old one.
    again = postgres.new("again")
    restore = [client_program("pg_restore"), "--no-owner", "--single-transaction"]
    subprocess.run([*restore, f"--dbname={again}", dump], check=True)
    key.unlink()
    restored = PostgresStorage(again, dump.with_suffix(".key"))
    assert restored.table("one") == table
    assert restored.actions("one") == [Action("choose", "Red", "a")]
    seat = restored.seating.seat(b"red")
    assert seat is not None and seat.sides == ("Red",)
    # What is made anew has numbers of its own.
    assert restored.homes.take("one")
    assert restored.seating.add_seat(StoredSeat(b"blue", "one", ("Blue",)), 9)
    restored.close()


@pytest.mark.hosted
def test_what_could_not_be_copied_leaves_the_copies_alone(
    postgres: Cluster, tmp_path: Path
) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    (copies / "stavka-old.dump").write_text("x")
    os.utime(copies / "stavka-old.dump", (0, 0))
    (tmp_path / "stavka.key").write_text("00")
    nowhere = settings(postgres.address("nowhere"), tmp_path)
    done = subprocess.run([DEPLOY / "backup.sh"], env=nowhere, capture_output=True, text=True)
    assert done.returncode != 0 and "nowhere" in done.stderr
    assert [file.name for file in copies.iterdir()] == ["stavka-old.dump"]
