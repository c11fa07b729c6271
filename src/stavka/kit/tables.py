"""Tables of data: a structure says what the columns hold, and one function reads and checks them.

    class Town(Struct, frozen=True):
        name: str
        hex: OnMap
        points: Natural = 0

    tables = Tables(Folder(DATA, overlay), board)
    towns = tables.read("towns.csv", Town)

Every field is a column, and the column `source`, which every table has, is checked besides. An
empty cell takes the default of its field; where there is none, the cell has to be filled.

| the type of a field | what the cell holds |
|---|---|
| `str`, `int`, `bool` | a text, a whole number, `yes` or `no` |
| `Natural`, `Die` | a number from 0 on, from 1 to 6 |
| `Literal["a", "b"]` | one of these words |
| `tuple[X, ...]` | a list of any of these, separated by blanks (`SEMICOLONS`: by `;`) |
| `OnMap`, `AtPlace` | the label of a hex, the name of a place: both become the hex |
| `Annotated[X, Known("unit")]` | the name of anything else (`Tables.know`) |
| `Annotated[X, function]` | what the function makes of the text; its `ValueError` is the reason |
| `Order` | no cell: which row of the table it is, from 0 on |
| `Annotated[X, NO_COLUMN]` | no cell: the default; a structure that inherits may have a column |
| `Annotated[dict[str, X], Columns("a", "b")]` | the cells of several columns by their headings |
| `Annotated[tuple[X, Y], Columns("a", "b")]` | the cells of several columns in their order |

`msgspec.field(name=...)` names a column that is no word of Python. What concerns one row alone is
checked in `__post_init__`, which raises `Wrong`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import count
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from ..board import Board
from ..data import Folder, Row, listed, quoted, source_parts
from ..engine import UnitSet
from ..hexes import Hex

K = TypeVar("K")
T = TypeVar("T", bound=Struct)

# Makes something of the text of a cell; a ValueError says what is wrong with it.
Cell = Callable[[str], Any]
# Makes the value of a field of a row.
Reader = Callable[[Row], object]


class Wrong(Exception):
    """A row contradicts itself: in which column, and why."""

    def __init__(self, column: str, reason: str) -> None:
        super().__init__(reason)
        self.column = column


@dataclass(frozen=True, slots=True)
class Known:
    """A cell that names something: a hex, a unit, a row of a table that was read before."""

    noun: str


class Columns:
    """A field made up of several columns; with `gaps`, a dict leaves out empty cells."""

    def __init__(self, *names: str, gaps: bool = False) -> None:
        self.names, self.gaps = names, gaps


# In `Annotated`, for a list whose items have blanks of their own.
SEMICOLONS = object()
# For fields that are in no column: one that keeps its default, and the number of the row.
NO_COLUMN = object()
ORDER = object()


def whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{quoted(text)} should be a whole number") from None


def natural(text: str) -> int:
    if (value := whole(text)) < 0:
        raise ValueError(f"{value} should not be negative")
    return value


def die(text: str) -> int:
    if not 1 <= (value := whole(text)) <= 6:
        raise ValueError(f"{value} is no roll of a die")
    return value


def flag(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"{quoted(text)} should be yes or no")
    return text == "yes"


def one_of(words: Iterable[str]) -> Callable[[str], str]:
    """For `Annotated`, where the words are a constant that rules use too."""
    known = tuple(words)

    def cell(text: str) -> str:
        if text not in known:
            wanted = ", ".join(word or "nothing" for word in known)
            raise ValueError(f"{quoted(text)} should be one of {wanted}")
        return text

    return cell


Natural = Annotated[int, natural]
Die = Annotated[int, die]
OnMap = Annotated[Hex, Known("hex")]
AtPlace = Annotated[Hex, Known("place")]
Order = Annotated[int, ORDER]

PLAIN: dict[object, Cell] = {str: str, int: whole, bool: flag}


def grouped(printed: Iterable[K]) -> defaultdict[K, UnitSet]:
    """Sets of units by something that is printed on each of them, the first unit's first."""
    found: defaultdict[K, UnitSet] = defaultdict(int)
    for unit, value in enumerate(printed):
        found[value] |= 1 << unit
    return found


class Limit(Struct, frozen=True):
    """A figure that rules give outside of the charts."""

    name: str
    value: int
    case: str


