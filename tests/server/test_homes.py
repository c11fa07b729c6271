"""Several servers on one database: who holds a table, and who may write about it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from stavka.server.homes import Heard
from stavka.server.moving import Moving
from stavka.server.postgres import ANEW
from stavka.server.postgres import PostgresStorage as Storage
from stavka.server.storage import (
    Elsewhere,
    Remark,
    SharedDice,
    Snapshot,
    StorageError,
    StoredPlan,
    Unsure,
)

from .cluster import Cluster
from .test_databases import CHOICE, T, add, stored

pytestmark = pytest.mark.hosted


@pytest.fixture
def opened(postgres: Cluster, tmp_path: Path) -> Iterator[Callable[[], Storage]]:
    """Servers that share one database."""
    address = postgres.new(tmp_path.name)
    found: list[Storage] = []

    def storage() -> Storage:
        found.append(Storage(address, tmp_path / "stavka.key"))
        return found[-1]

    yield storage
    for one in found:
        one.close()


def pass_away(storage: Storage) -> None:
    """As if nothing had been heard of a server for long."""
    with storage.writing() as db:
        db.execute("UPDATE nodes SET until = now() WHERE id = ?", (storage.homes.me,))


def test_a_table_has_one_home(opened: Callable[[], Storage]) -> None:
    one, other = opened(), opened()
    add(one, T)
    assert one.homes.take(T) and not other.homes.take(T, ask=False)
    assert one.homes.beat() == Heard()
    assert not other.homes.take(T)
    assert one.homes.beat() == Heard((T,))
    one.homes.leave([T])
    assert other.homes.take(T) and other.homes.beat() == Heard()
    assert not one.homes.take(T)


def test_whoever_holds_a_table_no_longer_stores_nothing(opened: Callable[[], Storage]) -> None:
    one, other = opened(), opened()
    add(one, T)
    one.append(T, 0, [CHOICE], [])
    pass_away(one)
    assert other.homes.take(T)
    seating = one.seating
    writes: list[Callable[[], object]] = [
        lambda: one.append(T, 1, [CHOICE], []),
        lambda: one.append(T, 1, [], [Snapshot(1, b"{}")]),
        lambda: one.say(T, Remark("Red", "hello", 0)),
        lambda: one.see(T, b"\x01", "Red", 3),
        lambda: one.settle(T, SharedDice(settled=True)),
        lambda: one.keep_plan(T, StoredPlan(1, "Red", b"{}")),
        lambda: seating.give_back(T, b"red" + T.encode()),
        lambda: seating.commit(T, b"red" + T.encode(), "c"),
        lambda: seating.open_share(T, b"red" + T.encode(), b"s"),
        lambda: seating.forget_shares(T),
        lambda: seating.agree(T, 1, ["Red"]),
    ]
    for write in writes:
        with pytest.raises(Elsewhere):
            write()
    # Not even if it is heard of again: the table has another number now.
    one.homes.beat()
    with pytest.raises(Elsewhere):
        one.append(T, 1, [CHOICE], [])
    other.append(T, 1, [CHOICE], [])
    assert one.actions(T) == [CHOICE] * 2 and one.remarks(T) == [] == one.plans(T)


def test_a_server_that_is_late_keeps_what_nobody_has_taken(opened: Callable[[], Storage]) -> None:
    one, other = opened(), opened()
    add(one, T)
    pass_away(one)
    one.append(T, 0, [CHOICE], [])
    # The other one has noticed, and removed what it has left.
    assert other.homes.beat().heir and not other.homes.beat().heir
    one.homes.beat()
    assert not other.homes.take(T)
    one.append(T, 1, [CHOICE], [])


def test_a_table_that_comes_back_has_a_new_number(opened: Callable[[], Storage]) -> None:
    """What was begun before it went is not stored after it has come back."""
    one, other = opened(), opened()
    add(one, T)
    old = dict(one.homes._epochs)
    one.homes.leave([T])
    assert other.homes.take(T)
    other.homes.leave([T])
    assert one.homes.take(T) and one.homes._epochs[T] == old[T] + 2
    one.homes._epochs.update(old)
    with pytest.raises(Elsewhere):
        one.append(T, 0, [CHOICE], [])


def test_a_table_does_not_move_while_something_is_stored(opened: Callable[[], Storage]) -> None:
    one, other = opened(), opened()
    add(one, T)
    pass_away(one)
    taken: list[bool] = []
    with one.writing(T) as db:
        taking = threading.Thread(target=lambda: taken.append(other.homes.take(T)))
        taking.start()
        taking.join(0.3)
        assert not taken
        db.execute("UPDATE tables SET data = 'mine' WHERE id = ?", (T,))
    taking.join(30)
    found = other.table(T)
    assert taken == [True] and found is not None and found.data == "mine"


def test_of_many_who_want_a_free_table_one_gets_it(opened: Callable[[], Storage]) -> None:
    servers = [opened() for _ in range(4)]
    add(servers[0], T)
    servers[0].homes.leave([T])
    gate = threading.Barrier(len(servers))
    took: list[int] = []

    def take(number: int) -> None:
        gate.wait()
        if servers[number].homes.take(T):
            took.append(number)

    threads = [threading.Thread(target=take, args=(n,)) for n in range(len(servers))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(took) == 1
    for number, server in enumerate(servers):
        if number != took[0]:
            with pytest.raises(Elsewhere):
                server.append(T, 0, [CHOICE], [])
    servers[took[0]].append(T, 0, [CHOICE], [])


def test_whoever_stops_leaves_everything_at_once(opened: Callable[[], Storage]) -> None:
    one, other = opened(), opened()
    add(one, T)
    assert not other.homes.take(T, ask=False)
    one.homes.end()
    assert other.homes.take(T) and other.homes.beat().heir


def test_games_between_computers_and_abandoned_tables_of_others_are_left_alone(
    opened: Callable[[], Storage],
) -> None:
    one, other = opened(), opened()
    add(one, T, players={"Red": "cadet", "Blue": "random"})
    assert one.without("person", 9) == [T] and other.without("person", 9) == []
    # A game that is being brought looks as one that was given up.
    one.prepare(stored(one, "new"))
    assert one.homes.take("new")
    assert other.give_up(None) == [] and one.give_up(None) == ["new"]
    pass_away(one)
    assert other.without("person", 9) == [T] and other.give_up(None) == ["new"]


def test_a_database_that_goes_away_leaves_it_open_what_was_stored(
    opened: Callable[[], Storage], postgres: Cluster
) -> None:
    one = opened()
    add(one, T)
    postgres.stop("immediate")
    try:
        with pytest.raises(Unsure):
            one.append(T, 0, [CHOICE], [])
    finally:
        postgres.start()
    one.append(T, 0, [CHOICE], [])
    assert one.actions(T) == [CHOICE]


async def long(seconds: float = 60.0) -> None:
    await asyncio.sleep(seconds)


async def failing() -> None:
    raise StorageError("nothing can be read")


@pytest.mark.parametrize("inherit", [long, failing])
def test_signs_of_life_wait_for_no_inheritance(
    opened: Callable[[], Storage], inherit: Callable[[], Awaitable[None]]
) -> None:
    """To open the games of another server takes as long as it takes."""
    one, other = opened(), opened()
    pass_away(other)
    begun = asyncio.Event()

    async def inheriting() -> None:
        begun.set()
        await inherit()

    async def stored(work: Callable[..., Any], *args: Any, **named: Any) -> Any:
        return await asyncio.to_thread(work, *args, **named)

    def until() -> Any:
        with one.reading() as db:
            query = "SELECT until FROM nodes WHERE id = ?"
            return db.execute(query, (one.homes.me,)).fetchone()[0]

    async def live() -> None:
        moving = Moving(one.homes, {}, lambda _: None, inheriting, stored)
        living = asyncio.create_task(moving.live())
        await begun.wait()
        before = until()
        while until() == before:
            await asyncio.sleep(0.05)
        living.cancel()
        moving.stop()

    asyncio.run(asyncio.wait_for(live(), 30))


def test_a_database_that_was_away_is_found_again_soon(
    postgres: Cluster, opened: Callable[[], Storage]
) -> None:
    """Whoever waits twice as long for each attempt would look again seven seconds later."""
    storage = opened()
    postgres.stop("immediate")
    away = threading.Event()

    def beat() -> None:
        while not away.wait(0.5):
            with suppress(StorageError):
                storage.homes.beat()

    beating = threading.Thread(target=beat)
    beating.start()
    time.sleep(8.5)
    postgres.start()
    began = time.monotonic()
    while True:
        with suppress(StorageError):
            storage.table(T)
            break
    took = time.monotonic() - began
    away.set()
    beating.join()
    assert took < 2 * ANEW
