"""Records and position files, out and in."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import Choice, Dice, read_record, replay, verify
from stavka.engine.records import header_line
from stavka.engine.shares import Source
from stavka.server.imports import BadImport, read_import
from stavka.server.limits import ACTIONS

from .client import Json, Live, get, hot_seat, http, lay, make, new_table

TITLE = titles.load("east-is-red")
RECORDS = Path(__file__).parent.parent / "records"
PEOPLE = {"Soviet": "person", "Chinese": "person"}
GOOD_POSITION = TITLE.write(TITLE.start("m1-full", seed=b"x"))
GOOD_RECORD = (RECORDS / "east-is-red-m1-full.stavka").read_text(encoding="utf-8")


def import_table(address: str, text: str, status: int = 201) -> Json:
    new = {"text": text, "players": PEOPLE, "hot_seat": True}
    found = make(address, "/api/tables/import", new, status)
    return lay(address, found) if status == 201 else found


def fetch(address: str, secret: str, what: str) -> str:
    with http(address) as client:
        answer = client.get(f"/api/seats/{secret}/{what}")
    assert answer.status_code == 200, answer.text
    return answer.text


def play_some(address: str, secret: str, choices: int) -> None:
    rnd = random.Random(8)
    with Live(address, secret) as live:
        for _ in range(choices):
            live.choose_any(rnd)


def test_files_are_for_those_who_may_know_everything(address: str) -> None:
    links = new_table(address)
    for secret in (*links["seats"].values(), links["spectator"]):
        assert not get(address, f"/api/seats/{secret}")["can_export"]
        for what in ("record", "position"):
            assert "may not know" in get(address, f"/api/seats/{secret}/{what}", 403)["error"]
    both = hot_seat(address)
    assert get(address, f"/api/seats/{both}")["can_export"]
    assert "seed" not in fetch(address, both, "record")
    alone = new_table(address, chinese="cadet")["seats"]["Soviet"]
    get(address, f"/api/seats/{alone}/record", 403)


def test_where_nothing_is_hidden_a_player_saves_at_any_time(address: str) -> None:
    players = {"Upland": "person", "Vale": "cadet"}
    asked = {"title": "river-line", "scenario": "crossing", "players": players}
    with http(address) as client:
        links = lay(address, client.post("/api/tables", json=asked).json())
    alone = links["seats"]["Upland"]
    assert get(address, f"/api/seats/{alone}")["can_export"]
    assert "seed" not in fetch(address, alone, "record")
    assert "scenario: crossing" in fetch(address, alone, "position")
    # Who only looks on sees as much, but has no game to save.
    assert not get(address, f"/api/seats/{links['spectator']}")["can_export"]


def test_a_record_goes_in_on_and_out(address: str) -> None:
    lines = GOOD_RECORD.splitlines()
    last = max(number for number, line in enumerate(lines[: len(lines) // 2]) if '"dice"' in line)
    text = "\n".join(lines[: last + 1])
    begun = replay(read_record(text), TITLE)
    links = import_table(address, text)
    state = get(address, f"/api/seats/{links['hot_seat']}")
    assert state["moves"] == len(begun.moves) == last
    dice = [die for line in state["log"] for die in line["dice"]]
    assert dice == [die for move in begun.moves for die in move.dice] != []
    assert read_record(fetch(address, links["hot_seat"], "record")).lines == read_record(text).lines
    # It goes on with dice of its own, and what it writes replays.
    play_some(address, links["hot_seat"], 40)
    exported = fetch(address, links["hot_seat"], "record")
    again = replay(read_record(exported), TITLE)
    assert len(again.moves) == last + 40
    copy = import_table(address, exported)
    before = get(address, f"/api/seats/{links['spectator']}")
    after = get(address, f"/api/seats/{copy['spectator']}")
    assert (after["presentation"], after["log"]) == (before["presentation"], before["log"])
    assert after["dice"]["commitment"] != before["dice"]["commitment"]
    rolled = [die for line in before["log"] for die in line["dice"]]
    assert (before["dice"]["file"], after["dice"]["file"]) == (len(dice), len(rolled))


def test_a_finished_record_comes_back_as_it_was(address: str) -> None:
    links = import_table(address, GOOD_RECORD)
    state = get(address, f"/api/seats/{links['spectator']}")
    assert state["presentation"]["outcome"] and state["can_export"]
    exported = read_record(fetch(address, links["spectator"], "record"))
    original = read_record(GOOD_RECORD)
    assert exported.lines == original.lines
    assert exported.digest == original.digest
    # Nothing was rolled here: of dice that a file has told nothing is proven.
    assert state["dice"]["file"] == sum(len(line.dice) for line in original.lines)
    assert any("came from a file" in doubt for doubt in verify(exported, TITLE).open)
    with Live(address, links["hot_seat"]) as live:
        assert "over" in live.ask("choose", number=state["moves"], verb="done")["reason"]


def test_a_position_goes_out_and_in(address: str) -> None:
    links = new_table(address, hot_seat=True)
    play_some(address, links["hot_seat"], 40)
    text = fetch(address, links["hot_seat"], "position")
    copy = import_table(address, text)
    assert fetch(address, copy["hot_seat"], "position") == text
    before, after = (
        get(address, f"/api/seats/{secret}") for secret in (links["hot_seat"], copy["hot_seat"])
    )
    # A table counts its own choices.
    for state in (before, after):
        state["presentation"]["decision"].pop("number")
    assert after["presentation"] == before["presentation"]
    assert (after["moves"], after["version"]) == (0, 0)
    play_some(address, copy["hot_seat"], 20)
    with Live(address, copy["hot_seat"]) as live:
        past = live.ask("query", id=1, kind="history", argument="0")["history"]
        assert past["units"] == before["presentation"]["units"]
    # The record of such a game begins with the position.
    record = fetch(address, copy["hot_seat"], "record")
    again = replay(read_record(record), TITLE)
    assert (len(again.moves), again.beginning) == (20, text)
    third = import_table(address, record)
    assert fetch(address, third["hot_seat"], "record").splitlines()[1:] == record.splitlines()[1:]
    play_some(address, third["hot_seat"], 20)
    with Live(address, copy["spectator"]) as one, Live(address, third["spectator"]) as other:
        for move in range(one.state["moves"] + 1):
            seen = [
                live.ask("query", id=move, kind="history", argument=str(move))["history"]
                for live in (one, other)
            ]
            assert seen[0] == seen[1] is not None
    assert len(replay(read_record(fetch(address, third["hot_seat"], "record")), TITLE).moves) == 40


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "header"),
        ("hello", "line 1"),
        ("title: chess", "no title 'chess'"),
        ("title: east-is-red\nphase: tea-time", "no phase"),
        ("title: east-is-red\nphase: soviet-combat\n[Soviet]\n9999: 7-4-9", "9999"),
        ('title: east-is-red\nphase: soviet-combat\nflow: [["nothing", 5]]', "line 3"),
        ("{", "line 1"),
        ("{}", "line 1"),
        ("\n".join(GOOD_RECORD.splitlines()[:3]).replace("m1-full", "m77"), "m77"),
        (GOOD_RECORD.splitlines()[0] + '\n{"side": "Soviet", "choice": "fly"}', "line 2"),
        (GOOD_RECORD.splitlines()[0] + '\n{"side": "Chinese", "choice": "done"}', "line 2"),
        (GOOD_RECORD.replace('"east-is-red"', '"reds"'), "no scenario 'm1-full'"),
        (GOOD_RECORD.replace('"east-is-red"', "[]"), "line 1: lacks or spoils a field"),
        # Half a letter, which JSON can spell and no file can hold.
        (
            header_line(
                "east-is-red", "m1-full", (), {}, Source(b""), 1, f"{GOOD_POSITION}# half"
            ).replace("half", "\\ud800"),
            "line 1: is not JSON",
        ),
    ],
)
def test_broken_imports(address: str, text: str, reason: str) -> None:
    assert reason in import_table(address, text, 400)["error"]


def test_numbers_that_would_keep_the_server_busy(address: str) -> None:
    """With points for millions of hexes a unit's reach would take all time and memory."""
    text = (
        "title: east-is-red\nscenario: m1-current\nturn: 2\nphase: soviet-initial-movement\n"
        "[Soviet]\n1511: 12-3-12.1\n[Chinese]\n2014: 4-6-6.2"
    )
    position = TITLE.read(text, Dice(b"x"))
    position.apply(Choice("select", "12-3-12.1"))
    text = TITLE.write(position)
    assert '"spent": 0' in text
    import_table(address, text)
    error = import_table(address, text.replace('"spent": 0', '"spent": -3000000'), 400)["error"]
    assert "flow" in error and "-3000000" in error


