"""The numbered cases of a rulebook: which are tested, which only describe, which are missing.

A test that would fail if a rule were broken carries the mark `@rule("reds", "11.6")`. Cases with
nothing to test are listed in docs/rules/<slug>.md, each with the reason. Both are read from the
source tree, so that a report cannot say more than the files do.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import titles
from .data import DataError, Folder

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class RulesReport:
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
            "tested": sum(case in self.tested for case in self.cases),
            "descriptive": sum(case in self.descriptive for case in self.cases),
            "missing": self.missing,
        }


def cases_of(slug: str) -> list[str]:
    folder = Folder(titles.entry(slug).data / "rules")
    return [row.required("case") for row in folder.table("cases.csv", ("case", "source"))]


def report(slug: str, root: Path = ROOT) -> RulesReport:
    if not (root / "tests").is_dir():
        raise DataError(root / "tests", "the state of the rules is read from the source tree")
    return RulesReport(
        slug,
        cases_of(slug),
        _marked_tests(slug, sorted((root / "tests").rglob("test_*.py"))),
        _reasons(root / "docs" / "rules" / f"{slug}.md"),
    )


def _marked_tests(slug: str, files: Iterable[Path]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                words = _rule_mark(mark)
                if words and words[0] == slug:
                    for case in words[1:]:
                        found.setdefault(case, []).append(f"{file.name}::{node.name}")
    return found


def _rule_mark(node: ast.expr) -> list[str]:
    """The arguments of `@rule(...)`, if that is what a decorator is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
        return [
            a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
        ]
    return []


def _reasons(file: Path) -> dict[str, str]:
    """The lines `- 3.1: why there is nothing to test` of a page."""
    if not file.is_file():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    return {m[1]: m[2] for line in lines if (m := re.match(r"- ([\d.]+): (\S.*)", line))}


@dataclass(frozen=True, slots=True)
class Help:
    """A case in our own words."""

    case: str
    title: str
    text: str


def explain(slug: str, case: str) -> Help:
    """What a rule says, in our own words."""
    file = titles.entry(slug).data / "rules" / "help.toml"
    if case not in cases_of(slug) and case:
        # The name of a chapter alone leads to its first case.
        case = next((c for c in cases_of(slug) if c.split(".")[0] == case), case)
    if case not in cases_of(slug):
        near = [c for c in cases_of(slug) if c.split(".")[0] == case.split(".")[0]]
        hint = f"; chapter {case.split('.')[0]} has {', '.join(near)}" if near else ""
        raise LookupError(f"{slug} has no case {case!r}{hint}")
    pages = tomllib.loads(file.read_text(encoding="utf-8"))
    if case not in pages:
        raise LookupError(f"there is no help on case {case} of {slug} yet")
    return Help(case, pages[case]["title"], pages[case]["text"])
