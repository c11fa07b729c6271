"""The numbered cases of a title, and what it means that a text names one.

A case is named where it stands by itself: "5.2" is neither in "15.2" nor in "5.21", and the
paragraphs of a case ("7.2.3a") name the case. A range, "9.61-9.63" or "9.61 to 9.63", names the
cases with the same beginning whose last number lies between, and so not those below them.
Cases with words ("1960s.turn-order") may be written as words ("1960s turn order").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from .. import titles
from ..data import Folder

# Whatever looks like the number of a case, whether or not there is one.
_NUMBER = r"(?<![\w.])\d{1,2}(?:\.\d{1,2}){1,2}(?=[a-z]{0,2}(?!\w|\.\d))"
LIKE_A_CASE = re.compile(_NUMBER)
_RANGE = re.compile(rf"({_NUMBER})(?:-| to )({_NUMBER})")


def cases_of(slug: str) -> list[str]:
    """The numbered cases of a title, in the order of its rulebook."""
    return list(_cases(titles.entry(slug).data / "rules"))


@cache
def _cases(folder: Path) -> tuple[str, ...]:
    rows = Folder(folder).table("cases.csv", ("case", "source"))
    return tuple(row.required("case") for row in rows)


def cases_named(slug: str, text: str) -> list[str]:
    """The cases of a title that a text names, in the order of the rulebook."""
    cases, pattern = _pattern(slug)
    found = {cases[_plain(m[0])] for m in pattern.finditer(text)}
    for first, last in _RANGE.findall(text):
        found.update(case for case in _between(first, last) if case in cases)
    return [case for case in cases.values() if case in found]


@cache
def _pattern(slug: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """The cases by the words they are written in, and what finds any of them in a text."""
    cases = {_plain(case): case for case in cases_of(slug)}
    # A word after the dot may stand after a blank, and its parts too.
    words = (
        re.sub(r"(?:\\[.-])(?=[a-z])", "[ .-]", re.escape(case))
        for case in sorted(cases.values(), key=len, reverse=True)
    )
    return cases, re.compile(rf"(?<![\w.])(?:{'|'.join(words)})(?=[a-z]{{0,2}}(?!\w|\.\d))")


def _plain(case: str) -> str:
    return re.sub(r"[ .-](?=[a-z])", ".", case)


def _between(first: str, last: str) -> Iterator[str]:
    stem, _, low = first.rpartition(".")
    other, _, high = last.rpartition(".")
    if stem == other:
        yield from (f"{stem}.{number}" for number in range(int(low), int(high) + 1))
