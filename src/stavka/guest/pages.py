"""Long texts in pages that a language model can hold."""

from __future__ import annotations

from collections.abc import Iterable

from .trouble import Trouble

# Two thousand tokens or a little more: names and numbers take many.
LETTERS = 6_000


def paged(lines: Iterable[str], page: int, letters: int = LETTERS) -> str:
    """One page of a text, and how many there are if there are more.

    >>> paged(["one", "two", "three"], 2, 8)
    'three\\n(page 2 of 2)'
    """
    pages: list[list[str]] = [[]]
    left = letters
    for line in lines:
        if len(line) > left and pages[-1]:
            pages.append([])
            left = letters
        pages[-1].append(line)
        left -= len(line) + 1
    if not 1 <= page <= len(pages):
        raise Trouble(f"There is no page {page}: there are {len(pages)}.")
    more = [f"(page {page} of {len(pages)})"] if len(pages) > 1 else []
    return "\n".join([*pages[page - 1], *more])
