"""The laboratory over HTTP: real runs of a small game, and nobody else gets near them."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from stavka.lab.crew import Inline
from stavka.lab.experiment import read
from stavka.lab.run import Progress, Runner
from stavka.lab.store import Store
from stavka.server.guard import HEADERS
from stavka.server.messages import Reach
from stavka.server.metering import price
from stavka.server.run import CannotServe, opened, serve

from ..lab.test_runs import mild
from .client import Json, http
from .running import PATIENCE, Process, server

FILE = """\
[experiment]
name = "{name}"
title = "river-line"
games = {games}
text = "Who holds the river?"
{more}
[factors]
players = [{{ Upland = "random", Vale = "random" }}]
overlay = ["", "mild"]
[run]
crew = "inline"
batch_seconds = 0.02
{run}
"""
# So many games that nobody sees the end of them.
ENDLESS = 500_000


def experiment(
    folder: Path, file: str, name: str = "tried", games: int = 4, more: str = "", run: str = ""
) -> Path:
    if not (folder / "mild").is_dir():
        mild(folder)
    path = folder / file
    path.write_text(FILE.format(name=name, games=games, more=more, run=run), encoding="utf-8")
    return path


def played(file: Path, run: Path, games: int | None = None) -> None:
    """Has a run played here and now; up to some game, if one is named."""

    class Enough(Exception):
        pass

    def stop(progress: Progress) -> None:
        if games is not None and progress.done >= games:
            raise Enough

    what = read(file)
    store = Store.create(run, what)
    try:
        Runner(what, store).run(Inline(), stop)
    except Enough:
        pass
    finally:
        store.close()


class Lab:
    """The laboratory of a server."""

    def __init__(self, client: httpx.Client, folder: Path) -> None:
        self.client, self.folder = client, folder

    def entries(self) -> dict[str, Json]:
        answer = self.client.get("/api/lab")
        assert answer.status_code == 200, answer.text
        return {one["key"]: one for one in answer.json()["entries"]}

    def entry(self, key: str) -> Json:
        return self.entries()[key]

    def order(self, what: str, key: str, status: int = 201) -> Json:
        answer = self.client.post(f"/api/lab/{what}", json={"key": key})
        assert answer.status_code == status, answer.text
        found: Json = answer.json()
        return found

    def until(self, key: str, seen: Callable[[Json], object]) -> Json:
        end = time.monotonic() + PATIENCE
        while not ((found := self.entries().get(key)) and seen(found)):
            assert time.monotonic() < end, found
            time.sleep(0.05)
        return found


class Here(NamedTuple):
    address: str
    folder: Path


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Here]:
    folder = tmp_path_factory.mktemp("lab")
    with server(tmp_path_factory.mktemp("server"), lab=folder) as address:
        yield Here(address, folder)


@pytest.fixture
def lab(here: Here) -> Iterator[Lab]:
    """An empty folder, with the same server."""
    with http(here.address) as client:
        yield Lab(client, here.folder)
    for file in here.folder.iterdir():
        if file.name != "mild":
            file.unlink()


# What is shown


def test_an_empty_folder(lab: Lab) -> None:
    answer = lab.client.get("/api/lab").json()
    assert answer == {"folder": str(lab.folder), "entries": []}
    assert lab.client.get("/api/reach").json()["laboratory"] is True


def test_experiments_and_runs_are_listed(lab: Lab) -> None:
    first = experiment(lab.folder, "first.toml", games=3)
    played(first, lab.folder / "tried.sqlite", 2)
    experiment(lab.folder, "second.toml", "other", more='seed = "b"')
    third = experiment(lab.folder, "third.toml", more='seed = "c"')
    played(third, lab.folder / "third.sqlite")
    third.unlink()
    found = lab.entries()
    assert list(found) == ["tried.sqlite", "second.toml", "third.sqlite"]
    begun = found["tried.sqlite"]
    assert (begun["experiment"], begun["title"]) == ("first.toml", "River Line")
    assert (begun["name"], begun["text"]) == ("tried", "Who holds the river?")
    assert 2 <= begun["done"] < begun["of"] == 6 and begun["playing"] == "" and not begun["problem"]
    assert [cell["of"] for cell in begun["cells"]] == [3, 3]
    new = found["second.toml"]
    assert (new["run"], new["done"], new["of"]) == ("", 0, 8)
    assert [cell["rates"] for cell in new["cells"]] == [[], []]
    # A run whose experiment is not here: it is told of, and cannot go on.
    alone = found["third.sqlite"]
    assert (alone["experiment"], alone["done"], alone["of"]) == ("", 8, 8)
    assert "goes on with third.sqlite" in lab.order("play", "third.sqlite", 409)["error"]


def test_rates_with_their_intervals(lab: Lab) -> None:
    file = experiment(lab.folder, "x.toml", games=12)
    played(file, lab.folder / "tried.sqlite")
    cells = lab.entry("tried.sqlite")["cells"]
    assert [cell["name"] for cell in cells] == ["own data", "mild"]
    for cell in cells:
        assert [rate["side"] for rate in cell["rates"]] == ["Upland", "Vale"]
        assert sum(rate["times"] for rate in cell["rates"]) <= cell["done"] == 12
        for rate in cell["rates"]:
            assert 0 <= rate["low"] <= rate["rate"] == rate["times"] / 12 <= rate["high"] <= 1
            assert rate["high"] - rate["low"] > 0.1
    upland, vale = cells[0]["rates"]
    assert upland["rate"] < vale["low"] < vale["rate"], "whoever holds the river wins, mostly"


def test_games_that_broke_off_are_counted_apart(lab: Lab) -> None:
    file = experiment(lab.folder, "short.toml", run="limit = 10")
    played(file, lab.folder / "tried.sqlite")
    found = lab.entry("tried.sqlite")
    assert (found["done"], found["broken"]) == (8, 8)
    assert [(cell["broken"], cell["rates"]) for cell in found["cells"]] == [(4, []), (4, [])]


def test_a_cell_that_is_decided_is_done(lab: Lab) -> None:
    """The first victory of a side that hardly ever wins, or so it is said, decides."""
    stop = 'stop = { sprt = { p0 = 0.001, p1 = 0.5, side = "Vale" } }'
    file = experiment(lab.folder, "x.toml", games=40, more=stop)
    played(file, lab.folder / "tried.sqlite")
    found = lab.entry("tried.sqlite")
    assert any(cell["decided"] for cell in found["cells"]) and found["done"] == found["of"] < 80
    assert "all games" in lab.order("play", "tried.sqlite", 409)["error"]


def test_what_is_wrong_with_a_file_is_told(lab: Lab) -> None:
    text = FILE.format(name="x", games='"many"', more="", run="")
    (lab.folder / "broken.toml").write_text(text, encoding="utf-8")
    (lab.folder / "worse.toml").write_bytes(b"\xff\xfe")
    (lab.folder / "letters.sqlite").write_text("dear sir, " * 100)
    db = sqlite3.connect(lab.folder / "other.sqlite")
    db.execute("CREATE TABLE run (experiment)")
    db.close()
    experiment(lab.folder, "right.toml")
    found = lab.entries()
    problem = found["broken.toml"]["problem"]
    assert problem.startswith("broken.toml, line 4, field experiment.games: "), problem
    assert "cannot be read" in found["worse.toml"]["problem"]
    assert found["letters.sqlite"]["problem"] == "letters.sqlite is no run of an experiment"
    assert "cannot be read as a run" in found["other.sqlite"]["problem"]
    assert not found["right.toml"]["problem"]
    assert "line 4" in lab.order("play", "broken.toml", 409)["error"]
    assert lab.order("report", "letters.sqlite", 409)["error"]


# What is done


def test_a_run_is_started_stopped_and_gone_on_with(lab: Lab) -> None:
    experiment(lab.folder, "x.toml", games=ENDLESS)
    entries = lab.order("play", "x.toml")["entries"]
    assert [one["playing"] for one in entries] == ["here"]
    begun = lab.until("tried.sqlite", lambda one: one["done"] > 2 and one["left"])
    assert begun["playing"] == "here" and begun["experiment"] == "x.toml" and not begun["problem"]
    assert 10 < begun["left"] < 1e6
    more = lab.until("tried.sqlite", lambda one: one["done"] > begun["done"])
    # One at a time; and the order is the same by either name.
    assert "one at a time" in lab.order("play", "tried.sqlite", 409)["error"]
    assert "one at a time" in lab.order("play", "x.toml", 409)["error"]
    (stopped,) = lab.order("stop", "x.toml")["entries"]
    assert stopped["playing"] == "" and stopped["done"] >= more["done"] and not stopped["problem"]
    assert stopped["left"] is None
    assert not (lab.folder / "tried.sqlite-wal").exists(), "nobody has it open"
    assert lab.entry("tried.sqlite")["done"] == stopped["done"]
    assert "not being played" in lab.order("stop", "tried.sqlite", 409)["error"]
    (again,) = lab.order("play", "tried.sqlite")["entries"]
    assert (again["playing"], again["run"]) == ("here", "tried.sqlite")
    lab.until("tried.sqlite", lambda one: one["done"] > stopped["done"])
    lab.order("stop", "tried.sqlite")


def test_a_run_comes_to_its_end(lab: Lab) -> None:
    """With more games in the file it can go on."""
    experiment(lab.folder, "x.toml", games=2)
    # A file of that name is none of ours.
    (lab.folder / "tried.sqlite").write_text("mine")
    lab.order("play", "x.toml")
    done = lab.until("tried-2.sqlite", lambda one: not one["playing"])
    assert (done["done"], done["of"], done["problem"]) == (4, 4, "")
    assert "all games" in lab.order("play", "tried-2.sqlite", 409)["error"]
    experiment(lab.folder, "x.toml", games=3)
    assert lab.entry("tried-2.sqlite")["of"] == 6
    lab.order("play", "tried-2.sqlite")
    lab.until("tried-2.sqlite", lambda one: not one["playing"] and one["done"] == 6)
    assert (lab.folder / "tried.sqlite").read_text() == "mine"


def test_data_that_lie_over_the_titles_own_can_be_changed(lab: Lab) -> None:
    """With other data it is another run."""
    file = experiment(lab.folder, "x.toml")
    played(file, lab.folder / "tried.sqlite", 2)
    assert lab.entry("tried.sqlite")["experiment"] == "x.toml"
    results = lab.folder / "mild" / "results.csv"
    text = results.read_text(encoding="utf-8").replace("Ar", "Ae")
    results.write_text(text, encoding="utf-8")
    found = lab.entries()
    mild(lab.folder)
    assert found["tried.sqlite"]["experiment"] == "" and found["x.toml"]["run"] == ""


def test_a_run_that_breaks_off_says_why(lab: Lab) -> None:
    """Somebody writes in the file just when it is begun."""
    file = experiment(lab.folder, "x.toml")
    lab.order("play", "x.toml")
    right = file.read_text(encoding="utf-8")
    file.write_text(f"what = 5\n{right}", encoding="utf-8")
    lab.until("x.toml", lambda one: not one["playing"])
    file.write_text(right, encoding="utf-8")
    assert "x.toml, line 1, field what" in lab.entry("x.toml")["problem"]
    lab.order("play", "x.toml")
    lab.until("tried.sqlite", lambda one: one["done"] == 8 and not one["problem"])


def test_a_run_in_a_terminal_is_shown(lab: Lab) -> None:
    file = experiment(lab.folder, "x.toml", games=ENDLESS)
    run = lab.folder / "beside.sqlite"
    command = [sys.executable, "-m", "stavka", "lab", "run", str(file), "--out", str(run)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as beside:
        try:
            found = lab.until("beside.sqlite", lambda one: one["done"] > 3 and one["left"])
            assert (found["playing"], found["experiment"]) == ("elsewhere", "x.toml")
            assert "another process" in lab.order("play", "beside.sqlite", 409)["error"]
            assert "not being played from here" in lab.order("stop", "beside.sqlite", 409)["error"]
        finally:
            beside.send_signal(signal.SIGINT)
    lab.until("beside.sqlite", lambda one: not one["playing"])


def test_a_report_is_written_and_kept(lab: Lab) -> None:
    file = experiment(lab.folder, "x.toml", games=2)
    run = lab.folder / "tried.sqlite"
    assert "nothing has been played" in lab.order("report", "x.toml", 409)["error"]
    played(file, run, 2)
    query = {"key": "tried.sqlite"}
    assert lab.client.get("/api/lab/page", params=query).status_code == 404
    (asked,) = lab.order("report", "tried.sqlite")["entries"]
    assert asked["report"]["games"] == asked["done"] and not asked["playing"]
    told = lab.until("tried.sqlite", lambda one: one["report"]["ready"])
    assert not told["playing"] and not told["report"]["problem"]
    page = lab.client.get("/api/lab/page", params=query)
    assert page.status_code == 200 and page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
    assert "<h1>tried</h1>" in page.text and "Who holds the river?" in page.text
    assert "<script" not in page.text
    # Nothing is new, so nothing is written; then the run goes on.
    assert lab.order("report", "tried.sqlite")["entries"][0]["report"]["ready"]
    played(file, run)
    assert lab.entry("tried.sqlite")["report"]["games"] == told["done"] < 4
    assert not lab.order("report", "tried.sqlite")["entries"][0]["report"]["ready"]
    lab.until("tried.sqlite", lambda one: one["report"]["ready"] and one["report"]["games"] == 4)
    assert "4 games in 2 cells" in lab.client.get("/api/lab/page", params=query).text


@pytest.mark.parametrize("end", ["terminate", pytest.param("kill", marks=pytest.mark.slow)])
def test_a_run_stops_with_the_server(tmp_path: Path, end: str) -> None:
    """Cleanly, if the server ends so; if it is killed, the run ends by itself."""
    lab = tmp_path / "lab"
    lab.mkdir()
    file = experiment(lab, "x.toml", games=ENDLESS)
    process = Process(tmp_path / "stavka.db", "--lab", str(lab))
    with http(process.address) as client:
        there = Lab(client, lab)
        there.order("play", "x.toml")
        there.until("tried.sqlite", lambda one: one["done"] > 2)
    if end == "kill":
        process.kill()
    else:
        process.end()
    run = lab / "tried.sqlite"
    until = time.monotonic() + PATIENCE
    while run.with_name("tried.sqlite-wal").exists():
        # Who is asked to end has ended everything before he goes.
        assert end == "kill" and time.monotonic() < until
        time.sleep(0.05)
    store = Store.create(run, read(file))
    assert all(game.digest and not game.error for game in store.games(read(file).cells[0]))
    store.close()


def test_a_run_stands_back_for_the_server(lab: Lab) -> None:
    experiment(lab.folder, "x.toml", games=ENDLESS)
    lab.order("play", "x.toml")
    lab.until("tried.sqlite", lambda one: one["done"] > 2)
    children = subprocess.run(
        ["ps", "--ppid", str(os.getpid()), "-o", "ni=,args="], capture_output=True, text=True
    ).stdout.splitlines()
    (playing,) = [line.split() for line in children if "lab_child" in line]
    assert int(playing[0]) >= 10
    lab.order("stop", "x.toml")


# Who may


PATHS = ("/api/lab", "/api/lab/page?key=tried.sqlite")
ORDERS = ("play", "stop", "report")


def refused(client: httpx.Client, headers: dict[str, str]) -> None:
    """As if there were nothing."""
    for path in PATHS:
        assert client.get(path, headers=headers).status_code == 404, path
    for order in ORDERS:
        answer = client.post(f"/api/lab/{order}", json={"key": "x.toml"}, headers=headers)
        assert answer.status_code == 404, order


@pytest.mark.parametrize(
    "headers",
    [
        {"x-forwarded-for": "203.0.113.9"},
        # Whoever says that he is here need not be.
        {"x-forwarded-for": "127.0.0.1"},
        {"forwarded": "for=127.0.0.1"},
        {"x-real-ip": "203.0.113.9"},
        {"via": "1.1 proxy"},
        {"host": "192.0.2.7"},
    ],
)
def test_what_was_passed_on_by_a_proxy_finds_nothing(lab: Lab, headers: dict[str, str]) -> None:
    experiment(lab.folder, "x.toml")
    refused(lab.client, headers)
    nothing = lab.client.get("/api/nothing", headers=headers).json()
    assert lab.client.get("/api/lab", headers=headers).json() == nothing
    assert lab.client.get("/api/reach", headers=headers).json()["laboratory"] is False
    assert lab.entry("x.toml")["playing"] == ""


@pytest.mark.parametrize("reachable", [True, False])
def test_other_servers_have_no_laboratory(tmp_path: Path, reachable: bool) -> None:
    """Neither one that nobody has given a folder, nor one that others reach."""
    experiment(tmp_path, "x.toml")
    lab = tmp_path if reachable else None
    reach = Reach(alone=not reachable, origins=())
    with server(tmp_path, lab=lab, reach=reach) as address, http(address) as client:
        refused(client, {})
        assert client.get("/api/lab").json() == client.get("/api/nothing").json()
        assert client.get("/api/reach").json()["laboratory"] is False


def test_the_command_refuses_what_others_reach(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stavka", "serve", "--no-open", "--host", "0.0.0.0"]
    told = subprocess.run(
        [*command, "--port", "0", "--database", str(tmp_path / "x.db"), "--lab", str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert told.returncode == 2 and "only this machine reaches" in told.stderr
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"host": "192.0.2.7"}, "only this machine reaches"),
        ({"names": ["games.example"]}, "only this machine reaches"),
        ({"lab": Path("nowhere")}, "nowhere: there is no such folder"),
    ],
)
def test_where_there_can_be_no_laboratory(tmp_path: Path, changed: Json, why: str) -> None:
    games = opened(tmp_path / "x.db")
    asked = {"host": "127.0.0.1", "port": 0, "games": games, "lab": tmp_path}
    with pytest.raises(CannotServe, match=why):
        serve(**{**asked, **changed}, open_browser=False, say=lambda _: None)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_pages_of_other_sites_can_order_nothing(lab: Lab, origin: str) -> None:
    experiment(lab.folder, "x.toml")
    for order in ORDERS:
        where, body = f"/api/lab/{order}", '{"key": "x.toml"}'
        foreign = lab.client.post(where, content=body, headers={"origin": origin})
        assert foreign.status_code == 403 and "may not use" in foreign.json()["error"]
        plain = lab.client.post(where, content=body, headers={"content-type": "text/plain"})
        assert plain.status_code == 415
    evil = lab.client.get("/api/lab", headers={"host": "evil.example"})
    assert evil.status_code == 403
    assert lab.entry("x.toml")["playing"] == ""


@pytest.mark.parametrize("body", [{}, {"key": 5}, {"key": "x" * 301}, {"key": "x", "out": "y"}])
def test_orders_are_read_to_the_letter(lab: Lab, body: Json) -> None:
    assert lab.client.post("/api/lab/play", json=body).status_code == 400


def test_no_way_out_of_the_folder(lab: Lab, tmp_path: Path) -> None:
    outside = experiment(tmp_path, "outside.toml")
    played(outside, tmp_path / "outside.sqlite")
    (lab.folder / "link.toml").symlink_to(outside)
    (lab.folder / "link.sqlite").symlink_to(tmp_path / "outside.sqlite")
    (lab.folder / "tried.sqlite").symlink_to(tmp_path / "made.sqlite")
    experiment(lab.folder, "x.toml", games=1)
    assert list(lab.entries()) == ["x.toml"]
    there = os.path.relpath(tmp_path, lab.folder)
    names = ("link.toml", "link.sqlite", f"{there}/outside.toml", f"{there}/outside.sqlite")
    for name in (*names, str(outside), "./x.toml", "", ".", "..", "X.TOML"):
        for order in ORDERS:
            assert "no such file" in lab.order(order, name, 404)["error"]
        assert lab.client.get("/api/lab/page", params={"key": name}).status_code == 404
    for order in ORDERS:
        assert "NUL" in lab.order(order, "x.toml\0", 400)["error"]
    # Not even by a link that lies where a run would be written.
    lab.order("play", "x.toml")
    lab.until("tried-2.sqlite", lambda one: one["done"] == 2 and not one["playing"])
    assert not (tmp_path / "made.sqlite").exists()


def test_a_folder_that_is_gone(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    with server(tmp_path, lab=folder) as address, http(address) as client:
        folder.rmdir()
        answer = client.get("/api/lab")
        assert answer.status_code == 409 and "cannot be read: No such" in answer.json()["error"]


def test_requests_have_their_price() -> None:
    assert price("GET", "/api/lab").points > 2
    assert price("POST", "/api/lab/play").points >= 10
    assert price("POST", "/api/lab/report").points >= 40
    assert price("GET", "/api/lab/page").points >= 20
