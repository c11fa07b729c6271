"""Long work is done elsewhere, in turns, and nobody else waits for it."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from stavka.server.problems import Busy
from stavka.server.table import RETOLD_EVERY, Table
from stavka.server.workshop import TakesTooLong, Turns, Workshop

from .client import Live, get, hot_seat, http, post
from .running import PATIENCE, Process, server
from .test_files import GOOD_RECORD, import_table


def doubled(value: int) -> int:
    return 2 * value


def died() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dies_once(file: str) -> str:
    if not Path(file).exists():
        Path(file).touch()
        died()
    return "done"


def test_whoever_asks_for_much_waits_for_himself() -> None:
    async def play() -> list[str]:
        turns, order, gate = Turns(each=4, most=7), list[str](), asyncio.Event()

        async def ask(owner: str) -> None:
            async with turns.turn(owner):
                order.append(owner)
                await gate.wait()

        greedy = [asyncio.create_task(ask("greedy")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await ask("greedy")
        others = [asyncio.create_task(ask(name)) for name in ("one", "two", "one")]
        await asyncio.sleep(0)
        # Now there is no place for anybody.
        with pytest.raises(Busy):
            await ask("three")
        # Who goes does not hold up the others.
        others[1].cancel()
        gate.set()
        await asyncio.gather(*greedy, *others, return_exceptions=True)
        await ask("three")
        assert not turns._asked and not turns._waiting and not turns._taken
        return order

    found = asyncio.run(play())
    assert found == ["greedy", "greedy", "one", "greedy", "one", "greedy", "three"]


def test_a_turn_that_comes_to_somebody_who_goes_is_passed_on() -> None:
    async def play() -> None:
        turns = Turns(each=4, most=8)
        ended = asyncio.Event()

        async def hold() -> None:
            async with turns.turn("first"):
                await ended.wait()

        async def pass_through() -> bool:
            async with turns.turn("later"):
                return True

        holding = asyncio.create_task(hold())
        await asyncio.sleep(0)
        gone, last = asyncio.create_task(pass_through()), asyncio.create_task(pass_through())
        await asyncio.sleep(0)
        ended.set()
        await holding
        gone.cancel()
        assert await asyncio.wait_for(last, 5)

    asyncio.run(play())


def test_a_process_that_dies_or_takes_too_long_is_replaced(tmp_path: Path) -> None:
    async def play() -> None:
        shop = Workshop()
        try:
            assert await shop.do("a", doubled, 4) == 8
            # It is not known whether the work was to blame: it is tried once more.
            assert await shop.do("a", dies_once, str(tmp_path / "once")) == "done"
            with pytest.raises(BrokenProcessPool):
                await shop.do("a", died)
            with pytest.raises(TakesTooLong):
                await shop.do("a", time.sleep, 60, seconds=0.2)
            assert await shop.do("a", doubled, 5) == 10
        finally:
            shop.end()

    asyncio.run(play())


# At a table


def test_a_game_without_history_is_played_again_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An imported one: elsewhere, and from then on it is opened from what that has found."""
    with server(tmp_path) as address:
        links = import_table(address, GOOD_RECORD)
        monkeypatch.setattr(Table, "repeat", None)
        before = get(address, f"/api/seats/{links['hot_seat']}")
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        moves = [row[0] for row in db.execute("SELECT moves FROM snapshots ORDER BY moves")]
    db.close()
    assert moves[-1] == before["moves"] and len(moves) > 5
    assert all(b - a >= RETOLD_EVERY for a, b in zip([0, *moves], moves[:-1], strict=False))
    monkeypatch.undo()
    with server(tmp_path) as address:
        monkeypatch.setattr("stavka.server.tables.Workshop", None)
        assert get(address, f"/api/seats/{links['hot_seat']}") == before


