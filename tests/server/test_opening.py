"""Tables that newer code cannot read as they are stored: nothing of a game is lost by an update."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from stavka import titles
from stavka.engine import read_record
from stavka.server.imports import read_import
from stavka.server.opening import Opening
from stavka.server.sqlite import SqliteStorage
from stavka.server.storage import Action, StoredTable
from stavka.server.table import Table

from .client import get, post
from .running import by_hand, server
from .test_other_rules import proposal, rows, stranded
from .test_rules_versions import SHELF


@pytest.mark.parametrize("path", SHELF)
def test_an_older_game_that_was_played_here_stands_where_it_can_be_read(
    path: Path, tmp_path: Path
) -> None:
    """With its history, its snapshots, and what came after them by the rules of its day."""
    text = gzip.decompress(path.read_bytes()).decode()
    begun, record = read_import(text), read_record(text)
    lines = record.lines[len(begun.actions) :]
    storage = SqliteStorage(tmp_path / "stavka.db")
    stored = StoredTable(
        id="0123456789abcdef",
        title=begun.title,
        scenario=begun.scenario,
        options=begun.options,
        players=dict.fromkeys(titles.load(begun.title).sides, "person"),
        seed=storage.new_seed("0123456789abcdef"),
        beginning=begun.position,
        rolled=(*begun.rolled, *(die for line in lines for die in line.dice)),
        data=titles.data_version(begun.title),
    )
    tail = [Action("choose", line.side, str(line.choice), line.dice) for line in lines]
    storage.add_table(stored, [], [*begun.actions, *tail])
    snapshots = Table(stored).retold(begun.actions)
    storage.append(stored.id, len(begun.actions) + len(tail), [], snapshots)
    table = Opening(storage).load(stored.id)
    assert table.stranded and table.company.stranded
    assert table.reached == snapshots[-1].actions
    assert len(table.game.moves) == snapshots[-1].moves
    # Nothing of it is gone, whoever looks.
    assert len(storage.actions(stored.id)) == len(record.lines)
    for eyes in ("", *table.title.sides):
        assert table.title.present(table.game.position.view(eyes)).turn
    storage.close()


NO_STATE = "UPDATE snapshots SET state = '{}'"
LAST = " WHERE moves = (SELECT max(moves) FROM snapshots)"


@pytest.mark.parametrize(
    "spoilt",
    [
        NO_STATE + LAST,
        NO_STATE,
        "UPDATE snapshots SET state = '[]'" + LAST,
        # What is not there, and what is of another kind.
        """UPDATE snapshots SET state = json_set(state, '$.units', 5)""" + LAST,
        "UPDATE snapshots SET history = '[]'" + LAST,
        "UPDATE snapshots SET history = 'x'",
    ],
)
def test_what_cannot_be_read_is_left_out(tmp_path: Path, spoilt: str) -> None:
    seats, spectator, _ = stranded(tmp_path)
    done = rows(tmp_path, "SELECT count(*) FROM actions")
    with by_hand(tmp_path) as db:
        assert db.execute(spoilt).rowcount
    with server(tmp_path, 1e9) as address:
        for secret in (*seats, spectator):
            state = get(address, f"/api/seats/{secret}")
            assert state["moves"] and proposal(state)["wait_for"] == ["Soviet", "Chinese"]
        for secret in seats:
            post(address, secret, {"type": "agree", "proposal": 0, "yes": True})
        assert get(address, f"/api/seats/{seats[0]}")["proposals"] == []
    assert rows(tmp_path, "SELECT count(*) FROM actions")[0][0] == done[0][0] + 1


def test_code_that_fails_in_any_way_does_not_keep_a_table_shut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it may where a state was written before a field had another meaning."""
    seats, _, _ = stranded(tmp_path)

    def repeat(*_: object) -> None:
        raise TypeError("unsupported operand")

    monkeypatch.setattr(Table, "repeat", repeat)
    with server(tmp_path, 1e9) as address:
        assert proposal(get(address, f"/api/seats/{seats[0]}"))["asked"]
