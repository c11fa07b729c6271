"""Every numbered case is tested, or there is nothing to test, and can be found in the code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from stavka import titles
from stavka.data import DataError
from stavka.rules import cases_of, index_of, report, write_index
from stavka.rules.cases import LIKE_A_CASE, cases_named
from stavka.rules.index import ROOT
from stavka.rules.modules import rule_modules, words_of
from stavka.rules.sources import notes_of, rulings_of

# Numbers that the rulebook prints, though they are in no index of its cases: its lost module 19
# (red-dragon), the description of the pieces (red-star).
BEYOND_THE_INDEX = {"red-dragon": ("19.",), "red-star": ("1.1",)}

index = cache(index_of)


def unknown_cases(slug: str, text: str) -> list[str]:
    """Numbers in a text that look like cases but are none, nor the chapter of some."""
    chapters = {f"{case.split('.')[0]}.0" for case in cases_of(slug)}
    known = {*cases_of(slug), *chapters}
    beyond = BEYOND_THE_INDEX.get(slug, ())
    return [c for c in LIKE_A_CASE.findall(text) if c not in known and not c.startswith(beyond)]


@pytest.mark.parametrize("slug", titles.playable())
def test_no_case_is_missing(slug: str) -> None:
    found = report(slug)
    assert found.missing == []
    assert found.unknown == []
    both = set(found.tested) & set(found.descriptive)
    assert not both, "a case that is tested needs no excuse"


# What carries a case


@pytest.mark.parametrize("slug", titles.playable())
def test_every_tested_case_is_named_where_it_is_enforced(slug: str) -> None:
    found = {case: index(slug).carriers(case) for case in index(slug).tests}
    unnamed = [case for case, by in found.items() if not by.functions and not by.data]
    assert unnamed == [], "name them at the function or the data that enforces them"
    assert all(carriers.tests for carriers in found.values())


@pytest.mark.parametrize("slug", titles.playable())
def test_rule_modules_name_only_cases_that_exist(slug: str) -> None:
    wrong = [
        f"{file.name}: {words.owner}: {case}"
        for file in rule_modules(titles.entry(slug).data.parent)
        for words in words_of(file)
        if words.prose
        for case in unknown_cases(slug, words.text)
    ]
    assert wrong == []


@pytest.mark.parametrize("slug", titles.playable())
def test_rulings_name_only_cases_that_exist(slug: str) -> None:
    page = list(rulings_of(ROOT / "docs" / "rulings" / f"{slug}.md"))
    named = [case for ruling in page for text in ruling[:2] for case in unknown_cases(slug, text)]
    assert named == []
    assert set(index(slug).rulings) <= set(cases_of(slug))
    # The examples are ours: their rulebooks leave nothing to rule on.
    assert titles.entry(slug).shelf or len(index(slug).rulings) > 40


@pytest.mark.parametrize(
    ("text", "cases"),
    [
        ("5.2", ["5.2"]),
        ("15.2, 5.21 and v5.2.3", ["5.21", "15.2"]),
        ("see 5.2.", ["5.2"]),
        ("(9.61-9.63)", ["9.61", "9.62", "9.63"]),
        ("9.61 to 9.63: two hexes", ["9.61", "9.62", "9.63"]),
        # A range names what stands beside its ends, not what stands below.
        ("5.3-5.5", ["5.3", "5.4", "5.5"]),
        ("5.42a, b", ["5.42"]),
        ("1960s.turn-order", ["1960s.turn-order"]),
        ("the 1960s turn order", ["1960s.turn-order"]),
        ("IT.1 and RG, not SDI", ["IT.1", "RG"]),
        ("3-7-9 costs 2.5", []),
    ],
)
def test_what_it_means_that_a_text_names_a_case(text: str, cases: list[str]) -> None:
    assert cases_named("east-is-red", text) == cases


def test_a_comment_belongs_to_the_function_that_it_stands_in_or_above(tmp_path: Path) -> None:
    (tmp_path / "combat.py").write_text(
        '"""9.0 Combat, 9.1-9.3."""\n'
        "\n"
        "# 9.1: how many.\n"
        "LIMIT = 3\n"
        "\n"
        "# 9.2 Attacks\n"
        "\n"
        "\n"
        "# 9.3\n"
        "@cache\n"
        "def attack() -> str:\n"
        '    """9.4."""\n'
        '    return "9.5"\n'
        "\n"
        "\n"
        "class Odds:\n"
        "    # 9.6 Columns\n"
        "\n"
        "    die: int  # 9.7\n"
        "\n"
        "    def shift(self) -> None: ...  # 9.8\n"
    )
    found = {(w.text.strip("# "), w.owner, w.line) for w in words_of(tmp_path / "combat.py")}
    assert found == {
        # A module is about its chapter, not about every case of it.
        ("9.0", "combat", 1),
        ("9.1: how many.", "combat.LIMIT", 4),
        ("9.2 Attacks", "combat", 6),
        ("9.3", "combat.attack", 11),
        ("9.4.", "combat.attack", 11),
        ("9.5", "combat.attack", 11),
        ("9.6 Columns", "combat.Odds", 17),
        ("9.7", "combat.Odds.die", 19),
        ("9.8", "combat.Odds.shift", 21),
    }


def test_the_values_of_a_data_file_name_no_case(tmp_path: Path) -> None:
    (tmp_path / "limits.csv").write_text("name,value,case,source\nrail,5.4,5.42,rulebook 5.43\n")
    assert [(n, t.split()) for n, t in notes_of(tmp_path / "limits.csv")] == [
        (2, ["5.42", "rulebook", "5.43"])
    ]
    (tmp_path / "map.toml").write_text('scale = 5.4\n# 5.41\nsource = "rulebook 3.1"\n')
    texts = [(2, " 5.41"), (3, '"rulebook 3.1"')]
    assert list(notes_of(tmp_path / "map.toml")) == texts


def test_a_ruling_is_about_what_it_says_in_bold_or_else_its_heading(tmp_path: Path) -> None:
    page = tmp_path / "rulings.md"
    page.write_text(
        "# Rulings\n\n## Rivers (5.2)\n\n- **5.21** One\n  goes on.\n- Two.\n\n| 5.3 | table |\n"
    )
    assert list(rulings_of(page)) == [
        ("5.21", "Rivers (5.2)", "5.21 One goes on."),
        ("", "Rivers (5.2)", "Two."),
    ]


# Where it is read from


def source_tree(root: Path) -> Path:
    """As much of a source tree as the index is read from."""
    for folder in ("tests", "docs/rules", "docs/rulings"):
        (root / folder).mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "stavka"\n')
    (root / "tests" / "test_x.py").write_text(
        '@rule("east-is-red", "5.12", "5.21")\ndef test_a() -> None: ...\n'
        '@rule("reds", "1.1")\ndef test_b() -> None: ...\n'
        '@other("east-is-red", "5.22")\ndef test_c() -> None: ...\n'
    )
    (root / "docs" / "rules" / "east-is-red.md").write_text("# Page\n- 3.4: a list of parts\n")
    return root


def test_marks_and_reasons_are_read_from_the_files(tmp_path: Path) -> None:
    found = report("east-is-red", source_tree(tmp_path))
    where = ["tests/test_x.py::test_a"]
    assert found.tested == {"5.12": where, "5.21": where}
    assert found.descriptive == {"3.4": "a list of parts"}
    counts = found.as_json()
    assert (counts["cases"], counts["tested"], counts["descriptive"]) == (206, 2, 1)
    assert len(counts["missing"]) == 203


def test_without_a_source_tree_the_index_of_the_package_is_read(tmp_path: Path) -> None:
    file, nowhere = tmp_path / "rules_index.json", tmp_path / "nowhere"
    write_index(file)
    for slug in titles.playable():
        assert index_of(slug, nowhere, file) == index(slug)
    assert report("reds", nowhere, file) == report("reds")
    with pytest.raises(DataError, match=r"rules_index\.json: has no index of reds"):
        file.write_text("{}")
        index_of("reds", nowhere, file)
    with pytest.raises(DataError, match=r"rules_index\.json: is missing"):
        index_of("reds", nowhere, tmp_path / "none" / "rules_index.json")


def test_other_peoples_tests_are_no_source_tree(tmp_path: Path) -> None:
    root, file = source_tree(tmp_path), tmp_path / "rules_index.json"
    (root / "pyproject.toml").write_text('[project]\nname = "other"\n')
    with pytest.raises(DataError, match="is missing"):
        report("east-is-red", root, file)
    (root / "pyproject.toml").unlink()
    with pytest.raises(DataError, match="is missing"):
        report("east-is-red", root, file)
    with pytest.raises(DataError, match="is not the source tree"):
        write_index(file, root)


def test_the_command_works_without_the_source_tree(tmp_path: Path) -> None:
    """The package alone, as it is installed: first without the index, then with it."""
    site = tmp_path / "lib" / "python3" / "site-packages"
    left_out = shutil.ignore_patterns("__pycache__", "static", "rules_index.json")
    shutil.copytree(ROOT / "src" / "stavka", site / "stavka", ignore=left_out)
    # Somebody else's tests, where the package's own would be in a source tree.
    (tmp_path / "lib" / "tests").mkdir()

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            env={**os.environ, "PYTHONPATH": str(site)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        return done.stdout or done.stderr

    assert "rules_index.json: is missing" in run("stavka", "rules", "reds")
    complaint = run("stavka.rules", "--write", "index.json")
    assert complaint.endswith("is not the source tree, from which the index of rules is written\n")
    assert len(complaint.splitlines()) == 1
    write = (sys.executable, "-m", "stavka.rules", "--write", site / "stavka" / "rules_index.json")
    subprocess.run(write, check=True)
    assert run("stavka", "rules", "reds") == "130 cases: 125 tested, 5 descriptive, 0 missing\n"
    page = run("stavka", "explain", "red-dragon", "12.4.2")
    assert "\nRule\n  " in page
    assert "\nTests\n  tests/red_dragon/test_combat.py::" in page
