"""An experiment: what is varied, how often each case is played, what is kept of it.

It is one TOML file (docs/laboratory.md). Each combination of its factors is a cell; game number n
has the same seed in every cell, so that cells can be compared game by game.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from .. import titles
from ..data import DataError, quoted
from ..engine import Title, Unsuitable
from ..players import player
from ..players.policies import PREFIX

STAVKA = Path(__file__).parents[1]
Rate = Annotated[float, msgspec.Meta(gt=0, lt=1)]


class Sprt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell is played no further once it is known which of two rates of victory is nearer to that
    of a side, with these chances of saying so wrongly."""

    side: str
    p0: Rate
    p1: Rate
    alpha: Rate = 0.05
    beta: Rate = 0.05


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sprt: Sprt | None = None


class Heading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,79}$")]
    title: str
    # Of each cell.
    games: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    seed: str = "lab"
    # What is to be found out, for the report.
    text: str = ""
    stop: Stop = Stop()


class Factors(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All combinations of these are played; what is left out is the title's own."""

    scenario: tuple[str, ...] = ()
    # All that are on; nothing for those that the scenario starts with.
    options: tuple[tuple[str, ...], ...] = ()
    # Side -> player.
    players: tuple[dict[str, str], ...] = ()
    # Folders that are laid over the title's data, from the folder of the file; empty for none.
    overlay: tuple[str, ...] = ()
    # Side -> who plays its first turn in place of its player.
    opening: tuple[dict[str, str], ...] = ()
    # What players take their own chance from, the same in all games: only dice differ then. Empty
    # for the seed of the game.
    chance: tuple[str, ...] = ()


class OneCell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell that is written out."""

    players: dict[str, str]
    name: str = ""
    scenario: str = ""
    options: tuple[str, ...] | None = None
    overlay: str = ""
    opening: dict[str, str] = {}
    chance: str = ""


class Outputs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept of every game beside its result."""

    turns: bool = True
    fights: bool = True
    # Who holds which hex at the end.
    control: bool = True
    records: Literal["none", "errors", "all"] = "errors"


class Running(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    crew: Literal["inline", "pool", "ray"] = "pool"
    # Of the cluster, if there is one already; only with ray.
    address: str = ""
    # About so long a batch takes.
    batch_seconds: Annotated[float, msgspec.Meta(gt=0, le=600)] = 1.0
    # A game with more choices is an error.
    limit: Annotated[int, msgspec.Meta(ge=1)] = 100_000


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the file."""

    experiment: Heading
    factors: Factors | None = None
    cells: tuple[OneCell, ...] = ()
    outputs: Outputs = Outputs()
    run: Running = Running()


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """One case, with everything that its games depend on.

    What has a default came later: cells without it are known by the same id as before.
    """

    name: str
    slug: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    overlay: str
    seed: str
    limit: int
    # The versions of the rules, of the data, and of whatever plays.
    rules: int
    data: str
    program: str
    opening: dict[str, str] = {}
    chance: str = ""

    @property
    def id(self) -> str:
        """What tells it from others; its name does not, nor where its files lie."""
        same = msgspec.structs.replace(
            self,
            name="",
            overlay="",
            players=_without_folders(self.players),
            opening=_without_folders(self.opening),
        )
        return hashlib.sha256(msgspec.json.encode(same, order="sorted")).hexdigest()[:16]

    def title(self) -> Title[Any]:
        return titles.load(self.slug, self.folder)

    @property
    def folder(self) -> Path | None:
        return Path(self.overlay) if self.overlay else None

    def seed_of(self, number: int) -> str:
        return f"{self.seed} {number}"


class Experiment(msgspec.Struct, frozen=True):
    """What is to be played, checked and with all its cells."""

    heading: Heading
    cells: tuple[Cell, ...]
    outputs: Outputs
    run: Running
    # The file as it was written.
    text: str

    def title(self) -> Title[Any]:
        return titles.load(self.heading.title)


def read(file: Path) -> Experiment:
    """The experiment that a file describes; whatever is wrong is told with its line."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(file, f"cannot be read: {error}") from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise DataError(file, str(error), line=int(line[1]) if line else None) from None
    except RecursionError:
        raise DataError(file, "is nested too deeply") from None
    try:
        read_file = msgspec.convert(found, File)
    except msgspec.ValidationError as error:
        raise _wrong(file, text, error) from None
    return _Reader(file, text, read_file).experiment()


class _Reader:
    """Makes the cells of a file, and says where what is wrong stands."""

    def __init__(self, file: Path, text: str, found: File) -> None:
        self._file, self._text, self._found = file, text, found

    def experiment(self) -> Experiment:
        found, heading = self._found, self._found.experiment
        if heading.title not in titles.playable():
            known = ", ".join(titles.playable())
            raise self._error(f"there is no {quoted(heading.title)}; there are {known}", "title")
        sides = titles.load(heading.title).sides
        sprt = heading.stop.sprt
        if sprt is not None and sprt.side not in sides:
            raise self._error(f"the sides are {' and '.join(sides)}", "stop")
        if sprt is not None and sprt.p0 >= sprt.p1:
            raise self._error("p0 has to be below p1", "stop")
        if sprt is not None and sprt.alpha + sprt.beta >= 1:
            why = "alpha and beta have to be less than 1 together, or one game would settle it"
            raise self._error(why, "stop")
        if (found.factors is None) == (not found.cells):
            raise DataError(self._file, "has either [factors] or [[cells]]", line=1)
        if found.run.address and found.run.crew != "ray":
            raise self._error('goes with crew = "ray" only', "run", "address")
        cells = tuple(self._cells())
        seen: dict[str, int] = {}
        for number, cell in enumerate(cells):
            for mark in (f"id {cell.id}", f"name {cell.name}"):
                earlier = seen.setdefault(mark, number)
                if earlier != number:
                    reason = f"has the cell {quoted(cell.name)} twice"
                    raise self._error(reason, *self._difference(earlier, number))
        return Experiment(heading, cells, found.outputs, found.run, self._text)

    def _error(self, reason: str, *path: str | int) -> DataError:
        full: tuple[str | int, ...] = path if len(path) > 1 else ("experiment", *path)
        line = line_of(self._text, full)
        return DataError(self._file, reason, line=line, field=".".join(map(str, full)))

    def _cells(self) -> Iterator[Cell]:
        factors = self._found.factors
        if factors is None:
            for number, one in enumerate(self._found.cells):
                yield self._cell(one, one.name, "cells", number)
            return
        if not factors.players:
            raise self._error("says who plays: [{ side = player, ... }, ...]", "factors", "players")
        every = self._varied(factors)
        varied = [len(one) > 1 for one in every.values()]
        for scenario, on, players, overlay, opening, chance in product(*every.values()):
            parts = (
                scenario,
                "options " + (", ".join(on) or "none") if on is not None else "usual options",
                ", ".join(f"{side} {name}" for side, name in players.items()),
                overlay or "own data",
                ", ".join(f"{side} opens as {name}" for side, name in opening.items())
                or "own opening",
                f"chance {chance}" if chance else "chance of the game",
            )
            told = [part for part, is_varied in zip(parts, varied, strict=True) if is_varied]
            name = "; ".join(told) or scenario
            one = OneCell(players, name, scenario, on, overlay, opening, chance)
            yield self._cell(one, name, "factors")

    def _varied(self, factors: Factors) -> dict[str, tuple[Any, ...]]:
        """Factor -> what is tried of it, one thing at least."""
        return {
            "scenario": factors.scenario
            or (titles.load(self._found.experiment.title).scenarios[0].key,),
            "options": factors.options or (None,),
            "players": factors.players,
            "overlay": factors.overlay or ("",),
            "opening": factors.opening or ({},),
            "chance": factors.chance or ("",),
        }

    def _difference(self, one: int, other: int) -> tuple[str | int, ...]:
        """Where the second of two cells, by their numbers, is told apart from the first."""
        if self._found.factors is None:
            return "cells", other, "name"
        every = self._varied(self._found.factors)
        places = [*product(*(range(len(values)) for values in every.values()))]
        pairs = zip(every, places[one], places[other], strict=True)
        return "factors", next(factor for factor, here, there in pairs if here != there)

    def _cell(self, one: OneCell, name: str, *where: str | int) -> Cell:
        heading = self._found.experiment
        overlay = ""
        if one.overlay:
            folder = (self._file.parent / one.overlay).resolve()
            if not folder.is_dir():
                raise self._error(f"there is no folder {folder}", *where, "overlay")
            overlay = str(folder)
        title = titles.load(heading.title, Path(overlay) if overlay else None)
        scenario = one.scenario or title.scenarios[0].key
        try:
            on = title.defaults(scenario) if one.options is None else one.options
            title.check(scenario, ())
        except Unsuitable as error:
            raise self._error(str(error), *where, "scenario") from None
        try:
            options = title.check(scenario, on)
        except Unsuitable as error:
            raise self._error(str(error), *where, "options") from None
        if set(one.players) != set(title.sides):
            raise self._error(f"names {' and '.join(title.sides)}", *where, "players")
        if not set(one.opening) <= set(title.sides):
            raise self._error(f"names {' or '.join(title.sides)}", *where, "opening")
        players, opening = self._found_from_here(one.players), self._found_from_here(one.opening)
        for field, names in (("players", players), ("opening", opening)):
            for side, who in names.items():
                try:
                    player(title, side, who, "")
                except Unsuitable as error:
                    raise self._error(str(error), *where, field) from None
        return Cell(
            name=name or scenario,
            slug=title.slug,
            scenario=scenario,
            options=options,
            players={side: players[side] for side in title.sides},
            overlay=overlay,
            seed=heading.seed,
            limit=self._found.run.limit,
            rules=title.rules,
            data=titles.data_version(title.slug, Path(overlay) if overlay else None),
            program=program_of(title.slug, (*players.values(), *opening.values())),
            opening={side: opening[side] for side in title.sides if side in opening},
            chance=one.chance,
        )

    def _found_from_here(self, names: dict[str, str]) -> dict[str, str]:
        """Players whose files are named from the folder of the experiment."""
        return {
            side: f"{PREFIX}{(self._file.parent / name.removeprefix(PREFIX)).resolve()}"
            if name.startswith(PREFIX)
            else name
            for side, name in names.items()
        }


def _without_folders(names: dict[str, str]) -> dict[str, str]:
    """Players without the folders in which the files of policies lie."""
    return {
        side: f"{PREFIX}{Path(name).name}" if name.startswith(PREFIX) else name
        for side, name in names.items()
    }


# What decides how a game goes, beside the title itself: how it is set up, led and played. The loops
# that can be compiled are held to what those in Python find, and count with them.
DECIDING = (
    *("engine", "hexes", "board", "kit", "arrays", "players"),
    *("data.py", "titles/__init__.py"),
    *("lab/experiment.py", "lab/games.py", "lab/openings.py"),
)


def program_of(slug: str, players: Iterable[str]) -> str:
    """A fingerprint of the code that plays a title, and of the policies among the players."""
    found = program_version(slug)
    for name in sorted(set(players)):
        if name.startswith(PREFIX):
            found += f"-{policy_version(name)}"
    return found


def policy_version(name: str) -> str:
    """A fingerprint of what is in the file of a policy."""
    content = Path(name.removeprefix(PREFIX)).read_bytes()
    return hashlib.sha256(content).hexdigest()[:12]


@cache
def program_version(slug: str, *more: str) -> str:
    """A fingerprint of the code that plays a title, and of more modules if others have a say."""
    own = titles.load(slug).data.parent
    return fingerprint(STAVKA, (*(STAVKA / name for name in (*DECIDING, *more)), own))


def fingerprint(root: Path, places: Iterable[Path]) -> str:
    """Of all Python in some files and folders; those that lie in the root are known from there."""
    found = hashlib.sha256()
    for place in places:
        folder = root if place.is_relative_to(root) else place.parent
        for source in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            found.update(f"{source.relative_to(folder).as_posix()}\n".encode())
            found.update(source.read_bytes())
    return found.hexdigest()[:12]


# Where in the file

_PATH = re.compile(r" - at `\$(?P<path>[^`]*)`")
_PART = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+|\.\.\.)\]")
_TABLE = re.compile(r"^\s*\[\[?\s*(?P<name>[A-Za-z0-9_.-]+)\s*\]")


