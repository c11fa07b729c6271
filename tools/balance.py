"""What scenarios are worth, from runs of `experiments/balance-*.toml` into `lab/balance.csv`.

    python -m tools.balance RUN [RUN ...]            prints the tables of `docs/balance.md`
    python -m tools.balance RUN [RUN ...] --write    and writes the file that the lobby shows

Rows of scenarios that no run is about stay as they are.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from stavka import titles
from stavka.lab.balance import FIELDS, FILE, Worth, measured, whole
from stavka.lab.store import BadRun, Store

Key = tuple[str, str]


class Found:
    """What runs say, and what they were."""

    def __init__(self) -> None:
        self.worths: dict[Key, Worth] = {}
        # The mean result for the first side, from -1 to 1, and the CPU seconds of a game.
        self.means: dict[Key, tuple[float, float]] = {}

    def take(self, file: Path) -> None:
        store = Store.open(file)
        try:
            for cell in store.experiment().cells:
                games = store.games(cell)
                worth = measured(cell, games)
                if worth is not None and worth.games:
                    key = cell.slug, cell.scenario
                    self.worths[key] = worth
                    counted = whole(games)
                    mean = fmean(game.value for game in counted)
                    self.means[key] = mean, fmean(game.seconds for game in counted)
        finally:
            store.close()

    def told(self) -> Iterator[str]:
        """A table for each title."""
        for slug in dict.fromkeys(slug for slug, _ in self.worths):
            first, second = titles.load(slug).sides
            sides = f"{first} | | {second} | | drawn | mean for {first}"
            yield f"| scenario | games | {sides} | CPU s |"
            yield "|---|---|---|---|---|---|---|---|---|"
            for (title, scenario), worth in self.worths.items():
                if title == slug:
                    rates = " | ".join(_rate(worth, side) for side in (first, second))
                    mean, seconds = self.means[title, scenario]
                    drawn = f"{worth.drawn / worth.games:.0%}"
                    yield (
                        f"| {scenario} | {worth.games} | {rates} | {drawn} |"
                        f" {mean:+.2f} | {seconds:.0f} |"
                    )
            yield ""


def _rate(worth: Worth, side: str) -> str:
    rate = worth.rate(side)
    return f"{rate.rate:.0%} | {rate.low:.0%} to {rate.high:.0%}"


def write(worths: dict[Key, Worth], file: Path = FILE) -> None:
    with file.open(encoding="utf-8", newline="") as lines:
        rows = {(row["title"], row["scenario"]): row for row in csv.DictReader(lines)}
    for (slug, scenario), worth in worths.items():
        versions = worth.rules, worth.data
        values = (slug, scenario, worth.players, *versions, worth.seed, worth.games)
        rows[slug, scenario] = dict(
            zip(FIELDS, map(str, (*values, *worth.wins.values())), strict=True)
        )
    order = {
        (slug, scenario.key): number
        for number, (slug, scenario) in enumerate(
            (slug, scenario)
            for slug in titles.playable()
            for scenario in titles.load(slug).scenarios
        )
    }
    with file.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[key] for key in sorted(rows, key=order.__getitem__))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        "python -m tools.balance",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("runs", nargs="+", type=Path, metavar="RUN")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    wanted = parser.parse_args(arguments)
    found = Found()
    try:
        for run in wanted.runs:
            found.take(run)
    except BadRun as error:
        print(error, file=sys.stderr)
        return 1
    print("\n".join(found.told()))
    if wanted.write:
        write(found.worths)
    return 0


if __name__ == "__main__":
    sys.exit(main())
