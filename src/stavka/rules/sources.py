"""What data files, tests and the pages of docs/ say of cases."""

from __future__ import annotations

import ast
import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

# Folders of data that speak of rules instead of holding their figures.
_SPEAKING = frozenset(("lesson", "rules"))


def data_files(data: Path) -> list[Path]:
    """The data files of a title that hold what its rules work with."""
    return [
        file
        for file in sorted(data.rglob("*"))
        if file.suffix in (".csv", ".toml") and file.relative_to(data).parts[0] not in _SPEAKING
    ]


def notes_of(file: Path) -> Iterator[tuple[int, str]]:
    """Where a data file names cases, by line: sources, notes and cases of rows and sections.

    Values are left out, for a strength of 1.5 is no case.
    """
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    if file.suffix == ".csv":
        rows = csv.DictReader(lines)
        for row in rows:
            yield rows.line_num, " ".join(row.get(c) or "" for c in ("case", "source", "note"))
    else:
        for number, line in enumerate(lines, 1):
            yield from ((number, m[1]) for m in re.finditer(r"(?:#|source = )(.*)", line))


def marks_of(file: Path, slug: str) -> Iterator[tuple[str, str]]:
    """The marks `@rule(slug, case, ...)` of a file for a title: cases with the names of tests."""
    code = file.read_text(encoding="utf-8")
    if slug not in code:
        return
    # Tests stand in the module itself; whatever is within them cannot be one.
    for node in ast.parse(code).body:
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                words = _rule_mark(mark)
                if words[:1] == [slug]:
                    yield from ((case, node.name) for case in words[1:])


def _rule_mark(node: ast.expr) -> list[str]:
    """The arguments of `@rule(...)`, if that is what a decorator is."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "rule":
        return [
            a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)
        ]
    return []


def reasons_of(page: Path) -> dict[str, str]:
    """The lines `- 3.1: why there is nothing to test` of a page, by case."""
    found = (re.match(r"- (\S+): (\S.*)", line) for line in _lines(page))
    return {m[1]: m[2] for m in found if m}


class Ruling(NamedTuple):
    """A bullet or paragraph: its words in bold type, its heading, and all of it."""

    subject: str
    heading: str
    text: str


def rulings_of(page: Path) -> Iterator[Ruling]:
    """The bullets and paragraphs of a page of rulings, tables left out."""
    heading = ""
    for block in _blocks(_lines(page)):
        if block.startswith("#"):
            heading = block.lstrip("# ")
        elif not block.startswith("|"):
            text = block.removeprefix("- ")
            subject = ", ".join(re.findall(r"\*\*(.+?)\*\*", text))
            yield Ruling(subject, heading, text.replace("**", ""))


def _blocks(lines: list[str]) -> Iterator[str]:
    """Headings, bullets and paragraphs of a page, each as one line."""
    block: list[str] = []
    for line in [*lines, ""]:
        if block and (not line.strip() or line.startswith(("- ", "#", "|"))):
            yield " ".join(block)
            block = []
        if line.strip():
            block.append(line.strip())


def _lines(page: Path) -> list[str]:
    return page.read_text(encoding="utf-8").splitlines() if page.is_file() else []
