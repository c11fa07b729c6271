"""The guide for a new title says what is so: its excerpts are in the files that they name."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent

import pytest

from stavka.cli import main
from stavka.engine import Position, Title
from stavka.kit.presenter import Presenter

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "adding-a-title.md").read_text(encoding="utf-8")
# ```language file, the text, ```
BLOCKS = re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
EXCERPTS = [(file, text) for _, file, text in BLOCKS if file]
COMMANDS = [line for kind, _, text in BLOCKS if kind == "sh" for line in text.splitlines()]


@pytest.mark.parametrize(("file", "text"), EXCERPTS, ids=[file for file, _ in EXCERPTS])
def test_an_excerpt_is_in_its_file(file: str, text: str) -> None:
    """However deep it stands there: a formatter moves what is in a document to the left."""
    whole = (ROOT / file).read_text(encoding="utf-8")
    assert any(indent(text, " " * depth) in whole for depth in (0, 4, 8))


def test_everything_that_is_no_command_is_an_excerpt() -> None:
    assert {kind for kind, file, _ in BLOCKS if not file} == {"sh"}
    assert len(EXCERPTS) > 12


def test_every_module_and_every_data_file_is_named() -> None:
    package = ROOT / "examples" / "river_line"
    modules = {path.name for path in package.glob("*.py")} - {"__init__.py"}
    of_data = {"cases.csv", "help.toml", "map.toml", "hexes.csv", "results.csv", "lesson.toml"}
    missing = {name for name in modules | of_data if name not in GUIDE}
    assert missing == set()


@pytest.mark.parametrize("contract", [Title, Position, Presenter])
def test_every_function_of_the_contract_is_named(contract: type) -> None:
    asked: frozenset[str] = contract.__abstractmethods__  # type: ignore[attr-defined]
    assert {name for name in asked if f"`{name}`" not in GUIDE} == set()


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_can_be_given(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *arguments = command.split()
    if program == "pytest":
        files = [word for word in arguments if word.endswith(".py")]
        assert files and all((ROOT / file).is_file() for file in files)
        return
    assert program == "stavka"
    with pytest.raises(SystemExit) as done:
        main([arguments[0], "--help"])
    assert done.value.code == 0
    told = capsys.readouterr().out
    assert all(word in told for word in arguments if word.startswith("--"))


def test_links_lead_somewhere() -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", GUIDE):
        assert (ROOT / "docs" / link).is_file(), link
