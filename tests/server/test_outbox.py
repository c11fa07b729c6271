"""Notices and channels in the databases: each is sent by one server, and only while it is true."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from stavka.server.accounts import device_key
from stavka.server.channels import KINDS
from stavka.server.database import now
from stavka.server.outbox import APART, LEASE, LOOKING, Call, Notice
from stavka.server.pushes import PUSHES_PER_ACCOUNT, Subscription
from stavka.server.quiet import NONE, Rest
from stavka.server.seating import StoredSeat
from stavka.server.sql import SqlStorage
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Action, StorageError, StoredTable

RED, BLUE = b"red", b"blue"
CHOICE = Action("choose", "Red", "move 0101", ())


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.hosted)])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], SqlStorage]]:
    """Opens one and the same database, as often as it is wanted."""
    found: list[SqlStorage] = []
    make: Callable[[], SqlStorage]
    if request.param == "postgres":
        from stavka.server.postgres import PostgresStorage

        address = request.getfixturevalue("postgres").new(tmp_path.name)

        def make() -> SqlStorage:
            return PostgresStorage(address, tmp_path / "stavka.key")
    else:

        def make() -> SqlStorage:
            return SqliteStorage(tmp_path / "stavka.db")

    def storage() -> SqlStorage:
        found.append(make())
        return found[-1]

    yield storage
    for one in found:
        one.close()


class Club:
    """Two people with accounts at a table, who want to be told by a webhook."""

    def __init__(self, storage: SqlStorage, table: str = "table") -> None:
        self.storage, self.table = storage, table
        seats = [
            StoredSeat(key + table.encode(), table, (side,))
            for key, side in ((RED, "Red"), (BLUE, "Blue"))
        ]
        players = {"Red": "person", "Blue": "person"}
        seed = storage.new_seed(table)
        storage.add_table(
            StoredTable(table, "river-line", "crossing", (), players, seed), seats, ()
        )
        assert storage.homes.take(table)
        self.red, self.blue = (storage.accounts.add(name, "")[0].id for name in ("Ann", "Bob"))
        for account, seat in zip((self.red, self.blue), seats, strict=True):
            assert storage.accounts.adopt(account, seat.key)
            storage.channels.open(account, "webhook", "https://example.org/hook")
        self.made = 0

    def choose(self, *asked: bytes, looking: tuple[bytes, ...] = ()) -> None:
        """A choice after which others are asked."""
        keys = tuple(key + self.table.encode() for key in asked)
        here = frozenset(key + self.table.encode() for key in looking)
        self.storage.append(self.table, self.made, [CHOICE], [], call=Call(keys, here))
        self.made += 1

    def take(self) -> list[Notice]:
        return self.storage.outbox.take(KINDS, 10)

    def waiting(self) -> list[str]:
        return [
            account for (account,) in rows(self.storage, "SELECT account FROM outbox ORDER BY id")
        ]


@pytest.fixture
def club(opened: Callable[[], SqlStorage]) -> Club:
    return Club(opened())


def rows(storage: SqlStorage, query: str, *values: object) -> list[Any]:
    with storage.reading() as db:
        return db.execute(query, values).fetchall()


def change(storage: SqlStorage, query: str, *values: object) -> None:
    with storage.writing() as db:
        db.execute(query, values)


def test_a_notice_is_stored_with_the_choice_or_not_at_all(club: Club) -> None:
    club.choose(BLUE)
    assert club.waiting() == [club.blue]
    club.made = 0
    with pytest.raises(StorageError):
        club.choose(RED)
    assert club.waiting() == [club.blue]


def test_a_choice_without_a_call_changes_no_notice(club: Club) -> None:
    club.choose(BLUE)
    club.storage.append(club.table, club.made, [CHOICE], [])
    assert club.waiting() == [club.blue]


def test_a_notice_is_withdrawn_when_the_turn_was_taken(club: Club) -> None:
    club.choose(BLUE)
    (taken,) = club.take()
    club.choose(RED)
    assert club.waiting() == [club.red]
    # Also one that a server has just taken, and would try again.
    assert club.storage.outbox.particulars(taken) is None
    club.storage.outbox.postpone(taken, now(), 1)
    club.choose()
    assert club.waiting() == []


def test_nobody_is_told_twice_by_two_servers(opened: Callable[[], SqlStorage]) -> None:
    one = opened()
    other = opened() if one.homes.shared else one
    for number in range(12):
        Club(one, f"table-{number}").choose(BLUE)
    gate = threading.Barrier(4)
    found: list[int] = []

    def take(storage: SqlStorage) -> None:
        gate.wait()
        while taken := storage.outbox.take(KINDS, 2):
            found.extend(notice.id for notice in taken)

    threads = [threading.Thread(target=take, args=(storage,)) for storage in (one, other) * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == len(set(found)) == 12


def test_what_a_dead_server_had_is_taken_by_another_once_more(club: Club) -> None:
    club.choose(BLUE)
    (first,) = club.take()
    assert club.take() == []
    change(club.storage, "UPDATE outbox SET taken = ?", now(-LEASE - 1))
    (again,) = club.take()
    assert (again.id, again.tries) == (first.id, 2)
    # The first one lives after all: it does not send what another has.
    assert club.storage.outbox.particulars(first) is None
    club.storage.outbox.sent(first)
    club.storage.outbox.drop(first)
    assert club.storage.outbox.particulars(again) is not None
    club.storage.outbox.sent(again)
    assert club.take() == []


def test_what_was_sent_is_not_sent_again_and_keeps_the_next_one_apart(club: Club) -> None:
    club.choose(BLUE)
    (first,) = club.take()
    club.storage.outbox.sent(first)
    change(club.storage, "UPDATE outbox SET taken = ?", now(-LEASE - 1))
    assert club.take() == []
    club.choose(RED)
    club.choose(BLUE)
    (second,) = club.take()
    found = club.storage.outbox.particulars(second)
    assert found is not None and found.last >= now(-60)
    # After a while it is forgotten.
    club.storage.outbox.postpone(second, now(), 0)
    change(club.storage, "UPDATE outbox SET sent = ? WHERE sent != ''", now(-APART - 1))
    (third,) = club.take()
    found = club.storage.outbox.particulars(third)
    assert found is not None and not found.last
    assert club.waiting() == [club.blue]


def test_whoever_looks_at_the_table_is_told_later(club: Club) -> None:
    club.choose(BLUE, looking=(RED, BLUE))
    assert club.take() == []
    ((due,),) = rows(club.storage, "SELECT due FROM outbox")
    assert now(LOOKING - 60) < due <= now(LOOKING)


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE seats SET kind = 'void' WHERE account = ?",
        "UPDATE seats SET account = '' WHERE account = ?",
        "UPDATE channels SET since = '' WHERE account = ?",
        "DELETE FROM channels WHERE account = ?",
        "UPDATE accounts SET banned = 'why' WHERE id = ?",
    ],
)
def test_nothing_is_sent_to_whom_it_concerns_no_more(club: Club, spoil: str) -> None:
    club.choose(BLUE)
    (notice,) = club.take()
    assert club.storage.outbox.particulars(notice) is not None
    change(club.storage, spoil, club.blue)
    assert club.storage.outbox.particulars(notice) is None


def test_what_is_about_a_closed_table_waits_until_it_is_opened(club: Club) -> None:
    club.choose(BLUE)
    assert club.storage.decrees.close(club.table, "why")
    assert club.take() == [] and club.waiting() == [club.blue]
    assert club.storage.decrees.open(club.table)
    (notice,) = club.take()
    # It was closed and opened while somebody had it.
    assert club.storage.decrees.close(club.table, "why")
    club.storage.outbox.postpone(notice, now(), 1)
    assert club.take() == []
    assert club.storage.decrees.open(club.table)
    (again,) = club.take()
    assert club.storage.outbox.particulars(again) is not None


def test_an_account_that_is_being_told_something_waits(club: Club) -> None:
    club.choose(BLUE, RED)
    (notice,) = club.storage.outbox.take(KINDS, 10, (club.blue,))
    assert notice.account == club.red
    assert club.storage.outbox.take(KINDS, 10, (club.blue, club.red)) == []
    assert [one.account for one in club.take()] == [club.blue]


def test_only_channels_that_a_server_has_are_taken(club: Club) -> None:
    club.choose(BLUE)
    assert club.storage.outbox.take(("mail",), 10) == []
    assert len(club.storage.outbox.take(("mail", "webhook"), 10)) == 1


def test_whoever_has_no_account_or_channel_is_told_nothing(club: Club) -> None:
    club.storage.channels.close(club.red, "webhook")
    club.choose(RED)
    assert club.waiting() == []
    change(club.storage, "UPDATE seats SET account = ''")
    club.choose(BLUE)
    assert club.waiting() == []


def test_a_channel_takes_its_notices_along(club: Club) -> None:
    club.choose(BLUE)
    club.storage.channels.close(club.blue, "webhook")
    assert club.waiting() == [] and club.storage.channels.of(club.blue) == []


def test_an_account_takes_everything_along(club: Club) -> None:
    club.storage.channels.set_rest(club.blue, Rest("22:00", "07:00", "Asia/Tokyo", "2026-08-31"))
    club.choose(BLUE)
    club.storage.accounts.remove(club.blue)
    assert club.waiting() == []
    assert rows(club.storage, "SELECT account FROM channels") == [(club.red,)]
    assert rows(club.storage, "SELECT account FROM rests") == []


def test_a_table_takes_its_notices_along(club: Club) -> None:
    club.choose(BLUE)
    change(club.storage, "UPDATE tables SET used = ''")
    while club.storage.remove(club.table, 50):
        pass
    assert club.waiting() == [] and rows(club.storage, "SELECT id FROM tables") == []


def test_an_address_is_used_once_its_code_has_come_back(club: Club) -> None:
    channels = club.storage.channels
    _, older = channels.offer(club.red, "mail", "ann@example.org")
    _, code = channels.offer(club.red, "mail", "ann@example.org")
    assert [bool(one.since) for one in channels.of(club.red)] == [True, False]
    assert not channels.confirm(club.red, older)
    assert not channels.confirm(club.blue, code)
    assert not channels.confirm(club.red, "")
    assert channels.confirm(club.red, f" {code[:5].lower()}-{code[5:]} ")
    assert not channels.confirm(club.red, code)
    assert [bool(one.since) for one in channels.of(club.red)] == [True, True]
    # Another address is not this one.
    channels.offer(club.red, "mail", "bob@example.org")
    assert not channels.of(club.red)[1].since


def test_a_code_is_good_for_a_day(club: Club) -> None:
    _, code = club.storage.channels.offer(club.red, "mail", "ann@example.org")
    change(club.storage, "UPDATE channels SET made = ?", now(-24 * 3600 - 1))
    assert not club.storage.channels.confirm(club.red, code)


def test_a_word_ends_one_channel_once(club: Club) -> None:
    channels = club.storage.channels
    (channel,) = channels.of(club.red)
    assert not channels.stop("") and not channels.stop("x")
    assert channels.stop(channel.stop) and not channels.stop(channel.stop)
    assert channels.of(club.red) == [] and len(channels.of(club.blue)) == 1


def test_quiet_times_come_back_as_they_were_set(club: Club) -> None:
    channels, rest = club.storage.channels, Rest("22:00", "07:00", "Asia/Tokyo", "2026-08-31")
    assert channels.rest(club.red) == NONE
    channels.set_rest(club.red, rest)
    assert channels.rest(club.red) == rest and channels.rest(club.blue) == NONE
    channels.set_rest(club.red, NONE)
    assert channels.rest(club.red) == NONE


def device(club: Club, account: str, name: str = "desk") -> bytes:
    """Another device of somebody, which has a name of its own."""
    joined = club.storage.accounts.join(club.storage.accounts.new_code(account), name)
    assert joined is not None
    return device_key(joined[1])


def browser(number: int) -> Subscription:
    return Subscription(f"https://push.example.org/{number}", "point", "secret")


def push_channels(club: Club, account: str) -> int:
    return [one.kind for one in club.storage.channels.of(account)].count("push")


def test_the_first_device_opens_the_channel_and_the_last_one_closes_it(club: Club) -> None:
    pushes = club.storage.pushes
    desk, telephone = device(club, club.blue), device(club, club.blue, "telephone")
    for number, one in enumerate((desk, telephone)):
        assert pushes.add(club.blue, one, browser(number))
    club.choose(BLUE)
    # One notice for all devices, beside that of the webhook.
    assert sorted(notice.channel for notice in club.take()) == ["push", "webhook"]
    pushes.forget(club.blue, (browser(0).endpoint, browser(7).endpoint))
    pushes.forget(club.red, (browser(1).endpoint,))
    assert [one.device for one in pushes.of(club.blue)] == [telephone.hex()]
    assert push_channels(club, club.blue) == 1
    assert club.storage.accounts.shut_out(club.blue, telephone.hex()[:12])
    assert push_channels(club, club.blue) == 0
    assert rows(club.storage, "SELECT channel FROM outbox") == [("webhook",)]


def test_a_browser_tells_one_account_and_a_device_has_one_browser(club: Club) -> None:
    pushes = club.storage.pushes
    red, blue = device(club, club.red), device(club, club.blue)
    assert pushes.add(club.red, red, browser(0)) and pushes.add(club.blue, blue, browser(0))
    assert pushes.of(club.red) == [] and push_channels(club, club.red) == 0
    assert pushes.add(club.blue, blue, browser(1))
    assert [one.subscription for one in pushes.of(club.blue)] == [browser(1)]


def test_only_so_many_devices_are_told(club: Club) -> None:
    pushes = club.storage.pushes
    for number in range(PUSHES_PER_ACCOUNT):
        assert pushes.add(club.red, device(club, club.red), browser(number))
    assert not pushes.add(club.red, device(club, club.red), browser(99))
    assert len(pushes.of(club.red)) == PUSHES_PER_ACCOUNT


def test_a_channel_that_is_closed_and_an_account_that_goes_take_devices_along(club: Club) -> None:
    pushes = club.storage.pushes
    for account, number in ((club.red, 0), (club.blue, 1)):
        assert pushes.add(account, device(club, account), browser(number))
    club.storage.channels.close(club.red, "push")
    assert pushes.of(club.red) == []
    club.storage.accounts.remove(club.blue)
    assert rows(club.storage, "SELECT device FROM pushes") == []
