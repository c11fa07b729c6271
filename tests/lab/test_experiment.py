"""The file of an experiment: what it comes to, and what is said of one that is wrong."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import msgspec
import pytest

from stavka import __version__, titles
from stavka.data import DataError
from stavka.lab.crew import Unfit
from stavka.lab.experiment import (
    DECIDING,
    STAVKA,
    Outputs,
    fingerprint,
    line_of,
    program_version,
    read,
)
from stavka.lab.games import play
from stavka.lab.versions import compare

from ..players.test_policies import written as policy

EXPERIMENTS = Path(__file__).parents[2] / "experiments"

GOOD = """\
[experiment]
name = "two questions"
title = "red-star"
games = 20
seed = "a1"
stop = { sprt = { p0 = 0.50, p1 = 0.55, side = "Soviet" } }

[factors]
scenario = ["turning-point", "barbarossa"]
players = [
  { Axis = "cadet", Soviet = "cadet" },
  { Axis = "random", Soviet = "cadet" },
]

[outputs]
records = "all"

[run]
crew = "inline"
batch_seconds = 0.5
"""

CELLS = """\
[experiment]
name = "one by one"
title = "river-line"
games = 3

[[cells]]
name = "usual"
players = { Upland = "cadet", Vale = "cadet" }

[[cells]]
name = "wild"
players = { Upland = "random", Vale = "cadet" }
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "experiment.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_all_combinations_are_cells(tmp_path: Path) -> None:
    found = read(written(tmp_path, GOOD))
    assert [cell.name for cell in found.cells] == [
        "turning-point; Axis cadet, Soviet cadet",
        "turning-point; Axis random, Soviet cadet",
        "barbarossa; Axis cadet, Soviet cadet",
        "barbarossa; Axis random, Soviet cadet",
    ]
    assert len({cell.id for cell in found.cells}) == 4
    first = found.cells[0]
    assert first.rules == titles.load("red-star").rules
    assert first.data == titles.data_version("red-star")
    # What is not varied is the title's own.
    assert first.options == titles.load("red-star").defaults("turning-point")
    # Games with one number have one seed, whatever is varied.
    assert len({cell.seed_of(7) for cell in found.cells}) == 1


def test_cells_can_be_written_out(tmp_path: Path) -> None:
    found = read(written(tmp_path, CELLS))
    assert [(cell.name, cell.players["Upland"]) for cell in found.cells] == [
        ("usual", "cadet"),
        ("wild", "random"),
    ]


def test_a_cell_is_what_it_is_played_with(tmp_path: Path) -> None:
    """Its name changes nothing; whatever its games depend on makes it another."""
    (cell, *_) = read(written(tmp_path, CELLS)).cells
    renamed = read(written(tmp_path, CELLS.replace('"usual"', '"as ever"'))).cells[0]
    assert renamed.id == cell.id
    for old, new in (
        ("games = 3", 'games = 3\nseed = "other"'),
        ('"cadet", Vale', '"random", Vale'),
    ):
        other = read(
            written(tmp_path, CELLS.replace(old, new, 1).split('[[cells]]\nname = "wild')[0])
        )
        assert other.cells[0].id != cell.id, new


def test_an_overlay_makes_another_cell(tmp_path: Path) -> None:
    own = titles.entry("river-line").data
    (tmp_path / "harder").mkdir()
    results = (own / "results.csv").read_text(encoding="utf-8")
    assert "De" in results
    (tmp_path / "harder" / "results.csv").write_text(results.replace("De", "Dr"), encoding="utf-8")
    text = CELLS.split("[[cells]]")[0] + (
        '[factors]\nplayers = [{ Upland = "cadet", Vale = "cadet" }]\noverlay = ["", "harder"]\n'
    )
    usual, harder = read(written(tmp_path, text)).cells
    assert (usual.name, harder.name) == ("own data", "harder")
    assert usual.data != harder.data and usual.id != harder.id