def test_large_imports(address: str) -> None:
    import_table(address, "x" * 5_000_000, 413)
    with http(address) as client:
        answer = client.post("/api/tables/import", json={"text": GOOD_POSITION, "players": {}})
    assert answer.status_code == 400


def test_an_imported_position_is_the_position(address: str) -> None:
    links = import_table(address, GOOD_POSITION)
    here = TITLE.read(fetch(address, links["hot_seat"], "position"), Dice(b"y"))
    assert here.digest() == TITLE.read(GOOD_POSITION, Dice(b"y")).digest()


def test_games_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """No real game has so many choices; one that has is not even played."""
    first, second, *_ = GOOD_RECORD.splitlines()
    text = "\n".join([first, *[second] * (ACTIONS + 1)])
    monkeypatch.setattr("stavka.server.imports.replay_as_far", None)
    with pytest.raises(BadImport, match="100,001 choices; at most 100,000"):
        read_import(text)


def test_a_table_that_is_full(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was taken back counts: it is kept as well."""
    monkeypatch.setattr("stavka.server.table.ACTIONS", 4)
    alone, machines = hot_seat(address), new_table(address, "random", "random")
    with Live(address, alone) as live:
        live.choose("recommended")
        for message in ("undo", "redo", "undo"):
            live.ask(message)
        refused = live.choose("recommended")
        assert "room for 100,000 choices" in refused["reason"]
        assert "room" in live.ask("redo")["reason"]
        assert live.state["version"] == 4 and live.state["moves"] == 0
    # Computer players stop too.
    with Live(address, machines["spectator"]) as live:
        assert not live.state["thinking"]