def _wrong(file: Path, text: str, error: msgspec.ValidationError) -> DataError:
    message = str(error)
    found = _PATH.search(message)
    path: list[str | int] = []
    if found:
        for name, number in _PART.findall(found["path"]):
            path.append(name or (int(number) if number.isdigit() else number))
    reason = _PATH.sub("", message)
    unknown = re.search(r"unknown field `([^`]+)`", message)
    if unknown:
        path.append(unknown[1])
    missing = re.search(r"missing required field `([^`]+)`", message)
    field = ".".join(map(str, (*path, missing[1]) if missing else path)) or None
    return DataError(file, reason, line=line_of(text, path), field=field)


def line_of(text: str, path: Iterable[str | int]) -> int:
    """The line on which something stands, or the nearest one above it.

    >>> line_of("[experiment]\\ngames = 3\\n[run]\\ngames = 4", ("run", "games"))
    4
    >>> line_of("[[cells]]\\nname = 'a'\\n[[cells]]\\nname = 'b'", ("cells", 1, "name"))
    4
    """
    table_wanted, *rest = [*path] or [""]
    index = 0
    if rest and isinstance(rest[0], int):
        # Which of several tables of that name.
        index, *rest = rest  # type: ignore[assignment]
    key = re.compile(rf"\s*[\"']?{re.escape(str(rest[0]))}[\"']?\s*[=.]") if rest else None
    table, seen, best = "", -1, 1
    for number, line in enumerate(text.splitlines(), 1):
        if head := _TABLE.match(line):
            table = head["name"]
            if table == table_wanted:
                seen += 1
                best = number if seen <= index else best
        elif table == table_wanted and seen == index and key and key.match(line):
            return number
    return best
