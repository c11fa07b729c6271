"""A small share of the attack (tools/attack); `make soak` runs all of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stavka.server.table import Seat, Table
from tests.server.client import Live, get, http, new_table
from tests.server.running import server
from tools.attack import __main__ as command
from tools.attack import forged, half_open, kills, tally, twins
from tools.attack.boards import GAMES
from tools.attack.kills import Seen, difference
from tools.attack.pairs import Counters, Mines, Pair
from tools.attack.tally import Summary, Tally

# Each plays for seconds against a real server.
pytestmark = pytest.mark.slow

SEED = "quick"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What is found is not kept among what the long tier finds."""
    monkeypatch.setattr(tally.Tally.__init__, "__defaults__", (tmp_path,))
    return tmp_path


def test_forged_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forged, "GAMES", GAMES[:2])
    monkeypatch.setattr(forged, "BETWEEN", 60)
    summary = forged.run(0.003, SEED)
    assert summary.passed and "150 forged choices" in summary.text
    # They come by all ways.
    assert all(f" {answer}" in summary.text for answer in ("refused", "404", "409", "410"))


def test_a_forged_choice_that_is_accepted(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """As if anybody could choose for anybody."""
    allowed = Table._own_decision

    def careless(table: Table, _: Seat) -> Any:
        decision = table.game.position.decision()
        return allowed(table, Seat(b"", (decision.side,) if decision else ()))

    monkeypatch.setattr(Table, "_own_decision", careless)
    monkeypatch.setattr(forged, "GAMES", GAMES[:2])
    monkeypatch.setattr(forged, "BETWEEN", 60)
    assert not forged.run(0.001, SEED).passed
    assert "wrong seat" in (folder / "forged.found").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [Mines, Counters])
def test_twins(kind: Callable[[str], Pair]) -> None:
    found = Tally("twins", 300, "answers")
    pair = kind(SEED)
    twins.compare(pair, found, 300)
    assert found.over and not found.findings
    one, other = (table.game.position for table in pair.tables)
    assert one.to_json() != other.to_json()
    # The comparison can fail: whoever hides something sees the difference.
    (side,) = (side for side in pair.tables[0].title.sides if side != pair.blind)
    pair.seats = [Seat(b"sees", (side,))]
    state, *_ = pair.looks()
    assert state[1] != state[2]


def test_what_was_seen_is_lost(tmp_path: Path) -> None:
    with server(tmp_path, 1e9) as address:
        links = new_table(address)
        seen = Seen(links)
        with Live(address, links["seats"]["Soviet"]) as live:
            for text in ("recommended", "done"):
                live.choose(text)
            seen.states[live.secret] = live.state
        now = get(address, f"/api/seats/{live.secret}")
        with http(address) as client:
            assert not seen.lost(client)
    with sqlite3.connect(tmp_path / "stavka.db") as db:
        db.execute("DELETE FROM snapshots")
        db.execute("DELETE FROM actions WHERE number > 0")
    db.close()
    with server(tmp_path, 1e9) as address, http(address) as client:
        assert "version 1 after 2" in seen.lost(client)
    assert not difference(now, now)
    assert "log" in difference(now, {**now, "log": now["log"][:-1]})
    other = {**now["presentation"], "turn": 99}
    assert "different" in difference(now, {**now, "presentation": other})


def test_kill_9(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kills, "TABLES", 2)
    monkeypatch.setattr(kills, "PLAYED", (0.3, 0.3))
    summary = kills.run(0.001, SEED)
    assert summary.passed and "1 times" in summary.text


def test_half_open_requests(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(half_open, "CLICKS", 5)
    monkeypatch.setattr(half_open, "PAGES", 2)
    # A busy machine is no defect.
    monkeypatch.setattr(half_open, "PATIENCE", 60.0)
    assert command.main(["half-open", "--scale", "0.01"]) == 0
    assert "11 half-open requests" in capsys.readouterr().out
    monkeypatch.setitem(command.PARTS, "half-open", lambda *_: Summary("half-open", False, ""))
    assert command.main(["half-open", "--scale", "0.01"]) == 1


def test_who_has_tried_too_little_has_proven_nothing() -> None:
    found = Tally("forged", 10, "choices")
    found.count(9)
    assert not found.summary().passed
    found.count()
    assert found.summary().passed
    found.find("something")
    assert not found.summary().passed
