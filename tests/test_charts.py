"""The charts of all titles: each can be read, belongs to a case, and says where it comes from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from shutil import copytree

import pytest

from stavka import titles
from stavka.charts import ChartView, charts_of, lines_of
from stavka.data import DataError
from stavka.engine import load_record
from stavka.review.story import Story
from stavka.rules import cases_of

EVERY_TITLE = titles.playable()
RECORDS = Path(__file__).parent / "records"


def named(slug: str, name: str, overlay: Path | None = None) -> ChartView:
    return next(chart for chart in charts_of(slug, overlay) if chart.name == name)


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_every_chart_is_whole(slug: str) -> None:
    charts = charts_of(slug)
    assert Counter(chart.name for chart in charts).most_common(1)[0][1] == 1
    wrong = []
    for chart in charts:
        wide = {len(line) for line in chart.heads} | {len(row.cells) for row in chart.rows}
        headed = all(all(head) for head in chart.heads)
        raw = any("_" in cell for row in chart.rows for cell in row.cells)
        if not chart.rows or len(wide) != 1 or not headed or raw or not chart.sources:
            wrong.append(chart.name)
    assert wrong == [], "rows, each with a cell for each heading, words of people, sources"


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_every_chart_belongs_to_a_case(slug: str) -> None:
    cases = set(cases_of(slug))
    for chart in charts_of(slug):
        told = {row.cells[chart.cases] for row in chart.rows} if chart.cases is not None else set()
        of_chart = {chart.case} if chart.case or not told else set()
        assert of_chart <= cases, chart.name
        assert told <= cases, chart.name


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_the_columns_that_are_rolled_in_are_those_of_the_first_chart(slug: str) -> None:
    """So that the page can light the column of a preview."""
    title = titles.load(slug)
    game = Story.of_record(load_record(min(RECORDS.glob(f"{slug}-*.stavka")))).play()
    told = (title.rolled(event) for event in game.position.chronicle or ())
    columns = {rolled.column for rolled in told if rolled is not None and rolled.column}
    heads = {head for line in charts_of(slug)[0].heads for head in line[1:]}
    assert columns and columns <= heads


def test_odds_that_depend_on_terrain_are_lines_of_headings() -> None:
    table = named("red-star", "Combat Results Table")
    assert [line[:3] for line in table.heads] == [
        ("Open", "1-3", "1-2"),
        ("Rough", "1-2", "1-1"),
        ("Hard", "1-1", "3-2"),
    ]
    assert table.rows[0].cells[:3] == ("1", "AE", "A2")


def test_a_row_is_as_good_as_its_weakest_source() -> None:
    chart = named("east-is-red", "Corps and Divisions")
    assert [row.source for row in chart.rows] == ["rulebook"] * 2 + ["reconstructed"] * 3
    assert [(s.kind, s.rows) for s in chart.sources] == [
        ("rulebook", 2),
        ("reconstructed", 2),
        ("reconstructed", 1),
    ]
    assert "source" not in {head.lower() for head in chart.heads[0]}


def test_units_and_scenarios_have_their_names() -> None:
    schedule = named("red-star", "Reinforcement Schedule")
    assert schedule.turn == 0
    assert schedule.rows[0].cells[3] == "L Infantry Corps"
    levels = named("red-star", "Levels of Victory")
    assert levels.rows[-1].cells[0].startswith("Russia Resurgent; War for the Heartland; ")
    waiting = named("reds", "Reinforcements")
    turn = waiting.heads[0].index("Turn")
    assert {row.cells[turn] for row in waiting.rows} <= set("ABCDEFG")


def test_rows_of_ours_have_a_star_in_the_terminal() -> None:
    lines = lines_of(named("east-is-red", "Corps and Divisions"))
    assert lines[0] == "Corps and Divisions [8.1]"
    assert "  7-4-9 2-1-9    2" in lines
    assert "* 3-7-9 1-2-9    3" in lines
    assert any(line.startswith("* 3 of 5 reconstructed: ") for line in lines)


def test_files_laid_over_a_title_are_read(tmp_path: Path) -> None:
    own = titles.entry("river-line").data / "towns.csv"
    text = own.read_text(encoding="utf-8").replace("Lindhaven,2", "Lindhaven,3")
    (tmp_path / "towns.csv").write_text(text, encoding="utf-8")
    assert named("river-line", "Towns", tmp_path).rows[-1].cells == ("Lindhaven", "3")
    assert named("river-line", "Towns").rows[-1].cells == ("Lindhaven", "2")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"towns.csv"', '"cities.csv"', "field file of 'Towns': cities.csv: there is no such file"),
        ("{ name =", "{ nam =", "field columns of 'Towns': towns.csv has no column 'nam'"),
        ("columns = { name =", 'hide = ["x"]\nwords = { a =', "field hide of 'Towns': towns.csv"),
        ("columns = { name =", 'turn = "t"\nwords = { a =', "field turn of 'Towns': towns.csv"),
        ("columns = { name =", "only = { a = [] }\nwords = { a =", "field only of 'Towns'"),
        ("columns = { name =", 'heads = "x.csv"\nwords = { a =', "field heads of 'Towns': x.csv"),
        (
            "columns = { name =",
            'names = { name = "terrain.csv" }\nwords = { a =',
            "field names of 'Towns': terrain.csv has no column 'name'",
        ),
        ('name = "Towns"', 'nome = "Towns"', r"missing required field `name`|unknown field `nome`"),
        ("format = 1", "format = 2", "was written by a newer Stavka"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_key(
    tmp_path: Path, old: str, new: str, why: str
) -> None:
    text = (titles.entry("river-line").data / titles.CHARTS).read_text(encoding="utf-8")
    before, found, after = text.rpartition(old)
    assert found
    (tmp_path / titles.CHARTS).write_text(before + new + after, encoding="utf-8")
    with pytest.raises(DataError, match=rf"charts\.toml.*({why})"):
        charts_of("river-line", tmp_path)


def test_a_title_need_not_have_charts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = titles.entry("river-line")
    copytree(entry.folder / entry.package, tmp_path / entry.package)
    (tmp_path / entry.package / "data" / titles.CHARTS).unlink()
    elsewhere = titles.Entry(
        entry.slug,
        entry.package,
        entry.name,
        entry.subtitle,
        entry.sides,
        entry.liveries,
        entry.rules,
        folder=tmp_path,
    )
    monkeypatch.setitem(titles.TITLES, entry.slug, elsewhere)
    assert charts_of("river-line") == ()


def test_how_charts_are_shown_is_no_part_of_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(titles, "_overlays", {})
    before = titles.data_version("reds")
    (tmp_path / "reds").mkdir()
    (tmp_path / "reds" / titles.CHARTS).write_text("charts = []", encoding="utf-8")
    titles.lay_over(tmp_path)
    assert charts_of("reds") == ()
    assert titles.data_version("reds") == before
