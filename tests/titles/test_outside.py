"""Titles from outside the house: switched on by a folder, refused with file and field."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from stavka.data import DataError
from stavka.titles.entries import FILE, entries_in, read_entry

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
GOOD = (EXAMPLES / "river_line" / FILE).read_text(encoding="utf-8")


def stavka(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own; without a word about titles unless said otherwise."""
    inherited = {k: v for k, v in os.environ.items() if k != "STAVKA_TITLES"}
    return subprocess.run(
        [sys.executable, "-m", "stavka", *arguments],
        env={**inherited, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def slugs(*arguments: str, **environment: str) -> list[str]:
    answer = stavka(*arguments, "titles", "--json", **environment)
    assert not answer.stderr
    return [title["slug"] for title in json.loads(answer.stdout)]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder with a copy of the example, under another name and slug."""
    package = tmp_path / "titles" / "brook_line"
    shutil.copytree(EXAMPLES / "river_line", package)
    for file in package.rglob("*"):
        if file.suffix in (".py", ".toml", ".txt"):
            text = file.read_text(encoding="utf-8")
            file.write_text(text.replace("river-line", "brook-line"), encoding="utf-8")
    return package.parent


def test_the_examples_are_there_unless_other_folders_are_named(copy: Path) -> None:
    assert slugs()[4:] == ["river-line"]
    assert slugs(STAVKA_TITLES="")[4:] == []
    assert slugs(STAVKA_TITLES=str(copy))[4:] == ["brook-line"]
    both = os.pathsep.join((str(copy), str(EXAMPLES)))
    assert slugs(STAVKA_TITLES=both)[4:] == ["brook-line", "river-line"]
    assert slugs("--titles", str(copy))[4:] == ["river-line", "brook-line"]


def test_a_title_from_outside_is_played_by_workers_too(copy: Path) -> None:
    """They are processes of their own, and find it by the environment."""
    answer = stavka(
        *("--titles", str(copy), "simulate", "brook-line"),
        *("--games", "4", "--workers", "2", "--json"),
    )
    found = json.loads(answer.stdout)
    assert (found["games"], found["errors"]) == (4, 0)


@pytest.mark.parametrize(
    ("old", "new", "field", "complaint"),
    [
        ('slug = "river-line"', 'slug = "River Line"', "slug", "small letters"),
        ('slug = "river-line"', "", "slug", "should be a text"),
        ('name = "River Line"', "name = 5", "name", "should be a text"),
        ('["Upland", "Vale"]', '["Upland"]', "sides", "two different words"),
        ('["Upland", "Vale"]', '["Upland", "Upland"]', "sides", "two different words"),
        ('["Upland", "Vale"]', '["The Upland", "Vale"]', "sides", "two different words"),
        ('["red", "pale"]', '["red", "mauve"]', "liveries", "no livery 'mauve'; there are red"),
        ('["red", "pale"]', '["pale", "ochre"]', "liveries", "Upland and Vale differ by"),
        ('["red", "pale"]', '["red"]', "liveries", "should be two names or tables of colours"),
        ("format = 1", "format = 2", "format", "written by a newer Stavka"),
        ("shelf =", "sheelf =", "sheelf", "is unknown; there are format, slug"),
    ],
)
def test_a_wrong_entry_is_refused_with_its_field(
    tmp_path: Path, old: str, new: str, field: str, complaint: str
) -> None:
    file = tmp_path / "some_game" / FILE
    file.parent.mkdir()
    assert old in GOOD
    file.write_text(GOOD.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError, match=complaint) as caught:
        read_entry(file)
    assert (caught.value.file, caught.value.field) == (file, field)


def test_a_first_game_that_there_is_not_is_refused(copy: Path) -> None:
    file = copy / "brook_line" / FILE
    text = file.read_text(encoding="utf-8").replace('"crossing"', '"bridge"')
    file.write_text(text, encoding="utf-8")
    answer = stavka("--titles", str(copy), "scenarios", "brook-line")
    assert answer.returncode
    assert "first_game" in answer.stderr
    assert "there is no scenario 'bridge'; there are crossing" in answer.stderr


def test_a_folder_without_titles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no folder in it has a title\.toml"):
        entries_in(tmp_path)
    with pytest.raises(DataError, match="no such folder"):
        entries_in(tmp_path / "nowhere")
    (tmp_path / "two words").mkdir()
    (tmp_path / "two words" / FILE).write_text(GOOD, encoding="utf-8")
    with pytest.raises(DataError, match="cannot be imported"):
        entries_in(tmp_path)
    (tmp_path / "two words" / FILE).write_text("slug = ", encoding="utf-8")
    with pytest.raises(DataError, match="is not valid TOML"):
        entries_in(tmp_path)


def test_the_command_tells_what_is_wrong_in_one_line(copy: Path) -> None:
    for arguments, change, complaint in (
        (("titles",), ("slug = ", "slag = "), "title.toml, field slag: is unknown"),
        (("titles",), ("brook-line", "reds"), "title.toml, field slug: "),
        (
            ("scenarios", "brook-line"),
            ("RiverLine", "Brook"),
            "field rules: the package has no Bro",
        ),
        (("scenarios", "brook-line"), ("Vale", "Dale"), "field sides: RiverLine says something el"),
    ):
        file = copy / "brook_line" / FILE
        good = file.read_text(encoding="utf-8")
        file.write_text(good.replace(*change), encoding="utf-8")
        answer = stavka("--titles", str(copy), *arguments)
        assert (answer.returncode, answer.stdout) == (2, "")
        assert answer.stderr.startswith("stavka: ") and complaint in answer.stderr
        assert answer.stderr.count("\n") == 1
        file.write_text(good, encoding="utf-8")


def test_a_package_does_not_hide_behind_another(copy: Path) -> None:
    (copy / "brook_line").rename(copy / "json")
    answer = stavka("--titles", str(copy), "scenarios", "brook-line")
    assert "is hidden by" in answer.stderr and "rename the folder" in answer.stderr
