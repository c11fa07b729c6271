"""What a choice would bring, in lines of text: for the terminal and the `stavka odds` command."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .choices import Choice
from .position import Position
from .presentation import Chance, Preview
from .title import Title

# Columns of text: the sum, and how far what belongs to a doubt is moved in.
WIDE = 44
INDENT = "    "


def preview_of(title: Title, position: Position, choice: Choice) -> Preview | None:
    """By what the side that has to choose may know."""
    decision = position.decision()
    if decision is None or decision.value(choice) is None:
        return None
    return title.preview(position.view(decision.side).imagine(), choice)


def lines_of(preview: Preview) -> Iterator[str]:
    """A preview for a terminal, the sum first."""
    for line in preview.lines:
        yield f"{line.text:{WIDE}} {line.value:>8}  [{line.case}]"
    if preview.result:
        yield preview.result
    yield from _chances(preview.chances)
    for doubt in preview.uncertain:
        then = f": {doubt.result}" if doubt.result else ""
        yield f"Not certain: {doubt.text}{then} [{doubt.case}]"
        yield from (INDENT + line for line in _chances(doubt.chances))


def _chances(chances: Iterable[Chance]) -> Iterator[str]:
    for chance in chances:
        yield f"{chance.probability:6.1%}  {chance.result:6} {chance.text}"
