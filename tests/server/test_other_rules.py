"""Tables that do not go as they went by the rules of today: they go on, if all who play agree."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from stavka import titles
from stavka.engine import read_record, verify
from stavka.server.limits import ACTIONS

from .client import Json, Live, get, hot_seat, http, lay, make, new_table, post
from .running import by_hand, server
from .test_files import GOOD_RECORD, PEOPLE

TITLE = titles.load("east-is-red")


def play(address: str, seats: list[str], choices: int, rnd: random.Random) -> None:
    """So many choices of whoever has to choose."""
    for _ in range(choices):
        for secret in seats:
            state = get(address, f"/api/seats/{secret}")
            decision = state["presentation"]["decision"]
            if decision is not None:
                option = rnd.choice(decision["options"])
                argument = rnd.choice(option["values"]) if option["values"] else ""
                choice = {"type": "choose", "number": decision["number"], "verb": option["verb"]}
                post(address, secret, {**choice, "argument": argument})
                break


def change_the_rules(folder: Path) -> None:
    """What was done last would have rolled otherwise: as if a rule had been mended."""
    with by_hand(folder) as db:
        db.execute(
            "UPDATE actions SET dice = '[7]' WHERE number = (SELECT max(number) FROM actions)"
        )
        db.execute("UPDATE tables SET rules = 0")


def rows(folder: Path, query: str) -> list[Any]:
    with by_hand(folder) as db:
        found: list[Any] = db.execute(query).fetchall()
    return found


def proposal(state: Json) -> Json:
    (found,) = state["proposals"]
    assert found["kind"] == "rules" and found["id"] == 0
    whole: Json = found
    return whole


def stranded(folder: Path) -> tuple[list[str], str, int]:
    """A table whose last choices are of other rules: its seats, and how many moves it had."""
    rnd = random.Random(5)
    with server(folder, 1e9) as address:
        links = new_table(address)
        seats = [*links["seats"].values()]
        play(address, seats, 80, rnd)
        while get(address, f"/api/seats/{seats[0]}")["presentation"]["to_choose"] != "Soviet":
            play(address, seats, 1, rnd)
        play(address, seats[:1], 2, rnd)
        moves = get(address, f"/api/seats/{seats[0]}")["version"]
    change_the_rules(folder)
    return seats, links["spectator"], moves


def test_it_goes_on_when_all_have_agreed(tmp_path: Path) -> None:
    seats, spectator, version = stranded(tmp_path)
    done = rows(tmp_path, "SELECT count(*) FROM actions")[0][0]
    with server(tmp_path, 1e9) as address:
        soviet, chinese = seats
        state = get(address, f"/api/seats/{soviet}")
        # It is shown, and nobody is told how much there was that he may not know of.
        told = proposal(state)
        assert "an older version of the rules" in told["text"]
        assert not any(letter.isdigit() for letter in told["text"].replace("version 1", ""))
        assert told["asked"] and told["wait_for"] == ["Soviet", "Chinese"]
        assert not proposal(get(address, f"/api/seats/{spectator}"))["asked"]
        # Nobody can count what was done in secret: for everybody it is as much.
        shown = [get(address, f"/api/seats/{one}")["version"] for one in (soviet, spectator)]
        assert min(shown) >= ACTIONS > version and not state["can_undo"]
        refused = post(address, soviet, {"type": "choose", "number": state["version"], "verb": "x"})
        assert "other rules" in refused["reason"]
        assert get(address, f"/api/seats/{soviet}/record", 403)
        yes = {"type": "agree", "proposal": 0, "yes": True}
        assert post(address, spectator, yes)["type"] == "refused"
        assert post(address, soviet, yes)["type"] == "state"
        assert post(address, soviet, yes)["type"] == "refused"
        assert proposal(get(address, f"/api/seats/{chinese}"))["agreed"] == ["Soviet"]
    # That somebody has agreed outlives the server.
    with server(tmp_path, 1e9) as address:
        assert proposal(get(address, f"/api/seats/{chinese}"))["wait_for"] == ["Chinese"]
        after = post(address, chinese, yes)["state"]
        assert after["proposals"] == [] and after["version"] > version - 2
        assert after["talk"][-1]["speaker"] == ""
        assert "by version 1 of the rules" in after["talk"][-1]["text"]
        assert after["talk"][-1]["after"] == len(after["log"])
        play(address, seats, 6, random.Random(7))
        moved = get(address, f"/api/seats/{soviet}")
        assert moved["moves"] > after["moves"] - 2 and moved["version"] > after["version"]
    # And so does what has been done since; nothing of what was done before is gone.
    with server(tmp_path, 1e9) as address:
        assert get(address, f"/api/seats/{soviet}")["version"] == moved["version"]
    assert rows(tmp_path, "SELECT count(*) FROM actions")[0][0] == done + 7


def test_the_older_part_is_shown_from_what_was_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the rules of today it could not be played again."""
    with server(tmp_path, 1e9) as address:
        text = "\n".join(GOOD_RECORD.splitlines()[:500])
        new = {"text": text, "players": PEOPLE, "hot_seat": True}
        secret = lay(address, make(address, "/api/tables/import", new))["hot_seat"]
        play(address, [secret], 1, random.Random(3))
        before = get(address, f"/api/seats/{secret}")
    change_the_rules(tmp_path)
    with server(tmp_path, 1e9) as address, Live(address, secret) as live:
        live.ask("agree", proposal=0, yes=True)
        live.until(lambda state: not state["proposals"])
        base = live.state["moves"]
        assert base == before["moves"] - 1
        known = len(live.log)
        assert live.log == before["log"][:known]
        assert not live.state["can_undo"]
        assert "other rules" in live.ask("undo", to=base)["reason"]
        for _ in range(5):
            live.choose_any(random.Random(2))
        for move in (0, 20, base - 1, base, base + 3):
            shown = live.ask("query", id=1, kind="history", argument=str(move))["history"]
            assert shown["units"], move
        first = live.ask("query", id=2, kind="replay", argument="10")["replay"]
        assert [frame["move"] for frame in first] == list(range(10, 10 + len(first)))
        assert live.ask("query", id=3, kind="luck")["type"] == "answer"
        assert live.ask("query", id=4, kind="battle", argument="371")["battle"] is None
        rnd = random.Random(8)
        while not live.over():
            live.choose_any(rnd)
        ending = live.ask("query", id=5, kind="ending")["ending"]
        assert ending["score"]
        with http(address) as client:
            record = read_record(client.get(f"/api/seats/{secret}/record").text)
    # The record is of what was played by these rules, and proves it.
    assert record.beginning and len(record.lines) == live.state["moves"] - base
    verdict = verify(record, TITLE)
    assert verdict.dice == "shares" and verdict.outcome


