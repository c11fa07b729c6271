"""A cluster plays what one process plays, whoever is killed in it and whatever is lost."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from stavka.cli import main
from stavka.lab.cluster import THIS_MACHINE, Ray, connected
from stavka.lab.crew import TRIES, B, Done, Inline, Pool, R, Unfit
from stavka.lab.experiment import Cell, Experiment, read
from stavka.lab.games import REPEATED, Batch, play_batch, to_repeat
from stavka.lab.report import write_report
from stavka.lab.run import Progress, Runner
from stavka.lab.store import Store

from .test_crew import batches, dies_always, dies_once, squared, stumbles
from .test_runs import digests, experiment, ran

ROOT = Path(__file__).parents[2]

# Ray is told things before it is loaded, so that nobody loads it here.
pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="stavka[cluster] is missing")


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clusters that nobody else gets into, whose processes know these tests."""
    monkeypatch.setenv("RAY_AUTH_TOKEN", "5" * 64)
    for name in THIS_MACHINE:
        # Those that several machines are part of do without.
        monkeypatch.delenv(name, raising=False)
    known = (ROOT, ROOT / "src", ROOT / "examples")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, known)))


# With a cluster of this machine


def serving() -> list[int]:
    """The processes that play, in a cluster that this one has started."""
    processes: dict[int, tuple[int, str]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = stat.read_text().split("(", 1)[1].rsplit(")", 1)
            title = (stat.parent / "cmdline").read_text()
        except (OSError, UnicodeDecodeError):
            continue
        processes[int(stat.parent.name)] = (int(rest.split()[1]), title or name)
    raylets = {pid for pid, (parent, _) in processes.items() if parent == os.getpid()}
    return [
        pid
        for pid, (parent, title) in processes.items()
        if parent in raylets and title.startswith("ray::Serving")
    ]


def test_a_cluster_plays_the_same_games_and_a_killed_process_loses_none(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    whole = ran(what, tmp_path / "whole.sqlite", Inline())
    store = Store.create(tmp_path / "run.sqlite", what)
    runner, killed = Runner(what, store), list[int]()

    def kill_one(progress: Progress) -> None:
        if progress.done >= 3 and not killed:
            killed.append(serving()[0])
            os.kill(killed[0], signal.SIGKILL)

    runner.run(Ray(workers=2, repeat=to_repeat), kill_one)
    assert killed and not runner.lost and digests(store) == whole
    # The first game of each cell was played twice, and came to the same.
    assert runner.repeated == 2 and store.differences() == []
    # The cluster has ended with the run.
    assert serving() == []
    store.close()


@pytest.mark.slow
def test_a_cluster_does_what_every_crew_does(tmp_path: Path) -> None:
    with connected(workers=2):
        crew = Ray(workers=2)
        done = sorted(crew.run(squared, batches()), key=lambda one: one.batch.start)
        assert [one.result for one in done] == [squared(batch) for batch in batches()]

        once = list(crew.run(partial(dies_once, tmp_path / "killed"), batches()))
        assert (tmp_path / "killed").exists()
        assert sorted(one.batch.start for one in once) == [batch.start for batch in batches()]
        assert all(one.result == squared(one.batch) and not one.lost for one in once)

        (lost,) = [one for one in crew.run(dies_always, batches()) if one.lost]
        assert lost.batch.start == 30 and f"died {TRIES} times" in lost.lost

        (lost,) = [one for one in crew.run(stumbles, batches()) if one.lost]
        assert lost.batch.start == 30 and "thirty is too much" in lost.lost

        fetched: list[int] = []

        def given() -> Iterator[range]:
            for batch in batches():
                fetched.append(batch.start)
                yield batch

        for come, _ in enumerate(crew.run(squared, given()), 1):
            assert len(fetched) <= come + 2
        assert len(fetched) == len(batches())

        running = crew.run(squared, batches())
        next(running)
        assert serving()
        running.close()  # type: ignore[attr-defined]
        wait_until(lambda: not serving())


def whose(met: Path, batch: range) -> int:
    """Who has done it; nobody begins before there are two."""
    (met / str(os.getpid())).touch()
    wait_until(lambda: len(list(met.iterdir())) > 1)
    return os.getpid()


@pytest.mark.slow
def test_what_is_done_twice_is_done_by_another(tmp_path: Path) -> None:
    (tmp_path / "met").mkdir()
    crew = Ray(workers=2, repeat=lambda batch: batch if batch.start % 20 == 0 else None)
    done = list(crew.run(partial(whose, tmp_path / "met"), batches()))
    first = {one.batch.start: one.result for one in done if not one.again}
    again = {one.batch.start: one.result for one in done if one.again}
    assert sorted(first) == [batch.start for batch in batches()]
    assert sorted(again) == [start for start in sorted(first) if start % 20 == 0]
    assert all(result != first[start] for start, result in again.items())


def wait_until(so: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < until, "it has not come to that"
        time.sleep(0.1)


# What differs


class Forgetful:
    """A crew that plays every game twice, and some of them differently."""

    def run(self, work: Callable[[B], R], given: Iterable[B]) -> Iterator[Done[B, R]]:
        for done in Inline().run(work, given):
            yield done
            assert isinstance(done.batch, Batch) and isinstance(done.result, list)
            games = [
                msgspec.structs.replace(game, digest="something else") if game.number == 3 else game
                for game in done.result
            ]
            yield done._replace(result=games, again=True)  # type: ignore[arg-type]


def test_a_game_that_comes_to_something_else_is_told_and_kept(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    store = Store.create(tmp_path / "run.sqlite", what)
    runner = Runner(what, store)
    runner.run(Forgetful())
    assert runner.repeated == 16
    found = store.differences()
    assert [(one.cell, one.number) for one in found] == [("own data", 3), ("mild", 3)]
    assert "own data, game 3: two machines" in str(found[0])
    assert "something else" in found[0].again and found[0].first in str(found[0])
    # What was stored first stays.
    assert digests(store)["own data", 3] in found[0].first
    page = write_report(store)
    assert page.index("own data, game 3: two machines") < page.index("Who wins")
    store.close()
    # It is an error as long as the file is used.
    with pytest.raises(SystemExit) as ended:
        out = str(tmp_path / "run.sqlite")
        main(["lab", "run", str(tmp_path / "experiment.toml"), "--out", out, "--crew", "inline"])
    assert ended.value.code == 1


def test_one_game_in_a_hundred_is_played_twice(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    given = [Batch(what.cells[0], tuple(range(n, n + 7)), what.outputs) for n in range(0, 700, 7)]
    parts = [part for batch in given if (part := to_repeat(batch))]
    assert [n for part in parts for n in part.numbers] == list(range(0, 700, REPEATED))


# Versions


OTHERS = [
    ({"rules": 99}, r"the rules of River Line: version \d+ on this machine, version 99 in this"),
    ({"data": "abc"}, r"the data of 'own data': version \w+ on this machine, version abc in"),
    ({"program": "abc"}, "the code that plays River Line: version .*, version abc in this run"),
    ({"overlay": "/nowhere/at/all"}, "there is no folder /nowhere/at/all, which 'own data' lays"),
    ({"slug": "lost-title"}, "there is no title 'lost-title'"),
]


def batch_of(cell: Cell, what: Experiment) -> Batch:
    return Batch(cell, (0,), what.outputs)


@pytest.mark.parametrize(("changed", "words"), OTHERS)
def test_nobody_plays_with_other_versions(
    tmp_path: Path, changed: dict[str, object], words: str
) -> None:
    what = experiment(tmp_path)
    cell = msgspec.structs.replace(what.cells[0], **changed)
    with pytest.raises(Unfit, match=f"{re.escape(os.uname().nodename)} cannot play: {words}"):
        play_batch(batch_of(cell, what))


def test_nobody_plays_for_another_stavka(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    batch = batch_of(what.cells[0], what)._replace(stavka="0.0.7")
    for crew in (Inline(), Pool(1)):
        with pytest.raises(Unfit, match=r"Stavka: version \S+ on this machine, version 0\.0\.7 in"):
            list(crew.run(play_batch, [batch]))


def test_who_is_not_fit_ends_the_run_and_nothing_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The overlay's folder is changed after the file was read, as by somebody in the meantime."""
    what = experiment(tmp_path)
    other = msgspec.structs.replace(what.cells[1], data="elsewhere")
    store = Store.create(tmp_path / "run.sqlite", what)
    broken = msgspec.structs.replace(what, cells=(what.cells[0], other))
    with pytest.raises(Unfit, match="version elsewhere in this run"):
        Runner(broken, store).run(Inline())
    assert len(digests(store)) == 1
    Runner(what, store).run(Inline())
    assert digests(store) == ran(what, tmp_path / "whole.sqlite", Inline())
    store.close()


def test_the_command_says_why_there_is_no_cluster(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    experiment(tmp_path)
    file, out = str(tmp_path / "experiment.toml"), str(tmp_path / "run.sqlite")
    assert main(["lab", "run", file, "--out", out, "--address", "127.0.0.1:1"]) == 2
    assert "--address goes with --crew ray only" in capsys.readouterr().err
    text = (tmp_path / "experiment.toml").read_text() + 'address = "127.0.0.1:1"\n'
    (tmp_path / "wrong.toml").write_text(text)
    assert main(["lab", "run", str(tmp_path / "wrong.toml"), "--out", out]) == 2
    assert 'line 13, field run.address: goes with crew = "ray" only' in capsys.readouterr().err
    for address, words in (("127.0.0.1:1", "nobody answers at"), ("far away", "HOST:PORT is")):
        with pytest.raises(SystemExit) as ended:
            main(["lab", "run", file, "--out", out, "--crew", "ray", "--address", address])
        assert ended.value.code == 1 and words in capsys.readouterr().err


WITHOUT = """
import sys
sys.modules["ray"] = None
from stavka.cli import main
main(sys.argv[1:])
"""


def test_the_command_says_what_to_install(tmp_path: Path) -> None:
    experiment(tmp_path)
    file, out = str(tmp_path / "experiment.toml"), str(tmp_path / "run.sqlite")
    command = [sys.executable, "-c", WITHOUT, "lab", "run", file, "--out", out, "--crew", "ray"]
    found = subprocess.run(command, capture_output=True, text=True)
    assert found.returncode == 1 and "pip install 'stavka[cluster]'" in found.stderr
    assert "Traceback" not in found.stderr


# With a cluster of two machines, which are both this one


def free_port() -> int:
    """A port that nobody has, and that Ray does not give to its workers."""
    for port in range(26_000 + os.getpid() % 3000, 32_000):
        with socket.socket() as line:
            if line.connect_ex(("127.0.0.2", port)):
                return port
    raise AssertionError("all ports are taken")


@contextmanager
def machine(
    *options: str, at: str, log: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """A machine of a cluster; everything that it starts ends with it."""
    command = [str(Path(sys.executable).parent / "ray"), "start", "--block"]
    ports = ("--min-worker-port=0", "--max-worker-port=0", "--include-log-monitor=false")
    # A lost machine is noticed sooner than usual.
    known = {
        "RAY_AUTH_MODE": "token",
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_health_check_initial_delay_ms": "0",
        "RAY_health_check_period_ms": "500",
        "RAY_health_check_failure_threshold": "4",
        "RAY_health_check_timeout_ms": "2000",
    }
    with log.open("wb") as written:
        process = subprocess.Popen(
            [*command, f"--node-ip-address={at}", *ports, *options],
            stdout=written,
            stderr=subprocess.STDOUT,
            env=os.environ | known | environment,
            start_new_session=True,
        )
    try:
        wait_until(lambda: b"block forever" in log.read_bytes(), 120)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            lose(process)
            process.wait()


@contextmanager
def head(tmp_path: Path, processors: int = 1) -> Iterator[str]:
    """The first machine of a cluster."""
    port = free_port()
    options = ("--head", f"--port={port}", f"--num-cpus={processors}", "--include-dashboard=false")
    with machine(*options, at="127.0.0.2", log=tmp_path / "head.log", environment={}):
        yield f"127.0.0.2:{port}"


@contextmanager
def second(
    tmp_path: Path, address: str, environment: dict[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    """A second one, which may have another Stavka."""
    options, log = (f"--address={address}", "--num-cpus=1"), tmp_path / "second.log"
    with machine(*options, at="127.0.0.3", log=log, environment=environment or {}) as process:
        yield process


@contextmanager
def lab_run(tmp_path: Path, address: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "stavka", "lab", "run", str(tmp_path / "experiment.toml")]
    out = ("--out", str(tmp_path / "run.sqlite"), "--crew", "ray", "--address", address)
    known = os.environ | {"RAY_AUTH_MODE": "token"}
    run = subprocess.Popen([*command, *out], stderr=subprocess.PIPE, text=True, env=known)
    try:
        yield run
    finally:
        run.kill()
        run.wait()


def played(file: Path) -> int:
    """How many games are in a file that somebody else writes, if it is there yet."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
            (count,) = db.execute("SELECT count(*) FROM games").fetchone()
    except sqlite3.OperationalError:
        return 0
    return int(count)


def longer(tmp_path: Path, games: int = 600) -> Experiment:
    """Games enough for everybody to come, or for somebody to be lost in the middle of them."""
    experiment(tmp_path)
    file = tmp_path / "experiment.toml"
    file.write_text(file.read_text().replace("games = 8", f"games = {games}"))
    return read(file)


def lose(machine: subprocess.Popen[bytes]) -> None:
    """Everything of a machine stops at once, and nothing is said to anybody."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            session = int(stat.read_text().rsplit(")", 1)[1].split()[3])
        except OSError:
            continue
        if session == machine.pid:
            os.kill(int(stat.parent.name), signal.SIGKILL)


@pytest.mark.slow
def test_a_machine_is_lost_in_the_middle(tmp_path: Path) -> None:
    what = longer(tmp_path)
    whole = ran(what, tmp_path / "whole.sqlite", Pool(2))
    file = tmp_path / "run.sqlite"
    with (
        head(tmp_path) as address,
        second(tmp_path, address) as other,
        lab_run(tmp_path, address) as run,
    ):
        wait_until(lambda: played(file) > 100)
        lose(other)
        before = played(file)
        _, said = run.communicate(timeout=300)
        assert run.returncode == 0, said
    store = Store.open(file)
    assert before < 1200 and digests(store) == whole
    store.close()


def copied(tmp_path: Path, file: str, old: str, new: str) -> dict[str, str]:
    """Another Stavka, in which something is different; what makes a process use it."""
    source = tmp_path / "other"
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__"))
    changed = source / "src" / "stavka" / file
    text = changed.read_text(encoding="utf-8")
    assert old in text
    changed.write_text(text.replace(old, new), encoding="utf-8")
    return {
        "PYTHONPATH": os.pathsep.join((str(source / "src"), str(ROOT / "examples"))),
        "STAVKA_TITLES": str(ROOT / "examples"),
    }


@pytest.mark.slow
def test_a_machine_with_other_code_is_refused(tmp_path: Path) -> None:
    what = experiment(tmp_path)
    others = copied(tmp_path, "engine/dice.py", "import hashlib", "import hashlib  # Changed")
    with (
        head(tmp_path, processors=0) as address,
        second(tmp_path, address, others),
        lab_run(tmp_path, address) as run,
    ):
        _, said = run.communicate(timeout=300)
    assert run.returncode == 1
    assert "cannot play: the code that plays River Line: version" in said
    assert f"version {what.cells[0].program} in this run" in said
    assert "Traceback" not in said
    # Nothing was played with it, and the file is good for others.
    store = Store.create(tmp_path / "run.sqlite", what)
    assert digests(store) == {}
    Runner(what, store).run(Inline())
    assert len(digests(store)) == 16
    store.close()


@pytest.mark.slow
def test_a_machine_without_this_stavka_is_refused(tmp_path: Path) -> None:
    experiment(tmp_path)
    others = copied(tmp_path, "lab/cluster.py", "import logging", "import logging_of_old")
    with (
        head(tmp_path, processors=0) as address,
        second(tmp_path, address, others),
        lab_run(tmp_path, address) as run,
    ):
        _, said = run.communicate(timeout=300)
    assert run.returncode == 1
    assert "stavka: 127.0.0.3 cannot play: Stavka" in said
    assert "cannot be loaded there (ModuleNotFoundError: No module named 'logging_of_old')" in said


@pytest.mark.slow
def test_a_machine_that_plays_differently_is_found_out(tmp_path: Path) -> None:
    """Its versions are the same, but what it says of its games is not."""
    longer(tmp_path, 1500)
    others = copied(tmp_path, "lab/games.py", "position.digest()", "position.digest()[::-1]")
    with (
        head(tmp_path) as address,
        second(tmp_path, address, others),
        lab_run(tmp_path, address) as run,
    ):
        _, said = run.communicate(timeout=300)
    assert run.returncode == 1
    assert re.search(r"(own data|mild), game \d*00?: two machines have played it differently", said)
    store = Store.open(tmp_path / "run.sqlite")
    assert len(digests(store)) == 3000 and store.differences()
    assert {one.number % REPEATED for one in store.differences()} == {0}
    store.close()
