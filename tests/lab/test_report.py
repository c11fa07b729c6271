"""The page that tells of a run, and the commands around it."""

from __future__ import annotations

import csv
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from stavka.cli import main
from stavka.lab.experiment import read
from stavka.lab.games import Holder, Played, Sample
from stavka.lab.report import write_report
from stavka.lab.store import Store

FILE = """\
[experiment]
name = "who <wins>?"
title = "river-line"
games = 3
text = "Cadets & chance."
stop = { sprt = { p0 = 0.1, p1 = 0.9, side = "Vale" } }
[factors]
players = [{ Upland = "cadet", Vale = "cadet" }, { Upland = "random", Vale = "cadet" }]
[run]
crew = "inline"
"""


class Outline(HTMLParser):
    """What is on a page, and whether everything that is opened is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag not in ("meta", "path", "rect", "circle", "image", "use", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()


def lab(*arguments: str) -> int:
    return main(["lab", *arguments])


@pytest.fixture
def run(tmp_path: Path) -> Path:
    file, out = tmp_path / "wins.toml", tmp_path / "wins.sqlite"
    file.write_text(FILE.replace("who <wins>?", "who wins"), encoding="utf-8")
    assert lab("run", str(file), "--out", str(out)) == 0
    return out


def test_from_a_file_to_a_page(
    capsys: pytest.CaptureFixture[str], run: Path, tmp_path: Path
) -> None:
    told = capsys.readouterr().out
    assert "Upland random, Vale cadet" in told and re.search(r"Vale +\d+ +\d+\.\d%", told)
    assert lab("report", str(run)) == 0
    page = (tmp_path / "wins.html").read_text(encoding="utf-8")
    found = Outline(page)
    assert found.open == [] and "script" not in found.tags
    assert "Cadets &amp; chance." in page
    # Nothing is fetched from anywhere.
    assert not re.findall(r'(?:src|href)="(?!#|data:)[^"]*"', page)
    for heading in ("Who wins", "How clearly", "Sequential test", "Where it was fought"):
        assert f"<h2>{heading}</h2>" in page
    # Whatever a chart shows stands in a table too.
    assert page.count("<table") > page.count('class="map"')
    assert "No game broke off" in page and "stavka lab run FILE" in page


def test_what_broke_off_comes_first(run: Path) -> None:
    store = Store.open(run)
    cell = store.experiment().cells[0]
    store.add(cell, [Played(number=99, error="ValueError: <lost>")])
    page = write_report(store)
    store.close()
    assert page.index("Games that broke off") < page.index("Who wins")
    assert "ValueError: &lt;lost&gt;" in page and "<lost>" not in page


def made(tmp_path: Path, title: str, factors: str, played: dict[str, list[Played]]) -> str:
    """The report of a run whose games we say."""
    file = tmp_path / "made.toml"
    text = f'[experiment]\nname = "made"\ntitle = "{title}"\ngames = 9\n[factors]\n{factors}\n'
    file.write_text(text, encoding="utf-8")
    store = Store.create(tmp_path / "made.sqlite", read(file))
    cells = {cell.name: cell for cell in store.experiment().cells}
    for name, games in played.items():
        store.add(cells[name], games)
    page = write_report(store)
    store.close()
    return page


def played(*values: float, **more: Any) -> list[Played]:
    return [
        Played(number=n, value=v, winner="Upland" if v > 0 else "Vale", level="Victory", **more)
        for n, v in enumerate(values)
    ]


def test_cells_are_compared_the_largest_difference_first(tmp_path: Path) -> None:
    names = ("cadet", "random", "recruit")
    factors = ", ".join(f'{{ Upland = "{name}", Vale = "random" }}' for name in names)
    low, middle, high = (played(*(v + n / 100 for n in range(9))) for v in (-0.5, -0.4, 0.5))
    page = made(
        tmp_path,
        "river-line",
        f"players = [{factors}]",
        {
            "Upland cadet, Vale random": low,
            "Upland random, Vale random": middle,
            "Upland recruit, Vale random": high,
        },
    )
    chapter = page.split("<h2>Compared with")[1].split("<h2>")[0]
    assert "\u201cUpland cadet, Vale random\u201d" in chapter
    assert chapter.index("Upland recruit") < chapter.index("Upland random")
    assert "+1.000" in chapter and "+0.100" in chapter
    # Nine games lost before and won now.
    assert "0 : 9 (+100%)" in chapter and "0.004" in chapter


def test_scenarios_are_not_compared_with_each_other(tmp_path: Path) -> None:
    factors = (
        'scenario = ["turning-point", "barbarossa"]\n'
        'players = [{ Axis = "random", Soviet = "random" }]'
    )
    games = played(0.5, 0.4, 0.3, -0.1)
    page = made(tmp_path, "red-star", factors, {"turning-point": games, "barbarossa": games})
    assert "Compared with" not in page and "Who wins" in page


CHARACTERS = """players = [
  { Axis = "style:bold", Soviet = "style:bold" },
  { Axis = "style:bold", Soviet = "style:careful" },
  { Axis = "style:careful", Soviet = "style:bold" },
  { Axis = "style:careful", Soviet = "style:careful" },
]"""


def test_dice_and_a_ladder_are_told_where_players_have_met_both_ways(tmp_path: Path) -> None:
    """The careful one is better by as much as the dice deviate."""
    dice = (0.3, -0.3, 0.2, -0.2, 0.1, -0.1, 0.0, 0.3, -0.3)
    cells = {}
    for axis in ("bold", "careful"):
        for soviet in ("bold", "careful"):
            skill = 0.5 * ((axis == "careful") - (soviet == "careful"))
            cells[f"Axis style:{axis}, Soviet style:{soviet}"] = played(*(skill + d for d in dice))
    page = made(tmp_path, "red-star", CHARACTERS, cells)
    said = page.split("<h2>How much is dice</h2>")[1].split("<h2>")[0]
    share = re.search(r"turning-point: (\d+)% of the variance of the result is dice", said)
    assert share and 30 < int(share[1]) < 40
    ladder = page.split("<h2>The ladder</h2>")[1].split("<h2>")[0]
    assert ladder.index("style:careful") < ladder.index("style:bold")
    assert "style:bold against style:careful" in ladder and "<td>9</td><td>0</td>" in ladder


def test_players_with_a_chance_of_their_own_do_not_count_as_dice(tmp_path: Path) -> None:
    factors = CHARACTERS.replace("style:careful", "random")
    cells = {
        f"Axis {axis}, Soviet {soviet}": played(0.1, 0.4, -0.2, 0.5, -0.6)
        for axis in ("style:bold", "random")
        for soviet in ("style:bold", "random")
    }
    assert "How much is dice" not in made(tmp_path, "red-star", factors, cells)


def test_places_stand_by_the_turn_on_which_they_fell(tmp_path: Path) -> None:
    begin = (
        Holder(1, "Minsk", "Soviet"),
        Holder(1, "Kiev", "Soviet"),
        Holder(1, "Gorky", "Soviet"),
    )
    games = [
        Played(number=n, winner="Axis", level="Win", value=0.5, holders=(*begin, *fallen))
        for n, fallen in enumerate(
            (
                (Holder(3, "Minsk", "Axis"), Holder(9, "Kiev", "Axis")),
                (Holder(4, "Minsk", "Axis"), Holder(8, "Minsk", "Soviet")),
                (Holder(5, "Minsk", "Axis"),),
            )
        )
    ]
    factors = 'scenario = ["barbarossa"]\nplayers = [{ Axis = "random", Soviet = "random" }]'
    page = made(tmp_path, "red-star", factors, {"barbarossa": games})
    chapter = page.split("<h2>When places changed hands</h2>")[1].split("<h2>")[0]
    assert "Never: Gorky." in chapter
    assert chapter.index("Minsk") < chapter.index("Kiev")
    minsk = "<td>Soviet</td><td>3 of 3</td><td>4</td><td>3.2 to 4.8</td><td>Axis 2, Soviet 1</td>"
    assert minsk in chapter


def test_of_very_many_cells_the_most_different_are_followed(tmp_path: Path) -> None:
    """Courses and maps of all would be a book."""
    chances = [f"{n}" for n in range(15)]
    factors = f'players = [{{ Upland = "random", Vale = "random" }}]\nchance = {chances}'
    cells = {
        f"chance {n}": played(
            *(-0.5 + n / 20 + d for d in (0.0, 0.01, 0.02, 0.03)),
            samples=(Sample(1, "Upland points", "", n), Sample(2, "Upland points", "", 0)),
        )
        for n in range(15)
    }
    page = made(tmp_path, "river-line", factors, cells)
    chapter = page.split("<h2>The course of the games</h2>")[1].split("<h2>")[0]
    assert "Of 15 cells 12 are shown" in chapter
    assert "chance 14<" in chapter and "chance 0<" in chapter and "chance 1<" not in chapter
    # No more lines in a chart than can be told apart.
    assert chapter.count('class="chart"') == 2


def test_results_for_other_programs(run: Path, tmp_path: Path) -> None:
    assert lab("export", str(run), "-o", str(tmp_path / "csv")) == 0
    with (tmp_path / "csv" / "games.csv").open(encoding="utf-8") as file:
        games = list(csv.DictReader(file))
    assert {game["winner"] for game in games} <= {"Upland", "Vale", "draw", "nobody"}
    with (tmp_path / "csv" / "turns.csv").open(encoding="utf-8") as file:
        assert {row["name"] for row in csv.DictReader(file)} >= {"units lost", "Upland points"}


def test_what_is_wrong_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(FILE, encoding="utf-8")
    assert lab("run", str(file)) == 2
    assert "bad.toml, line 2, field experiment.name" in capsys.readouterr().err
    assert lab("report", str(tmp_path / "nothing.sqlite")) == 2
    assert "there is no file" in capsys.readouterr().err
