"""What every database has to do, whichever it is."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from stavka.engine import Share
from stavka.server import forgetting
from stavka.server.database import now, today
from stavka.server.passkeys import Passkey
from stavka.server.results import End
from stavka.server.seating import Proposal, StoredSeat
from stavka.server.sql import SqlStorage
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import (
    Action,
    Remark,
    Resumption,
    SharedDice,
    Snapshot,
    StorageError,
    StoredPlan,
    StoredTable,
)

T = "table"
CHOICE = Action("choose", "Red", "move 0101", (3, 6))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.hosted)])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], SqlStorage]]:
    """Opens one and the same database, as often as it is wanted."""
    found: list[SqlStorage] = []
    if request.param == "postgres":
        from stavka.server.postgres import PostgresStorage

        address = request.getfixturevalue("postgres").new(tmp_path.name)

        def storage() -> SqlStorage:
            found.append(PostgresStorage(address, tmp_path / "stavka.key"))
            return found[-1]
    else:

        def storage() -> SqlStorage:
            found.append(SqliteStorage(tmp_path / "stavka.db"))
            return found[-1]

    yield storage
    for one in found:
        one.close()


@pytest.fixture
def storage(opened: Callable[[], SqlStorage]) -> SqlStorage:
    found = opened()
    add(found, T)
    return found


def stored(storage: SqlStorage, id_: str, **more: object) -> StoredTable:
    table = StoredTable(
        id_,
        "river-line",
        "crossing",
        ("a", "b"),
        {"Red": "person", "Blue": "cadet"},
        storage.new_seed(id_),
        data="1f",
        rules=3,
        teaching=True,
    )
    return table._replace(**more)  # type: ignore[arg-type]


def add(storage: SqlStorage, id_: str, *actions: Action, **more: object) -> StoredTable:
    table = stored(storage, id_, **more)
    storage.add_table(table, [StoredSeat(b"red" + id_.encode(), id_, ("Red",))], actions)
    assert storage.homes.take(id_)
    return table


def test_a_table_comes_back_as_it_was(opened: Callable[[], SqlStorage]) -> None:
    storage = opened()
    dice = SharedDice(("Red",), (Share("Red", "ab", b"\x01"),), settled=True)
    plain = add(storage, T, CHOICE)
    other = add(storage, "other", dice=dice, seed=b"x" * 16, rolled=(1, 2), beginning="ä\n?%s")
    again = opened()
    assert again.table(T) == plain and again.table("other") == other
    assert again.table("nowhere") is None
    assert again.actions(T) == [CHOICE] and again.actions(T, 1) == []
    storage.settle(T, dice)
    assert again.table(T) == plain._replace(dice=dice)


def test_an_action_is_stored_once(storage: SqlStorage) -> None:
    storage.append(T, 0, [CHOICE], [Snapshot(1, b"{}")])
    with pytest.raises(StorageError):
        storage.append(T, 0, [CHOICE, CHOICE], [Snapshot(2, b"{}")])
    with pytest.raises(StorageError):
        storage.append("nowhere", 0, [CHOICE], [])
    assert storage.actions(T) == [CHOICE]
    assert storage.snapshot(T, 9) == Snapshot(1, b"{}")


def test_of_two_who_append_at_once_one_is_refused(opened: Callable[[], SqlStorage]) -> None:
    """If both believe to hold the table, as two threads of one server do."""
    one = opened()
    other = one if one.homes.shared else opened()
    add(one, T)
    refused: list[int] = []
    gate = threading.Barrier(2)

    def append(storage: SqlStorage) -> None:
        for number in range(20):
            gate.wait()
            try:
                storage.append(T, number, [CHOICE], [])
            except StorageError:
                refused.append(number)

    threads = [threading.Thread(target=append, args=(storage,)) for storage in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == list(range(20)) and one.actions(T) == [CHOICE] * 20


def test_what_is_taken_back_takes_snapshots_and_plans_along(storage: SqlStorage) -> None:
    told = [Snapshot(n, b"[%d]" % n, b"{}", n - 1, n, 1, "d") for n in (1, 2, 3)]
    storage.append(T, 0, [CHOICE] * 3, [*told, Snapshot(4, b"[4]")])
    storage.keep_plan(T, StoredPlan(2, "Blue", b"old"))
    storage.keep_plan(T, StoredPlan(2, "Blue", b"new"))
    assert storage.plans(T) == [StoredPlan(2, "Blue", b"new")]
    one, two, three = told
    assert storage.past(T) == [one._replace(state=b""), two._replace(state=b""), three]
    assert storage.past(T, 2) == [one._replace(state=b""), two]
    # The same moment again.
    storage.append(T, 3, [], [three._replace(state=b"[5]")])
    assert storage.past(T)[-1].state == b"[5]"
    storage.append(T, 3, [Action("undo", "Red", "1")], [])
    assert storage.past(T) == [one] and storage.plans(T) == []
    storage.resume(T, 4, two, Resumption(2, 7, "text"), 4, "2f")
    table = storage.table(T)
    assert table is not None
    assert (table.resumed, table.rules, table.data) == (Resumption(2, 7, "text"), 4, "2f")


def test_remarks_and_what_was_seen(storage: SqlStorage) -> None:
    said = [Remark("Red", "Привет, ?%s", 3, 1), Remark("", "a note", 4, seat=b"\x01\x02")]
    for remark in said:
        storage.say(T, remark)
    assert storage.remarks(T) == said
    storage.see(T, b"\x01", "Red", 3)
    storage.see(T, b"\x01", "Red", 5)
    storage.see(T, b"\x02", "Red", 1)
    assert storage.seen(T) == {(b"\x01", "Red"): 5, (b"\x02", "Red"): 1}


def test_games_between_computers_that_are_not_over(storage: SqlStorage) -> None:
    computers = {"Red": "cadet", "Blue": "random"}
    for id_ in ("first", "over", "half"):
        add(storage, id_, CHOICE, players=computers)
    storage.append("over", 1, [CHOICE], [Snapshot(2, b'{"ended": ["Red"]}')])
    storage.append("half", 1, [CHOICE], [Snapshot(2, b'{"ended": null}')])
    assert sorted(storage.without("person", 9)) == ["first", "half"]
    assert len(storage.without("person", 1)) == 1


def test_a_table_that_was_prepared_is_nobody_s_until_it_is_complete(storage: SqlStorage) -> None:
    table = stored(storage, "new")
    storage.prepare(table)
    assert storage.homes.take("new")
    storage.append("new", 0, [CHOICE], [])
    assert storage.table("new") is None and storage.give_up(None) == ["new"]
    storage.complete("new", [StoredSeat(b"blue", "new", ("Blue",))], [Remark("", "come", 0)])
    assert storage.table("new") == table and storage.give_up(1) == []


def test_a_table_goes_in_small_steps(storage: SqlStorage) -> None:
    storage.append(T, 0, [CHOICE] * 25, [Snapshot(n, b"{}") for n in range(12)])
    storage.say(T, Remark("Red", "hello", 0))
    storage.seating.note_browser(b"red" + T.encode(), "browser", 5)
    storage.seating.propose(Proposal(0, T, "dice", agreed=("Red",)), None)
    with storage.writing() as db:
        db.execute("UPDATE tables SET used = ?", (today(ago=40),))
    assert storage.give_up(41) == [] and storage.give_up(39) == [T]
    storage.use(T)
    assert storage.table(T) is None and storage.seating.seats(T) == []
    steps = 0
    while storage.remove(T, 10):
        steps += 1
    assert steps == 3 + 2 + 1 + 1
    assert storage.give_up(None) == []


def test_seats_are_taken_once_and_listed_as_they_were_made(storage: SqlStorage) -> None:
    seating = storage.seating
    invitation = StoredSeat(b"inv", T, ("Blue",), "invitation")
    assert seating.add_seat(invitation, 1)
    assert not seating.add_seat(invitation._replace(key=b"more"), 1)
    blue = StoredSeat(b"blue", T, ("Blue",), name="Ann", commitment="c", invitation=b"inv")
    assert seating.claim(b"inv", blue) and not seating.claim(b"inv", blue._replace(key=b"b2"))
    seating.commit(T, b"blue", "d")
    seating.open_share(T, b"blue", b"\x09")
    assert seating.note_browser(b"blue", "one", 2)
    assert not seating.note_browser(b"blue", "one", 2)
    assert seating.note_browser(b"blue", "two", 2) and not seating.note_browser(b"blue", "x", 2)
    seats = seating.seats(T)
    assert [(s.key, s.kind) for s in seats] == [
        (b"red" + T.encode(), "seat"),
        (b"inv", "used"),
        (b"blue", "seat"),
    ]
    assert seats[2] == blue._replace(
        since=seats[2].since, commitment="d", share=b"\x09", browsers=2
    )
    seating.forget_shares(T)
    found = seating.seat(b"blue")
    assert found is not None and (found.commitment, found.share) == ("", b"")
    seating.give_back(T, b"blue")
    found = seating.seat(b"blue")
    assert found is not None and found.kind == "void" and seating.seat(b"nobody") is None


def test_proposals_come_and_go(storage: SqlStorage) -> None:
    seating = storage.seating
    seating.propose(Proposal(0, T, "dice", agreed=("Red",)), None)
    asked = StoredSeat(b"asked", T, ("Red",), "asked", "Bob")
    seating.propose(Proposal(0, T, "seat", asked.key), asked)
    dice, seat = seating.proposals(T)
    assert (dice.kind, dice.agreed, seat.seat) == ("dice", ("Red",), b"asked")
    assert 0 <= seat.seconds < 60
    seating.agree(T, seat.id, ["Blue"])
    assert seating.proposals(T)[1].agreed == ("Blue",)
    seating.close_proposal(seat, granted=True)
    assert [p.kind for p in seating.proposals(T)] == ["dice"]
    kinds = {s.key: s.kind for s in seating.seats(T)}
    assert kinds == {b"red" + T.encode(): "void", b"asked": "seat"}


def test_the_key_of_another_database_is_refused(
    opened: Callable[[], SqlStorage], tmp_path: Path
) -> None:
    opened()
    key = tmp_path / "stavka.key"
    kept = key.read_text()
    key.write_text("00" * (len(kept.strip()) // 2))
    with pytest.raises(StorageError, match="another database"):
        opened()
    key.unlink()
    with pytest.raises(StorageError, match="missing"):
        opened()
    key.write_text(kept)
    opened()


def test_all_that_refers_to_a_table_goes_with_it(tmp_path: Path) -> None:
    SqliteStorage(tmp_path / "stavka.db").close()
    with closing(sqlite3.connect(tmp_path / "stavka.db")) as db:
        rows = db.execute(
            'SELECT name, "from" FROM sqlite_schema, pragma_foreign_key_list(name)'
            " WHERE type = 'table' AND \"table\" = 'tables'"
        ).fetchall()
    assert dict(rows) == dict.fromkeys(forgetting.CHILDREN, "table_id")


# Accounts


def test_an_account_is_found_by_the_secrets_of_its_devices(storage: SqlStorage) -> None:
    accounts = storage.accounts
    account, first = accounts.add("Anna", "desk")
    assert (account.name, account.settings, account.banned) == ("Anna", {}, "")
    assert accounts.find(first) == account == accounts.account(account.id)
    assert accounts.find("x") is None and accounts.account("x") is None
    accounts.change(account.id, "Anne", {"quiet": [22, 7]})
    assert accounts.find(first) == account._replace(name="Anne", settings={"quiet": [22, 7]})
    joined = accounts.join(accounts.new_code(account.id), "telephone")
    assert joined is not None
    second = joined[1]
    assert accounts.find(second) == joined[0] != account
    names = {device.name: device.id for device in accounts.devices(account.id)}
    assert set(names) == {"desk", "telephone"}
    assert accounts.shut_out(account.id, names["desk"])
    assert not accounts.shut_out(account.id, names["desk"])
    assert accounts.find(first) is None and accounts.find(second) is not None


def test_a_code_is_used_once_and_in_time(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = storage.accounts
    account, _ = accounts.add("Anna", "desk")
    older, code = accounts.new_code(account.id), accounts.new_code(account.id)
    assert accounts.join(older, "x") is None, "another one has taken its place"
    spoken = f"{code[:5].lower()}-{code[5:]} "
    assert accounts.join(spoken, "telephone") is not None
    assert accounts.join(code, "another") is None
    monkeypatch.setattr("stavka.server.accounts.CODE_SECONDS", -1)
    assert accounts.join(accounts.new_code(account.id), "late") is None
    assert len(accounts.devices(account.id)) == 2


def test_seats_of_an_account_are_entered_from_its_devices(storage: SqlStorage) -> None:
    accounts, key = storage.accounts, b"red" + T.encode()
    account, device = accounts.add("Anna", "desk")
    other, stranger = accounts.add("Boris", "desk")
    mark = key.hex()[:8]
    assert accounts.seats(account.id) == [] and accounts.enter(T, device, mark) is None
    assert accounts.adopt(account.id, key) and accounts.adopt(account.id, key)
    assert not accounts.adopt(other.id, key), "it is somebody's"
    assert not accounts.adopt(other.id, b"nowhere")
    found = accounts.enter(T, device, mark)
    assert found is not None and found.key == key and accounts.seats(account.id) == [found]
    assert accounts.enter(T, stranger, mark) is None
    assert accounts.enter("other", device, mark) is None
    assert accounts.enter(T, device, "00000000") is None
    storage.seating.give_back(T, key)
    assert accounts.seats(account.id) == []


def test_the_tables_of_an_account_are_told_without_opening_them(storage: SqlStorage) -> None:
    accounts = storage.accounts
    account, _ = accounts.add("Anna", "desk")
    assert accounts.tables(account.id) == []
    for id_ in ("first", "over", "half", "left"):
        add(storage, id_, CHOICE)
        accounts.adopt(account.id, b"red" + id_.encode())
    storage.append("over", 1, [CHOICE], [Snapshot(2, b'{"ended": ["Red"]}')])
    storage.append("half", 1, [CHOICE], [Snapshot(2, b'{"ended": null}')])
    with storage.writing() as db:
        db.execute("UPDATE tables SET used = '' WHERE id = 'left'")
    found = accounts.tables(account.id)
    assert [(seat.table, seat.over) for seat in found] == [
        ("half", False),
        ("over", True),
        ("first", False),
    ]
    half = found[0]
    assert (half.title, half.scenario, half.sides) == ("river-line", "crossing", ("Red",))
    assert half.mark == (b"redhalf").hex()[:8] and half.since


def test_all_that_is_kept_of_an_account_is_told(storage: SqlStorage) -> None:
    accounts, key = storage.accounts, b"red" + T.encode()
    account, _ = accounts.add("Anna", "desk")
    accounts.adopt(account.id, key)
    storage.seating.note_browser(key, "one", 5)
    storage.say(T, Remark("Red", "hold", 0, seat=key))
    storage.say(T, Remark("Red", "to all", 0))
    storage.see(T, key, "Red", 4)
    storage.seating.give_back(T, key)
    found = accounts.stored(account.id)
    assert found["account"] == account._asdict()
    assert [device["name"] for device in found["devices"]] == ["desk"]
    (seat,) = found["seats"]
    assert (seat["table"], seat["sides"], seat["kind"]) == (T, ["Red"], "void")
    assert [one["hash"] for one in seat["browsers"]] == ["one"]
    assert [one["text"] for one in seat["notes"]] == ["hold"]
    assert seat["seen"] == [{"side": "Red", "moves": 4}]
    assert not any(accounts.stored("x").values())


def test_what_somebody_has_said_and_offered_is_told(storage: SqlStorage) -> None:
    account, _ = storage.accounts.add("Anna", "desk")
    storage.say(T, Remark("Red", "before", 0))
    with storage.writing() as db:
        db.execute("UPDATE remarks SET said = '2001-01-01 00:00:00'")
    storage.accounts.adopt(account.id, b"red" + T.encode())
    storage.say(T, Remark("Red", "mine", 0))
    storage.say(T, Remark("Red", "to myself", 0, seat=b"red" + T.encode()))
    storage.say(T, Remark("Blue", "his", 0))
    storage.say(T, Remark("", "the server's", 0))
    storage.offers.make(T, ("Blue",), "come", b"red" + T.encode())
    (seat,) = storage.accounts.stored(account.id)["seats"]
    assert [one["text"] for one in seat["said"]] == ["mine"]
    assert [one["text"] for one in seat["notes"]] == ["to myself"]
    assert [one["words"] for one in seat["offers"]] == ["come"]


def test_an_account_goes_with_all_that_is_kept_of_it_alone(storage: SqlStorage) -> None:
    accounts, red, blue = storage.accounts, b"red" + T.encode(), b"blue"
    storage.seating.add_seat(StoredSeat(blue, T, ("Blue",), name="Boris"), 9)
    account, device = accounts.add("Anna", "desk")
    accounts.adopt(account.id, red)
    for key in (red, blue):
        storage.seating.note_browser(key, "one", 5)
        storage.say(T, Remark("Red", key.hex(), 0, seat=key))
        storage.see(T, key, "Red", 4)
    storage.say(T, Remark("Red", "to all", 0))
    for key, name in ((b"before", "Anna"), (b"after", "Anne")):
        storage.seating.add_seat(StoredSeat(key, T, ("Grey",), name=name, account=account.id), 9)
    storage.say(T, Remark("", "Anne has taken the seat of Grey after Anna.", 0))
    storage.say(T, Remark("", "Joanna asks for the seat of Grey again.", 0))
    accounts.remove(account.id)
    assert accounts.find(device) is None and accounts.devices(account.id) == []
    assert [one.text for one in storage.remarks(T)] == [
        blue.hex(),
        "to all",
        "Somebody has taken the seat of Grey after somebody.",
        "Joanna asks for the seat of Grey again.",
    ]
    assert set(storage.seen(T)) == {(blue, "Red")}
    seats = {seat.key: seat for seat in storage.seating.seats(T)}
    assert (seats[red].name, seats[red].account, seats[red].browsers) == ("", "", 0)
    assert (seats[blue].name, seats[blue].browsers) == ("Boris", 1)


def test_accounts_that_nobody_uses_are_found(storage: SqlStorage) -> None:
    accounts = storage.accounts
    left, plays, comes = (accounts.add(name, "desk")[0].id for name in ("A", "B", "C"))
    accounts.join(accounts.new_code(comes), "telephone")
    accounts.adopt(plays, b"red" + T.encode())
    with storage.writing() as db:
        db.execute("UPDATE devices SET used = ? WHERE name = 'desk'", (today(ago=31),))
    assert accounts.idle(31) == []
    assert accounts.idle(30) == [left]
    storage.seating.give_back(T, b"red" + T.encode())
    assert set(accounts.idle(30)) == {left, plays}


def test_an_account_lets_in_as_many_devices_as_it_may_have(
    storage: SqlStorage, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts = storage.accounts
    account, _ = accounts.add("Anna", "desk")
    monkeypatch.setattr("stavka.server.accounts.DEVICES_PER_ACCOUNT", 2)
    secret = accounts.let_in(account.id, "new")
    assert secret is not None and accounts.find(secret) == account
    assert accounts.let_in(account.id, "newer") is None
    assert {device.name for device in accounts.devices(account.id)} == {"desk", "new"}


# Passkeys


def test_what_is_to_be_signed_is_so_once_in_time_and_for_one_purpose(
    opened: Callable[[], SqlStorage], monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = (opened().passkeys for _ in range(2))
    storage = opened()
    anna, _ = storage.accounts.add("Anna", "desk")
    boris, _ = storage.accounts.add("Boris", "desk")
    first = here.challenge()
    assert there.meet(first) and not here.meet(first)
    assert here.meet(here.challenge(anna.id), anna.id)
    for made, met in ((anna.id, boris.id), (anna.id, ""), ("", anna.id)):
        challenge = here.challenge(made)
        assert not there.meet(challenge, met)
        assert not there.meet(challenge, made), "it is used up"
    assert not here.meet("x")
    with monkeypatch.context() as late:
        late.setattr("stavka.server.passkeys.CHALLENGE_SECONDS", -2)
        assert not there.meet(here.challenge())
        here.challenge()
    # Those that nobody has used go with the next one.
    here.challenge()
    with storage.reading() as db:
        assert db.execute("SELECT count(*) FROM challenges").fetchone() == (1,)
        (kept,) = db.execute("SELECT challenge_hash FROM challenges").fetchone()
    assert len(kept) == 64


def test_passkeys_are_kept_used_and_removed(storage: SqlStorage) -> None:
    passkeys = storage.passkeys
    anna, _ = storage.accounts.add("Anna", "desk")
    boris, _ = storage.accounts.add("Boris", "desk")
    one = Passkey(anna.id, "one", b"\xa5\x00", 0, "telephone")
    other = Passkey(anna.id, "other", b"", 2**32 - 2, "key ring")
    assert passkeys.add(one) and passkeys.add(other)
    assert not passkeys.add(one._replace(account=boris.id)), "it is somebody's"
    assert {(p.credential, p.name, p.used) for p in passkeys.of(anna.id)} == {
        ("one", "telephone", today()),
        ("other", "key ring", today()),
    }
    assert passkeys.of(boris.id) == [] and passkeys.find("x") is None
    with storage.writing() as db:
        db.execute("UPDATE passkeys SET used = ?", (today(ago=9),))
    assert passkeys.use(one, 0) and passkeys.use(one, 0), "it does not count"
    found = passkeys.find("one")
    assert found is not None and (found.account, found.public_key) == (anna.id, b"\xa5\x00")
    assert (found.signed, found.used) == (0, today())
    assert [passkeys.use(other, 2**32 + step) for step in (-2, -1, -1, -3)] == [
        *(False, True, False, False)
    ]
    assert not passkeys.use(other, 0), "once it has counted it always does"
    assert not passkeys.remove(boris.id, one.id) and not passkeys.remove(anna.id, "x")
    assert passkeys.remove(anna.id, one.id) and passkeys.find("one") is None
    told = storage.accounts.stored(anna.id)["passkeys"]
    assert [(p["name"], p["credential"], p["signed"]) for p in told] == [
        ("key ring", "other", 2**32 - 1)
    ]
    storage.accounts.remove(anna.id)
    assert passkeys.of(anna.id) == []


def test_the_seats_of_spectators_are_no_account_s(storage: SqlStorage) -> None:
    account, _ = storage.accounts.add("Anna", "desk")
    storage.seating.add_seat(StoredSeat(b"eyes", T, ()), 9)
    assert not storage.accounts.adopt(account.id, b"eyes")


def test_a_seat_without_an_account_is_nobody_s(storage: SqlStorage) -> None:
    """Whoever has no account is not the account of all seats that have none."""
    assert storage.accounts.enter(T, "x", (b"red" + T.encode()).hex()[:8]) is None


def test_an_account_goes_and_its_seats_stay(storage: SqlStorage) -> None:
    accounts, key = storage.accounts, b"red" + T.encode()
    account, device = accounts.add("Anna", "desk")
    accounts.adopt(account.id, key)
    code = accounts.new_code(account.id)
    accounts.remove(account.id)
    assert accounts.find(device) is None and accounts.join(code, "x") is None
    assert accounts.devices(account.id) == []
    seat = storage.seating.seat(key)
    assert seat is not None and (seat.kind, seat.account, seat.name) == ("seat", "", "")


# People beside their games


def _seat(storage: SqlStorage, side: str, name: str) -> str:
    account, _ = storage.accounts.add(name, "here")
    key = f"{side} {name}".encode()
    seat = StoredSeat(key, T, (side,), account=account.id)
    assert storage.seating.add_seat(seat, 9)
    return account.id


def _end(won: str = "Red") -> End:
    results = {side: float(side == won) for side in ("Red", "Blue")}
    return End("river-line", "crossing", results, {}, "victory", "so it is", True)


def test_a_result_is_stored_once_and_rated_once(opened: Callable[[], SqlStorage]) -> None:
    storage = opened()
    storage.add_table(stored(storage, T), [], [])
    assert storage.homes.take(T)
    red, blue = _seat(storage, "Red", "Anna"), _seat(storage, "Blue", "Boris")
    storage.append(T, 0, [CHOICE], [], _end())
    with pytest.raises(StorageError):
        storage.append(T, 0, [CHOICE], [], _end())
    before = storage.results.standings(red)
    assert before[0].games == 1 and before[0].rating.rating > 1600
    told = storage.accounts.stored(red)
    assert [(one["side"], one["result"]) for one in told["results"]] == [("Red", 1.0)]
    assert [one["rating"] for one in told["ratings"]] == [before[0].rating.rating]
    # The end was taken back, and another one reached.
    storage.append(T, 1, [Action("undo", "Red", "0"), CHOICE], [], _end("Blue"))
    again = opened()
    for account, result in ((red, 0.0), (blue, 1.0)):
        count, (only,) = again.results.results(account, 9)
        assert (count, only.result, only.rated) == (1, result, True)
    assert again.results.standings(red)[0].games == 1
    assert again.results.standings(red)[0].rating.rating == before[0].rating.rating


def _begun(storage: SqlStorage) -> tuple[str, str]:
    """Red and Blue have accounts, and one choice was made."""
    storage.add_table(stored(storage, T), [], [])
    assert storage.homes.take(T)
    both = _seat(storage, "Red", "Anna"), _seat(storage, "Blue", "Boris")
    storage.append(T, 0, [CHOICE], [])
    return both


def _ratings(storage: SqlStorage, *accounts: str) -> list[float]:
    """Those that there are, rounded."""
    found = [storage.results.standings(account) for account in accounts]
    return [round(one.rating.rating) for standings in found for one in standings]


def test_a_lost_game_is_not_left_to_somebody_else(opened: Callable[[], SqlStorage]) -> None:
    storage = opened()
    red, blue = _begun(storage)
    invitation = StoredSeat(b"in", T, ("Blue",), "invitation")
    assert storage.seating.add_seat(invitation, 9)
    other, _ = storage.accounts.add("Carla", "here")
    assert storage.seating.claim(b"in", StoredSeat(b"c", T, ("Blue",), account=other.id))
    storage.append(T, 1, [CHOICE], [], _end())
    assert _ratings(storage, red, blue, other.id) == [1662, 1338]
    counts = [storage.results.results(one, 9)[0] for one in (red, blue, other.id)]
    assert counts == [1, 1, 0]


def test_whoever_deletes_his_account_has_lost_to_somebody(
    opened: Callable[[], SqlStorage],
) -> None:
    storage = opened()
    red, blue = _begun(storage)
    with storage.writing() as db:
        # He was strong; what is known of that goes with him, but for the game.
        db.execute("UPDATE began SET rating = 1900, deviation = 60 WHERE account = ?", (blue,))
    assert storage.accounts.stored(blue)["began"][0]["rating"] == 1900
    storage.accounts.remove(blue)
    storage.append(T, 1, [CHOICE], [], _end())
    (won,) = _ratings(storage, red)
    assert won > 1662 and storage.results.results(red, 9)[1][0].rated
    with storage.reading() as db:
        assert db.execute("SELECT account FROM began ORDER BY account").fetchall() == [
            ("",),
            (red,),
        ]


@pytest.mark.parametrize("same", [True, False])
def test_a_seat_that_others_have_given_to_somebody_is_not_rated(
    opened: Callable[[], SqlStorage], same: bool
) -> None:
    storage = opened()
    red, blue = _begun(storage)
    asks = blue if same else storage.accounts.add("Carla", "here")[0].id
    asked = StoredSeat(b"again", T, ("Blue",), "asked", account=asks)
    storage.seating.propose(Proposal(0, T, "seat", asked.key), asked)
    (proposal,) = storage.seating.proposals(T)
    storage.seating.close_proposal(proposal, granted=True)
    storage.append(T, 1, [CHOICE], [], _end())
    assert _ratings(storage, red, asks) == ([1662, 1338] if same else [])
    assert [storage.results.results(one, 9)[0] for one in (red, asks)] == [1, 1]


def test_whoever_makes_his_account_when_he_has_won_is_not_rated(
    opened: Callable[[], SqlStorage],
) -> None:
    storage = opened()
    storage.add_table(stored(storage, T), [StoredSeat(b"red", T, ("Red",))], [])
    assert storage.homes.take(T)
    blue = _seat(storage, "Blue", "Boris")
    storage.append(T, 0, [CHOICE], [])
    red, _ = storage.accounts.add("Anna", "here")
    assert storage.accounts.adopt(red.id, b"red")
    storage.append(T, 1, [CHOICE], [], _end())
    assert _ratings(storage, red.id, blue) == []
    assert storage.results.results(red.id, 9)[0] == 1


def test_a_game_that_began_before_that_was_noted_counts_for_those_who_end_it(
    opened: Callable[[], SqlStorage],
) -> None:
    storage = opened()
    both = _begun(storage)
    with storage.writing() as db:
        db.execute("DELETE FROM began")
    storage.append(T, 1, [CHOICE], [], _end())
    assert _ratings(storage, *both) == [1662, 1338]


def test_a_game_that_began_elsewhere_is_not_rated(opened: Callable[[], SqlStorage]) -> None:
    storage = opened()
    storage.add_table(stored(storage, T), [], [CHOICE])
    assert storage.homes.take(T)
    red, _ = _seat(storage, "Red", "Anna"), _seat(storage, "Blue", "Boris")
    storage.append(T, 1, [CHOICE], [], _end())
    assert storage.results.results(red, 9)[0] == 1
    assert storage.results.standings(red) == []


def test_the_best_are_those_who_are_known(opened: Callable[[], SqlStorage]) -> None:
    storage = opened()
    ids = [storage.accounts.add(name, "")[0].id for name in ("Anna", "Boris", "Carla", "Dora")]
    old, last = "2001-01-01T00:00:00Z", now()
    rows = [(1700.0, 80.0, last), (1900.0, 200.0, last), (2000.0, 80.0, old), (1800.0, 60.0, last)]
    with storage.writing() as db:
        for id_, (rating, deviation, when) in zip(ids, rows, strict=True):
            db.execute(
                "INSERT INTO ratings VALUES (?, 'river-line', ?, ?, 0.06, 30, ?)",
                (id_, rating, deviation, when),
            )
    best = storage.results.best("river-line", 50)
    assert [one.name for one in best] == ["Dora", "Anna"]
    assert best[0].text == "1800 ± 60"
    assert [one.name for one in storage.results.best("river-line", 1)] == ["Dora"]


def test_an_offer_is_taken_once(storage: SqlStorage) -> None:
    offers, maker = storage.offers, b"red" + T.encode()
    offers.make(T, ("Blue",), "come", maker)
    offer = offers.offer(T, "")
    assert offer is not None and offers.all("") == [offer] and offer.words == "come"
    assert offers.take(StoredSeat(b"1", T, ("Blue",)))
    assert not offers.take(StoredSeat(b"2", T, ("Blue",)))
    assert offers.all("") == [] and not offers.take_back(T)


def test_an_account_that_goes_is_forgotten_everywhere(storage: SqlStorage) -> None:
    a, b = (storage.accounts.add(name, "")[0].id for name in ("Anna", "Boris"))
    assert storage.apart.keep(a, b, "mute") and storage.apart.keep(b, a, "block")
    assert storage.apart.muted([a, b]) == {(a, b)}
    assert storage.accounts.stored(a)["apart"] == [{"other": b, "kind": "mute"}]
    storage.accounts.remove(a)
    assert storage.apart.kept(b) == [] and storage.apart.muted([a, b]) == set()
