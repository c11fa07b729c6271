"""What the observations of learners consist of, as `docs/observations.md` has it.

`python -m tools.observations` prints it, `--write FILE` writes it; a test compares the two.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from stavka import titles
from stavka.lab.env import Encoding, Meaning, Observer
from stavka.titles.entries import HOUSE

INTRODUCTION = (
    "# What learners see\n\n"
    "Every plane, column and number of the observations of "
    "[learning environments](laboratory.md#learning-environments), title by title. Written by "
    "`python -m tools.observations --write docs/observations.md` from what the titles tell of "
    "themselves (`sights.py`).\n"
)
PARTS = {
    "planes": "Planes, hex by hex (`uint8`)",
    "units": "Columns of the table of units (`int16`)",
    "globals": "Numbers (`float32`)",
    "ground": "The map, which is no part of observations: `Observer.ground()` (`uint8`)",
}


def told() -> str:
    """The page."""
    house = [slug for slug in titles.playable() if titles.entry(slug).folder == HOUSE]
    return "\n".join([INTRODUCTION, *(line for slug in house for line in _title(slug))])


def _title(slug: str) -> Iterator[str]:
    title = titles.load(slug)
    observer, encoding = Observer(title), Encoding(title)
    cells = observer.cells
    yield f"## {title.name}\n"
    yield (
        f"{cells.height} rows and {cells.width} columns of hexes, {len(observer.roster.units)} "
        f"units; {encoding.n:,} numbers for choices.\n"
    )
    meanings = [*observer.meanings(), *observer.ground()[1]]
    for part, heading in PARTS.items():
        yield f"**{heading}**\n"
        yield "| | name | what it is |"
        yield "|---|---|---|"
        yield from _rows(meaning for meaning in meanings if meaning.part == part)
        yield ""


def _rows(meanings: Iterable[Meaning]) -> Iterator[str]:
    """One row for each, or for several in a row that are alike but for a label."""
    for (_, text), group in groupby(meanings, lambda m: (m.name.split(" ")[0], m.text)):
        alike = [*group]
        first, last = alike[0], alike[-1]
        if len(alike) == 1:
            yield f"| {first.number} | {first.name} | {text} |"
        else:
            kind = first.name.split(" ")[0]
            labels = ", ".join(m.name.removeprefix(f"{kind} ") for m in alike)
            yield f"| {first.number}-{last.number} | {kind}: {labels} | {text} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write it into a file")
    file = parser.parse_args().write
    if file is None:
        print(told(), end="")
    else:
        file.write_text(told(), "utf-8")


if __name__ == "__main__":
    main()
