"""The rules in our own words: a case, and the whole book of a title."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import titles
from ..data import Folder
from .cases import cases_of


@dataclass(frozen=True, slots=True)
class Help:
    """A case in our own words."""

    case: str
    title: str
    text: str


def explain(slug: str, case: str) -> Help:
    """What a rule says, in our own words."""
    if case not in cases_of(slug) and case:
        # The name of a chapter alone leads to its first case.
        case = next((c for c in cases_of(slug) if c.split(".")[0] == case), case)
    if case not in cases_of(slug):
        near = [c for c in cases_of(slug) if c.split(".")[0] == case.split(".")[0]]
        hint = f"; chapter {case.split('.')[0]} has {', '.join(near)}" if near else ""
        raise LookupError(f"{slug} has no case {case!r}{hint}")
    pages = _pages(titles.entry(slug).data / "rules" / "help.toml")
    if case not in pages:
        raise LookupError(f"there is no help on case {case} of {slug} yet")
    return Help(case, **pages[case])


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of a rulebook, and all its cases."""

    number: str
    name: str
    cases: tuple[Help, ...]


def book(slug: str) -> tuple[Chapter, ...]:
    """All rules of a title."""
    folder = titles.entry(slug).data / "rules"
    cases: dict[str, list[Help]] = {}
    for case, page in _pages(folder / "help.toml").items():
        cases.setdefault(case.split(".")[0], []).append(Help(case, **page))
    rows = Folder(folder).table("chapters.csv", ("chapter", "name", "source"))
    return tuple(
        Chapter(number := row.required("chapter"), row.required("name"), tuple(cases[number]))
        for row in rows
    )


@cache
def _pages(file: Path) -> dict[str, dict[str, str]]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
