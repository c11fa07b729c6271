"""What scenarios are worth: taken from runs, and shown as long as it holds."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from stavka import titles
from stavka.data import DataError
from stavka.lab.balance import FIELDS, FILE, measured, published
from stavka.lab.crew import Inline
from stavka.lab.experiment import Cell, read
from stavka.lab.games import Played
from stavka.lab.run import Runner
from stavka.lab.store import Store
from tools.balance import main, write

RUN = """\
[experiment]
name = "worth"
title = "river-line"
games = 12
seed = "w"
[factors]
players = [{ Upland = "cadet", Vale = "cadet" }]
"""


RULES, DATA = titles.load("reds").rules, titles.data_version("reds")


@pytest.fixture
def run(tmp_path: Path) -> Path:
    (tmp_path / "worth.toml").write_text(RUN, encoding="utf-8")
    experiment, file = read(tmp_path / "worth.toml"), tmp_path / "worth.sqlite"
    store = Store.create(file, experiment)
    Runner(experiment, store).run(Inline())
    store.close()
    return file


def cell_of(run: Path) -> tuple[Cell, list[Played]]:
    store = Store.open(run)
    (cell,) = store.experiment().cells
    games = store.games(cell)
    store.close()
    return cell, games


def published_file(tmp_path: Path, *rows: str) -> Path:
    file = tmp_path / "balance.csv"
    file.write_text("\n".join([",".join(FIELDS), *rows, ""]), encoding="utf-8")
    return file


def test_what_a_run_says_is_written_and_read_again(run: Path, tmp_path: Path) -> None:
    cell, games = cell_of(run)
    worth = measured(cell, games)
    assert worth is not None and worth.games == 12 and worth.players == "cadet"
    assert worth.wins == {
        side: sum(game.winner == side for game in games) for side in ("Upland", "Vale")
    }
    assert worth.data == titles.data_version("river-line")
    file = published_file(tmp_path, f"reds,1918-19,staff,{RULES},{DATA},s,10,4,6")
    write({("river-line", cell.scenario): worth}, file)
    assert published("river-line", file) == {cell.scenario: worth}
    assert published("reds", file)["1918-19"].wins == {"White": 4, "Red": 6}


def test_games_after_one_that_is_missing_do_not_count(run: Path) -> None:
    cell, games = cell_of(run)
    worth = measured(cell, games[:5] + games[6:])
    assert worth is not None and worth.games == 5


@pytest.mark.parametrize(
    "other",
    [
        {"players": {"Upland": "cadet", "Vale": "random"}},
        {"opening": {"Vale": "bold"}},
        {"chance": "c"},
    ],
)
def test_only_equals_tell_what_a_scenario_is_worth(run: Path, other: dict[str, object]) -> None:
    cell, games = cell_of(run)
    assert measured(msgspec.structs.replace(cell, **other), games) is None


def test_what_was_measured_by_other_rules_or_with_other_data_is_not_shown(tmp_path: Path) -> None:
    file = published_file(
        tmp_path,
        f"reds,1918-19,staff,{RULES + 1},{DATA},s,10,4,6",
        f"reds,1918-20,staff,{RULES},0123456789ab,s,10,4,6",
        f"reds,1918-21,staff,{RULES},{DATA},s,10,3,7",
    )
    assert [*published("reds", file)] == ["1918-21"]


@pytest.mark.parametrize(
    "row", ["reds,1918-19,staff,1,d,s,10,4,7", "reds,1918-19,staff,1,d,s,ten,4,6"]
)
def test_figures_that_cannot_be_are_told_with_their_line(tmp_path: Path, row: str) -> None:
    with pytest.raises(DataError, match=r"line 2, field games"):
        published("reds", published_file(tmp_path, row))


def test_what_is_shown_is_of_scenarios_that_there_are() -> None:
    for line in FILE.read_text(encoding="utf-8").splitlines()[1:]:
        slug, scenario = line.split(",")[:2]
        assert {scenario, *published(slug)} <= {s.key for s in titles.load(slug).scenarios}, line


def test_the_tables_of_a_run_are_printed(run: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(run)]) == 0
    told = capsys.readouterr().out
    assert "| scenario | games | Upland |" in told and "| 12 |" in told


def test_what_is_no_run_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "none.sqlite")]) == 1
    assert "there is no file" in capsys.readouterr().err
