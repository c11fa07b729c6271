"""The rules help of every title: all cases in our own words, and references that lead somewhere.

A test looks at all pages of a title and lists whatever is wrong with any of them.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Any

import pytest

from stavka import titles
from stavka.rules import book, cases_of, explain

# The texts write no decimal fractions, so whatever looks like a case is a reference to one.
REFERENCE = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d{1,2}){1,2}(?!\d)")
EVERY_TITLE = titles.playable()


@cache
def pages(slug: str) -> dict[str, dict[str, Any]]:
    file = titles.entry(slug).data / "rules" / "help.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def references(text: str) -> list[str]:
    return REFERENCE.findall(text)


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_every_case_has_help_and_nothing_else_has_in_the_order_of_the_rulebook(slug: str) -> None:
    assert list(pages(slug)) == cases_of(slug)


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_every_case_is_explained(slug: str) -> None:
    wrong = []
    for case in cases_of(slug):
        page = explain(slug, case)
        plain = all(text.strip() == text != "" for text in (page.title, page.text))
        if page.case != case or not plain or set(pages(slug)[case]) != {"title", "text"}:
            wrong.append(case)
    assert wrong == [], "a title and a text for each, without blanks around them"


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_references_lead_to_other_cases_of_the_rulebook(slug: str) -> None:
    cases = set(cases_of(slug))
    wrong = {
        case: bad
        for case, page in pages(slug).items()
        if (bad := sorted(set(references(page["text"])) - (cases - {case})))
    }
    assert wrong == {}, "these are no cases, or send the reader to where he is"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (
            "Pay two (see 6.12), as in case 5.21; 9.61 to 9.64 tell more. See 18.2.",
            ["6.12", "5.21", "9.61", "9.64", "18.2"],
        ),
        (
            "Pay two (see 6.1.2), as in case 5.2; 18.3.1 to 18.3.11 tell more. See 18.2.",
            ["6.1.2", "5.2", "18.3.1", "18.3.11", "18.2"],
        ),
        (
            "Pay two (see 3.4.1), as in case 5.0; 7.10.6 and 7.12.1 tell more. See 14.2.",
            ["3.4.1", "5.0", "7.10.6", "7.12.1", "14.2"],
        ),
        ("A 7-4-9 in 3131 at 26 to 9 has 9 points.", []),
        ("An attack in 1809 at 16 to 10 is 3:2 on 12 December.", []),
        ("A 5-7-4 in 3131 at 26 to 9 has 9 points.", []),
    ],
)
def test_references_are_recognised_however_they_are_written(text: str, found: list[str]) -> None:
    assert references(text) == found


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_texts_are_plain(slug: str) -> None:
    """No HTML, no Markdown, one paragraph."""
    wrong = []
    for case, page in pages(slug).items():
        text = page["title"] + page["text"]
        if not text.isascii() or re.search(r"[<>`*_#]|\n\n", text):
            wrong.append(case)
    assert wrong == []


@pytest.mark.parametrize(
    ("slug", "case", "chapter"),
    [
        ("east-is-red", "7.9", "chapter 7 has 7.0, 7.1, 7.2, 7.3, 7.4"),
        ("reds", "9.9", "chapter 9 has 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7"),
        ("red-dragon", "3.9", "chapter 3 has 3.0, 3.1, 3.1.4, 3.2, 3.2.1, 3.2.2, 3.2.3"),
        ("red-star", "6.9", "chapter 6 has 6.1, 6.2, 6.2.1, 6.2.2, 6.2.3, 6.2.4"),
    ],
)
def test_an_unknown_case_is_refused_with_the_cases_of_its_chapter(
    slug: str, case: str, chapter: str
) -> None:
    with pytest.raises(LookupError) as caught:
        explain(slug, case)
    assert str(caught.value) == f"{slug} has no case {case!r}; {chapter}"


@pytest.mark.parametrize("slug", EVERY_TITLE)
@pytest.mark.parametrize("case", ["99.1", "", "movement"])
def test_a_case_of_no_chapter_is_refused_too(slug: str, case: str) -> None:
    with pytest.raises(LookupError, match=f"{slug} has no case {case!r}$"):
        explain(slug, case)


@pytest.mark.parametrize("slug", EVERY_TITLE)
def test_the_book_has_every_case_once_under_its_chapter(slug: str) -> None:
    chapters = book(slug)
    assert [page.case for chapter in chapters for page in chapter.cases] == cases_of(slug)
    assert all(chapter.name and chapter.cases for chapter in chapters)
