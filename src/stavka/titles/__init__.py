"""The titles: one package for each published game, its rules in rulebook order and its data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from ..board import Board, load_board
from ..data import DataError, Folder
from ..engine import Title, glyphs, looks
from ..engine.looks import Livery


@dataclass(frozen=True, slots=True)
class Entry:
    """A title of the collection."""

    slug: str
    package: str
    name: str
    subtitle: str
    sides: tuple[str, ...]
    # What the counters of each side look like: standard liveries by name, or colours of one's own.
    liveries: tuple[str | Livery, ...]
    # The class of the rules in the package.
    rules: str

    @property
    def data(self) -> Path:
        return Path(__file__).parent / self.package / "data"

    def __post_init__(self) -> None:
        """Sides that look alike, or like nothing, are told before anybody plays."""
        looks.check_sides(self._of_sides())

    @property
    def looks(self) -> dict[str, Livery]:
        """The livery of each side, and under an empty name that of units of no side."""
        return self._of_sides() | {"": looks.livery(looks.NEUTRAL)}

    def _of_sides(self) -> dict[str, Livery]:
        named = zip(self.sides, self.liveries, strict=True)
        return {side: looks.livery(livery) for side, livery in named}


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
    # A drawing that cannot be shown is told here, not to a player at his table.
    marker_glyphs(slug, overlay)
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


# What a title's markers look like: `markers` names standard glyphs, [glyphs] draws others.
LOOKS = "looks.toml"


def marker_glyphs(slug: str, overlay: Path | None = None) -> dict[str, str]:
    """The drawings of a title's markers by their kinds; what has none becomes a letter."""
    folder = Folder(entry(slug).data, overlay or overlay_of(slug))
    if not (folder.path / LOOKS).is_file():
        return {}
    file, found = folder.toml(LOOKS)
    unknown = [name for name in found.get("markers", ()) if name not in glyphs.STANDARD]
    if unknown:
        known = ", ".join(glyphs.STANDARD)
        raise DataError(file, f"there is no standard glyph {unknown[0]!r}; there are {known}")
    drawings = {name: glyphs.STANDARD[name] for name in found.get("markers", ())}
    try:
        own = {name: glyphs.check(name, text) for name, text in found.get("glyphs", {}).items()}
    except glyphs.BadGlyph as error:
        raise DataError(file, str(error)) from None
    return drawings | own


@cache
def data_version(slug: str) -> str:
    """A fingerprint of the data that a title is played with.

    Where they come from is not in it, nor what they look like: the game stays the same.
    """
    return Folder(entry(slug).data, overlay_of(slug)).fingerprint(leave_out=("rules", LOOKS))
