"""What the collection knows of a title before it is loaded, and titles from outside the house.

A folder of title packages is switched on by naming it in the environment variable STAVKA_TITLES,
so that worker and server processes inherit it. Each package in it says in its `title.toml` what
the collection has to know (docs/adding-a-title.md).
"""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ..data import DataError, check_format
from ..engine import looks
from ..engine.looks import Livery

HOUSE = Path(__file__).parent
# Folders of title packages, separated as in PATH. Unset: the examples; empty: none.
VARIABLE = "STAVKA_TITLES"
FILE = "title.toml"
FORMAT = 1
FIELDS = (
    "format",
    "slug",
    "name",
    "subtitle",
    "sides",
    "liveries",
    "rules",
    "shelf",
    "first_game",
)


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
    # The heading under which the lobby shows it; none for the games of the house.
    shelf: str = ""
    # The scenario that is proposed to whoever has not played the title yet.
    first_game: str = ""
    # The folder that the package is in.
    folder: Path = HOUSE

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

    @property
    def data(self) -> Path:
        return self.folder / self.package / "data"

    @property
    def file(self) -> Path:
        """Where what is said here can be mended."""
        return self.folder / self.package / FILE if self.folder != HOUSE else Path(__file__)


def examples() -> Path | None:
    """The examples that come with Stavka: in a checkout beside `src`, else beside its code."""
    checkout = HOUSE.parents[2]
    if (checkout / "pyproject.toml").is_file() and (checkout / "examples").is_dir():
        return checkout / "examples"
    installed = HOUSE.parent / "examples"
    return installed if installed.is_dir() else None


def switched_on() -> list[Path]:
    """The folders whose titles are part of the collection."""
    if VARIABLE in os.environ:
        return [Path(name).resolve() for name in os.environ[VARIABLE].split(os.pathsep) if name]
    found = examples()
    return [found] if found else []


def switch_on(folder: Path) -> None:
    """Adds a folder, for this process and all that it starts."""
    folders = [*switched_on(), folder.resolve()]
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys(map(str, folders)))


def entries_in(folder: Path) -> list[Entry]:
    """The titles of a folder of packages, in the order of their names."""
    if not folder.is_dir():
        raise DataError(folder, "there is no such folder of titles")
    found = [read_entry(file) for file in sorted(folder.glob(f"*/{FILE}"))]
    if not found:
        raise DataError(folder, f"no folder in it has a {FILE}")
    return found


def read_entry(file: Path) -> Entry:
    """What a `title.toml` says; the package is the folder that it is in."""
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(file, f"is not valid TOML: {error}") from None
    check_format(file, settings, FORMAT)
    for key in settings:
        if key not in FIELDS:
            raise DataError(file, f"is unknown; there are {', '.join(FIELDS)}", field=key)
    package, slug = file.parent.name, _text(file, settings, "slug")
    if not package.isidentifier():
        raise DataError(file, f"its folder {package!r} cannot be imported: letters, digits and _")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise DataError(file, f"{slug!r} should be small letters, digits and -", field="slug")
    sides = _sides(file, settings)
    try:
        return Entry(
            slug,
            package,
            _text(file, settings, "name"),
            _text(file, settings, "subtitle"),
            sides,
            _liveries(file, settings),
            _text(file, settings, "rules"),
            _text(file, settings, "shelf") if "shelf" in settings else "",
            _text(file, settings, "first_game") if "first_game" in settings else "",
            file.parents[1],
        )
    except looks.BadLook as error:
        raise DataError(file, str(error), field="liveries") from None


def _text(file: Path, settings: dict[str, Any], key: str) -> str:
    value = settings.get(key)
    if not isinstance(value, str) or not value:
        raise DataError(file, "should be a text", field=key)
    return value


def _sides(file: Path, settings: dict[str, Any]) -> tuple[str, str]:
    match settings.get("sides"):
        case [str(one), str(other)] if one != other and (one + other).isalnum():
            return one, other
    raise DataError(file, "should be two different words", field="sides")


def _liveries(file: Path, settings: dict[str, Any]) -> tuple[str | Livery, ...]:
    """Standard liveries by name, or tables of colours."""
    try:
        return msgspec.convert(settings.get("liveries"), tuple[str | Livery, str | Livery])
    except msgspec.ValidationError as error:
        raise DataError(
            file, f"should be two names or tables of colours: {error}", field="liveries"
        ) from None
