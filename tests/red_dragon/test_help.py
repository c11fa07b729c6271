"""The rules help: every case in our own words, and references that lead somewhere."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from stavka import titles
from stavka.rules import cases_of, explain

SLUG = "red-dragon"
CASES = cases_of(SLUG)
HELP_FILE = titles.entry(SLUG).data / "rules" / "help.toml"
PAGES: dict[str, dict[str, Any]] = tomllib.loads(HELP_FILE.read_text(encoding="utf-8"))

# The texts write no decimal fractions, so whatever looks like a case is a reference to one.
REFERENCE = re.compile(r"(?<![\d.])\d{1,2}\.\d{1,2}(?:\.\d{1,2})?(?!\d)")


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
    text = "Pay two (see 6.1.2), as in case 5.2; 18.3.1 to 18.3.11 tell more. See 18.2."
    assert references(text) == ["6.1.2", "5.2", "18.3.1", "18.3.11", "18.2"]
    assert references("An attack in 1809 at 16 to 10 is 3:2 on 12 December.") == []


@pytest.mark.parametrize("case", CASES)
def test_texts_are_plain(case: str) -> None:
    text = PAGES[case]["title"] + PAGES[case]["text"]
    assert text.isascii()
    assert not re.search(r"[<>`*_#]|\n\n", text), "no HTML, no Markdown, one paragraph"


def test_an_unknown_case_is_refused_with_the_cases_of_its_chapter() -> None:
    with pytest.raises(LookupError) as caught:
        explain(SLUG, "3.9")
    assert str(caught.value) == (
        "red-dragon has no case '3.9'; chapter 3 has 3.0, 3.1, 3.1.4, 3.2, 3.2.1, 3.2.2, 3.2.3"
    )


@pytest.mark.parametrize("case", ["99.1", "", "movement"])
def test_a_case_of_no_chapter_is_refused_too(case: str) -> None:
    with pytest.raises(LookupError, match=f"{SLUG} has no case {case!r}$"):
        explain(SLUG, case)
