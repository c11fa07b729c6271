"""The titles: one package for each published game, its rules in rulebook order and its data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from ..board import Board, load_board
from ..engine import Title


@dataclass(frozen=True, slots=True)
class Entry:
    """A title of the collection."""

    slug: str
    package: str
    name: str
    subtitle: str
    sides: tuple[str, ...]
    # The class of the rules in the package; empty while there is only a map.
    rules: str = ""

    @property
    def data(self) -> Path:
        return Path(__file__).parent / self.package / "data"


TITLES: dict[str, Entry] = {
    entry.slug: entry
    for entry in (
        Entry(
            "east-is-red",
            "east_is_red",
            "The East Is Red",
            "The Sino-Soviet War",
            ("Soviet", "Chinese"),
            rules="EastIsRed",
        ),
        Entry("reds", "reds", "Reds!", "The Russian Civil War 1918-1921", ("White", "Red")),
        Entry(
            "red-dragon",
            "red_dragon",
            "Red Dragon, Blue Dragon",
            "The Huaihai Campaign 1948-1949",
            ("GMD", "PLA"),
        ),
        Entry(
            "red-star",
            "red_star",
            "Red Star Rising",
            "The War in Russia 1941-1944",
            ("Axis", "Soviet"),
            rules="RedStar",
        ),
    )
}


class UnknownTitle(ValueError):
    """A slug that names none of the titles, or one whose rules are not there yet."""


def entry(slug: str) -> Entry:
    try:
        return TITLES[slug]
    except KeyError:
        raise UnknownTitle(f"there is no title {slug!r}; there are {', '.join(TITLES)}") from None


@cache
def load(slug: str, overlay: Path | None = None) -> Title:
    """A title to be played; files in `overlay` are read instead of the title's own."""
    title = entry(slug)
    if not title.rules:
        raise UnknownTitle(f"the rules of {title.name} are not there yet, only its map is")
    package = import_module(f".{title.package}", __name__)
    rules: Callable[[Path | None], Title] = getattr(package, title.rules)
    return rules(overlay)


def playable() -> list[str]:
    """The titles whose rules are there."""
    return [slug for slug, title in TITLES.items() if title.rules]


@cache
def board(slug: str, overlay: Path | None = None) -> Board:
    """The map of a title; `overlay` is a folder whose `map/` files are read instead of ours."""
    return load_board(entry(slug).data / "map", overlay / "map" if overlay else None)