def test_what_was_taken_back_is_not_in_the_history_that_is_found(tmp_path: Path) -> None:
    """Undo and redo across a change of side, in a game whose history is lost."""
    rnd = random.Random(4)
    with server(tmp_path, messages_per_second=1e9) as address:
        secret = hot_seat(address)
        with Live(address, secret) as live:
            while live.state["moves"] < 2 * RETOLD_EVERY + 20:
                live.choose_any(rnd)
                for _ in range(rnd.choice((0, 0, 0, 2, 3))):
                    if live.state["can_undo"]:
                        live.ask("undo")
                for _ in range(rnd.choice((0, 1, 2))):
                    if live.state["can_redo"]:
                        live.ask("redo")
        before = get(address, f"/api/seats/{secret}")
    for lost in (False, True):
        if lost:
            with sqlite3.connect(tmp_path / "stavka.db") as db:
                db.execute("DELETE FROM snapshots")
            db.close()
        with server(tmp_path) as address:
            after = get(address, f"/api/seats/{secret}")
        # What could have been done again is forgotten with the server's end.
        assert {**after, "can_redo": before["can_redo"]} == before


def test_redo_over_a_change_of_side_survives_a_restart(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        secret = hot_seat(address)
        with Live(address, secret) as live:
            for verb in ("recommended", "done", "recommended", "done"):
                live.choose(verb)
            sides = {live.presentation["side"]}
            while live.state["can_undo"]:
                live.ask("undo")
                sides.add(live.presentation["side"])
            assert len(sides) == 2
            while live.state["can_redo"]:
                live.ask("redo")
        before = get(address, f"/api/seats/{secret}")
    with server(tmp_path) as address:
        assert get(address, f"/api/seats/{secret}") == before


def test_a_seat_cannot_keep_others_from_looking_back(address: str) -> None:
    """Sixteen who want to know all about one game, and one who looks at another."""
    greedy = import_table(address, GOOD_RECORD)["spectator"]
    other = hot_seat(address)
    get(address, f"/api/seats/{greedy}")
    question = {"type": "query", "id": 1, "kind": "luck"}
    with ThreadPoolExecutor(16) as askers, Live(address, other) as live:
        live.ask("query", id=1, kind="luck")
        asked = [askers.submit(post, address, greedy, question) for _ in range(16)]
        # As soon as one is told something, all places that there are for them are taken.
        wait(asked, return_when=FIRST_COMPLETED)
        assert live.ask("query", id=2, kind="luck")["type"] == "answer"
        waiting = [one for one in asked if not one.done()]
        answers: list[Any] = [one.result()["type"] for one in asked]
    assert waiting, "the other one has waited for all"
    assert answers.count("answer") >= 1 and answers.count("refused") >= 1


def test_numbers_of_moves_that_are_no_numbers(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        for kind in ("history", "replay", "battle"):
            refused = live.ask("query", id=1, kind=kind, argument="9" * 9000)
            assert refused["type"] == "refused" and len(refused["reason"]) < 300


def test_too_many_reports_of_one_seat(address: str) -> None:
    report = f"/api/seats/{hot_seat(address)}/report"
    with ThreadPoolExecutor(4) as askers, http(address) as client:
        client.timeout = 120
        codes = sorted(r.status_code for r in askers.map(client.get, [report] * 4))
    assert codes == [200, 200, 429, 429]


def children(pid: int) -> list[int]:
    """The processes that one has started, but the tracker, which goes by itself."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    found = [int(child) for child in text.split()]
    return [c for c in found if b"spawn_main" in Path(f"/proc/{c}/cmdline").read_bytes()]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="processes are listed elsewhere")
def test_no_process_outlives_a_server_that_is_killed(tmp_path: Path) -> None:
    process = Process(tmp_path / "stavka.db")
    secret = hot_seat(process.address)
    with ThreadPoolExecutor(1) as asker, http(process.address) as client:
        with Live(process.address, secret) as live:
            live.ask("query", id=1, kind="history", argument="0")
            live.ask("query", id=1, kind="luck")
        writing = asker.submit(client.get, f"/api/seats/{secret}/report")
        until = time.monotonic() + PATIENCE
        while len(left := children(process.pid)) < 3:
            assert time.monotonic() < until
        process.kill()
        assert writing.exception(PATIENCE) is not None
    while any(Path(f"/proc/{child}").exists() for child in left):
        assert time.monotonic() < until, left
        time.sleep(0.05)
