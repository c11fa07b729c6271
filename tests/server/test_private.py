"""Boards of one's own: what-ifs and lessons."""

from __future__ import annotations

import random
import re
import sqlite3
from pathlib import Path

import httpx
import pytest

from stavka.lessons import lesson
from stavka.server import limits, private
from stavka.server.history import Chapter
from stavka.server.table import Table
from stavka.titles.east_is_red.charts import charts

from .client import Json, Live, get, hot_seat, http, lay, make, new_table, post
from .running import server
from .test_guard import elsewhere
from .test_looking_back import unfold
from .test_secrecy import War


def fork(address: str, secret: str, status: int = 201) -> Json:
    return make(address, f"/api/seats/{secret}/what-if", status=status)


def discard(address: str, secret: str) -> None:
    with http(address) as client:
        assert client.delete(f"/api/seats/{secret}/what-if").status_code == 204


def begin_lesson(address: str, title: str = "east-is-red", status: int = 201) -> Json:
    return make(address, "/api/lessons", {"title": title}, status)


# What-ifs


def test_nobody_writes_down_what_is_not_stored(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[int] = []
    whole = Table._chapter

    def chapter(table: Table, first: int) -> Chapter:
        written.append(first)
        return whole(table, first)

    monkeypatch.setattr(Table, "_chapter", chapter)
    own = hot_seat(address)
    for secret, chapters in ((fork(address, own)["secret"], 0), (own, 1)):
        with Live(address, secret) as live:
            for verb in ("recommended", "done"):
                live.choose(verb)
            assert live.presentation["to_choose"] == "Chinese" and len(written) == chapters


def test_a_what_if_leaves_the_game_alone(address: str) -> None:
    """Its seat plays both sides, and neither the game nor anybody at it hears of it."""
    links = new_table(address)
    own = links["seats"]["Soviet"]
    with Live(address, own) as soviet, Live(address, links["seats"]["Chinese"]) as chinese:
        soviet.choose("recommended")
        chinese.until(lambda state: state["version"] == 1)
        before = get(address, f"/api/seats/{own}")
        heard = len(soviet.raw), len(chinese.raw)
        with Live(address, fork(address, own)["secret"]) as board:
            assert board.state["kind"] == "what-if" and before["kind"] == "game"
            # A board counts its own choices, from none.
            shown = before["presentation"]
            decision = {**shown["decision"], "number": 0}
            assert board.presentation == {**shown, "decision": decision}
            assert board.state["table"] != before["table"]
            sides = set()
            rnd = random.Random(3)
            for _ in range(150):
                assert board.decision is not None
                sides.add(board.decision["side"])
                options = [o for o in board.decision["options"] if o["verb"] == "recommended"]
                if options:
                    board.choose("recommended")
                    board.choose("done")
                else:
                    board.choose_any(rnd)
            assert sides == {"Soviet", "Chinese"}
        assert get(address, f"/api/seats/{own}") == before
        assert (len(soviet.raw), len(chinese.raw)) == heard
        # The game goes on as if nothing had been.
        assert soviet.choose("done")["state"]["version"] == 2


def test_anything_can_be_taken_back_on_a_what_if(address: str) -> None:
    """Dice too; what is tried again is rolled anew, and what rolled nothing can be done again."""
    secret = fork(address, hot_seat(address))["secret"]
    rnd = random.Random(8)
    with Live(address, secret) as board:
        board.choose("recommended")
        board.ask("undo")
        assert board.state["moves"] == 0 and board.state["can_redo"]
        board.ask("redo")
        assert board.state["moves"] == 1
        while not any(line["dice"] for line in board.log):
            board.choose_any(rnd)
        rolled = next(line for line in board.log if line["dice"])
        past = board.ask("query", id=1, kind="history", argument=str(rolled["move"]))["history"]
        assert past["turn"] == board.presentation["turn"]
        assert board.ask("undo")["type"] == "state"
        assert not any(line["dice"] for line in board.log) and not board.state["can_redo"]
        board.ask("undo", to=1)
        assert board.state["moves"] == 0 and not board.state["can_undo"]
        assert "nothing to take back" in board.ask("undo")["reason"]


def test_the_replay_of_a_what_if_shows_the_dice_that_counted(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was rolled anew after an undo is replayed with the dice of the second time."""
    monkeypatch.setattr("stavka.server.table.new_seed", lambda: b"a board's own".ljust(32))
    seeds = iter(b"another %d" % n for n in range(100))
    monkeypatch.setattr("stavka.server.private.new_seed", lambda: next(seeds).ljust(32))
    rnd = random.Random(8)
    with Live(address, fork(address, hot_seat(address))["secret"]) as board:
        board.choose("recommended")
        last = "", ""
        while not any(line["dice"] for line in board.log):
            last = board.choose_any(rnd)
        first = told = [line["text"] for line in board.log]
        while told == first:
            board.ask("undo")
            board.choose(*last)
            told = [line["text"] for line in board.log]
        rolled = board.state["moves"]
        for _ in range(5):
            board.choose_any(rnd)
        frames = board.ask("query", id=1, kind="replay", argument=str(rolled - 1))["replay"]
        for number, shown in unfold(frames).items():
            past = board.ask("query", id=2, kind="history", argument=str(number))["history"]
            assert shown == past


def test_one_what_if_for_a_seat_and_no_more(address: str) -> None:
    links = new_table(address)
    own = links["seats"]["Soviet"]
    first = fork(address, own)["secret"]
    other = fork(address, links["seats"]["Chinese"])["secret"]
    second = fork(address, own)["secret"]
    get(address, f"/api/seats/{first}", 404)
    assert get(address, f"/api/seats/{second}")["kind"] == "what-if"
    discard(address, own)
    get(address, f"/api/seats/{second}", 404)
    assert get(address, f"/api/seats/{other}")["kind"] == "what-if"
    # Nobody else gets one, and none is made from one.
    assert "spectators" in fork(address, links["spectator"], 409)["error"]
    assert "already" in fork(address, other, 409)["error"]
    assert "already" in fork(address, begin_lesson(address)["secret"], 409)["error"]
    assert fork(address, "nowhere", 404)["error"]
    get(address, f"/api/seats/{other}/position", 403)
    get(address, f"/api/seats/{other}/record", 403)


def test_a_what_if_knows_no_more_than_its_seat(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games that differ in hidden mines only give the same what-if, to the byte."""
    monkeypatch.setattr("stavka.server.table.new_seed", lambda: b"a board's own".ljust(32))
    known = charts(None)
    label = known.grid.label
    sides = [(label(a), label(b)) for a, b in known.mines["m1-full"]]
    heard: list[list[str]] = []
    for mines in (sides[:4], sides[4:]):
        war = War(address, mines)
        war.close()
        rnd = random.Random(4)
        texts = []
        for seat in (war.soviet, war.chinese):
            with Live(address, fork(address, seat.secret)["secret"]) as board:
                for _ in range(60):
                    board.choose_any(rnd)
                texts.append("\n".join(board.raw).replace(board.state["table"], "BOARD"))
        heard.append(texts)
    (soviet, chinese), (soviet_too, chinese_too) = heard
    assert soviet == soviet_too
    # The comparison can fail: the Chinese know their own mines.
    assert chinese != chinese_too


def test_the_dice_of_a_what_if_are_its_own(address: str) -> None:
    own = hot_seat(address)
    commitments = {get(address, f"/api/seats/{own}")["dice"]["commitment"]}
    for _ in range(3):
        secret = fork(address, own)["secret"]
        commitments.add(get(address, f"/api/seats/{secret}")["dice"]["commitment"])
    assert len(commitments) == 4


def test_private_boards_are_not_stored(tmp_path: Path) -> None:
    with server(tmp_path) as address:
        own = new_table(address)["seats"]["Soviet"]
        secret = fork(address, own)["secret"]
        post(address, secret, {"type": "choose", "number": 0, "verb": "recommended"})
        begin_lesson(address)
    with sqlite3.connect(tmp_path / "stavka.db") as database:
        stored = "\n".join(database.iterdump())
    database.close()
    assert len(re.findall(r'INSERT INTO "?tables', stored)) == 1
    assert "recommended" not in stored
    with server(tmp_path) as address:
        get(address, f"/api/seats/{secret}", 404)
        assert get(address, f"/api/seats/{own}")["version"] == 0


def test_private_boards_are_few_and_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private, "PRIVATE_BOARDS", 3)
    with server(tmp_path) as address:
        secrets = [begin_lesson(address)["secret"] for _ in range(4)]
        get(address, f"/api/seats/{secrets[0]}", 404)
        open_ones = [Live(address, secret) for secret in secrets[1:]]
        # Nobody is thrown out for somebody new.
        assert "too many" in begin_lesson(address, status=429)["error"]
        for live in open_ones:
            live.__exit__(None, None, None)
        monkeypatch.setattr(private, "PRIVATE_SECONDS", 0)
        begin_lesson(address)
        for secret in secrets:
            get(address, f"/api/seats/{secret}", 404)
    assert limits.PRIVATE_BOARDS > 3


def test_one_visitor_does_not_take_the_boards_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private, "PRIVATE_BOARDS", 5)
    monkeypatch.setattr(private, "PRIVATE_PER_ADDRESS", 3)

    def begin(client: httpx.Client, status: int = 201) -> str:
        answer = client.post("/api/lessons", json={"title": "east-is-red"})
        assert answer.status_code == status, answer.text
        return str(answer.json().get("secret"))

    def is_there(secret: str) -> bool:
        with http(address) as client:
            return client.get(f"/api/seats/{secret}").status_code == 200

    with (
        server(tmp_path) as address,
        elsewhere(address, "203.0.113.31") as greedy,
        elsewhere(address, "203.0.113.32") as other,
        elsewhere(address, "203.0.113.33") as late,
    ):
        others = [begin(other), begin(other)]
        own = [begin(greedy) for _ in range(6)]
        # His own oldest go; those of others stay, though nobody is at them now.
        assert [is_there(secret) for secret in own] == [False] * 3 + [True] * 3
        assert all(map(is_there, others))
        # There is no room for anybody new, until somebody has left for some time.
        begin(late, 429)
        with monkeypatch.context() as later, Live(address, own[3]):
            later.setattr(private, "PRIVATE_LEFT_SECONDS", 0)
            assert is_there(begin(late))
            # The one that was left first, not the one that somebody is at.
            assert is_there(own[3]) and not is_there(own[4])
        # Who is at all of his has no more, and takes none of others.
        with Live(address, own[3]), Live(address, own[5]):
            begin(greedy, 429)
        assert all(map(is_there, others))


