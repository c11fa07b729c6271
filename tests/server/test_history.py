"""Tables are opened from what was stored of their past, and are what they were."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from stavka.engine import Choice, Record, load_record
from stavka.server.history import Chapter, Past
from stavka.server.storage import Action, Snapshot, StoredTable
from stavka.server.table import Seat, Table

from .client import Json, Live, get, lay, make
from .running import server

SHELF = Path(__file__).parents[1] / "records"
# One of each title; long ones are cut.
GAMES = ("east-is-red-m1-full", "red-dragon-campaign", "reds-1918-19", "red-star-turning-point")
CHOICES = 900


def stored_of(record: Record) -> StoredTable:
    assert record.seed is not None
    players = dict.fromkeys(record.players, "person")
    return StoredTable("t", record.title, record.scenario, record.options, players, record.seed)


def played(record: Record, choices: int) -> tuple[Table, list[Action], list[Snapshot]]:
    """A table at which a record was played, and what was stored of it."""
    table = Table(stored_of(record))
    actions, snapshots = [], []
    for line in record.lines[:choices]:
        actions.append(Action("choose", line.side, str(line.choice), line.dice))
        table.repeat(actions[-1])
        table.version += 1
        snapshots += table.snapshot(table.version)
    return table, actions, snapshots


def seats(table: Table) -> list[Seat]:
    sides = table.title.sides
    return [Seat(b"k", held) for held in ((sides[0],), (sides[1],), sides, ())]


@pytest.mark.parametrize("name", GAMES)
def test_a_table_that_is_opened_from_its_past_is_the_same(name: str) -> None:
    record = load_record(SHELF / f"{name}.stavka")
    chance = random.Random(name)
    for choices in sorted(chance.sample(range(40, min(CHOICES, len(record.lines))), 3)):
        table, actions, snapshots = played(record, choices)
        past = Past.of(snapshots)
        assert past is not None and past.snapshot == snapshots[-1]
        opened = Table(table.stored, actions[past.snapshot.actions :], past)
        table._log.update(table.game)
        for seat in seats(table):
            before, after = (t.state(seat, t.log(seat)) for t in (table, opened))
            assert after == before
        assert opened.game.moves == table.game.moves
        assert opened.game.chronicle == table.game.chronicle
        assert opened.game.opening == table.game.opening
        hot = seats(table)[2]
        assert opened.record(hot) == table.record(hot)
        # It goes on alike, and so does its history.
        line = record.lines[choices]
        action = Action("choose", line.side, str(line.choice), line.dice)
        for one in (table, opened):
            one.repeat(action)
            one.version += 1
        assert opened.snapshot(opened.version) == table.snapshot(table.version)


def test_a_chapter_reads_back() -> None:
    _, _, snapshots = played(load_record(SHELF / "reds-1918-19.stavka"), 200)
    for snapshot in snapshots:
        chapter = Chapter.decode(snapshot.history)
        assert chapter.encode() == snapshot.history
        assert all(isinstance(move.choice, Choice) for move in chapter.moves)


def test_a_chapter_is_read_as_it_was_written_first() -> None:
    """Then a choice was not apart from its move."""
    _, _, snapshots = played(load_record(SHELF / "reds-1918-19.stavka"), 200)
    written = msgspec.json.decode(snapshots[0].history)
    written["moves"] = [[side, *choice, *rest] for side, choice, *rest in written["moves"]]
    older = Chapter.decode(msgspec.json.encode(written))
    assert older == Chapter.decode(snapshots[0].history)


def test_a_past_with_a_gap_is_none() -> None:
    """Tables of older databases have snapshots without a history."""
    _, _, snapshots = played(load_record(SHELF / "reds-1918-19.stavka"), 200)
    assert len(snapshots) > 2
    assert Past.of(snapshots[1:]) is None
    assert Past.of([]) is None


# On a server

ASKED = (
    ("history", "7"),
    ("replay", "20"),
    ("luck", ""),
    ("forces", ""),
)


def begin(address: str, record: Record, choices: int) -> Json:
    """Sets up a game that has begun; the secrets of its seats."""
    text = (SHELF / f"{record.title}-{record.scenario}.stavka").read_text("utf-8")
    begun = "\n".join(text.splitlines()[: choices + 1])
    players = dict.fromkeys(record.players, "person")
    new = {"text": begun, "players": players, "hot_seat": True}
    return lay(address, make(address, "/api/tables/import", new))


def answers(live: Live) -> list[Json]:
    asked = [live.ask("query", id=1, kind=kind, verb="", argument=text) for kind, text in ASKED]
    assert all(answer["type"] == "answer" for answer in asked)
    return asked


def test_a_table_is_opened_again_from_its_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is played again but what came after the last change of side, and whoever looks back
    or takes back sees what he saw."""
    record = load_record(SHELF / "east-is-red-m1-full.stavka")
    lines = record.lines
    last = next(
        n for n in range(300, 900) if lines[n].side != lines[n + 1].side and not lines[n].dice
    )
    again: list[Action] = []
    with server(tmp_path) as address:
        links = begin(address, record, last)
        secret = links["hot_seat"]
        with Live(address, secret) as live:
            live.choose(lines[last].choice.verb, lines[last].choice.argument)
            asked = answers(live)
            before = get(address, f"/api/seats/{secret}")
    assert before["can_undo"]
    repeat = Table.repeat

    def counted(table: Table, action: Action) -> None:
        again.append(action)
        repeat(table, action)

    monkeypatch.setattr(Table, "repeat", counted)
    with server(tmp_path) as address, Live(address, secret) as live:
        assert get(address, f"/api/seats/{secret}") == before
        assert answers(live) == asked
        spectator = f"/api/seats/{links['spectator']}"
        live.choose_any(random.Random(2))
        live.ask("undo")
        assert again == []
        version = get(address, spectator)["version"]
        live.ask("undo")
        # Nobody can tell that it was opened from an earlier moment: what was known is known.
        assert get(address, f"{spectator}/wait?after={version}&log=9")["log_from"] == 9
        assert 0 < len(again) < 50 and live.state["moves"] == before["moves"] - 1
        live.ask("redo")
        assert live.state["moves"] == before["moves"]
    again.clear()
    with server(tmp_path) as address:
        assert get(address, f"/api/seats/{secret}")["moves"] == before["moves"]
    assert len(again) < 50
