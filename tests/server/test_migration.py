"""Games that are carried from a file to PostgreSQL and back."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from stavka.server.accounts import device_key
from stavka.server.clocks import Hand
from stavka.server.database import today
from stavka.server.keys import key_file
from stavka.server.migration import CannotMigrate, migrate
from stavka.server.passkeys import Passkey
from stavka.server.postgres import PostgresStorage
from stavka.server.pushes import Subscription
from stavka.server.quiet import Rest
from stavka.server.seating import Proposal, StoredSeat
from stavka.server.sql import SqlStorage
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Remark, SharedDice, Snapshot, StoredPlan

from .cluster import Cluster
from .older import COLUMNS, TABLES
from .test_databases import CHOICE, T, add

pytestmark = pytest.mark.hosted

NAMES = ("tables", "actions", "snapshots", "remarks", "seen", "plans", "seats", "browsers")


def fill(storage: SqlStorage) -> None:
    add(storage, T, dice=SharedDice(("Red",), settled=True), beginning="ä\n?%s")
    storage.append(T, 0, [CHOICE] * 25, [Snapshot(n, b"{}") for n in range(12)])
    storage.say(T, Remark("Red", "hello", 0))
    storage.see(T, b"\x01", "Red", 3)
    storage.keep_plan(T, StoredPlan(2, "Blue", b"{}"))
    # Not in the order of their keys.
    for key in (b"z", b"a", b"m"):
        storage.seating.add_seat(StoredSeat(key, T, ("Blue",), "invitation"), 9)
    storage.seating.note_browser(b"z", "browser", 5)
    storage.seating.propose(Proposal(0, T, "dice", agreed=("Red",)), None)
    add(storage, "other", CHOICE)
    account, desk = storage.accounts.add("Änna", "desk")
    keys = Subscription("https://push.example.org/1", "point", "secret")
    assert storage.pushes.add(account.id, device_key(desk), keys)
    storage.accounts.join(storage.accounts.new_code(account.id), "telephone")
    storage.accounts.change(account.id, "Änne", {"call": True})
    storage.accounts.adopt(account.id, b"red" + T.encode())
    storage.passkeys.add(Passkey(account.id, "credential", b"key", 2**32 - 1, "telephone"))
    storage.channels.set_rest(account.id, Rest(away=today(ago=-3)))
    add(storage, "timed", days=3)
    storage.append("timed", 0, [CHOICE], [], hand=Hand("1", "Red"))
    storage.append("timed", 1, [CHOICE], [], hand=Hand("1", "Blue"))


def kept(storage: SqlStorage) -> dict[str, Any]:
    """All that can be read of the games."""
    found: dict[str, Any] = {}
    for id_ in (T, "other", "timed"):
        seating = storage.seating
        proposals = [p._replace(seconds=0.0) for p in seating.proposals(id_)]
        found[id_] = (
            *(storage.table(id_), storage.actions(id_), storage.snapshot(id_, 99)),
            *(storage.remarks(id_), storage.seen(id_), storage.plans(id_)),
            *(seating.seats(id_), proposals, storage.past(id_), storage.clocks.clock(id_)),
        )
    for name in NAMES:
        with storage.reading() as db:
            found[name] = db.execute(f"SELECT count(*) FROM {name}").fetchone()
    with storage.reading() as db:
        ids = db.execute("SELECT id FROM accounts ORDER BY id").fetchall()
        found["secrets"] = db.execute("SELECT * FROM devices ORDER BY secret_hash").fetchall()
    found["devices"] = [storage.pushes.of(id_) for (id_,) in ids]
    found["channels"] = [storage.channels.of(id_) for (id_,) in ids]
    found["push key"] = storage.push_key()
    found["people"] = [storage.accounts.stored(id_) for (id_,) in ids]
    return found


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with closing(SqliteStorage(tmp_path / "stavka.db")) as storage:
        fill(storage)
    return tmp_path / "stavka.db"


def silent(done: int, of: int) -> None:
    pass


def test_there_and_back(file: Path, postgres: Cluster, tmp_path: Path) -> None:
    address, key = postgres.new(tmp_path.name), tmp_path / "club" / "hosted.key"
    told: list[tuple[int, int]] = []
    assert migrate(str(file), address, key, lambda done, of: told.append((done, of))) == 3
    assert told == [(0, 3), (1, 3), (2, 3)] and key.stat().st_mode & 0o777 == 0o600
    assert key.read_bytes() == key_file(file).read_bytes()
    with closing(SqliteStorage(file)) as storage:
        before = kept(storage)
        (person,) = before["people"]
        assert len(person["passkeys"]) == 1 and person["pushes"]
        assert len(person["devices"]) == 2 and person["seats"][0]["table"] == T
    with closing(PostgresStorage(address, key)) as storage:
        assert kept(storage) == before
        # What comes now does not collide with what has been carried over.
        assert storage.homes.take(T)
        storage.say(T, Remark("Red", "there", 0))
        storage.seating.propose(Proposal(0, T, "rules"), None)
        storage.append(T, 25, [CHOICE], [])
        before = kept(storage)
    back = tmp_path / "back.db"
    assert migrate(address, str(back), key, silent) == 3
    with closing(SqliteStorage(back)) as storage:
        assert kept(storage) == before
        storage.say(T, Remark("Red", "and back", 0))


def test_nothing_is_overwritten_or_taken_from_under_a_server(
    file: Path, postgres: Cluster, tmp_path: Path
) -> None:
    address, key = postgres.new(tmp_path.name), tmp_path / "hosted.key"
    with pytest.raises(CannotMigrate, match="one of both"):
        migrate(str(file), str(tmp_path / "x.db"), None, silent)
    with pytest.raises(CannotMigrate, match="there is no database"):
        migrate(str(tmp_path / "x.db"), address, key, silent)
    key.write_text("00" * 32)
    with pytest.raises(CannotMigrate, match="key of other games"):
        migrate(str(file), address, key, silent)
    key.unlink()
    migrate(str(file), address, key, silent)
    with pytest.raises(CannotMigrate, match="there are games in"):
        migrate(str(file), address, key, silent)
    server = PostgresStorage(address, key)
    with closing(server), pytest.raises(CannotMigrate, match="1 servers"):
        migrate(address, str(tmp_path / "back.db"), key, silent)


def test_a_database_of_format_6_is_brought_up_to_7(postgres: Cluster, tmp_path: Path) -> None:
    address, key = postgres.new(tmp_path.name), tmp_path / "hosted.key"
    with closing(PostgresStorage(address, key)) as storage:
        add(storage, T, CHOICE)
        before = (storage.table(T), storage.actions(T), storage.seating.seats(T))
        with storage.writing() as db:
            for name in TABLES[7]:
                db.execute(f"DROP TABLE {name}")
            for name, columns in COLUMNS[7].items():
                for column in columns:
                    db.execute(f"ALTER TABLE {name} DROP COLUMN {column}")
            db.execute("UPDATE settings SET value = '6' WHERE name = 'format'")
    with closing(PostgresStorage(address, key)) as storage:
        assert (storage.table(T), storage.actions(T), storage.seating.seats(T)) == before
        account, device = storage.accounts.add("Anna", "desk")
        assert storage.accounts.adopt(account.id, b"red" + T.encode())
        assert storage.accounts.find(device) == account
        with storage.reading() as db:
            (version,) = db.execute("SELECT value FROM settings WHERE name = 'format'").fetchone()
        assert version == "7"
    # Once is enough.
    with closing(PostgresStorage(address, key)) as storage:
        assert storage.accounts.find(device) == account