# Lessons


def test_a_lesson_is_followed_and_then_free(address: str) -> None:
    found = lesson("east-is-red")
    assert found is not None
    page = get(address, "/api/titles/east-is-red/lesson")
    assert [step["choice"] for step in page["steps"] if step["choice"]] == list(
        map(str, found.choices)
    )
    title = get(address, "/api/titles")[0]
    assert title["lesson"] == {"name": found.name, "text": found.text}
    with Live(address, begin_lesson(address)["secret"]) as live:
        assert live.state["kind"] == "lesson" and live.state["sides"] == ["Soviet"]
        for choice in found.choices:
            wrong = live.choose("select", "3-7-9.1")
            if (choice.verb, choice.argument) != ("select", "3-7-9.1"):
                assert "lesson" in wrong["reason"]
            assert live.choose(choice.verb, choice.argument)["type"] == "state"
        # From here on anything goes, and a computer player is on the other side.
        assert live.choose("done")["type"] == "state"
        assert live.choose("pass_turn")["type"] == "state"
        while live.decision is None:
            live.receive()
        assert any(line["side"] == "Chinese" for line in live.log)


def test_no_lesson(address: str) -> None:
    assert begin_lesson(address, "chess", 400)["error"]
    assert get(address, "/api/titles/chess/lesson", 404)["error"]


