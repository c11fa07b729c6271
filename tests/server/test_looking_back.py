"""Replay, dice and luck over the wire: what they hold, and what they never do."""

from __future__ import annotations

import io
import json
import threading
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stavka import titles
from stavka.engine import load_record, replay
from stavka.server.limits import LOOKING_BACK
from stavka.server.replay import FRAMES, frames
from stavka.titles.east_is_red.charts import charts

from .client import Json, Live, changed, get, hot_seat, http, lay, make, new_table, post
from .test_secrecy import War, same_dice

RECORD = Path(__file__).parent.parent / "records" / "east-is-red-m30-full.stavka"


def bring(address: str, lines: int | None = None, **said: bool) -> Json:
    text = "\n".join(RECORD.read_text(encoding="utf-8").splitlines()[:lines])
    body = {"text": text, "players": {"Soviet": "person", "Chinese": "person"}, **said}
    return lay(address, make(address, "/api/tables/import", body))


def unfold(frames: list[Json]) -> dict[int, Json]:
    """The moments of a stretch, put together as a client does it."""
    found = {}
    units: list[Json] = []
    rest: Json = {}
    for frame in frames:
        units = changed(units, frame["units"])
        rest = frame["rest"] or rest
        found[frame["move"]] = {**rest, "units": units}
    return found


