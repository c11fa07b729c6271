"""The titles: one package for each published game, its rules in rulebook order and its data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from ..board import Board, load_board
from ..data import DataError, Folder
from ..engine import Title
from ..engine.presentation import Livery


@dataclass(frozen=True, slots=True)
class Entry:
    """A title of the collection."""

    slug: str
    package: str
    name: str
    subtitle: str
    sides: tuple[str, ...]
    # What the counters of each side look like; those of anybody else are neutral.
    liveries: tuple[Livery, ...]
    # The class of the rules in the package.
    rules: str

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
            ("red", "pale"),
            rules="EastIsRed",
        ),
        Entry(
            "reds",
            "reds",
            "Reds!",
            "The Russian Civil War 1918-1921",
            ("White", "Red"),
            ("pale", "red"),
            rules="Reds",
        ),
        Entry(
            "red-dragon",
            "red_dragon",
            "Red Dragon, Blue Dragon",
            "The Huaihai Campaign 1948-1949",
            ("GMD", "PLA"),
            ("pale", "red"),
            rules="RedDragon",
        ),
        Entry(
            "red-star",
            "red_star",
            "Red Star Rising",
            "The War in Russia 1941-1944",
            ("Axis", "Soviet"),
            ("grey", "red"),
            rules="RedStar",
        ),
    )
}


class UnknownTitle(ValueError):
    """A slug that names none of the titles."""


def entry(slug: str) -> Entry:
    try:
        return TITLES[slug]
    except KeyError:
        raise UnknownTitle(f"there is no title {slug!r}; there are {', '.join(TITLES)}") from None


# Folders whose files this process reads instead of the titles' own, unless told otherwise.
_overlays: dict[str, Path] = {}


def lay_over(folder: Path) -> None:
    """Has the files in `folder/<slug>/` read instead of the titles' own, in this whole process.

    Whatever is wrong with them is told at once, also that a file would never be read.
    """
    slugs = ", ".join(TITLES)
    found = {path.name: path for path in sorted(folder.iterdir()) if path.name[0] != "."}
    if not found:
        raise DataError(folder, f"is empty; folders named after titles are expected: {slugs}")
    for slug, path in found.items():
        if slug not in TITLES or not path.is_dir():
            raise DataError(path, f"is not a folder named after a title: {slugs}")
        for file in sorted(f for f in path.rglob("*") if f.is_file()):
            if not (TITLES[slug].data / file.relative_to(path)).is_file():
                raise DataError(file, f"{TITLES[slug].name} has no such file to be replaced")
    _overlays.update(found)
    for slug in found:
        board(slug)
        if slug in playable():
            load(slug)


def overlay_of(slug: str) -> Path | None:
    """The folder that lies over a title's own data in this process."""
    return _overlays.get(slug)


def load(slug: str, overlay: Path | None = None) -> Title:
    """A title to be played; files in `overlay` are read instead of the title's own."""
    return _load(slug, overlay or overlay_of(slug))


@cache
def _load(slug: str, overlay: Path | None) -> Title:
    title = entry(slug)
    package = import_module(f".{title.package}", __name__)
    rules: Callable[[Path | None], Title] = getattr(package, title.rules)
    return rules(overlay)


def playable() -> list[str]:
    """The titles that can be played: all of them."""
    return list(TITLES)


def board(slug: str, overlay: Path | None = None) -> Board:
    """The map of a title; `overlay` is a folder whose `map/` files are read instead of ours."""
    return _board(slug, overlay or overlay_of(slug))


@cache
def _board(slug: str, overlay: Path | None) -> Board:
    return load_board(entry(slug).data / "map", overlay / "map" if overlay else None)


@cache
def data_version(slug: str) -> str:
    """A fingerprint of the data that a title is played with; where they come from is not in it."""
    return Folder(entry(slug).data, overlay_of(slug)).fingerprint(leave_out=("rules",))
