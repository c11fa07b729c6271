"""No test is forgotten: whatever its marks are, some command of CONTRIBUTING.md runs it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from tools import soak

ROOT = soak.ROOT
MARKS = ("browser", "timing", "slow", "hosted")


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def selections() -> Iterator[tuple[str, bool]]:
    """What `make test`, `make hosted` and the steps of `make soak` choose by marks, and whether
    only among the tests of the page."""
    settings = tomllib.loads(text_of("pyproject.toml"))["tool"]["pytest"]["ini_options"]
    yield re.findall(r"-m '([^']+)'", settings["addopts"])[0], False
    yield from ((found, False) for found in re.findall(r"pytest -m (\w+)\n", text_of("Makefile")))
    for step in soak.STEPS:
        if step.arguments[0] == "pytest" and "-m" in step.arguments:
            chosen = step.arguments[step.arguments.index("-m") + 1]
            only = [one for one in step.arguments if one.startswith("tests/") or one == "-k"]
            assert only in ([], ["tests/web"]), "a part of them would be forgotten"
            yield chosen, bool(only)


def test_all_combinations_of_marks_are_run() -> None:
    known = [*selections()]
    assert ("hosted", False) in known and len(known) > 5
    for count in range(len(MARKS) + 1):
        for marks in combinations(MARKS, count):
            given = {mark: mark in marks for mark in MARKS}
            assert any(
                eval(chosen, {}, given) and (not of_page or given["browser"])
                for chosen, of_page in known
            ), f"no command runs tests with the marks {marks}"


def test_tests_in_a_browser_are_with_the_page() -> None:
    """`make soak` looks for slow ones nowhere else."""
    asking = re.compile(r"mark\.browser|def test_.*\bpage: Page")
    for file in Path(ROOT, "tests").rglob("test_*.py"):
        there = asking.search(file.read_text(encoding="utf-8"))
        assert not there or "web" in file.parts or file == Path(__file__), file


@pytest.mark.parametrize("step", soak.STEPS, ids=lambda step: step.name)
def test_what_a_step_runs_is_there(step: soak.Step) -> None:
    module = step.arguments[0].replace(".", "/")
    assert module == "pytest" or Path(ROOT, f"{module}.py").exists() or Path(ROOT, module).is_dir()
    for one in step.arguments:
        assert not one.startswith("tests") or Path(ROOT, one).exists(), one
