"""What our figures weigh: overlays in which each is changed by one step, and the experiment.

    python -m tools.overlays red-star            # into build/weigh/red-star
    stavka lab run build/weigh/red-star/weigh-red-star.toml

`levers.toml` says which figures: groups of those that are reconstructed, by the rows' own sources.
A number goes up or down by one, a table of results by one column, ground by one hex around. The
report tells which of them decide games: those are the values to type in first from a printed game.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from stavka import titles
from stavka.data import Folder, Row, source_parts, weakest
from stavka.hexes import Grid

LEVERS = Path(__file__).with_name("levers.toml")
UP, DOWN = 1, -1
GAMES = 200


class Lever(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures that are changed together."""

    name: str
    file: str
    # The columns; of ground: what spreads or shrinks, and what it does so against.
    fields: tuple[str, ...]
    how: Literal["number", "first of a pair", "second of a pair", "columns", "ground"] = "number"
    # Only rows with one of these values in a column.
    where: dict[str, tuple[str, ...]] = {}
    # Whether 0 is a number like others, and not the sign of something that is not there.
    signed: bool = False
    most: int = 1000

    def words(self, step: int) -> str:
        """What has been done to it."""
        if self.how == "columns":
            return f"{self.name}: a column {'better' if step == UP else 'worse'} for attackers"
        if self.how == "ground":
            return f"{self.name}: a hex {'wider' if step == UP else 'narrower'}"
        return f"{self.name} {step:+d}"


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A title: where its figures are weighed, and which."""

    scenario: str
    levers: tuple[Lever, ...]


class Overlay(NamedTuple):
    name: str
    folder: Path


def weighed() -> dict[str, Weighed]:
    return msgspec.convert(tomllib.loads(LEVERS.read_text(encoding="utf-8")), dict[str, Weighed])


def overlays(slug: str, out: Path) -> Iterator[Overlay]:
    """Writes the folders of a title, one for each step of each lever that changes something."""
    data, grid = titles.entry(slug).data, titles.board(slug).grid
    for lever in weighed()[slug].levers:
        for step, way in ((UP, "up"), (DOWN, "down")):
            text = changed(data / lever.file, lever, step, grid)
            if text is None:
                continue
            folder = out / f"{re.sub('[^a-z]+', '-', lever.name.lower())}-{way}"
            (folder / lever.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / lever.file).write_text(text, encoding="utf-8")
            yield Overlay(lever.words(step), folder)


def changed(file: Path, lever: Lever, step: int, grid: Grid) -> str | None:
    """A data file with a lever moved by one step; nothing if that leaves it as it is."""
    folder = Folder(file.parent)
    header = folder.header(file.name)
    rows = folder.table(file.name, header)
    change = _ground(rows, lever, step, grid) if lever.how == "ground" else _figures(lever, step)
    written, moved = io.StringIO(), False
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        new = row.values | (change(row) if _is_ours(row, lever) else {})
        moved = moved or new != row.values
        writer.writerow([new[field] for field in header])
    return written.getvalue() if moved else None


def _is_ours(row: Row, lever: Lever) -> bool:
    if weakest(source_parts(row)) != "reconstructed":
        return False
    return all(row[field] in wanted for field, wanted in lever.where.items())


Change = Callable[[Row], dict[str, str]]


def _figures(lever: Lever, step: int) -> Change:
    """Changes the fields of a row."""

    def columns(row: Row) -> dict[str, str]:
        results = [row[field] for field in lever.fields]
        # The last column is as good as it gets.
        moved = [*results[1:], results[-1]] if step == UP else [results[0], *results[:-1]]
        return dict(zip(lever.fields, moved, strict=True))

    def numbers(row: Row) -> dict[str, str]:
        return {field: _stepped(row[field], lever, step) for field in lever.fields}

    return columns if lever.how == "columns" else numbers


def _stepped(text: str, lever: Lever, step: int) -> str:
    if lever.how == "number":
        return _number(text, lever, step)
    # A pair: attack and defence.
    first, dash, second = text.partition("-")
    if not dash:
        return text
    if lever.how == "first of a pair":
        return f"{_number(first, lever, step)}-{second}"
    return f"{first}-{_number(second, lever, step)}"


def _number(text: str, lever: Lever, step: int) -> str:
    """One more or less; what has none gets none, and what has some keeps some."""
    if not re.fullmatch(r"[+-]?\d+", text):
        return text
    number = int(text)
    if not lever.signed and number == 0:
        return text
    new = min(number + step, lever.most)
    if not lever.signed:
        new = max(new, 1)
    return f"{new:+d}" if text[0] in "+-" else str(new)


def _ground(rows: list[Row], lever: Lever, step: int, grid: Grid) -> Change:
    """Lets a kind of ground spread over, or give way to, another by one hex."""
    ours, other = lever.fields
    grows, shrinks = (ours, other) if step == UP else (other, ours)
    edge = grid.neighbours(grid.set(row["hex"] for row in rows if row["terrain"] == grows))

    def change(row: Row) -> dict[str, str]:
        near = edge >> grid.hex(row["hex"]) & 1
        return {"terrain": grows} if near and row["terrain"] == shrinks else {}

    return change


def experiment(slug: str, found: list[Overlay], games: int) -> str:
    """The file of the experiment, beside the folders."""
    title = titles.load(slug)
    question = f"Which of the figures that we had to make for {title.name} decide games?"
    players = ", ".join(f'{side} = "portfolio:1"' for side in title.sides)
    lines = [
        f"# {question} Made by tools/overlays.py.",
        *("[experiment]", f'name = "weigh-{slug}"', f'title = "{slug}"', f"games = {games}"),
        *('seed = "weigh 1"', f'text = "{question}"', ""),
    ]
    for name, folder in (("as it is", ""), *((one.name, one.folder.name) for one in found)):
        lines += [
            *("[[cells]]", f'name = "{name}"', f'scenario = "{weighed()[slug].scenario}"'),
            *(f"players = {{ {players} }}", f'overlay = "{folder}"', ""),
        ]
    # Results are all that is asked for.
    lines += ["[outputs]", "turns = false", "fights = false", "control = false"]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Weigh the figures that are ours.")
    parser.add_argument("slug", choices=list(weighed()))
    parser.add_argument("--out", type=Path, help="the folder (build/weigh/SLUG)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"of each cell ({GAMES})")
    options = parser.parse_args()
    out: Path = options.out or Path("build/weigh") / options.slug
    found = list(overlays(options.slug, out))
    file = out / f"weigh-{options.slug}.toml"
    file.write_text(experiment(options.slug, found, options.games), encoding="utf-8")
    print(f"{file}: {len(found)} overlays")


if __name__ == "__main__":
    main()