# Set-ups


def test_what_fits_a_set_up(address: str) -> None:
    def check(scenario: str, *options: str) -> Json:
        with http(address) as client:
            answer = client.post(
                "/api/titles/east-is-red/check", json={"scenario": scenario, "options": options}
            )
        assert answer.status_code == 200
        found: Json = answer.json()
        return found

    assert list(check("1970s-m1-full")["refused"]) == ["17.5"]
    sixties = check("1960s-m30", "GW")["refused"]
    assert list(sixties) == ["19.0", "ER", "US"]
    assert "never received in M+30" in sixties["ER"] and "1970s and later" in sixties["US"]
    early = check("m1-full", "19.0")
    assert early["problem"] == "" and "of M+30" in early["refused"]["17.5"]
    wrong = check("m1-full", "17.5")
    assert "17.5 does not fit" in wrong["problem"] and wrong["refused"] == {}
    assert "no scenario" in check("m2")["problem"]


def test_a_table_starts_with_what_its_scenario_starts_with_unless_told(address: str) -> None:
    def options(**said: list[str]) -> list[str]:
        players = {"Soviet": "person", "Chinese": "person"}
        new = {"title": "east-is-red", "scenario": "1980s-m30", "players": players, **said}
        with http(address) as client:
            seats = lay(address, client.post("/api/tables", json=new).json())["seats"]
        return list(get(address, f"/api/seats/{seats['Soviet']}")["presentation"]["options"])

    info = next(t for t in get(address, "/api/titles") if t["slug"] == "east-is-red")
    own = next(s for s in info["scenarios"] if s["key"] == "1980s-m30")["defaults"]
    assert options() == own == ["INT", "OMG", "GW", "SW.3"]
    assert options(options=["OMG"]) == ["OMG"]
    assert options(options=[]) == []