def test_no_die_that_was_seen_falls_again(tmp_path: Path) -> None:
    """The dice of what does not count are known: the next ones come after them."""
    with server(tmp_path, 1e9) as address:
        secret = hot_seat(address)
        play(address, [secret], 30, random.Random(1))
    (last,) = rows(tmp_path, "SELECT max(number) FROM actions")[0]
    with by_hand(tmp_path) as db:
        db.execute("UPDATE actions SET dice = '[7, 7, 7]' WHERE number = ?", (last,))
    with server(tmp_path, 1e9) as address:
        post(address, secret, {"type": "agree", "proposal": 0, "yes": True})
        with http(address) as client:
            text = client.get(f"/api/seats/{secret}/position").text
    assert "rolls: 3\n" in text


def test_a_snapshot_that_is_another_is_passed_over(tmp_path: Path) -> None:
    """What a position comes to may be what has changed: then an earlier one has to do."""
    seats, _, _ = stranded(tmp_path)
    with by_hand(tmp_path) as db:
        moves = [m for (m,) in db.execute("SELECT moves FROM snapshots ORDER BY moves")]
        db.execute("UPDATE snapshots SET digest = 'other' WHERE moves = ?", (moves[-1],))
    with server(tmp_path) as address:
        state = get(address, f"/api/seats/{seats[0]}")
        assert proposal(state) and state["moves"] <= moves[-2]


def test_computer_players_ask_nobody_else(tmp_path: Path) -> None:
    with server(tmp_path, 1e9) as address:
        links = new_table(address, chinese="cadet")
        seat = links["seats"]["Soviet"]
        play(address, [seat], 12, random.Random(1))
    change_the_rules(tmp_path)
    with server(tmp_path, 1e9) as address:
        state = get(address, f"/api/seats/{seat}")
        assert proposal(state)["wait_for"] == ["Soviet"] and not state["thinking"]
        post(address, seat, {"type": "agree", "proposal": 0, "yes": True})
        with Live(address, seat) as live:
            live.until(lambda state: state["presentation"]["decision"] is not None)
            assert live.state["proposals"] == []


def test_where_nobody_plays_nobody_is_asked(tmp_path: Path) -> None:
    with server(tmp_path, 1e9) as address:
        table = new_table(address, "cadet", "random")
        with Live(address, table["spectator"]) as live:
            live.until(lambda state: state["moves"] > 20)
    change_the_rules(tmp_path)
    with server(tmp_path, 1e9) as address, Live(address, table["spectator"]) as live:
        assert live.state["proposals"] == []
        live.until(lambda state: state["presentation"]["outcome"] is not None)
