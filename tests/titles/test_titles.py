"""The list of titles, and what their counters and markers look like."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from stavka import titles
from stavka.data import DataError, Folder
from stavka.engine import load_record
from stavka.engine.looks import LIVERIES, BadLook
from stavka.review.story import Story
from stavka.review.telling import everything
from stavka.titles import TITLES, Entry

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("title", TITLES.values(), ids=lambda title: title.slug)
def test_the_sides_of_a_title_look_different(title: Entry) -> None:
    """One is dark, the other light, each with a mark of its own: nothing else is an entry."""
    assert set(title.looks) == {*title.sides, ""}
    assert len({look.dark for side, look in title.looks.items() if side}) == 2


def test_a_title_can_bring_colours_of_its_own() -> None:
    own = msgspec.structs.replace(LIVERIES["blue"], face="#203a43")
    title = replace(TITLES["reds"], liveries=(own, "ochre"))
    assert title.looks["White"].face == "#203a43"
    assert title.looks["Red"] == LIVERIES["ochre"]
    with pytest.raises(BadLook, match="White and Red differ by"):
        replace(title, liveries=("blue", "red"))
    with pytest.raises(BadLook, match="no livery 'mauve'"):
        replace(title, liveries=("blue", "mauve"))


def kinds_in_words(slug: str) -> set[str]:
    """The kinds that the functions of a title name which make its markers."""
    source = TITLES[slug].data.with_name("presentation.py").read_text(encoding="utf-8")
    makers = (
        function
        for function in ast.walk(ast.parse(source))
        if isinstance(function, ast.FunctionDef) and function.name.endswith("markers")
    )
    found = set()
    for node in (node for maker in makers for node in ast.walk(maker)):
        # Either the first of a line in a list of kinds, or what a marker is made with.
        if isinstance(node, ast.Tuple) and len(node.elts) == 3:
            found.add(node.elts[0])
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "MarkerView":
            found.add(node.args[0])
    return {str(kind.value) for kind in found if isinstance(kind, ast.Constant)}


@pytest.mark.parametrize("slug", TITLES)
def test_every_marker_of_a_title_has_a_drawing(slug: str) -> None:
    """All kinds that it can make, and so those of a recorded game; a target is drawn for all."""
    assert kinds_in_words(slug) == set(titles.marker_glyphs(slug))
    game = Story.of_record(load_record(min(RECORDS.glob(f"{slug}-*.stavka")))).play()
    moments = [game.at(len(game.moves) * part // 8) for part in range(1, 9)]
    shown = [everything(titles.load(slug), moment) for moment in moments]
    kinds = {marker.kind for presentation in shown for marker in presentation.markers}
    assert kinds and kinds <= kinds_in_words(slug) | {"target"}


def test_a_bad_drawing_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lays a file over a title's own hears of it before anybody plays."""
    monkeypatch.setattr(titles, "_overlays", {})
    looks = tmp_path / "reds" / "looks.toml"
    looks.parent.mkdir()
    for text, why in (
        ('markers = ["dragons"]', "no standard glyph 'dragons'; there are attacked"),
        ("[glyphs]\nred = '<script/>'", "glyph 'red' has <script>"),
    ):
        looks.write_text(text, encoding="utf-8")
        with pytest.raises(DataError, match=why):
            titles.lay_over(tmp_path)


def test_looks_are_no_part_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is played on whatever its markers look like."""
    monkeypatch.setattr(titles, "_overlays", {})
    before = titles.data_version("reds")
    looks = tmp_path / "reds" / "looks.toml"
    looks.parent.mkdir()
    looks.write_text('markers = ["captured"]', encoding="utf-8")
    titles.lay_over(tmp_path)
    assert set(titles.marker_glyphs("reds")) == {"captured"}
    assert titles.data_version("reds") == before


def test_lessons_are_no_part_of_the_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is played on whatever is taught, also one of the time when lessons counted."""
    monkeypatch.setattr(titles, "_overlays", {})
    before = titles.data_version("east-is-red")
    own = titles.entry("east-is-red").data / "lesson" / "lesson.toml"
    other = tmp_path / "east-is-red" / "lesson" / own.name
    other.parent.mkdir(parents=True)
    other.write_text(own.read_text(encoding="utf-8") + "# mended", encoding="utf-8")
    titles.lay_over(tmp_path)
    assert titles.data_version("east-is-red") == before
    monkeypatch.setattr(titles, "_overlays", {})
    counted = Folder(titles.entry("east-is-red").data).fingerprint(
        leave_out=("rules", titles.LOOKS, titles.CHARTS)
    )
    assert counted != before
    assert titles.is_data_version("east-is-red", counted)
    assert titles.is_data_version("east-is-red", before)
    assert not titles.is_data_version("east-is-red", "another")


def test_the_version_is_of_the_data_that_lie_over_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if somebody has asked for it before they were laid there."""
    monkeypatch.setattr(titles, "_overlays", {})
    before = titles.data_version("reds")
    own = titles.entry("reds").data / "limits.csv"
    other = tmp_path / "reds" / own.name
    other.parent.mkdir()
    text = own.read_text(encoding="utf-8")
    first = text.splitlines()[1]
    name, value, rest = first.split(",", 2)
    other.write_text(text.replace(first, f"{name},{int(value) + 1},{rest}"), encoding="utf-8")
    titles.lay_over(tmp_path)
    assert titles.data_version("reds") != before


def test_every_title_proposes_a_first_game() -> None:
    """The shortest of its scenarios, as far as they differ in length at all."""
    for slug in titles.playable():
        keys = [scenario.key for scenario in titles.load(slug).scenarios]
        assert titles.entry(slug).first_game in keys, slug
    turns = {"reds": "1918-19", "red-star": "turning-point"}
    assert {slug: titles.entry(slug).first_game for slug in turns} == turns