def test_a_replay_is_the_history_in_one_piece(address: str) -> None:
    """Every moment equals what `history` shows of it, to the order of the units."""
    links = bring(address)
    with Live(address, links["seats"]["Soviet"]) as live:
        moves = live.state["moves"]
        size = 0
        for first in (0, 37, 480, moves - 3, moves):
            answer = live.ask("query", id=first, kind="replay", argument=str(first))
            assert answer["id"] == first
            size = max(size, len(live.raw[-1]))
            shown = unfold(answer["replay"])
            assert list(shown) == list(range(first, min(first + FRAMES, moves + 1)))
            for move in list(shown)[:: FRAMES // 4]:
                past = live.ask("query", id=1, kind="history", argument=str(move))["history"]
                assert shown[move] == past, move
                assert past["decision"] is None
        assert size < 120_000
        for wrong in ("", "-1", "1.5", str(moves + 1), "\u0663", "9" * 90):
            refused = live.ask("query", id=13, kind="replay", argument=wrong)
            assert (refused["type"], refused["id"]) == ("refused", 13)


def over_the_wire(value: object) -> Any:
    return json.loads(msgspec.json.encode(value))


def test_differences_add_up_through_a_whole_game() -> None:
    """Units that arrive, leave and change places in a stack: all in their order."""
    record = load_record(RECORD)
    title = titles.load(record.title)
    game = replay(record, title)
    told = frames(title, 0, game.at(0), [[move] for move in game.moves], "Soviet")
    shown = unfold(over_the_wire(told))
    position = game.at(0)
    for number, moment in shown.items():
        past = over_the_wire(title.present(position.view("Soviet")))
        assert moment == {**past, "decision": None}, number
        if number < len(game.moves):
            position.apply(game.moves[number].choice)
    assert len(shown) == len(game.moves) + 1


def test_a_replay_follows_what_was_taken_back(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        for text in [*["recommended", "done"] * 3, "done"]:
            live.choose(text)
        for undo in (False, True):
            decision = live.decision
            assert decision is not None
            values = next(o for o in decision["options"] if o["verb"] == "select")["values"]
            live.choose("select", values[-1 if undo else 0])
            move = live.state["moves"]
            frames = live.ask("query", id=1, kind="replay", argument="0")["replay"]
            now = unfold(frames)[move]
            assert now["units"] == live.presentation["units"]
            live.ask("undo")


def test_since_is_the_last_choice_of_ones_own(address: str) -> None:
    links = new_table(address)
    seats = {side: Live(address, secret) for side, secret in links["seats"].items()}
    spectator = Live(address, links["spectator"])

    def since() -> dict[str, int]:
        return {
            side: get(address, f"/api/seats/{s}")["since"] for side, s in links["seats"].items()
        }

    assert since() == {"Soviet": 0, "Chinese": 0}
    seats["Soviet"].choose("recommended")
    seats["Soviet"].choose("done")
    assert since() == {"Soviet": 2, "Chinese": 0}
    while seats["Chinese"].decision is None:
        seats["Chinese"].receive()
    seats["Chinese"].choose("recommended")
    assert since() == {"Soviet": 2, "Chinese": 3}
    assert get(address, f"/api/seats/{links['spectator']}")["since"] == 0
    for live in (*seats.values(), spectator):
        live.__exit__(None, None, None)


def test_dice_and_luck_are_what_the_log_shows(address: str) -> None:
    links = bring(address)
    with Live(address, links["spectator"]) as live:
        luck = live.ask("query", id=5, kind="luck")["luck"]
        dice = [die for line in live.log for die in line["dice"]]
        counted = [0] * 6
        for side in luck["sides"]:
            for count in side["dice"]:
                assert count["sides"] == 6
                counted = [a + b for a, b in zip(counted, count["counts"], strict=True)]
        assert counted == [dice.count(face) for face in range(1, 7)]
        texts = {line["text"]: line for line in live.log}
        assert luck["rolls"]
        for roll in luck["rolls"]:
            assert texts[roll["text"]]["move"] == roll["move"]
            assert roll["result"] in roll["text"]
            assert roll["chance"] + roll["worse"] + roll["better"] == pytest.approx(1)
            assert roll["luck"] == pytest.approx(roll["worse"] - roll["better"])
        for side in luck["sides"]:
            own = [roll["luck"] for roll in luck["rolls"] if roll["side"] == side["side"]]
            assert (side["judged"], side["luck"]) == (len(own), pytest.approx(sum(own)))


def test_who_looks_back_too_often_is_refused(address: str) -> None:
    """A seat can ask faster than is answered: what is too much is refused, not queued."""
    kinds, _ = asked_too_often(address)
    assert kinds.count("answer") >= LOOKING_BACK and kinds.count("refused") > 10


@pytest.mark.timing
def test_looking_back_keeps_nobody_waiting(address: str, measured: Callable[[str], None]) -> None:
    _, waited = asked_too_often(address)
    measured(f"somebody else waits for those who look back too often: {waited:.1f} s")
    assert waited < 10


def asked_too_often(address: str) -> tuple[list[str], float]:
    """How many questions about the past were answered, and how long others waited meanwhile."""
    text = (RECORD.parent / "red-star-road-to-stalingrad.stavka").read_text(encoding="utf-8")
    body = {"text": text, "players": dict.fromkeys(titles.load("red-star").sides, "person")}
    with http(address) as client:
        secret = client.post("/api/tables/import", json=body).json()["spectator"]
    other = new_table(address)["spectator"]
    get(address, f"/api/seats/{secret}")
    question = {"type": "query", "id": 1, "kind": "luck"}
    with ThreadPoolExecutor(30) as askers:
        asked = [askers.submit(post, address, secret, question) for _ in range(30)]
        time.sleep(0.5)
        began = time.monotonic()
        get(address, f"/api/seats/{other}")
        waited = time.monotonic() - began
        kinds = [str(answer.result()["type"]) for answer in asked]
    # Those who have got their answer may ask again.
    assert post(address, secret, question)["type"] == "answer"
    return kinds, waited


def everything(live: Live) -> list[Any]:
    """All that looking back can tell a seat."""
    moves = live.state["moves"]
    asked = [
        live.ask("query", id=n, kind="replay", argument=str(n)) for n in range(0, moves + 1, FRAMES)
    ]
    return [*asked, live.ask("query", id=1, kind="luck")]


def test_looking_back_never_tells_of_mines(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two wars that differ in nothing but hidden mines look the same in every replay."""
    same_dice(monkeypatch)
    known = charts(None)
    label = known.grid.label
    sides = [(label(a), label(b)) for a, b in known.mines["m1-full"]]
    one, other = [War(address, mines) for mines in (sides[:4], sides[4:])]
    for war in (one, other):
        war.go_on(120)
    for a, b in ((one.soviet, other.soviet), (one.spectator, other.spectator)):
        seen = everything(a)
        assert seen == everything(b)
        assert '"mined"' not in json.dumps(seen)
    # The comparison can fail: the Chinese see where the mines are, and something was rolled.
    seen = everything(one.chinese)
    assert seen != everything(other.chinese)
    assert '"mined"' in json.dumps(seen)
    assert one.soviet.ask("query", id=1, kind="luck")["luck"]["sides"]
    for war in (one, other):
        war.close()


def test_a_hot_seat_looks_back_through_one_pair_of_eyes(address: str) -> None:
    with Live(address, hot_seat(address)) as live:
        for text in ["recommended", "done"] * 3:
            live.choose(text)
        assert live.presentation["side"] == "Chinese"
        assert '"mined"' in json.dumps(everything(live))
        live.choose("done")
        assert live.presentation["side"] == "Soviet"
        assert '"mined"' not in json.dumps(everything(live))
        assert live.state["since"] == 2


# The after-action report


def test_the_report_is_for_those_who_may_know_everything(address: str) -> None:
    links = bring(address, 300)
    for secret in (*links["seats"].values(), links["spectator"]):
        assert "may not know" in get(address, f"/api/seats/{secret}/report", 403)["error"]
    get(address, "/api/seats/nobody/report", 404)
    both = bring(address, 300, hot_seat=True)["hot_seat"]
    with http(address) as client:
        client.timeout = 90
        answer = client.get(f"/api/seats/{both}/report")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"].endswith('-report.zip"')
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        page = archive.read("report.md").decode()
        assert page.startswith("# The East Is Red") and "| Soviet | person |" in page
        names = {name for name in archive.namelist() if name.endswith(".png")}
    assert {"pictures/start.png", "pictures/end.png"} <= names


def test_the_report_is_one_page_that_tells_how_far_it_is(address: str) -> None:
    links = bring(address, 300)
    for secret in (*links["seats"].values(), links["spectator"]):
        with http(address) as client:
            assert client.post(f"/api/seats/{secret}/report").status_code == 403
    report = f"/api/seats/{bring(address, 300, hot_seat=True)['hot_seat']}/report"
    get(address, f"{report}/progress", 404)
    get(address, f"{report}/page", 404)
    told: list[int] = []
    with http(address) as client:
        state = client.post(report).json()
        until = time.monotonic() + 90
        while not state["ready"] and time.monotonic() < until:
            assert not state["problem"]
            told.append(state["done"])
            time.sleep(0.02)
            state = client.get(f"{report}/progress").json()
        page = client.get(f"{report}/page")
        # It has been written: there is nothing to wait for.
        assert client.post(report).json() == {"done": 100, "ready": True, "problem": ""}
    assert told == sorted(told) and len(set(told)) > 2
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "<h1>The East Is Red" in page.text
    # Nobody else can read it by the way of his own seat.
    get(address, f"/api/seats/{links['spectator']}/report/page", 404)


@pytest.mark.timing
def test_a_report_keeps_nobody_waiting(address: str) -> None:
    """While one is being drawn, the table answers as fast as ever."""
    links = bring(address)
    with Live(address, links["spectator"]) as live, http(address) as client:
        client.timeout = 120
        status: list[int] = []
        drawing = threading.Thread(
            target=lambda: status.append(
                client.get(f"/api/seats/{links['spectator']}/report").status_code
            )
        )
        drawing.start()
        slowest = 0.0
        while drawing.is_alive():
            began = time.perf_counter()
            live.ask("query", id=1, kind="overlay", argument="zoc")
            slowest = max(slowest, time.perf_counter() - began)
            time.sleep(0.05)
        assert status == [200]
        # A machine with few cores is shared with whoever draws; drawing in this process would
        # have kept everybody waiting for a second and more.
        assert slowest < 0.8