@pytest.mark.parametrize(
    "source",
    [
        "engine/position.py",
        "hexes/reach.py",
        "board/loader.py",
        "kit/tables.py",
        "arrays/observation.py",
        "players/staffs.py",
        "data.py",
        "titles/__init__.py",
        "titles/red_star/title.py",
        "lab/experiment.py",
        "lab/games.py",
        "lab/openings.py",
    ],
)
def test_whatever_decides_how_a_game_goes_makes_another_program(
    tmp_path: Path, source: str
) -> None:
    ignored = shutil.ignore_patterns("data", "static", "__pycache__", "*.so")
    house = shutil.copytree(STAVKA, tmp_path / "stavka", ignore=ignored)
    places = [house / name for name in (*DECIDING, "titles/red_star")]
    before = fingerprint(house, places)
    assert before == program_version("red-star")
    with (house / source).open("a") as code:
        code.write("# another one")
    assert fingerprint(house, places) != before


WRONG = [
    ("[experiment", "[experimen", 1, ""),
    ('title = "red-star"', 'title = "chess"', 3, "there is no 'chess'"),
    ("games = 20", "games = 0", 4, ">= 1"),
    ("games = 20", 'games = "many"', 4, "int"),
    ("games = 20", "gamse = 20", 4, "gamse"),
    ("games = 20", "", 1, "missing required field `games`"),
    ('seed = "a1"', 'sede = "a1"', 5, "sede"),
    ("p0 = 0.50", "p0 = 0.60", 6, "below p1"),
    ('side = "Soviet"', 'side = "Chinese"', 6, "Axis and Soviet"),
    ('"barbarossa"]', '"overlord"]', 9, "overlord"),
    ('Axis = "random"', 'Axis = "genius"', 10, "genius"),
    ('Axis = "random"', 'Allies = "random"', 10, "Axis and Soviet"),
    ('Axis = "random"', 'Axis = "staff:x2"', 10, "'staff:x2' does not say how much is thought"),
    ('records = "all"', 'records = "some"', 16, "some"),
    ("batch_seconds = 0.5", "batch_seconds = 0", 20, "> 0"),
    ('"barbarossa"]', '"turning-point"]', 9, "has the cell 'turning-point; Axis cadet"),
    ('Axis = "random"', 'Axis = "cadet"', 10, "twice"),
    ("p0 = 0.50", "alpha = 0.6, beta = 0.4, p0 = 0.50", 6, "less than 1 together"),
    ("games = 20", "games = = 20", 4, "line 4"),
]


@pytest.mark.parametrize(("old", "new", "line", "words"), WRONG)
def test_what_is_wrong_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, words: str
) -> None:
    assert old in GOOD
    with pytest.raises(DataError) as found:
        read(written(tmp_path, GOOD.replace(old, new)))
    text = str(found.value)
    assert words in text and "experiment.toml" in text
    if line:
        assert f"line {line}" in text, text


OPENINGS = """\
[experiment]
name = "first turns"
title = "red-star"
games = 20
[factors]
players = [{ Axis = "cadet", Soviet = "cadet" }]
opening = [{}, { Axis = "style:bold" }]
chance = ["one", "two"]
"""


def test_first_turns_and_the_chance_of_players_can_be_varied(tmp_path: Path) -> None:
    found = read(written(tmp_path, OPENINGS)).cells
    assert [cell.name for cell in found] == [
        "own opening; chance one",
        "own opening; chance two",
        "Axis opens as style:bold; chance one",
        "Axis opens as style:bold; chance two",
    ]
    assert len({cell.id for cell in found}) == 4
    assert [cell.opening for cell in found[1:3]] == [{}, {"Axis": "style:bold"}]


def test_what_came_later_changes_no_other_cell(tmp_path: Path) -> None:
    """Runs that were made before openings and chance are still found by their cells."""
    (cell, *_) = read(written(tmp_path, CELLS)).cells
    known = {"name": "", "overlay": "", **{k: getattr(cell, k) for k in EARLIER}}
    packed = msgspec.json.encode(known, order="sorted")
    assert hashlib.sha256(packed).hexdigest()[:16] == cell.id