class Tables:
    """The tables in a folder, and the things that their cells can name."""

    def __init__(self, folder: Folder, board: Board) -> None:
        self.folder = folder
        # By the noun of `Known`.
        self.cells: dict[str, Cell] = {"hex": board.grid.hex}
        self.know("place", {place.name: place.hex for place in board.places}, "map/places.csv")

    def know(self, noun: str, things: Mapping[str, object], file: str) -> None:
        """From now on cells can name these things."""

        def cell(text: str) -> object:
            if text not in things:
                raise ValueError(f"there is no {noun} {quoted(text)} in {file}")
            return things[text]

        self.cells[noun] = cell

    def read(self, name: str, kind: type[T]) -> list[T]:
        """The rows of a table."""
        return [found for _, found in self.lines(name, kind)]

    def keyed(self, name: str, kind: type[T]) -> dict[Any, T]:
        """The rows of a table by the first field of the structure, which no two may share."""
        key = _fields(kind)[0]
        found: dict[Any, T] = {}
        for row, line in self.lines(name, kind):
            value = getattr(line, key.name)
            if value in found:
                raise row.error(key.encode_name, f"{row[key.encode_name]} stands twice")
            found[value] = line
        return found

    def lines(self, name: str, kind: type[T]) -> Iterator[tuple[Row, T]]:
        """The rows of a table with where they stand, for checks that look further."""
        columns, readers = self._readers(kind)
        for row in self.folder.table(name, (*columns, "source")):
            source_parts(row)
            values = {field: read(row) for field, read in readers}
            try:
                line = kind(**values)
            except Wrong as wrong:
                raise row.error(wrong.column, str(wrong)) from None
            yield row, line

    def limits(self, *, signed: bool = False) -> dict[str, int]:
        """The figures of limits.csv by their names."""
        found: dict[str, int] = {}
        for row, limit in self.lines("limits.csv", Limit):
            if limit.value < 0 and not signed:
                raise row.error("value", f"{limit.value} should not be negative")
            found[limit.name] = limit.value
        return found

    # What a structure asks for

    def _readers(self, kind: type[Struct]) -> tuple[list[str], list[tuple[str, Reader]]]:
        """The columns of a structure, and what each of its fields takes from a row."""
        columns: list[str] = []
        readers: list[tuple[str, Reader]] = []
        for field in _fields(kind):
            extras = _extras(field.type)
            group = next((extra for extra in extras if isinstance(extra, Columns)), None)
            if NO_COLUMN in extras:
                continue
            if ORDER in extras:
                reader = _order()
            elif group is not None:
                columns.extend(group.names)
                reader = self._several(group, field.type.__origin__)
            else:
                columns.append(field.encode_name)
                reader = _one(field.encode_name, self._cell(field.type), field.default)
            readers.append((field.name, reader))
        return columns, readers

    def _several(self, group: Columns, type_: object) -> Reader:
        asked = get_args(type_)
        if get_origin(type_) is dict:
            asked = (asked[1], ...)
        if asked[1:] == (...,):
            asked = (asked[0],) * len(group.names)
        cells = [
            (name, _one(name, self._cell(part), NODEFAULT))
            for name, part in zip(group.names, asked, strict=True)
        ]
        if get_origin(type_) is tuple:
            return lambda row: tuple(read(row) for _, read in cells)
        return lambda row: {name: read(row) for name, read in cells if row[name] or not group.gaps}

    def _cell(self, type_: Any) -> Cell:
        """How a cell of some type is read."""
        extras = _extras(type_)
        for extra in extras:
            if isinstance(extra, Known):
                return self.cells[extra.noun]
            if callable(extra):
                return extra
        if extras:
            type_ = type_.__origin__
        if type_ in PLAIN:
            return PLAIN[type_]
        origin, parts = get_origin(type_), get_args(type_)
        if origin is Literal:
            return one_of(parts)
        if origin in (Union, UnionType):
            return self._cell(parts[0])
        if origin is not tuple:
            raise TypeError(f"{type_} is no type of a cell")
        item, separator = self._cell(parts[0]), ";" if SEMICOLONS in extras else None
        return lambda text: tuple(map(item, listed(text, separator)))


# Evaluates the annotations.
_fields = cache(fields)


def _extras(type_: Any) -> tuple[object, ...]:
    return type_.__metadata__ if get_origin(type_) is Annotated else ()


def _order() -> Reader:
    numbers = count()
    return lambda _: next(numbers)


def _one(column: str, cell: Cell, default: object) -> Reader:
    """What a field takes from its column."""

    def read(row: Row) -> object:
        text = row.values[column]
        if not text:
            if default is NODEFAULT:
                raise row.error(column, "is empty")
            return default
        try:
            return cell(text)
        except ValueError as error:
            raise row.error(column, str(error)) from None

    return read
