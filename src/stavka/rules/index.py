"""Which functions, data files, tests and rulings carry each case.

In a source tree the index is read from the files themselves, so that it cannot say more than they
do. An installed package has neither tests/ nor docs/: it brings the index along in a file that was
written when it was built.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from .. import titles
from ..data import DataError
from .cases import cases_named, cases_of
from .modules import rule_modules, words_of
from .sources import data_files, marks_of, notes_of, reasons_of, rulings_of

ROOT = Path(__file__).resolve().parents[3]
FILE = Path(__file__).resolve().parents[1] / "rules_index.json"


class Function(msgspec.Struct, frozen=True):
    """A function, class, constant or module that enforces a case."""

    name: str
    file: str
    line: int


class DataLine(msgspec.Struct, frozen=True):
    """The first line of a data file that holds something of a case."""

    file: str
    line: int


class Carriers(msgspec.Struct, frozen=True):
    """What carries one case."""

    functions: list[Function]
    data: list[DataLine]
    tests: list[str]
    descriptive: str | None
    ruling: str | None


class Index(msgspec.Struct, frozen=True):
    """What carries the cases of a title."""

    functions: dict[str, list[Function]]
    data: dict[str, list[DataLine]]
    # Case -> the tests that carry its mark.
    tests: dict[str, list[str]]
    # Case -> the reason why there is nothing to test.
    descriptive: dict[str, str]
    # Case -> what we decided where the rulebook is silent.
    rulings: dict[str, list[str]]

    def carriers(self, case: str) -> Carriers:
        return Carriers(
            self.functions.get(case, []),
            self.data.get(case, []),
            self.tests.get(case, []),
            self.descriptive.get(case),
            "\n\n".join(self.rulings.get(case, [])) or None,
        )


def index_of(slug: str, root: Path = ROOT, file: Path = FILE) -> Index:
    """The index of a title: of the source tree if there is one, otherwise of the package."""
    if is_source_tree(root):
        return _read_tree(slug, root)
    if not file.is_file():
        raise DataError(
            file, "is missing: tests and rulings are known in the source tree and in built packages"
        )
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Index])[slug]
    except (msgspec.DecodeError, KeyError) as error:
        raise DataError(file, f"has no index of {slug} ({error})") from None


def is_source_tree(root: Path) -> bool:
    """Whether a folder is this project, and not just one that has tests too."""
    pages = (root / "tests", root / "docs" / "rules", root / "docs" / "rulings")
    project = root / "pyproject.toml"
    if not project.is_file() or not all(folder.is_dir() for folder in pages):
        return False
    with project.open("rb") as lines:
        return bool(tomllib.load(lines).get("project", {}).get("name") == "stavka")


def write_index(path: Path, root: Path = ROOT) -> None:
    """Writes the index of all titles for a package that will have no source tree."""
    if not is_source_tree(root):
        raise DataError(root, "is not the source tree, from which the index of rules is written")
    found = {slug: _read_tree(slug, root) for slug in titles.TITLES}
    path.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")


def _read_tree(slug: str, root: Path) -> Index:
    package = titles.entry(slug).data.parent
    return Index(
        _functions(slug, package),
        _data(slug, package / "data"),
        _tests(slug, root),
        reasons_of(root / "docs" / "rules" / f"{slug}.md"),
        _rulings(slug, root / "docs" / "rulings" / f"{slug}.md"),
    )


def _functions(slug: str, package: Path) -> dict[str, list[Function]]:
    found: dict[str, dict[str, Function]] = {}
    for file in rule_modules(package):
        for words in words_of(file):
            for case in cases_named(slug, words.text):
                function = Function(words.owner, _shown(file), words.line)
                found.setdefault(case, {}).setdefault(words.owner, function)
    return {
        case: sorted(functions.values(), key=lambda f: (f.file, f.line))
        for case, functions in sorted(found.items(), key=_in_order(slug))
    }


def _data(slug: str, data: Path) -> dict[str, list[DataLine]]:
    found: dict[str, dict[str, DataLine]] = {}
    for file in data_files(data):
        for line, text in notes_of(file):
            for case in cases_named(slug, text):
                found.setdefault(case, {}).setdefault(file.name, DataLine(_shown(file), line))
    return {
        case: list(files.values()) for case, files in sorted(found.items(), key=_in_order(slug))
    }


def _tests(slug: str, root: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in sorted((root / "tests").rglob("test_*.py")):
        where = file.relative_to(root).as_posix()
        for case, name in marks_of(file, slug):
            found.setdefault(case, []).append(f"{where}::{name}")
    return found


def _rulings(slug: str, page: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for ruling in rulings_of(page):
        # What it is about, as closely as it says so.
        for text in ruling:
            if about := cases_named(slug, text):
                break
        for case in about:
            found.setdefault(case, []).append(ruling.text)
    return found


def _shown(file: Path) -> str:
    """A file as the source tree has it."""
    return file.relative_to(ROOT).as_posix()


def _in_order(slug: str) -> Callable[[tuple[str, Any]], int]:
    order = {case: number for number, case in enumerate(cases_of(slug))}
    return lambda item: order[item[0]]


class RulesReport(msgspec.Struct, frozen=True):
    slug: str
    cases: list[str]
    # Case -> the tests that carry its mark.
    tested: dict[str, list[str]]
    # Case -> the reason why it is not tested.
    descriptive: dict[str, str]

    @property
    def missing(self) -> list[str]:
        return [c for c in self.cases if c not in self.tested and c not in self.descriptive]

    @property
    def unknown(self) -> list[str]:
        """Marks and reasons for cases that the rulebook does not have."""
        return sorted({*self.tested, *self.descriptive} - set(self.cases))

    def as_json(self) -> dict[str, Any]:
        return {
            "title": self.slug,
            "cases": len(self.cases),
            "tested": _count(self.cases, self.tested),
            "descriptive": _count(self.cases, self.descriptive),
            "missing": self.missing,
        }


def _count(cases: Iterable[str], found: dict[str, Any]) -> int:
    return sum(case in found for case in cases)


def report(slug: str, root: Path = ROOT, file: Path = FILE) -> RulesReport:
    """Which cases of a title are tested, which only describe, which are missing."""
    index = index_of(slug, root, file)
    return RulesReport(slug, cases_of(slug), index.tests, index.descriptive)