EARLIER = ["slug", "scenario", "options", "players", "seed", "limit", "rules", "data", "program"]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('"style:bold"', '"style:brave"', 7, "no player 'style:brave' for the Axis"),
        ('{ Axis = "style:bold"', '{ Allies = "cadet"', 7, "names Axis or Soviet"),
        ('{ Axis = "style:bold" }', '"bold"', 7, "object"),
        ('["one", "two"]', '["one", 2]', 8, "str"),
        ('["one", "two"]', '["one", "one"]', 8, "twice"),
        ("opening =", "openings =", 7, "openings"),
    ],
)
def test_what_is_wrong_with_openings_and_chance(
    tmp_path: Path, old: str, new: str, line: int, words: str
) -> None:
    assert old in OPENINGS
    with pytest.raises(DataError) as found:
        read(written(tmp_path, OPENINGS.replace(old, new)))
    assert words in str(found.value)
    assert not line or f"line {line}" in str(found.value), found.value


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [('"wild"', '"usual"', 11), ('"random"', '"cadet"', 11), ('name = "wild"\n', "", 0)],
)
def test_a_cell_that_is_there_twice_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int
) -> None:
    text = CELLS.replace(old, new)
    if not line:
        text, line = text.replace('name = "usual"\n', ""), 9
    with pytest.raises(DataError, match=rf"experiment\.toml, line {line}, .*twice"):
        read(written(tmp_path, text))


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read(tmp_path / "nothing.toml")
    (tmp_path / "noise.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataError, match="cannot be read"):
        read(tmp_path / "noise.toml")
    both = CELLS + '[factors]\nplayers = [{ Upland = "cadet", Vale = "cadet" }]\n'
    with pytest.raises(DataError, match=r"either \[factors\] or"):
        read(written(tmp_path, both))
    missing = GOOD.replace('scenario = ["turning-point", "barbarossa"]', 'overlay = ["nowhere"]')
    with pytest.raises(DataError, match=r"line 9.*no folder"):
        read(written(tmp_path, missing))


def test_lines_of_cells() -> None:
    assert line_of(CELLS, ("cells", 1, "players")) == 12
    assert line_of(CELLS, ("cells", 1, "scenario")) == 10
    assert line_of(CELLS, ("nothing",)) == 1


@pytest.mark.parametrize("file", sorted(EXPERIMENTS.glob("*.toml")), ids=lambda file: file.stem)
def test_ready_made_experiments_can_be_run(file: Path) -> None:
    found = read(file)
    assert found.heading.name == file.stem and found.heading.text


def test_the_balance_of_every_scenario_is_asked_for() -> None:
    asked = {
        (cell.slug, cell.scenario)
        for file in EXPERIMENTS.glob("balance-*.toml")
        for cell in read(file).cells
    }
    house = [slug for slug in titles.playable() if slug != "river-line"]
    assert asked == {(slug, s.key) for slug in house for s in titles.load(slug).scenarios}


def test_a_policy_is_what_is_in_its_file_wherever_that_lies(tmp_path: Path) -> None:
    asked = CELLS.replace('Upland = "random"', 'Upland = "policy:net.onnx"')
    ids = {}
    for folder, liked in (("one", "attack"), ("two", "attack"), ("three", "done")):
        (tmp_path / folder).mkdir()
        policy(tmp_path / folder / "net.onnx", (liked,))
        _, wild = read(written(tmp_path / folder, asked)).cells
        assert wild.players["Upland"] == f"policy:{tmp_path / folder / 'net.onnx'}"
        ids[folder] = wild.id
    assert ids["one"] == ids["two"] != ids["three"]
    assert play(wild, 0, Outputs()).error == ""
    (tmp_path / "three" / "net.onnx").unlink()
    with pytest.raises(DataError, match=r"line 12.*net\.onnx cannot be read"):
        read(tmp_path / "three" / "experiment.toml")
    with pytest.raises(Unfit, match="a policy cannot be read"):
        compare(wild, __version__)
