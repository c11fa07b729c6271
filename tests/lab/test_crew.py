"""Whoever does the work, and whatever becomes of him, it comes to the same."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from stavka.lab.crew import TRIES, Crew, Inline, Pool

CREWS: tuple[Crew, ...] = (Inline(), Pool(2))


def squared(numbers: range) -> list[int]:
    return [number * number for number in numbers]


def batches(count: int = 12) -> list[range]:
    return [range(10 * n, 10 * n + 10) for n in range(count)]


@pytest.mark.parametrize("crew", CREWS, ids=["inline", "pool"])
def test_everything_is_done_once(crew: Crew) -> None:
    done = sorted(crew.run(squared, batches()), key=lambda one: one.batch.start)
    assert [one.batch for one in done] == batches()
    assert [one.result for one in done] == [squared(batch) for batch in batches()]


def dies_once(marker: Path, batch: range) -> list[int]:
    """The process that has the fourth batch is killed in the middle of it, once."""
    if batch.start == 30 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(batch)


def test_who_is_killed_loses_nothing(tmp_path: Path) -> None:
    done = list(Pool(2).run(partial(dies_once, tmp_path / "killed"), batches()))
    assert (tmp_path / "killed").exists()
    assert sorted(one.batch.start for one in done) == [batch.start for batch in batches()]
    assert all(one.result == squared(one.batch) and not one.lost for one in done)


def dies_always(batch: range) -> list[int]:
    if batch.start == 30:
        os.kill(os.getpid(), signal.SIGKILL)
    return squared(batch)


def test_what_kills_everybody_is_named(tmp_path: Path) -> None:
    done = {one.batch.start: one for one in Pool(2).run(dies_always, batches())}
    assert len(done) == len(batches())
    lost = [one for one in done.values() if one.lost]
    assert [one.batch.start for one in lost] == [30]
    assert f"died {TRIES} times" in lost[0].lost and "-9" in lost[0].lost


def stumbles(batch: range) -> list[int]:
    if batch.start == 30:
        raise ValueError("thirty is too much")
    return squared(batch)


@pytest.mark.parametrize("crew", CREWS, ids=["inline", "pool"])
def test_what_goes_wrong_is_told(crew: Crew) -> None:
    (lost,) = [one for one in crew.run(stumbles, batches()) if one.lost]
    assert lost.batch.start == 30 and "thirty is too much" in lost.lost


@pytest.mark.parametrize("crew", CREWS, ids=["inline", "pool"])
def test_no_more_is_fetched_than_there_are_hands(crew: Crew) -> None:
    fetched: list[int] = []

    def given() -> Iterator[range]:
        for batch in batches():
            fetched.append(batch.start)
            yield batch

    for come, _ in enumerate(crew.run(squared, given()), 1):
        assert len(fetched) <= come + 2
    assert len(fetched) == len(batches())


def test_whoever_stops_leaves_nobody_behind() -> None:
    before = set(multiprocessing.active_children())
    running = Pool(2).run(squared, batches())
    next(running)
    assert len(set(multiprocessing.active_children()) - before) == 2
    running.close()  # type: ignore[attr-defined]
    assert set(multiprocessing.active_children()) <= before


def test_who_dies_while_he_rests_is_replaced() -> None:
    running = Pool(1).run(squared, batches(3))
    first = next(running)
    for child in multiprocessing.active_children():
        os.kill(child.pid or 0, signal.SIGKILL)
    time.sleep(0.2)
    assert [one.result for one in (first, *running)] == [squared(batch) for batch in batches(3)]
