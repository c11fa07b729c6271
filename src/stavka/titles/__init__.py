"""The titles: one package for each game, its rules in rulebook order and its data.

Four published games are at home here; packages in other folders can be switched on (`entries`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from ..board import Board, load_board
from ..data import DataError, Folder, quoted
from ..engine import Title, glyphs
from .entries import HOUSE, Entry, entries_in, switched_on
from .entries import switch_on as _switch_on

__all__ = [
    "CHARTS",
    "TITLES",
    "Entry",
    "UnknownTitle",
    "board",
    "data_version",
    "entry",
    "is_data_version",
    "lay_over",
    "load",
    "marker_glyphs",
    "overlay_of",
    "overlays",
    "playable",
    "switch_on",
    "take_overlays",
]

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
            first_game="m1-current",
        ),
        Entry(
            "reds",
            "reds",
            "Reds!",
            "The Russian Civil War 1918-1921",
            ("White", "Red"),
            ("pale", "red"),
            rules="Reds",
            first_game="1918-19",
        ),
        Entry(
            "red-dragon",
            "red_dragon",
            "Red Dragon, Blue Dragon",
            "The Huaihai Campaign 1948-1949",
            ("GMD", "PLA"),
            ("pale", "red"),
            rules="RedDragon",
            first_game="campaign",
        ),
        Entry(
            "red-star",
            "red_star",
            "Red Star Rising",
            "The War in Russia 1941-1944",
            ("Axis", "Soviet"),
            ("grey", "red"),
            rules="RedStar",
            first_game="turning-point",
        ),
    )
}


class UnknownTitle(ValueError):
    """A slug that names none of the titles."""


def _add_from_outside() -> DataError | None:
    """Adds the titles of all folders that are switched on; returns what is wrong with one."""
    try:
        for folder in switched_on():
            for found in entries_in(folder):
                known = TITLES.setdefault(found.slug, found)
                if known != found:
                    raise DataError(found.file, f"{known.file} has it too", field="slug")
    except DataError as error:
        return error
    return None


# Whoever asks for a title is told what is wrong; importing this package never fails.
_problem = _add_from_outside()


def switch_on(*folders: Path) -> None:
    """Adds the titles in folders of packages, in this process and all that it starts."""
    global _problem
    for folder in folders:
        _switch_on(folder)
    if folders:
        _problem = _add_from_outside()
    if _problem is not None:
        raise _problem


def entry(slug: str) -> Entry:
    if _problem is not None:
        raise _problem
    try:
        return TITLES[slug]
    except KeyError:
        raise UnknownTitle(
            f"there is no title {quoted(slug)}; there are {', '.join(TITLES)}"
        ) from None


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


def overlays() -> dict[str, Path]:
    """All folders that lie over titles' own data in this process, by slug."""
    return dict(_overlays)


def take_overlays(found: Mapping[str, Path]) -> None:
    """Has the same read as in another process, which has looked through them (`lay_over`)."""
    _overlays.update(found)


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
    rules: Callable[[Path | None], Title] | None = getattr(_package(title), title.rules, None)
    if rules is None:
        raise DataError(title.file, f"the package has no {title.rules}", field="rules")
    try:
        found = rules(overlay)
    except (LookupError, TypeError, ValueError, ArithmeticError) as error:
        # Files that are well-formed can still contradict the others.
        if overlay is None:
            raise
        said = error.args[0] if error.args else type(error).__name__
        raise DataError(overlay, f"does not go with the rest of {title.name}: {said}") from None
    for field in ("slug", "name", "sides"):
        if getattr(found, field) != getattr(title, field):
            raise DataError(title.file, f"{title.rules} says something else", field=field)
    scenarios = [scenario.key for scenario in found.scenarios]
    if title.first_game and title.first_game not in scenarios:
        known = ", ".join(scenarios)
        why = f"there is no scenario {quoted(title.first_game)}; there are {known}"
        raise DataError(title.file, why, field="first_game")
    return found


def _package(title: Entry) -> ModuleType:
    if title.folder == HOUSE:
        return import_module(f".{title.package}", __name__)
    # At the end, so that no title stands before what is imported everywhere.
    if str(title.folder) not in sys.path:
        sys.path.append(str(title.folder))
    package = import_module(title.package)
    if package.__file__ is None or Path(package.__file__).parent != title.folder / title.package:
        raise DataError(title.file.parent, f"is hidden by {package.__file__}: rename the folder")
    return package


def playable() -> list[str]:
    """The titles that can be played: all of them."""
    if _problem is not None:
        raise _problem
    return list(TITLES)


def board(slug: str, overlay: Path | None = None) -> Board:
    """The map of a title; `overlay` is a folder whose `map/` files are read instead of ours."""
    return _board(slug, overlay or overlay_of(slug))


@cache
def _board(slug: str, overlay: Path | None) -> Board:
    return load_board(entry(slug).data / "map", overlay / "map" if overlay else None)


# What a title's markers look like: `markers` names standard glyphs, [glyphs] draws others.
LOOKS = "looks.toml"
# Which of its tables are shown to players (`stavka.charts`).
CHARTS = "charts.toml"
# The folder of a title's lesson.
LESSON = "lesson"


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


def data_version(slug: str, overlay: Path | None = None) -> str:
    """A fingerprint of the data that a title is played with.

    Where they come from is not in it, nor how they are shown and taught: the game stays
    the same.
    """
    return _fingerprint(slug, overlay or overlay_of(slug), ("rules", LOOKS, CHARTS, LESSON))


def is_data_version(slug: str, version: str) -> bool:
    """Whether a version is that of the present data. Once lessons counted among them, and tables
    that were set up then are the same games."""
    with_lesson = _fingerprint(slug, overlay_of(slug), ("rules", LOOKS, CHARTS))
    return version in (data_version(slug), with_lesson)


@cache
def _fingerprint(slug: str, overlay: Path | None, leave_out: tuple[str, ...]) -> str:
    return Folder(entry(slug).data, overlay).fingerprint(leave_out)
