"""The rules help: every case in our own words, and references that lead somewhere."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from stavka import titles
from stavka.rules import cases_of, explain

SLUG = "red-star"
CASES = cases_of(SLUG)
HELP_FILE = titles.entry(SLUG).data / "rules" / "help.toml"
PAGES: dict[str, dict[str, Any]] = tomllib.loads(HELP_FILE.read_text(encoding="utf-8"))

# The texts write no decimal fractions, so whatever looks like a case is a reference to one.
REFERENCE = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d{1,2}){1,2}(?!\d)")


def references(text: str) -> list[str]:
    return REFERENCE.findall(text)


def test_every_case_has_help_and_nothing_else_has_in_the_order_of_the_rulebook() -> None:
    assert list(PAGES) == CASES


@pytest.mark.parametrize("case", CASES)
def test_a_case_is_explained(case: str) -> None:
    page = explain(SLUG, case)
    assert page.case == case
    assert page.title.strip() == page.title != ""
    assert page.text.strip() == page.text != ""
    assert set(PAGES[case]) == {"title", "text"}


@pytest.mark.parametrize("case", CASES)
def test_references_lead_to_other_cases_of_the_rulebook(case: str) -> None:
    found = set(references(PAGES[case]["text"]))
    assert found <= set(CASES)
    assert case not in found, "a text does not send the reader to itself"


def test_references_are_recognised_however_they_are_written() -> None:
    text = "Pay two (see 3.4.1), as in case 5.0; 7.10.6 and 7.12.1 tell more. See 14.2."
    assert references(text) == ["3.4.1", "5.0", "7.10.6", "7.12.1", "14.2"]
    assert references("A 5-7-4 in 3131 at 26 to 9 has 9 points.") == []


@pytest.mark.parametrize("case", CASES)
def test_texts_are_plain(case: str) -> None:
    text = PAGES[case]["title"] + PAGES[case]["text"]
    assert text.isascii()
    assert not re.search(r"[<>`*_#]|\n\n", text), "no HTML, no Markdown, one paragraph"


def test_an_unknown_case_is_refused_with_the_cases_of_its_chapter() -> None:
    with pytest.raises(LookupError) as caught:
        explain(SLUG, "6.9")
    assert str(caught.value) == (
        "red-star has no case '6.9'; chapter 6 has 6.1, 6.2, 6.2.1, 6.2.2, 6.2.3, 6.2.4"
    )
